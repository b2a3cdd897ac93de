"""The figures of a score, as exact fractions over one or many sessions.

A session is the sequence of its turns, and a turn is the `Tally` of its rubric items. All
arithmetic is on whole numbers and fractions, so that three of five items is 0.60 and nothing
less.

Two readings of a partial grade run through all figures: *strict* counts it 0, *lenient* one
half. Where nothing says otherwise a figure is strict.

An item on which its grader abstained is not graded and is in no numerator and no denominator.
A turn without a graded item is *ungraded*: its score is `None`, never 0. Every figure that
leaves something out says how much (`Share.ungraded`, `Mean.ungraded`).

Sources: turn score, mRS, Pass@Turn and Pass@Session are PhysAssistBench's (arXiv 2606.18613),
with its two thresholds; checkpoint rate and task success are PhysicianBench's (arXiv
2605.02240), whose checkpoints are our rubric items.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

THRESHOLDS: Mapping[str, Fraction] = MappingProxyType(
    {"0.60": Fraction(3, 5), "0.75": Fraction(3, 4)}
)
"""The thresholds τ that are reported, by the name under which they are printed."""

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Tally:
    """The items of one turn, counted. `total` holds those that nothing graded as well."""

    total: int
    passed: int = 0
    partial: int = 0
    failed: int = 0

    def __post_init__(self) -> None:
        counts = (self.total, self.passed, self.partial, self.failed)
        if min(counts) < 0 or self.graded > self.total:
            raise ValueError(f"a tally of {self.total} items cannot hold {counts[1:]}")

    @property
    def graded(self) -> int:
        """How many items were graded."""
        return self.passed + self.partial + self.failed

    @property
    def strict(self) -> Fraction | None:
        """Turn score: passed / graded. `None` where nothing was graded."""
        return Fraction(self.passed, self.graded) if self.graded else None

    @property
    def lenient(self) -> Fraction | None:
        """Turn score with a partial grade as one half: (passed + ½ partial) / graded."""
        if not self.graded:
            return None
        return (self.passed + HALF * self.partial) / self.graded

    def score(self, *, lenient: bool = False) -> Fraction | None:
        """The turn score, strict or lenient."""
        return self.lenient if lenient else self.strict


SessionTallies = Sequence[Tally]


@dataclass(frozen=True)
class Share:
    """`hits` of `of`; `ungraded` were left out because they could not be decided."""

    hits: int
    of: int
    ungraded: int = 0

    @property
    def value(self) -> Fraction | None:
        """The share; `None` of nothing."""
        return Fraction(self.hits, self.of) if self.of else None


@dataclass(frozen=True)
class Mean:
    """A mean over `of` things; `ungraded` were left out because they have no value."""

    value: Fraction | None
    of: int
    ungraded: int = 0


def session_mean(session: SessionTallies, *, lenient: bool = False) -> Fraction | None:
    """The mean turn score of one session, over its graded turns; `None` where there is none."""
    scores = [s for turn in session if (s := turn.score(lenient=lenient)) is not None]
    return sum(scores, Fraction(0)) / len(scores) if scores else None


def mrs(sessions: Sequence[SessionTallies], *, lenient: bool = False) -> Mean:
    """Mean rubric score: the mean over sessions of each one's mean turn score.

    Every session weighs the same, however many turns or items it has. Sessions in which
    nothing was graded are left out and counted as `ungraded`.
    """
    means = [session_mean(session, lenient=lenient) for session in sessions]
    known = [mean for mean in means if mean is not None]
    value = sum(known, Fraction(0)) / len(known) if known else None
    return Mean(value, len(known), len(means) - len(known))


def pass_turn(
    sessions: Sequence[SessionTallies], threshold: Fraction, *, lenient: bool = False
) -> Share:
    """Pass@Turn(τ): the share of graded turns, over all sessions, whose score is ≥ τ."""
    scores = [turn.score(lenient=lenient) for session in sessions for turn in session]
    graded = [score for score in scores if score is not None]
    hits = sum(score >= threshold for score in graded)
    return Share(hits, len(graded), len(scores) - len(graded))


def session_passes(
    session: SessionTallies, threshold: Fraction, *, lenient: bool = False
) -> bool | None:
    """Whether every turn of a session scores ≥ τ; `None` where a turn is ungraded.

    A session with an ungraded turn does not pass, and it has not failed either: three turns
    of four are no session. One without turns is ungraded.
    """
    scores = [turn.score(lenient=lenient) for turn in session]
    known = [score for score in scores if score is not None]
    if not scores or len(known) < len(scores):
        return None
    return all(score >= threshold for score in known)


def pass_session(
    sessions: Sequence[SessionTallies], threshold: Fraction, *, lenient: bool = False
) -> Share:
    """Pass@Session(τ): the share of graded sessions in which every turn scores ≥ τ.

    Sessions with an ungraded turn are never among the hits; they are counted as `ungraded`,
    which belongs beside the figure wherever it is printed.
    """
    verdicts = [session_passes(session, threshold, lenient=lenient) for session in sessions]
    graded = [verdict for verdict in verdicts if verdict is not None]
    return Share(sum(graded), len(graded), len(verdicts) - len(graded))


def checkpoint_rate(sessions: Sequence[SessionTallies]) -> Share:
    """Checkpoint rate: passed items / graded items, pooled over all sessions.

    Unlike mRS it weighs every item the same. A partial grade is not a pass.
    """
    turns = [turn for session in sessions for turn in session]
    graded = sum(turn.graded for turn in turns)
    return Share(sum(turn.passed for turn in turns), graded, sum(t.total for t in turns) - graded)


def task_succeeds(session: SessionTallies) -> bool | None:
    """Whether every item of a session passes.

    One item that is failed or partial decides that it does not; `None` where none is but some
    are ungraded (or where there are no items).
    """
    if any(turn.failed or turn.partial for turn in session):
        return False
    total = sum(turn.total for turn in session)
    if not total or sum(turn.graded for turn in session) < total:
        return None
    return True


def task_success(sessions: Sequence[SessionTallies]) -> Share:
    """Task success: the share of decided sessions in which every item passes."""
    verdicts = [task_succeeds(session) for session in sessions]
    decided = [verdict for verdict in verdicts if verdict is not None]
    return Share(sum(decided), len(decided), len(verdicts) - len(decided))


def graded_share(sessions: Sequence[SessionTallies]) -> Fraction | None:
    """Graded items / all items; `None` where there are no items."""
    total = sum(turn.total for session in sessions for turn in session)
    graded = sum(turn.graded for session in sessions for turn in session)
    return Fraction(graded, total) if total else None
