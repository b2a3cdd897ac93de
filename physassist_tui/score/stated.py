"""What an answer states as numbers: of which thing, for which day, in which role.

`statements(text, …)` reads every quantity of a text together with the name it belongs to, the
day that is attached to it and whether it is a value at all or a threshold, a difference, a
reference, a denial. The rules are in docs/graders.md, with examples.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from physassist_tui.score.clauses import Sentence, sentences
from physassist_tui.score.dates_in_text import When, whens
from physassist_tui.score.folded import fold
from physassist_tui.score.mentions import OTHER, Mention, mentions
from physassist_tui.score.negation import Standings
from physassist_tui.score.quantities import Quantity, quantities
from physassist_tui.score.stated_cues import (
    AFTER_CHANGE,
    AFTER_REFERENCE,
    AFTER_WRONG,
    ARROW,
    BEFORE_CHANGE,
    BEFORE_DENIED,
    BEFORE_EARLIER,
    BEFORE_PLANNED,
    BEFORE_REFERENCE,
    DECOY,
    DOWNWARD,
    FOLLOWING_NAME,
    LIGHT,
    OPENED_NAME,
    OPENING,
    SERIES,
    UPWARD,
)
from physassist_tui.score.when_attached import attached

Role = Literal["value", "change", "reference", "denied", "supposed"]


@dataclass(frozen=True)
class Statement:
    """A quantity as the text states it.

    `ids` is what it is about (see `mentions`), empty where nothing is named. `close` is true
    where nothing but small words stands between name and number: only then does a number
    without a unit count. `when` is the time attached to it, `timed` whether a time of day is;
    `earlier` whether it is stated as what came before. `direction` is 1 or -1 where words
    beside it speak of a rise or a fall.
    """

    quantity: Quantity
    ids: frozenset[str]
    role: Role
    close: bool = False
    when: When | None = None
    timed: str = ""
    earlier: bool = False
    direction: int = 0


def statements(
    text: str, clock: datetime, names: Sequence[str] = (), subject: frozenset[str] = frozenset()
) -> tuple[Statement, ...]:
    """Every quantity of `text` with its meaning, in order.

    `names` are further names, whose id is `x`. `subject` is what a text that names nothing is
    about: that which the request asked for.
    """
    return tuple(_Reading(text, clock, names, subject).statements())


class _Reading:
    """One text under reading."""

    def __init__(
        self, text: str, clock: datetime, names: Sequence[str], subject: frozenset[str]
    ) -> None:
        self.text = fold(text)
        self.clock = clock
        self.names = mentions(text, names)
        self.subject = subject if not any(m.ids != {OTHER} for m in self.names) else frozenset()
        self.numbers = quantities(text, clock)
        self.sentences = sentences(text)
        self.times = whens(text, clock)
        self.standings = Standings(text)
        self.whens = attached(self.text, self.sentences, self.numbers, self.times)
        self.paired = self._paired()

    def statements(self) -> list[Statement]:
        return [self._statement(at, quantity) for at, quantity in enumerate(self.numbers)]

    def _statement(self, at: int, quantity: Quantity) -> Statement:
        ids, close = self._about(at, quantity)
        when = self.whens.days.get(at)
        quantity, ids = _pressure(quantity, ids)
        return Statement(
            quantity,
            ids,
            self._role(quantity),
            close,
            when,
            self.whens.times.get(at, ""),
            self._is_earlier(at, quantity),
            self._direction(quantity),
        )

    # What it is about.

    def _about(self, at: int, quantity: Quantity) -> tuple[frozenset[str], bool]:
        if at in self.paired:
            return self.paired[at], True
        sentence = self._sentence(quantity.start)
        before = [m for m in self.names if sentence.start <= m.start and m.end <= quantity.start]
        following = self._following(at, quantity, sentence)
        if before:
            name = before[-1]
            used = any(name.end <= q.start < quantity.start for q in self.numbers)
            if following is not None and (
                used or not self._same_clause(name.end, quantity, sentence)
            ):
                return following.ids, True
            return self._from(name, at, quantity)
        if following is not None:
            return following.ids, True
        opened = self._opened(quantity, sentence)
        if opened is not None:
            return opened.ids, True
        return self._carried(quantity, sentence)

    def _from(self, name: Mention, at: int, quantity: Quantity) -> tuple[frozenset[str], bool]:
        gap = self._gap(name.end, quantity.start)
        if DECOY.search(gap):
            return frozenset({OTHER}), False
        return name.ids, self._is_close(gap) or self._in_series(name, at)

    def _in_series(self, name: Mention, at: int) -> bool:
        """Whether the number continues a list that began close to the name: 1.1, 1.4, 1.9."""
        for place in range(at, 0, -1):
            one, other = self.numbers[place - 1], self.numbers[place]
            if one.start < name.end:
                return False
            if not SERIES.fullmatch(self._gap(one.end, other.start)):
                return False
            if self._is_close(self._gap(name.end, one.start)):
                return True
        return False

    def _following(self, at: int, quantity: Quantity, sentence: Sentence) -> Mention | None:
        after = next(
            (m for m in self.names if quantity.end <= m.start and m.end <= sentence.end), None
        )
        if after is None or not FOLLOWING_NAME.fullmatch(self.text[quantity.end : after.start]):
            return None
        # "K 4.5 Na 138": the name that follows has a number of its own.
        upcoming = self.numbers[at + 1 : at + 2]
        if upcoming and after.end <= upcoming[0].start:
            gap = self._gap(after.end, upcoming[0].start)
            joined = self.text[quantity.end : after.start].strip()
            if self._is_close(gap) and not joined and "," not in gap:
                return None
        return after

    def _opened(self, quantity: Quantity, sentence: Sentence) -> Mention | None:
        """The name after a number that opens its sentence: "At 1.9 mg/dL, her creatinine"."""
        if not OPENING.fullmatch(self.text[sentence.start : quantity.start]):
            return None
        after = next((m for m in self.names if m.start >= quantity.end), None)
        if after is None or not OPENED_NAME.fullmatch(self.text[quantity.end : after.start]):
            return None
        return after

    def _carried(self, quantity: Quantity, sentence: Sentence) -> tuple[frozenset[str], bool]:
        gap = self._gap(sentence.start, quantity.start)
        if DECOY.search(gap):
            return frozenset({OTHER}), False
        earlier = [m for m in self.names if m.end <= sentence.start]
        if not earlier:
            return (self.subject, False) if quantity.unit is not None else (frozenset(), False)
        light = self._is_close(gap) or not re.search(r"[A-Za-z\u3400-\u9fff]{2}", gap)
        if quantity.unit is None and not light:
            return frozenset(), False
        return earlier[-1].ids, light

    def _paired(self) -> dict[int, frozenset[str]]:
        """Names and numbers in step: BUN/Cr 30/1.9; potassium and sodium were 4.5 and 138."""
        found: dict[int, frozenset[str]] = {}
        run: list[Mention] = []
        for place, name in enumerate(self.names):
            run = [*run, name] if run and self._joins(run[-1].end, name.start) else [name]
            last = place + 1 == len(self.names) or not self._joins(
                name.end, self.names[place + 1].start
            )
            if last and len(run) > 1:
                found |= self._in_step(run)
        return found

    def _in_step(self, run: Sequence[Mention]) -> dict[int, frozenset[str]]:
        first = next((i for i, q in enumerate(self.numbers) if q.start >= run[-1].end), None)
        if first is None:
            return {}
        values = [first]
        while len(values) <= len(run) and values[-1] + 1 < len(self.numbers):
            one, other = self.numbers[values[-1]], self.numbers[values[-1] + 1]
            if not self._joins(one.end, other.start):
                break
            values.append(values[-1] + 1)
        if len(values) != len(run) or not self._is_close(
            self._gap(run[-1].end, self.numbers[first].start)
        ):
            return {}
        return {at: name.ids for at, name in zip(values, run, strict=True)}

    def _joins(self, start: int, end: int) -> bool:
        return bool(
            re.fullmatch(r"\s*(?:[,/、&]|and|和|与|及)?\s*(?:and\s)?", self.text[start:end])
        ) and (start < end)

    # In which role.

    def _role(self, quantity: Quantity) -> Role:
        before = self.text[max(0, quantity.start - 60) : quantity.start]
        after = self.text[quantity.end : quantity.end + 60]
        standing = self.standings.of(quantity.start, quantity.end)
        if standing in ("asked", "supposed", "open") or BEFORE_PLANNED.search(before):
            return "supposed"
        if BEFORE_DENIED.search(before) or AFTER_WRONG.match(after):
            return "denied"
        if (
            quantity.high is not None
            or BEFORE_REFERENCE.search(before)
            or AFTER_REFERENCE.match(after)
        ):
            return "reference"
        if BEFORE_CHANGE.search(before) or AFTER_CHANGE.match(after):
            return "change"
        if standing == "of_others":
            return "denied"
        return "value"

    def _is_earlier(self, at: int, quantity: Quantity) -> bool:
        before = self.text[max(0, quantity.start - 40) : quantity.start]
        if BEFORE_EARLIER.search(self._blanked(max(0, quantity.start - 40), before)):
            return True
        upcoming = self.numbers[at + 1 : at + 2]
        return bool(upcoming) and bool(
            ARROW.fullmatch(
                self._blanked(quantity.end, self.text[quantity.end : upcoming[0].start])
            )
        )

    def _direction(self, quantity: Quantity) -> int:
        before = self.text[max(0, quantity.start - 30) : quantity.start]
        after = self.text[quantity.end : quantity.end + 16]
        near = re.split(r"[.;。；]", before)[-1] + " " + re.split(r"[.,;。，；]", after)[0]
        up, down = bool(UPWARD.search(near)), bool(DOWNWARD.search(near))
        return int(up) - int(down)

    # Helpers.

    def _sentence(self, position: int) -> Sentence:
        for sentence in self.sentences:
            if sentence.start <= position < sentence.end:
                return sentence
        return Sentence(0, len(self.text), False, ())

    def _same_clause(self, position: int, quantity: Quantity, sentence: Sentence) -> bool:
        return any(a <= position <= b and a <= quantity.start < b for a, b in sentence.clauses)

    def _blanked(self, start: int, text: str) -> str:
        """`text`, which begins at `start`, without its dates and times."""
        chars = list(text)
        for when in self.times:
            a, b = max(when.start - start, 0), min(when.end - start, len(text))
            if a < b:
                chars[a:b] = " " * (b - a)
        return "".join(chars)

    def _gap(self, start: int, end: int) -> str:
        return self._blanked(start, self.text[start:end])

    def _is_close(self, gap: str) -> bool:
        return bool(LIGHT.fullmatch(gap))


_PRESSURES = frozenset({"a:blood-pressure", "a:systolic", "a:diastolic", "a:map"})


def _pressure(quantity: Quantity, ids: frozenset[str]) -> tuple[Quantity, frozenset[str]]:
    """The two parts of a blood pressure are systolic and diastolic, whatever names them."""
    if not quantity.pair or not (ids & _PRESSURES or not ids):
        return quantity, ids
    part = "a:systolic" if quantity.pair == 1 else "a:diastolic"
    return quantity, frozenset({part, "a:blood-pressure"})
