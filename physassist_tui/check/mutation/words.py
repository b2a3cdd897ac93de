"""Changes of words, in English and Chinese: numbers, units, drugs, frequencies, dates, denials.

Each gives another text, or `None` where there is nothing of the kind to change.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from physassist_tui.score.folded import is_chinese
from physassist_tui.terms import Drug, drugs

Span = tuple[int, int]

NUMBER = re.compile(
    r"(?<![\d.:A-Za-z/-])\d{1,3}(?:,\d{3})+(?![\d:])|(?<![\d.:A-Za-z])\d+(?:\.\d+)?(?![\d:])"
)
"""A number as it is written; no time of day, no part of a name."""


@dataclass(frozen=True)
class Edit:
    """`new` stands where `start`:`end` of a text stood."""

    start: int
    end: int
    new: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """`text` with the edits made; of those that overlap the first one counts."""
    parts, at = [], 0
    for edit in sorted(edits, key=lambda one: (one.start, one.end)):
        if edit.start < at:
            continue
        parts += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join((*parts, text[at:]))


# Numbers.


def other_numbers(written: str, near: str = "1.6", times: str = "10") -> tuple[str, str, str]:
    """`times` the number, that part of it, and `near` times it, written as the number is."""
    value = Decimal(written.replace(",", ""))
    places = max(0, -int(value.as_tuple().exponent))
    other = (value * Decimal(near)).quantize(Decimal(1).scaleb(-places))
    if other == value:
        other = value + Decimal(1).scaleb(-places)
    part = (value / Decimal(times)).quantize(Decimal(1).scaleb(-places - 1))
    return f"{value * Decimal(times):f}", f"{part:f}" if value else "1", f"{other:f}"


_UNITS: tuple[tuple[str, str], ...] = (
    ("meq", "mg"), ("mmol/l", "umol/L"), ("mg/dl", "g/dL"), ("ng/ml", "mg/mL"),
    ("ml/min", "L/min"), ("mmhg", "kPa"), ("mm hg", "kPa"), ("%", "mmol/L"),
    ("mcg", "mg"), ("ug", "mg"), ("μg", "mg"), ("µg", "mg"), ("微克", "毫克"),
    ("mg", "g"), ("毫克", "克"), ("kg", "g"), ("公斤", "克"), ("units", "mL"), ("unit", "mL"),
    ("单位", "毫升"), ("hours", "days"), ("hour", "day"), ("小时", "天"), ("days", "months"),
    ("day", "month"), ("天", "月"), ("日", "月"), ("weeks", "hours"), ("周", "小时"),
    ("ms", "s"), ("毫秒", "秒"), ("ml", "L"), ("g", "mg"), ("克", "毫克"),
)  # fmt: skip
"""A unit as written (the longest that begins there) and one of another size or kind."""


def other_unit(written: str) -> str | None:
    """A unit that is not the one written; `None` where none is written."""
    told = written.strip()
    if not re.search(r"[^\W\d_]|%", told):
        return None
    lower = told.casefold()
    for unit, other in _UNITS:
        if lower.startswith(unit):
            return other
    return "kg"


# Drugs.

_DECOYS = ("levothyroxine", "allopurinol", "latanoprost", "finasteride", "montelukast")


def decoy(texts: Iterable[str]) -> Drug:
    """A drug that none of the texts names."""
    named = {drug.id for text in texts for _span, drug in drugs_in(text)}
    known = {drug.id: drug for drug in drugs()}
    return next(known[name] for name in _DECOYS if name in known and name not in named)


@lru_cache(maxsize=1)
def _drug_pattern() -> tuple[re.Pattern[str], Mapping[str, Drug]]:
    by_name = {name.casefold(): drug for drug in drugs() for name in drug.names}
    names = sorted(by_name, key=len, reverse=True)
    parts = [
        re.escape(name) if is_chinese(name[-1]) else rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])"
        for name in names
    ]
    return re.compile("|".join(parts)), by_name


@lru_cache(maxsize=4096)
def drugs_in(text: str) -> tuple[tuple[Span, Drug], ...]:
    """Every name of a drug in `text`, where it stands and which drug it is."""
    pattern, by_name = _drug_pattern()
    lower = text.lower()
    if len(lower) != len(text):
        # Positions in it must be positions in the text: İ stays as it is.
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    return tuple((m.span(), by_name[m.group()]) for m in pattern.finditer(lower))


def name_in(drug: Drug, like: str) -> str:
    """The drug's generic name, in the language of the name that it stands for."""
    return drug.zh[0] if is_chinese(like[-1]) else drug.en[0]


# How often, and when.

FREQUENCY = re.compile(
    r"\b(?:once|twice|two times|three times|four times)\s+(?:daily|a day|per day|each day)\b"
    r"|\bevery\s+\d+\s*(?:hours|h)\b|\bq\d+h\b|\b(?:bid|tid|qid|qd)\b|\bonce (?:a week|weekly)\b"
    r"|(?:每[日天]|一天|一日)[一二两三四1-4][次回]|每\s*\d+\s*小时一次|每\s*\d+\s*小时|每周一次",
    re.IGNORECASE,
)


def other_frequency(written: str) -> str:
    """A frequency that is far from the one written, in its language."""
    chinese = any(is_chinese(char) for char in written)
    if re.search(r"week|周", written):
        return "每2小时一次" if chinese else "every 2 hours"
    return "每周一次" if chinese else "once a week"


_MONTHS = (
    r"(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)"
    r"(?:uary|ruary|ch|il|ust|ember|ober)?"
)
DATE = re.compile(
    rf"\b(?P<a>\d{{1,2}})(?=\s+{_MONTHS}\b)|\b(?:{_MONTHS})\s+(?P<b>\d{{1,2}})(?!\d)"
    r"|\d{1,2}月(?P<c>\d{1,2})(?=[日号])|\b\d{4}-\d\d-(?P<d>\d\d)(?!\d)"
)
"""A day with its month; the group that matched is the day's number."""


def dates_in(text: str) -> Iterator[tuple[Span, Span]]:
    """Every day named in `text`: where it stands, and where its day's number does."""
    for found in DATE.finditer(text):
        day = next(name for name in "abcd" if found[name])
        yield found.span(), found.span(day)


def other_day(written: str) -> str:
    """Another day of the same month, written alike."""
    return f"{(int(written) + 8) % 28 + 1:0{len(written)}d}"


# Denials and others.

_IMPERATIVE = re.compile(
    r"(?:please\s+)?(?:hold|stop|give|start|keep|avoid|check|repeat|order|correct|use|take|continue|"
    r"switch|change|reduce|withhold|discontinue|restart|resume|recheck|call|return|come|seek|do|draw|"
    r"wait|monitor|watch|add|treat|begin|refer|weigh|ask|tell|obtain|get|consult|transfer)\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|would|should|must|can|cannot|can't|may|might|needs?"
    r"|did|does|do|am|I|he|she|they|it|we|you|this|that|\w{2,}ed|raises|lowers|means|counts|takes|shows|lies|fits"
    r"|remains|stays|says|gives|explains|inhibits|blocks|increases|decreases|rises|falls|goes|gets"
    r"|makes|comes|looks|rules|argues|supports|suggests|points|works|leaves|keeps)\b",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"(?:no|not|without|never)\s+", re.IGNORECASE)
_DENIAL_ZH = re.compile(r"(?:暂不|并未|不|未|没(?=有)|无)")
_MODAL_ZH = re.compile(r"(?:应该|应当|应|建议|需要|需|宜|可以|可|要|能|会)")
_IMPERATIVE_ZH = re.compile(r"(?:停|暂停|给|用|查|复查|补|继续|避免|换|改|减|抽|测|开|禁|请)")
_LEAD = re.compile(
    r"\s*(?:(?:and|but|so|because|while|since|as|when|with|which|that|then|also|plus|yes|no|or)\b[,，]?\s*"
    r"|(?:但是|但|而且|而|所以|因此|并且|并|且|另外|同时|故|其中)[,，]?)?",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\b(?:and|but|so|because|while|since|although|then|plus|with|or)\s+(?!then\b)"
    r"|但是|但|而(?!是)|所以|因此",
    re.IGNORECASE,
)
_FAR_WORDS = 8
"""How far before what it denies an English denial may stand in a clause that is easy to read."""
_NO_NOUN = re.compile(
    r"\d|(?:first|before|after|still|already|once|twice|within|until|now|today|only|\w+ing)\b", re.I
)


def piece_of(text: str, clause: Span, start: int, end: int) -> Span:
    """The part of a clause between its conjunctions that holds `start`:`end`."""
    a, b = clause
    for joint in _JOINT.finditer(text, *clause):
        if joint.end() <= start:
            a = joint.start()
        elif joint.start() >= end:
            b = joint.start()
            break
    return a, b


_ACT_ZH = re.compile(_MODAL_ZH.pattern + r"(?:先|立即|尽快|马上)?$")


def best_denied(piece: str, starts: Sequence[int], chinese: bool) -> int:
    """Which of the words of a piece a denial goes before: in Chinese the act, else the first."""
    for at in sorted(starts) if chinese else ():
        if _ACT_ZH.search(piece[:at]) or _IMPERATIVE_ZH.match(piece[at:]):
            return at
    return min(starts)


def denied(piece: str, at: int, chinese: bool) -> str:
    """A piece of a clause with the opposite meaning; the words denied begin at `at`.

    An English piece with a verb of its own is denied as a whole. Else what stands before the
    words is left out, as a terse denial would: "no fever", 没有发热.
    """
    lead = _LEAD.match(piece)
    begin = min(lead.end() if lead else 0, at)
    head, before = piece[:begin], piece[begin:at]
    if chinese:
        modal = re.search(_MODAL_ZH.pattern + r"(?:先|立即|尽快|马上)?$", before)
        if modal is not None:
            return f"{head}{before[: modal.start()]}不{piece[begin + modal.start() :]}"
        return head + _denied_zh(piece[at:])
    body = piece[begin:]
    whole = _FINITE.search(body) and not _IMPERATIVE.match(body) and not _DENIAL.match(body)
    if whole and len(before.split()) <= _FAR_WORDS:
        keep = body[:2].isupper() or not body[:1].isalpha() or body.startswith("I ")
        return f"{head}it is not true that {body if keep else body[:1].lower() + body[1:]}"
    return head + _denied_en(piece[at:])


def affirmed(piece: str, at: int, chinese: bool) -> str:
    """What a piece of a clause denies from `at` on, affirmed."""
    return ("有" if chinese else "there is ") + piece[at:]


def _denied_en(body: str) -> str:
    if re.fullmatch(r"no\W*", body, re.IGNORECASE):
        return "Yes" + body[2:]
    denial = _DENIAL.match(body)
    if denial is not None:
        return body[denial.end() :]
    if _IMPERATIVE.match(body):
        return f"do not {body[:1].lower()}{body[1:]}"
    return f"not {body}" if _NO_NOUN.match(body) else f"no {body}"


def _denied_zh(body: str) -> str:
    denial = _DENIAL_ZH.match(body)
    if denial is not None:
        return body[denial.end() :]
    if re.match(r"[\d是一二三四五六七八九十]", body):
        return "不" + body if body.startswith("是") else "不是" + body
    if _MODAL_ZH.match(body):
        return "不" + body
    if _IMPERATIVE_ZH.match(body):
        return "不要" + body
    return ("没" if body.startswith("有") else "没有") + body


def of_another(clause: str, chinese: bool) -> str:
    """The clause, said of somebody else."""
    lead = _LEAD.match(clause)
    at = lead.end() if lead else 0
    return clause[:at] + ("另一位患者" if chinese else "in another patient ") + clause[at:]


def opposite_label(text: str) -> str:
    """A flag's words with the opposite meaning, sentence by sentence."""
    return "".join(_opposite(part) for part in re.split(r"(?<=[.;。；])(?=\s|[^\x00-\x7f])", text))


def _opposite(sentence: str) -> str:
    lead = re.match(r"\s*", sentence)
    at = lead.end() if lead else 0
    head, body = sentence[:at], sentence[at:]
    if not body:
        return sentence
    stripped = re.sub(
        r"^(?:no|not|do not|don't)\s+|^(?:不要|不得|禁止|禁用|禁|勿|无|不)", "", body, flags=re.I
    )
    if stripped != body:
        return head + stripped[:1].upper() + stripped[1:]
    if any(is_chinese(char) for char in body):
        return f"{head}不{body}" if re.match(r"停|暂停|避免|给", body) else f"{head}无{body}"
    if _IMPERATIVE.match(body):
        return f"{head}Do not {body[:1].lower()}{body[1:]}"
    return f"{head}No {body if body[:2].isupper() else body[:1].lower() + body[1:]}"
