"""Tells an answer from a paste of the chart.

A grader must not be satisfied by everything at once. `is_paste` is true where any bound of
`PasteBounds` is passed; each is far above what a thorough answer needs (about 250 words with
20 numbers) and well below what a dumped chart holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from physassist_tui.score.folded import fold
from physassist_tui.score.quantities import numbers

_TOKEN = re.compile(r"[A-Za-z]+|\d+(?:\.\d+)?|[\u3400-\u9fff]")
_RESULT_KEY = re.compile(
    r"[\"'](?:ref|entries|resourceType|total|pages|code|value|unit|status|flag|range|date)[\"']\s*:"
)


@dataclass(frozen=True)
class PasteBounds:
    """The bounds, each with what it is for.

    - `distinct_numbers`: more different numbers than this is a list, whatever surrounds it.
    - `dense_numbers` and `density`: more numbers than this, at more numbers a word than this,
      is a flowsheet without prose.
    - `words`: longer than this is no answer (Chinese characters count 1/1.6 of a word).
    - `copied_words` and `copied_share`: at least so many words, and at least so much of the
      answer, stand in runs of `run` words copied verbatim from what the player was shown.
    - `result_keys`: so many keys of a raw tool result.
    """

    distinct_numbers: int = 60
    dense_numbers: int = 30
    density: float = 1 / 3
    words: int = 1200
    copied_words: int = 120
    copied_share: float = 0.5
    run: int = 10
    result_keys: int = 6


BOUNDS = PasteBounds()
DOCUMENT_BOUNDS = PasteBounds(distinct_numbers=240, dense_numbers=120, density=0.5, words=4000)
"""Of a file: a consultation's note is longer than an answer and has tables of results."""


def is_paste(answer: str, shown_texts: Iterable[str] = (), bounds: PasteBounds = BOUNDS) -> bool:
    """Whether `answer` is a paste or list of results rather than an answer."""
    return _is_paste(answer, tuple(shown_texts), bounds)


# Every item of a turn asks the same of the same answer.
@lru_cache(maxsize=64)
def _is_paste(answer: str, shown_texts: tuple[str, ...], bounds: PasteBounds) -> bool:
    folded = fold(answer)
    tokens = [m.group().casefold() for m in _TOKEN.finditer(folded)]
    words = sum(0.625 if len(t) == 1 and not t.isascii() else 1.0 for t in tokens)
    if words > bounds.words or len(_RESULT_KEY.findall(folded)) >= bounds.result_keys:
        return True
    distinct = len({number.value for number in numbers(folded)})
    if distinct > bounds.distinct_numbers:
        return True
    if distinct > bounds.dense_numbers and distinct > bounds.density * words:
        return True
    return _is_copied(tokens, shown_texts, bounds)


@lru_cache(maxsize=256)
def _tokens(text: str) -> tuple[str, ...]:
    return tuple(m.group().casefold() for m in _TOKEN.finditer(fold(text)))


@lru_cache(maxsize=8)
def _runs(shown: tuple[str, ...], size: int) -> frozenset[tuple[str, ...]]:
    """Every run of `size` words of what was shown."""
    sources = [_tokens(text) for text in shown]
    return frozenset(run for source in sources for run in _runs_of(source, size))


def _runs_of(tokens: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    return zip(*(tokens[start:] for start in range(size)), strict=False)


def _is_copied(tokens: Sequence[str], shown: tuple[str, ...], bounds: PasteBounds) -> bool:
    if len(tokens) < bounds.copied_words:
        return False
    size = bounds.run
    seen = _runs(shown, size)
    copied: set[int] = set()
    for start, run in enumerate(_runs_of(tokens, size)):
        if run in seen:
            copied.update(range(start, start + size))
    return len(copied) >= bounds.copied_words and len(copied) >= bounds.copied_share * len(tokens)
