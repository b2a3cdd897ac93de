"""What a rater is shown. Blind: nothing of who played, of other ratings or of rules is in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.state import Written
from physassist_tui.core.words import ItemKind, Verdict
from physassist_tui.i18n import Lang
from physassist_tui.score.file_grader import text_read
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.judge.prompt import evidence_terms, guidance_of
from physassist_tui.score.relevance import most_relevant
from physassist_tui.score.review.queue import item_at
from physassist_tui.score.review.rows import Marked, Place, Reviewed
from physassist_tui.score.transcript import Entry, transcript

MOST_EVIDENCE = 4


@dataclass(frozen=True)
class ItemView:
    """An item before the rater. `number` counts from 1 in this rater's order.

    `transcript` is everything up to the answer, `evidence` those calls and messages of it that
    have most to do with the item, `orders` what had been written by then.
    """

    number: int
    turn: int
    id: str
    kind: ItemKind
    text: Bilingual
    guidance: str
    request: str
    answer: str
    transcript: tuple[Entry, ...]
    evidence: tuple[Entry, ...]
    orders: tuple[Written, ...]
    marked: Marked


@dataclass(frozen=True)
class Line:
    """An item in the list of all: where it stands and what the rater said of it."""

    number: int
    turn: int
    id: str
    text: Bilingual
    marked: Marked


@dataclass(frozen=True)
class ReviewView:
    """A review under way. `item` is `None` once it is locked."""

    session: str
    rater: str
    title: Bilingual
    language: Lang
    lines: tuple[Line, ...]
    item: ItemView | None
    locked: bool
    paused: bool
    zone: tzinfo | None = None
    """In which times are told: that of the scenario's clock."""

    @property
    def count(self) -> int:
        """How many items there are."""
        return len(self.lines)

    @property
    def settled(self) -> int:
        """How many are graded or disputed."""
        return sum(line.marked.settled for line in self.lines)

    @property
    def open(self) -> tuple[int, ...]:
        """The numbers of the items that are neither graded nor disputed."""
        return tuple(line.number for line in self.lines if not line.marked.settled)


def item_view(
    contexts: Sequence[TurnContext], place: Place, number: int, review: Reviewed
) -> ItemView:
    """An item with all that a rater needs to grade it."""
    context, item = item_at(contexts, place)
    entries = transcript(context.state, context.answer_seq)
    looked_for = [
        entry
        for entry in entries
        if entry.kind in ("call", "question", "reply") and not entry.said_twice
    ]
    return ItemView(
        number=number,
        turn=context.number,
        id=item.id,
        kind=item.kind,
        text=item.text,
        guidance=guidance_of(item),
        request=next(iter(context.requests), ""),
        answer=text_read(item, context),
        transcript=entries,
        evidence=most_relevant(looked_for, evidence_terms(context, (item,)), MOST_EVIDENCE),
        orders=context.state.written,
        marked=review.of(place),
    )


@dataclass(frozen=True)
class Revealed:
    """One item after the lock: what each said. `by_rules` is `None` where no rule decides it."""

    turn: int
    id: str
    text: Bilingual
    own: Marked
    by_rules: Verdict | None
    rules_because: str
    others: tuple[tuple[str, Verdict | None, str], ...]
    """Each other rater, `judge:NAME` or `human:ID`, with its verdict and reason."""


@dataclass(frozen=True)
class Reveal:
    """What is told once a review is locked. `players` are seats with all who sat there."""

    players: tuple[tuple[str, str], ...]
    items: tuple[Revealed, ...]
