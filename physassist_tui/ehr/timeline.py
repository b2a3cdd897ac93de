"""When each resource of a record begins, and when the clock stops hiding parts of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from physassist_tui.ehr.dates import ALWAYS, BEGINNING, Instants, Moment
from physassist_tui.ehr.gate import Facts


@dataclass(frozen=True)
class Timeline:
    """One type's instants by ordinal, zoned and floating ones apart (see `dates`)."""

    begins_zoned: array[int]
    begins_floating: array[int]
    settled_zoned: array[int]
    settled_floating: array[int]

    @classmethod
    def empty(cls) -> Timeline:
        """The timeline of a type that has no resources."""
        return cls(array("q"), array("q"), array("q"), array("q"))

    def begins(self, ordinal: int) -> Instants:
        """From when the resource exists."""
        return Instants(self.begins_zoned[ordinal], self.begins_floating[ordinal])

    def exists(self, ordinal: int, moment: Moment) -> bool:
        """Whether the resource exists at the clock."""
        return moment.reached(self.begins(ordinal))

    def any_exists(self, moment: Moment) -> bool:
        """Whether any resource of the type exists at the clock."""
        return any(self.exists(at, moment) for at in range(len(self.begins_zoned)))

    def split(self, moment: Moment) -> tuple[frozenset[int], list[int]]:
        """The ordinals that exist whole at the clock, and those that exist in part."""
        if self._all_before(moment):
            return frozenset(range(len(self.begins_zoned))), []
        existing = _reached(self.begins_zoned, self.begins_floating, moment)
        whole = frozenset(_reached(self.settled_zoned, self.settled_floating, moment))
        if len(existing) == len(whole):
            return whole, []
        return whole, [at for at in existing if at not in whole]

    def _all_before(self, moment: Moment) -> bool:
        return (
            max(self.settled_zoned, default=BEGINNING) <= moment.utc
            and max(self.settled_floating, default=BEGINNING) <= moment.local
        )


def _reached(zoned: array[int], floating: array[int], moment: Moment) -> list[int]:
    utc, local = moment.utc, moment.local
    if max(floating, default=BEGINNING) <= local:
        return [at for at, when in enumerate(zoned) if when <= utc]
    both = enumerate(zip(zoned, floating, strict=True))
    return [at for at, (when, naive) in both if when <= utc and naive <= local]


BeginsOf = Callable[[str], Instants | None]
"""When the resource `Type/id` of the record begins; `None` where the record has none."""


def begins_by(facts: Facts, closes_of: BeginsOf) -> Instants:
    """When a resource begins: by its own dates, else by its encounter, else always."""
    if facts.begins is not None:
        return facts.begins
    if facts.encounter is None:
        return ALWAYS
    return closes_of(facts.encounter) or ALWAYS


def build_timeline(facts: Sequence[Facts], closes_of: BeginsOf, begins_of: BeginsOf) -> Timeline:
    """The timeline of a type.

    `closes_of` gives when the undated resources of an encounter begin, `begins_of` when a
    resource that is referred to does.
    """
    begins = [begins_by(one, closes_of) for one in facts]
    settled = []
    for one, begin in zip(facts, begins, strict=True):
        last = begin.later(one.ends)
        for reference in one.references:
            later = begins_of(reference)
            if later is not None:
                last = last.later(later)
        settled.append(last)
    return Timeline(
        array("q", (begin.zoned for begin in begins)),
        array("q", (begin.floating for begin in begins)),
        array("q", (last.zoned for last in settled)),
        array("q", (last.floating for last in settled)),
    )
