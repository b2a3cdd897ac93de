"""A note in Markdown as the blocks that it is read as. Pure.

Headings, lists, quotes, tables, code and rules are laid out; everything else is text as it
stands. Nothing in it is obeyed: links stay as they are written, and HTML is text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from physassist_tui.tui.widgets.transcript import Block
from physassist_tui.tui.widgets.wrapping import cells, padded

_HEADING = re.compile(r"^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_ITEM = re.compile(r"^([ \t]*)([-*+]|\d{1,3}[.)、])[ \t]+(.*)$")
_RULE = re.compile(r"^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$")
_FENCE = re.compile(r"^ {0,3}(```+|~~~+)")
_TABLE = re.compile(r"^\s*\|.*\|\s*$")
_TABLE_RULE = re.compile(r"^\s*\|[\s:|-]+\|\s*$")
_STRONG = re.compile(r"(\*\*|__)(?=\S)((?:(?!\1).){1,400})(?<=\S)\1")
_CODE = re.compile(r"`([^`\n]{1,400})`")
LONGEST = 20_000
"""Characters of a paragraph that are laid out as one."""
WIDEST = 40


def preview_blocks(text: str) -> list[Block]:
    """The blocks of a note; none for an empty one."""
    return list(_blocks(text.replace("\r\n", "\n").split("\n")))


def _blocks(lines: list[str]) -> Iterator[Block]:
    at = 0
    while at < len(lines):
        line = lines[at]
        fence = _FENCE.match(line)
        if fence is not None:
            at, block = _code(lines, at, fence[1])
            yield block
        elif _TABLE.match(line):
            end = _run(lines, at, _TABLE)
            yield from _table(lines[at:end])
            at = end
        elif not line.strip():
            yield Block("")
            at += 1
        elif (single := _single(line)) is not None:
            yield single
            at += 1
        else:
            end = _paragraph(lines, at)
            yield Block(_inline(" ".join(one.strip() for one in lines[at:end])))
            at = end


def _single(line: str) -> Block | None:
    """A line that is a block of its own; `None` for part of a paragraph."""
    heading = _HEADING.match(line)
    if heading is not None:
        style = "bold underline" if len(heading[1]) == 1 else "bold"
        return Block(_inline(heading[2]), style)
    if _RULE.match(line):
        return Block("─" * 24, "dim")
    item = _ITEM.match(line)
    if item is not None:
        depth = min(len(item[1].expandtabs(4)) // 2, 6)
        sign = item[2] if item[2][0].isdigit() else "•"
        label = "  " * depth + sign
        return Block(_inline(item[3]), indent=cells(label) + 1, label=label)
    if line.lstrip().startswith(">"):
        return Block(_inline(line.lstrip()[1:].strip()), "italic", indent=2, label="│")
    return None


def _paragraph(lines: list[str], at: int) -> int:
    """The end of the paragraph that begins at a line."""
    end, size = at + 1, len(lines[at])
    while end < len(lines) and size < LONGEST:
        line = lines[end]
        if not line.strip() or _TABLE.match(line) or _FENCE.match(line) or _single(line):
            break
        if lines[end - 1].endswith("  "):  # a hard line break
            break
        size += len(line)
        end += 1
    return end


def _code(lines: list[str], at: int, fence: str) -> tuple[int, Block]:
    end = at + 1
    while end < len(lines) and not lines[end].strip().startswith(fence):
        end += 1
    return end + 1, Block("\n".join(lines[at + 1 : end]), wrapped=False)


def _run(lines: list[str], at: int, kind: re.Pattern[str]) -> int:
    while at < len(lines) and kind.match(lines[at]):
        at += 1
    return at


def _table(lines: list[str]) -> Iterator[Block]:
    rows = [
        [_inline(cell.strip()) for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not _TABLE_RULE.match(line)
    ]
    count = max((len(row) for row in rows), default=0)
    widths = [
        min(WIDEST, max(cells(row[at]) if at < len(row) else 0 for row in rows))
        for at in range(count)
    ]
    headed = len(lines) > 1 and _TABLE_RULE.match(lines[1]) is not None
    for number, row in enumerate(rows):
        told = [
            cell if cells(cell) > width else padded(cell, width)
            for cell, width in zip(row, widths, strict=False)
        ]
        style = "bold" if headed and number == 0 else ""
        yield Block("  ".join(told).rstrip(), style, wrapped=False)


def _inline(text: str) -> str:
    """Text without the signs of emphasis and code around it."""
    return _CODE.sub(r"\1", _STRONG.sub(r"\2", text))
