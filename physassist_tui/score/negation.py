"""How a stretch of a text stands there: affirmed, denied, left open, supposed, asked.

`Standings(text).of(start, end)` decides for one place, in English and Chinese, within its
sentence. Two denials that bear on the same words affirm them ("does not deny"); a contrast
("not X but Y", 不是…而是…) ends the denial; the condition of an "if" affirms nothing, its
consequence does.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from physassist_tui.score import negation_cues as cues
from physassist_tui.score.clauses import Sentence, sentences
from physassist_tui.score.folded import fold, is_chinese
from physassist_tui.terms import drug_in

Standing = Literal["affirmed", "denied", "open", "supposed", "asked", "of_others"]

_EN_WORDS_IN_SCOPE = 10
_ZH_CHARS_IN_SCOPE = 16
_LIST_ITEM_WORDS = 4
_FURTHEST = 240
_COMMA = re.compile(r"[,，]")
_JOINT_CUE = re.compile(r"\b(?:and|or|but)\s+$", re.IGNORECASE)


@lru_cache(maxsize=32)
def standings_of(text: str) -> Standings:
    """The standings of the places of `text`, which all that read it share."""
    return Standings(text)


class Standings:
    """The standings of the places of one text."""

    def __init__(self, text: str) -> None:
        self._text = fold(text)
        self._sentences = sentences(text)

    def sentence(self, position: int) -> Sentence | None:
        """The sentence that holds `position`."""
        for sentence in self._sentences:
            if sentence.start <= position < sentence.end:
                return sentence
        return None

    def of(self, start: int, end: int) -> Standing:
        """How the words at `start`:`end` stand in their sentence."""
        sentence = self.sentence(start)
        if sentence is None:
            return "affirmed"
        # No cue reaches further than this, and a sentence may be a whole pasted chart.
        first = max(sentence.start, start - _FURTHEST)
        last = min(sentence.end, end + _FURTHEST)
        body = self._text[first:last]
        a, b = start - first, min(end, last) - first
        if sentence.asked:
            return "asked"
        return _standing(body, a, b)


# The same sentence is asked about again by every item, and in every text that it stands in.
@lru_cache(maxsize=4096)
def _standing(body: str, start: int, end: int) -> Standing:
    before, after = _quiet(body[:start]), body[end:]
    clause = before[_clause_start(before) :]
    if cues.OTHERS_EN.search(clause) or cues.OTHERS_ZH.search(clause):
        return "of_others"
    if _supposed(before) or _awaited(before, body[start:end], after):
        return "supposed"
    before, is_open = _without_open(before)
    if cues.CONSIDER.search(before) and not _is_treatment(body[start:end]):
        return "open"
    if cues.PARTLY.search(before) and not body[start].isdecimal():
        return "open"
    if is_open or cues.OPEN_AFTER_EN.match(after) or cues.OPEN_AFTER_ZH.match(after):
        return "open"
    denials = _denials_before(before, body[start:end], after) + _denied_after(after)
    return "denied" if denials % 2 else "affirmed"


def _is_treatment(words: str) -> bool:
    """Whether the words say what is done or given, which may be considered as advice."""
    return bool(cues.AN_ACT.search(words)) or drug_in(words) is not None


def _quiet(text: str) -> str:
    for pattern in (cues.PSEUDO_EN, cues.PSEUDO_ZH):
        text = pattern.sub(lambda m: "~" * len(m.group()), text)
    return text


def _clause_start(before: str) -> int:
    commas = list(_COMMA.finditer(before))
    return commas[-1].end() if commas else 0


def _supposed(before: str) -> bool:
    for pattern in (cues.SUPPOSE_EN, cues.SUPPOSE_ZH):
        for cue in pattern.finditer(before):
            gap = before[cue.end() :]
            if not cues.SUPPOSE_END.search(gap) and len(gap) <= 80:
                return True
    return False


def _awaited(before: str, words: str, after: str) -> bool:
    """A state that something else waits for: "once resolved", 缓解后再停."""
    if not cues.STATE.fullmatch(words):
        return False
    waits = bool(cues.STATE_FIRST_ZH.match(after)) and is_chinese(words[-1])
    return waits or bool(cues.UNTIL_STATE.search(before))


def _without_open(before: str) -> tuple[str, bool]:
    """`before` with its open cues blanked, and whether one of them bears on what follows."""
    bears = False
    for pattern in (cues.OPEN_EN, cues.OPEN_ZH):
        for cue in pattern.finditer(before):
            gap = before[cue.end() :]
            near = len(gap.split()) <= 4 and len(gap) <= 40
            bears = bears or (near and not _COMMA.search(gap) and not _ends_scope(gap))
        before = pattern.sub(lambda m: "~" * len(m.group()), before)
    return before, bears


def _ends_scope(gap: str) -> bool:
    return bool(cues.STOP_EN.search(gap) or cues.STOP_ZH.search(gap))


def _denials_before(before: str, words: str, after: str) -> int:
    spans = [m.span() for m in cues.DENY_EN.finditer(before)]
    spans += [m.span() for m in cues.DENY_ZH.finditer(before)]
    spans.sort()
    count = 0
    plain = list(before)
    for start, end in spans:
        plain[start:end] = "~" * (end - start)
    for at, (start, end) in enumerate(spans):
        later = [s for s, _ in spans[at + 1 :] if s >= end]
        gap = _OBJECT.sub(lambda m: "~" * len(m.group()), "".join(plain[end:]))
        if _ends(before[start], gap):
            continue
        if _NOT_DONE_YET.match(before, start) and _BEFORE_WHICH.match(after):
            continue
        if before[start:end].lower() == "without" and any(
            cues.LEFT_OFF.search(before[e:start]) for _, e in spans[:at]
        ):
            # "Don't stop it without giving glargine": what is not left off goes with glargine.
            continue
        if _bears(before, start, end, later, words, after):
            count += 1
    return count


# 没打甘精之前不要停泵: before it is given, something else must not be done.
_NOT_DONE_YET = re.compile(r"没有?|未|尚未|还没")
_BEFORE_WHICH = re.compile(r"[^，,。；;]{0,10}?之?前\s*[，,]?\s*(?:先?不|先?别|勿|切勿|暂不|禁)")

# "not due to AF" denies the cause; "not stopped, due to AF" does not.
_OBJECT = re.compile(r"^\s*(?:due to|secondary to|because of|given)\b", re.IGNORECASE)


def _ends(cue: str, gap: str) -> bool:
    return bool((cues.STOP_ZH if is_chinese(cue) else cues.STOP_EN).search(gap))


def _bears(before: str, start: int, end: int, later: list[int], words: str, after: str) -> bool:
    """Whether the denial at `start`:`end` of `before` bears on the words that follow it all."""
    cue, gap = before[start:end], before[end:]
    if cues.LEFT_OFF.search(gap):
        return False
    chinese = is_chinese(cue[0])
    if chinese:
        return _bears_in_chinese(cue, gap, before, later)
    if len(gap.split()) > _EN_WORDS_IN_SCOPE:
        return False
    # "no X and no Y", "no X, no Y", "neither X nor Y": each denial has its own words.
    for position in later:
        between = before[end:position]
        if (
            _COMMA.search(between)
            or between.count("(") > between.count(")")
            or _JOINT_CUE.search(between)
            or before[position:].lower().startswith("nor")
        ):
            return False
    if _noun_phrase_over(cue, gap):
        return False
    if re.search(r"\band\b", gap, re.IGNORECASE) and _verb_follows(after):
        return False
    return _list_goes_on(gap, words, after)


def _noun_phrase_over(cue: str, gap: str) -> bool:
    """ "no bleeding on apixaban", "no treatment for AF": the noun is denied, not the rest."""
    if cue.lower() not in ("no", "without"):
        return False
    inside = re.match(
        r"\s*(?P<noun>[\w\- ]+?)\s+(?:for|on|while on|despite|from|during|after)\b",
        gap,
        re.IGNORECASE,
    )
    return bool(inside) and not re.search(
        r"\b(?:evidence|indication|sign|signs|reason|need|basis|support|documentation|history|record)\b",
        inside["noun"] if inside else "",
        re.IGNORECASE,
    )


def _verb_follows(after: str) -> bool:
    return bool(
        re.match(
            r"\s+(?:is|was|are|were|has|had|remains?|persists?|confirmed|continues?)\b(?!\s+not)",
            after,
            re.IGNORECASE,
        )
    )


def _list_goes_on(gap: str, words: str, after: str) -> bool:
    """Over commas a denial goes on only through a list: short items without a verb."""
    parts = _COMMA.split(gap)
    if len(parts) == 1:
        return True
    for part in parts[1:]:
        item = re.sub(r"^\s*(?:and|or|nor)\b", "", part, flags=re.IGNORECASE)
        if len(item.split()) > _LIST_ITEM_WORDS or cues.LIST_VERB_EN.search(item):
            return False
    return not _verb_follows(after) and not cues.LIST_VERB_EN.match(words)


def _bears_in_chinese(cue: str, gap: str, before: str, later: list[int]) -> bool:
    if len(gap) > _ZH_CHARS_IN_SCOPE:
        return False
    if not _COMMA.search(gap):
        # 无发热、无房颤: a denial that opens the next item has its own words.
        return not any(before[p - 1] in "、及和或" for p in later if p > 0)
    if not cue.startswith("否认") or later:
        return False
    return all(len(part) <= 5 for part in _COMMA.split(gap)[1:])


def _denied_after(after: str) -> int:
    end = _COMMA.search(after)
    clause = after[: end.start()] if end else after
    clause_with_mark = after[: end.start() + 1] if end else after
    if cues.DENY_AFTER_EN.match(clause) or cues.DENY_AFTER_ZH.match(clause_with_mark):
        return 1
    return 0
