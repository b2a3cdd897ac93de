"""What an answer states as numbers: of which thing, for which day, in which role.

`statements(text, …)` reads every quantity of a text together with the name it belongs to, the
day that is attached to it and whether it is a value at all or a threshold, a difference, a
reference, a denial. The rules are in docs/graders.md, with examples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from typing import Literal

from physassist_tui.score.clauses import sentences
from physassist_tui.score.dates_in_text import When, whens
from physassist_tui.score.folded import fold, without_charges
from physassist_tui.score.naming import Namer, Naming
from physassist_tui.score.negation import standings_of
from physassist_tui.score.quantities import Quantity, quantities
from physassist_tui.score.stated_cues import (
    AFTER_CHANGE,
    AFTER_HEDGED,
    AFTER_REFERENCE,
    AFTER_SPOILT,
    AFTER_WRONG,
    ARROW,
    BEFORE_CHANGE,
    BEFORE_DENIED,
    BEFORE_EARLIER,
    BEFORE_HEDGED,
    BEFORE_PLANNED,
    BEFORE_REFERENCE,
    BEFORE_SPOILT,
    CLAUSE_DENIED,
    DOWNWARD,
    NAMED_REFERENCE,
    OF_DENIED,
    OPERATOR_AFTER,
    OPERATOR_BEFORE,
    SERIES,
    TARGETS_LISTED,
    TREND,
    UPWARD,
)
from physassist_tui.score.tables import Tables
from physassist_tui.score.units import unit_of
from physassist_tui.score.when_attached import DATED, Attached, attached

_BRACKET = re.compile(r"[(\[,]\s*([^)\]|]+?)\s*(?:[)\]]|$)")

Role = Literal["value", "change", "reference", "denied", "supposed", "operand", "spoilt"]
"""`operand`: a term of a calculation; `reference`: a limit, a target or a range; `spoilt`: from
a haemolysed or contaminated sample."""


@dataclass(frozen=True)
class Statement:
    """A quantity as the text states it.

    `naming` is what it is about. `when` is the time attached to it, `timed` its time of day as
    written; `earlier` whether it is stated as what came before. `direction` is 1 or -1 where
    words beside it speak of a rise or a fall.
    """

    quantity: Quantity
    naming: Naming
    role: Role
    when: When | None = None
    timed: str = ""
    earlier: bool = False
    direction: int = 0

    @property
    def ids(self) -> frozenset[str]:
        """What it is about, as in `mentions`."""
        return self.naming.ids


def _anything(_ids: frozenset[str]) -> bool:
    return True


def statements(
    text: str,
    clock: datetime,
    names: Sequence[str] = (),
    subject: frozenset[str] = frozenset(),
    wanted: Callable[[frozenset[str]], bool] = _anything,
) -> tuple[Statement, ...]:
    """Every quantity of `text` with its meaning, in order.

    `names` are further names, whose id is `x`. `subject` is what a text that names nothing is
    about: that which the request asked for. Only statements whose ids are `wanted` are given.
    """
    return tuple(_Reading(text, clock, names, subject).statements(wanted))


# Every item that reads a text shares what does not depend on the names it looks for.
@lru_cache(maxsize=32)
def _attached(text: str, clock: datetime) -> Attached:
    folded = without_charges(fold(text))
    return attached(folded, sentences(text), quantities(text, clock), whens(text, clock))


class _Reading:
    """One text under reading."""

    def __init__(
        self, text: str, clock: datetime, names: Sequence[str], subject: frozenset[str]
    ) -> None:
        self.text = without_charges(fold(text))
        self.numbers = quantities(text, clock)
        self.times = whens(text, clock)
        self.namer = Namer(text, self.numbers, self.times, names, subject)
        self.tables = Tables(text)
        self.standings = standings_of(text)
        self.whens = _attached(text, clock)

    def statements(self, wanted: Callable[[frozenset[str]], bool]) -> list[Statement]:
        found = [self._statement(at, quantity, wanted) for at, quantity in enumerate(self.numbers)]
        return [statement for statement in found if statement is not None]

    def _statement(
        self, at: int, quantity: Quantity, wanted: Callable[[frozenset[str]], bool]
    ) -> Statement | None:
        if quantity.unit is None:
            quantity = replace(quantity, unit=self._unit_of_column(quantity))
        if quantity.comparator == ">" and self._ends_course(at, quantity):
            # "1.1>1.9" is an arrow.
            quantity = replace(quantity, comparator="")
        naming = _pressure(quantity, self.namer.of(at))
        if not wanted(naming.ids):
            return None
        when = self.whens.days.get(at) or self._day_of_column(quantity)
        if when is None and quantity.pair == 1:
            when = self.whens.days.get(at + 1)
        earlier = self._is_earlier(at, quantity)
        if when is None and not earlier and self._ends_course(at, quantity):
            when = When(quantity.start, quantity.start, "now")
        return Statement(
            quantity,
            naming,
            self._role(quantity, naming),
            when,
            self.whens.times.get(at, ""),
            earlier,
            self._direction(quantity),
        )

    def _ends_course(self, at: int, quantity: Quantity) -> bool:
        """The last of "6.4 → 0.4" and of 由6.4降至0.4 is the latest."""
        if at == 0 or not _one_course(self.numbers[at - 1], quantity):
            return False
        between = self._undated(self.numbers[at - 1].end, quantity.start)
        if _is_compared(between, self.numbers[at - 1], quantity):
            return False
        return bool(ARROW.fullmatch(between))

    def _unit_of_column(self, quantity: Quantity) -> str | None:
        column = self.tables.heading(quantity.start)
        if column is None:
            return None
        bracket = _BRACKET.search(self.text, *column)
        return unit_of(bracket[1]) if bracket else None

    def _day_of_column(self, quantity: Quantity) -> When | None:
        column = self.tables.heading(quantity.start)
        if column is None:
            return None
        dated = (w for w in self.times if column[0] <= w.start < column[1] and w.kind in DATED)
        return next(dated, None)

    def _role(self, quantity: Quantity, naming: Naming) -> Role:
        before = self.text[max(0, quantity.start - 60) : quantity.start]
        after = self.text[quantity.end : quantity.end + 60]
        standing = self.standings.of(quantity.start, quantity.end)
        if standing in ("asked", "supposed", "open") or BEFORE_PLANNED.search(before):
            return "supposed"
        if self._is_hedged(quantity, naming, after):
            return "supposed"
        if self._is_operand(quantity, before, after):
            return "operand"
        if BEFORE_DENIED.search(before) or AFTER_WRONG.match(after):
            return "denied"
        if CLAUSE_DENIED.search(self.text[self._sentence_start(quantity) : quantity.start]):
            return "denied"
        if standing == "of_others" or self._of_denied_name(quantity, naming):
            return "denied"
        if quantity.high is not None:
            return "reference"
        if self._of_named_reference(quantity, naming):
            return "reference"
        if BEFORE_REFERENCE.search(before) or AFTER_REFERENCE.match(after):
            return "reference"
        if self._is_spoilt(quantity, naming, after):
            return "spoilt"
        if BEFORE_CHANGE.search(before) or AFTER_CHANGE.match(after):
            return "change"
        if self.text[quantity.start] == "+" and not naming.close:
            return "change"
        return "value"

    def _sentence_start(self, quantity: Quantity) -> int:
        sentence = self.standings.sentence(quantity.start)
        return sentence.start if sentence is not None else quantity.start

    def _is_operand(self, quantity: Quantity, before: str, after: str) -> bool:
        if quantity.high is not None or quantity.pair:
            return False
        if before.endswith(("$", "¥", "€", "£")):
            return True
        return bool(OPERATOR_AFTER.match(after) or OPERATOR_BEFORE.search(before))

    def _of_denied_name(self, quantity: Quantity, naming: Naming) -> bool:
        """ "No creatinine of 1.9", 未见肌酐为1.9."""
        name = naming.name
        if name is None or name.end > quantity.start:
            return False
        if not OF_DENIED.fullmatch(self.text[name.end : quantity.start]):
            return False
        return self.standings.of(name.start, name.end) == "denied"

    def _of_named_reference(self, quantity: Quantity, naming: Naming) -> bool:
        """ "Goal SBP 92", "targets: …", but not "not at goal: SBP 92"."""
        sentence = self.standings.sentence(quantity.start)
        if sentence is not None and TARGETS_LISTED.match(self.text, sentence.start):
            return True
        name = naming.name
        if name is None or name.end > quantity.start or not naming.close:
            return False
        found = NAMED_REFERENCE.search(self.text[max(0, name.start - 40) : name.start])
        return found is not None and not (found["how"] or found["how_zh"])

    def _is_hedged(self, quantity: Quantity, naming: Naming, after: str) -> bool:
        """ "Probably 1.9", "guess: Cr 1.9", "1.9, I think"."""
        before = self._before_without_name(quantity, naming)
        if before.endswith("?"):
            return True
        return bool(BEFORE_HEDGED.search(before) or AFTER_HEDGED.match(after))

    def _is_spoilt(self, quantity: Quantity, naming: Naming, after: str) -> bool:
        """ "Hemolyzed K 5.4", 血钾5.4（标本溶血）; not "K 5.4, not hemolyzed"."""
        before = self._before_without_name(quantity, naming)
        return bool(BEFORE_SPOILT.search(before) or AFTER_SPOILT.match(after))

    def _before_without_name(self, quantity: Quantity, naming: Naming) -> str:
        """What stands before a number, the name that it belongs to left out."""
        start = max(0, quantity.start - 60)
        name = naming.name
        if name is not None and start <= name.start and name.end <= quantity.start:
            return self.text[start : name.start] + self.text[name.end : quantity.start]
        return self.text[start : quantity.start]

    def _is_earlier(self, at: int, quantity: Quantity) -> bool:
        start = max(0, quantity.start - 40)
        if BEFORE_EARLIER.search(self._undated(start, quantity.start)):
            return True
        upcoming = self.numbers[at + 1 : at + 2]
        if not upcoming:
            return False
        between = self._undated(quantity.end, upcoming[0].start)
        if _is_compared(between, quantity, upcoming[0]):
            return False
        if ARROW.fullmatch(between) and _one_course(quantity, upcoming[0]):
            return True
        # "Trend 1.1, 1.5, 1.9": all but the last came before.
        return bool(SERIES.fullmatch(between)) and bool(
            TREND.search(self.text[max(0, quantity.start - 80) : quantity.start])
        )

    def _direction(self, quantity: Quantity) -> int:
        before = self.text[max(0, quantity.start - 30) : quantity.start]
        after = self.text[quantity.end : quantity.end + 16]
        if self.text[quantity.start] == "+":
            return 1
        near = re.split(r"[.;。；]", before)[-1] + " " + re.split(r"[.,;。，；]", after)[0]
        up, down = bool(UPWARD.search(near)), bool(DOWNWARD.search(near))
        return int(up) - int(down)

    def _undated(self, start: int, end: int) -> str:
        """The text between two places without its dates and times."""
        chars = list(self.text[start:end])
        for when in self.times:
            a, b = max(when.start - start, 0), min(when.end, end) - start
            if a < b:
                chars[a:b] = " " * (b - a)
        return "".join(chars)


def _is_compared(between: str, first: Quantity, second: Quantity) -> bool:
    """ "K 5.4>5" compares with a limit, which is a round number; "1.9>1.1" is a course."""
    round_number = (second.value * 10**second.decimals) % 5 == 0
    return between.strip() == ">" and first.value > second.value and round_number


def _one_course(first: Quantity, second: Quantity) -> bool:
    """Whether an arrow can lead from one to the other: "1.9 mg/dL → 2.5 mg BID" is none."""
    if first.unit is None or second.unit is None:
        return True
    return ("/" in first.unit) == ("/" in second.unit)


_PRESSURES = frozenset({"a:blood-pressure", "a:systolic", "a:diastolic", "a:map"})


def _pressure(quantity: Quantity, naming: Naming) -> Naming:
    """The two parts of a blood pressure are systolic and diastolic, whatever names them."""
    if not quantity.pair or not (naming.ids & _PRESSURES or not naming.ids):
        return naming
    part = "a:systolic" if quantity.pair == 1 else "a:diastolic"
    return Naming(frozenset({part, "a:blood-pressure"}), True, True, naming.name)
