"""Reads a judge's reply, strictly. What is not as it was asked for is no grade.

A fault of the whole reply (no JSON object of that form, too few or too many items, an id that
is unknown or given twice) makes all its grades unusable; a fault of one item (a verdict outside
the set, words that are not in the answer, no reason) that item's alone. Around the object white
space and one Markdown code fence are let pass; prose is not.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, msg

_FENCED = re.compile(r"\A```(?:json)?[ \t]*\n(.*)\n?```\Z", re.DOTALL | re.IGNORECASE)
LONGEST_REPLY = 200_000
LONGEST_REASON = 2000
_VERDICTS = {v.value: v for v in (Verdict.PASS, Verdict.PARTIAL, Verdict.FAIL)}


@dataclass(frozen=True)
class ItemReply:
    """What a judge says of one item; `fault` where that cannot be used."""

    verdict: Verdict
    quote: str
    reason: str
    fault: Message | None = None


class Unusable(ValueError):
    """A reply of which nothing can be used."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.msgid)
        self.message = message


def read_reply(text: str, items: Sequence[str], answer: str) -> dict[str, ItemReply]:
    """What a reply says of each of `items`, by id. Raises `Unusable`."""
    rows = _rows(text)
    if len(rows) != len(items):
        raise Unusable(
            msg("it grades {given} items, not {asked}.", given=len(rows), asked=len(items))
        )
    read: dict[str, ItemReply] = {}
    for row in rows:
        item = row.get("id") if isinstance(row, dict) else None
        if not isinstance(item, str):
            raise Unusable(msg("an item in it has no id."))
        if item not in items:
            raise Unusable(msg("there is no item {id}.", id=_short(item)))
        if item in read:
            raise Unusable(msg("it grades item {id} twice.", id=item))
        read[item] = _item(row, answer)
    return read


def _rows(text: str) -> list[Any]:
    stripped = text.strip().removeprefix("\ufeff").strip()
    fenced = _FENCED.match(stripped)
    if not stripped:
        raise Unusable(msg("it is empty."))
    if len(stripped) > LONGEST_REPLY:
        raise Unusable(msg("it is too long."))
    try:
        value = json.loads(fenced[1] if fenced else stripped, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise Unusable(msg("it is not one JSON object.")) from error
    rows = value.get("items") if isinstance(value, dict) else None
    if not isinstance(rows, list):
        raise Unusable(msg("it is not an object with a list of items."))
    return rows


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a key given twice leaves open which one is meant."""
    if len({key for key, _value in pairs}) < len(pairs):
        raise ValueError("a key is given twice")
    return dict(pairs)


def _item(row: dict[str, Any], answer: str) -> ItemReply:
    given, quote, reason = row.get("verdict"), row.get("quote"), row.get("reason")
    verdict = _VERDICTS.get(given) if isinstance(given, str) else None
    quote_text = quote if isinstance(quote, str) else ""
    reason_text = reason.strip()[:LONGEST_REASON] if isinstance(reason, str) else ""
    fault = None
    if verdict is None:
        fault = msg("the verdict {verdict} is none of the three.", verdict=_short(str(given)))
    elif not isinstance(quote, str):
        fault = msg("the quote is missing.")
    elif not reason_text:
        fault = msg("the reason is missing.")
    elif verdict is not Verdict.FAIL and not _says_something(quote, answer):
        fault = msg("no words of the answer are quoted.")
    elif spaced(quote) not in spaced(answer):
        fault = msg("the quoted words are not in the answer: {quote}", quote=_short(quote))
    return ItemReply(verdict or Verdict.ABSTAIN, quote_text.strip(), reason_text, fault)


def spaced(text: str) -> str:
    """`text` composed, with each run of white space as one space and none at its ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def _says_something(quote: str, answer: str) -> bool:
    """Whether a quote is more than a sign: two letters or digits, unless the answer is less."""
    signs = sum(character.isalnum() for character in quote)
    return signs >= 2 or (signs == 1 and spaced(quote) == spaced(answer))


def _short(text: str) -> str:
    return text if len(text) <= 80 else text[:80] + "…"
