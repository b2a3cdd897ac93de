"""Which of the patient's facts a reply tells, by rule, where a person spoke for the patient.

A fact is told where the reply holds one of its utterances whole, in whatever language and
literacy, or everything that one of them commits itself to: every number, medicine, symptom,
part of the body, habit and time word (`verify` finds them), with a denial in the reply only
where the utterance has one. Rather too little than too much: a fact told in other words may be
missed, and one that nothing marks out (an utterance without two such words) is never taken as
told but whole.
"""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core.scenario import Fact
from physassist_tui.i18n import LANGUAGES
from physassist_tui.patient.profile import casebook_of
from physassist_tui.patient.text import clean
from physassist_tui.patient.verify import claims_of

_FEWEST = 2
"""So many labels at least mark a fact out."""

_ENDS = " .。!！?？,，;；"


def facts_said(text: str, facts: Sequence[Fact]) -> tuple[str, ...]:
    """The ids of the facts that `text` tells, in the scenario's order."""
    book = casebook_of(tuple(facts))
    told = frozenset(claims_of(text, book))
    bare = clean(text)
    return tuple(
        fact.id
        for fact in facts
        if any(
            _whole(utterance, bare)
            or (
                _all_of(frozenset(claims_of(utterance, book)), told)
                and _denies(utterance) == _denies(text)
            )
            for utterance in utterances_of(fact)
        )
    )


def utterances_of(fact: Fact) -> list[str]:
    """Every wording of a fact, in both languages."""
    return [
        getattr(wording, literacy)
        for lang in LANGUAGES
        if (wording := getattr(fact.say, lang)) is not None
        for literacy in ("low", "medium", "high")
    ]


def _whole(utterance: str, bare: str) -> bool:
    said = clean(utterance).strip(_ENDS)
    return bool(said) and said in bare


def _all_of(wanted: frozenset[str], told: frozenset[str]) -> bool:
    return len(wanted) >= _FEWEST and wanted <= told


_DENIALS = (
    "not", "n't", "never", "no", "none", "without", "haven't", "nothing",
    "没", "不", "无", "未", "别",
)  # fmt: skip


def _denies(text: str) -> bool:
    bare = clean(text)
    words = bare.replace("'", "'").split()
    for denial in _DENIALS:
        if denial.isascii():
            if denial in words or (denial == "n't" and "n't" in bare):
                return True
        elif denial in bare:
            return True
    return False
