"""A play with no person in any seat."""

from __future__ import annotations

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded
from physassist_tui.patient.grounded import GroundedPatient
from physassist_tui.play.director import Casting, Director
from physassist_tui.play.recorder import MemorySink, Recorder
from physassist_tui.play.running_clock import StillClock
from physassist_tui.play.scripts import ScriptPlayer, script_player


def run(director: Director, player: ScriptPlayer) -> EndReason:
    """Lets `player` act until the session ends, and gives the reason why it did."""
    while (ended := director.state.ended) is None:
        director.act(player(director.view()))
    return ended


def play_script(
    loaded: Loaded,
    assistant: str = "script:gold",
    language: Lang = "en",
    *,
    record: Record | None = None,
    session: str = "check",
) -> list[AnyEvent]:
    """The events of a whole play by a script player, recorded nowhere.

    `record` saves opening the record again where several plays stand on it.
    """
    chart = record or open_record(loaded.record_path)
    store = chart.at(loaded.scenario.clock)
    sink = MemorySink()
    recorder = Recorder(sink, session, StillClock())
    director = Director.begin(
        loaded, store, grounded(loaded, language), recorder, Casting(assistant, language)
    )
    run(director, script_player(assistant, loaded.scenario, store))
    return sink.events


def grounded(loaded: Loaded, language: Lang) -> GroundedPatient:
    """The scenario's patient as the grounded player."""
    return GroundedPatient(loaded.scenario.facts, loaded.scenario.persona, language)
