"""The composer: one place to write in, three that it can speak to. Each keeps its own text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import ContentSwitcher, Input, OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.i18n import _, msg
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.play.typed import AskLine, ToolLine, Unclear, find_tool, parse
from physassist_tui.tui.content import Content, joined, line
from physassist_tui.tui.messages import TARGETS, FormWanted, Target, TargetChanged, Written
from physassist_tui.tui.widgets.draft import CallLine, Draft, Keys
from physassist_tui.tui.widgets.panes import pane_name
from physassist_tui.tui.widgets.paragraph import Slip
from physassist_tui.tui.widgets.suggestions import Suggestion, suggest

SEND_KEYS = frozenset({"f5", "ctrl+enter"})
"""These send whatever the settings say."""
ONWARD_KEYS = frozenset({"tab", "ctrl+t"})
"""To the next target at once: what is typed behind them is for that one."""
MOST_SHOWN = 60


class Composer(Vertical):
    """Writes to the physician, the patient or the EHR. Text that is not sent stays."""

    def __init__(
        self, seat: AssistantSeat, sends: Keys, want: Callable[[Act, Written], None]
    ) -> None:
        """`want` gets an act that the person wants done, and what it was written as."""
        super().__init__(id="composer")
        self._seat = seat
        self._sends = sends
        self._want = want
        self.target: Target = "physician"
        self._long_task = seat.view().long_task
        # In a long task there is no patient to ask.
        self._targets = [one for one in TARGETS if one != "patient" or not self._long_task]
        self._suggestions: list[Suggestion] = []
        self._listed_for: str | None = None
        self._once_listed: tuple[str, Callable[[], None]] | None = None
        self.slip_text = ""

    def compose(self) -> ComposeResult:
        """The targets, the field of the chosen one, and what is wrong with it."""
        with Horizontal(id="targets"):
            yield Static(id="target-names")
            yield Static(id="target-help")
        with ContentSwitcher(initial="answer", id="fields"):
            for field in ("answer", "question"):
                yield Draft(
                    id=field,
                    sends=lambda: self._sends() | SEND_KEYS,
                    send=self._send_text,
                    onward=self.next_target,
                    onward_keys=ONWARD_KEYS,
                )
            with Vertical(id="calling"):
                yield CallLine(self._send_call, self._complete, self.next_target, ONWARD_KEYS)
                yield OptionList(id="suggestions", markup=False, compact=True)
        yield Slip(id="slip")

    def on_mount(self) -> None:
        """Draws it, with every tool listed."""
        self.draw()

    # What it shows

    def draw(self) -> None:
        """Writes every text of its own again, in the language of the moment."""
        names = [line(_("To:"))]
        for target in self._targets:
            name = pane_name(target).render()
            chosen = target == self.target
            names.append(line(f"[{name}]", "bold reverse") if chosen else line(f" {name} "))
        self.query_one("#target-names", Static).update(joined(*names, by=" "))
        self.query_one("#target-help", Static).update(self._help())
        self.query_one("#answer", Draft).placeholder = line(_("Your answer…"))
        self.query_one("#question", Draft).placeholder = line(_("What you ask the patient…"))
        self._relist()

    def _help(self) -> Content:
        if self.target == "ehr":
            return line(_("Enter: form or send · Tab: next"))
        if "enter" in self._sends():
            return line(_("Enter sends · Ctrl+J: new line · Tab: next"))
        return line(_("Ctrl+J sends · Enter: new line · Tab: next"))

    def slip(self, text: str) -> None:
        """Says what is wrong with what was written; empty takes it away."""
        self.slip_text = text
        self.query_one("#slip", Slip).tell_if_any(text)

    # Targets

    def choose(self, target: Target) -> None:
        """Speaks to `target` from now on; what was written to the others stays."""
        self.target = target
        field = {"physician": "answer", "patient": "question", "ehr": "calling"}[target]
        self.query_one("#fields", ContentSwitcher).current = field
        self.slip("")
        self.draw()
        self.take_focus()
        self.post_message(TargetChanged(target))

    def take_focus(self) -> None:
        """Puts the caret where one writes; at once, for keys may have been typed ahead."""
        self.screen.set_focus(self.field)

    @property
    def field(self) -> Draft | CallLine:
        """The field of the chosen target."""
        return self._field(self.target)

    def _field(self, target: Target) -> Draft | CallLine:
        if target == "ehr":
            return self._line
        return self.query_one("#answer" if target == "physician" else "#question", Draft)

    @property
    def _line(self) -> CallLine:
        return self.query_one(CallLine)

    def next_target(self) -> None:
        """Goes to the next target."""
        at = self._targets.index(self.target)
        self.choose(self._targets[(at + 1) % len(self._targets)])

    # Sending

    def send(self) -> None:
        """Wants what is written to be sent."""
        written = self.written(self.target).text
        if self.target == "ehr":
            self._send_call(written)
        else:
            self._send_text(written)

    def _send_text(self, text: str) -> None:
        if not text.strip():
            self.slip(_("There is nothing to send."))
            return
        act = Answer(text.strip()) if self.target == "physician" else Ask(text.strip())
        self._want(act, Written(self.target, text))

    def written(self, target: Target) -> Written:
        """What stands in the field of a target."""
        field = self._field(target)
        return Written(target, field.value if isinstance(field, CallLine) else field.text)

    def holds(self, written: Written) -> bool:
        """Whether it still stands in its field, whatever was typed behind it."""
        return self.written(written.field).text.startswith(written.text)

    def sent(self, written: Written) -> None:
        """Takes the text that has been sent out of its field; what was typed since stays."""
        self.slip("")
        self._field(written.field).take(written.text)

    # Calls

    def _send_call(self, text: str) -> None:
        head, _space, rest = text.strip().partition(" ")
        tool = find_tool(head, self._seat.view().toolset)
        written = Written("ehr", text)
        if tool is not None and (rest.strip() or not tool.params):
            self._do_line(text, written)
            return
        if tool is not None:
            self.post_message(FormWanted(tool.name, written))
            return
        self._when_listed(self._send_chosen)

    def _send_chosen(self) -> None:
        if self._suggestions and self._suggestions[0].tool:
            options = self.query_one("#suggestions", OptionList)
            self._choose_suggestion(options.highlighted or 0)
            return
        self._do_line(self._line.value, self.written("ehr"))

    def _when_listed(self, do: Callable[[], None]) -> None:
        """Does `do` once the list is that of what is typed: now, or as soon as it has come."""
        text = self._line.value
        if self._listed_for == text:
            do()
        else:
            self._once_listed = text, do

    def _do_line(self, text: str, written: Written) -> None:
        parsed = parse(text.strip(), self._seat.view().toolset)
        match parsed:
            case ToolLine(tool=tool, arguments=arguments):
                self._want(CallTool(tool, arguments), written)
            case AskLine(text=question):
                self._want(Ask(question), written)
            case Unclear(why=why, to_nobody=False):
                self.slip(why.render())
            case _:
                self.slip(msg("Begin with the name of a tool; the list shows them.").render())

    @on(CallLine.Down)
    def _into_list(self) -> None:
        self.query_one("#suggestions", OptionList).focus()

    def _complete(self) -> None:
        if not self._line.value.strip():
            self.next_target()
            return
        self._when_listed(self._put_chosen)

    def _put_chosen(self) -> None:
        if not self._suggestions:
            self.next_target()
            return
        options = self.query_one("#suggestions", OptionList)
        self._put(self._suggestions[options.highlighted or 0].line)

    @on(OptionList.OptionSelected, "#suggestions")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._choose_suggestion(event.option_index)

    def _choose_suggestion(self, at: int) -> None:
        chosen = self._suggestions[at]
        if chosen.tool is None:
            self._put(chosen.line)
            return
        spec = self._seat.view().toolset.tool(chosen.tool)
        if spec is not None and not spec.params:
            self._do_line(chosen.tool, self.written("ehr"))
        else:
            self.post_message(FormWanted(chosen.tool, self.written("ehr")))

    def _put(self, text: str) -> None:
        field = self._line
        field.value = text
        field.cursor_position = len(text)
        field.focus()

    @on(Input.Changed, "#call-line")
    def _relist(self) -> None:
        self._list_for(self._line.value)

    @work(exclusive=True, group="suggest")
    async def _list_for(self, text: str) -> None:
        view = self._seat.view()
        try:
            found = await asyncio.to_thread(suggest, text, view.toolset, self._seat.completions)
        except PhysassistError as error:
            self.slip(str(error))
            return
        self._suggestions = found[:MOST_SHOWN]
        options = self.query_one("#suggestions", OptionList)
        options.clear_options()
        options.add_options(
            [
                Option(joined(line(one.label, "bold"), line(one.note), by="  "))
                for one in self._suggestions
            ]
        )
        if self._suggestions:
            options.highlighted = 0
        self._listed_for = text
        wanted, self._once_listed = self._once_listed, None
        # It was meant for what was typed then, and for nothing longer.
        if wanted is not None and wanted[0] == text:
            wanted[1]()
