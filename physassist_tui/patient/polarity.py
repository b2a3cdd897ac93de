"""Whether a reply turns a fact into its opposite, as far as its negations show.

"I did not stop it" holds only supported words where the fact is "I stopped it". A reply is not
let through that denies where no wording of its facts denies anything, that denies a stopping,
or that neither denies nor stops anything where every wording of a fact does. It errs to that
side: the fact's own words are then used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from physassist_tui.core.scenario import Fact
from physassist_tui.i18n import LANGUAGES

_DENIES = re.compile(
    r"\b(?:no|not|never|none|nothing|nobody|neither|nor|without|cannot|hardly)\b|n[’']t\b"
    r"|[没無无未别勿]|不(?!好意思|过|错|光|但|仅|得了|止)|否认",
    re.IGNORECASE,
)
_NO_DENIAL = re.compile(
    r"\bno (?:doubt|wonder|more questions)\b|\bnot (?:only|just)\b|没事|没关系|差不多|不好意思"
    r"|\bwhy not\b|要不|不知道(?:要不要紧|怎么办)|没准|说不准"
    r"|了不起|对不起|说不定|是不是|有没有|要不要"
    r"|I don[’']t know (?:if|whether|what)",
    re.IGNORECASE,
)


_STOPS = (
    r"(?:stop(?:s|ped|ping)?|quit(?:s|ting)?|discontinu\w+|g[ia]ve(?:n|s)? (?:it |them )?up"
    r"|停|戒|断)"
)
_CEASED = re.compile(rf"\b{_STOPS}|停|戒|断(?!断续)", re.IGNORECASE)
_NOT_CEASED = re.compile(
    rf"(?:\b(?:not|never|without|no)|n[’']t)\s+(?:\w+\s+)?{_STOPS}"
    r"|(?:没有?|不|未|别)(?:\w{0,2})(?:停|戒|断)|不[停断]地?",
    re.IGNORECASE,
)


def denies(text: str) -> bool:
    """Whether `text` denies anything."""
    return _DENIES.search(_NO_DENIAL.sub(" ", text)) is not None


def turned(text: str, facts: Sequence[Fact]) -> bool:
    """Whether `text` says the opposite of one of `facts`, as far as can be seen."""
    wordings = [
        [
            getattr(wording, level)
            for wording in (getattr(fact.say, lang) for lang in LANGUAGES)
            if wording is not None
            for level in ("low", "medium", "high")
        ]
        for fact in facts
    ]
    every = [one for each in wordings for one in each]
    if _NOT_CEASED.search(text) and not any(_NOT_CEASED.search(one) for one in every):
        return True
    if denies(text):
        return not any(denies(one) or _CEASED.search(one) for one in every)
    if _CEASED.search(text):
        return False
    return any(all(denies(one) or _CEASED.search(one) for one in each) for each in wordings)
