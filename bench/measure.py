"""How a figure is taken and written down."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Literal

RUNS = 7


@dataclass(frozen=True)
class Figure:
    """One result. `bound_on` says whether `bound` is for `value` (in `unit`) or for `ratio`.

    `against` names what was measured beside it in the same run; `ratio` is `value` divided by
    that. `value` is `None`, and `ok` too, where it could not be measured here; `note` says why.
    """

    name: str
    value: float | None
    unit: str
    against: str
    ratio: float | None
    bound: float
    bound_on: Literal["ratio", "value"]
    ok: bool | None
    samples: list[float]
    note: str = ""

    def to_json(self) -> dict[str, object]:
        """As in `bench/results.json`."""
        return asdict(self)


def seconds(action: Callable[[], object]) -> float:
    """How long `action` takes, in seconds."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def alternate(
    one: Callable[[], object], other: Callable[[], object], runs: int = RUNS
) -> tuple[list[float], list[float]]:
    """Times both in turn, after one warm-up each, so that a drifting machine hits both."""
    one()
    other()
    ours: list[float] = []
    theirs: list[float] = []
    for _ in range(runs):
        ours.append(seconds(one))
        theirs.append(seconds(other))
    return ours, theirs


def by_ratio(
    name: str, against: str, samples: tuple[list[float], list[float]], bound: float
) -> Figure:
    """A figure that is judged by its ratio to the other: the medians' ratio."""
    ours, theirs = samples
    value, base = statistics.median(ours), statistics.median(theirs)
    return Figure(
        name, value, "s", against, value / base, bound, "ratio", value / base <= bound, ours
    )


def by_value(
    name: str,
    against: str,
    samples: list[float],
    base: float,
    bound: float,
    *,
    percentile: int | None = None,
) -> Figure:
    """A figure in seconds that is judged by itself: its median, or a percentile."""
    if percentile is None:
        value = statistics.median(samples)
    else:
        value = statistics.quantiles(samples, n=100, method="inclusive")[percentile - 1]
    ratio = value / base if base else None
    return Figure(name, value, "s", against, ratio, bound, "value", value <= bound, samples)


def unmeasured(name: str, against: str, bound: float, note: str) -> Figure:
    """A figure that cannot be taken here, and why."""
    return Figure(name, None, "s", against, None, bound, "value", None, [], note)
