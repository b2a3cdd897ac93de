"""One value over time, drawn with characters. Pure."""

from __future__ import annotations

from physassist_tui.ehr.dates import parse_date
from physassist_tui.ehr.table_words import number
from physassist_tui.ehr.tables import Trend
from physassist_tui.i18n import _, current_language

POINT = "●"


def plot(trend: Trend, width: int, height: int) -> list[str]:
    """The trend as a plot of so many cells: time to the right, the value upwards.

    The axis names the highest and the lowest value, and the first and the last date. Every
    value is listed below the plot by whoever shows it: two that fall on one cell are one dot.
    """
    marks = [number(trend.high), number(trend.low)]
    gutter = max(map(len, marks)) + 1
    across, up = max(10, width - gutter - 2), max(3, height - 2)
    grid = [[" "] * across for _row in range(up)]
    moments = [_moment(date) for date, _value in trend.points]
    first, last = min(moments), max(moments)
    for moment, (_date, value) in zip(moments, trend.points, strict=True):
        column = round(_share(moment, first, last) * (across - 1))
        row = round((1 - _share(value, trend.low, trend.high)) * (up - 1))
        grid[row][column] = POINT
    lines = []
    for at, row_cells in enumerate(grid):
        mark = marks[0] if at == 0 else marks[1] if at == up - 1 else ""
        lines.append(f"{mark:>{gutter}}│{''.join(row_cells)}".rstrip())
    lines.append(" " * gutter + "└" + "─" * across)
    start, end = trend.points[0][0][:10], trend.points[-1][0][:10]
    gap = max(1, across - len(start) - len(end))
    lines.append(" " * (gutter + 1) + start + " " * gap + end)
    return lines


def plot_text(trend: Trend, width: int, height: int) -> str:
    """The plot with its heading above it and every value below it."""
    values = [
        _("{head}: {value}", head=date, value=f"{number(value)} {trend.unit}")
        for date, value in trend.points
    ]
    return "\n".join([trend.text(current_language()), "", *plot(trend, width, height), "", *values])


def _share(value: float, low: float, high: float) -> float:
    return 0.5 if high == low else (value - low) / (high - low)


def _moment(date: str) -> float:
    span = parse_date(date)
    return float(span.low) if span is not None else 0.0
