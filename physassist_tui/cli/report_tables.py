"""A report's tables drawn on a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as Drawn
from rich.text import Text

from physassist_tui.report.lines import LISTS
from physassist_tui.report.tables import Table

_PLAYERS = 4
"""So many players stand side by side; more would leave each too narrow to read."""


def print_tables(tables: Sequence[Table], console: Console | None = None) -> None:
    """Draws tables one below the other; one with many players in several pieces."""
    console = console or Console(highlight=False, markup=False, emoji=False)
    for table in tables:
        for piece in _pieces(table):
            console.print(_drawn(piece))


def _pieces(table: Table) -> list[Table]:
    if table.id in (*LISTS, "agreement") or len(table.columns) <= _PLAYERS + 1:
        return [table]
    pieces = []
    for start in range(1, len(table.columns), _PLAYERS):
        part = slice(start, start + _PLAYERS)
        rows = tuple((row[0], *row[part]) for row in table.rows)
        columns = (table.columns[0], *table.columns[part])
        pieces.append(Table(table.id, table.title, columns, rows, table.note))
    return pieces


def _drawn(table: Table) -> Drawn:
    drawn = Drawn(
        box=SIMPLE_HEAD,
        title=Text(table.title, style="bold"),
        title_justify="left",
        caption=Text(table.note, style="dim") if table.note else None,
        caption_justify="left",
    )
    for column in table.columns:
        drawn.add_column(Text(column), overflow="fold")
    for row in table.rows:
        drawn.add_row(*(_cell(table, at, cell.text, cell.beside) for at, cell in enumerate(row)))
    return drawn


def _cell(table: Table, at: int, text: str, beside: str) -> Text:
    drawn = Text(text, style="bold" if at and table.id not in LISTS else "")
    return drawn.append(f"\n{beside}", style="dim") if beside else drawn
