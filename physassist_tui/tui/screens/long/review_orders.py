"""All drafts once more, with what looks wrong with them; then they are signed, in order."""

from __future__ import annotations

import asyncio
from typing import ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from physassist_tui.i18n import _, msg, nmsg, several
from physassist_tui.play.paperwork.papers import Papers
from physassist_tui.play.paperwork.warnings import fault_of
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.long.order_text import Faulty, draft_blocks, warning_blocks
from physassist_tui.tui.widgets.selecting import SELECTING, Marking, SelectingScreen
from physassist_tui.tui.widgets.transcript import Block, Transcript


class ReviewOrders(SelectingScreen[bool]):
    """Gives whether the drafts are to be signed. One that cannot be signed keeps all back."""

    CSS_PATH = "long.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,s", "sign", msg("sign"), msg("Signs every draft, in this order.")),
        key("escape,q", "leave", msg("back"), msg("Goes back; nothing is signed.")),
        *SELECTING,
    ]

    def __init__(self, seat: AssistantSeat, papers: Papers) -> None:
        super().__init__()
        self._seat = seat
        self._papers = papers
        self._faulty: Faulty | None = None

    def compose(self) -> ComposeResult:
        """The drafts, and what signing does."""
        yield Static(id="order-title", classes="title")
        yield Transcript(id="review-text", follow=False)
        yield Static(id="order-note")
        yield KeyBar()

    def on_mount(self) -> None:
        """Draws the drafts."""
        transcript = self.query_one(Transcript)
        self._marking = Marking(transcript)
        transcript.focus()
        self.draw()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        self.draw()

    @work(exclusive=True, group="draw")
    async def draw(self) -> None:
        """Shows every draft in full."""
        drafts = self._papers.drafts
        found = [
            (one.number, await asyncio.to_thread(fault_of, one, self._seat.fault)) for one in drafts
        ]
        self._faulty = {number: why for number, why in found if why}
        view = self._seat.view()
        title = nmsg(
            "Review: {n} order to sign for {name}", "Review: {n} orders to sign for {name}",
            len(drafts), name=view.banner.name,
        ).render()  # fmt: skip
        self.query_one("#order-title", Static).update(plain(title))
        blocks = warning_blocks(self._papers, view, self._faulty)
        for draft in drafts:
            blocks += [*draft_blocks(draft, self._papers, view, self._faulty), Block("")]
        self.query_one(Transcript).show(blocks[:-1])
        self.query_one("#order-note", Static).update(plain(self._note()))

    def _note(self) -> str:
        if self._faulty:
            numbers = several(self._faulty)
            return _("! Nothing is signed before every draft can be: {numbers}.", numbers=numbers)
        left = self._seat.view().limits.tool_calls_this_turn
        count = len(self._papers.drafts)
        told = nmsg(
            "F5 signs it: {n} tool call of the {left} that are left. It cannot be unsigned.",
            "F5 signs them in this order: {n} tool calls of the {left} that are left. They "
            "cannot be unsigned.",
            count,
            left=left,
        ).render()
        return told if count <= left else "! " + told

    def action_select_lines(self, by: int) -> None:
        """Selects a line more, or a line less."""
        self._marking.move(by)

    def action_select_whole(self) -> None:
        """Selects the whole text."""
        self._marking.whole()

    def action_sign(self) -> None:
        """Signs, where nothing keeps it back."""
        if self._faulty == {}:
            self.dismiss(True)
        elif self._faulty:
            self.query_one("#order-note", Static).update(plain(self._note(), "reverse"))

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(False)
