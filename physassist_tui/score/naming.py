"""What each number of a text is about: the name it belongs to, and how near that name is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from physassist_tui.score.clauses import Sentence, sentences
from physassist_tui.score.dates_in_text import When
from physassist_tui.score.folded import fold
from physassist_tui.score.mentions import OTHER, Mention, mentions
from physassist_tui.score.quantities import Quantity
from physassist_tui.score.stated_cues import (
    DECOY,
    FOLLOWING_NAME,
    IMPLIED_LINK,
    LIGHT,
    NOT_BACK,
    OPENED_BY_COLON,
    OPENED_NAME,
    OPENING,
    SERIES,
)
from physassist_tui.score.tables import Tables

_NEAR = 70
_JOINT = re.compile(r"\s*(?:[,/、&]|and|和|与|及)?\s*(?:and\s)?")
_WORD = re.compile(r"[A-Za-z\u3400-\u9fff]{2}")


@dataclass(frozen=True)
class Naming:
    """What a number is about: `ids` as in `mentions`, empty where nothing is named.

    `close`: nothing but small words stands between name and number. `near`: they share a
    sentence and nothing else that is measured stands between them. `name` is the mention,
    where one stands before the number.
    """

    ids: frozenset[str] = frozenset()
    close: bool = False
    near: bool = False
    name: Mention | None = None


class Namer:
    """The namings of the numbers of one text.

    `subject` is what a text that names nothing at all is about.
    """

    def __init__(
        self,
        text: str,
        numbers: Sequence[Quantity],
        times: Sequence[When],
        names: Sequence[str],
        subject: frozenset[str],
    ) -> None:
        self._text = fold(text)
        self._numbers = numbers
        self._names = mentions(text, names)
        self._sentences = sentences(text)
        self._plain = self._blanked(times)
        known = any(m.ids != {OTHER} and not m.implied for m in self._names)
        self._subject = frozenset() if known else subject
        self._tables = Tables(text)
        self._paired = self._pairs()

    def of(self, at: int) -> Naming:
        """The naming of the number at place `at`.

        In step with a list of names; else the nearest name before it in its sentence; else
        the heading of its column; else one that follows at once; else, for a number with a
        unit or after small words only, the last name of the sentences before.
        """
        if at in self._paired:
            return Naming(self._paired[at].ids, True, True, self._paired[at])
        quantity = self._numbers[at]
        sentence = self._sentence(quantity.start)
        before = self._before(quantity, sentence)
        heading = self._headed(quantity) if before is None else None
        if heading is not None:
            return heading
        following = self._following(at, quantity, sentence)
        if before is not None:
            used = any(before.end <= q.start < quantity.start for q in self._numbers)
            used = used or self._took(before, at - 1, sentence)
            elsewhere = not _same_clause(before.end, quantity, sentence)
            if following is None or not (used or elsewhere):
                return self._from(before, at, quantity)
        following = following or self._opened(quantity, sentence)
        following = following or self._explained(at, quantity, sentence)
        if following is not None:
            return Naming(following.ids, True, True)
        return self._carried(quantity, sentence)

    def _before(self, quantity: Quantity, sentence: Sentence) -> Mention | None:
        """The nearest name before; one inside closed brackets only where there is no other."""
        inside = [m for m in self._names if sentence.start <= m.start and m.end <= quantity.start]
        inside = [m for m in inside if not m.implied or self._implies(m, quantity)]
        outside = [m for m in inside if not self._bracketed(m.end, quantity.start)]
        candidates = outside or inside
        return candidates[-1] if candidates else None

    def _implies(self, name: Mention, quantity: Quantity) -> bool:
        """A finding names the number that follows it at once: "tachy to 104"."""
        return bool(IMPLIED_LINK.fullmatch(self._gap(name.end, quantity.start)))

    def _headed(self, quantity: Quantity) -> Naming | None:
        """The name in the heading of the number's column, where its row names nothing."""
        column = self._tables.heading(quantity.start)
        if column is None:
            return None
        inside = [m for m in self._names if column[0] <= m.start and m.end <= column[1]]
        return Naming(inside[0].ids, True, True) if inside else Naming()

    def _bracketed(self, start: int, end: int) -> bool:
        depth = 0
        for char in self._text[start:end]:
            depth += (char == "(") - (char == ")")
            if depth < 0:
                return True
        return False

    def _from(self, name: Mention, at: int, quantity: Quantity) -> Naming:
        gap = self._gap(name.end, quantity.start)
        if DECOY.search(gap):
            return Naming(frozenset({OTHER}))
        close = self._is_close(gap) or self._in_series(name, at)
        return Naming(name.ids, close, close or len(gap) <= _NEAR, name)

    def _in_series(self, name: Mention, at: int) -> bool:
        """Whether the number continues a list that began close to the name: 1.1, 1.4, 1.9."""
        for place in range(at, 0, -1):
            one, other = self._numbers[place - 1], self._numbers[place]
            if one.start < name.end:
                return False
            if not SERIES.fullmatch(self._gap(one.end, other.start)):
                return False
            if self._is_close(self._gap(name.end, one.start)):
                return True
        return False

    def _following(self, at: int, quantity: Quantity, sentence: Sentence) -> Mention | None:
        after = next(
            (m for m in self._names if quantity.end <= m.start and m.end <= sentence.end), None
        )
        if after is None or after.implied or NOT_BACK.match(self._text, after.end):
            return None
        joined = self._text[quantity.end : after.start]
        if not FOLLOWING_NAME.fullmatch(joined):
            return None
        # "K 4.5 Na 138": the name that follows has a number of its own.
        upcoming = self._numbers[at + 1 : at + 2]
        if upcoming and after.end <= upcoming[0].start and not joined.strip():
            gap = self._gap(after.end, upcoming[0].start)
            if self._is_close(gap) and "," not in gap:
                return None
        return after

    def _took(self, name: Mention, at: int, sentence: Sentence) -> bool:
        """Whether a name belongs to the number before it: "5.4 is the K and 1.9 the Cr"."""
        if at < 0 or not sentence.start <= self._numbers[at].start < name.start:
            return False
        number = self._numbers[at]
        if self._before(number, sentence) is not None:
            return False
        return self._following(at, number, sentence) is name

    def _explained(self, at: int, quantity: Quantity, sentence: Sentence) -> Mention | None:
        """The name after a number and a colon: "5.4: K is climbing". "1: K 5.4" counts lines."""
        if self._text[sentence.start : quantity.start].strip(" \t\n-*•") or not (
            quantity.decimals or quantity.unit
        ):
            return None
        after = next((m for m in self._names if m.start >= quantity.end), None)
        if after is None or not OPENED_BY_COLON.fullmatch(self._text[quantity.end : after.start]):
            return None
        upcoming = self._numbers[at + 1 : at + 2]
        if upcoming and self._is_close(self._gap(after.end, upcoming[0].start)):
            return None
        return after

    def _opened(self, quantity: Quantity, sentence: Sentence) -> Mention | None:
        """The name after a number that opens its sentence: "At 1.9 mg/dL, her creatinine"."""
        if not OPENING.fullmatch(self._text[sentence.start : quantity.start]):
            return None
        after = next((m for m in self._names if m.start >= quantity.end), None)
        if after is None or not OPENED_NAME.fullmatch(self._text[quantity.end : after.start]):
            return None
        return after

    def _carried(self, quantity: Quantity, sentence: Sentence) -> Naming:
        gap = self._gap(sentence.start, quantity.start)
        if DECOY.search(gap):
            return Naming(frozenset({OTHER}))
        earlier = [m for m in self._names if m.end <= sentence.start and not m.implied]
        if not earlier:
            return Naming(self._subject) if quantity.unit is not None else Naming()
        light = self._is_close(gap) or not _WORD.search(gap)
        if quantity.unit is None and not light:
            return Naming()
        return Naming(earlier[-1].ids, light, light)

    def _pairs(self) -> dict[int, Mention]:
        """Names and numbers in step: BUN/Cr 30/1.9; potassium and sodium were 4.5 and 138."""
        found: dict[int, Mention] = {}
        run: list[Mention] = []
        for place, name in enumerate(self._names):
            run = [*run, name] if run and self._joins(run[-1].end, name.start) else [name]
            following = self._names[place + 1 : place + 2]
            if len(run) > 1 and not (following and self._joins(name.end, following[0].start)):
                found |= self._in_step(run)
        return found

    def _in_step(self, run: Sequence[Mention]) -> dict[int, Mention]:
        first = next((i for i, q in enumerate(self._numbers) if q.start >= run[-1].end), None)
        if first is None:
            return {}
        values = [first]
        while len(values) <= len(run) and values[-1] + 1 < len(self._numbers):
            one, other = self._numbers[values[-1]], self._numbers[values[-1] + 1]
            if not self._joins(one.end, other.start):
                break
            values.append(values[-1] + 1)
        gap = self._gap(run[-1].end, self._numbers[first].start)
        if len(values) != len(run) or not self._is_close(gap):
            return {}
        return dict(zip(values, run, strict=True))

    def _joins(self, start: int, end: int) -> bool:
        return start < end and bool(_JOINT.fullmatch(self._text[start:end]))

    def _sentence(self, position: int) -> Sentence:
        for sentence in self._sentences:
            if sentence.start <= position < sentence.end:
                return sentence
        return Sentence(0, len(self._text), False, ())

    def _blanked(self, times: Sequence[When]) -> str:
        """The text without its dates, times and names: what is left between two of them."""
        chars = list(self._text)
        for start, end in [(w.start, w.end) for w in times] + [
            (m.start, m.end) for m in self._names
        ]:
            chars[start:end] = " " * (end - start)
        return "".join(chars)

    def _gap(self, start: int, end: int) -> str:
        return self._plain[start:end]

    def _is_close(self, gap: str) -> bool:
        return bool(LIGHT.fullmatch(gap))


def _same_clause(position: int, quantity: Quantity, sentence: Sentence) -> bool:
    return any(a <= position <= b and a <= quantity.start < b for a, b in sentence.clauses)
