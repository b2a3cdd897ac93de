"""The one meaning of a search: which resources of an index match, and in which order.

Dates follow FHIR R4's ranges: the parameter and the element are spans, and a prefix says how
they must lie (`eq`: the element within the parameter; `ge`: it reaches into or past it; `sa`:
it begins after it …). `ap` widens the parameter by a tenth of its distance from the clock.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import NamedTuple

from physassist_tui.ehr import extract
from physassist_tui.ehr.dates import BEGINNING, Moment
from physassist_tui.ehr.index import MISSING, DateColumn, TypeIndex, having, least_values
from physassist_tui.ehr.r4_types import R4_TYPES
from physassist_tui.ehr.search_query import Clause, DateValue, SortKey, token_parts

_FHIR_SYSTEM = "http://hl7.org/fhir/"
_HUGE = 2**63 - 2
_MOST_HELD = 500_000
"""How many ordinals the sets that a searcher keeps may hold together (some 30 MB)."""


class Box(NamedTuple):
    """A span matches where `a <= low < b` and `c < high <= d`."""

    a: int
    b: int
    c: int
    d: int


class Searcher:
    """Searches one index at one clock. Date columns are placed once and kept."""

    def __init__(self, index: TypeIndex, moment: Moment) -> None:
        self.index = index
        self._moment = moment
        self._columns: dict[str, DateColumn] = {}
        self._orders: dict[tuple[str, bool], list[int]] = {}
        self._values: dict[tuple[str, bool], dict[int, str]] = {}
        self._sets: dict[tuple[str, str, str], frozenset[int]] = {}
        self._held = 0

    def matches(self, clauses: Iterable[Clause], among: frozenset[int]) -> frozenset[int]:
        """The ordinals among the given ones that satisfy every clause."""
        found = among
        for clause in sorted(clauses, key=_cost):
            if not found:
                break
            found = self._narrow(clause, found)
        return found

    def _narrow(self, clause: Clause, among: frozenset[int]) -> frozenset[int]:
        if clause.modifier == "missing":
            present = self._cached(clause, "", lambda: having(self.index, clause.param))
            return among - present if clause.values == ("true",) else among & present
        if clause.param.kind == "date":
            return self._by_date(clause, among)
        found = frozenset[int]().union(*(self._posting(clause, v) for v in clause.values))
        return among - found if clause.modifier == "not" else among & found

    def _cached(
        self, clause: Clause, value: str, find: Callable[[], Iterable[int]]
    ) -> frozenset[int]:
        key = (clause.param.name, clause.modifier, value)
        known = self._sets.get(key)
        if known is None:
            known = self._sets[key] = frozenset(find())
            self._held += len(known)
            while self._held > _MOST_HELD and len(self._sets) > 1:
                self._held -= len(self._sets.pop(next(iter(self._sets))))
        return known

    def _posting(self, clause: Clause, value: str) -> frozenset[int]:
        find = {"token": self._token, "reference": self._reference, "string": self._string}
        return self._cached(clause, value, lambda: find[clause.param.kind](clause, value))

    def _token(self, clause: Clause, value: str) -> Iterable[int]:
        name = clause.param.name
        if clause.modifier == "text":
            wanted = extract.fold(value)
            for text, ordinals in self.index.texts(name):
                if wanted in text:
                    yield from ordinals
            return
        system, code = token_parts(value)
        entries = self.index.tokens(name, code) if code else self.index.vocabulary(name)
        for entry in entries:
            if (
                system is None
                or entry.system == system
                or (
                    # A plain code has its system by definition (FHIR R4, search, 3.1.1.4.10).
                    not entry.system and system.startswith(_FHIR_SYSTEM)
                )
            ):
                yield from entry.ordinals

    def _reference(self, clause: Clause, value: str) -> Iterable[int]:
        name = clause.param.name
        key = extract.reference_key(value)
        wanted_type = clause.param.target or clause.modifier
        if "/" not in key and not key.startswith("#"):
            kinds: Iterable[str] = (wanted_type,) if wanted_type else R4_TYPES
            keys = [f"{kind}/{key}" for kind in kinds]
        elif wanted_type and not key.startswith(wanted_type + "/"):
            keys = []
        else:
            keys = [key]
        for one in keys:
            yield from self.index.reference(name, one)

    def _string(self, clause: Clause, value: str) -> Iterable[int]:
        wanted = extract.fold(value)
        for text, ordinals in self.index.strings(clause.param.name):
            if clause.modifier == "exact":
                hit = text == value
            elif clause.modifier == "contains":
                hit = wanted in extract.fold(text)
            else:
                hit = extract.fold(text).startswith(wanted)
            if hit:
                yield from ordinals

    def column(self, param: str) -> DateColumn:
        """A date column in UTC."""
        if param not in self._columns:
            self._columns[param] = self.index.dates(param).placed(self._moment)
        return self._columns[param]

    def _by_date(self, clause: Clause, among: frozenset[int]) -> frozenset[int]:
        column = self.column(clause.param.name)
        found: frozenset[int] = frozenset()
        for value in clause.dates:
            box = self._box(value)
            hits = _in_box(column, box, among)
            if value.prefix == "ne":
                low = column.low
                hits = frozenset(at for at in among if low[at] != MISSING) - hits
            found |= hits
        return found

    def _box(self, value: DateValue) -> Box:
        low, high = self._moment.placed(value.span)
        if value.prefix == "ap":
            margin = abs(self._moment.utc - low) // 10
            low, high = low - margin, high + margin
        first, last = BEGINNING - 1, _HUGE
        return {
            "eq": Box(low, last, first, high),
            "ne": Box(low, last, first, high),
            "gt": Box(first, last, high, last),
            "ge": Box(first, last, low, last),
            "lt": Box(first, low, first, last),
            "le": Box(first, high, first, last),
            "sa": Box(high, last, first, last),
            "eb": Box(first, last, first, low),
            "ap": Box(first, high, low, last),
        }[value.prefix]

    def ordered(
        self, found: frozenset[int], sort: tuple[SortKey, ...], ids: Callable[[int], str], top: int
    ) -> list[int]:
        """The first `top` of the found ordinals, sorted; missing values last, ties by ordinal."""
        if len(sort) == 1 and len(found) > 2000 and len(found) * 8 > self.index.size:
            order = self._order(sort[0], ids)
            picked = []
            for at in order:
                if at in found:
                    picked.append(at)
                    if len(picked) >= top:
                        break
            return picked
        ordinals = sorted(found)
        for key in reversed(sort):
            ordinals = self._by_key(ordinals, key, ids)
        return ordinals[:top]

    def _order(self, key: SortKey, ids: Callable[[int], str]) -> list[int]:
        name = (key.param.name if key.param else "_id", key.descending)
        if name not in self._orders:
            self._orders[name] = self._by_key(list(range(self.index.size)), key, ids)
        return self._orders[name]

    def _by_key(self, ordinals: list[int], key: SortKey, ids: Callable[[int], str]) -> list[int]:
        column = self.column(key.param.name) if key.param and key.param.kind == "date" else None
        if column is not None and not column.more:
            low = column.low
            present = [at for at in ordinals if low[at] != MISSING]
            absent = [at for at in ordinals if low[at] == MISSING]
            present.sort(key=low.__getitem__, reverse=key.descending)
            return present + absent
        value = self.value_of(key, ids)
        present = [at for at in ordinals if value(at) is not None]
        absent = (
            [at for at in ordinals if value(at) is None] if len(present) < len(ordinals) else []
        )
        present.sort(key=value, reverse=key.descending)  # type: ignore[arg-type]
        return present + absent

    def value_of(
        self, key: SortKey, ids: Callable[[int], str]
    ) -> Callable[[int], int | str | None]:
        """What an ordinal is sorted by; `None` where it has nothing.

        A resource with several values goes by the least, or by the greatest when descending.
        """
        if key.param is None:
            return ids
        if key.param.kind == "date":
            return _date_values(self.column(key.param.name), key.descending)
        name = (key.param.name, key.descending)
        if name not in self._values:
            self._values[name] = dict(least_values(self.index, key.param, key.descending))
        return self._values[name].get


def _cost(clause: Clause) -> int:
    if clause.param.kind == "date":
        return 3
    if clause.modifier in ("not", "missing", "text"):
        return 2
    return 0 if clause.param.kind == "reference" else 1


def _date_values(column: DateColumn, greatest: bool) -> Callable[[int], int | None]:
    low: array[int] = column.low
    more = column.more
    pick = max if greatest else min

    def value(at: int) -> int | None:
        start = low[at]
        if start == MISSING:
            return None
        if at in more:
            return pick(start, *(span.low for span in more[at]))
        return start

    return value


def _in_box(column: DateColumn, box: Box, among: frozenset[int]) -> frozenset[int]:
    a, b, c, d = box
    low, high = column.low, column.high
    hits = frozenset(at for at in among if a <= low[at] < b and c < high[at] <= d)
    if not column.more:
        return hits
    also = (
        at
        for at, spans in column.more.items()
        if at in among and any(a <= span.low < b and c < span.high <= d for span in spans)
    )
    return hits.union(also)
