"""Players in order of their mean rubric score, where they may be set in one order at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from physassist_tui.core.words import Verdict
from physassist_tui.report.figure import Draws
from physassist_tui.report.played import Played
from physassist_tui.score import figures
from physassist_tui.score.differing import Difference, differences
from physassist_tui.score.intervals import Interval, bootstrap_difference

NOT_SCORED = "score"
GRADED = "graded_items"


@dataclass(frozen=True)
class Place:
    """A player in an order. `behind` is mRS of the one before − its own, with its interval."""

    player: str
    mrs: Fraction
    behind: Fraction | None = None
    interval: Interval | None = None

    @property
    def apart(self) -> bool:
        """Whether the interval of the distance to the one before leaves out 0."""
        return self.interval is not None and self.interval.low > 0


@dataclass(frozen=True)
class Refused:
    """Players that may not be set in one order with others, and what differs in their scores.

    Those on one side may be ranked among themselves; the differences are between the first of
    each side.
    """

    left: tuple[str, ...]
    right: tuple[str, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Ranking:
    """Orders of players that were scored alike (two or more in each), and the refusals."""

    orders: tuple[tuple[Place, ...], ...]
    refused: tuple[Refused, ...]


def ranking_of(by_player: Mapping[str, Sequence[Played]], draws: Draws) -> Ranking:
    """Ranks the players whose sessions have the same identities, in the same proportion.

    Where they have not, it says which key of the identity differs and how. Items that were
    graded for one side only count as a difference too.
    """
    groups: list[list[str]] = []
    for player in sorted(by_player):
        alike = (g for g in groups if not between(by_player[g[0]], by_player[player]))
        group = next(alike, None)
        if group is None:
            groups.append([player])
        else:
            group.append(player)
    orders = [_order({p: by_player[p] for p in g}, draws) for g in groups if len(g) > 1]
    refused = [
        Refused(tuple(one), tuple(other), between(by_player[one[0]], by_player[other[0]]))
        for one, other in combinations(groups, 2)
    ]
    return Ranking(tuple(orders), tuple(refused))


def between(left: Sequence[Played], right: Sequence[Played]) -> tuple[Difference, ...]:
    """What keeps the sessions of two players from being compared; empty: nothing does."""
    missing = (_unscored(left), _unscored(right))
    if any(missing):
        return (Difference(NOT_SCORED, *missing),)
    found = differences([_named(p) for p in left], [_named(p) for p in right])
    if found:
        return found
    (ours, not_ours), (theirs, not_theirs) = _graded(left), _graded(right)
    only = tuple(sorted(ours & not_theirs)), tuple(sorted(theirs & not_ours))
    return (Difference(GRADED, *only),) if any(only) else ()


def _order(by_player: Mapping[str, Sequence[Played]], draws: Draws) -> tuple[Place, ...]:
    means = {player: _means(sessions) for player, sessions in by_player.items()}
    mrs = {p: sum(m, Fraction(0)) / len(m) for p, m in means.items() if m}
    places: list[Place] = []
    for player in sorted(mrs, key=lambda one: (-mrs[one], one)):
        if not places:
            places.append(Place(player, mrs[player]))
            continue
        before = places[-1].player
        interval = bootstrap_difference(
            means[before], means[player], seed=draws.seed, resamples=draws.resamples
        )
        places.append(Place(player, mrs[player], mrs[before] - mrs[player], interval))
    return tuple(places)


def _means(sessions: Sequence[Played]) -> list[Fraction]:
    means = [figures.session_mean(played.tallies) for played in sessions]
    return [mean for mean in means if mean is not None]


def _unscored(sessions: Sequence[Played]) -> tuple[str, ...]:
    return tuple(sorted(played.session for played in sessions if played.identity is None))


def _named(played: Played) -> Mapping[str, Any]:
    """The identity, its scenario readable: the hash alone would tell a reader nothing."""
    identity = dict(played.identity or {})
    for key in ("scenario", "rubric"):
        if isinstance(identity.get(key), str):
            identity[key] = f"{played.scenario} {_short(identity[key])}"
    return identity


def _short(digest: str) -> str:
    head, _, tail = digest.partition(":")
    return f"{head}:{tail[:12]}" if tail else digest[:12]


def _graded(sessions: Sequence[Played]) -> tuple[set[str], set[str]]:
    """The items that were graded in an answered turn, and those that never were.

    An unanswered turn fails items that nobody could have graded; its score is 0 with or
    without them.
    """
    graded: set[str] = set()
    abstained: set[str] = set()
    for played in sessions:
        for turn in played.turns:
            for item in turn.items if turn.answered else ():
                name = f"{played.scenario} {turn.number}/{item.id}"
                (abstained if item.verdict is Verdict.ABSTAIN else graded).add(name)
    return graded, abstained - graded
