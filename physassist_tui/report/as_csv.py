"""The report as CSV: one row a figure, tidy, for a spreadsheet or a statistics program."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from physassist_tui.core.foreign import csv_text
from physassist_tui.report.extras import Counts
from physassist_tui.report.figure import Figure
from physassist_tui.report.sheet import PlayerSheet, Report

COLUMNS = (
    "by", "value", "player", "figure", "k",
    "estimate", "low", "high", "clustered_low", "clustered_high",
    "hits", "n", "unit", "ungraded",
    "planned", "attempted", "finished", "graded", "wholly_graded",
)  # fmt: skip
"""The head of the file. An empty field is unknown, never 0."""


def to_csv(report: Report) -> str:
    """The rows of all players (`by` is empty), then those of the slices."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for sheet in report.players:
        for figure, k in _figures(sheet):
            writer.writerow(_row("", "", sheet.player, figure, sheet.counts, k))
    for row in report.rows:
        for figure in row.figures:
            writer.writerow(_row(row.dimension, row.value, row.player, figure, row.counts))
    return text.getvalue()


def _figures(sheet: PlayerSheet) -> Iterator[tuple[Figure, int | None]]:
    yield from ((figure, None) for figure in (*sheet.figures, sheet.gap))
    yield from ((figure, one.k) for one in sheet.trials.by_k for figure in one.figures)
    yield from ((kind.missed, None) for kind in sheet.kinds)
    yield from ((check.sessions, None) for check in sheet.checks)
    yield from ((cause.sessions, None) for cause in sheet.causes)
    yield from ((effort.mean, None) for effort in sheet.efforts)


def _row(
    by: str, value: str, player: str, figure: Figure, counts: Counts, k: int | None = None
) -> list[object]:
    numbers = figure.to_json()
    return [
        by,
        csv_text(value),
        csv_text(player),
        figure.key,
        k,
        *(numbers[name] for name in ("value", "low", "high", "clustered_low", "clustered_high")),
        *(numbers[name] for name in ("hits", "n", "unit", "ungraded")),
        *counts.to_json().values(),
    ]
