"""A stage with a person in the physician's or the patient's seat, or beside a copilot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from textual import on
from textual.binding import BindingType
from textual.widget import Widget

from physassist_tui.core.acts import act_of
from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import Act, Answer, Ask, AssistantView, CallTool
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Message, _, msg
from physassist_tui.play.casting import HUMAN
from physassist_tui.tui.keys import key
from physassist_tui.tui.messages import Target
from physassist_tui.tui.screens.control.directed import DirectedStage
from physassist_tui.tui.screens.control.edit_text import EditText
from physassist_tui.tui.screens.control.feet import FootKind, foot_of
from physassist_tui.tui.screens.control.line_screen import LineScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.composer import Composer
from physassist_tui.tui.widgets.control.asking import Asking, QueueList
from physassist_tui.tui.widgets.control.deciding import Deciding, value_text
from physassist_tui.tui.widgets.control.foot import Foot
from physassist_tui.tui.widgets.control.replying import Replying
from physassist_tui.tui.widgets.draft import Keys
from physassist_tui.tui.widgets.watch_bar import WatchBar


class SeatedStage(DirectedStage):
    """What a person does in seats other than the assistant's."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("y", "accept", msg("accept"), msg("Does what the copilot proposes.")),
        key("e", "edit", msg("edit"), msg("Changes what the copilot proposes, and does it.")),
        key("r", "reject", msg("reject"), msg("Refuses it; the copilot is told why.")),
        key(
            "d",
            "finish",
            msg("nothing more to ask"),
            msg("As the physician you have nothing more to ask: the session is completed."),
        ),
        key(
            "k",
            "facts",
            msg("patient's facts"),
            msg("Shows what the patient knows, though you assist too."),
        ),
    ]

    _facts_shown = False
    _focus_wanted = False
    _carrying: str | None = None

    # Bars

    def makers(self) -> dict[FootKind, Callable[[], Widget]]:
        """What makes each bar."""
        return {
            "asking": lambda: Asking(self.send_keys, self._asked),
            "replying": lambda: Replying(
                self.send_keys, self._hands.patient.facts_said, self._replied
            ),
            "deciding": Deciding,
        }

    @property
    def send_keys(self) -> Keys:
        """The keys that send."""
        return lambda: frozenset({self.physassist.settings.send_key})

    def kind(self) -> FootKind:
        """The bar for who is waited for now."""
        return foot_of(self._hands.driver.waiting(), self._seat.seated(), asks=self._asks)

    def draw_foot(self, view: AssistantView) -> None:
        """Shows the bar for who is waited for, and how the play stands where one waits."""
        foot = self.query_one(Foot)
        within = self.focused is None or foot.has_focus_within or foot.kind == "bar"
        kind = self.kind()
        changed = foot.show(kind)
        self._draw_bar(view, kind)
        match foot.bar_of(kind):
            case Asking() as asking:
                self._draw_asking(asking)
            case Replying() as replying:
                self._draw_replying(replying)
            case Deciding() as deciding:
                proposal = self._open_proposal(view)
                if proposal is not None:
                    deciding.draw(proposal.player, proposal.act)
            case _:
                pass
        if changed:
            self._facts_shown = False
            if kind == "replying":
                self._bring_up("patient")
            if within or kind == "deciding":
                self.call_after_refresh(self.focus_foot)

    def _draw_bar(self, view: AssistantView, kind: FootKind) -> None:
        now = self.standing(view, typing=kind != "bar")
        bar = self.query_one(WatchBar)
        bar.display = kind == "bar" or now.waiting in ("paused", "provider") or (
            self._moving is not None and now.model
        )  # fmt: skip
        if bar.display:
            bar.draw(*self.words(now))

    def _draw_asking(self, asking: Asking) -> None:
        view = self._hands.physician.view()
        seated = view.player == HUMAN
        if not seated or self._asks:
            between = view.turn is None and not view.queue
            told = _("You ask as the physician, at once:") if between else _(
                "You ask as the physician, after the current answer:"
            )  # fmt: skip
        elif view.turn_count == 0:
            told = _("You are the physician. Ask as you like; Ctrl+O D ends the session.")
        elif view.draft is not None:
            told = _(
                "You are the physician. Request {n} of {count} is offered; change it as you like:",
                n=view.draft.scenario_turn,
                count=view.turn_count,
            )
        else:
            told = _("You are the physician. All has been asked; Ctrl+O D ends the session.")
        # What the script asks next is for nobody but who sits in the physician's seat.
        offered = view.draft if seated and view.turn is None and not self._asks else None
        asking.draw(offered=offered, queue=view.queue, heading=told)

    def _draw_replying(self, replying: Replying) -> None:
        view = self._hands.patient.view()
        question = view.question
        words = ""
        if question is not None:
            given = " ".join(f"{name}={value}" for name, value in question.arguments.items())
            words = question.text or f"{question.via or ''} {given}".strip()
        replying.draw(view, words, facts=self._facts_open())

    def _facts_open(self) -> bool:
        return self._facts_shown or self._seat.seated()[Seat.ASSISTANT] != HUMAN

    def focus_foot(self) -> None:
        """Goes to where one writes or decides; else to the pane that is in sight."""
        foot = next(iter(self.query(Foot)), None)
        if foot is None:
            return  # asked for after a refresh, and the score has taken the screen's place since
        bar = foot.bar_of(foot.kind)
        if bar is None:
            self._go_to(self._active)
        elif not bar.is_mounted:
            self._focus_wanted = True  # once it is there
        elif isinstance(bar, Asking | Replying | Deciding | Composer):
            bar.take_focus()

    @on(Foot.Ready)
    def _bar_is_there(self) -> None:
        if self._focus_wanted:
            self._focus_wanted = False
            self.focus_foot()

    def live_in(self, target: Target) -> None:
        """Brings the pane up that is being written in, unless the person writes too."""
        if self.query_one(Foot).kind == "bar":
            self._bring_up(target)

    # Doing

    def carry_out(
        self,
        do: Callable[[], Sequence[AnyEvent]],
        bar: Asking | Replying,
        written: str,
        then: Callable[[], Any],
    ) -> None:
        """Does what was written in a bar, which says what is wrong with it.

        What is struck twice is done once; anything else that comes meanwhile stays in its field.
        """
        if self._carrying is not None:
            if self._carrying != written:
                bar.slip(_("The last act is still under way; your text is kept."))
            return
        self._carrying = written

        def done() -> PhysassistError | None:
            try:
                do()
            except PhysassistError as error:
                return error
            return None

        def told(error: PhysassistError | None) -> None:
            self._carrying = None
            if error is not None:
                bar.slip(str(error))
                return
            bar.sent(written)
            then()
            if self._hands.desk.ended is not None:
                self.over()

        self.at_desk(done, told)

    # The physician

    def _asked(self, written: str, queued: int | None) -> None:
        bar, text = self._asking(), written.strip()
        desk, physician = self._hands.desk, self._hands.physician
        view = physician.view()

        def ask() -> Sequence[AnyEvent]:
            if queued is not None:
                desk.edit_queued(queued, text)
                return []
            if view.player == HUMAN and view.turn is None and not self._asks:
                return physician.request(text)
            return desk.free_turn(text)

        self.carry_out(ask, bar, written, self._stop_asking)

    def _stop_asking(self) -> None:
        waits = self._hands.desk.queue
        if self._asks and not waits:
            self._asks = False
        self.draw()

    def _asking(self) -> Asking:
        return self.query_one(Asking)

    @on(QueueList.Retract)
    def _retract(self, event: QueueList.Retract) -> None:
        self.at_desk(lambda: self._hands.desk.retract_queued(event.queued.id))

    def action_free(self) -> None:
        """Asks as the physician, whoever is at work."""
        self._asks = True
        self.draw()
        self.call_after_refresh(self.focus_foot)

    def leave_asking(self) -> bool:
        """Leaves the writing of a free turn; `False` where none is written."""
        if not self._asks:
            return False
        self._asks = False
        self.draw()
        self.call_after_refresh(self.focus_foot)
        return True

    def action_finish(self) -> None:
        """Completes the session: the physician has nothing more to ask."""
        self.at_desk(self._hands.physician.finish, lambda _events: self.over())

    # The patient

    def _replied(self, written: str, facts: tuple[str, ...] | None) -> None:
        patient = self._hands.patient
        bar = self.query_one(Replying)

        def reply() -> Sequence[AnyEvent]:
            return patient.reply(written.strip(), facts)

        self.carry_out(reply, bar, written, self.draw)

    def action_facts(self) -> None:
        """Shows the facts to one who assists as well, once that is confirmed."""

        def given(answer: str | None) -> None:
            if answer is not None:
                self._facts_shown = True
                self.draw()

        warning = msg(
            "You assist too: from here on you know what you would have had to ask for. "
            "Enter shows the facts."
        )
        self.app.push_screen(LineScreen(warning), given)

    # A copilot's proposals

    def _open_proposal(self, view: AssistantView) -> Any:
        last = view.proposals[-1] if view.proposals else None
        return last if last is not None and last.open else None

    def action_accept(self) -> None:
        """Does what is proposed."""
        proposal = self._open_proposal(self._seat.view())
        if proposal is not None:
            self.decide(lambda: self._seat.decide(proposal.id, "accept", None, ""))

    def action_reject(self) -> None:
        """Refuses what is proposed, with a reason."""
        proposal = self._open_proposal(self._seat.view())
        if proposal is None:
            return

        def given(reason: str | None) -> None:
            if reason is not None:
                self.decide(lambda: self._seat.decide(proposal.id, "reject", None, reason))

        self.app.push_screen(LineScreen(msg("Why? The copilot is told."), needed=True), given)

    def action_edit(self) -> None:
        """Changes what is proposed."""
        view = self._seat.view()
        proposal = self._open_proposal(view)
        if proposal is None:
            return
        act = act_of(proposal.act)

        def edited(changed: Act | None) -> None:
            if changed is not None:
                self._decide_edited(proposal.id, act, changed)

        match act:
            case CallTool(tool=tool, arguments=arguments):
                spec = view.toolset.tool(tool)
                if spec is None or not spec.params:
                    self.say(_("There is nothing to fill in here; accept it or reject it."))
                    return
                filled = {name: value_text(value) for name, value in arguments.items()}
                self.app.push_screen(CallForm(spec, self._seat, filled), edited)
            case Ask(text=text):
                self._edit_text(msg("What the patient is asked:"), text, Ask, edited)
            case Answer(text=text):
                self._edit_text(msg("The answer to the physician:"), text, Answer, edited)
            case _:
                pass

    def _edit_text(
        self,
        title: Message,
        text: str,
        kind: Callable[[str], Act],
        then: Callable[[Act | None], None],
    ) -> None:
        def given(changed: str | None) -> None:
            then(None if changed is None else kind(changed))

        self.app.push_screen(EditText(title, text, self.send_keys), given)

    def _decide_edited(self, proposal_id: str, before: Act, changed: Act) -> None:
        if _alike(before, changed):
            self.decide(lambda: self._seat.decide(proposal_id, "accept", None, ""))
            return

        def given(reason: str | None) -> None:
            if reason is not None:
                self.decide(lambda: self._seat.decide(proposal_id, "edit", changed, reason))

        self.app.push_screen(
            LineScreen(msg("Why? The copilot is told; it may be left empty.")), given
        )

    def decide(self, do: Callable[[], Sequence[AnyEvent]]) -> None:
        """Carries a decision out."""

        def decided(events: Sequence[AnyEvent]) -> None:
            self.decided(events)
            if self._hands.desk.ended is not None:
                self.over()

        self.at_desk(do, decided)

    def decided(self, events: Sequence[AnyEvent]) -> None:
        """Draws what a decision brought."""
        raise NotImplementedError

    def can_direct(self, action: str) -> bool | None:
        """Whether it can be done now."""
        waiting = self._hands.driver.waiting()
        match action:
            case "accept" | "edit" | "reject":
                return waiting == "decision"
            case "finish":
                return waiting == "physician"
            case "facts":
                return waiting == "patient" and not self._facts_open()
            case _:
                return super().can_direct(action)


def _alike(one: Act, other: Act) -> bool:
    if isinstance(one, CallTool) and isinstance(other, CallTool):
        given = {name: value_text(value) for name, value in one.arguments.items()}
        typed = {name: value_text(value) for name, value in other.arguments.items()}
        return one.tool == other.tool and given == typed
    return one == other
