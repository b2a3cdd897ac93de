"""Opens a session, new, left or forked, with its chart, its patient and its clock."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ulid import ULID

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import fold
from physassist_tui.core.words import Seat
from physassist_tui.ehr.presence import absent
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import msg
from physassist_tui.library import Loaded, ScenarioProblems
from physassist_tui.play.beginnings import begun, forked, gone_on
from physassist_tui.play.boundaries import check_fork
from physassist_tui.play.casting import SCRIPT_PREFIX, Budgets, Casting
from physassist_tui.play.conduct import FREELY, Conduct
from physassist_tui.play.director import Director
from physassist_tui.play.patients import check_player
from physassist_tui.play.recorder import Recorder, Sink
from physassist_tui.play.running_clock import clock_for

if TYPE_CHECKING:
    from physassist_tui.ehr.server.server import EhrServer
    from physassist_tui.store.recordings import Recordings


@dataclass(frozen=True)
class Opened:
    """A session under way, and what it stands on. `record` is what it is graded by.

    `ehr` is the FHIR server that holds its chart, if one does.
    """

    director: Director
    loaded: Loaded
    record: Record
    store: EhrStore
    conduct: Conduct = FREELY
    ehr: EhrServer | None = None


Progress = Callable[[int, int | None], None]


def start(
    loaded: Loaded,
    sink: Sink,
    casting: Casting,
    *,
    record: Record | None = None,
    session: str | None = None,
    progress: Progress | None = None,
    ehr: EhrServer | None = None,
) -> Opened:
    """A new session. `record` saves opening it again where several plays stand on it.

    With `ehr` the chart is that server's; `ServiceFailed` where it fails.
    """
    record = record or open_record(loaded.record_path, progress=progress)
    _check_chart(loaded, record)
    session = session or str(ULID())
    store = _store(loaded, record, session, ehr, fresh=True)
    check_player(Seat.ASSISTANT, casting.assistant)
    if casting.assistant.startswith(SCRIPT_PREFIX):
        # Before anything is recorded: a session of nobody could never be gone on with.
        from physassist_tui.play.scripts import script_player

        script_player(casting.assistant, loaded.scenario, store)
    check_player(Seat.PHYSICIAN, casting.physician)
    check_player(Seat.PATIENT, casting.patient)
    clock = clock_for(casting.seats().values())
    recorder = Recorder(sink, session, clock)
    return Opened(begun(loaded, store, recorder, casting), loaded, record, store, ehr=ehr)


def _store(
    loaded: Loaded, record: Record, session: str, ehr: EhrServer | None, *, fresh: bool
) -> EhrStore:
    scenario = loaded.scenario
    if ehr is None:
        return record.at(scenario.clock)
    return ehr.store(
        loaded.record_path,
        scenario.patient,
        scenario.clock,
        session,
        fresh=fresh,
        counts=record.counts(),
    )


def _check_ehr(events: Sequence[AnyEvent], ehr: EhrServer | None) -> None:
    """A session stays on what it began on: our own store, or a server."""
    state = fold(events)
    started = state.started
    if started is None or state.ended is not None:
        return
    if started.ehr == "server" and ehr is None:
        raise BadInput(
            msg(
                "This session was played on a FHIR server; give its address: "
                "physassist resume SESSION --ehr URL."
            )
        )
    if started.ehr == "embedded" and ehr is not None:
        raise BadInput(msg("This session was not played on a FHIR server; leave --ehr out."))


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
    ehr: EhrServer | None = None,
) -> Opened:
    """A session as its events left it; its active time goes on from its last event.

    One that was played on a FHIR server needs that server.
    """
    if not events:
        raise BadInput(msg("The recording has no start; it cannot be resumed."))
    _check_ehr(events, ehr)
    record = open_record(loaded.record_path, progress=progress)
    store = _store(loaded, record, session, ehr, fresh=False)
    last = events[-1]
    clock = clock_for([player for _seat, player in fold(events).seats], last.active_ms)
    recorder = Recorder(sink, session, clock, last_seq=last.seq)
    return Opened(gone_on(loaded, store, recorder, events), loaded, record, store, ehr=ehr)


def fork(
    recordings: Recordings,
    loaded: Loaded,
    session: str,
    at_seq: int,
    *,
    budgets: Budgets | None = None,
    new_session: str | None = None,
    progress: Progress | None = None,
    ehr: EhrServer | None = None,
) -> Opened:
    """A new session that goes on from event `at_seq` of another, which stays as it is.

    `at_seq` is a boundary (`boundaries.check_fork`) of a session that may be over, or of a part
    of it that was undone later. The events up to there are not copied: the new session points
    to the one that holds them. Seats stay as they were there; `budgets` are the parent's unless
    others are given. Raises `BadInput` with the nearest place where it cannot be cut.
    """
    prefix = check_fork(recordings.events(session), at_seq)
    _check_ehr(prefix, ehr)
    parent = recordings.holder(session, at_seq)
    record = open_record(loaded.record_path, progress=progress)
    new_session = new_session or str(ULID())
    store = _store(loaded, record, new_session, ehr, fresh=True)
    last = prefix[-1]
    clock = clock_for([player for _seat, player in fold(prefix).seats], last.active_ms)
    recorder = Recorder(recordings, new_session, clock, last_seq=last.seq)
    director = forked(loaded, store, recorder, prefix, parent, budgets)
    return Opened(director, loaded, record, store, ehr=ehr)
