"""Opens a session, new or left, with its chart, its patient and its clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ulid import ULID

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.patient import PatientPlayer
from physassist_tui.core.words import Seat
from physassist_tui.ehr.presence import absent
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import Lang, msg
from physassist_tui.library import Loaded, ScenarioProblems
from physassist_tui.patient.grounded import GroundedPatient
from physassist_tui.play.casting import GROUNDED, HUMAN, SCRIPT_PREFIX, Casting
from physassist_tui.play.director import Director
from physassist_tui.play.recorder import Recorder, Sink
from physassist_tui.play.running_clock import LiveClock, RunningClock, StillClock


@dataclass(frozen=True)
class Opened:
    """A session under way, and what it stands on."""

    director: Director
    loaded: Loaded
    record: Record
    store: EhrStore


Progress = Callable[[int, int | None], None]


def start(
    loaded: Loaded,
    sink: Sink,
    casting: Casting,
    *,
    record: Record | None = None,
    session: str | None = None,
    progress: Progress | None = None,
) -> Opened:
    """A new session. `record` saves opening it again where several plays stand on it."""
    record = record or open_record(loaded.record_path, progress=progress)
    _check_chart(loaded, record)
    store = record.at(loaded.scenario.clock)
    if casting.assistant != HUMAN:
        # Before anything is recorded: a session of nobody could never be gone on with.
        from physassist_tui.play.scripts import script_player

        script_player(casting.assistant, loaded.scenario, store)
    patient = patient_player(casting.patient, loaded, casting.language, casting.seed)
    recorder = Recorder(sink, session or str(ULID()), clock_for(casting.assistant))
    director = Director.begin(loaded, store, patient, recorder, casting)
    return Opened(director, loaded, record, store)


def _check_chart(loaded: Loaded, record: Record) -> None:
    wanted = loaded.scenario
    lacking = absent(record, wanted.clock, wanted.patient, wanted.encounter)
    problems = [loaded.problem((field,), words) for field, words in lacking]
    if problems:
        raise ScenarioProblems(problems)


def go_on(
    loaded: Loaded,
    sink: Sink,
    session: str,
    events: Sequence[AnyEvent],
    *,
    progress: Progress | None = None,
) -> Opened:
    """A session as its events left it; its active time goes on from its last event."""
    record = open_record(loaded.record_path, progress=progress)
    store = record.at(loaded.scenario.clock)
    started = next((e.data for e in events if e.kind == "session_started"), None)
    if started is None:
        raise BadInput(msg("The recording has no start; it cannot be resumed."))
    name = started.seats.get(Seat.PATIENT, GROUNDED)
    patient = patient_player(name, loaded, started.language, started.seed)
    assistant = started.seats.get(Seat.ASSISTANT, HUMAN)
    last = events[-1]
    recorder = Recorder(
        sink, session, clock_for(assistant, from_ms=last.active_ms), last_seq=last.seq
    )
    director = Director.resume(loaded, store, patient, recorder, events)
    return Opened(director, loaded, record, store)


def patient_player(name: str, loaded: Loaded, language: Lang, seed: int) -> PatientPlayer:
    """Whoever speaks for the patient. Raises `BadInput` for a name that there is not."""
    if name == GROUNDED:
        return GroundedPatient(loaded.scenario.facts, loaded.scenario.persona, language, seed=seed)
    raise BadInput(
        msg(
            "There is no patient player '{name}'. There is: {players}.",
            name=name,
            players=GROUNDED,
        )
    )


def clock_for(assistant: str, from_ms: int = 0) -> RunningClock:
    """A clock that runs where a person plays, and stands still where only scripts do."""
    return StillClock() if assistant.startswith(SCRIPT_PREFIX) else LiveClock(from_ms)
