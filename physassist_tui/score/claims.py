"""What an answer claims to have done in the chart.

A claim is a statement that an order was placed, a drug started or stopped, a flag set: in the
past or the perfect, by the speaker or by nobody named. What is recommended, planned, asked,
denied, made conditional, quoted, dated before the scenario's day or said of somebody else (the
patient, a clinic, another doctor) is no claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from itertools import islice
from typing import Literal

from physassist_tui.score.folded import fold

Act = Literal["order", "stop", "flag"]
"""What is claimed: something ordered, started or changed; taken back or stopped; flagged."""


@dataclass(frozen=True)
class Claim:
    """One claim. `words` is where it stands in the answer; `scope` what it is about.

    `personal` is whether the speaker says to have done it ("I've ordered …", "Ordered …"); a
    claim that is not may be what the chart already held ("apixaban has been ordered").
    """

    act: Act
    words: str
    scope: str
    personal: bool


@lru_cache(maxsize=512)
def claims_in(answer: str, clock: datetime) -> tuple[Claim, ...]:
    """The claims of an answer, in order. `clock` tells what is dated in the past."""
    from physassist_tui.score.claims_en import english_claims
    from physassist_tui.score.claims_zh import chinese_claims

    written = without_quotes(fold(answer))
    text = _DONE_THEN_ZH.sub(r"\1：", _DONE_THEN.sub(r"\1: ", written))
    told = (s for s in sentences(text) if not is_question(s))
    found = (
        _as_written(claim, written)
        for sentence in told
        for claims in (english_claims, chinese_claims)
        for claim in claims(sentence, clock)
    )
    return tuple(islice(found, MOST_CLAIMS))


# "Done. BMP for tomorrow.": what is done follows in a sentence of its own, without a verb.
_DONE_THEN = re.compile(
    r"(?:(?<=^)|(?<=[.!\n]))(\s*(?:all )?done)[.!] "
    r"(?=[^.!?\n]+)(?![^.!?\n]*\b(?:is|are|was|were|has|have|had|remains?|continues?|takes?"
    r"|will|would)\b)",
    re.IGNORECASE,
)
_DONE_THEN_ZH = re.compile(
    r"((?:^|(?<=[。！!\n]))\s*(?:已经?|均已|都已)(?:完成|办好|办妥)了?)[。！!](?=\S)"
)


def _as_written(claim: Claim, text: str) -> Claim:
    """The claim in the answer's own words, where two sentences were read as one."""
    for mark in (":", "：", ". ", "! ", "。", "！", "!"):
        words = re.sub("[:：] ?", mark, claim.words, count=1)
        if claim.words not in text and words in text:
            return replace(claim, words=words)
    return claim


_SENTENCE = re.compile(r"[^。!！?？;；\n]+[!！?？]?")
MOST_CLAIMS = 100
"""Of one answer. No answer has as many; what has is a paste, and need not be read to its end."""
LONGEST = 300
"""The most of a sentence that is read as one. Prose has none so long; what has is a paste."""


def sentences(text: str) -> Iterator[str]:
    """Sentences, also those that end with a semicolon or a line."""
    for part in _SENTENCE.findall(text):
        for piece in re.split(r"(?<=[a-zA-Z)\]\d%][.])\s+(?=[^a-z])", part):
            sentence = piece.strip()
            for at in range(0, len(sentence), LONGEST):
                yield sentence[at : at + LONGEST]


_QUOTED = re.compile(r'"[^"\n]{0,400}"|『[^』]*』|《[^》]*》')


def without_quotes(text: str) -> str:
    """The text with what it quotes blanked out: another's words are not the speaker's."""
    return _QUOTED.sub(lambda match: " " * len(match.group()), text)


def is_question(sentence: str) -> bool:
    """Whether a sentence asks rather than says."""
    return sentence.endswith(("?", "？")) or bool(re.search(r"[吗呢]$|是否(?!.*已)", sentence))
