"""A session in lines: whoever is to act acts, and the person at the desk can always break in."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from physassist_tui.core.errors import BadInput, PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Quit
from physassist_tui.core.words import Seat
from physassist_tui.i18n import _
from physassist_tui.plain import printer
from physassist_tui.plain.control import Control
from physassist_tui.plain.desk_words import parse_desk
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Interrupted
from physassist_tui.plain.session import Loop
from physassist_tui.plain.stepping import watched
from physassist_tui.plain.stream import Stream
from physassist_tui.plain.typed_before import reader_for
from physassist_tui.play.casting import HUMAN
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.driver import Driver, Stepped
from physassist_tui.play.opening import Opened
from physassist_tui.play.seat import AssistantSeat, PatientSeat, PhysicianSeat
from physassist_tui.play.unanswered import fault_told, seat_of

if TYPE_CHECKING:
    from physassist_tui.plain.long_task import LongTask
    from physassist_tui.plain.other_seats import Decisions
    from physassist_tui.store.recordings import Recordings


class Table:
    """One session in lines."""

    def __init__(self, opened: Opened, recordings: Recordings) -> None:
        self._director = opened.director
        self._stream = Stream()
        self._desk = ControlDesk(opened, recordings)
        self._driver = Driver(opened, on_delta=self._stream.hear)
        self._left_waiting = self._driver.take_up()
        self._assistant = AssistantSeat(opened.director)
        self._physician = PhysicianSeat(opened.director)
        self._patient = PatientSeat(opened.director)
        self._reader = reader_for(self._assistant)
        self._control = Control(self._desk, self._driver, self._step_once)
        self._long = self._long_task(recordings)
        self._loop = Loop(self._assistant, self._reader, self._to_desk, self._long)
        self._told_turn = 0
        self._told_facts = ""
        self._told_fault = 0

    @cached_property
    def _decisions(self) -> Decisions:
        from physassist_tui.plain.other_seats import Decisions

        return Decisions(self._assistant)

    def _long_task(self, recordings: Recordings) -> LongTask | None:
        view = self._assistant.view()
        if not view.long_task:
            return None
        from physassist_tui.plain.long_task import LongTask
        from physassist_tui.play.paperwork.desk import paper_desk
        from physassist_tui.play.paperwork.searched import call_times

        return LongTask(
            self._assistant,
            self._reader,
            paper_desk(recordings.path, view),
            lambda: call_times(self._director.events),
            self._happened,
        )

    def _happened(self, events: Sequence[AnyEvent]) -> None:
        self._loop.tell(events)

    def run(self, *, step: bool = False) -> Opened | None:
        """Plays until the session ends or the person leaves; gives a fork to go on in."""
        view = self._assistant.view()
        watching = view.player != HUMAN
        printer.opening(view, watching=watching)
        if view.calls or len(view.turns) > 1:
            printer.story(view, watching=watching)
        if self._long is not None:
            self._long.begin()
        if step:
            self._desk.pause()
        while not (self._control.left or self._loop.left or self._control.forked):
            try:
                if not self._once():
                    break
            except KeyboardInterrupt:
                self._desk.pause()
            except BadInput as error:
                say(str(error))
                if self._driver.waiting() is None:
                    self._desk.pause()  # a model that cannot be opened waits for the person
        self._leave()
        return self._control.forked

    def _once(self) -> bool:
        """Lets whoever is to act act once; `False` where the session is over."""
        self._announce()
        match self._driver.waiting():
            case "ended":
                return False
            case "paused" | "provider":
                self._at_the_desk()
            case "decision":
                self._decide()
            case "assistant":
                self._assistant.shown()
                self._loop.one_entry(self._assistant.view())
            case "physician":
                self._as_physician()
            case "patient":
                self._as_patient()
            case None:
                self._told(watched(self._driver, self._desk))
        return True

    def _announce(self) -> None:
        """Prints a request that has not been printed, also one that a rewind brought back."""
        view = self._assistant.view()
        if view.turn is not None and view.turn.seq != self._told_turn:
            self._told_turn = view.turn.seq
            printer.request(view)
        elif view.turn is None:
            self._told_turn = 0

    def _told(self, stepped: Stepped) -> None:
        models = [e.seat for e in stepped.events if e.kind == "model_called"]
        streamed = self._stream.end((models[-1] if models else None) or Seat.ASSISTANT)
        calls = {call.call_id: call for call in self._director.state.calls}
        zone = self._assistant.view().now.tzinfo
        from physassist_tui.plain.told import tell

        tell(stepped.events, calls, zone, streamed=streamed)

    def _step_once(self) -> None:
        self._driver.ready()  # before the desk lets the time run
        self._told(self._desk.step(lambda: watched(self._driver, self._desk)))

    # Prompts

    def _at_the_desk(self) -> None:
        state = self._director.state
        failed = self._driver.failed
        if failed is not None and self._told_fault != failed.seq:
            self._told_fault = failed.seq
            if failed == self._left_waiting:
                say(fault_told(failed).render())
            seat = seat_of(failed).value
            if self._desk.directed:
                say(
                    _(
                        "No answer came from the model. `retry`, `give {seat} model:NAME NOTE`, "
                        "`take {seat} NOTE`, `end` or `quit`.",
                        seat=seat,
                    )
                )
            else:
                say(_("No answer came from the model. `retry`, `end` or `quit`."))
        entry = self._read(_("[paused at event {seq}] > ", seq=state.last_seq))
        if entry is not None:
            self._to_desk(entry)

    def _decide(self) -> None:
        proposal = self._director.state.open_proposal
        if proposal is None:
            return
        prefilled, self._decisions.prefilled = self._decisions.prefilled, ""
        if not prefilled:
            self._decisions.show(proposal)
        self._director.shown()
        entry = self._read(_("[your decision] > "), prefilled)
        if entry is None or not entry.strip():
            return
        before = len(self._director.events)
        if not self._decisions.decide(proposal, entry):
            self._to_desk(entry)
        self._told(Stepped(tuple(self._director.events[before:])))

    def _as_physician(self) -> None:
        from physassist_tui.plain import other_seats

        other_seats.show_physician(self._physician)
        self._physician.shown()
        entry = self._read(_("[physician] > "))
        if (
            entry is not None
            and entry.strip()
            and not other_seats.ask_as_physician(self._physician, entry)
        ):
            self._to_desk(entry)

    def _as_patient(self) -> None:
        from physassist_tui.plain import other_seats

        view = self._patient.view()
        facts = repr(view.facts)
        if facts != self._told_facts:
            other_seats.show_facts(view)
            self._told_facts = facts
        other_seats.show_question(view)
        self._patient.shown()
        entry = self._read(_("[patient] > "))
        if entry is None or not entry.strip():
            return
        before = len(self._director.events)
        if not other_seats.answer_as_patient(self._patient, entry):
            self._to_desk(entry)
        self._told(Stepped(tuple(self._director.events[before:])))

    def _read(self, prompt: str, prefilled: str = "") -> str | None:
        """An entry; `None` where nothing was typed, or the person leaves."""
        try:
            entry = self._reader.read(prompt, prefilled=prefilled)
        except Interrupted:
            say(_("Nothing was sent. `quit` or Ctrl-D leaves."))
            return None
        if entry is None:
            self._control.left = True
        return entry

    def _to_desk(self, entry: str) -> None:
        if not entry.strip():
            return
        line = parse_desk(entry)
        if line.word == "end" and self._long is not None and self._long.keeps_back():
            return
        try:
            if not self._control.do(line):
                say(_("There is no such word here; `help` lists them."))
        except PhysassistError as error:
            say(str(error))

    def _leave(self) -> None:
        if self._director.state.ended is None and self._desk.queue:
            say(_("Not asked, and not recorded:"))
            for text in self._desk.queue:
                say(text.text)
        if self._director.state.ended is None and not self._loop.left:
            self._assistant.act(Quit())
        if self._director.state.ended is not None and self._long is not None:
            self._long.desk.forget()
