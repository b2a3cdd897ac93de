"""A stage that a person directs: pause, seats, marks, back and fork, free turns, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import BindingType

from physassist_tui.core.events import AnyEvent, ModelCalled
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import _, msg
from physassist_tui.play.casting import HUMAN, SCRIPT_PREFIX
from physassist_tui.play.driver import Stepped
from physassist_tui.play.unanswered import fault_told, seat_of
from physassist_tui.tui.keys import Action, key
from physassist_tui.tui.messages import TARGETS
from physassist_tui.tui.screens.control.bar_words import Standing, bar_words
from physassist_tui.tui.screens.control.desk_menu import DeskMenu
from physassist_tui.tui.screens.control.driven import DrivenStage, is_model
from physassist_tui.tui.screens.control.fault import REMEDIES, FaultScreen, Remedy
from physassist_tui.tui.screens.control.line_screen import LineScreen
from physassist_tui.tui.screens.control.places import PlacesScreen, places_of
from physassist_tui.tui.screens.control.seats import Given, SeatScreen
from physassist_tui.tui.widgets.control.marks import label_name, marks_in
from physassist_tui.tui.widgets.panes import EhrPane, Pane
from physassist_tui.tui.widgets.status import player_name

CHORD = "ctrl+o"
"""What goes before the one key of an action while one types."""

FIRST = ("accept", "edit", "reject", "stop", "score", "send", "run", "step", "desk", "help")
"""The keys that the bar shows before all others, where they can be used."""


class DirectedStage(DrivenStage):
    """What a person at the desk can do, whoever plays."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key(
            CHORD,
            "desk",
            msg("direct"),
            msg("Pause, seats, marks, going back: then one key, also while you type."),
        ),
        key(
            "space",
            "run",
            msg("run/pause"),
            msg("Pauses after the move under way, or goes on. No time runs in a pause."),
        ),
        key("s", "step", msg("step"), msg("One move of whoever is next, then a pause.")),
        key(
            "h",
            "seats",
            msg("seats"),
            msg("Takes a seat, or gives one to another player, with a line for who comes next."),
        ),
        key("u", "mark('unsafe')", msg("unsafe"), msg("Marks this moment as unsafe.")),
        key("w", "mark('wrong')", msg("wrong"), msg("Marks this moment as wrong.")),
        key("g", "mark('good')", msg("good"), msg("Marks this moment as good.")),
        key("n,m", "mark('note')", msg("note"), msg("Notes something at this moment.")),
        key(
            "a",
            "free",
            msg("free turn"),
            msg("Asks as the physician: at once between turns, else after the current answer."),
        ),
        key(
            "z",
            "rewind",
            msg("go back"),
            msg("Undoes everything after a place that you choose, in the chart too."),
        ),
        key(
            "f",
            "fork",
            msg("fork"),
            msg("A new session from a place that you choose; this one stays as it is."),
        ),
        key("x", "end", msg("end"), msg("Ends the session; what is unanswered stays so.")),
    ]

    _asks = False

    # Drawing

    def _draw_panes(self, view: AssistantView) -> None:
        marks = marks_in(view, self._hands.desk.marks())
        for pane in self.query(Pane):
            pane.marks = marks[pane.target]
            pane.draw(view, in_sight=self._in_sight(pane.target))

    def standing(self, view: AssistantView, *, typing: bool) -> Standing:
        """How the session stands, for the bar."""
        driver, desk = self._hands.driver, self._hands.desk
        waiting = driver.waiting()
        seat = self._moving[0] if self._moving is not None else desk.waiting_for()
        player = self._seat.seated()[seat or Seat.ASSISTANT]
        fault = driver.fault
        return Standing(
            waiting,
            player_name(player),
            ended=view.ended,
            by_hand=self._pace is None and not is_model(player),
            model=is_model(player),
            stopping=self._stopping and self._moving is not None,
            retry=self._retry if self._moving is not None else "",
            fault="" if fault is None else fault.error or fault.fault or "",
            typing=typing,
        )

    def words(self, now: Standing) -> tuple[str, str]:
        """What the bar says."""
        return bar_words(now)

    def moved(self, stepped: Stepped) -> None:
        """Draws what a move brought; a provider's fault is laid before the person."""
        super().moved(stepped)
        if self._hands.driver.waiting() == "provider":
            self.ask_about_fault()

    # Keys

    def can_direct(self, action: str) -> bool | None:
        """Whether an action of the desk can be done now; `None`: it is none of the desk's."""
        over = self._hands.desk.ended is not None
        match action:
            case "step":
                by_hand = self._pace is None and self.mover().startswith(SCRIPT_PREFIX)
                return not over and (self._hands.desk.paused or by_hand)
            case "run" | "seats" | "mark" | "free" | "rewind" | "end":
                return not over
            case "fork" | "desk":
                return True
            case _:
                return None

    def key_order(self, action: Action) -> int:
        """What is to be done now comes first in the bar of keys, then how to find the rest."""
        name = action.action.partition("(")[0]
        return FIRST.index(name) if name in FIRST else len(FIRST)

    def desk_actions(self) -> Iterator[Action]:
        """What can be done at the desk now, each with its one key."""
        for binding in self._desk_bindings():
            action = binding.action.partition("(")[0]
            if self.check_action(action, ()):
                yield Action(
                    self.app.get_key_display(binding), binding.description, binding.tooltip,
                    binding.action, self, binding.show, True,
                )  # fmt: skip

    def chord_actions(self) -> Iterator[Action]:
        """What can be done at the desk while one types, with the keys for it."""
        for one in self.desk_actions():
            yield replace(one, keys=f"Ctrl+O {one.keys}", shown=False)

    def _desk_bindings(self) -> Iterator[Any]:
        for cls in type(self).__mro__:
            for binding in vars(cls).get("BINDINGS", ()):
                first = binding.key.split(",")[0]
                if len(first) == 1 or first == "space":
                    yield replace(binding, key=first)

    def action_desk(self) -> None:
        """Lists what can be done at the desk; one key does it."""

        def chosen(action: str | None) -> None:
            if action is not None:
                self.call_later(self.run_action, action)

        self.app.push_screen(DeskMenu(list(self.desk_actions())), chosen)

    def action_run(self) -> None:
        """Pauses, or goes on."""
        desk = self._hands.desk
        self._halted = False
        if desk.paused:
            self.at_desk(desk.resume)
        else:
            self.at_desk(desk.pause)

    def action_step(self) -> None:
        """Lets whoever is next do one move."""
        self.step_once()

    # Seats

    def action_seats(self) -> None:
        """Takes a seat, or gives one away."""
        self.change_seat(SeatScreen(self._seat.seated(), self._before(), self._hands.driver.check))

    def _before(self) -> dict[Seat, str]:
        """Who sat in each seat before the one who sits there now."""
        return {
            event.data.changed: event.data.from_player
            for event in self._hands.desk.events()
            if event.kind == "seat_changed"
        }

    def change_seat(self, dialog: SeatScreen) -> None:
        """Gives a seat away as the dialog says."""

        def given(choice: Given | None) -> None:
            if choice is not None:
                self.at_desk(lambda: self._give(choice), self._given)
            elif self._hands.driver.waiting() == "provider":
                self.ask_about_fault()

        self.app.push_screen(dialog, given)

    def _give(self, choice: Given) -> Given:
        desk = self._hands.desk
        ends = self._moving is not None and self._moving[0] is choice.seat
        with self.held(stopping=ends):
            failed = self._hands.driver.fault is not None
            desk.change_seat(choice.seat, choice.player, choice.note)
            if failed:
                desk.resume()  # what was waited for is here
        return choice

    def _given(self, choice: Given) -> None:
        self._halted = False
        self.physassist.tell(
            _(
                "{seat}: {player} plays from here.",
                seat=choice.seat_name,
                player=player_name(choice.player),
            )
        )

    # A provider's fault

    def ask_about_fault(self) -> None:
        """Lays a provider's fault before the person."""
        failed = self._hands.driver.failed
        if failed is not None:
            # One that has just come needs no date.
            left = failed == self._hands.left_waiting
            told = (
                fault_told(failed).render()
                if left
                else failed.data.error or failed.data.fault or ""
            )
            # In a study nobody changes who plays.
            fixed: tuple[Remedy, ...] = ("retry", "end")
            remedies = REMEDIES if self._hands.desk.directed else fixed
            self.app.push_screen(FaultScreen(told, remedies), self._mended)

    def _mended(self, remedy: Remedy | None) -> None:
        desk = self._hands.desk
        seated, check = self._seat.seated(), self._hands.driver.check
        match remedy:
            case "retry":
                self.at_desk(desk.resume)
            case "model":
                dialog = SeatScreen(seated, self._before(), check, self._fault_seat(), "model:")
                self.change_seat(dialog)
            case "take":
                dialog = SeatScreen(seated, self._before(), check, self._fault_seat(), HUMAN)
                self.change_seat(dialog)
            case "end":
                self.action_end()
            case None:
                pass

    def _fault_seat(self) -> Seat:
        called = [e for e in self._hands.desk.events() if isinstance(e, ModelCalled)]
        return seat_of(called[-1]) if called else Seat.ASSISTANT

    # Marks

    def action_mark(self, label: str) -> None:
        """Marks the last event, or the call that the keys of the EHR's pane act on."""
        seq = self._marked_seq()
        if label == "note":

            def noted(text: str | None) -> None:
                if text is not None:
                    self._mark(label, text, seq)

            self.app.push_screen(LineScreen(msg("What is to be noted here?"), needed=True), noted)
        else:
            self._mark(label, "", seq)

    def _mark(self, label: str, text: str, seq: int | None) -> None:
        def told(events: Sequence[AnyEvent]) -> None:
            marked = next(e.data.marked_seq for e in events if e.kind == "marked")
            name = label_name(label)
            self.physassist.tell(_("Marked as {label}: event {seq}.", label=name, seq=marked))

        self.at_desk(lambda: self._hands.desk.mark(label, text, seq), told)

    def _marked_seq(self) -> int | None:
        calls = self.query_one(EhrPane).calls
        view = self._seat.view()
        if not calls.has_focus or not view.calls or calls.current == view.calls[-1].call_id:
            return None
        chosen = next((call for call in view.calls if call.call_id == calls.current), None)
        return None if chosen is None else chosen.returned_seq or chosen.seq

    # Back, fork, the end

    def action_rewind(self) -> None:
        """Chooses a place and undoes what came after it."""
        desk = self._hands.desk
        places = places_of(desk.events(), desk.boundaries())

        def chosen(seq: int | None) -> None:
            if seq is not None:
                self.at_desk(lambda: self._rewind(seq), lambda _events: self._rewound(seq))

        self.app.push_screen(PlacesScreen(places, fork=False), chosen)

    def _rewind(self, seq: int) -> Sequence[AnyEvent]:
        with self.held():
            return self._hands.desk.rewind(seq)

    def _rewound(self, seq: int) -> None:
        for target in TARGETS:
            self.query_one(f"#pane-{target}", Pane).transcript.action_scroll_end()
        self.physassist.tell(_("Back at event {seq}; what came after it is undone.", seq=seq))

    def action_fork(self) -> None:
        """Chooses a place and goes on from it in a new session."""
        from physassist_tui.play.boundaries import boundaries

        events = self._hands.desk.events()
        places = places_of(events, boundaries(events))

        def chosen(seq: int | None) -> None:
            if seq is not None:
                self.at_desk(lambda: self._hands.fork(seq), self._forked)

        self.app.push_screen(PlacesScreen(places, fork=True), chosen)

    def _forked(self, opened: Any) -> None:
        self.physassist.tell(_("This is a new session; it is paused. The other one is saved."))
        self.leave(lambda: self.physassist.show_session(opened))

    def leave(self, then: Callable[[], None]) -> None:
        """Leaves the play, then does something else."""
        raise NotImplementedError

    def action_end(self) -> None:
        """Ends the session, once that is confirmed."""

        def given(detail: str | None) -> None:
            if detail is not None:
                self.at_desk(lambda: self._end(detail), lambda _e: self.over())
            elif self._hands.driver.waiting() == "provider":
                self.ask_about_fault()

        told = msg("End the session? It cannot be gone on with. A word on why, or nothing:")
        self.app.push_screen(LineScreen(told), given)

    def _end(self, detail: str) -> Sequence[AnyEvent]:
        reason = self._hands.driver.end_reason
        with self.held():
            return [] if self._hands.desk.ended else self._hands.desk.end(reason, detail)

    def over(self) -> None:
        """The session is over, by what the person did."""
        raise NotImplementedError

    def action_free(self) -> None:
        """Asks as the physician."""
        raise NotImplementedError
