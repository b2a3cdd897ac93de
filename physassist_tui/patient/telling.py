"""Which of the patient's facts a reply tells, by rule, where a person spoke for the patient.

A fact is told where the reply holds one of its utterances whole, in whatever language and
literacy, or where a sentence of the reply, or the whole of it, holds everything that one of them
commits itself to: every number, medicine, symptom, part of the body, habit and time word
(`verify` finds them), with a denial only where all utterances have one. Rather too little than
too much: a fact told in other words may be missed, and one that nothing marks out (an utterance
with fewer than three such words) is never taken as told but whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from physassist_tui.core.scenario import Fact
from physassist_tui.i18n import LANGUAGES
from physassist_tui.patient.profile import casebook_of
from physassist_tui.patient.text import clean
from physassist_tui.patient.verify import claims_of

_FEWEST = 3
"""So many labels at least mark a fact out."""

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？；;\n]")
_ENDS = " .。!！?？,，;；"
_DENIALS = re.compile(r"\b(?:not?|never|none|nothing|nobody|without|cannot)\b|n't\b|[没不无未别]")
_NO_DENIAL = re.compile(
    "差不多|不过|不久|不错|不少|不得不|不断|不停|不同|别的|特别|分别|个别|无论|不论|不管|未来"
)


def facts_said(text: str, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The ids of the facts that `text` tells, in the scenario's order."""
    book = casebook_of(tuple(facts))
    bare = clean(text).casefold()
    parts = [part for part in (text, *_SENTENCE_END.split(text)) if part.strip()]
    said = [(frozenset(claims_of(part, book)), _denies(part)) for part in parts]
    return tuple(
        wanted.fact
        for wanted in _wanted(tuple(facts))
        if any(whole in bare for whole in wanted.whole)
        or any(
            labels <= claims and wanted.denies == denied
            for labels in wanted.labels
            for claims, denied in said
        )
    )


class _Wanted(NamedTuple):
    """What tells a fact: an utterance whole, or all labels of one. `denies`: each utterance does.

    Where only some wordings deny ("I do not take it any more" for "I stopped it"), a denial in a
    reply may as well be of the fact.
    """

    fact: str
    whole: tuple[str, ...]
    labels: tuple[frozenset[str], ...]
    denies: bool


@lru_cache(maxsize=64)
def _wanted(facts: tuple[Fact, ...]) -> tuple[_Wanted, ...]:
    book = casebook_of(facts)
    found = []
    for fact in facts:
        words = utterances_of(fact)
        whole = tuple(clean(one).casefold().strip(_ENDS) for one in words)
        labels = (frozenset(claims_of(one, book)) for one in words)
        marked = tuple(one for one in labels if len(one) >= _FEWEST)
        denies = all(map(_denies, words))
        found.append(_Wanted(fact.id, tuple(filter(None, whole)), marked, denies))
    return tuple(found)


def utterances_of(fact: Fact) -> list[str]:
    """Every wording of a fact, in both languages."""
    return [
        getattr(wording, literacy)
        for lang in LANGUAGES
        if (wording := getattr(fact.say, lang)) is not None
        for literacy in ("low", "medium", "high")
    ]


def _denies(text: str) -> bool:
    return _DENIALS.search(_NO_DENIAL.sub("", clean(text).casefold())) is not None
