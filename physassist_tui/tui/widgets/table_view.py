"""A table of any number of rows, of which only those in sight are drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import msg
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.wrapping import cells, padded

WIDEST = 44
"""Cells of the widest column; a longer cell is cut in the table, not below it."""
MEASURED = 200
"""How many rows decide a column's width."""
GAP = 2
SIDEWAYS = 8
"""Cells by which an arrow scrolls sideways."""


class TableView(ScrollView, can_focus=True):
    """Rows under a heading that stays; the arrows go from row to row, Enter chooses one.

    Cells are text as it is, on one line; what a terminal would obey is shown as a sign.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "table-view--head", "table-view--cursor", "table-view--even",
    }  # fmt: skip
    DEFAULT_CSS = """
    TableView { height: 1fr; overflow-x: auto; overflow-y: scroll; scrollbar-size: 1 1; }
    TableView > .table-view--head { text-style: bold; background: $panel; }
    TableView > .table-view--even { background: $surface; }
    TableView > .table-view--cursor { color: $block-cursor-blurred-foreground;
        background: $block-cursor-blurred-background; text-style: bold; }
    TableView:focus > .table-view--cursor { color: $block-cursor-foreground;
        background: $block-cursor-background; text-style: $block-cursor-text-style; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "go(-1)", msg("Up"), msg("One row up"), show=False),
        key("down", "go(1)", msg("Down"), msg("One row down"), show=False),
        key("pageup", "page(-1)", msg("Page up"), msg("One page up"), show=False),
        key("pagedown", "page(1)", msg("Page down"), msg("One page down"), show=False),
        key("home,ctrl+home", "edge(-1)", msg("Top"), msg("To the top"), show=False),
        key("end,ctrl+end", "edge(1)", msg("End"), msg("To the end"), show=False),
        key("left", "aside(-1)", msg("Left"), msg("To the left"), show=False),
        key("right", "aside(1)", msg("Right"), msg("To the right"), show=False),
        key("enter", "choose", msg("open"), msg("Opens what the row stands for."), show=False),
    ]

    @dataclass
    class RowHighlighted(Message):
        """The cursor is on this row now."""

        cursor_row: int

    @dataclass
    class RowSelected(Message):
        """The person chose this row."""

        cursor_row: int

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self._columns: Sequence[str] = ()
        self._rows: Sequence[Sequence[str]] = ()
        self._widths: list[int] = []
        self.cursor_row = 0

    @property
    def row_count(self) -> int:
        """How many rows there are, in sight or not."""
        return len(self._rows)

    def row(self, number: int) -> Sequence[str]:
        """The cells of a row, whole."""
        return self._rows[number]

    def show(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Shows these rows instead of what was there; the cursor stays where it can."""
        self._columns, self._rows = columns, rows
        self._widths = [
            min(WIDEST, max(cells(_short(row[at])) for row in (columns, *rows[:MEASURED])))
            for at in range(len(columns))
        ]
        width = sum(self._widths) + GAP * len(self._widths)
        self.virtual_size = Size(width, len(rows) + 1)
        self._go_to(self.cursor_row)

    # Moving

    def _go_to(self, row: int) -> None:
        self.cursor_row = min(max(row, 0), max(0, len(self._rows) - 1))
        # The heading covers a line, so the row above is brought into sight with it.
        region = Region(self.scroll_offset.x, self.cursor_row, 1, 2)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)
        self.refresh()
        if self._rows:
            self.post_message(self.RowHighlighted(self.cursor_row))

    def action_go(self, by: int) -> None:
        """Goes up or down by rows."""
        self._go_to(self.cursor_row + by)

    def action_page(self, by: int) -> None:
        """Goes up or down by pages."""
        room = max(1, self.scrollable_content_region.height - 2)
        self._go_to(self.cursor_row + by * room)

    def action_edge(self, to: int) -> None:
        """Goes to the first or the last row."""
        self._go_to(0 if to < 0 else len(self._rows) - 1)

    def action_aside(self, by: int) -> None:
        """Scrolls sideways."""
        self.scroll_to(x=self.scroll_offset.x + by * SIDEWAYS, animate=False)

    def action_choose(self) -> None:
        """Chooses the row."""
        if self._rows:
            self.post_message(self.RowSelected(self.cursor_row))

    def on_click(self, event: events.Click) -> None:
        """Goes to the row under the pointer; a second click chooses it."""
        row = event.y - 1 + self.scroll_offset.y
        if event.y < 1 or not 0 <= row < len(self._rows):
            return
        again = row == self.cursor_row
        self._go_to(row)
        if again:
            self.action_choose()

    # Drawing

    def render_line(self, y: int) -> Strip:
        """The heading on top, below it the rows that are in sight."""
        scroll_x, scroll_y = self.scroll_offset
        width = self.scrollable_content_region.width
        if y == 0:
            text, style = self._laid(self._columns), self._style("head")
        else:
            at = y - 1 + scroll_y
            if at >= len(self._rows):
                return Strip.blank(width, self.rich_style)
            text = self._laid(self._rows[at])
            style = self.rich_style
            if at == self.cursor_row:
                style = self._style("cursor")
            elif at % 2 == 0:
                style = self._style("even")
        strip = Strip([Segment(text, style)], cells(text))
        return strip.crop_extend(scroll_x, scroll_x + width, style)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"table-view--{name}")

    def _laid(self, row: Sequence[str]) -> str:
        gap = " " * GAP
        laid = (padded(_short(one), width) for one, width in zip(row, self._widths, strict=True))
        return " " + gap.join(laid) + " "


def _short(cell: str) -> str:
    """As much of a cell as a column may show, and more than it can."""
    return one_line(cell[: WIDEST * 10])
