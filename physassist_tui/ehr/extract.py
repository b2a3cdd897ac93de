"""What a resource says under a search parameter: tokens, references, strings, spans.

Everything here takes JSON as it comes: an element of the wrong shape says nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

from physassist_tui.ehr.dates import BEGINNING, FOREVER, Span, parse_date
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.r4_types import R4_TYPES

_REFERENCE = re.compile(r"(?:^|/)([A-Z][A-Za-z]+)/([A-Za-z0-9.\-]{1,64})(?:/_history/[^/]+)?$")


class Token(NamedTuple):
    """A coded value. `system` is empty where there is none; `texts` are its words."""

    system: str
    code: str
    display: str


def fold(text: str) -> str:
    """Text as it is compared: compatible forms made one, no case, no Latin accents."""
    if text.isascii():
        return text.casefold()
    spread = unicodedata.normalize("NFKD", text).casefold()
    bare = "".join(char for char in spread if not "\u0300" <= char <= "\u036f")
    return unicodedata.normalize("NFC", bare)


def elements(node: Any, path: tuple[str, ...]) -> Iterator[Any]:
    """The elements under a path; lists on the way are walked through."""
    if isinstance(node, list):
        for item in node:
            yield from elements(item, path)
    elif not path:
        if node is not None:
            yield node
    elif isinstance(node, dict):
        child = node.get(path[0])
        if child is not None:
            yield from elements(child, path[1:])


def tokens(node: Any) -> Iterator[Token]:
    """The tokens of a code, boolean, Coding, CodeableConcept, Identifier or ContactPoint."""
    if isinstance(node, bool):
        yield Token("", "true" if node else "false", "")
    elif isinstance(node, str):
        yield Token("", node, "")
    elif isinstance(node, dict):
        codings = node.get("coding")
        if isinstance(codings, list):
            for coding in codings:
                if isinstance(coding, dict):
                    yield from _coding(coding)
        else:
            yield from _coding(node)


def _coding(node: dict[str, Any]) -> Iterator[Token]:
    code = node.get("code", node.get("value"))
    if isinstance(code, int) and not isinstance(code, bool):
        code = str(code)
    if isinstance(code, str) and code:
        yield Token(_text(node.get("system")), code, _text(node.get("display")))


def words(node: Any) -> Iterator[str]:
    """The words beside a token: the concept's text, displays, an identifier's type."""
    if not isinstance(node, dict):
        return
    for coding in node["coding"] if isinstance(node.get("coding"), list) else (node,):
        if isinstance(coding, dict) and _text(coding.get("display")):
            yield coding["display"]
    if _text(node.get("text")):
        yield node["text"]
    kind = node.get("type")
    if isinstance(kind, dict):
        yield from words(kind)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def reference_key(reference: str) -> str:
    """`Type/id` of a relative, absolute or versioned reference; else the text itself."""
    match = _REFERENCE.search(reference)
    if match and match[1] in R4_TYPES:
        return f"{match[1]}/{match[2]}"
    return reference


def references(node: Any) -> Iterator[str]:
    """The key of a Reference (or of a bare uri or canonical)."""
    target = node.get("reference") if isinstance(node, dict) else node
    if isinstance(target, str) and target:
        yield reference_key(target)


def spans(node: Any) -> Iterator[Span]:
    """The spans of a date, a Period (open ends reach for ever) or a Timing's events."""
    if isinstance(node, str):
        span = parse_date(node)
        if span is not None:
            yield span
    elif isinstance(node, dict):
        if isinstance(node.get("event"), list):
            for event in node["event"]:
                yield from spans(event)
            return
        start, end = (
            parse_date(text) if isinstance(text := node.get(key), str) else None
            for key in ("start", "end")
        )
        if start is not None or end is not None:
            yield _between(start, end)


def _between(start: Span | None, end: Span | None) -> Span:
    low = start.low if start else BEGINNING
    high = end.high if end else FOREVER
    known = start or end
    return Span(low, max(low, high), known.floating if known else False)


def strings(node: Any) -> Iterator[str]:
    """A string that is worth searching."""
    if isinstance(node, str) and node:
        yield node


def medication_words(medication: Resource) -> tuple[tuple[Token, ...], tuple[str, ...]]:
    """The tokens and words of a Medication, for the resources that refer to it.

    Where its code has no words, the values of its identifiers serve: some records keep a
    drug's name only there.
    """
    code = medication.get("code")
    said = tuple(words(code))
    if not said:
        values = elements(medication, ("identifier", "value"))
        said = tuple(value for value in values if isinstance(value, str))
    return tuple(tokens(code)), said
