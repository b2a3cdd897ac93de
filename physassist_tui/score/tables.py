"""Tables of a text drawn with bars: which heading stands over a place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from physassist_tui.score.folded import fold

Span = tuple[int, int]
_RULE = re.compile(r"[\s|:\-=+]*")


@dataclass(frozen=True)
class Row:
    """A row of a table: its cells, and the cells of the heading row over it."""

    start: int
    end: int
    cells: tuple[Span, ...]
    headings: tuple[Span, ...]


class Tables:
    """The tables of one text. Lines with two bars or more are rows; the first is the heading."""

    def __init__(self, text: str) -> None:
        self._rows = _rows(fold(text))

    def heading(self, position: int) -> Span | None:
        """The heading of the column that holds `position`; `None` outside a table's body."""
        for row in self._rows:
            if row.start <= position < row.end:
                for cell, heading in zip(row.cells, row.headings, strict=False):
                    if cell[0] <= position < cell[1]:
                        return heading
        return None


def _rows(text: str) -> tuple[Row, ...]:
    rows: list[Row] = []
    headings: tuple[Span, ...] = ()
    start = 0
    for line in text.splitlines(keepends=True):
        end = start + len(line)
        if line.count("|") < 2:
            headings = ()
        elif not _RULE.fullmatch(line):
            cells = _cells(text, start, end)
            if headings:
                rows.append(Row(start, end, cells, headings))
            else:
                headings = cells
        start = end
    return tuple(rows)


def _cells(text: str, start: int, end: int) -> tuple[Span, ...]:
    line = text[start:end].rstrip()
    bars: Sequence[int] = [i for i, char in enumerate(line) if char == "|"]
    edges = [*([] if line.lstrip().startswith("|") else [-1]), *bars]
    edges += [] if line.endswith("|") else [len(line)]
    return tuple((start + a + 1, start + b) for a, b in pairwise(edges) if b > a)
