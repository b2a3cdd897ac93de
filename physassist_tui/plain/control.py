"""The desk in lines: pause, step, seats, free turns, marks, rewind and fork."""

from __future__ import annotations

from collections.abc import Callable

from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import call_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import mark_name, seat_name
from physassist_tui.core.words import Seat
from physassist_tui.i18n import _, nmsg
from physassist_tui.plain.desk_words import (
    DeskLine,
    label_and_rest,
    number_and_rest,
    seat_and_rest,
)
from physassist_tui.plain.printer import say
from physassist_tui.play.casting import HUMAN
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.driver import Driver
from physassist_tui.play.opening import Opened

MOST_PLACES = 12
"""How many places to go back to are listed."""


class Control:
    """Carries the desk's words out. `forked` is the session that goes on, once one is forked."""

    def __init__(self, desk: ControlDesk, driver: Driver, step: Callable[[], None]) -> None:
        self._desk = desk
        self._driver = driver
        self._step = step
        self.forked: Opened | None = None
        self.left = False

    def do(self, line: DeskLine) -> bool:
        """Carries a word out; `False` where it is none of the desk's. Raises `BadInput`."""
        words: dict[str, Callable[[str], None]] = {
            "help": lambda _rest: self._help(),
            "resume": lambda _rest: self._resume(),
            "step": lambda _rest: self._step_once(),
            "pause": lambda _rest: self._pause(),
            "take": self._take,
            "give": self._give,
            "back": self._back,
            "mark": self._mark,
            "free": self._free,
            "queue": lambda _rest: self._queue(),
            "edit": self._edit,
            "retract": self._retract,
            "rewind": self._rewind,
            "fork": self._fork,
            "seats": lambda _rest: self._seats(),
            "end": self._end,
            "quit": lambda _rest: self._quit(),
        }
        if line.word not in words:
            return False
        words[line.word](line.rest)
        return True

    def _help(self) -> None:
        for line in desk_help(directed=self._desk.directed):
            say(line)

    def _resume(self) -> None:
        self._driver.ready()
        if self._desk.resume():
            say(_("The session goes on."))
        else:
            say(_("Nothing is paused."))

    def _pause(self) -> None:
        if self._desk.pause():
            say(_("Paused."))

    def _step_once(self) -> None:
        if not self._desk.paused:
            say(_("Only a paused session goes on step by step; `/pause` pauses it."))
            return
        self._step()

    def _take(self, rest: str) -> None:
        seat, note = seat_and_rest(rest)
        self._change(seat, HUMAN, note)

    def _give(self, rest: str) -> None:
        seat, told = seat_and_rest(rest)
        player, _space, note = told.partition(" ")
        if not player:
            say(_("To whom? `give assistant model:NAME what was done`."))
            return
        self._change(seat, player, note.strip())

    def _back(self, rest: str) -> None:
        seat, note = seat_and_rest(rest)
        changes = [e.data for e in self._desk.events() if isinstance(e, ev.SeatChanged)]
        last = next((c for c in reversed(changes) if c.changed is seat), None)
        if last is None:
            say(_("Nobody gave this seat over; `give assistant PLAYER NOTE` does."))
            return
        self._change(seat, last.from_player, note)

    def _change(self, seat: Seat, player: str, note: str) -> None:
        if not note.strip():
            say(_("The next player is told one line: put it after the name."))
            return
        self._driver.check(seat, player)
        self._driver.ready(player)
        failed = self._driver.fault is not None
        self._desk.change_seat(seat, player, note)
        say(_("{seat}: {player} plays from here.", seat=seat_name(seat), player=one_line(player)))
        if failed:
            self._resume()  # what was waited for is here

    def _free(self, text: str) -> None:
        if self._desk.free_turn(text):
            return  # asked at once: the request is printed
        waiting = len(self._desk.queue)
        say(
            nmsg(
                "It is asked after the current answer; {n} text waits.",
                "It is asked after the current answer; {n} texts wait.",
                waiting,
            ).render()
        )

    def _queue(self) -> None:
        if not self._desk.queue:
            say(_("No text waits."))
        for text in self._desk.queue:
            say(_("Waiting {number}: {text}", number=text.id, text=text.text))

    def _edit(self, rest: str) -> None:
        number, text = number_and_rest(rest)
        if number is None:
            say(_("Which text? `edit 1 new words`; `queue` shows their numbers."))
            return
        self._desk.edit_queued(number, text)
        self._queue()

    def _retract(self, rest: str) -> None:
        number, _rest = number_and_rest(rest)
        if number is None:
            say(_("Which text? `retract 1`; `queue` shows their numbers."))
            return
        self._desk.retract_queued(number)
        self._queue()

    def _mark(self, rest: str) -> None:
        label, words = label_and_rest(rest)
        number, text = number_and_rest(words)
        (marked,) = [
            e.data for e in self._desk.mark(label, text, number) if isinstance(e, ev.Marked)
        ]
        say(
            _(
                "Marked as {label}: event {seq}.",
                label=mark_name(one_line(label)),
                seq=marked.marked_seq,
            )
        )

    def _rewind(self, rest: str) -> None:
        number, _rest = number_and_rest(rest)
        if number is None:
            self._places(_("Back to which event? `rewind NUMBER`:"))
            return
        self._desk.rewind(number)
        say(_("Back at event {seq}; what came after it is undone.", seq=number))

    def _fork(self, rest: str) -> None:
        number, _rest = number_and_rest(rest)
        if number is None:
            self._places(_("Fork from which event? `fork NUMBER`:"))
            return
        self.forked = self._desk.fork(number)
        say(_("A new session goes on from event {seq}; it is paused.", seq=number))

    def _places(self, question: str) -> None:
        say(question)
        by_seq = {event.seq: event for event in self._desk.events()}
        told = [(seq, _what(by_seq[seq], by_seq)) for seq in self._desk.boundaries()]
        for seq, what in [each for each in told if each[1]][-MOST_PLACES:]:
            say(_("Event {seq}: {what}", seq=seq, what=what))

    def _seats(self) -> None:
        for seat, player in self._desk.seated().items():
            say(_("{seat}: {player}", seat=seat_name(seat), player=one_line(player)))
        spent = self._desk.spent()
        if spent.calls:
            cost = _("unknown") if spent.unknown_cost else f"{spent.cost_usd:.4f}"
            say(
                _(
                    "Models so far: {calls} calls, {tokens_in} tokens in, {tokens_out} out, "
                    "US dollars {cost}.",
                    calls=spent.calls,
                    tokens_in=spent.tokens_in,
                    tokens_out=spent.tokens_out,
                    cost=cost,
                )
            )

    def _end(self, rest: str) -> None:
        self._desk.end(self._driver.end_reason, rest)

    def _quit(self) -> None:
        self.left = True


def desk_help(*, directed: bool = True) -> list[str]:
    """What directs a session, one word a line; in a study's nothing that changes who plays."""
    lines = [
        _("resume: go on; step: one move, then pause again; Ctrl-C pauses a model at work"),
        _("mark unsafe TEXT, mark wrong, mark good, mark note: mark this moment"),
        _("seats: who sits where, and what the models took"),
        _("end: end the session and score it; quit: leave, to be gone on with"),
        _("At other prompts a `/` goes before these words, as /mark unsafe."),
    ]
    if not directed:
        return lines
    return [
        lines[0],
        _("take NOTE: take the assistant's seat; take patient NOTE, take physician NOTE: theirs"),
        _("give assistant model:NAME NOTE: give a seat to another player; the note is told"),
        _("back NOTE: give the assistant's seat back to the one before you"),
        _("free TEXT: ask a free turn, at once or after the current answer"),
        _("queue; edit 1 TEXT; retract 1: texts that wait"),
        lines[1],
        _("rewind: the places to go back to; rewind 12: undo what came after event 12"),
        _("fork 12: a new session from event 12; this one stays as it is"),
        *lines[2:],
    ]


def _what(event: ev.AnyEvent, by_seq: dict[int, ev.AnyEvent]) -> str:
    """What a place to go back to comes after; empty where nothing was done there."""
    match event:
        case ev.TurnStarted(data=data):
            return _("request: {text}", text=one_line(data.request)[:60])
        case ev.ToolReturned(data=data):
            called = next(
                e.data
                for e in by_seq.values()
                if isinstance(e, ev.ToolCalled) and e.data.call_id == data.call_id
            )
            told = one_line(call_words(called.tool, called.arguments_given))
            return _("call: {call}", call=told[:60])
        case ev.Answered(data=data):
            return _("answer: {text}", text=one_line(data.text)[:60])
        case _:
            return ""
