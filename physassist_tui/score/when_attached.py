"""Which mention of time belongs to which number.

A mention between two numbers belongs to the nearer one; a comma, a connective (to, from, 升至)
or a bracket between them counts as distance. A mention before the first number of a sentence
holds for the numbers after it that have none of their own, and a dated line without numbers
heads the lines that follow it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from physassist_tui.score.clauses import Sentence
from physassist_tui.score.dates_in_text import When
from physassist_tui.score.quantities import Quantity

_BREAK = re.compile(r"[,，;；、|]|→|->|\n")
_TURN = re.compile(
    r"\b(?:to|from|than|compared|versus|vs|up|down|and|but|was|is|then|now)\b"
    r"|升|降|由|从|较|比|而|现|目前"
)
_COMPARED = re.compile(
    r"(?:\b(?:than|compared (?:with|to)|vs\.?|versus|over|since|until|for|from|after|before)\s*"
    r"(?:the|her|his|their|its)?|[较比与和同自从])\s*$",
    re.IGNORECASE,
)
_SINCE_BEFORE = re.compile(
    r"\b(?:since|until|till|ever since)\s*(?:the|her|his)?\s*$", re.IGNORECASE
)
_SINCE_AFTER = re.compile(r"\s*(?:以来|起|之后|以后|后)")
_DATES_BACK = re.compile(r"\s*\b(?:on|at|in|as of)\s*(?:the)?\s*", re.IGNORECASE)
_FROM = re.compile(
    r"(?:\b(?:from|than|vs\.?|versus|over|to)\s*(?:an?|the|her|his)?|[较比])\s*$", re.I
)
_NOT_DONE = re.compile(
    r"\s*(?:的)?(?:结果|化验|报告|血|检查)*(?:还|尚)?(?:未[查测做复出回看]|没[查测做出看回]|没有[出回]|尚未"
    r"|待回?报)"
    r"|\s*(?:'s)?\s*(?:panel|labs?|results?|level|one|value|sample|draw|bloods?)?\s*"
    r"(?:is |was |are )?(?:still )?(?:not (?:yet )?(?:done|checked|drawn|back|resulted)|pending)",
    re.IGNORECASE,
)
_IS_FROM = re.compile(
    r"\s*(?:(?:is|was)\s+|(?:was )?(?:drawn|dated|taken)\s+)(?:from|on)\s*(?:the)?\s*",
    re.IGNORECASE,
)
_TITLE = re.compile(
    r"^\s*# "
    r"|\b(?:plan|note|consult(?:ation)?|report|summary|letter|memo|assessment)\b"
    r"|方案|会诊|小结|记录|意见|计划|报告|评估",
    re.IGNORECASE,
)
_LEADS_ON = re.compile(r"\s*(?:at|to|and)\b", re.IGNORECASE)
DATED = ("day", "year", "admission", "earlier", "now")
"""The kinds of mention that date a number."""
_FAR = 40
_NEAR = {"day": 30, "year": 16, "admission": 24, "earlier": 12, "now": 14}
_HEADER_WORDS = 6


@dataclass
class Attached:
    """By the number's place: its day, and its time of day as written."""

    days: dict[int, When] = field(default_factory=dict)
    times: dict[int, str] = field(default_factory=dict)


def attached(
    text: str,
    parts: Sequence[Sentence],
    numbers: Sequence[Quantity],
    times: Sequence[When],
) -> Attached:
    """The time that belongs to each of `numbers`."""
    found = Attached()
    header: When | None = None
    for sentence in parts:
        inside = [i for i, q in enumerate(numbers) if sentence.start <= q.start < sentence.end]
        dated = [w for w in times if sentence.start <= w.start < sentence.end]
        dated = [w for w in dated if w.kind in DATED and not _is_span(text, w)]
        dated = [w for w in dated if not _NOT_DONE.match(text, w.end)]
        if not inside:
            header = _header(text, sentence, dated, header)
            continue
        _attach(text, [(i, numbers[i]) for i in inside], dated, found)
        for i in inside:
            if i not in found.days and header is not None:
                found.days[i] = header
        _attach_times(text, sentence, [(i, numbers[i]) for i in inside], times, found)
    return found


def _is_span(text: str, when: When) -> bool:
    """ "Since admission", 入院以来: from then on, not then."""
    before = text[max(0, when.start - 16) : when.start]
    return bool(_SINCE_BEFORE.search(before) or _SINCE_AFTER.match(text, when.end))


def _header(
    text: str, sentence: Sentence, dated: Sequence[When], header: When | None
) -> When | None:
    """A short dated line that ends in a colon or line end heads what follows.

    Not the title of a document, whose date is that of its writing.
    """
    body = text[sentence.start : sentence.end]
    if not text[: sentence.start].strip() and _TITLE.search(body):
        return None
    if dated and (len(body.split()) <= _HEADER_WORDS and re.search(r"[:：\n]\s*$", body)):
        return dated[0]
    return None if dated or body.count("\n") > 1 else header


def _attach(
    text: str,
    numbers: Sequence[tuple[int, Quantity]],
    dated: Sequence[When],
    found: Attached,
) -> None:
    leading: list[int] = []
    best: dict[int, tuple[int, When]] = {}
    for when in _bracketed_days_merged(text, dated):
        previous = [(i, q) for i, q in numbers if q.end <= when.start]
        following = [(i, q) for i, q in numbers if when.end <= q.start]
        back = _back_cost(text, previous[-1][1], when, following) if previous else None
        ahead = _ahead_cost(text, when, following[0][1]) if following else None
        if back is not None and ahead == back and previous[-1][0] in leading:
            # "今天 1.9 昨天 1.7": what is led by its own day leaves the next one to the next.
            back = None
        if ahead is not None and (back is None or ahead < back):
            place, cost = following[0][0], ahead
            # "From a baseline of 1.1, BUN 42": what is compared with leads nothing on.
            if when.kind != "earlier" or not _FROM.search(
                text[max(0, when.start - 16) : when.start]
            ):
                leading.append(place)
        elif back is not None:
            place, cost = previous[-1][0], back
        else:
            continue
        if place not in best or _beats(cost, when, *best[place]):
            best[place] = (cost, when)
    for place, (_, when) in best.items():
        found.days[place] = when
    _inherit(text, numbers, found, frozenset(leading))


_OPENS = re.compile(r"\s*\(\s*(?:on\s*)?", re.IGNORECASE)
_CLOSES = re.compile(r"\s*\)")


def _bracketed_days_merged(text: str, dated: Sequence[When]) -> list[When]:
    """入院时(2月28日) is one mention of that day; "today (3/4)" as well."""
    merged: list[When] = []
    for when in dated:
        closing = _CLOSES.match(text, when.end)
        last = merged[-1] if merged else None
        if (
            last is not None
            and closing is not None
            and when.kind in ("day", "year")
            and _OPENS.fullmatch(text[last.end : when.start])
        ):
            merged[-1] = replace(when, start=last.start, end=closing.end())
        else:
            merged.append(when)
    return merged


def _beats(cost: int, when: When, old_cost: int, old: When) -> bool:
    """A named day says more than "now" or "before"; then the nearer one wins."""
    rank = {"day": 0, "year": 1, "admission": 1, "earlier": 2, "now": 3}
    if (rank[when.kind] == 0) != (rank[old.kind] == 0):
        return rank[when.kind] == 0
    return cost < old_cost


def _back_cost(
    text: str, quantity: Quantity, when: When, following: Sequence[tuple[int, Quantity]]
) -> int | None:
    """How far `when` is from the number before it; `None` where it cannot belong to it."""
    gap = text[quantity.end : when.start]
    if _IS_FROM.fullmatch(gap):
        return -5
    if _COMPARED.search(gap):
        return None
    opened = gap.rfind("(") > gap.rfind(")")
    if opened:
        closing = text.find(")", when.end)
        if following and 0 <= following[0][1].start < closing:
            return None
        return 0
    if _DATES_BACK.fullmatch(gap):
        return -5
    cost = len(gap.strip()) + 20 * len(_BREAK.findall(gap)) + 15 * len(_TURN.findall(gap))
    return cost if cost <= _NEAR[when.kind] else None


def _ahead_cost(text: str, when: When, quantity: Quantity) -> int | None:
    gap = text[when.end : quantity.start]
    if _LEADS_ON.match(gap) and _COMPARED.search(text[max(0, when.start - 20) : when.start]):
        return None
    cost = len(gap.strip()) + 20 * len(_BREAK.findall(gap))
    if re.match(r"\s*[:：,，]", gap):
        cost -= 20
    if re.match(r"\s*\)", gap):
        cost += 20
    return cost if cost <= _FAR + 40 else None


def _inherit(
    text: str,
    numbers: Sequence[tuple[int, Quantity]],
    found: Attached,
    leading: frozenset[int],
) -> None:
    """Numbers without a day of their own take that which led the one before them."""
    current: When | None = None
    last: Quantity | None = None
    outside: list[When | None] = []
    in_passing: When | None = None
    for place, quantity in numbers:
        for char in re.findall(r"[()]", text[last.end : quantity.start] if last else ""):
            # What a bracket dates ends with it: "Cr 1.44 (admission 1.38), eGFR 39".
            if char == "(":
                outside.append(current)
            elif outside:
                current = outside.pop()
        if place in leading:
            in_passing = _in_passing(text, found.days[place], quantity, current)
            current = found.days[place]
        elif place not in found.days and current is not None and last is not None:
            gap = text[last.end : quantity.start]
            if in_passing is not None and _new_name(text, gap, numbers[0][1].start, current):
                current, in_passing = in_passing, None
            if re.search(r"→|->|升至|降至|\bto\b|\bnow\b|\bfrom\b|\bup\b|\bwas\b", gap):
                current = None
            else:
                found.days[place] = current
        last = quantity


_BARE = re.compile(r"(?:[\s,，:：(]|\b(?:it|was|at|of|the|value)\b|为|是|约|值|仅)*", re.IGNORECASE)


def _in_passing(text: str, when: When, quantity: Quantity, current: When | None) -> When | None:
    """The day to go back to, where `when` dates no more than a number to compare with.

    今晨血钾5.4，入院时4.8，肌酐1.44: the creatinine is this morning's again.
    """
    return current if _BARE.fullmatch(text[when.end : quantity.start]) else None


def _new_name(text: str, gap: str, first: int, when: When) -> bool:
    """Whether `gap` names what had not been named before `when`."""
    words = re.findall(r"[A-Za-z]{2,}|[\u3400-\u9fff]{2,}", gap)
    before = text[max(0, first - 40) : when.start]
    return bool(words) and not any(word in before for word in words)


def _attach_times(
    text: str,
    sentence: Sentence,
    numbers: Sequence[tuple[int, Quantity]],
    times: Sequence[When],
    found: Attached,
) -> None:
    for when in times:
        if not sentence.start <= when.start < sentence.end:
            continue
        written = text[when.start : when.end]
        if when.kind != "time" and ":" not in written:
            continue
        near = min(numbers, key=lambda n: _time_cost(text, n[1], when))
        found.times.setdefault(near[0], written)


def _time_cost(text: str, quantity: Quantity, when: When) -> int:
    between = text[quantity.end : when.start] or text[when.end : quantity.start]
    return len(between) + 20 * len(_BREAK.findall(between)) + 20 * between.count("(")
