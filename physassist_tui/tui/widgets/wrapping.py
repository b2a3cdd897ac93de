"""Text broken into lines of so many cells. Pure.

A wide character is never halved; a line breaks at a space, or between two wide characters, or
where it must. Nothing is dropped: the lines joined are the text, but for the space or line end
at which they break.
"""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import get_character_cell_size

TAB = "    "
NEVER_FIRST = "，。、；：！？）】》」』”’％…,.;:!?)]}%"
"""Characters that no line begins with, where it can be helped."""


def wrap(text: str, width: int) -> list[str]:
    """The lines of `text`, none wider than `width` cells (at least two)."""
    whole = text.replace("\t", TAB)
    return [whole[start:end] for start, end in spans(whole, width)]


def spans(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Where each line of `text` begins and ends, as `wrap` breaks it; found as they are wanted.

    Tabs count as one cell: `text` has none.
    """
    width = max(2, width)
    begin = 0
    while begin <= len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        line = text[begin:end]
        for first, last in _ascii(line, width) if line.isascii() else _wide(line, width):
            yield begin + first, begin + last
        begin = end + 1


def cells(text: str) -> int:
    """How many cells `text` takes on a line."""
    return len(text) if text.isascii() else sum(map(get_character_cell_size, text))


def cut(text: str, width: int) -> str:
    """`text` cut to `width` cells, with `…` where something is left out."""
    if cells(text) <= width:
        return text
    used, kept = 0, 0
    for character in text:
        used += get_character_cell_size(character)
        if used > width - 1:
            break
        kept += 1
    return text[:kept] + "…"


def padded(text: str, width: int) -> str:
    """`text` cut or filled to exactly `width` cells."""
    short = cut(text, width)
    return short + " " * (width - cells(short))


def _ascii(line: str, width: int) -> Iterator[tuple[int, int]]:
    at = 0
    while len(line) - at > width:
        space = line.rfind(" ", at + 1, at + width + 1)
        if space < 0 or not line[at:space].strip():
            yield at, at + width
            at += width
        else:
            yield at, space
            at = space + 1
    yield at, len(line)


def _wide(line: str, width: int) -> Iterator[tuple[int, int]]:
    start = used = 0
    breaks = 0  # the last index at which a new line may begin
    before, size = "", 0
    for at, character in enumerate(line):
        size_before, size = size, get_character_cell_size(character)
        if (size == 2 or before == " ") and character not in NEVER_FIRST and at > start:
            breaks = at
        elif at and size == 1 and character != " " and size_before == 2:
            breaks = breaks if character in NEVER_FIRST else at
        before = character
        if used + size > width and character == " ":
            yield start, at
            start, used = at + 1, 0
            continue
        while used + size > width:
            split = breaks if breaks > start else at
            yield start, split - 1 if line[split - 1] == " " else split
            start, used = split, cells(line[split:at])
        used += size
    yield start, len(line)
