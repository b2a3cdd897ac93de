"""Which lines of a transcript matter to an item, and what to leave out where it is too long."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from physassist_tui.score.transcript import Entry

_WORD = re.compile(r"[a-z][a-z0-9\-]{2,}|\d+(?:\.\d+)?|[\u4e00-\u9fff]+", re.IGNORECASE)
_PIECE = 1000
"""A line longer than this is weighed in pieces of it."""

_COMMON = frozenset(
    "the and for that with has have are was were will this from not but she her his him they "  # noqa: SIM905
    "says say gives give answer patient today pass fail partial when only its which after before "
    "为 的 是 了 在 和 与 患者 说明 给出 今天 回答 通过".split()
)


def terms_of(*texts: tuple[str, int]) -> dict[str, int]:
    """The terms of texts, each with the weight of the weightiest text it stands in.

    A term is a word of three letters or more, a number, or two Chinese characters in a row.
    """
    weights: dict[str, int] = {}
    for text, weight in texts:
        for term in _terms(text):
            weights[term] = max(weight, weights.get(term, 0))
    return weights


def _terms(text: str) -> Iterable[str]:
    for match in _WORD.finditer(text.casefold()):
        word = match.group()
        if word in _COMMON:
            continue
        if "\u4e00" <= word[0] <= "\u9fff":
            pairs = (word[at : at + 2] for at in range(max(1, len(word) - 1)))
            yield from (pair for pair in pairs if pair not in _COMMON)
        else:
            yield word


def weight_of(text: str, terms: Mapping[str, int]) -> int:
    """How much a text has to do with weighted terms: the weights of those that it holds."""
    return sum(terms.get(term, 0) for term in set(_terms(text)))


def most_relevant(
    entries: Sequence[Entry], terms: Mapping[str, int], most: int
) -> tuple[Entry, ...]:
    """The entries, `most` at most, that have most to do with the terms, in their order."""
    weighed = [
        (weight_of("\n".join((entry.head, *entry.lines)), terms), -at)
        for at, entry in enumerate(entries)
    ]
    best = sorted((pair for pair in weighed if pair[0] > 0), reverse=True)[:most]
    return tuple(entries[-at] for _weight, at in sorted(best, key=lambda pair: -pair[1]))


@dataclass(frozen=True)
class _Piece:
    entry: int
    text: str
    rank: tuple[int, int, int]


def bounded(
    entries: Sequence[Entry], terms: Mapping[str, int], turn: int, most: int
) -> list[tuple[Entry, list[str | int]]]:
    """Each entry with the lines of it that are kept; a number stands for characters left out.

    Everything is kept where it fits `most` characters. Else what was said comes first, then
    the lines that have most to do with the terms, then those of session turn `turn`, then the
    first ones; the heads of calls stay always, cut to a line.
    """
    if sum(entry.size for entry in entries) <= most:
        return [(entry, [*entry.lines]) for entry in entries]
    pieces = [
        _Piece(at, text, (entry.kind != "call", weight_of(text, terms), entry.turn == turn))
        for at, entry in enumerate(entries)
        for line in entry.lines
        for text in _pieces(line)
    ]
    left = most - sum(min(len(entry.head), _PIECE) for entry in entries)
    kept: set[int] = set()
    for at in sorted(range(len(pieces)), key=lambda i: pieces[i].rank, reverse=True):
        if len(pieces[at].text) + 1 <= left:
            kept.add(at)
            left -= len(pieces[at].text) + 1
    told: list[list[str | int]] = [[] for _ in entries]
    for at, piece in enumerate(pieces):
        lines = told[piece.entry]
        if at in kept:
            lines.append(piece.text)
        elif lines and isinstance(lines[-1], int):
            lines[-1] += len(piece.text) + 1
        else:
            lines.append(len(piece.text) + 1)
    return list(zip(entries, told, strict=True))


def _pieces(line: str) -> list[str]:
    return [line[at : at + _PIECE] for at in range(0, len(line), _PIECE)] or [""]
