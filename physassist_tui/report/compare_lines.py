"""A comparison in lines, for a pipe and a screen reader; and as JSON for a program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Lang, msg
from physassist_tui.report.compare import ComparedItem, ComparedTurn, Comparison, Side
from physassist_tui.report.compare_turns import SidePlay
from physassist_tui.report.compare_words import Row, Words

VERSION = 1
"""Raised when a key of the JSON changes its meaning or goes."""


def compare_lines(made: Comparison) -> list[str]:
    """The whole comparison. What others wrote stands on one line, with nothing to be obeyed."""
    words = Words(made)
    head = msg("Compared: {title}", title=made.title).render(made.lang)
    lines = [one_line(head), *(one_line(words.side(at)) for at in range(len(made.sides)))]
    for title, rows in (
        (msg("Scores"), words.score_rows()),
        (msg("Standing checks (beside the score, not in it)"), words.check_rows()),
        (msg("Effort and cost"), words.effort_rows()),
    ):
        lines += ["", title.render(made.lang), *(_row(words, row, made.lang) for row in rows)]
    lines += ["", *(one_line(line) for line in words.ranking())]
    for turn in made.turns:
        lines += ["", *_turn(words, turn)]
    return lines


def _row(words: Words, row: Row, lang: Lang) -> str:
    values = " | ".join(
        f"{name} {value}" for name, value in zip(words.names, row.values, strict=True)
    )
    made = msg("{name} ({made})", name=row.name, made=row.made)
    name = made.render(lang) if row.made else row.name
    return "  " + one_line(f"{name} | {values}")


def _turn(words: Words, turn: ComparedTurn) -> Iterator[str]:
    yield words.turn(turn)
    for request in turn.requests:
        yield "  " + one_line(request)
    for item in turn.items:
        for at, line in enumerate(words.item(item).split("\n")):
            yield ("    " if at else "  ") + one_line(line)
    for at, name in enumerate(words.names):
        yield "  " + one_line(name)
        for told in words.play(turn, at):
            text = f"{told.label} | {told.text}" if told.label else told.text
            yield "    " + one_line(text)


def to_json(made: Comparison) -> dict[str, Any]:
    """The comparison for a program; what cannot be known is `None`. Words are in its language."""
    ranking = made.ranking
    return {
        "compare": VERSION,
        "scenario": made.scenario,
        "sessions": [_side(side) for side in made.sides],
        "ranking": {
            "orders": [
                [{"session": place.player, "mrs": float(place.mrs)} for place in order]
                for order in ranking.orders
            ],
            "refused": [
                {
                    "left": list(one.left),
                    "right": list(one.right),
                    "differences": [each.to_json() for each in one.differences],
                }
                for one in ranking.refused
            ],
        },
        "turns": [_turn_json(turn) for turn in made.turns],
    }


def _side(side: Side) -> dict[str, Any]:
    played = side.played
    not_graded = played.not_graded
    return {
        "session": side.session,
        "started_at": side.started_at,
        "player": played.player,
        "authorship": played.authorship.to_json(),
        "language": played.language,
        "end": played.ended,
        "effort": played.effort.to_json(),
        "score": None if side.figures is None else dict(side.figures),
        "not_graded": None if not_graded is None else not_graded.render(),
    }


def _turn_json(turn: ComparedTurn) -> dict[str, Any]:
    return {
        "turn": turn.number or None,
        "items": [_item_json(item) for item in turn.items],
        "plays": [_play_json(play) for play in turn.plays],
    }


def _item_json(item: ComparedItem) -> dict[str, Any]:
    return {
        "id": item.id,
        "kind": item.kind,
        "text": item.text,
        "differs": item.differs,
        "grades": [
            None
            if grade is None
            else {"grade": grade.verdict.value, "because": grade.because, "words": grade.words}
            for grade in item.grades
        ],
    }


def _play_json(play: SidePlay) -> dict[str, Any] | None:
    if not play.played:
        return None
    return {
        "request": play.request,
        "answer": play.answer,
        "seconds": play.seconds,
        "calls": [
            {"tool": c.tool, "arguments": dict(c.arguments), "total": c.total,
             "refused": c.refused or None}
            for c in play.calls
        ],
        "exchanges": [{"question": q, "reply": r} for q, r in play.exchanges],
        "orders": list(play.orders),
        "shown": [ref for ref, _line in play.shown],
        "seen_by_this_one_only": list(play.only),
    }  # fmt: skip
