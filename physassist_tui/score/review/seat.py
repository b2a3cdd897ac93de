"""The rater's handle on a review: what front ends show, and everything a rater can do.

Each act is a row on the disk before it returns, so a review that is killed goes on where it
was. Time counts while an item is before the rater: from when it was first shown, or the last
act, to the next; not while paused, and not while the review is closed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import RLock

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import SessionStartedData
from physassist_tui.core.reviewing import GRADES, DisputeKind, ReviewKind, ReviewRow, rater_id
from physassist_tui.core.state import fold
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import msg, nmsg, several
from physassist_tui.library import Loaded
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.judge.prompt import sound
from physassist_tui.score.review.queue import item_at, queue_of
from physassist_tui.score.review.reveal import reveal
from physassist_tui.score.review.rows import Place, Reviewed, reviewed
from physassist_tui.score.review.view import Line, Reveal, ReviewView, item_view
from physassist_tui.score.session import answered_turns
from physassist_tui.store.recordings import Recordings

LONGEST_TEXT = 10_000


@dataclass(frozen=True)
class _Case:
    session: str
    rater: str
    loaded: Loaded
    record: Record
    started: SessionStartedData
    last_seq: int
    contexts: tuple[TurnContext, ...]
    queue: tuple[Place, ...]


def open_review(
    recordings: Recordings,
    session: str,
    loaded: Loaded,
    record: Record,
    rater: str,
    *,
    all_items: bool = False,
    clock: Callable[[], float] = time.monotonic,
) -> ReviewSeat:
    """Begins a rater's review of a session that is over, or goes on with it.

    `clock` gives seconds. Raises `BadInput` where the session is not over, was played on
    another version of the scenario, or has nothing to grade, or where the rater's id is none.
    """
    rater = rater_id(rater)
    events = recordings.events(session)
    state = fold(events)
    started = state.started
    if state.ended is None or started is None:
        raise BadInput(
            msg("Session {session} is not over; it can be reviewed once it is.", session=session)
        )
    if loaded.content_hash != started.scenario_hash:
        raise BadInput(
            msg(
                "{scenario} has changed since this session was played; its old version is "
                "needed to review it.",
                scenario=started.scenario,
            )
        )
    contexts = answered_turns(events, loaded.scenario, record.at(loaded.scenario.clock))
    queue = queue_of(contexts, session, rater, all_items=all_items)
    rows = recordings.ratings(session, rater)
    rated = [p for p in dict.fromkeys((r.turn, r.item) for r in rows if r.item) if p not in queue]
    known = {(c.number, item.id) for c in contexts for item in c.turn.rubric}
    queue += tuple(place for place in rated if place in known)
    if not queue:
        raise BadInput(
            msg(
                "Session {session} has no item for a person to grade; --all-items takes those "
                "that rules grade as well.",
                session=session,
            )
        )
    case = _Case(session, rater, loaded, record, started, state.last_seq, contexts, queue)
    return ReviewSeat(recordings, case, clock)


class ReviewSeat:
    """A review under way. Usable from several threads; acts take turns."""

    def __init__(self, recordings: Recordings, case: _Case, clock: Callable[[], float]) -> None:
        self._recordings = recordings
        self._case = case
        self._clock = clock
        self._lock = RLock()
        self._paused = False
        self._rows = recordings.ratings(case.session, case.rater)
        self._at = self._first()
        self._since = clock()
        if not self._review.locked:
            self._add("opened")

    @property
    def _review(self) -> Reviewed:
        return reviewed(self._rows)

    def view(self) -> ReviewView:
        """What there is to show now."""
        with self._lock:
            case, review = self._case, self._review
            lines = tuple(
                Line(n, place[0], place[1], self._text(place), review.of(place))
                for n, place in enumerate(case.queue, start=1)
            )
            item = None
            if not review.locked:
                item = item_view(case.contexts, self._place, self._at + 1, review)
            return ReviewView(
                session=case.session,
                rater=case.rater,
                title=case.loaded.scenario.title,
                language=case.started.language,
                lines=lines,
                item=item,
                locked=review.locked,
                paused=self._paused,
                zone=case.loaded.scenario.clock.tzinfo,
            )

    def grade(self, verdict: Verdict, note: str | None = None) -> ReviewView:
        """Grades the item, and goes to the next one that is open. A later grade counts.

        `note`, where it is given, replaces the item's note. Raises `BadInput` for a verdict
        that no person gives, and after the lock, as every act does.
        """
        if verdict not in GRADES:
            raise BadInput(msg("A rater says pass, partial or fail."))
        with self._lock:
            if note is not None:
                self._add("noted", text=note)
            self._add("graded", grade=verdict)
            self._go_to_open()
            return self.view()

    def note(self, text: str) -> ReviewView:
        """Sets the item's note; empty text takes it away."""
        with self._lock:
            self._add("noted", text=text)
            return self.view()

    def dispute(self, kind: DisputeKind | None, words: str = "") -> ReviewView:
        """Disputes the item itself, in words; `None` takes the dispute back.

        Raises `BadInput` without words: whoever mends the item must know what is wrong.
        """
        if kind is not None and not words.strip():
            raise BadInput(msg("Say in words what is wrong with the item."))
        with self._lock:
            self._add("disputed", dispute=kind, text=words)
            return self.view()

    def skip(self) -> ReviewView:
        """Leaves the item for later and goes to the next one that is open."""
        with self._lock:
            self._add("skipped")
            self._go_to_open()
            return self.view()

    def back(self) -> ReviewView:
        """Goes to the item before, whether or not it is graded."""
        with self._lock:
            return self.go(self._at if self._at else len(self._case.queue))

    def go(self, number: int) -> ReviewView:
        """Goes to an item by its number, from 1. Raises `BadInput` where there is none."""
        with self._lock:
            if not 1 <= number <= len(self._case.queue):
                raise BadInput(msg("There are items 1 to {last}.", last=len(self._case.queue)))
            self._check_open()
            if number - 1 != self._at:
                self._add("opened")  # the time so far stays with the item that is left
                self._at = number - 1
                self._add("opened")
            return self.view()

    def pause(self) -> ReviewView:
        """Stops the clock, until `resume` or any other act."""
        with self._lock:
            if not self._paused:
                self._add("paused")
                self._paused = True
            return self.view()

    def resume(self) -> ReviewView:
        """Starts the clock again; how long it stood is kept apart."""
        with self._lock:
            if self._paused:
                self._paused = False
                self._add("resumed")
            return self.view()

    def lock(self) -> ReviewView:
        """Ends the review: nothing of it can be changed, and it counts in the score.

        Raises `BadInput` where an item is neither graded nor disputed.
        """
        with self._lock:
            left = self.view().open
            if left:
                raise BadInput(
                    nmsg(
                        "{n} item is neither graded nor disputed: {numbers}.",
                        "{n} items are neither graded nor disputed: {numbers}.",
                        len(left),
                        numbers=several(map(str, left)),
                    )
                )
            self._add("locked")
            return self.view()

    def reveal(self) -> Reveal:
        """Who played, and what rules, judges and other raters say. Raises `BadInput` before
        the lock."""
        with self._lock:
            if not self._review.locked:
                raise BadInput(msg("Lock your review first; the others are shown after that."))
            case = self._case
            return reveal(
                self._recordings, case.session, case.loaded, case.record, case.rater, case.queue
            )

    @property
    def _place(self) -> Place:
        return self._case.queue[self._at]

    def _text(self, place: Place) -> Bilingual:
        return item_at(self._case.contexts, place)[1].text

    def _first(self) -> int:
        """Where to begin: at the item that was left, where it is open, else at the next."""
        review, queue = self._review, self._case.queue
        if review.last in queue and not review.of(review.last).settled:
            return queue.index(review.last)
        return self._next_open(-1)

    def _go_to_open(self) -> None:
        self._at = self._next_open(self._at)

    def _next_open(self, after: int) -> int:
        """The next item, in the round, that is open; first those that were not skipped."""
        review, queue = self._review, self._case.queue
        order = [(after + step) % len(queue) for step in range(1, len(queue) + 1)]
        still = [at for at in order if not review.of(queue[at]).settled]
        fresh = [at for at in still if not review.of(queue[at]).skipped]
        return (fresh or still or [max(after, 0)])[0]

    def _check_open(self) -> None:
        if self._review.locked:
            raise BadInput(msg("This review is locked; nothing in it can be changed."))

    def _add(
        self,
        kind: ReviewKind,
        *,
        grade: Verdict | None = None,
        dispute: DisputeKind | None = None,
        text: str = "",
    ) -> None:
        self._rows = self._recordings.ratings(self._case.session, self._case.rater)
        self._check_open()
        if self._paused and kind != "resumed":
            self.resume()
        now = self._clock()
        about_item = kind != "locked"
        row = ReviewRow(
            session=self._case.session,
            rater=self._case.rater,
            at=datetime.now(UTC),
            kind=kind,
            scenario_hash=self._case.started.scenario_hash,
            rubric_hash=self._case.started.rubric_hash,
            last_seq=self._case.last_seq,
            turn=self._place[0] if about_item else 0,
            item=self._place[1] if about_item else "",
            grade=grade,
            dispute=dispute,
            text=sound(text.strip())[:LONGEST_TEXT],
            ms=max(0, round((now - self._since) * 1000)),
        )
        self._recordings.add_rating(row)
        self._rows.append(row)
        self._since = now
