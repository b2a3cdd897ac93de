"""The plots of a report, as SVG drawn from its figures.

A player is told by letter and by shape, never by colour alone; every plot stands beside a
table that holds its numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil
from unicodedata import east_asian_width

from physassist_tui.report.cells import letter
from physassist_tui.report.markup import Markup, el, join

WIDTH, LEFT, RIGHT = 720.0, 190.0, 24.0
_NARROW = 560.0
COLOURS = ("#1b5e9b", "#b3471d", "#2f7d4f", "#7b4a9e", "#8a6d00", "#0f7c86", "#a3285c", "#4d4d4d")
"""Dark enough on white for text (contrast 4.5 : 1)."""

DASHES = ("", "6 3", "2 3", "8 3 2 3", "10 4", "1 4", "4 2", "12 3 3 3")
SHAPES = ("circle", "square", "triangle", "diamond", "cross", "plus", "hexagon", "bar")


@dataclass(frozen=True)
class Mark:
    """A value between 0 and 1 with its bounds, and what a reader is told on hovering."""

    value: float
    low: float | None
    high: float | None
    made: str


@dataclass(frozen=True)
class Point:
    """A session in a scatter: `x` as it is, `y` between 0 and 1."""

    x: float
    y: float
    player: int
    made: str


def colour(player: int) -> str:
    """The colour of a player."""
    return COLOURS[player % len(COLOURS)]


def shape(player: int, x: float, y: float, *, size: float = 5, open_: bool = False) -> Markup:
    """The sign of a player at a point; `open_` is its outline."""
    fill = "#fff" if open_ else colour(player)
    paint: dict[str, str | float] = {"fill": fill, "stroke": colour(player), "stroke_width": 1.6}
    kind = SHAPES[player % len(SHAPES)]
    if kind == "circle":
        return el("circle", cx=x, cy=y, r=float(size), **paint)
    if kind == "cross":
        paint["fill"] = "none"
    return el("path", d=_outline(kind, x, y, size), **paint)


def _outline(kind: str, x: float, y: float, s: float) -> str:
    corners = {
        "square": ((-s, -s), (s, -s), (s, s), (-s, s)),
        "triangle": ((0, -s - 1), (s + 1, s), (-s - 1, s)),
        "diamond": ((0, -s - 2), (s + 2, 0), (0, s + 2), (-s - 2, 0)),
        "plus": ((-2, -s), (2, -s), (2, -2), (s, -2), (s, 2), (2, 2), (2, s), (-2, s),
                 (-2, 2), (-s, 2), (-s, -2), (-2, -2)),
        "hexagon": ((-s, 0), (-s / 2, -s), (s / 2, -s), (s, 0), (s / 2, s), (-s / 2, s)),
        "bar": ((-2, -s - 2), (2, -s - 2), (2, s + 2), (-2, s + 2)),
    }  # fmt: skip
    if kind == "cross":
        left, right, top, bottom = (f"{at:.1f}" for at in (x - s, x + s, y - s, y + s))
        return f"M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"
    return "M" + "L".join(f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in corners[kind]) + "Z"


def intervals(rows: Sequence[tuple[int, str, Mark | None, Mark | None]], no: str) -> Markup:
    """One line a player: its sign at the strict value, in outline at the lenient, with bounds.

    `rows` are player, label, strict, lenient; `no` is written where there is no value.
    """
    height = 34.0 * len(rows) + 40
    parts = [_grid_x(height - 30)]
    for at, (player, label, strict, lenient) in enumerate(rows):
        y = 24 + 34.0 * at
        parts.append(el("text", _short(label, 22), x=LEFT - 12, y=y + 4, text_anchor="end"))
        if strict is None:
            parts.append(el("text", no, x=LEFT + 6, y=y + 4, class_="quiet"))
            continue
        if lenient is not None and lenient.value != strict.value:
            parts.append(_marked(player, lenient, y + 9, open_=True))
        parts.append(_marked(player, strict, y))
    return _svg(height, parts)


def _marked(player: int, mark: Mark, y: float, *, open_: bool = False) -> Markup:
    line = None
    if mark.low is not None and mark.high is not None:
        line = el(
            "line",
            x1=_x(mark.low), y1=y, x2=_x(mark.high), y2=y,
            stroke=colour(player), stroke_width=1.0 if open_ else 2.5,
            stroke_dasharray="3 3" if open_ else None,
        )  # fmt: skip
    sign = shape(player, _x(mark.value), y, size=4 if open_ else 5, open_=open_)
    return el("g", el("title", mark.made), line, sign)


def bars(groups: Sequence[tuple[str, Sequence[tuple[int, Mark | None]]]], no: str) -> Markup:
    """Bars grouped under a label; each with its player's letter and its bounds."""
    parts: list[Markup] = []
    y = 8.0
    for label, each in groups:
        parts.append(
            el("text", _short(label, 22), x=LEFT - 30, y=y + 9 * len(each) + 4, text_anchor="end")
        )
        for player, mark in each:
            parts.append(_bar(player, mark, y, no))
            y += 18
        y += 12
    return _svg(y + 30, [_grid_x(y), *parts])


def _bar(player: int, mark: Mark | None, y: float, no: str) -> Markup:
    name = el("text", letter(player), x=LEFT - 8, y=y + 12, text_anchor="end", class_="small")
    if mark is None:
        return el("g", name, el("text", no, x=LEFT + 6, y=y + 12, class_="quiet"))
    bar = el(
        "rect", x=LEFT, y=y + 2, width=max(_x(mark.value) - LEFT, 0.5), height=12.0,
        fill=colour(player), fill_opacity=0.75, stroke=colour(player),
    )  # fmt: skip
    line = None
    if mark.low is not None and mark.high is not None:
        line = el(
            "line", x1=_x(mark.low), y1=y + 8, x2=_x(mark.high), y2=y + 8,
            stroke="#222", stroke_width=1.2,
        )  # fmt: skip
    return el("g", el("title", mark.made), name, bar, line)


def decay(lines: Sequence[tuple[int, Sequence[Mark | None]]], heads: Sequence[str]) -> Markup:
    """One line a player over the turns; a turn without a value breaks it."""
    top, bottom, left = 14.0, 250.0, 60.0
    first = left + 24 + 4 * len(lines)
    step = (WIDTH - first - 80) / max(len(heads) - 1, 1)
    parts = [_grid_y(top, bottom, left)]
    for at, head in enumerate(heads):
        x = first + step * at
        parts.append(el("text", head, x=x, y=bottom + 20, text_anchor="middle", class_="small"))
    ends = []
    for player, marks in lines:
        shift = (player - (len(lines) - 1) / 2) * 7
        places = [
            None if mark is None else _place(first + step * at + shift, mark, top, bottom)
            for at, mark in enumerate(marks)
        ]
        parts += _line(player, places)
        ends += [(place.y, player) for place in places if place is not None][-1:]
    return _svg(bottom + 34, [*parts, *_letters(ends)])


@dataclass(frozen=True)
class _Place:
    """Where a mark is drawn; `low` and `high` are the ends of its interval."""

    x: float
    y: float
    low: float | None
    high: float | None
    made: str


def _place(x: float, mark: Mark, top: float, bottom: float) -> _Place:
    low, high = (
        None if bound is None else _y(bound, top, bottom) for bound in (mark.low, mark.high)
    )
    return _Place(x, _y(mark.value, top, bottom), low, high, mark.made)


def _line(player: int, places: Sequence[_Place | None]) -> list[Markup]:
    parts = []
    dash = DASHES[player % len(DASHES)] or None
    paint = colour(player)
    for one, next_ in pairwise(places):
        if one is not None and next_ is not None:
            ends = _ends(one.x, one.y, next_.x, next_.y)
            parts.append(el("line", **ends, stroke=paint, stroke_width=2, stroke_dasharray=dash))
    for place in places:
        if place is None:
            continue
        whisker = None
        if place.low is not None and place.high is not None:
            ends = _ends(place.x, place.low, place.x, place.high)
            whisker = el("line", **ends, stroke=paint, stroke_width=1)
        parts.append(el("g", el("title", place.made), whisker, shape(player, place.x, place.y)))
    return parts


def _ends(x1: float, y1: float, x2: float, y2: float) -> dict[str, float]:
    return {"x1": x1, "y1": y1, "x2": x2, "y2": y2}


def _letters(ends: Sequence[tuple[float, int]]) -> list[Markup]:
    """The letters of the lines at their right ends, one below the other where they are close."""
    parts = []
    lowest = 0.0
    for y, player in sorted(ends):
        lowest = max(y + 4, lowest + 13)
        parts.append(shape(player, WIDTH - 44, lowest - 4, size=4))
        parts.append(el("text", letter(player), x=WIDTH - 34, y=lowest, class_="small"))
    return parts


def scatter(points: Sequence[Point], label_x: str, ticks: Sequence[tuple[float, str]]) -> Markup:
    """Sessions: an amount across, the score upwards. `ticks` are places and their labels."""
    top, bottom, left = 14.0, 250.0, 60.0
    most = max([tick for tick, _ in ticks] + [point.x for point in points] + [1e-9])
    span = _NARROW - left - 40
    parts = [_grid_y(top, bottom, left, _NARROW)]
    for tick, label in ticks:
        x = left + span * tick / most
        parts.append(el("line", x1=x, y1=bottom, x2=x, y2=bottom + 4, stroke="#555"))
        parts.append(el("text", label, x=x, y=bottom + 18, text_anchor="middle", class_="small"))
    parts.append(
        el("text", label_x, x=left + span / 2, y=bottom + 36, text_anchor="middle", class_="small")
    )
    for point in points:
        x, y = left + span * point.x / most, _y(point.y, top, bottom)
        parts.append(el("g", el("title", point.made), shape(point.player, x, y, open_=True)))
    return _svg(bottom + 46, parts, _NARROW)


def ticks_to(most: float) -> list[float]:
    """Round places (1, 2 or 5 times a power of ten apart) from 0 to at least `most`."""
    steps = (Fraction(m) * Fraction(10) ** power for power in range(-4, 12) for m in (1, 2, 5))
    step = next((step for step in steps if most <= 8 * step), Fraction(1))
    count = max(ceil(Fraction(most) / step), 1)
    return [float(step * at) for at in range(count + 1)]


def _grid_x(height: float) -> Markup:
    parts = []
    for tick in range(0, 101, 20):
        x = _x(tick / 100)
        parts.append(el("line", x1=x, y1=0, x2=x, y2=height, stroke="#ddd"))
        label = f"{tick}%"
        parts.append(el("text", label, x=x, y=height + 18, text_anchor="middle", class_="small"))
    return join(*parts)


def _grid_y(top: float, bottom: float, left: float, width: float = WIDTH) -> Markup:
    parts = []
    for tick in range(0, 101, 20):
        y = _y(tick / 100, top, bottom)
        parts.append(el("line", x1=left - 8, y1=y, x2=width - 20, y2=y, stroke="#ddd"))
        label = f"{tick}%"
        parts.append(el("text", label, x=left - 14, y=y + 4, text_anchor="end", class_="small"))
    return join(*parts)


def _x(share: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * min(max(share, 0.0), 1.0)


def _y(share: float, top: float, bottom: float) -> float:
    return bottom - (bottom - top) * min(max(share, 0.0), 1.0)


def _short(label: str, most: int) -> str:
    """`label`, cut to so many columns; a Chinese character takes two."""
    kept, width = "", 0
    for sign in label:
        width += 2 if east_asian_width(sign) in "WF" else 1
        if width > most:
            return kept[:-1] + "…"
        kept += sign
    return kept


def _svg(height: float, parts: Sequence[Markup], width: float = WIDTH) -> Markup:
    # Whoever cannot see it reads the table that stands below it.
    return el("svg", *parts, viewBox=f"0 0 {width:.0f} {height:.0f}", aria_hidden="true")
