"""Help laid out by the width of its characters on a terminal: Chinese ones take two cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click

from physassist_tui.i18n import _

_PIECES = r"[（“]?(?:[^\s\u2e80-\uffef]+|[\u2e80-\uffef])[，。；：、）”]*"
"""What a word in which there are wide characters may be broken between: these one by one, each
with the punctuation that must not begin or end a line."""


def wrap(text: str, cells: int) -> list[str]:
    """`text` in lines of at most `cells` cells, but for a single word that is longer."""
    from wcwidth import wcswidth

    lines: list[str] = []
    line = ""
    for piece in _pieces(text):
        if line and wcswidth((line + piece).rstrip()) > cells:
            lines.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> Iterator[str]:
    """What a line of `text` may be broken between, with the spaces that stand there."""
    for place, word in enumerate(text.split()):
        if place:
            yield " "
        # Compiling a range of so many characters takes longer than all else of a help page.
        yield from [word] if word.isascii() else re.findall(_PIECES, word)


class Layout(click.HelpFormatter):
    """A help page whose lines fit the terminal in either language."""

    def write_text(self, text: str) -> None:
        """Writes a paragraph."""
        indent = " " * self.current_indent
        for line in wrap(text, self.width - self.current_indent):
            self.write(f"{indent}{line}\n")

    def write_heading(self, heading: str) -> None:
        """Writes the head of a section."""
        self.write(" " * self.current_indent + _("{head}:", head=heading) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Writes names with what they mean, in two columns."""
        rows = list(rows)
        first = min(max(_cells(name) for name, _meaning in rows), col_max) + col_spacing
        left = " " * self.current_indent
        room = max(self.width - first - self.current_indent, 20)
        for name, meaning in rows:
            head = left + name
            lines = wrap(meaning, room) or [""]
            if _cells(name) > first - col_spacing:
                self.write(head + "\n")
                head = left
            pad = " " * (self.current_indent + first - _cells(head))
            self.write(f"{head}{pad}{lines[0]}\n")
            for line in lines[1:]:
                self.write(" " * (self.current_indent + first) + line + "\n")


def _cells(text: str) -> int:
    from wcwidth import wcwidth

    return sum(max(wcwidth(character), 0) for character in text)
