"""The order set of this session: drafts, which can be changed, and what has been signed."""

from __future__ import annotations

import asyncio
from typing import ClassVar, Literal, Protocol

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _, msg, nmsg
from physassist_tui.play.paperwork.desk import PaperDesk
from physassist_tui.play.paperwork.warnings import fault_of
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.long.draft_form import DraftForm
from physassist_tui.tui.widgets.long.hanging import hanging
from physassist_tui.tui.widgets.long.order_text import (
    Faulty,
    draft_blocks,
    draft_line,
    signed_blocks,
)
from physassist_tui.tui.widgets.orders import order_line
from physassist_tui.tui.widgets.selecting import SelectingScreen
from physassist_tui.tui.widgets.transcript import Block, Transcript

NARROW = 100
NO_WIDTH = 60
Wish = tuple[Literal["review", "cancel"], str]
"""What the order set leads to: the review, or an order that is to be taken back."""


class Keeps(Protocol):
    """What the order set needs of the play."""

    def keep_papers(self) -> None:
        """Writes the papers down, off the loop."""


class OrderSetScreen(SelectingScreen["Wish | None"]):
    """Lists drafts and signed orders; what one is on stands in full beside or below."""

    CSS_PATH = "long.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,s", "review", msg("review and sign"), msg("Shows all drafts once more, to sign.")),
        key("e", "edit", msg("edit"), msg("Opens the draft's form.")),
        key("x,delete", "remove", msg("remove"),
            msg("Takes a draft off, or asks to take a signed order back.")),
        key("u", "undo", msg("put back"), msg("Puts the draft back that was taken off last.")),
        key("escape,q,f7", "leave", msg("back"), msg("Goes back to where you were.")),
    ]  # fmt: skip

    def __init__(
        self, seat: AssistantSeat, desk: PaperDesk, keeps: Keeps, *, held_up: str = ""
    ) -> None:
        """`held_up` says why nothing can be changed and signed now; empty where it can."""
        super().__init__()
        self._seat = seat
        self._desk = desk
        self._keeps = keeps
        self._held_up = held_up
        self._may = not held_up
        self._faulty: Faulty = {}

    def compose(self) -> ComposeResult:
        """The list, and what one is on in full."""
        yield Static(id="order-title", classes="title")
        with Container(id="order-panes"):
            yield OptionList(id="order-list", markup=False)
            yield Transcript(id="order-text", follow=False)
        yield Static(id="order-note")
        yield KeyBar()

    def on_mount(self) -> None:
        """Draws what there is."""
        self.query_one(OptionList).focus()
        self.draw()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        self.draw()

    def on_resize(self, event: events.Resize) -> None:
        """Side by side where there is room."""
        self.set_class(event.size.width < NARROW, "narrow")
        self.call_after_refresh(self.draw)

    @work(exclusive=True, group="draw")
    async def draw(self) -> None:
        """Shows the drafts and orders as they are now."""
        papers = self._desk.papers
        found = [
            (one.number, await asyncio.to_thread(fault_of, one, self._seat.fault))
            for one in papers.drafts
        ]
        self._faulty = {number: why for number, why in found if why}
        view = self._seat.view()
        title = _("Order set of this session: {name}", name=view.banner.name)
        self.query_one("#order-title", Static).update(line(title))
        shown = self.query_one(OptionList)
        kept = shown.highlighted or 0
        rows = self._rows(view)
        shown.clear_options()
        shown.add_options(rows)
        can = [at for at, row in enumerate(rows) if not row.disabled]
        shown.highlighted = min(can, key=lambda at: abs(at - kept)) if can else None
        self._show_note()
        self._show_chosen()
        self.refresh_bindings()

    def _rows(self, view: AssistantView) -> list[Option]:
        papers = self._desk.papers
        width = self.query_one(OptionList).scrollable_content_region.width or NO_WIDTH
        count = len(papers.drafts)
        head = nmsg("{n} draft, not signed", "{n} drafts, not signed", count).render()
        rows = [Option(line(head, "bold"), disabled=True)]
        for draft in papers.drafts:
            told = draft_line(draft, papers, view, self._faulty)
            rows.append(Option(hanging(told, width, 4), id=f"draft {draft.number}"))
        head = nmsg(
            "{n} order signed in this session",
            "{n} orders signed in this session",
            len(view.written),
        ).render()
        rows.append(Option(line(head, "bold"), disabled=True))
        rows += [
            Option(hanging(order_line(one), width, 4), id=f"order {one.ref}")
            for one in view.written
        ]
        return rows

    def _show_note(self) -> None:
        if not self._may:
            told = self._held_up
        elif self._desk.papers.drafts:
            told = _("Drafts are in no chart. F5 reviews and signs them, in this order.")
        else:
            told = _("A new order begins in the EHR's line: its form gives a draft.")
        self.query_one("#order-note", Static).update(line(told))

    @on(OptionList.OptionHighlighted)
    def _show_chosen(self) -> None:
        kind, which = self._chosen()
        view, papers = self._seat.view(), self._desk.papers
        blocks: list[Block] = []
        if kind == "draft":
            draft = papers.draft(int(which))
            if draft is not None:
                blocks = draft_blocks(draft, papers, view, self._faulty)
        elif kind == "order":
            written = next((one for one in view.written if one.ref == which), None)
            blocks = signed_blocks(written, view) if written is not None else []
        self.query_one(Transcript).show(blocks)
        self.refresh_bindings()

    def _chosen(self) -> tuple[str, str]:
        shown = self.query_one(OptionList)
        option = shown.highlighted_option
        kind, _space, which = str(option.id if option and option.id else "").partition(" ")
        return kind, which

    # What can be done

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Hides what cannot be done now."""
        del parameters
        if action not in ("review", "edit", "remove", "undo"):
            return True
        if not (self._may and self.is_mounted):
            return False
        kind = self._chosen()[0]
        match action:
            case "review":
                return bool(self._desk.papers.drafts)
            case "edit":
                return kind == "draft"
            case "remove":
                can_cancel = self._seat.view().toolset.tool("order.cancel") is not None
                return kind == "draft" or (kind == "order" and can_cancel)
            case _:
                return self._desk.papers.removed is not None

    @on(OptionList.OptionSelected)
    def action_edit(self) -> None:
        """Opens the form of a draft."""
        kind, which = self._chosen()
        draft = self._desk.papers.draft(int(which)) if kind == "draft" else None
        tool = self._seat.view().toolset.tool(draft.tool) if draft is not None else None
        if draft is None or tool is None or not self._may:
            return
        number = draft.number
        filled = {name: str(value) for name, value in draft.arguments.items()}

        def changed(call: object) -> None:
            arguments = getattr(call, "arguments", None)
            if arguments is not None:
                self._desk.note(lambda papers: papers.changed(number, arguments))
                self._kept()

        self.app.push_screen(DraftForm(tool, self._seat, filled), changed)

    def action_remove(self) -> None:
        """Takes a draft off, which can be put back; a signed order is asked about."""
        kind, which = self._chosen()
        if kind == "draft":
            self._desk.note(lambda papers: papers.without(int(which)))
            self._kept()
        elif kind == "order":
            self.dismiss(("cancel", which))

    def action_undo(self) -> None:
        """Puts the draft back that was taken off last."""
        self._desk.note(lambda papers: papers.put_back())
        self._kept()

    def _kept(self) -> None:
        self._keeps.keep_papers()
        self.draw()

    def action_review(self) -> None:
        """Goes to the review."""
        self.dismiss(("review", ""))

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
