"""pass@k and pass^k: what k trials of one task are worth, in two conventions under own names.

A task was planned to be tried `n` times and succeeded `c` times. A planned trial that was not
attempted, or did not finish, is a trial that did not succeed: leaving it out would let the
runs that happened to finish speak for all.

| name | formula | says |
|---|---|---|
| `pass_at_k` | 1 − C(n−c,k) / C(n,k) | at least one of k trials succeeds; unbiased |
| `pass_hat_k` | C(c,k) / C(n,k) | all of k trials succeed; unbiased |
| `plugin_pass_at_k` | 1 − (1−c/n)^k | the same as the first, with c/n put in; biased low |
| `plugin_pass_hat_k` | (c/n)^k | the same as the second, with c/n put in; biased high |

With k = 1 all four are c/n. Sources: the unbiased pass@k is that of Chen et al. 2021 (arXiv
2107.03374), pass^k that of Yao et al. 2024 (arXiv 2406.12045). Published tables mix the two
conventions: 100 tasks of three trials, of which 28 succeeded three times, 21 twice, 13 once and
38 never, have been reported as pass@1 46.3 (either), pass@3 57.4 (plug-in; unbiased it is 62.0)
and pass^3 28.0 (unbiased; plug-in it is 34.7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb


@dataclass(frozen=True)
class Trials:
    """The trials of one task, counted.

    `planned` is how many there were to be; where more were attempted than planned, all of them
    count. `undecided` trials are those whose outcome is unknown since items are not graded.
    """

    planned: int
    attempted: int
    finished: int
    succeeded: int
    undecided: int = 0

    def __post_init__(self) -> None:
        if min(self.planned, self.attempted, self.finished, self.succeeded, self.undecided) < 0:
            raise ValueError("a count of trials cannot be negative")
        if self.succeeded + self.undecided > self.attempted or self.finished > self.attempted:
            raise ValueError("more trials came out than were attempted")

    @property
    def n(self) -> int:
        """How many trials count: the planned ones, or the attempted where they are more."""
        return max(self.planned, self.attempted)

    @property
    def graded(self) -> int:
        """How many attempted trials are decided."""
        return self.attempted - self.undecided


PerTask = Callable[[int, int, int], Fraction]
"""A formula: `(n, c, k)` gives the figure of one task."""


def pass_at_k(n: int, c: int, k: int) -> Fraction:
    """1 − C(n−c,k)/C(n,k): the share of draws of k of the n trials that hold a success.

    Raises `ValueError` where k trials cannot be drawn.
    """
    _check(n, c, k)
    return 1 - Fraction(comb(n - c, k), comb(n, k))


def pass_hat_k(n: int, c: int, k: int) -> Fraction:
    """pass^k = C(c,k)/C(n,k): the share of draws of k of the n trials that all succeed.

    Raises `ValueError` where k trials cannot be drawn.
    """
    _check(n, c, k)
    return Fraction(comb(c, k), comb(n, k))


def plugin_pass_at_k(n: int, c: int, k: int) -> Fraction:
    """1 − (1−c/n)^k: what k independent trials would give if c/n were the true rate."""
    _check(n, c, k)
    return 1 - (1 - Fraction(c, n)) ** k


def plugin_pass_hat_k(n: int, c: int, k: int) -> Fraction:
    """(c/n)^k: the chance that k independent trials all succeed if c/n were the true rate."""
    _check(n, c, k)
    return Fraction(c, n) ** k


FORMULAS: tuple[tuple[str, PerTask], ...] = (
    ("pass_at_k", pass_at_k),
    ("pass_hat_k", pass_hat_k),
    ("plugin_pass_at_k", plugin_pass_at_k),
    ("plugin_pass_hat_k", plugin_pass_hat_k),
)
"""The four figures by the names under which they are reported."""


@dataclass(frozen=True)
class OverTasks:
    """A figure over tasks. `values` are those of each task that has one, in rising order.

    `undecided` tasks hold a trial that nothing graded, `short` ones fewer than k trials; both
    are left out and belong beside the figure.
    """

    values: tuple[Fraction, ...]
    undecided: int
    short: int

    @property
    def value(self) -> Fraction | None:
        """The mean over tasks; `None` of none."""
        return sum(self.values, Fraction(0)) / len(self.values) if self.values else None


def over_tasks(tasks: Sequence[Trials], k: int, formula: PerTask) -> OverTasks:
    """The figure of `formula` over `tasks`, every task weighing the same."""
    decided = [task for task in tasks if not task.undecided]
    long = [task for task in decided if task.n >= k]
    values = sorted(formula(task.n, task.succeeded, k) for task in long)
    return OverTasks(tuple(values), len(tasks) - len(decided), len(decided) - len(long))


def _check(n: int, c: int, k: int) -> None:
    if not 1 <= k <= n or not 0 <= c <= n:
        raise ValueError(f"no figure of {k} in {n} trials with {c} successes")
