"""Text of any length in blocks, drawn line by line: only what is in sight is drawn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import pairwise
from typing import ClassVar, Self

from rich.segment import Segment
from rich.style import Style
from textual import work
from textual.binding import BindingType
from textual.geometry import NULL_SPACING, Offset, Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBar
from textual.selection import Selection
from textual.strip import Strip
from textual.timer import Timer

from physassist_tui.i18n import msg
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.keys_first import KeysFirst
from physassist_tui.tui.widgets.laying import Block, Line, Window
from physassist_tui.tui.widgets.live_text import LiveText
from physassist_tui.tui.widgets.still_bar import StillBar
from physassist_tui.tui.widgets.wrapping import cells

__all__ = ["Block", "LiveText", "Transcript"]

SLICE_S = 0.006
PAUSE_S = 0.006
"""For how long lines are laid before keys and drawing have their turn, and how long they have."""
FRAME_S = 1 / 20
"""How often a text that is still coming is drawn."""
MOST_HELD = 3
"""Frames of such a text that are left out in a row while keys are pressed."""
LIVE_STYLE = "italic"
LIVE_OPEN = 3
"""Lines at the end of a text that is coming that what comes may change."""
MANY = 5_000
"""So many lines are told of when they are laid, before all are."""
MOST_KEPT = 500
"""How many lines are kept as they were drawn last."""


class Transcript(ScrollView, can_focus=True):
    """Blocks of text, one under another, in a scrolled view; text in it can be selected.

    Text is shown as it is; what a terminal would obey is shown as a sign. A change of size
    wraps again from the whole text, so that nothing is lost. What is in sight is laid out
    first, the rest between other things, so that no key waits for it.
    """

    ALLOW_SELECT = True
    BINDINGS: ClassVar[list[BindingType]] = [
        key("up", "scroll_up", msg("Up"), msg("One line up"), show=False),
        key("down", "scroll_down", msg("Down"), msg("One line down"), show=False),
        key("pageup", "page_up", msg("Page up"), msg("One page up"), show=False),
        key("pagedown", "page_down", msg("Page down"), msg("One page down"), show=False),
        key("home", "scroll_home", msg("Top"), msg("To the top"), show=False),
        key("end", "scroll_end", msg("End"), msg("To the end"), show=False),
    ]
    DEFAULT_CSS = """
    Transcript { overflow-y: auto; overflow-x: auto; scrollbar-gutter: stable;
        scrollbar-size: 1 1; height: 1fr; width: 1fr; }
    """

    class Laid(Message):
        """Many lines have been laid, or all."""

    def __init__(self, *, id: str | None = None, follow: bool = True) -> None:  # noqa: A002
        super().__init__(id=id)
        self._blocks: list[Block] = []
        self._laid = Window(0, [], 0)
        self._laying = False
        self._follow = follow
        self._marked: tuple[int, int, int] | None = None
        self._live: LiveText | None = None
        self._live_lines: list[str] = []
        self._drawing_live: Timer | None = None
        self._held = 0
        self._base = Style()
        self._strips: dict[int, Strip] = {}
        self._drawn_as: tuple[object, ...] = ()
        self._room_before = 1

    # What there is

    @property
    def blocks(self) -> Sequence[Block]:
        """All blocks, in sight or not."""
        return self._blocks

    @property
    def lines(self) -> Sequence[str]:
        """All lines as they are wrapped now; takes as long as it takes to lay them."""
        self.finish()
        return [line.text for line in self._laid.lines] + self._live_lines

    @property
    def all_laid(self) -> bool:
        """Whether every line is there; what is in sight always is."""
        return self._laid.width > 0 and self._laid.whole

    @property
    def marked(self) -> tuple[int, int, int] | None:
        """The line that a mark is on, and where on it the mark begins and ends."""
        return self._marked

    def block_at(self, line: int) -> int | None:
        """The block that a line belongs to."""
        return self._laid.block_at(line)

    def line_of(self, block: int) -> int:
        """The first line of a block; the top where it is not laid out yet."""
        return self._laid.line_of(block) or 0

    def lines_of(self, block: int) -> list[str]:
        """The lines of a block, as far as they are laid out."""
        return self._laid.lines_of(block)

    # Showing

    def show(self, blocks: Sequence[Block]) -> None:
        """Shows `blocks` instead of what was there; goes to the end where more came."""
        old, new = self._blocks, list(blocks)
        kept = _alike(old, new)
        if kept == len(old) == len(new):
            return
        tail = _alike(old[kept:][::-1], new[kept:][::-1])
        self._blocks = new
        self._marked = None
        if self._laid.width <= 0:
            return
        top = self._top()
        if not self._laid.replace(new, kept, tail):
            self._begin_at(min(top[0], len(new)), top[1])
        self._grow()
        if self._follow and len(new) > len(old):
            self._to_end()

    def bring(self, block: int) -> None:
        """Brings the first line of a block to the top."""
        if self._laid.width > 0:
            if self._laid.line_of(block) is None:
                self._begin_at(block)
            self._fill_below(self.line_of(block))
            self._put(self.line_of(block))

    def mark(self, block: int, at: int, length: int) -> bool:
        """Marks `length` characters of a block's text from `at`, and brings them into sight.

        The text is that of `laying.prepared`. False where it is not laid out so far: the block
        is being laid then, and it can be tried again a moment later.
        """
        if self._laid.line_of(block) is None:
            self._begin_at(block)
        self._laid.grow_down(time.monotonic() + SLICE_S)
        line = self._laid.line_at(block, at)
        if line is None:
            return False
        self._fill_below(line)
        laid = self._laid.lines[line]
        start = laid.lead + at - laid.start
        self._marked = (line, start, min(start + length, len(laid.text)))
        self._sized(0)
        self._put(max(0, line - self._room() // 2))
        self.scroll_to(x=max(0, start - self._laid.width // 2), animate=False, immediate=True)
        self._grow()
        return True

    # Text that is still coming

    def stream(self, text: str) -> LiveText:
        """Begins a text that is still coming, under the heading `text`, below all blocks.

        It is redrawn `1 / FRAME_S` times a second at the most, however often something comes;
        whoever stands at the end follows it. One at a time: a second one takes its place.
        """
        self.end_stream()
        self._live = LiveText(text)
        self._drawing_live = self.set_interval(FRAME_S, self._draw_live)
        self._draw_live(anew=True)
        return self._live

    def end_stream(self) -> None:
        """Takes the text that was coming away; what was said stands in a block by now."""
        if self._drawing_live is not None:
            self._drawing_live.stop()
        if self._live is not None:
            self._live, self._drawing_live = None, None
            self._live_lines = []
            self._sized(0)

    def _draw_live(self, anew: bool = False) -> None:
        if self._live is None or self._laid.width <= 0 or self._holds_back():
            return
        if not (self._live.take() or anew):
            return
        at_end = self._at_end()
        before = self._live_lines
        self._live_lines = self._live.lines(self._laid.width)
        first = max(0, len(self._laid.lines) + len(before) - LIVE_OPEN)
        for line in range(first, self._height()):
            self._strips.pop(line, None)
        self.refresh_lines(first, self._height() - first)
        if len(self._live_lines) > len(before):
            self._take_size(Size(self.virtual_size.width, self._height()))
            if at_end:
                self._put(self._height())

    def _holds_back(self) -> bool:
        """Whether a key goes first; the text comes with a later frame, however many keys come."""
        screen = self.screen
        hurried = isinstance(screen, KeysFirst) and screen.hurried and self._held < MOST_HELD
        self._held = self._held + 1 if hurried else 0
        return hurried

    # Laying

    def on_resize(self) -> None:
        """Wraps again, and keeps what was on top on top."""
        width = self.scrollable_content_region.width
        if width <= 0:
            return
        at_end = self._follow and self._at_end()
        self._room_before = self._room()
        if width == self._laid.width:
            if at_end:
                self._put(self._height())
            return
        top = self._top()
        self._laid = Window(width, self._blocks, 0)
        if self._live is not None:
            self._live_lines = self._live.lines(width)
        if at_end:
            self._to_end()
        else:
            self._begin_at(*top)

    def finish(self) -> None:
        """Lays everything at once, for what needs the whole."""
        while not self._laid.finished and self._laid.width > 0:
            self._laid.grow_down(0)
            self._laid.grow_up(0)
        self._sized(self._laid.put_above())

    def _height(self) -> int:
        return len(self._laid.lines) + len(self._live_lines)

    def _room(self) -> int:
        return max(1, self.scrollable_content_region.height)

    def _at_end(self) -> bool:
        # Whoever stood at the end before a change of size stands there in fewer lines too.
        room = max(self._room_before, self._room())
        shown_all = self.scroll_offset.y >= self._height() - room
        return shown_all and self._laid.last == len(self._laid.blocks)

    def _top(self) -> tuple[int, int]:
        """The block on top, and which of its lines."""
        line = self.scroll_offset.y
        block = self._laid.block_at(line)
        return (0, 0) if block is None else (block, line - self.line_of(block))

    def _begin_at(self, block: int, inside: int = 0) -> None:
        """Lays anew from a block on; its line `inside` comes to the top."""
        self._marked = None
        self._laid = Window(self._laid.width, self._blocks, block)
        self._fill_below(inside)
        above = self._fill_above(self._room() + inside)
        self._sized(0)
        self._put(above + inside)
        self._grow()

    def _to_end(self) -> None:
        until = time.monotonic() + SLICE_S
        while self._laid.last < len(self._blocks) and time.monotonic() < until:
            self._laid.grow_down(until)
        if self._laid.last < len(self._blocks):
            self._laid = Window(self._laid.width, self._blocks, len(self._blocks))
            self._marked = None
        self._fill_above(self._room())
        self._sized(0)
        self._put(self._height())
        # Once more when it is known whether there is a bar below.
        self.scroll_end(animate=False)
        self._grow()

    def _fill_below(self, line: int) -> None:
        """Lays what is in sight when `line` is on top; no longer than a slice."""
        until = time.monotonic() + SLICE_S
        room = self._room()
        while len(self._laid.lines) < line + room and self._laid.last < len(self._blocks):
            self._laid.grow_down(0)
            if time.monotonic() > until:
                break

    def _fill_above(self, wanted: int) -> int:
        """Lays above until there are `wanted` lines; gives how many it put there."""
        until = time.monotonic() + SLICE_S
        while not self._laid.finished and len(self._laid.lines) + self._laid.waiting < wanted:
            self._laid.grow_up(0)
            if time.monotonic() > until:
                break
        return self._laid.put_above()

    def _grow(self) -> None:
        if not self._laying and not self._laid.whole and self._laid.width > 0:
            self._laying = True
            self._lay_the_rest()

    @work(group="laying")
    async def _lay_the_rest(self) -> None:
        told = self._height()
        while not self._laid.whole and self.is_attached:
            # Not only to the next in line: a key goes through several hands before it is drawn.
            await asyncio.sleep(PAUSE_S)
            until = time.monotonic() + SLICE_S
            self._laid.grow_down(until)
            if time.monotonic() < until:
                self._laid.grow_up(until)
            if self._laid.finished or self._wanted():
                self._sized(self._laid.put_above())
            if self._height() - told > MANY:
                told = self._height()
                self.post_message(self.Laid())
        self._laying = False
        self.post_message(self.Laid())

    def _wanted(self) -> bool:
        """Whether lines that have been laid are to be seen soon, or are many by now.

        All that is in sight is drawn again for them.
        """
        more = self._laid.waiting + self._height() - self.virtual_size.height
        top, room = self.scroll_offset.y, self._room()
        near = top < room or top + 2 * room > self.virtual_size.height
        return more > (room if near else self.virtual_size.height)

    def _sized(self, above: int) -> None:
        """Takes the number of lines over; `above` of them are new and above all others."""
        width = max(self._laid.width, self._laid.widest)
        self._take_size(Size(width, self._height()))
        if above:
            if self._marked is not None:
                line, start, end = self._marked
                self._marked = (line + above, start, end)
            self._put(self.scroll_offset.y + above)
            self._move_selection(above)
        self.refresh()

    def _take_size(self, size: Size) -> None:
        room = self.container_size
        barred = self.show_vertical_scrollbar
        alike = size.width == self.virtual_size.width and barred == (size.height > room.height)
        if alike and room:
            # The bars stay as they are: no need to lay the whole screen out and draw it again.
            self.set_reactive(ScrollView.virtual_size, size)
            self._scroll_update(size)
        else:
            self.virtual_size = size

    def watch_show_vertical_scrollbar(self, shown: bool) -> None:
        """A bar that comes into sight is told where the text stands; Textual tells it of moves."""
        if shown:
            self.vertical_scrollbar.position = self.scroll_y

    def _put(self, line: int) -> None:
        """Brings a line to the top, or the end into sight."""
        self.scroll_to(y=line, animate=False, force=True, immediate=True)

    def action_scroll_home(self) -> None:
        """To the top."""
        if self._laid.first > 0:
            self._begin_at(0)
        self._put(0)

    def action_scroll_end(self) -> None:
        """To the end."""
        self._to_end()

    # Selecting

    def _move_selection(self, by: int) -> None:
        chosen = self.text_selection
        if chosen is not None:
            moved = _moved(chosen, by)
            if moved != chosen:
                self.screen.selections = {**self.screen.selections, self: moved}

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text."""
        start, end = selection
        if start is None or end is None:
            before = self._height()
            lines = self.lines
            selection = _moved(selection, self._height() - before)
        else:
            lines = [line.text for line in self._laid.lines[start.y : end.y + 1]]
            below = len(self._laid.lines)
            lines += self._live_lines[max(0, start.y - below) : max(0, end.y + 1 - below)]
            selection = _moved(selection, -start.y)
        return selection.extract("\n".join(lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draws the selection."""
        del selection
        self.refresh()

    # Drawing

    @property
    def vertical_scrollbar(self) -> ScrollBar:
        """The bar beside the text."""
        if self._vertical_scrollbar is None:
            self._vertical_scrollbar = bar = StillBar(
                vertical=True, name="vertical", thickness=self.scrollbar_size_vertical
            )
            bar.display = False
            self.app._start_widget(self, bar)
        return self._vertical_scrollbar

    def refresh(
        self,
        *regions: Region,
        repaint: bool = True,
        layout: bool = False,
        recompose: bool = False,
    ) -> Self:
        """Has it drawn again: all of it, or the lines of some regions that have changed place."""
        if not regions:
            self._strips.clear()
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines that are in sight."""
        self._base = self.rich_style
        filters = tuple(self.get_line_filters())
        drawn_as = self.size, self.scroll_offset.x, self._base, filters
        if drawn_as != self._drawn_as or len(self._strips) > MOST_KEPT:
            self._drawn_as = drawn_as
            self._strips.clear()
        if self.styles.gutter != NULL_SPACING:
            return super().render_lines(crop)  # with a frame around it
        background = self.background_colors[1]
        strips = []
        for y in crop.line_range:
            strip = self.render_line(y)
            for one in filters:
                strip = strip.apply_filter(one, background)
            strips.append(strip.crop(*crop.column_span))
        return strips

    def render_line(self, y: int) -> Strip:
        """The line `y` of what is in sight; a line is drawn once, wherever it is scrolled to."""
        at = self.scroll_offset.y + y
        strip = self._strips.get(at)
        if strip is None:
            strip = self._strips[at] = self._draw_line(at)
        return strip

    def _draw_line(self, at: int) -> Strip:
        scroll_x = self.scroll_offset.x
        width, whole, base = self.size.width, self.outer_size.width, self._base
        line = self._line(at)
        if line is None:
            return Strip.blank(whole, base)
        own = base + Style.parse(line.style) if line.style else base
        strip = Strip(self._segments(line.text, own, at, line.bold), cells(line.text))
        shown = strip.crop_extend(scroll_x, scroll_x + width, base).apply_offsets(scroll_x, at)
        return shown.extend_cell_length(whole, base)  # below the bar

    def _line(self, at: int) -> Line | None:
        laid = self._laid.lines
        if at < len(laid):
            return laid[at]
        if at - len(laid) < len(self._live_lines):
            return Line(self._live_lines[at - len(laid)], LIVE_STYLE, 0, 0, 0)
        return None

    def _segments(self, text: str, style: Style, at: int, bold: int) -> list[Segment]:
        parts: list[tuple[int, int, Style]] = [(0, bold, Style(bold=True))] if bold else []
        if self._marked is not None and self._marked[0] == at:
            parts.append((*self._marked[1:], Style(reverse=True, bold=True)))
        selection = self.text_selection
        span = selection.get_span(at) if selection is not None else None
        if span is not None:
            start, end = span
            chosen = self.screen.get_component_rich_style("screen--selection")
            parts.append((start, len(text) if end == -1 else end, chosen))
        segments: list[Segment] = []
        for start, end in _pieces(len(text), [(a, b) for a, b, _s in parts]):
            over = style
            for first, last, more in parts:
                if first <= start < last:
                    over += more
            segments.append(Segment(text[start:end], over))
        return segments


def _alike(old: Sequence[Block], new: Sequence[Block]) -> int:
    """How many blocks at the beginning are the same."""
    for at, (one, other) in enumerate(zip(old, new, strict=False)):
        if one is not other and one != other:
            return at
    return min(len(old), len(new))


def _moved(selection: Selection, by: int) -> Selection:
    return Selection(*(None if at is None else Offset(at.x, at.y + by) for at in selection))


def _pieces(length: int, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    edges = sorted({0, length, *(min(max(edge, 0), length) for span in spans for edge in span)})
    return list(pairwise(edges))
