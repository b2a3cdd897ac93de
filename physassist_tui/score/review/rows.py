"""A review as a fold of its rows, and what it says of each item."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from physassist_tui.core.reviewing import DisputeKind, ReviewRow
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import msg
from physassist_tui.score.grade import Grade
from physassist_tui.score.raters import PEOPLE_VERSION, Opinion

Place = tuple[int, str]
"""A scenario turn and the id of an item in it."""


@dataclass(frozen=True)
class Marked:
    """What a rater last said of an item, and how long it was before them in all."""

    grade: Verdict | None = None
    note: str = ""
    dispute: DisputeKind | None = None
    dispute_words: str = ""
    skipped: bool = False
    ms: int = 0

    @property
    def settled(self) -> bool:
        """Whether nothing more need be said of it: it is graded, or disputed."""
        return self.grade is not None or self.dispute is not None


@dataclass(frozen=True)
class Reviewed:
    """A review after its last row. `last` is the item that was last before the rater."""

    items: dict[Place, Marked]
    locked: bool = False
    last: Place | None = None
    paused_ms: int = 0

    def of(self, place: Place) -> Marked:
        """What was said of an item; nothing, where nothing was."""
        return self.items.get(place, Marked())


def reviewed(rows: Iterable[ReviewRow]) -> Reviewed:
    """The review that one rater's rows make, in order. After the lock nothing counts."""
    items: dict[Place, Marked] = {}
    locked, last, paused = False, None, 0
    for row in rows:
        match row.kind:
            case "locked":
                locked = True
                break
            case "resumed":
                paused += row.ms
        if not row.item:
            continue
        last = place = (row.turn, row.item)
        before = items.get(place, Marked())
        if row.kind != "resumed":
            before = replace(before, ms=before.ms + row.ms)
        match row.kind:
            case "graded":
                before = replace(before, grade=row.grade, skipped=False)
            case "noted":
                before = replace(before, note=row.text)
            case "disputed":
                before = replace(before, dispute=row.dispute, dispute_words=row.text)
            case "skipped":
                before = replace(before, skipped=True)
        items[place] = before
    return Reviewed(items, locked, last, paused)


def locked_opinions(rows: Sequence[ReviewRow]) -> dict[Place, tuple[Opinion, ...]]:
    """What the raters whose review is locked say, by item; what others say is not yet said."""
    found: dict[Place, tuple[Opinion, ...]] = {}
    for rater in sorted({row.rater for row in rows}):
        review = reviewed(row for row in rows if row.rater == rater)
        if not review.locked:
            continue
        for place, marked in review.items.items():
            if marked.settled:
                found[place] = (*found.get(place, ()), _opinion(rater, marked))
    return found


def _opinion(rater: str, marked: Marked) -> Opinion:
    grade = None
    if marked.grade is not None:
        because = (
            msg("Rater {rater}: {note}", rater=rater, note=marked.note)
            if marked.note
            else msg("Rater {rater} says so.", rater=rater)
        )
        grade = Grade(marked.grade, "human", PEOPLE_VERSION, because)
    seconds = marked.ms / 1000
    return Opinion(f"human:{rater}", grade, seconds, marked.dispute, marked.dispute_words)
