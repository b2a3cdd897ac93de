"""Intervals of 95 %: Wilson's for shares, a seeded bootstrap over sessions for means.

The figures stay exact fractions; only their bounds are floats. The same values and the same
seed give the same bounds, in whatever order the values come.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random
from typing import TypeVar

Z95 = 1.959963984540054
"""The 0.975 quantile of the standard normal distribution."""

RESAMPLES = 1000
"""How often a bootstrap draws anew."""

CONFIDENCE = 0.95

T = TypeVar("T")


@dataclass(frozen=True)
class Interval:
    """The bounds within which a figure may well lie."""

    low: float
    high: float


def wilson(hits: int, of: int, z: float = Z95) -> Interval | None:
    """Wilson's score interval of a share; `None` of nothing.

    Source: Wilson EB, J Am Stat Assoc 1927;22:209. It takes the `of` things as independent of
    each other.
    """
    if not of:
        return None
    p, zz = hits / of, z * z
    middle = (p + zz / (2 * of)) / (1 + zz / of)
    half = z * sqrt(p * (1 - p) / of + zz / (4 * of * of)) / (1 + zz / of)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == of else min(1.0, middle + half)
    return Interval(low, high)


def bootstrap_mean(
    values: Sequence[Fraction], *, seed: int = 0, resamples: int = RESAMPLES
) -> Interval | None:
    """The percentile bootstrap of a mean; `None` of fewer than two values.

    Each value is that of one cluster (a session, a task): clusters are drawn, not what is in
    them, since the turns of a session hang together.
    """
    return bootstrap(sorted(map(float, values)), _mean, seed=seed, resamples=resamples)


def bootstrap_ratio(
    clusters: Sequence[tuple[int, int]], *, seed: int = 0, resamples: int = RESAMPLES
) -> Interval | None:
    """The percentile bootstrap of a share pooled over clusters, each `(hits, of)`.

    For shares of turns and items, which hang together within a session: it is wider than
    Wilson's where they do. `None` of fewer than two clusters that hold something.
    """
    held = sorted(cluster for cluster in clusters if cluster[1])
    return bootstrap(held, _ratio, seed=seed, resamples=resamples)


def bootstrap_difference(
    left: Sequence[Fraction],
    right: Sequence[Fraction],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """The percentile bootstrap of mean(left) − mean(right); both are drawn independently."""
    if len(left) < 2 or len(right) < 2:
        return None
    draw = Random(seed)
    a, b = sorted(map(float, left)), sorted(map(float, right))
    drawn = [_mean(_resample(a, draw)) - _mean(_resample(b, draw)) for _ in range(resamples)]
    return _percentiles(drawn)


def bootstrap(
    clusters: Sequence[T],
    figure: Callable[[Sequence[T]], float | None],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """The percentile bootstrap of any figure of clusters.

    `clusters` must be in an order of their own, so that the bounds do not hang on how they
    came. Draws in which the figure is `None` are left out; where most are, or where there are
    fewer than two clusters, the interval is `None`.
    """
    if len(clusters) < 2:
        return None
    draw = Random(seed)
    drawn = [figure(_resample(clusters, draw)) for _ in range(resamples)]
    known = [value for value in drawn if value is not None]
    return _percentiles(known) if 2 * len(known) > resamples else None


def _resample(values: Sequence[T], draw: Random) -> list[T]:
    # Of `random`, only `random()` is promised to stay the same from one Python to the next.
    n, uniform = len(values), draw.random
    return [values[int(uniform() * n)] for _ in range(n)]


def _percentiles(drawn: Sequence[float]) -> Interval:
    ordered = sorted(drawn)
    return Interval(_quantile(ordered, 0.025), _quantile(ordered, 0.975))


def _quantile(ordered: Sequence[float], q: float) -> float:
    place = q * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _ratio(clusters: Sequence[tuple[int, int]]) -> float:
    return sum(hits for hits, _ in clusters) / sum(of for _, of in clusters)
