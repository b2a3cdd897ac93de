"""Words of a question or a fact, in English and Chinese, made comparable.

A text becomes tokens: an English word (compared by its stem), a number, one Chinese
character, or a mark of punctuation. Hyphens, apostrophes in front of `s`, accents, full-width
forms and white space between Chinese characters make no difference; a comma does.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

TokenKind = Literal["word", "number", "han", "mark"]

HAN = "\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[a-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?|[{HAN}]|[^\s\-]")
_SENTENCE_END = re.compile(r"(?<=[?!;。？！；…])|(?<=\.)(?=\s)")
_HYPHENS = re.compile(r"[\u2010-\u2015\u2212\-]+")

_LOST_E = re.compile("[^aeiou][aeiou][^aeiouwxy]")
"""A root such as `tak` of "taking"."""

_IRREGULAR: Mapping[str, str] = {
    "fell": "fall",
    "fallen": "fall",
    "drank": "drink",
    "drunk": "drink",
    "took": "take",
    "taken": "take",
    "ate": "eat",
    "eaten": "eat",
    "forgot": "forget",
    "forgotten": "forget",
    "felt": "feel",
    "slept": "sleep",
    "hurts": "hurt",
    "bled": "bleed",
    "quitting": "quit",
    "ran": "run",
    "swollen": "swell",
    "began": "begin",
    "begun": "begin",
    "drove": "drive",
    "driven": "drive",
    "feet": "foot",
    "teeth": "tooth",
    "aching": "ache",
    "ached": "ache",
    "using": "use",
    "used": "use",
}


@dataclass(frozen=True)
class Token:
    """One piece of a text. `key` is what is compared; `start` and `end` index the text."""

    kind: TokenKind
    key: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Match:
    """A phrase found in tokens `start`..`end` (end excluded), and what it stands for."""

    start: int
    end: int
    label: str

    def covers(self, other: Match) -> bool:
        """Whether `other` lies inside this one and is shorter."""
        inside = self.start <= other.start and other.end <= self.end
        return inside and other.end - other.start < self.end - self.start


def words(text: str) -> tuple[str, ...]:
    """The pieces between white space; for tables of words."""
    return tuple(text.split())


@lru_cache(maxsize=1024)
def clean(text: str) -> str:
    """The text in NFKC, without accents, control and invisible characters; case is kept."""
    if text.isascii() and text.isprintable():
        return " ".join(_HYPHENS.sub("-", text).split())
    folded = unicodedata.normalize("NFKD", text.replace("’", "'").replace("‘", "'"))
    kept: list[str] = []
    for char in folded:
        category = unicodedata.category(char)
        if category in {"Mn", "Cf"}:
            continue
        kept.append(" " if category.startswith(("C", "Z")) else char)
    joined = unicodedata.normalize("NFKC", "".join(kept))
    return " ".join(_HYPHENS.sub("-", joined).split())


def sentences(cleaned: str) -> tuple[str, ...]:
    """The sentences of a cleaned text. A line break alone ends none."""
    return tuple(part for part in map(str.strip, _SENTENCE_END.split(cleaned)) if part)


def tokens(cleaned: str) -> tuple[Token, ...]:
    """The tokens of a cleaned text."""
    return tuple(_token(found) for found in _TOKEN.finditer(cleaned.lower()))


def _token(found: re.Match[str]) -> Token:
    text = found.group()
    kind: TokenKind = "mark"
    key = text
    if "a" <= text[0] <= "z":
        kind, key = "word", stem(text)
    elif text[0].isdecimal():
        kind = "number"
    elif re.match(rf"[{HAN}]", text):
        kind = "han"
    return Token(kind, key, text, found.start(), found.end())


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """A lower-case English word without the endings of plural, possession, -ing and -ed.

    Crude on purpose: both sides of a comparison go through it, so it need not give words.
    """
    word = word.removesuffix("'s").replace("'", "")
    if word in _IRREGULAR:
        return _bare(_IRREGULAR[word])
    if len(word) > 4 and word.endswith("ies"):
        word = word[:-3] + "y"
    elif len(word) > 4 and word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 3 and re.search("[aeiouy]", root):
            if root[-1] == root[-2] and root[-1] not in "lsz":
                return root[:-1]
            return root + "e" if _LOST_E.fullmatch(root) else _bare(root)
    return _bare(word)


def _bare(word: str) -> str:
    # Short words keep their e: "cane" is not "can", "note" is not "not".
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


@lru_cache(maxsize=8192)
def keys(phrase: str) -> tuple[str, ...]:
    """The keys by which a phrase is found; empty where it holds no word."""
    return tuple(t.key for t in tokens(clean(phrase)) if t.kind != "mark")


class Vocabulary:
    """Phrases and what they stand for; finds them in tokens. Immutable once made."""

    def __init__(self, entries: Iterable[tuple[str, str]], base: Vocabulary | None = None) -> None:
        found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase, label in entries:
            phrase_keys = keys(phrase)
            if phrase_keys:
                found.setdefault(phrase_keys[0], []).append((phrase_keys, label))
        self._by_first = {first: tuple(sorted(set(pairs))) for first, pairs in found.items()}
        self._base = base

    def find(self, text: tuple[Token, ...]) -> list[Match]:
        """Every phrase that occurs, overlapping ones too, in order of place."""
        text_keys = tuple(t.key for t in text)
        matches = [
            Match(at, at + len(phrase), label)
            for at, key in enumerate(text_keys)
            for phrase, label in self._by_first.get(key, ())
            if text_keys[at : at + len(phrase)] == phrase
        ]
        if self._base is not None:
            matches += self._base.find(text)
        return sorted(matches, key=lambda m: (m.start, m.end, m.label))
