"""Whether a reply turns a fact into its opposite, as far as its negations show.

"I did not stop it" holds only supported words where the fact is "I stopped it". A reply that
denies where no wording of its facts denies anything, or denies nothing where every wording of
a fact does, is not let through. It errs to that side: the fact's own words are then used.
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


def denies(text: str) -> bool:
    """Whether `text` denies anything."""
    return _DENIES.search(_NO_DENIAL.sub(" ", text)) is not None


def turned(text: str, facts: Sequence[Fact]) -> bool:
    """Whether `text` denies what no wording of `facts` denies, or fails to deny what all do."""
    said = denies(text)
    wordings = [
        [getattr(wording, level) for level in ("low", "medium", "high")]
        for fact in facts
        for wording in (getattr(fact.say, lang) for lang in LANGUAGES)
        if wording is not None
    ]
    every = [denies(one) for each in wordings for one in each]
    if said:
        return not any(every)
    return any(all(denies(one) for one in each) for each in wordings)
