"""A figure with its bounds and counts, and the figures of a set of sessions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from physassist_tui.score import figures
from physassist_tui.score.figures import SessionTallies, Share
from physassist_tui.score.intervals import (
    RESAMPLES,
    Interval,
    bootstrap_mean,
    bootstrap_ratio,
    wilson,
)

Unit = Literal["sessions", "turns", "items", "tasks"]
SessionScores = Sequence[SessionTallies]


@dataclass(frozen=True)
class Draws:
    """How the bootstrap draws. The same draws give the same bounds."""

    seed: int = 0
    resamples: int = RESAMPLES


@dataclass(frozen=True)
class Figure:
    """One number. `value` is exact; `None` where there is nothing to make it from.

    `n` is of how many `unit`s it is, `ungraded` how many were left out, `hits` the numerator of
    a share (`None`: a mean). `interval` is Wilson's for a share, a bootstrap for a mean;
    `clustered` a bootstrap over sessions for a share of turns or items.
    """

    key: str
    value: Fraction | None
    n: int
    unit: Unit
    ungraded: int = 0
    hits: int | None = None
    interval: Interval | None = None
    clustered: Interval | None = None

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {
            "value": None if self.value is None else float(self.value),
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            "clustered_low": self.clustered.low if self.clustered else None,
            "clustered_high": self.clustered.high if self.clustered else None,
            "hits": self.hits,
            "n": self.n,
            "unit": self.unit,
            "ungraded": self.ungraded,
        }


def share_figure(key: str, share: Share, unit: Unit, clustered: Interval | None = None) -> Figure:
    """A share with Wilson's interval."""
    return Figure(
        key,
        share.value,
        share.of,
        unit,
        share.ungraded,
        share.hits,
        wilson(share.hits, share.of),
        clustered,
    )


def mean_figure(key: str, values: Sequence[Fraction | None], unit: Unit, draws: Draws) -> Figure:
    """The mean of those values that are known, with a bootstrap over them."""
    known = [value for value in values if value is not None]
    mean = sum(known, Fraction(0)) / len(known) if known else None
    interval = bootstrap_mean(known, seed=draws.seed, resamples=draws.resamples)
    return Figure(key, mean, len(known), unit, len(values) - len(known), None, interval)


def session_figures(
    sessions: SessionScores, draws: Draws, *, whole: bool = True
) -> tuple[Figure, ...]:
    """The figures of scoring over sessions; `whole` is false where only some turns are looked at.

    Pass@Session and task success are of whole sessions only.
    """
    found = []
    for lenient, suffix in ((False, ""), (True, "_lenient")):
        means = [figures.session_mean(session, lenient=lenient) for session in sessions]
        found.append(mean_figure("mrs" + suffix, means, "sessions", draws))
    for lenient, suffix in ((False, ""), (True, "_lenient")):
        for name, threshold in figures.THRESHOLDS.items():
            key = f"pass_turn{suffix}_{name}"
            found.append(_pass_turn(key, sessions, threshold, draws, lenient=lenient))
        for name, threshold in figures.THRESHOLDS.items() if whole else ():
            share = figures.pass_session(sessions, threshold, lenient=lenient)
            found.append(share_figure(f"pass_session{suffix}_{name}", share, "sessions"))
    found.append(_checkpoint_rate(sessions, draws))
    if whole:
        found.append(share_figure("task_success", figures.task_success(sessions), "sessions"))
    found.append(_graded_share(sessions))
    return tuple(found)


def _pass_turn(
    key: str, sessions: SessionScores, threshold: Fraction, draws: Draws, *, lenient: bool
) -> Figure:
    each = [figures.pass_turn([session], threshold, lenient=lenient) for session in sessions]
    share = figures.pass_turn(sessions, threshold, lenient=lenient)
    return share_figure(key, share, "turns", _over_sessions(each, draws))


def _checkpoint_rate(sessions: SessionScores, draws: Draws) -> Figure:
    each = [figures.checkpoint_rate([session]) for session in sessions]
    share = figures.checkpoint_rate(sessions)
    return share_figure("checkpoint_rate", share, "items", _over_sessions(each, draws))


def _over_sessions(each: Sequence[Share], draws: Draws) -> Interval | None:
    clusters = [(share.hits, share.of) for share in each]
    return bootstrap_ratio(clusters, seed=draws.seed, resamples=draws.resamples)


def _graded_share(sessions: SessionScores) -> Figure:
    """Graded items of all items: a count of what was done, so without an interval."""
    total = sum(turn.total for session in sessions for turn in session)
    graded = sum(turn.graded for session in sessions for turn in session)
    return Figure("graded_share", figures.graded_share(sessions), total, "items", 0, graded)
