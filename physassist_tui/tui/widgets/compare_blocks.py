"""What stands in the panes of a comparison. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from physassist_tui.core.foreign import one_line
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import _
from physassist_tui.report.compare import ComparedItem, ComparedTurn
from physassist_tui.report.compare_words import Row, Words
from physassist_tui.tui.widgets.transcript import Block
from physassist_tui.tui.widgets.wrapping import cells, padded

VALUE = 12
"""Cells for the value of a side."""
INDENT = 2


def score_blocks(words: Words, sides: int) -> Iterator[Block]:
    """Who is compared, every figure side by side, the order or why there is none."""
    for at in range(sides):
        yield Block(one_line(words.side(at)), "bold")
    yield Block("")
    for line in words.ranking():
        yield Block(one_line(line.strip()), indent=0 if line[:1] != " " else INDENT)
    heads = (
        (_("Scores"), words.score_rows()),
        (_("Standing checks (beside the score, not in it)"), words.check_rows()),
        (_("Effort and cost"), words.effort_rows()),
    )
    letters = [name.split(" ")[0] for name in words.names]
    for title, rows in heads:
        yield Block("")
        head = "".join(padded(letter, VALUE) for letter in letters)
        yield Block(head + one_line(title), "bold")
        yield from _rows(rows)


def _rows(rows: Iterable[Row]) -> Iterator[Block]:
    for row in rows:
        values = "".join(padded(one_line(value), VALUE) for value in row.values)
        name = _("{name} ({made})", name=row.name, made=row.made) if row.made else row.name
        yield Block(one_line(name), label=values, indent=cells(values))


def item_line(words: Words, item: ComparedItem) -> str:
    """An item in the list: the grades, a sign where they differ, its text."""
    every = [words.verdict(grade) for grade in item.grades]
    width = max(cells(one) for one in (*every, *verdict_words(words)))
    grades = "  ".join(padded(one, width) for one in every)
    return f"{'≠' if item.differs else '='} {grades}  {one_line(item.text)}"


def verdict_words(words: Words) -> list[str]:
    """The three verdicts that are met most, so that the columns of all turns are alike."""
    from physassist_tui.report.compare import SideGrade

    return [words.verdict(SideGrade(v, "", "")) for v in (Verdict.PASS, Verdict.FAIL)]


def play_blocks(words: Words, turn: ComparedTurn, at: int) -> Iterator[Block]:
    """What one side saw, did and missed in a turn."""
    for told in words.play(turn, at):
        if not told.label:
            yield Block(told.text, "italic")
            continue
        yield Block(one_line(told.label), "bold")
        for line in told.text.split("\n"):
            yield Block(line, indent=INDENT)
