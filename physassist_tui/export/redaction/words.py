"""Finds given words in any text, many at once: each text is gone through once.

A word is found whole, not inside another. Names are found in any case of letters, but for those
that are everyday words as well (May, White), which are found as names are written. Chinese has no
spaces: a name of a family name and a given one is found anywhere, a family name alone beside a
title, as 王女士 or 老王.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from physassist_tui.export.redaction.originals import Original

_CJK = "\u3400-\u9fff\uf900-\ufaff"
_HAS_CJK = re.compile(f"[{_CJK}]")
_WORD = re.compile(rf"[^\W_{_CJK}]+")
_TITLES = (
    "先生|女士|太太|小姐|阿姨|大妈|大娘|大爷|大伯|叔叔|伯伯|奶奶|爷爷|婆婆|老师|医生|医师|大夫|主任|"
    "教授|护士长|护士|药师|同志|师傅|老太太|老先生|老太|氏|某某|某"
)
_EVERYDAY_WORDS = """april august banks best black blood bright brown case chance chase church
cook crisp crow dawn day drain faith field fields foot good grace grant gray green hand head heart
hope iris june king lake long love march marsh may might moon north page park pierce pole power
price rest rich rose sharp short silver small snow south stark stern still stone strong summer sweet
ward waters weeks wells west white will winter wise wood woods young"""
_EVERYDAY = frozenset(_EVERYDAY_WORDS.split())


@dataclass(frozen=True)
class _Entry:
    text: str
    lead: int
    any_case: bool
    original: Original


Put = Callable[[Original, str], str]
"""What stands in place of an original that was found so written."""


class Words:
    """Looks for `originals` in texts."""

    def __init__(self, originals: Iterable[Original]) -> None:
        self._by_word: dict[str, list[_Entry]] = {}
        cjk: dict[str, Original] = {}
        families: dict[str, Original] = {}
        for one in originals:
            if _HAS_CJK.search(one.text):
                _sort_chinese(one, cjk, families)
            else:
                for text in {one.text, unicodedata.normalize("NFD", one.text)}:
                    self._enter(text, one)
        for entries in self._by_word.values():
            entries.sort(key=lambda entry: -len(entry.text))
        self._cjk = cjk
        self._cjk_re = _alternation(cjk)
        self._families = families
        self._family_re = _family_pattern(families)

    def _enter(self, text: str, original: Original) -> None:
        first = _WORD.search(text)
        if first is None:
            return
        entry = _Entry(text, first.start(), _any_case(text, original), original)
        self._by_word.setdefault(first.group().casefold(), []).append(entry)

    def put(self, text: str, put: Put) -> str:
        """`text` with every original in it replaced by what `put` gives."""
        if self._by_word:
            text = self._put_words(text, put)
        if _HAS_CJK.search(text):
            text = _put_all(text, self._cjk_re, self._cjk, put)
            text = self._put_families(text, put)
        return text

    def _put_words(self, text: str, put: Put) -> str:
        parts: list[str] = []
        done = 0
        for word in _WORD.finditer(text):
            if word.start() < done:
                continue
            for entry in self._by_word.get(word.group().casefold(), ()):
                start = word.start() - entry.lead
                end = start + len(entry.text)
                if start >= done and _is(entry, text, start, end):
                    parts += [text[done:start], put(entry.original, text[start:end])]
                    done = end
                    break
        return "".join([*parts, text[done:]]) if parts else text

    def _put_families(self, text: str, put: Put) -> str:
        if self._family_re is None:
            return text

        def replaced(match: re.Match[str]) -> str:
            family = match["a"] or match["b"]
            sign = put(self._families[family], match.group())
            return f"{sign}{match['title'] or ''}"

        return self._family_re.sub(replaced, text)


def _sort_chinese(one: Original, cjk: dict[str, Original], families: dict[str, Original]) -> None:
    text = one.text.replace(" ", "")
    if one.kind != "name" or len(text) > 1:
        cjk.setdefault(one.text, one)
        cjk.setdefault(text, one)
    if one.kind == "name" and len(text) <= 2:
        families.setdefault(text, one)


def _alternation(words: Mapping[str, Original]) -> re.Pattern[str] | None:
    if not words:
        return None
    return re.compile("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)))


def _family_pattern(families: Mapping[str, Original]) -> re.Pattern[str] | None:
    if not families:
        return None
    names = "|".join(re.escape(name) for name in sorted(families, key=len, reverse=True))
    return re.compile(f"(?P<a>{names})(?P<title>{_TITLES})|[老小](?P<b>{names})(?![{_CJK}]{{2}}病)")


def _put_all(
    text: str, pattern: re.Pattern[str] | None, words: Mapping[str, Original], put: Put
) -> str:
    if pattern is None:
        return text
    return pattern.sub(lambda match: put(words[match.group()], match.group()), text)


def _any_case(text: str, original: Original) -> bool:
    if original.kind != "name" or len(text.split()) > 1:
        return True
    return len(text) > 3 and text.casefold() not in _EVERYDAY


def _is(entry: _Entry, text: str, start: int, end: int) -> bool:
    found = text[start:end]
    same = found == entry.text or found == entry.text.upper() or found == entry.text.title()
    if not same and not (entry.any_case and found.casefold() == entry.text.casefold()):
        return False
    return not _joined(text, end) and not _joined(text, start - 1, before=True)


def _joined(text: str, at: int, *, before: bool = False) -> bool:
    """Whether a letter or digit at `at` goes on with what was found."""
    if not 0 <= at < len(text):
        return False
    beside = text[at + 1] if before else text[at - 1] if at else ""
    return bool(_WORD.match(text[at])) and bool(_WORD.match(beside or " "))
