"""The desk of whoever directs a session, as a front end is given it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.parts import Mark, Spent
from physassist_tui.core.view import LimitsLeft, QueuedText
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import msg
from physassist_tui.play.casting import Budgets
from physassist_tui.play.director import Director
from physassist_tui.play.opening import Opened, Progress
from physassist_tui.play.opening import fork as fork_session
from physassist_tui.store.recordings import Recordings

T = TypeVar("T")


class ControlDesk:
    """Pause and step, seats, free turns, marks, rewind and fork. It sees no rubric and no facts.

    It may be used from several threads. A model call that is under way is not waited for: what
    it gives cannot be done while paused.
    """

    def __init__(self, opened: Opened, recordings: Recordings) -> None:
        self.__opened = opened
        self.__recordings = recordings

    @property
    def __director(self) -> Director:
        return self.__opened.director

    @property
    def directed(self) -> bool:
        """Whether seats, turns and the past can be changed; a study holds them as they are."""
        return self.__opened.conduct.directed

    def __check_directed(self) -> None:
        if not self.directed:
            raise BadInput(
                msg("This session belongs to a study: who plays, and what was played, stays.")
            )

    # How it stands

    @property
    def session(self) -> str:
        """The session's id."""
        return self.__director.session

    @property
    def paused(self) -> bool:
        """Whether the session is paused: nobody acts, no time runs."""
        return self.__director.state.paused

    @property
    def ended(self) -> EndReason | None:
        """How the session ended; `None` while it is under way."""
        return self.__director.state.ended

    def seated(self) -> Mapping[Seat, str]:
        """Who sits where now."""
        state = self.__director.state
        return {seat: state.player(seat) for seat in Seat}

    def waiting_for(self) -> Seat | None:
        """Whose turn it is to do something, paused or not; `None` where the session is over."""
        return self.__director.waiting_for()

    def active_ms(self) -> int:
        """The session's active time in milliseconds."""
        return self.__director.active_ms

    def spent(self) -> Spent:
        """What the model calls took so far."""
        return self.__director.state.spent

    def limits(self) -> LimitsLeft:
        """What may still be done and spent."""
        return self.__director.view().limits

    def marks(self) -> Sequence[Mark]:
        """The moments marked so far, those that were undone later included."""
        return self.__director.state.marks

    def events(self) -> Sequence[AnyEvent]:
        """All that has happened, undone events included."""
        return tuple(self.__director.events)

    def listen(self, listener: Callable[[Sequence[AnyEvent]], None]) -> None:
        """Calls `listener` with events once they are committed."""
        self.__director.listen(listener)

    # Pause and step

    def pause(self) -> Sequence[AnyEvent]:
        """Pauses once what is under way is done. The active time stops."""
        return self.__director.pause("person")

    def resume(self) -> Sequence[AnyEvent]:
        """Goes on after a pause."""
        return self.__director.resume("person")

    def step(self, move: Callable[[], T]) -> T:
        """Lets `move` (one step of the driver) be done in a paused session, and pauses again."""
        director = self.__director
        director.resume("step")
        try:
            return move()
        finally:
            if director.state.ended is None:
                director.pause("step")

    # Seats and free turns

    def change_seat(self, seat: Seat, to_player: str, note: str) -> Sequence[AnyEvent]:
        """Gives a seat to another player, who is told `note`: one line, not empty."""
        self.__check_directed()
        return self.__director.change_seat(seat, to_player, note)

    def free_turn(self, text: str) -> Sequence[AnyEvent]:
        """Asks at once between turns; else the text waits in the queue for the current answer."""
        self.__check_directed()
        return self.__director.free_turn(text)

    @property
    def queue(self) -> tuple[QueuedText, ...]:
        """Texts not sent yet."""
        return self.__director.queue

    def edit_queued(self, text_id: int, text: str) -> None:
        """Changes a text that has not been sent."""
        self.__director.edit_queued(text_id, text)

    def retract_queued(self, text_id: int) -> None:
        """Takes a text back that has not been sent."""
        self.__director.retract_queued(text_id)

    # Marks, the past, the end

    def mark(self, label: str, text: str = "", seq: int | None = None) -> Sequence[AnyEvent]:
        """Marks a moment (unsafe, wrong, good, note …): event `seq`, the last one if `None`."""
        return self.__director.mark(label, text, seq)

    def boundaries(self) -> tuple[int, ...]:
        """The events that the session can be rewound to, in order."""
        return self.__director.boundaries()

    def rewind(self, to_seq: int) -> Sequence[AnyEvent]:
        """Undoes what came after `to_seq`."""
        self.__check_directed()
        return self.__director.rewind(to_seq)

    def fork(
        self,
        at_seq: int,
        *,
        budgets: Budgets | None = None,
        progress: Progress | None = None,
    ) -> Opened:
        """A new session that goes on from `at_seq`; this one stays as it is.

        Of a long task it begins with what is unsent here.
        """
        self.__check_directed()
        forked = fork_session(
            self.__recordings,
            self.__opened.loaded,
            self.session,
            at_seq,
            budgets=budgets,
            progress=progress,
            ehr=self.__opened.ehr,
        )
        if self.__opened.loaded.scenario.long_task:
            from physassist_tui.play.paperwork.desk import carry_over

            carry_over(self.__recordings.path, self.session, forked.director.session)
        return forked

    def end(self, reason: EndReason, detail: str = "") -> Sequence[AnyEvent]:
        """Ends the session, whatever is under way."""
        return self.__director.end(reason, detail)
