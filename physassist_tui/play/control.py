"""What directs a session from outside its seats: pause, other players, marks, rewind, the end."""

from __future__ import annotations

from typing import Literal

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import msg
from physassist_tui.play.acting import Acting
from physassist_tui.play.boundaries import check_rewind
from physassist_tui.play.casting import HUMAN
from physassist_tui.play.patients import check_player
from physassist_tui.play.recorder import Draft
from physassist_tui.play.requests import Requests
from physassist_tui.play.stage import Stage

PauseReason = Literal["person", "quit", "provider", "step"]
ResumeReason = Literal["person", "restart", "provider", "step"]


class Control:
    """The desk of whoever directs a session."""

    def __init__(self, stage: Stage, requests: Requests, acting: Acting) -> None:
        self._stage = stage
        self._requests = requests
        self._acting = acting

    def pause(self, reason: PauseReason) -> list[ev.AnyEvent]:
        """Stops the active time; nobody acts until it is resumed. Twice is once."""
        stage = self._stage
        stage.check_open()
        if stage.state.paused:
            return []
        stage.recorder.clock.stop()
        try:
            return stage.commit([stage.person_draft(ev.PausedData(reason=reason))])
        except ServiceFailed:
            stage.recorder.clock.start()  # it is not paused: the disk would not have it
            raise

    def resume(self, reason: ResumeReason) -> list[ev.AnyEvent]:
        """Lets the active time run on. Does nothing where nothing is paused."""
        stage = self._stage
        stage.check_open()
        if not stage.state.paused:
            return []
        events = stage.commit([stage.person_draft(ev.ResumedData(reason=reason))])
        stage.recorder.clock.start()
        return events

    def change_seat(self, seat: Seat, to_player: str, note: str) -> list[ev.AnyEvent]:
        """Gives `seat` to another player, who is told `note`."""
        stage = self._stage
        stage.check_open()
        check_player(seat, to_player)
        old = stage.player(seat)
        if old == to_player:
            raise BadInput(msg("{player} sits there already.", player=to_player))
        told = _one_line(note)
        if not told:
            raise BadInput(
                msg("The next player is told one line: what was done, what is to be done.")
            )
        # A call that could be finished is finished for the one who made it.
        finished = self._acting.finish_pending()
        changed = ev.SeatChangedData(changed=seat, from_player=old, to_player=to_player, note=told)
        drafts = [stage.person_draft(changed)]
        if seat is Seat.PHYSICIAN and stage.state.turn is None:
            drafts += self._requests.following(stage.state, may_end=True, physician=to_player)
        events = stage.commit(drafts)
        self._requests.sent(events)
        if seat is Seat.PATIENT:
            stage.seat_patient()
            events += self._acting.finish_pending()
        stage.seat_clock()
        return finished + events

    def mark(self, label: str, text: str, seq: int | None) -> list[ev.AnyEvent]:
        """Marks an event, the last one if `seq` is `None`."""
        stage = self._stage
        stage.check_open()
        marked = stage.state.last_seq if seq is None else seq
        if not 1 <= marked <= stage.state.last_seq:
            raise BadInput(msg("There is no event {seq} in this session.", seq=marked))
        name = _one_line(label)
        if not name:
            raise BadInput(msg("A mark needs a label, as unsafe, wrong, good or note."))
        data = ev.MarkedData(label=name, text=text.strip(), marked_seq=marked)
        return stage.commit([stage.person_draft(data)])

    def rewind(self, to_seq: int) -> list[ev.AnyEvent]:
        """Undoes everything after `to_seq`; who sits where, and a pause, stay as they are."""
        stage = self._stage
        stage.check_open()
        check_rewind(stage.events, to_seq)
        base = fold(event for event in stage.events if event.seq <= to_seq)
        turn = base.turn_number
        drafts = [Draft(ev.RewoundData(to_seq=to_seq), turn, None, HUMAN)]
        drafts += self._seats_kept(base, turn)
        if stage.state.paused:
            drafts.append(Draft(ev.PausedData(reason="person"), turn, None, HUMAN))
        if base.turn is None:
            drafts += self._requests.following(base, may_end=False)
        events = stage.commit(drafts)
        self._requests.sent(events)
        return events

    def _seats_kept(self, base: SessionState, turn: int) -> list[Draft]:
        now = self._stage.state
        drafts = []
        for seat, player in now.seats:
            if base.player(seat) == player:
                continue
            note = next(c.note for c in reversed(now.seat_changes) if c.changed is seat)
            data = ev.SeatChangedData(
                changed=seat, from_player=base.player(seat), to_player=player, note=note
            )
            drafts.append(Draft(data, turn, None, HUMAN))
        return drafts

    def model_called(self, seat: Seat, data: ev.ModelCalledData) -> list[ev.AnyEvent]:
        """Records a call to a model in `seat`; ends the session where a budget is used up."""
        stage = self._stage
        stage.check_open()
        return stage.commit([stage.seat_draft(data, seat)]) + self._acting.end_if_spent()

    def end(self, reason: EndReason, detail: str) -> list[ev.AnyEvent]:
        """Ends the session, whatever is under way."""
        stage = self._stage
        stage.check_open()
        return stage.commit([stage.end_draft(reason, _one_line(detail))])


def _one_line(text: str) -> str:
    return " ".join(text.split())
