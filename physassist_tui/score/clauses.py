"""A text as sentences and clauses, by the punctuation of both languages.

A sentence ends at . ! ? 。！？；; or a line end; a full stop inside a number, an abbreviation
or an initial ends none. A clause ends at a comma, colon or dash as well; commas inside a
number end none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from physassist_tui.score.folded import fold


@dataclass(frozen=True)
class Sentence:
    """`text[start:end]`; `asked` where it is a question."""

    start: int
    end: int
    asked: bool
    clauses: tuple[tuple[int, int], ...]


_STOP = re.compile(r"[!?。！？；;\n\r]+|\.+(?=\s|$|[\u3400-\u9fff\"')\]])")
# "?AF" doubts, it asks nothing.
_PREFIXED = re.compile(r"(?:^|[\s(])\?(?=[A-Za-z])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|dr|mr|mrs|ms|prof|approx|no|st|fig|etc|cf|al|a\.m|p\.m|inc|pt|temp"
    r"|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|t|resp|hosp)"
    # An initial is a word of its own: the L of mmol/L and the U of 24 U are none.
    r"|(?<![^\s.(])(?<!\d\s)[A-Z])$",
    re.IGNORECASE,
)
_COMMA = re.compile(r"(?<!\d),|,(?!\d)|[，、：()\[\]|]|:(?=\s|$)|\s-{1,2}\s|→|->|=>")
_ASKED_ZH = re.compile(r"(?:吗|呢|么)\s*[。.]?\s*$")


@lru_cache(maxsize=256)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of `text`, in order, each with its clauses."""
    folded = fold(text)
    return tuple(_sentences(folded))


def _sentences(text: str) -> Iterator[Sentence]:
    start = 0
    for stop in _STOP.finditer(text):
        if stop.group().startswith(".") and _abbreviated(text, stop.start()):
            continue
        if stop.group() == "?" and _PREFIXED.match(text, max(0, stop.start() - 1)):
            continue
        yield from _sentence(text, start, stop.end(), "?" in stop.group() or "？" in stop.group())
        start = stop.end()
    yield from _sentence(text, start, len(text), asked=False)


def _abbreviated(text: str, dot: int) -> bool:
    before = text[max(0, dot - 8) : dot]
    if not _ABBREVIATION.search(before):
        return False
    # "No." before a number is an abbreviation, "No." before a word is an answer.
    after = text[dot + 1 : dot + 3].strip()
    if re.search(r"\bno$", before, re.IGNORECASE):
        return after[:1].isdecimal()
    if re.search(r"\b(?:etc|a\.m|p\.m|st|pt|t|temp|al|ms)$", before, re.IGNORECASE):
        return not after[:1].isupper()
    return not re.search(r"\b(?:K|C|F)$", before)


def _sentence(text: str, start: int, end: int, asked: bool) -> Iterator[Sentence]:
    body = text[start:end]
    if not body.strip():
        return
    asked = asked or bool(_ASKED_ZH.search(body))
    clauses = []
    position = start
    for comma in _COMMA.finditer(text, start, end):
        if comma.start() > position:
            clauses.append((position, comma.start()))
        position = comma.end()
    if position < end:
        clauses.append((position, end))
    yield Sentence(start, end, asked, tuple(clauses))
