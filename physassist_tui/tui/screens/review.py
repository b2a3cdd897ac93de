"""The review: a person grades a session's items, blind, with one key a grade.

The screen sees the session through its `ReviewSeat` alone: what is done is an act of the seat,
what is drawn is the seat's view after it. Nothing of who played, of rules or of other raters
reaches it before the lock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Literal, cast, get_args

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, Message, _, current_language, msg
from physassist_tui.score.review.seat import ReviewSeat
from physassist_tui.score.review.view import ItemView, Reveal, ReviewView
from physassist_tui.score.review.words import revealed_lines
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.review_dialogs import (
    Disputed,
    DisputeScreen,
    ItemsScreen,
    LockScreen,
    NoteScreen,
    PausedScreen,
)
from physassist_tui.tui.widgets.flow import Flow
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip
from physassist_tui.tui.widgets.reading_pane import ReadingPane
from physassist_tui.tui.widgets.review_blocks import bar, entry_blocks, evidence_blocks, item_blocks
from physassist_tui.tui.widgets.selecting import SelectingScreen
from physassist_tui.tui.widgets.transcript import Block

if TYPE_CHECKING:
    from physassist_tui.tui.app import PhysassistApp

NARROW = 100
Part = Literal["item", "evidence", "transcript"]
PARTS: tuple[Part, ...] = get_args(Part)


def part_name(part: Part) -> Message:
    """What a pane is called."""
    return {
        "item": msg("Item and answer"),
        "evidence": msg("Evidence for the item"),
        "transcript": msg("Transcript"),
    }[part]


class ReviewScreen(SelectingScreen[None]):
    """A review under way. Leaving it stops the time; it goes on where it was left."""

    CSS_PATH = "review.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("1", "grade('pass')", msg("pass"), msg("Grades the item as passed, and goes on.")),
        key(
            "2", "grade('partial')", msg("partial"), msg("Grades the item as partly met; goes on.")
        ),
        key("3", "grade('fail')", msg("fail"), msg("Grades the item as failed, and goes on.")),
        key("n", "note", msg("note"), msg("Writes a note on the item, or takes it away.")),
        key(
            "d",
            "dispute",
            msg("dispute"),
            msg("Says that the item itself is wrong, unclear or unsafe."),
        ),
        key("s", "skip", msg("skip"), msg("Leaves the item for later.")),
        key(
            "b", "back", msg("item before"), msg("Goes to the item before, graded or not."),
            show=False,
        ),
        key("v,g", "items", msg("items"), msg("Lists the items and what you said; goes to one.")),
        key(
            "t", "show('transcript')", msg("transcript"), msg("Goes to the transcript."),
            show=False,
        ),
        key("e", "show('evidence')", msg("evidence"), msg("Goes to the evidence."), show=False),
        key("i", "show('item')", msg("item"), msg("Goes to the item and the answer."), show=False),
        key("p", "pause", msg("pause"), msg("Stops the time until the next key.")),
        key("l", "lock", msg("lock"), msg("Ends the review for good and shows the others'.")),
        key("f10", "zoom", msg("zoom"), msg("One pane on the whole screen, and back."), show=False),
        key(
            "escape,q", "leave", msg("leave"),
            msg("Leaves the review; all is kept and can be gone on with."),
        ),
    ]  # fmt: skip

    def __init__(self, seat: ReviewSeat) -> None:
        super().__init__()
        self._seat = seat
        self._view: ReviewView | None = None
        self._number = 0
        self._title_drawn = ""
        self._drawn: tuple[int, Lang] | None = None
        self._shown: Part = "evidence"
        self._zoomed: Part | None = None

    # Composition and drawing

    def compose(self) -> ComposeResult:
        """The item with its evidence; beside them, or in place of the evidence, the transcript."""
        yield Static(id="review-title", classes="title")
        yield Flow(id="review-tabs")
        with Horizontal(id="review"):
            with Vertical(id="review-left"):
                yield ReadingPane("item")
                yield ReadingPane("evidence")
            with Vertical(id="review-right"):
                yield ReadingPane("transcript")
        yield Slip(id="review-slip")
        yield Flow(id="review-status")
        yield KeyBar()

    async def on_mount(self) -> None:
        """Shows the item that the review is at."""
        self._layout()
        await self._draw(await asyncio.to_thread(self._seat.view))
        self._pane("item").transcript.focus()

    async def on_unmount(self) -> None:
        """Whoever leaves, also by leaving the app, stops the time."""
        if self._view is not None and not self._view.locked:
            await asyncio.to_thread(self._seat.pause)

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        self._slip("")
        await self._draw(await asyncio.to_thread(self._seat.view))

    async def _draw(self, view: ReviewView) -> None:
        self._view = view
        item = view.item
        if item is None:
            return
        title = _(
            "Review by {rater}: {title}, session {session}",
            rater=view.rater,
            title=view.title.text(current_language()),
            session=view.session,
        )
        if title != self._title_drawn:
            self._title_drawn = title
            self.query_one("#review-title", Static).update(line(title))
            self._draw_tabs()
        await self._draw_panes(view, item)
        settled = _("{settled} of {count} done", settled=view.settled, count=view.count)
        self.query_one("#review-status", Flow).show(
            [
                line(_("Item {number} of {count}", number=item.number, count=view.count), "bold"),
                line(f"{bar(view.settled, view.count)} {settled}"),
                line(_("blind until the lock")),
            ]
        )

    async def _draw_panes(self, view: ReviewView, item: ItemView) -> None:
        self._pane("item").draw(self._title("item"), item_blocks(view, item))
        moved, self._number = item.number != self._number, item.number
        if moved:
            self._pane("item").transcript.bring(0)
        which = item.turn, current_language()
        zone = view.zone

        def told() -> tuple[list[Block], list[Block] | None]:
            whole = None if self._drawn == which else entry_blocks(item.transcript, zone)
            return evidence_blocks(item, zone), whole

        evidence, whole = await asyncio.to_thread(told)
        self._pane("evidence").draw(self._title("evidence"), evidence)
        if moved:
            self._pane("evidence").transcript.bring(0)
        if whole is not None:
            self._drawn = which
            self._pane("transcript").draw(self._title("transcript"), whole)

    def _title(self, part: Part) -> str:
        return f"{part[0].upper()} {part_name(part).render()}"

    def _pane(self, part: Part) -> ReadingPane:
        return self.query_one(f"#pane-{part}", ReadingPane)

    def _draw_tabs(self) -> None:
        tabs = []
        for part in ("evidence", "transcript"):
            chosen = part == self._shown
            name = self._title(part)
            tabs.append(line(f"[{name}]", "bold reverse") if chosen else line(f" {name} "))
        self.query_one("#review-tabs", Flow).show(tabs)

    def _slip(self, text: str) -> None:
        slip = self.query_one("#review-slip", Slip)
        if not (text or slip.display):
            return  # nothing to be drawn again
        slip.tell_if_any(text)

    def on_resize(self, event: events.Resize) -> None:
        """Side by side where there is room."""
        self.set_class(event.size.width < NARROW, "narrow")
        self._layout()

    def _layout(self) -> None:
        self.set_class(self._zoomed is not None, "zoomed")
        for part in PARTS:
            self._pane(part).display = self._in_sight(part)
        self.query_one("#review-left").display = self._zoomed != "transcript"
        self.query_one("#review-right").display = self._in_sight("transcript")

    def _in_sight(self, part: Part) -> bool:
        if self._zoomed is not None:
            return part == self._zoomed
        return part in ("item", self._shown) or self.size.width >= NARROW

    # Acts

    async def _do(self, act: Callable[[], ReviewView]) -> ReviewView | None:
        """Does an act of the seat and draws what is so then; `None` where it was refused."""
        self._slip("")
        try:
            view = await asyncio.to_thread(act)
        except PhysassistError as error:
            self._slip(str(error))
            return None
        await self._draw(view)
        return view

    @property
    def _item(self) -> ItemView:
        assert self._view is not None
        assert self._view.item is not None
        return self._view.item

    def _item_text(self) -> str:
        assert self._view is not None
        return self._item.text.text(self._view.language)

    async def action_grade(self, verdict: str) -> None:
        """Grades the item, and goes to the next one that is open."""
        view = await self._do(lambda: self._seat.grade(Verdict(verdict)))
        if view is not None and not view.open:
            self._slip(_("Every item is done. `l` locks the review; until then you can change it."))

    async def action_skip(self) -> None:
        """Leaves the item for later."""
        await self._do(self._seat.skip)

    async def action_back(self) -> None:
        """Goes to the item before."""
        await self._do(self._seat.back)

    def action_note(self) -> None:
        """Asks for a note."""

        async def given(text: str | None) -> None:
            if text is not None:
                await self._do(lambda: self._seat.note(text))

        self.app.push_screen(NoteScreen(self._item_text(), self._item.marked.note), given)

    def action_dispute(self) -> None:
        """Asks what is wrong with the item."""

        async def given(told: Disputed | None) -> None:
            if told is not None:
                await self._do(lambda: self._seat.dispute(*told))

        marked = self._item.marked
        dialog = DisputeScreen(self._item_text(), marked.dispute, marked.dispute_words)
        self.app.push_screen(dialog, given)

    def action_items(self) -> None:
        """Lists the items."""

        async def chosen(number: int | None) -> None:
            if number is not None:
                await self._do(lambda: self._seat.go(number))

        assert self._view is not None
        self.app.push_screen(ItemsScreen(self._view), chosen)

    async def action_pause(self) -> None:
        """Stops the time until the next key."""
        if await self._do(self._seat.pause) is None:
            return

        async def goes_on(_nothing: None) -> None:
            await self._do(self._seat.resume)

        self.app.push_screen(PausedScreen(), goes_on)

    async def action_lock(self) -> None:
        """Locks, once the person has said so again."""
        view = await self._do(self._seat.view)
        if view is None:
            return
        if view.open:
            # The seat names the items that are open.
            await self._do(self._seat.lock)
            return

        async def said(sure: bool | None) -> None:
            locked = await self._do(self._seat.lock) if sure else None
            if locked is not None:
                told = await asyncio.to_thread(self._seat.reveal)
                app = cast("PhysassistApp", self.app)
                app.tell(_("Locked. Your grades count in the score from now on."))
                app.switch_screen(reveal_screen(locked, told))

        self.app.push_screen(LockScreen(), said)

    # Panes

    def action_show(self, part: str) -> None:
        """Goes to a pane."""
        if part not in PARTS:
            return
        if part != "item":
            self._shown = part
        if self._zoomed is not None:
            self._zoomed = part
        self._layout()
        self._draw_tabs()
        self._pane(part).transcript.focus()

    def action_zoom(self) -> None:
        """One pane on the whole screen, and back."""
        if self._zoomed is not None:
            self._zoomed = None
        else:
            at = [p for p in PARTS if self._pane(p).has_focus_within]
            self._zoomed = at[0] if at else "item"
        self._layout()

    def on_click(self, event: events.Click) -> None:
        """A click on a tab shows its pane."""
        tabs = self.query_one("#review-tabs", Flow)
        if event.widget is tabs:
            place = event.get_content_offset(tabs)
            number = tabs.part_at(place.x, place.y) if place is not None else None
            if number is not None:
                self.action_show(("evidence", "transcript")[number])

    def action_leave(self) -> None:
        """From a zoomed pane to all of them, from there back."""
        if self._zoomed is not None:
            self.action_zoom()
        else:
            self.dismiss(None)


def reveal_screen(view: ReviewView, told: Reveal) -> ReaderScreen:
    """What is told once the review is locked: who played, and what each says of every item."""

    def anew() -> tuple[str, str]:
        title = _(
            "Review by {rater}, locked: {title}, session {session}",
            rater=view.rater,
            title=view.title.text(current_language()),
            session=view.session,
        )
        return title, "\n".join(revealed_lines(told))

    return ReaderScreen(*anew(), anew=anew)
