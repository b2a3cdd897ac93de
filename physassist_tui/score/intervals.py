"""Intervals of 95 %: Wilson's for shares, a seeded bootstrap over sessions for means.

The figures stay exact fractions; only their bounds are floats. The same values and the same
seed give the same bounds, in whatever order the values come. A bootstrap of values that are all
the same would give bounds of no width, which says nothing of what other sessions would give:
there the interval is `None`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from numpy import float64, int64
    from numpy.typing import NDArray

Z95 = 1.959963984540054
"""The 0.975 quantile of the standard normal distribution."""

RESAMPLES = 1000
"""How often a bootstrap draws anew."""

CONFIDENCE = 0.95

_PLACES = 6

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
    """The percentile bootstrap of a mean; `None` of values of which no two differ.

    Each value is that of one cluster (a session, a task): clusters are drawn, not what is in
    them, since the turns of a session hang together.
    """
    if len(set(values)) < 2:
        return None
    return _percentiles(_means(values, seed, resamples))


def bootstrap_ratio(
    clusters: Sequence[tuple[int, int]], *, seed: int = 0, resamples: int = RESAMPLES
) -> Interval | None:
    """The percentile bootstrap of a share pooled over clusters, each `(hits, of)`.

    For shares of turns and items, which hang together within a session: it is wider than
    Wilson's where they do. `None` of clusters of which no two have different shares.
    """
    held = sorted(cluster for cluster in clusters if cluster[1])
    if len({Fraction(*cluster) for cluster in held}) < 2:
        return None
    import numpy

    drawn = numpy.array(held)[_places(len(held), seed, resamples)].sum(axis=1)
    return _percentiles(drawn[:, 0] / drawn[:, 1])


def bootstrap_difference(
    left: Sequence[Fraction],
    right: Sequence[Fraction],
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """The percentile bootstrap of mean(left) − mean(right), drawn independently.

    `None` where either side has fewer than two values, or neither has any that differ.
    """
    if len(left) < 2 or len(right) < 2 or len(set(left)) == len(set(right)) == 1:
        return None
    return _percentiles(_means(left, seed, resamples) - _means(right, seed + 1, resamples))


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
    places = _places(len(clusters), seed, resamples).tolist()
    drawn = [figure([clusters[place] for place in draw]) for draw in places]
    known = [value for value in drawn if value is not None]
    return _percentiles(known) if 2 * len(known) > resamples else None


def _places(n: int, seed: int, resamples: int) -> NDArray[int64]:
    """Which of `n` each resample draws, a row each."""
    import numpy

    # Of numpy's generators this one is promised to give the same numbers for good (NEP 19).
    uniform = numpy.random.RandomState(seed).random_sample((resamples, n))
    return (uniform * n).astype(numpy.int64)


def _means(values: Sequence[Fraction], seed: int, resamples: int) -> NDArray[float64]:
    import numpy

    ordered = numpy.array(sorted(map(float, values)))
    means: NDArray[float64] = ordered[_places(len(ordered), seed, resamples)].mean(axis=1)
    return means


def _percentiles(drawn: Sequence[float] | NDArray[float64]) -> Interval:
    import numpy

    low, high = numpy.quantile(drawn, (0.025, 0.975))
    # Processors differ in the last bits of a sum; the bytes of a report must not.
    return Interval(round(float(low), _PLACES), round(float(high), _PLACES))
