"""What of an answer only repeats the request: it asserts nothing and is masked for graders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from physassist_tui.score.clauses import sentences
from physassist_tui.score.folded import fold

_TOKEN = re.compile(r"[A-Za-z]+(?:'[a-z]+)?|\d+(?:\.\d+)?|[\u3400-\u9fff]")
_SHARE = 0.75
_SHORTEST = 3
_SHORTEST_CHINESE = 4
"""Up to three characters are one word: what an answer says with it is no repeat."""
_LONG_RUN = 14

Span = tuple[int, int]


def masked(answer: str, requests: Iterable[str]) -> str:
    """`answer` with every verbatim repeat of a request blanked out; same length.

    A repeat is a run of words (of characters in Chinese; case, punctuation and width do not
    matter) that covers three quarters of one sentence of the request or more, or any run of
    14; three words or four Chinese characters at the least. Shorter overlaps are what any answer
    shares with its question.
    """
    return _masked(answer, tuple(requests))


# Every item of a turn asks the same of the same answer.
@lru_cache(maxsize=64)
def _masked(answer: str, requests: tuple[str, ...]) -> str:
    chars = list(fold(answer))
    for start, end in repeated(answer, requests):
        chars[start:end] = [c if c in "\n。.？?" else " " for c in chars[start:end]]
    return "".join(chars)


def repeated(answer: str, requests: Iterable[str]) -> list[Span]:
    """The spans of `answer` that repeat a request verbatim."""
    tokens = [(m.group().casefold(), m.start(), m.end()) for m in _TOKEN.finditer(fold(answer))]
    words = [token[0] for token in tokens]
    found: list[Span] = []
    for request in requests:
        for sentence in _word_lists(request):
            needed = max(_shortest(sentence), min(_LONG_RUN, round(_SHARE * len(sentence) + 0.49)))
            for first, last in _runs(words, sentence, needed):
                found.append((tokens[first][1], tokens[last - 1][2]))
    return found


@lru_cache(maxsize=64)
def _word_lists(request: str) -> list[list[str]]:
    folded = fold(request)
    lists = [
        [m.group().casefold() for m in _TOKEN.finditer(folded[s.start : s.end])]
        for s in sentences(folded)
    ]
    return [words for words in lists if len(words) >= _shortest(words)]


def _shortest(words: Sequence[str]) -> int:
    chinese = sum("\u3400" <= word <= "\u9fff" for word in words)
    return _SHORTEST_CHINESE if 2 * chinese > len(words) else _SHORTEST


def _runs(words: Sequence[str], wanted: Sequence[str], needed: int) -> list[Span]:
    """The maximal common runs of at least `needed` words, as ranges of `words`."""
    places: dict[str, list[int]] = {}
    for place, word in enumerate(wanted):
        places.setdefault(word, []).append(place)
    if b"\1" * needed not in bytes(map(places.__contains__, words)):
        return []
    ends: dict[int, int] = {}
    found: dict[int, int] = {}
    for at, word in enumerate(words):
        following: dict[int, int] = {}
        for place in places.get(word, ()):
            length = ends.get(place - 1, 0) + 1
            following[place] = length
            if length >= needed:
                first = at - length + 1
                found[first] = max(found.get(first, 0), at + 1)
        ends = following
    return sorted(found.items())
