"""The task's own steps to tick, its files, the orders and the searches, in a list of keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _, msg, nmsg
from physassist_tui.play.paperwork import checklist
from physassist_tui.play.paperwork.papers import Papers
from physassist_tui.play.paperwork.searched import searches
from physassist_tui.tui.content import Content, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.long.hanging import hanging

Row = tuple[str, Content]
NO_WIDTH = 76
"""For how many cells rows are laid out before the list has its size."""


class Checklist(OptionList):
    """The steps are ticked by the person and by nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter,space", "select", msg("tick/open"),
            msg("Ticks the step, or opens the file, the orders or the searches.")),
    ]  # fmt: skip

    @dataclass
    class Tick(Message):
        """The person ticks a step, or takes the tick off."""

        step: int

    @dataclass
    class Open(Message):
        """The person wants what a row is about: `orders`, `searched`, or a file's path."""

        what: str
        path: str = ""

    def __init__(self) -> None:
        super().__init__(id="steps", markup=False)
        self._folded = False
        self._rows: list[Row] = []
        self._view: AssistantView | None = None
        self._papers: Papers | None = None
        self._width = NO_WIDTH

    def on_resize(self) -> None:
        """Breaks the rows anew."""
        if self._view is not None:
            self.draw(self._view, self._papers)

    def draw(self, view: AssistantView, papers: Papers | None) -> None:
        """Shows how far one is; in a recording (`papers` `None`) there are no ticks."""
        self._view, self._papers = view, papers
        self._width = self.scrollable_content_region.width or NO_WIDTH
        rows = [*self._file_rows(), *self._other_rows(), *self._step_rows()]
        if rows == self._rows:
            return
        first = next((at for at, row in enumerate(rows) if row[0].startswith("step")), 0)
        kept = self.highlighted if self._rows else first
        self._rows = rows
        self.clear_options()
        self.add_options([Option(content, id=row) for row, content in rows])
        self.highlighted = min(kept or 0, len(rows) - 1) if rows else None

    def _step_rows(self) -> list[Row]:
        assert self._view is not None
        steps = checklist.steps(self._view, self._papers or Papers())
        if not steps:
            return [("none", line(_("The task names no numbered steps.")))]
        done = sum(1 for step in steps if step.done)
        sign = "▸" if self._folded else "▾"
        if self._papers is None:
            head = _("{sign} Steps of the task: {count}", sign=sign, count=len(steps))
        else:
            head = _(
                "{sign} Steps: {done} of {count} ticked", sign=sign, done=done, count=len(steps)
            )
        rows = [("fold", line(head, "bold"))]
        if not self._folded:
            for step in steps:
                box = "" if self._papers is None else "[x] " if step.done else "[ ] "
                told = f"{box}{step.number}. {step.text}"
                rows.append((f"step {step.number}", hanging(told, self._width, 4)))
        return rows

    def _file_rows(self) -> list[Row]:
        assert self._view is not None
        rows = []
        for one in checklist.files(self._view, self._papers or Papers()):
            told = _("File {path}: {how}", path=one.path, how=checklist.file_words(one).render())
            rows.append((f"file {one.path}", hanging(told, self._width, 4)))
        return rows

    def _other_rows(self) -> list[Row]:
        assert self._view is not None
        written, drafts = len(self._view.written), 0
        if self._papers is None:
            orders = _("Orders: {signed} signed", signed=written)
        else:
            drafts = len(self._papers.drafts)
            unsigned = nmsg("{n} draft not signed", "{n} drafts not signed", drafts).render()
            orders = _("Orders: {unsigned}, {signed} signed", unsigned=unsigned, signed=written)
        found = searches(self._view, {})
        empty = sum(1 for one in found if one.empty)
        told = nmsg("{n} search", "{n} searches", len(found)).render()
        searched = _("Searched so far: {searches}, {empty} found nothing", searches=told,
                     empty=empty)  # fmt: skip
        style = "bold" if drafts else ""
        return [
            ("orders", hanging(orders, self._width, 4, style)),
            ("searched", hanging(searched, self._width, 4)),
        ]

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Does what the row is for."""
        event.stop()
        kind, _space, rest = str(event.option_id).partition(" ")
        match kind:
            case "step":
                self.post_message(self.Tick(int(rest)))
            case "fold":
                self._folded = not self._folded
                if self._view is not None:
                    self.draw(self._view, self._papers)
            case "file":
                self.post_message(self.Open("note", rest))
            case "orders" | "searched":
                self.post_message(self.Open(kind))
