"""Blocks of text laid out as lines, from any block on, a slice of time after another. Pure.

A long session or text is not laid out before it is seen: a `Window` begins at the block that is
wanted and grows downwards and upwards until it holds all of them.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from physassist_tui.tui.content import plain
from physassist_tui.tui.widgets.wrapping import TAB, cells, padded, spans

LONGEST = 500
"""Characters after which a line that is not wrapped is broken all the same: the drawing of a
line takes as long as the line."""
AT_ONCE = 64
"""Lines that are laid between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Block:
    """A text with a style of ours (`bold`, `dim` …).

    `wrapped` false: its lines are laid out already, as those of a table; what does not fit is
    reached by scrolling sideways. `label` stands before the first line, in bold, within the
    `indent` (in cells); `ref` is what the block is about. `late` gives the blocks that stand in
    its place, when they are laid out.
    """

    text: str
    style: str = ""
    wrapped: bool = True
    indent: int = 0
    label: str = ""
    ref: str = ""
    late: Callable[[], Sequence[Block]] | None = None

    @property
    def empty(self) -> bool:
        """Whether it only parts others."""
        return not self.text and self.late is None


def prepared(block: Block) -> str:
    """The text of a block as its lines hold it: safe to draw, without tabs."""
    return plain(block.text).plain.replace("\t", TAB)


class Line(NamedTuple):
    """A line, its style, and how many of its first characters are bold.

    After `lead` characters it goes on with the block's text from `start`.
    """

    text: str
    style: str
    bold: int
    lead: int
    start: int


def laid(block: Block, width: int) -> Iterator[Line]:
    """The lines of a block in `width` cells, as they are wanted."""
    if block.late is not None:
        for part in block.late():
            yield from laid(part, width)
        return
    head = padded(block.label, min(block.indent, width // 2))
    indent = " " * cells(head)
    text = prepared(block)
    found = spans(text, width - len(indent)) if block.wrapped else _cut(text)
    bold = len(head) if block.label else 0
    for start, end in found:
        yield Line(head + text[start:end], block.style, bold, len(head), start)
        head, bold = indent, 0


def _cut(text: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for line in text.split("\n"):
        for at in range(0, len(line) or 1, LONGEST):
            yield begin + at, begin + min(at + LONGEST, len(line))
        begin += len(line) + 1


class Window:
    """The lines of the blocks from `first` up to `last`, which is left out.

    `lines` may go on with the beginning of block `last`, where that is being laid; `waiting`
    counts lines above that are laid but not among `lines` yet.
    """

    def __init__(self, width: int, blocks: Sequence[Block], at: int) -> None:
        self.width = width
        self.blocks = blocks
        self.first = self.last = at
        self.lines: list[Line] = []
        self.widest = 0
        self._starts: list[int] = []
        self._down: Iterator[Line] | None = None
        self._up: tuple[Iterator[Line], list[Line]] | None = None
        self._above: list[list[Line]] = []
        self.waiting = 0

    @property
    def whole(self) -> bool:
        """Whether all blocks are laid and among the lines."""
        return self.first == 0 and self.last == len(self.blocks)

    @property
    def finished(self) -> bool:
        """Whether nothing is left to be laid."""
        return self.first == len(self._above) and self.last == len(self.blocks)

    def block_at(self, line: int) -> int | None:
        """The block that a line belongs to."""
        if not 0 <= line < len(self.lines):
            return None
        return self.first + bisect_right(self._starts, line) - 1

    def line_of(self, block: int) -> int | None:
        """The first line of a block; `None` where it is not laid."""
        at = block - self.first
        return self._starts[at] if 0 <= at < len(self._starts) else None

    def line_at(self, block: int, at: int) -> int | None:
        """The line with the character `at` of the block's text; `None` where it is not laid."""
        line = self.line_of(block)
        if line is None or (block == self.last and at >= self.lines[-1].start):
            return None
        end = self._end_of(block)
        return bisect_right(self.lines, at, line, end, key=lambda one: one.start) - 1

    def lines_of(self, block: int) -> list[str]:
        """The lines of a block, as far as it is laid."""
        line = self.line_of(block)
        return [] if line is None else [x.text for x in self.lines[line : self._end_of(block)]]

    def _end_of(self, block: int) -> int:
        after = self.line_of(block + 1)
        return len(self.lines) if after is None else after

    def grow_down(self, until: float) -> None:
        """Lays blocks below until that moment, but at least some lines of one."""
        while self.last < len(self.blocks):
            if self._down is None:
                self._down = laid(self.blocks[self.last], self.width)
                self._starts.append(len(self.lines))
            some = list(islice(self._down, AT_ONCE))
            self._take(some)
            self.lines += some
            if len(some) < AT_ONCE:
                self._down = None
                self.last += 1
            if time.monotonic() > until:
                return

    def grow_up(self, until: float) -> None:
        """Lays blocks above until that moment, but at least some lines; `put_above` adds them."""
        while self.first - len(self._above) > 0:
            if self._up is None:
                self._up = laid(self.blocks[self.first - len(self._above) - 1], self.width), []
            found, lines = self._up
            some = list(islice(found, AT_ONCE))
            lines += some
            if len(some) < AT_ONCE:
                self._above.append(lines)
                self.waiting += len(lines)
                self._up = None
            if time.monotonic() > until:
                break

    def put_above(self) -> int:
        """Adds what has been laid above; gives how many lines."""
        lines = [line for block in reversed(self._above) for line in block]
        self._take(lines)
        starts = [0]
        for block in reversed(self._above):
            starts.append(starts[-1] + len(block))
        self._starts = starts[:-1] + [start + len(lines) for start in self._starts]
        self.lines[:0] = lines
        self.first -= len(self._above)
        self._above, self.waiting = [], 0
        return len(lines)

    def _take(self, lines: Sequence[Line]) -> None:
        self.widest = max([self.widest, *(cells(line.text) for line in lines)])

    def replace(self, blocks: Sequence[Block], kept: int, tail: int) -> bool:
        """Holds `blocks` in place of what it had, the first `kept` and last `tail` alike.

        What is laid of those stays; the rest is laid as the window grows. False where nothing
        of it can stay: a new window is wanted then.
        """
        after, delta = len(self.blocks) - tail, len(blocks) - len(self.blocks)
        if self.first > kept or (tail and self.last > after and delta - kept + after > AT_ONCE):
            return False
        if self.last > after:
            self._splice(blocks, kept, after, delta)
        elif self.last >= kept:
            self._cut_from(kept)
        self.blocks = blocks
        return True

    def _splice(self, blocks: Sequence[Block], kept: int, after: int, delta: int) -> None:
        low, high = self.line_of(kept), self.line_of(after)
        assert low is not None
        high = len(self.lines) if high is None else high
        fresh: list[Line] = []
        starts: list[int] = []
        for block in blocks[kept : after + delta]:
            starts.append(low + len(fresh))
            fresh += laid(block, self.width)
        self._take(fresh)
        moved = low + len(fresh) - high
        self.lines[low:high] = fresh
        rest = [start + moved for start in self._starts[after - self.first :]]
        self._starts = self._starts[: kept - self.first] + starts + rest
        self.last += delta

    def _cut_from(self, block: int) -> None:
        line = self.line_of(block)
        self._down = None
        self.last = block
        if line is not None:
            del self.lines[line:], self._starts[block - self.first :]
