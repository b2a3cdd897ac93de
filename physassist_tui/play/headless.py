"""A play with no person in any seat."""

from __future__ import annotations

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.play.scripts import script_player


def run(opened: Opened) -> EndReason:
    """Lets the script in the assistant's seat act until the session ends; gives the reason."""
    director = opened.director
    player = script_player(director.casting.assistant, opened.loaded.scenario, opened.store)
    while (ended := director.state.ended) is None:
        director.act(player(director.view()))
    return ended


def play_script(
    loaded: Loaded,
    assistant: str = "script:gold",
    language: Lang = "en",
    *,
    record: Record | None = None,
) -> list[AnyEvent]:
    """The events of a whole play by a script player, recorded nowhere.

    `record` saves opening the record again where several plays stand on it.
    """
    sink = MemorySink()
    run(start(loaded, sink, Casting(assistant, language), record=record, session="check"))
    return sink.events
