"""Whether what is said for a patient stays within what the patient may say.

For replies that are not put together from the facts' own utterances. Every number, medicine,
symptom, part of the body, habit and time word of a text must occur in the allowed facts or in
the conversation, in whatever words and language: "two weeks" is supported by 两周. Worry is
free. What it cannot see is a supported word used to say the opposite ("I did not stop it").
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from physassist_tui.core.scenario import Fact
from physassist_tui.core.words import Topic
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.patient.profile import Casebook, casebook_of
from physassist_tui.patient.text import Match, Token, Vocabulary, clean, tokens

_TIMES: Mapping[str, str] = {
    "minute": "minute|minutes|分钟",
    "hour": "hour|hours|hourly|小时|钟头",
    "day": "day|days|daily|天|日|每天|天天",
    "week": "week|weeks|weekly|周|星期|礼拜|每周",
    "month": "month|months|monthly|月|个月",
    "year": "year|years|yearly|年",
    "yesterday": "yesterday|昨天|昨日",
    "today": "today|今天|今日",
    "tomorrow": "tomorrow|明天",
    "before_yesterday": "前天",
    "morning": "morning|mornings|早上|早晨|上午|清早|早起",
    "noon": "noon|midday|lunchtime|中午",
    "afternoon": "afternoon|下午",
    "evening": "evening|evenings|night|nights|tonight|nightly"
    "|晚上|晚间|夜里|半夜|夜间|每晚|今晚|昨晚",
    "weekend": "weekend|周末",
    "monday": "monday|周一|星期一|礼拜一",
    "tuesday": "tuesday|周二|星期二|礼拜二",
    "wednesday": "wednesday|周三|星期三|礼拜三",
    "thursday": "thursday|周四|星期四|礼拜四",
    "friday": "friday|周五|星期五|礼拜五",
    "saturday": "saturday|周六|星期六|礼拜六",
    "sunday": "sunday|周日|周天|星期天|星期日|礼拜天",
    "january": "january|一月",
    "february": "february|二月",
    "march": "march|三月",
    "april": "april|四月",
    "june": "june|六月",
    "july": "july|七月",
    "august": "august|八月",
    "september": "september|九月",
    "october": "october|十月",
    "november": "november|十一月",
    "december": "december|十二月",
    "spring": "in spring|this spring|last spring|春天",
    "summer": "summer|夏天",
    "autumn": "autumn|秋天",
    "winter": "winter|冬天",
}
_NO_TIME = (
    "these days|good morning|good afternoon|good evening|good night|one day|聊天|天气|老天"
    "|天啊|天哪|周到|周围|四周|年纪|年轻|过年|新年|日常|日子|生日|日用|月亮|平日|今日说"
)

_WORD_NUMBERS: Mapping[str, float] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13,
    "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18,
    "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60,
    "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100, "thousand": 1000, "once": 1,
    "twice": 2, "half": 0.5, "dozen": 12, "couple": 2,
}  # fmt: skip
_HAN_DIGITS: Mapping[str, int] = {
    "零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "俩": 2, "三": 3, "四": 4, "五": 5, "六": 6,
    "七": 7, "八": 8, "九": 9,
}  # fmt: skip
_HAN_UNITS: Mapping[str, int] = {"十": 10, "百": 100, "千": 1000, "万": 10000}
_HAN_NUMBER = re.compile(r"[零〇一二两俩三四五六七八九十百千万半]+")
_HAN_NO_NUMBER = re.compile(
    r"一(?!个?(?:天|日|周|星期|礼拜|月|年|小时|钟头|分钟|片|粒|颗|顿|回|次|杯|两|斤|包|支|针|[一二三四五六七八九十百千万半]))"
    r"|十分(?!钟)|千万|统一|百姓|万一|唯一|三番|乱七八糟|七上八下|多半|大半|半夜|半天"
)
"""Characters of numerals that count nothing: 一下, 一样, 万一."""

_NOT_ONE = {"that", "this", "no", "any", "which", "the", "another", "every", "each", "some"}


def unsupported(
    text: str, facts: Sequence[Fact], lang: Lang, conversation: Sequence[str] = ()
) -> list[str]:
    """The words of `text` that nothing supports, as they stand in it, in order; empty: none.

    `facts` are those that the patient may say now; `conversation` what has been said so far,
    by anybody. `lang` is the language of the reply; support may come from either language.
    """
    del lang  # Both languages are read at once: patients and clinicians mix them.
    book = casebook_of(tuple(facts))
    allowed: set[str] = set()
    for source in (*_utterances(facts), *_names(facts), *conversation):
        allowed.update(label for label, _word in _claims(source, book))
    for profile in book.profiles:
        allowed |= profile.classes
    found = [word for label, word in _claims(text, book) if label not in allowed]
    return list(dict.fromkeys(found))


def claims_of(text: str, book: Casebook) -> list[str]:
    """The labels of what a text commits itself to, in its order."""
    return [label for label, _word in _claims(text, book)]


def _utterances(facts: Iterable[Fact]) -> list[str]:
    return [
        getattr(wording, literacy)
        for fact in facts
        for wording in (getattr(fact.say, lang) for lang in LANGUAGES)
        if wording is not None
        for literacy in ("low", "medium", "high")
    ]


def _names(facts: Iterable[Fact]) -> list[str]:
    return [
        name
        for fact in facts
        if fact.about is not None
        for name in (fact.about.medication or "", *fact.about.names.every())
    ]


def _claims(text: str, book: Casebook) -> list[tuple[str, str]]:
    """What the text commits itself to: a label for the meaning, and the words for it."""
    cleaned = clean(text)
    pieces = tokens(cleaned)
    matches = [m for m in book.find(pieces) if _counts(m.label)]
    times = [m for m in _time_words().find(pieces) if m.label]
    hidden = [m for m in _time_words().find(pieces) if not m.label]
    times = [m for m in times if not any(h.covers(m) for h in (*hidden, *times))]
    claims = [(m.start, m.label, _words(cleaned, pieces, m)) for m in (*matches, *times)]
    claims += _numbers(cleaned, pieces, times)
    return [(label, word) for _at, label, word in sorted(claims)]


def _counts(label: str) -> bool:
    if label == "aspect:mood":
        return False
    kinds = ("drug:", "class:", "aspect:", "site:")
    return label.startswith(kinds) or label == f"topic:{Topic.PAIN}"


def _words(cleaned: str, pieces: tuple[Token, ...], match: Match) -> str:
    return cleaned[pieces[match.start].start : pieces[match.end - 1].end]


@lru_cache(maxsize=1)
def _time_words() -> Vocabulary:
    entries = [
        (word, f"time:{name}") for name, words in _TIMES.items() for word in words.split("|")
    ]
    return Vocabulary([*entries, *((word, "") for word in _NO_TIME.split("|"))])


def _numbers(
    cleaned: str, pieces: tuple[Token, ...], times: Sequence[Match]
) -> list[tuple[int, str, str]]:
    """Numbers, and numbers of a unit of time: "two weeks" is more than "two" and "weeks"."""
    unit_at = {m.start: m for m in times}
    in_time = {at for m in times for at in range(m.start, m.end) if m.end - m.start > 1}
    found: list[tuple[int, str, str]] = []
    for start, end, value in _values(cleaned, pieces):
        if start in in_time:
            continue
        found.append(
            (start, f"number:{value:g}", cleaned[pieces[start].start : pieces[end - 1].end])
        )
        unit = next((unit_at[at] for at in (end, end + 1) if at in unit_at), None)
        if unit is not None and (unit.start == end or pieces[end].text in {"个", "or", "more"}):
            words = cleaned[pieces[start].start : pieces[unit.end - 1].end]
            found.append((start, f"span:{value:g} {unit.label}", words))
    return found


def _values(cleaned: str, pieces: tuple[Token, ...]) -> list[tuple[int, int, float]]:
    values: list[tuple[int, int, float]] = []
    for at, token in enumerate(pieces):
        if token.kind == "number":
            values.append((at, at + 1, float(token.text)))
        elif token.kind == "word" and token.text in _WORD_NUMBERS and not _is_pronoun(pieces, at):
            values.append((at, at + 1, float(_WORD_NUMBERS[token.text])))
    skipped = [found.span() for found in _HAN_NO_NUMBER.finditer(cleaned)]
    place = {token.start: at for at, token in enumerate(pieces)}
    for found in _HAN_NUMBER.finditer(cleaned):
        if any(a <= found.start() < b for a, b in skipped) or found.start() not in place:
            continue
        numeral = found.group()
        if len(numeral) > 1 and numeral.endswith("两"):
            numeral = numeral[:-1]
        start = place[found.start()]
        values.append((start, start + len(numeral), han_value(numeral)))
    return values


def _is_pronoun(pieces: tuple[Token, ...], at: int) -> bool:
    if pieces[at].text != "one":
        return False
    before = pieces[at - 1].text if at else ""
    after = pieces[at + 1].text if at + 1 < len(pieces) else ""
    return before in _NOT_ONE or after in {"of", "thing", "more", ""} or not after.isalpha()


def han_value(numeral: str) -> float:
    """The value of a Chinese numeral such as 二十五 or 半."""
    if numeral == "半":
        return 0.5
    total, digit = 0.0, 0
    for char in numeral:
        if char in _HAN_DIGITS:
            digit = digit * 10 + _HAN_DIGITS[char]
        elif char in _HAN_UNITS:
            total += (digit or 1) * _HAN_UNITS[char]
            digit = 0
        else:
            digit_half = digit + 0.5
            return total + digit_half
    return total + digit
