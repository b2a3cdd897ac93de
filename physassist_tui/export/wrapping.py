"""Lines broken to a width in terminal cells; a wide character takes two and is never cut."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=8192)
def _cells(character: str) -> int:
    from wcwidth import wcwidth

    return max(0, wcwidth(character))


def width(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else sum(_cells(one) for one in text)


def wrapped(line: str, cells: int) -> list[str]:
    """`line` in pieces of at most `cells` cells, broken after spaces where there are some."""
    line = line.replace("\t", "    ")
    if len(line) * 2 <= cells or width(line) <= cells:
        return [line]
    pieces: list[str] = []
    start = used = 0
    space = -1
    for at, character in enumerate(line):
        wide = _cells(character)
        if used + wide > cells:
            end = space + 1 if space >= start else at
            pieces.append(line[start:end].rstrip(" "))
            start, space = end, -1
            used = width(line[start:at])
        used += wide
        if character == " " or wide == 2:
            space = at
    return [*pieces, line[start:]]
