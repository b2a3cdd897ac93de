"""The report as data: every figure of every player, and of every slice, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from physassist_tui.report.dimensions import DIMENSIONS, Dimension
from physassist_tui.report.extras import (
    CheckFigures,
    Counts,
    EffortFigures,
    KindFigures,
    PlannedTask,
    TrialsOf,
    causes_of_failures,
    checks_of,
    counts_of,
    efforts_of,
    ends_of,
    gap_of,
    kinds_of,
    trials_of,
)
from physassist_tui.report.figure import Draws, Figure, session_figures
from physassist_tui.report.played import Played
from physassist_tui.report.ranking import Ranking, ranking_of
from physassist_tui.report.slices import slices
from physassist_tui.score.agreement import Agreement, Rating, agreements
from physassist_tui.score.differing import varying

OF_THE_SCENARIO = frozenset({"scenario", "rubric", "language", "toolset", "limits"})
"""Keys of the identity that a scenario sets: they differ from one to the next by design."""


@dataclass(frozen=True)
class Options:
    """What goes into a report beside its sessions.

    `planned` is how many trials each task (a scenario in one language) was to have of each
    player; `None`: nobody said. `plan` says it of each task by itself, as a study does, and names
    players who have not begun as well. `by` is what it is broken down by.
    """

    planned: int | None = None
    by: tuple[Dimension, ...] = DIMENSIONS
    draws: Draws = field(default_factory=Draws)
    plan: tuple[PlannedTask, ...] = ()


@dataclass(frozen=True)
class PlayerSheet:
    """All figures of one player's sessions.

    `mixed` names the keys of the scores' identity that differ among them, and not because the
    scenarios do: a mean over such scores is of unlike things.
    """

    player: str
    sessions: tuple[Played, ...]
    counts: Counts
    ends: dict[str, int]
    figures: tuple[Figure, ...]
    gap: Figure
    kinds: tuple[KindFigures, ...]
    checks: tuple[CheckFigures, ...]
    causes: tuple[CheckFigures, ...]
    efforts: tuple[EffortFigures, ...]
    trials: TrialsOf
    mixed: tuple[str, ...]


@dataclass(frozen=True)
class SliceRow:
    """The figures of one player's sessions or turns that have `value` of `dimension`."""

    dimension: Dimension
    value: str
    player: str
    counts: Counts
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class Report:
    """A report. Players, slices and sessions are in an order of their own."""

    options: Options
    players: tuple[PlayerSheet, ...]
    rows: tuple[SliceRow, ...]
    ranking: Ranking
    sessions: tuple[Played, ...]
    agreements: tuple[Agreement, ...] = ()

    @property
    def ratings(self) -> tuple[Rating, ...]:
        """What raters said, in order of session."""
        return tuple(rating for played in self.sessions for rating in played.ratings)


def report_of(sessions: Sequence[Played], options: Options | None = None) -> Report:
    """The report on some sessions; in whatever order they come, it is the same."""
    options = options or Options()
    ordered = tuple(sorted(sessions, key=lambda played: played.session))
    names = sorted({one.player for one in ordered} | {task.player for task in options.plan})
    by_player = {name: tuple(p for p in ordered if p.player == name) for name in names}
    rows = [
        SliceRow(
            dimension,
            part.value,
            name,
            counts_of(part.sessions),
            session_figures(part.scores, options.draws, whole=part.whole),
        )
        for dimension in options.by
        for name in names
        for part in slices(by_player[name], dimension)
    ]
    return Report(
        options=options,
        players=tuple(_sheet(name, by_player[name], options) for name in names),
        rows=tuple(rows),
        ranking=ranking_of(by_player, options.draws),
        sessions=ordered,
        agreements=agreements(
            [rating for played in ordered for rating in played.ratings], seed=options.draws.seed
        ),
    )


def _sheet(name: str, sessions: tuple[Played, ...], options: Options) -> PlayerSheet:
    draws = options.draws
    plan = [task for task in options.plan if task.player == name]
    trials = trials_of(sessions, options.planned, draws, plan)
    return PlayerSheet(
        player=name,
        sessions=sessions,
        counts=counts_of(sessions, trials.planned),
        ends=ends_of(sessions),
        figures=session_figures([played.tallies for played in sessions], draws),
        gap=gap_of(sessions, draws),
        kinds=kinds_of(sessions),
        checks=checks_of(sessions),
        causes=causes_of_failures(sessions),
        efforts=efforts_of(sessions, draws),
        trials=trials,
        mixed=mixed_keys(sessions),
    )


def mixed_keys(sessions: Sequence[Played]) -> tuple[str, ...]:
    """The keys of identity that differ within one task, or, not set by a scenario, over all."""
    scored = [(p.scenario, p.language, p.identity) for p in sessions if p.identity is not None]
    over_all = varying(identity for _, _, identity in scored)
    found = {key for key in over_all if key.partition(".")[0] not in OF_THE_SCENARIO}
    for task in {(scenario, language) for scenario, language, _ in scored}:
        found.update(varying(one for *of, one in scored if tuple(of) == task))
    return tuple(sorted(found))
