"""Text broken into lines of so many cells. Pure.

A wide character is never halved; a line breaks at a space, or between two wide characters, or
where it must. Nothing is dropped: the lines joined are the text, but for the space or line end
at which they break.
"""

from __future__ import annotations

from rich.cells import get_character_cell_size

TAB = "    "
NEVER_FIRST = "，。、；：！？）】》」』”’％…,.;:!?)]}%"
"""Characters that no line begins with, where it can be helped."""


def wrap(text: str, width: int) -> list[str]:
    """The lines of `text`, none wider than `width` cells (at least two)."""
    width = max(2, width)
    lines: list[str] = []
    for line in text.replace("\t", TAB).split("\n"):
        if line.isascii():
            _wrap_ascii(line, width, lines)
        else:
            _wrap_wide(line, width, lines)
    return lines


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


def _wrap_ascii(line: str, width: int, lines: list[str]) -> None:
    at = 0
    while len(line) - at > width:
        space = line.rfind(" ", at + 1, at + width + 1)
        if space < 0 or not line[at:space].strip():
            lines.append(line[at : at + width])
            at += width
        else:
            lines.append(line[at:space])
            at = space + 1
    lines.append(line[at:])


def _wrap_wide(line: str, width: int, lines: list[str]) -> None:
    start = used = 0
    breaks = 0  # the last index at which a new line may begin
    for at, character in enumerate(line):
        size = get_character_cell_size(character)
        if (size == 2 or line[at - 1 : at] == " ") and character not in NEVER_FIRST and at > start:
            breaks = at
        elif at and size == 1 and character != " " and get_character_cell_size(line[at - 1]) == 2:
            breaks = breaks if character in NEVER_FIRST else at
        if used + size > width and character == " ":
            lines.append(line[start:at])
            start, used = at + 1, 0
            continue
        while used + size > width:
            split = breaks if breaks > start else at
            lines.append(line[start:split].removesuffix(" "))
            start, used = split, cells(line[split:at])
        used += size
    lines.append(line[start:])
