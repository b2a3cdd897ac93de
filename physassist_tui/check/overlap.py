"""Which words two texts share in a row. Chinese counts by the character, the rest by the word."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

_TOKEN = re.compile(r"[0-9]+(?:\.[0-9]+)?|[^\W\d_\u3400-\u9fff]+|[\u3400-\u9fff]")


def tokens(text: str) -> list[str]:
    """Words, numbers and single Chinese characters, without case or punctuation."""
    return _TOKEN.findall(text.casefold())


@dataclass
class Seen:
    """Texts that a player sees, ready to be searched for runs of words.

    The runs of each length are gathered when a length is first asked for.
    """

    texts: list[list[str]] = field(default_factory=list)
    _runs: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)

    def add(self, text: str) -> None:
        """One more text. Runs do not reach from one text into the next."""
        self.texts.append(tokens(text))
        self._runs.clear()

    def longest_run(self, secret: list[str], least: int) -> list[str]:
        """The longest run of `secret` of at least `least` tokens that was seen, or nothing."""
        if least < 1 or len(secret) < least:
            return []
        runs = self._runs.get(least)
        if runs is None:
            runs = self._runs[least] = set(_runs_of(self.texts, least))
        best: list[str] = []
        start: int | None = None
        for at in range(len(secret) - least + 1):
            if tuple(secret[at : at + least]) in runs:
                start = at if start is None else start
                if at + least - start > len(best):
                    best = secret[start : at + least]
            else:
                start = None
        return best


def _runs_of(texts: Iterable[list[str]], length: int) -> Iterable[tuple[str, ...]]:
    for text in texts:
        yield from zip(*(text[at:] for at in range(length)), strict=False)
