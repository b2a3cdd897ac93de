"""Parts in a row, and in further rows where they do not fit; no part is broken that fits a row."""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size
from textual.widgets import Static

from physassist_tui.tui.content import Content, joined
from physassist_tui.tui.widgets.wrapping import cells


class Flow(Static):
    """A few short parts with `GAP` between those of a row."""

    GAP = "  "

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id, classes=classes)
        self._parts: Sequence[Content] = ()

    def show(self, parts: Sequence[Content]) -> None:
        """Shows `parts` instead of what was there."""
        width = self.content_size.width
        before, self._parts = self._parts, parts
        # Laying the whole screen out takes longer than drawing it: only where it changes.
        alike = before and len(_rows(before, width, self.GAP)) == len(self._rows(width))
        self.refresh(layout=not (width and alike))

    def part_at(self, x: int, y: int) -> int | None:
        """The number of the part that is drawn at these cells of the content; `None`: no part."""
        found, at = self._rows(self.content_size.width), 0
        for number in found[y] if 0 <= y < len(found) else ():
            width = self._parts[number].cell_length
            if at <= x < at + width:
                return number
            at += width + cells(self.GAP)
        return None

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """How many rows the parts take in `width` cells."""
        del container, viewport
        return len(self._rows(width))

    def render(self) -> Content:
        """The rows."""
        told = [[self._parts[n] for n in row] for row in self._rows(self.content_size.width)]
        return joined(*(joined(*row, by=self.GAP) for row in told), by="\n")

    def _rows(self, width: int) -> list[list[int]]:
        return _rows(self._parts, width, self.GAP)


def _rows(parts: Sequence[Content], width: int, gap: str) -> list[list[int]]:
    return rows([part.cell_length for part in parts], cells(gap), width)


def rows(widths: Sequence[int], gap: int, room: int) -> list[list[int]]:
    """Which parts stand in which row of `room` cells, by their numbers. At least one in each."""
    found: list[list[int]] = [[]]
    used = 0
    for number, width in enumerate(widths):
        if found[-1] and used + gap + width > room:
            found.append([])
        used = used + gap + width if found[-1] else width
        found[-1].append(number)
    return found
