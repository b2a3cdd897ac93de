"""Sessions of one scenario side by side, turn by turn: what each saw, did and missed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.i18n import _, current_language, msg
from physassist_tui.report.cells import letter
from physassist_tui.report.compare import ComparedTurn, Comparison, Sources, comparison
from physassist_tui.report.compare_words import Words
from physassist_tui.tui.comparing import report_to_file
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.reader import Anew, ReaderScreen
from physassist_tui.tui.widgets.compare_blocks import item_line, play_blocks, score_blocks
from physassist_tui.tui.widgets.flow import Flow
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph
from physassist_tui.tui.widgets.reading_pane import ReadingPane
from physassist_tui.tui.widgets.selecting import SelectingScreen

if TYPE_CHECKING:
    from physassist_tui.tui.app import PhysassistApp

NARROWEST = 35
"""Cells that a side needs beside others; with fewer, one side is shown at a time."""


class CompareScreen(SelectingScreen[None]):
    """A page for the scores and one for each turn."""

    CSS_PATH = "compare.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("n,right", "turn(1)", msg("next turn"), msg("Goes to the next turn.")),
        key(
            "p,left", "turn(-1)", msg("turn before"),
            msg("Goes to the turn before; first are the scores."),
        ),
        key(
            "i", "items", msg("items"),
            msg("Goes to the items; Enter shows why each was graded so."),
        ),
        key("a", "side(0)", msg("side A"), msg("Goes to the first session."), show=False),
        key("b", "side(1)", msg("side B"), msg("Goes to the second session."), show=False),
        key("c", "side(2)", msg("side C"), msg("Goes to the third session."), show=False),
        key("d", "side(3)", msg("side D"), msg("Goes to the fourth session."), show=False),
        key("o", "other", msg("other side"), msg("Goes to the next session.")),
        key("f10", "zoom", msg("zoom"), msg("One pane on the whole screen, and back.")),
        key(
            "h", "report", msg("HTML report"),
            msg("Writes the report on these sessions as a page into this folder."), show=False,
        ),
        key("escape,q", "leave", msg("back"), msg("Goes back to where you were.")),
    ]  # fmt: skip

    def __init__(self, sources: Sources) -> None:
        super().__init__()
        self._sources = sources
        self._count = len(sources.sessions)
        self._made: Comparison | None = None
        self._page = 0
        self._side = 0
        self._zoomed = False

    # Composition and drawing

    def compose(self) -> ComposeResult:
        """Title, pages, the request, the items, a pane for the scores or for each side."""
        yield Static(id="compare-title", classes="title")
        yield Flow(id="compare-tabs")
        yield Paragraph("", id="compare-request", classes="")
        yield OptionList(id="compare-items", markup=False)
        yield Flow(id="compare-sides")
        with Horizontal(id="compare"):
            yield ReadingPane("scores")
            for at in range(self._count):
                yield ReadingPane(f"side-{at}")
        yield KeyBar()

    async def on_mount(self) -> None:
        """The scores come first."""
        await self.redraw()
        self._pane("scores").transcript.focus()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        made = await asyncio.to_thread(comparison, self._sources, current_language())
        self._made = made
        title = _("Compared: {title}", title=made.title)
        self.query_one("#compare-title", Static).update(line(title))
        self._draw()

    def _draw(self) -> None:
        made = self._made
        if made is None:
            return
        words = Words(made)
        turn = self._turn
        self._draw_tabs(made, words)
        if turn is None:
            self._pane("scores").draw(_("Scores"), list(score_blocks(words, self._count)))
        else:
            self._draw_turn(words, turn)
        self._layout()
        self.refresh_bindings()

    @property
    def _turn(self) -> ComparedTurn | None:
        return self._made.turns[self._page - 1] if self._made is not None and self._page else None

    def _draw_tabs(self, made: Comparison, words: Words) -> None:
        names = [_("Scores"), *(words.turn(turn) for turn in made.turns)]
        tabs = [
            line(f"[{name}]", "bold reverse") if at == self._page else line(f" {name} ")
            for at, name in enumerate(names)
        ]
        self.query_one("#compare-tabs", Flow).show(tabs)
        sides = [
            line(f"[{name}]", "bold reverse") if at == self._side else line(f" {name} ")
            for at, name in enumerate(words.names)
        ]
        self.query_one("#compare-sides", Flow).show(sides)

    def _draw_turn(self, words: Words, turn: ComparedTurn) -> None:
        request = " / ".join(turn.requests)
        self.query_one("#compare-request", Paragraph).tell(_("Physician: {text}", text=request))
        items = self.query_one("#compare-items", OptionList)
        at = items.highlighted
        items.border_title = line(_("Items: grades of {sides}", sides=self._letters()))
        items.clear_options()
        items.add_options(Option(line(item_line(words, item))) for item in turn.items)
        items.highlighted = min(at or 0, len(turn.items) - 1) if turn.items else None
        for side, name in enumerate(words.names):
            self._pane(f"side-{side}").draw(name, list(play_blocks(words, turn, side)))

    def _letters(self) -> str:
        return " ".join(letter(at) for at in range(self._count))

    def _pane(self, name: str) -> ReadingPane:
        return self.query_one(f"#pane-{name}", ReadingPane)

    # Layout

    def on_resize(self) -> None:
        """All sides where there is room for them, else one at a time."""
        self._layout()

    @property
    def _wide(self) -> bool:
        return self.size.width >= NARROWEST * self._count and self.size.width >= NARROWEST * 3

    def _layout(self) -> None:
        scores = self._page == 0
        turn = self._turn
        in_items = self.query_one("#compare-items").has_focus
        self.query_one("#compare-request").display = not scores and not self._zoomed
        items = not scores and turn is not None and bool(turn.items)
        self.query_one("#compare-items").display = items and (in_items or not self._zoomed)
        self.query_one("#compare-sides").display = not scores and not self._wide
        self._pane("scores").display = scores
        for at in range(self._count):
            alone = self._zoomed or not self._wide
            self._pane(f"side-{at}").display = not scores and (at == self._side or not alone)

    # What a person does

    def action_turn(self, by: int) -> None:
        """Goes to another page."""
        if self._made is None:
            return
        page = min(max(self._page + by, 0), len(self._made.turns))
        if page == self._page:
            return
        self._page = page
        self._draw()
        for at in range(self._count):
            self._pane(f"side-{at}").transcript.bring(0)
        focus = self._pane("scores" if page == 0 else f"side-{self._side}").transcript
        if page == 0 or not self.query_one("#compare-items").has_focus:
            focus.focus()

    def action_items(self) -> None:
        """Goes to the items."""
        if self._turn is not None and self._turn.items:
            self._zoomed = False
            self._layout()
            self.query_one("#compare-items").focus()

    def action_side(self, at: int) -> None:
        """Goes to a session; from the scores into the first turn."""
        if at >= self._count or self._made is None:
            return
        self._side = at
        if self._page == 0 and self._made.turns:
            self._page = 1
        self._draw()
        if self._page:
            self._pane(f"side-{at}").transcript.focus()

    def action_other(self) -> None:
        """Goes to the next session."""
        self.action_side((self._side + 1) % self._count if self._page else 0)

    def action_zoom(self) -> None:
        """One pane on the whole screen, and back."""
        at = [n for n in range(self._count) if self._pane(f"side-{n}").has_focus_within]
        self._side = at[0] if at else self._side
        self._zoomed = not self._zoomed and self._page > 0
        self._draw()
        if self._zoomed:
            self._pane(f"side-{self._side}").transcript.focus()

    @on(OptionList.OptionSelected, "#compare-items")
    def _item_chosen(self, event: OptionList.OptionSelected) -> None:
        turn, at = self._page - 1, event.option_index

        def anew() -> tuple[str, str]:
            made = comparison(self._sources, current_language())
            words, item = Words(made), made.turns[turn].items[at]
            return f"{words.turn(made.turns[turn])} · {item.id}", words.item(item)

        self._open(anew)

    @work(exclusive=True, group="open")
    async def _open(self, anew: Anew) -> None:
        self.app.push_screen(ReaderScreen(*await asyncio.to_thread(anew), anew=anew))

    @work(exclusive=True, group="report")
    async def action_report(self) -> None:
        """Writes the report on these sessions."""
        sessions = [source.summary.id for source in self._sources.sessions]
        await report_to_file(cast("PhysassistApp", self.app), sessions)

    def on_click(self, event: events.Click) -> None:
        """A click on a tab goes to its page or side."""
        for name, go in (("#compare-tabs", self._go_to_page), ("#compare-sides", self.action_side)):
            tabs = self.query_one(name, Flow)
            place = event.get_content_offset(tabs) if event.widget is tabs else None
            number = tabs.part_at(place.x, place.y) if place is not None else None
            if number is not None:
                go(number)

    def _go_to_page(self, number: int) -> None:
        self.action_turn(number - self._page)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What there is to go to."""
        if action == "side":
            return isinstance(parameters[0], int) and parameters[0] < self._count
        return self._page > 0 if action in ("items", "zoom") else True

    def action_leave(self) -> None:
        """From a zoomed pane to all of them, from there back."""
        if self._zoomed:
            self.action_zoom()
        else:
            self.dismiss(None)
