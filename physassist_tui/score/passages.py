"""The passages of a document: what stands in one item, one paragraph or one row, under its head.

An item is a bullet or a numbered line with what is indented below it; a head is a Markdown
heading, a line in bold, or a line that ends with a colon. The words of a head belong to each
passage under it: "## Naproxen" and "- stop today" are one.
"""

from __future__ import annotations

import re
from bisect import bisect_left

Span = tuple[int, int]

# Both are held against a line without the white space around it: there is none to try lengths of.
_HEAD = re.compile(r"#{1,6}\s|(?:\*\*[^*]+\*\*|__[^_]+__)\s*[:：]?$")
_ITEM = re.compile(r"[-*+•·▪](?:\s|$)|\d+[.)、．]|[(（]\d+[)）]|[①-⑳]|\|")


def passages(text: str) -> tuple[tuple[Span, ...], ...]:
    """Each passage as the spans of the text that make it up: its head's, if any, and its own."""
    found: list[tuple[Span, ...]] = []
    head: Span | None = None
    begun: Span | None = None
    deep = end = 0
    for line in text.splitlines(keepends=True):
        start, end = end, end + len(line)
        bare = line.strip()
        indent, is_item = len(line) - len(line.lstrip()), _ITEM.match(bare) is not None
        is_head = not is_item and (bare.endswith((":", "：")) or _HEAD.match(bare) is not None)
        if not bare:
            begun = None
        elif is_head and (begun is None or indent <= deep):
            head, begun = (start, end), None
            found.append((head,))
        elif begun is None or (is_item and indent <= deep):
            begun, deep = (start, end), indent
            found.append((head, begun) if head else (begun,))
        else:
            begun = (begun[0], end)
            found[-1] = (*found[-1][:-1], begun)
    return tuple(found)


def passage_with(text: str, places: tuple[tuple[int, ...], ...]) -> tuple[int, ...] | None:
    """One place of each group, all in one passage; `None` where no passage has one of each.

    The places of a group ascend.
    """
    for spans in passages(text):
        inside = [_first(group, spans) for group in places]
        if all(at is not None for at in inside):
            return tuple(at for at in inside if at is not None)
    return None


def _first(places: tuple[int, ...], spans: tuple[Span, ...]) -> int | None:
    """The first of the places, which ascend, that lies in one of the spans, which do too."""
    for start, end in spans:
        at = bisect_left(places, start)
        if at < len(places) and places[at] < end:
            return places[at]
    return None
