"""A session as the standing checks see it: its turns, each with the state at its answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from physassist_tui.core import events as ev
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.state import SessionState, TurnState, fold, live_events
from physassist_tui.ehr.protocol import EhrStore, Resource
from physassist_tui.score.recall import Recall


@dataclass(frozen=True)
class AnsweredTurn:
    """A turn that has ended. `state` is the session's state when it did, not later."""

    turn: TurnState
    state: SessionState

    @property
    def answer(self) -> str:
        """The answer's text; white space only where the player gave none."""
        return self.turn.answer or ""

    @property
    def seq(self) -> int:
        """The event of the answer."""
        return self.turn.answer_seq


@dataclass(frozen=True)
class Told:
    """A text by which the player gives account: an answer, or a file of the workspace.

    `seq` is the event that it is from (a file's last write), `state` the session's state when
    the turn was answered, or now where it was not; `end` is the event that closed the turn.
    """

    turn: TurnState
    state: SessionState
    text: str
    seq: int
    end: int
    path: str = ""


@dataclass(frozen=True)
class Version:
    """A resource as one event wrote it: new, or changed (a cancellation, say)."""

    seq: int
    turn: int
    resource: Resource


@dataclass(frozen=True)
class SessionView:
    """A session's live events, folded where they need to be.

    `recall` keeps what graders work out from the record alone.
    """

    scenario: Scenario
    record: EhrStore
    events: tuple[ev.AnyEvent, ...]
    state: SessionState
    answered: tuple[AnsweredTurn, ...]
    versions: tuple[Version, ...]
    recall: Recall = field(default_factory=Recall, compare=False, repr=False)


def session_view(
    events: Sequence[ev.AnyEvent],
    scenario: Scenario,
    record: EhrStore,
    recall: Recall | None = None,
) -> SessionView:
    """The view of a session's events, those that a rewind has tombstoned left out.

    Sessions of one scenario over one record may share a `recall`.
    """
    live = live_events(events)
    answered = []
    for at, event in enumerate(live):
        if isinstance(event, ev.Answered):
            state = fold(live[: at + 1])
            answered.append(AnsweredTurn(state.turns[-1], state))
    versions = tuple(
        Version(event.seq, event.turn, event.data.resource)
        for event in live
        if isinstance(event, ev.ResourceWritten)
    )
    return SessionView(
        scenario,
        record,
        tuple(live),
        fold(live),
        tuple(answered),
        versions,
        Recall() if recall is None else recall,
    )


def told_in(view: SessionView) -> tuple[Told, ...]:
    """Every answer that says anything, and after it the files that were written in its turn.

    Of a turn without an answer the files alone.
    """
    told: list[Told] = []
    ended = {answered.turn.seq: answered for answered in view.answered}
    for turn in view.state.turns:
        answered = ended.get(turn.seq)
        state = view.state if answered is None else answered.state
        end = view.state.last_seq + 1 if answered is None else answered.seq
        if answered is not None and answered.answer.strip():
            told.append(Told(turn, state, answered.answer, answered.seq, end))
        told += [
            Told(turn, state, file.text, file.seq, end, file.path)
            for file in state.files
            if file.turn == turn.number and file.text.strip()
        ]
    return tuple(told)
