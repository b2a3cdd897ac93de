"""A long task in lines: drafts of orders and their signing, steps, searches, what is unsent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from physassist_tui.core.as_typed import call_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.view import AssistantView, CallTool
from physassist_tui.i18n import _, nmsg, several
from physassist_tui.plain import printer
from physassist_tui.plain.desk_words import number_and_rest
from physassist_tui.plain.note_lines import NoteLines
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Reader
from physassist_tui.play.paperwork import checklist
from physassist_tui.play.paperwork.desk import PaperDesk
from physassist_tui.play.paperwork.order_words import order_line, order_name, order_parts
from physassist_tui.play.paperwork.papers import DraftOrder, Papers
from physassist_tui.play.paperwork.searched import clock_text, empty_warning, hit_words, searches
from physassist_tui.play.paperwork.signing import Made, sign
from physassist_tui.play.paperwork.warnings import drafted, fault_of, warnings
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.play.typed import ToolLine, Unclear, find_tool, parse_call

Times = Callable[[], Mapping[str, int]]


class LongTask:
    """What a person types in a long task only. `prefilled` is what comes back to be mended."""

    def __init__(
        self, seat: AssistantSeat, reader: Reader, desk: PaperDesk, times: Times, made: Made
    ) -> None:
        """`times` are the active times of the calls; `made` prints what a call brought."""
        self._seat = seat
        self.desk = desk
        self._times = times
        self._made = made
        self._reviewed: tuple[DraftOrder, ...] | None = None
        self._warned: object = None
        self._notes = NoteLines(seat, reader, desk, made)
        self.prefilled = ""

    def begin(self) -> None:
        """Says what is left from the last time."""
        if self.desk.fault:
            say(self.desk.fault)
        self.tell_unsent()

    def tell_unsent(self) -> None:
        """Says what is not signed, saved or sent; it is kept."""
        if self.desk.papers.answer.strip():
            say(_("Your unsent answer is kept; `answer` goes on with it."))
        for told in checklist.unsent_words(self.desk.papers):
            say(told.render())

    def word(self, word: str, rest: str) -> bool:
        """Carries a word out; `False` where it is none of a long task."""
        words: dict[str, Callable[[str], None]] = {
            "draft": self._draft,
            "orders": lambda _rest: self._orders(),
            "sign": lambda _rest: self._sign(),
            "edit": self._edit,
            "drop": self._drop,
            "note": self._notes.do,
            "searched": lambda _rest: self._searched(),
            "steps": lambda _rest: self._steps(),
            "tick": self._tick,
        }
        if word not in words:
            return False
        words[word](rest)
        return True

    @property
    def left(self) -> bool:
        """Whether the person left while writing a note."""
        return self._notes.left

    # Drafts

    def takes(self, call: CallTool) -> bool:
        """Keeps an order as a draft; `False` for any other call."""
        if drafted(self._seat.view(), call.tool) is None:
            return False
        papers = self.desk.change(lambda papers: papers.with_draft(call.tool, call.arguments))
        self._tell_draft(papers.drafts[-1])
        return True

    def _tell_draft(self, draft: DraftOrder) -> None:
        papers, view = self.desk.papers, self._seat.view()
        say(self._line(draft, view))
        for why in self._wrong(draft, papers, view):
            say(_("! {why}", why=why))
        say(_("It is a draft: nothing is written before you `sign`."))

    def _line(self, draft: DraftOrder, view: AssistantView) -> str:
        tool = view.toolset.tool(draft.tool)
        what = draft.tool if tool is None else order_line(tool, draft.arguments)
        return _("Draft {number}: {what}", number=draft.number, what=what)

    def _wrong(self, draft: DraftOrder, papers: Papers, view: AssistantView) -> Iterator[str]:
        fault = fault_of(draft, self._seat.fault)
        if fault:
            yield _("Cannot be signed yet: {why}", why=fault)
        for one in warnings(draft, papers, view):
            yield one.render()

    def _draft(self, rest: str) -> None:
        if not rest:
            self._drafts()
            return
        head, _space, arguments = rest.partition(" ")
        view = self._seat.view()
        tool = find_tool(head, view.toolset)
        if tool is None or drafted(view, tool.name) is None:
            self.prefilled = f"draft {rest}"
            names = [one.name for one in view.toolset.tools if drafted(view, one.name) is not None]
            say(_("A draft is made of: {tools}.", tools=several(names)))
            return
        line = parse_call(tool, arguments)
        if isinstance(line, Unclear):
            self.prefilled = f"draft {rest}"
            say(line.why.render())
            return
        self.takes(CallTool(line.tool, line.arguments))

    def _drafts(self) -> None:
        papers, view = self.desk.papers, self._seat.view()
        if not papers.drafts:
            say(_("There are no drafts."))
        for draft in papers.drafts:
            say(self._line(draft, view))
            for why in self._wrong(draft, papers, view):
                say(_("! {why}", why=why))
        if papers.drafts:
            say(_("Drafts are in no chart: `sign` reviews and signs, `edit N`, `drop N`."))

    def _orders(self) -> None:
        self._drafts()
        printer.orders(self._seat.view().written)

    def _chosen(self, word: str, rest: str) -> tuple[DraftOrder | None, str]:
        number, told = number_and_rest(rest)
        draft = None if number is None else self.desk.papers.draft(number)
        if draft is None:
            numbers = several(one.number for one in self.desk.papers.drafts)
            self.prefilled = f"{word} {rest}".strip()
            if numbers:
                say(_("Which draft? `{word} N`, with N one of: {numbers}.", word=word,
                      numbers=numbers))  # fmt: skip
            else:
                self.prefilled = ""
                say(_("There are no drafts."))
        return draft, told

    def _edit(self, rest: str) -> None:
        draft, told = self._chosen("edit", rest)
        tool = self._seat.view().toolset.tool(draft.tool) if draft is not None else None
        if draft is None or tool is None:
            return
        if not told:
            words = call_words("", draft.arguments).strip()
            self.prefilled = f"edit {draft.number} {words}"
            say(_("Change it and send it; `name=` alone takes a value away."))
            return
        line = parse_call(tool, told)
        unknown = [] if isinstance(line, Unclear) else [
            name for name in line.arguments if tool.param(name) is None
        ]  # fmt: skip
        if isinstance(line, Unclear) or unknown:
            self.prefilled = f"edit {rest}"
            say(line.why.render() if isinstance(line, Unclear) else _(
                "{tool} has no {param}; `tools {tool}` lists what it has.", tool=tool.name,
                param=unknown[0]))  # fmt: skip
            return
        self._changed(draft, line)

    def _changed(self, draft: DraftOrder, line: ToolLine) -> None:
        merged = {**draft.arguments, **line.arguments}
        kept: dict[str, Any] = {name: value for name, value in merged.items() if value != ""}
        papers = self.desk.change(lambda papers: papers.changed(draft.number, kept))
        changed = papers.draft(draft.number)
        if changed is not None:
            self._tell_draft(changed)

    def _drop(self, rest: str) -> None:
        draft, _told = self._chosen("drop", rest)
        if draft is not None:
            self.desk.change(lambda papers: papers.without(draft.number))
            say(_("Draft {number} is off the list; `undo` puts it back.", number=draft.number))

    def put_back(self) -> bool:
        """Puts the draft back that was dropped last; `False` where there is none."""
        removed = self.desk.papers.removed
        if removed is None:
            return False
        self.desk.change(lambda papers: papers.put_back())
        self._tell_draft(removed)
        return True

    # Signing

    def _sign(self) -> None:
        papers = self.desk.papers
        if not papers.drafts:
            say(_("There is nothing to sign."))
            return
        if self._reviewed != papers.drafts:
            self._review(papers)
            return
        self._reviewed = None
        count = sign(self._seat, self.desk, self._made)
        say(nmsg("{n} order is signed.", "{n} orders are signed.", count).render())

    def _review(self, papers: Papers) -> None:
        view, ready = self._seat.view(), True
        name = one_line(view.banner.name)
        say(nmsg("Review: {n} order to sign for {name}", "Review: {n} orders to sign for {name}",
                 len(papers.drafts), name=name).render())  # fmt: skip
        for draft in papers.drafts:
            tool = view.toolset.tool(draft.tool)
            what = draft.tool if tool is None else order_name(tool, draft.arguments)
            say(_("Draft {number}: {what}", number=draft.number, what=what))
            for label, value in order_parts(draft.arguments):
                say("  " + _("{head}: {value}", head=label.render(), value=one_line(value)))
            ready = ready and not fault_of(draft, self._seat.fault)
            for why in self._wrong(draft, papers, view):
                say("  " + _("! {why}", why=why))
        if not ready:
            say(_("Nothing is signed before every draft can be: `edit N` or `drop N`."))
            return
        self._reviewed = papers.drafts
        told = nmsg(
            "`sign` again signs it: {n} tool call of the {left} that are left. It cannot be "
            "unsigned.",
            "`sign` again signs them in this order: {n} tool calls of the {left} that are left. "
            "They cannot be unsigned.",
            len(papers.drafts),
            left=view.limits.tool_calls_this_turn,
        )
        say(told.render())

    def keeps_back(self) -> bool:
        """Says once what would be left behind by an answer or the end; then lets it go."""
        papers, view = self.desk.papers, self._seat.view()
        left = checklist.left_open(view, papers)
        there = papers.drafts, dict(papers.notes), tuple(file.path for file in view.files)
        if not left or self._warned == there:
            return False
        self._warned = there
        for told in left:
            say(told.render())
        say(_("It would end the task so. The same again goes on."))
        return True

    # Steps, searches

    def _steps(self) -> None:
        view, papers = self._seat.view(), self.desk.papers
        steps = checklist.steps(view, papers)
        if not steps:
            say(_("The task names no numbered steps."))
        for step in steps:
            sign_of = "[x]" if step.done else "[ ]"
            say(f"{sign_of} {step.number}. {one_line(step.text)}")
        for one in checklist.files(view, papers):
            how = checklist.file_words(one).render()
            say(_("File {path}: {how}", path=one_line(one.path), how=how))
        if steps:
            say(_("`tick N` ticks a step, or takes its tick off; nothing else does."))

    def _tick(self, rest: str) -> None:
        number, _rest = number_and_rest(rest)
        steps = checklist.steps(self._seat.view(), self.desk.papers)
        if number is None or not 1 <= number <= len(steps):
            self.prefilled = f"tick {rest}".strip()
            say(_("Which step? `tick N`, with N from 1 to {most}.", most=len(steps)))
            return
        self.desk.change(lambda papers: papers.tick(number))
        self._steps()

    def _searched(self) -> None:
        found = searches(self._seat.view(), self._times())
        if not found:
            say(_("Nothing has been searched in this session."))
        for one in found:
            words = one_line(one.words) or _("(without any condition)")
            say(
                _(
                    "{number}. {hits}: {tool} {words}, at {time}",
                    number=one.number,
                    hits=hit_words(one).render(),
                    tool=one.tool,
                    words=words,
                    time=clock_text(one.at_ms),
                )
            )
        warning = empty_warning(found)
        if warning is not None:
            say(warning.render())
