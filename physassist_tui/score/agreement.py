"""How far raters agree: raw agreement, Cohen's κ, Krippendorff's α, per kind of item.

A *unit* is one rubric item of one turn of one session. A rating that abstains is no rating. A
figure that cannot be had is `None` with the reason, never a number that looks like one.

Three comparisons: people with people, judges with judges, and judges with people. In the last,
each side first comes to one verdict per unit by majority (units on which a side is split are
left out and counted), so that agreement among the judges themselves does not pass for
agreement with people.

- raw agreement = pairs of ratings of one unit that are the same / all such pairs;
- κ = (p_o − p_e) / (1 − p_e), unweighted, only where there are just two raters (Cohen 1960);
- α (Krippendorff 2004; library `krippendorff`), for any number of raters and gaps. `ordinal`
  takes fail < partial < pass, so that pass against partial is a lesser difference than pass
  against fail; `nominal` takes every difference as the same.

Intervals are bootstraps over sessions (over units where there is one session only).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from statistics import median
from typing import Any, Literal

from physassist_tui.core.words import ItemKind, Verdict
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.score.intervals import Interval, bootstrap

RaterKind = Literal["person", "judge"]
Comparison = Literal["people", "judges", "judges_and_people"]
Level = Literal["ordinal", "nominal"]

COMPARISONS: tuple[Comparison, ...] = ("people", "judges", "judges_and_people")
ORDER = (Verdict.FAIL, Verdict.PARTIAL, Verdict.PASS)
"""The verdicts as an ordinal scale."""

RESAMPLES = 500
PUBLISHED_JUDGE_AGREEMENT = 0.954
"""Raw agreement of judge and annotators in PhysAssistBench (arXiv 2606.18613)."""


@dataclass(frozen=True)
class Rating:
    """One rater's verdict on one item. `seconds` is how long it took; `None`: unknown.

    `disputed` says why the rater thinks that the item itself is at fault (`wrong`, `unclear`,
    `unsafe`); `None`: it does not.
    """

    session: str
    turn: int
    item: str
    kind: ItemKind
    rater: str
    rater_kind: RaterKind
    verdict: Verdict
    seconds: float | None = None
    disputed: str | None = None


@dataclass(frozen=True)
class Measure:
    """A figure of agreement. `value` is `None` where there is none, and `why_not` says why."""

    value: float | None
    interval: Interval | None = None
    why_not: Message | None = None

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """For a program."""
        return {
            "value": self.value,
            "low": self.interval.low if self.interval else None,
            "high": self.interval.high if self.interval else None,
            "why_not": self.why_not.render(lang) if self.why_not else None,
        }


@dataclass(frozen=True)
class Agreement:
    """How far raters agree on the items of one kind (`None`: of all kinds).

    `units` are those that two or more of them rated, `pairs` the pairs of ratings that raw
    agreement counts, `split` the units left out since one side had no majority.
    """

    comparison: Comparison
    kind: ItemKind | None
    raters: tuple[str, ...]
    units: int
    pairs: int
    split: int
    raw: Measure
    kappa: Measure
    alpha_ordinal: Measure
    alpha_nominal: Measure

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """For a program."""
        return {
            "comparison": self.comparison,
            "kind": self.kind.value if self.kind else None,
            "raters": list(self.raters),
            "units": self.units,
            "pairs": self.pairs,
            "split": self.split,
            "raw": self.raw.to_json(lang),
            "kappa": self.kappa.to_json(lang),
            "alpha_ordinal": self.alpha_ordinal.to_json(lang),
            "alpha_nominal": self.alpha_nominal.to_json(lang),
        }


@dataclass(frozen=True)
class RaterEffort:
    """What one rater did. `median_seconds` is over ratings whose time is known."""

    rater: str
    rater_kind: RaterKind
    ratings: int
    abstained: int
    timed: int
    median_seconds: float | None


@dataclass(frozen=True)
class Disputed:
    """An item that raters hold to be at fault, and how many for which reason."""

    session: str
    turn: int
    item: str
    reasons: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Unit:
    """The verdicts on one item, in the order of the raters' names."""

    raters: tuple[str, ...]
    verdicts: tuple[Verdict, ...]

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """How many gave each verdict of `ORDER`."""
        return tuple(self.verdicts.count(verdict) for verdict in ORDER)


def agreements(
    ratings: Sequence[Rating], *, seed: int = 0, resamples: int = RESAMPLES
) -> tuple[Agreement, ...]:
    """Every comparison that has raters, over all kinds and, where it has any units, for each.

    The order of the ratings does not matter. Raises `ValueError` where a rater rated an item
    twice: which of the two counts is for whoever keeps them to say.
    """
    _check_once(ratings)
    held = [rating for rating in ratings if rating.verdict is not Verdict.ABSTAIN]
    sides = {rating.rater_kind for rating in held}
    wanted: dict[Comparison, bool] = {
        "people": "person" in sides,
        "judges": "judge" in sides,
        "judges_and_people": len(sides) == 2,
    }
    found = []
    for comparison in COMPARISONS:
        if wanted[comparison]:
            over_all = agreement(held, comparison, seed=seed, resamples=resamples)
            found.append(over_all)
            found += [
                agreement(held, comparison, kind, seed=seed, resamples=resamples)
                for kind in ItemKind
                if over_all.units and any(rating.kind is kind for rating in held)
            ]
    return tuple(found)


def agreement(
    ratings: Sequence[Rating],
    comparison: Comparison,
    kind: ItemKind | None = None,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Agreement:
    """The agreement of one comparison, over the items of one kind or of all."""
    held = [r for r in ratings if r.verdict is not Verdict.ABSTAIN and kind in (None, r.kind)]
    if comparison == "judges_and_people":
        table, split = _two_sides(held)
    else:
        side = "person" if comparison == "people" else "judge"
        table, split = _by_session([r for r in held if r.rater_kind == side]), 0
    clusters = _clusters(table)
    units = [unit for cluster in clusters for unit in cluster]
    raters = tuple(sorted({rater for unit in units for rater in unit.raters}))
    few = None if units else msg("no item was rated by two raters")

    def measured(figure: Callable[[Sequence[Unit]], float | None], no: Message | None) -> Measure:
        return _measure(clusters, figure, few or no, seed, resamples)

    constant = _constant(units)
    not_two = None if len(raters) == 2 else msg("κ is for two raters; there are {n}", n=len(raters))
    return Agreement(
        comparison=comparison,
        kind=kind,
        raters=raters,
        units=len(units),
        pairs=sum(comb(len(unit.raters), 2) for unit in units),
        split=split,
        raw=measured(_raw, None),
        kappa=measured(_kappa, not_two or constant),
        alpha_ordinal=measured(lambda drawn: _alpha(drawn, "ordinal"), constant),
        alpha_nominal=measured(lambda drawn: _alpha(drawn, "nominal"), constant),
    )


def rater_efforts(ratings: Sequence[Rating]) -> tuple[RaterEffort, ...]:
    """How much each rater rated, and the median seconds an item; people first, by name."""
    by_rater: dict[tuple[str, RaterKind], list[Rating]] = defaultdict(list)
    for rating in ratings:
        by_rater[rating.rater, rating.rater_kind].append(rating)
    found = []
    for (rater, side), theirs in sorted(by_rater.items(), key=lambda e: (e[0][1] != "person", e)):
        times = sorted(r.seconds for r in theirs if r.seconds is not None)
        abstained = sum(r.verdict is Verdict.ABSTAIN for r in theirs)
        middle = median(times) if times else None
        found.append(RaterEffort(rater, side, len(theirs), abstained, len(times), middle))
    return tuple(found)


def disputed_items(ratings: Sequence[Rating]) -> tuple[Disputed, ...]:
    """The items in dispute, in order of session, turn and item."""
    reasons: dict[tuple[str, int, str], Counter[str]] = defaultdict(Counter)
    for rating in ratings:
        if rating.disputed:
            reasons[rating.session, rating.turn, rating.item][rating.disputed] += 1
    return tuple(
        Disputed(*unit, tuple(sorted(count.items()))) for unit, count in sorted(reasons.items())
    )


def _check_once(ratings: Sequence[Rating]) -> None:
    count = Counter((r.session, r.turn, r.item, r.rater) for r in ratings)
    for (session, turn, item, rater), n in count.items():
        if n > 1:
            raise ValueError(f"{rater} rated {item} of turn {turn} of {session} {n} times")


Verdicts = Mapping[str, Verdict]
Table = Mapping[str, Mapping[tuple[int, str], Verdicts]]
"""Verdicts by session, then by turn and item, then by rater."""


def _by_session(ratings: Sequence[Rating]) -> Table:
    table: dict[str, dict[tuple[int, str], dict[str, Verdict]]] = {}
    for r in ratings:
        unit = table.setdefault(r.session, {}).setdefault((r.turn, r.item), {})
        unit[r.rater] = r.verdict
    return table


def _two_sides(ratings: Sequence[Rating]) -> tuple[Table, int]:
    """One verdict of the judges and one of the people per unit; how many units were split."""
    people = _by_session([r for r in ratings if r.rater_kind == "person"])
    judges = _by_session([r for r in ratings if r.rater_kind == "judge"])
    table: dict[str, dict[tuple[int, str], Verdicts]] = {}
    split = 0
    for session in people.keys() & judges.keys():
        for unit in people[session].keys() & judges[session].keys():
            ours, theirs = _majority(people[session][unit]), _majority(judges[session][unit])
            if ours is None or theirs is None:
                split += 1
            else:
                table.setdefault(session, {})[unit] = {"judges": theirs, "people": ours}
    return table, split


def _majority(given: Verdicts) -> Verdict | None:
    verdict, votes = Counter(given.values()).most_common(1)[0]
    return verdict if 2 * votes > len(given) else None


def _clusters(table: Table) -> list[list[Unit]]:
    """The units that two or more rated, together by session; each by itself in one session."""
    held = [
        [_unit(given) for _, given in sorted(table[session].items()) if len(given) > 1]
        for session in sorted(table)
    ]
    held = [cluster for cluster in held if cluster]
    return [[unit] for unit in held[0]] if len(held) == 1 else held


def _unit(given: Verdicts) -> Unit:
    raters = tuple(sorted(given))
    return Unit(raters, tuple(given[rater] for rater in raters))


def _measure(
    clusters: Sequence[Sequence[Unit]],
    figure: Callable[[Sequence[Unit]], float | None],
    why_not: Message | None,
    seed: int,
    resamples: int,
) -> Measure:
    if why_not is not None:
        return Measure(None, None, why_not)

    def pooled(drawn: Sequence[Sequence[Unit]]) -> float | None:
        return figure([unit for cluster in drawn for unit in cluster])

    value = pooled(clusters)
    if value is None:
        return Measure(None, None, msg("chance alone would agree always"))
    return Measure(value, bootstrap(clusters, pooled, seed=seed, resamples=resamples))


def _constant(units: Sequence[Unit]) -> Message | None:
    if len({verdict for unit in units for verdict in unit.verdicts}) == 1:
        return msg("every rating is the same: there is nothing to tell from chance")
    return None


def _raw(units: Sequence[Unit]) -> float | None:
    same = sum(comb(n, 2) for unit in units for n in unit.counts)
    return same / sum(comb(len(unit.raters), 2) for unit in units)


def _kappa(units: Sequence[Unit]) -> float | None:
    n = len(units)
    both = Counter(unit.verdicts for unit in units)
    observed = sum(both[verdict, verdict] for verdict in ORDER)
    first, second = Counter[Verdict](), Counter[Verdict]()
    for (one, other), times in both.items():
        first[one] += times
        second[other] += times
    chance = sum(first[verdict] * second[verdict] for verdict in ORDER)
    return None if chance == n * n else (observed * n - chance) / (n * n - chance)


def _alpha(units: Sequence[Unit], level: Level) -> float | None:
    counts = [unit.counts for unit in units]
    if sum(any(given) for given in zip(*counts, strict=True)) == 1:
        return None
    import krippendorff

    domain = list(range(len(ORDER)))
    return float(
        krippendorff.alpha(value_counts=counts, value_domain=domain, level_of_measurement=level)
    )
