"""Text of any length in blocks, drawn line by line: only what is in sight is drawn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.geometry import Region, Size
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from physassist_tui.i18n import msg
from physassist_tui.tui.content import plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.wrapping import TAB, cells, padded, wrap

SLICE_S = 0.02
"""For how long lines are laid before keys and drawing have their turn."""


@dataclass(frozen=True)
class Block:
    """A text with a style of ours (`bold`, `dim` …).

    `wrapped` false: its lines are laid out already, as those of a table; what does not fit is
    reached by scrolling sideways. `label` stands before the first line, in bold, within the
    `indent` (in cells); `ref` is what the block is about.
    """

    text: str
    style: str = ""
    wrapped: bool = True
    indent: int = 0
    label: str = ""
    ref: str = ""


@dataclass
class _Laid:
    """The lines of the blocks at a width."""

    width: int = 0
    lines: list[tuple[str, str, int, int]] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    widest: int = 0


class Transcript(ScrollView, can_focus=True):
    """Blocks of text, one under another, in a scrolled view; text in it can be selected.

    Text is shown as it is; what a terminal would obey is shown as a sign. A change of size
    wraps again from the whole text, so that nothing is lost.
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

    def __init__(self, *, id: str | None = None, follow: bool = True) -> None:  # noqa: A002
        super().__init__(id=id)
        self._blocks: list[Block] = []
        self._laid = _Laid()
        self._follow = follow
        self._marked: tuple[int, int, int] | None = None

    @property
    def blocks(self) -> Sequence[Block]:
        """All blocks, in sight or not."""
        return self._blocks

    @property
    def lines(self) -> Sequence[str]:
        """All lines as they are wrapped now."""
        self.finish()
        return [line for line, *_rest in self._laid.lines]

    def show(self, blocks: Sequence[Block]) -> None:
        """Shows `blocks` instead of what was there; goes to the end where more came."""
        kept = 0
        for old, new in zip(self._blocks, blocks, strict=False):
            if old is not new and old != new:
                break
            kept += 1
        grew = len(blocks) > len(self._blocks)
        if kept == len(self._blocks) == len(blocks):
            return
        self._blocks = list(blocks)
        self._lay(self._laid.width, kept)
        if self._follow and grew:
            self.finish()
            self.scroll_end(animate=False)

    def mark(self, line: int, start: int, end: int) -> None:
        """Marks a stretch of a line, and brings it into sight."""
        self.finish()
        self._marked = (line, start, end)
        self.scroll_to_region(Region(0, line, 1, 1), animate=False, center=True)
        self.refresh()

    def block_at(self, line: int) -> int | None:
        """The block that a line belongs to."""
        return self._laid.lines[line][2] if 0 <= line < len(self._laid.lines) else None

    def line_of(self, block: int) -> int:
        """The first line of a block."""
        return self._laid.starts[block] if block < len(self._laid.starts) else 0

    def on_resize(self) -> None:
        """Wraps again, and keeps what was on top on top."""
        width = self.scrollable_content_region.width
        if width == self._laid.width or width <= 0:
            return
        at_end = self._follow and self.scroll_offset.y >= self.max_scroll_y
        top = self.scroll_offset.y
        block = self._laid.lines[top][2] if top < len(self._laid.lines) else 0
        inside = top - self.line_of(block)
        self._lay(width, 0)
        if at_end or block >= len(self._laid.starts):
            self.finish()
        if at_end:
            self.scroll_end(animate=False)
        else:
            self.scroll_to(y=self.line_of(block) + inside, animate=False)

    def _lay(self, width: int, kept: int) -> None:
        laid = self._laid
        if width <= 0:
            return
        if width != laid.width or kept == 0:
            laid = self._laid = _Laid(width)
            kept = 0
        elif kept < len(laid.starts):
            del laid.lines[laid.starts[kept] :], laid.starts[kept:]
        self._marked = None
        self._lay_more()

    def finish(self) -> None:
        """Lays everything at once, for what needs the end or the whole."""
        while len(self._laid.starts) < len(self._blocks) and self._laid.width > 0:
            self._lay_some(self._laid)

    def _lay_more(self) -> None:
        laid = self._laid
        if laid.width <= 0:
            return
        self._lay_some(laid)
        if len(laid.starts) < len(self._blocks):
            # The rest of a long text is laid between other things, so that no key waits for it.
            self.call_later(self._lay_more)

    def _lay_some(self, laid: _Laid) -> None:
        until = time.monotonic() + SLICE_S
        for number in range(len(laid.starts), len(self._blocks)):
            if time.monotonic() > until:
                break
            block = self._blocks[number]
            laid.starts.append(len(laid.lines))
            first = padded(block.label, min(block.indent, laid.width // 2))
            bold = len(first) if block.label else 0
            indent = " " * cells(first)
            safe = plain(block.text).plain
            if block.wrapped:
                found = wrap(safe, laid.width - len(indent))
            else:
                found = safe.replace("\t", TAB).split("\n")
                laid.widest = max([laid.widest, *(cells(one) + len(indent) for one in found)])
            laid.lines.append((first + found[0], block.style, number, bold))
            laid.lines.extend((indent + one, block.style, number, 0) for one in found[1:])
        self.virtual_size = Size(max(laid.width, laid.widest), len(laid.lines))
        self.refresh()

    def lines_of(self, block: int) -> list[str]:
        """The lines of a block."""
        last = block + 1 == len(self._laid.starts)
        end = len(self._laid.lines) if last else self._laid.starts[block + 1]
        return [line for line, *_rest in self._laid.lines[self._laid.starts[block] : end]]

    def action_scroll_end(self) -> None:
        """To the end, once all is laid."""
        self.finish()
        super().action_scroll_end()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The selected text."""
        return selection.extract("\n".join(self.lines)), "\n"

    def selection_updated(self, selection: Selection | None) -> None:
        """Draws the selection."""
        del selection
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line `y` of what is in sight."""
        scroll_x, scroll_y = self.scroll_offset
        width, base = self.size.width, self.rich_style
        at = scroll_y + y
        if at >= len(self._laid.lines):
            return Strip.blank(width, base)
        text, style, _block, bold = self._laid.lines[at]
        own = base + Style.parse(style) if style else base
        strip = Strip(self._segments(text, own, at, bold), cells(text))
        return strip.crop_extend(scroll_x, scroll_x + width, base).apply_offsets(scroll_x, at)

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


def _pieces(length: int, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    edges = sorted({0, length, *(min(max(edge, 0), length) for span in spans for edge in span)})
    return list(pairwise(edges))
