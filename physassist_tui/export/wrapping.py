"""Lines broken to a width in terminal cells; a wide character takes two and is never cut."""

from __future__ import annotations

import re
from functools import lru_cache

_NARROW = re.compile("[\x20-\x7e\xa1-\u02ff\u2010-\u2015\u2018-\u2027\u2190-\u21ff\u2265]*")
"""Texts of one cell a character; a soft hyphen is shown as a sign before it comes here."""


_CLOSING = "，。、；：？！）》】」』”’…,.;:?!)"
"""What a line does not begin with."""


@lru_cache(maxsize=8192)
def _cells(character: str) -> int:
    from wcwidth import wcwidth

    return max(0, wcwidth(character))


def width(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if _NARROW.fullmatch(text) else sum(_cells(one) for one in text)


def wrapped(line: str, cells: int) -> list[str]:
    """`line` in pieces of at most `cells` cells, broken after spaces where there are some."""
    line = line.replace("\t", "    ")
    if len(line) * 2 <= cells or width(line) <= cells:
        return [line]
    return _narrow(line, cells) if _NARROW.fullmatch(line) else _wide(line, cells)


def _narrow(line: str, cells: int) -> list[str]:
    pieces: list[str] = []
    while len(line) > cells:
        space = line.rfind(" ", 0, cells + 1)
        end = space + 1 if space >= 0 else cells
        pieces.append(line[:end].rstrip(" "))
        line = line[end:]
    return [*pieces, line]


def _wide(line: str, cells: int) -> list[str]:
    pieces: list[str] = []
    start = used = 0
    space = -1
    for at, character in enumerate(line):
        wide = _cells(character)
        if used + wide > cells:
            end = space + 1 if space >= start else at
            if line[end] in _CLOSING and end - 1 > start:
                end -= 1
            pieces.append(line[start:end].rstrip(" "))
            start, space = end, -1
            used = width(line[start:at])
        used += wide
        if character == " " or wide == 2:
            space = at
    return [*pieces, line[start:]]
