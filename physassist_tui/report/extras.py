"""Figures of a player's sessions beside the scores: failures, checks, effort, trials, the gap."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import Any

from physassist_tui.core.words import EndReason, ItemKind
from physassist_tui.report.figure import Draws, Figure, mean_figure, share_figure
from physassist_tui.report.played import Played, tally_of
from physassist_tui.report.slices import leaning
from physassist_tui.score import figures
from physassist_tui.score.causes import CAUSES
from physassist_tui.score.effort import EFFORTS
from physassist_tui.score.figures import Share
from physassist_tui.score.finding import CHECKS
from physassist_tui.score.intervals import bootstrap_mean
from physassist_tui.score.passk import FORMULAS, Trials, over_tasks


@dataclass(frozen=True)
class Counts:
    """How many sessions there are, and how far each came.

    `planned` is `None` where nobody said how many there were to be. `graded` sessions have a
    graded item, in `wholly_graded` every item is.
    """

    planned: int | None
    attempted: int
    finished: int
    graded: int
    wholly_graded: int

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return dict(vars(self))


def counts_of(sessions: Sequence[Played], planned: int | None = None) -> Counts:
    """The counts of some sessions. One that is under way is attempted, and not finished."""
    return Counts(
        planned=planned,
        attempted=len(sessions),
        finished=sum(played.finished for played in sessions),
        graded=sum(played.graded_items > 0 for played in sessions),
        wholly_graded=sum(played.wholly_graded for played in sessions),
    )


def ends_of(sessions: Sequence[Played]) -> dict[str, int]:
    """How many sessions ended how, in the order of `EndReason`; `unfinished`: not ended."""
    ends = [played.ended for played in sessions]
    names = [*(reason.value for reason in EndReason), None]
    return {name or "unfinished": ends.count(name) for name in names if name in ends}


@dataclass(frozen=True)
class KindFigures:
    """The items that test one ability. `missed` is the share that is not passed."""

    kind: str
    passed: int
    partial: int
    failed: int
    ungraded: int
    missed: Figure


def kinds_of(sessions: Sequence[Played]) -> tuple[KindFigures, ...]:
    """How many items of each kind were missed: failed or partial / graded items of the kind."""
    found = []
    for kind in ItemKind:
        items = [i for p in sessions for turn in p.turns for i in turn.items if i.kind == kind]
        tally = tally_of(items)
        if not tally.total:
            continue
        ungraded = tally.total - tally.graded
        missed = Share(tally.failed + tally.partial, tally.graded, ungraded)
        figure = share_figure(f"missed_{kind.value}", missed, "items")
        found.append(
            KindFigures(kind.value, tally.passed, tally.partial, tally.failed, ungraded, figure)
        )
    return tuple(found)


@dataclass(frozen=True)
class CheckFigures:
    """A standing check: all its findings, and the share of scored sessions that have one."""

    check: str
    findings: int
    sessions: Figure


def checks_of(sessions: Sequence[Played]) -> tuple[CheckFigures, ...]:
    """The standing checks over sessions; a session without a score is left out and counted."""
    looked_at = [played.checks for played in sessions if played.checks is not None]
    found = []
    for check in CHECKS:
        counts = [checks.get(check, 0) for checks in looked_at]
        share = Share(sum(n > 0 for n in counts), len(counts), len(sessions) - len(looked_at))
        figure = share_figure(f"check_{check}", share, "sessions")
        found.append(CheckFigures(check, sum(counts), figure))
    return tuple(found)


def causes_of_failures(sessions: Sequence[Played]) -> tuple[CheckFigures, ...]:
    """The causes of failures over sessions; one whose score knows none is left out and counted."""
    looked_at = [played.causes for played in sessions if played.causes is not None]
    found = []
    for cause in CAUSES:
        counts = [causes.get(cause, 0) for causes in looked_at]
        share = Share(sum(n > 0 for n in counts), len(counts), len(sessions) - len(looked_at))
        figure = share_figure(f"cause_{cause}", share, "sessions")
        found.append(CheckFigures(cause, sum(counts), figure))
    return tuple(found)


@dataclass(frozen=True)
class EffortFigures:
    """One kind of effort: its mean over the sessions in which it is known, and their median.

    `mean.ungraded` counts the sessions in which it is not known.
    """

    name: str
    mean: Figure
    median: float | None
    total: float | None


def efforts_of(sessions: Sequence[Played], draws: Draws) -> tuple[EffortFigures, ...]:
    """What the sessions took. Unknown is left out and counted, never taken for 0."""
    found = []
    for name in EFFORTS:
        values = [getattr(played.effort, name) for played in sessions]
        known = sorted(value for value in values if value is not None)
        exact = [None if value is None else Fraction(str(value)) for value in values]
        mean = mean_figure(name, exact, "sessions", draws)
        middle = float(median(known)) if known else None
        total = float(sum(Fraction(str(value)) for value in known)) if known else None
        found.append(EffortFigures(name, mean, middle, total))
    return tuple(found)


def gap_of(sessions: Sequence[Played], draws: Draws) -> Figure:
    """Implicit − explicit: mean turn score of the implicit turns less that of the explicit.

    Taken within each session that has graded turns of both, then the mean over those sessions.
    """
    gaps: list[Fraction | None] = []
    for played in sessions:
        means = {
            side: figures.session_mean([t.tally for t in played.turns if leaning(t) == side])
            for side in ("implicit", "explicit")
        }
        implicit, explicit = means["implicit"], means["explicit"]
        gaps.append(None if implicit is None or explicit is None else implicit - explicit)
    return mean_figure("implicit_gap", gaps, "sessions", draws)


@dataclass(frozen=True)
class TrialFigures:
    """pass@k and pass^k over a player's tasks, for one k. `figures` are those of `FORMULAS`."""

    k: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True)
class TrialsOf:
    """A player's trials of its tasks. A task is a scenario in one language, identity and all."""

    tasks: int
    planned: int | None
    attempted: int
    finished: int
    graded: int
    by_k: tuple[TrialFigures, ...]


@dataclass(frozen=True)
class PlannedTask:
    """How many trials one player's task (a scenario in one language) is to have."""

    player: str
    scenario: str
    language: str
    trials: int


def trials_of(
    sessions: Sequence[Played],
    planned: int | None,
    draws: Draws,
    plan: Sequence[PlannedTask] = (),
) -> TrialsOf:
    """pass@k and pass^k for k = 1 and for as many trials as every task has.

    `planned` is how many trials each task was to have, `plan` those of each by itself, tasks that
    nobody has begun included; and a session that is one of several trials says itself how many
    there were to be. One that was not attempted, or was not played to its end, is no success. A
    finished trial is undecided while it may still turn out either way, its items not all being
    graded.
    """
    tasks = _planned_tasks(_tasks(sessions), planned, plan)
    known = bool(plan) or planned is not None or any(played.trial for played in sessions)
    n = min((task.n for task in tasks), default=0)
    by_k = []
    for k in sorted({1, n} if n else set()):
        found = []
        for name, formula in FORMULAS:
            over = over_tasks(tasks, k, formula)
            interval = bootstrap_mean(over.values, seed=draws.seed, resamples=draws.resamples)
            found.append(
                Figure(name, over.value, len(over.values), "tasks", over.undecided, None, interval)
            )
        by_k.append(TrialFigures(k, tuple(found)))
    return TrialsOf(
        tasks=len(tasks),
        # Of a task of which nobody said it, the sessions that were played were to be.
        planned=sum(task.planned or task.attempted for task in tasks) if known else None,
        attempted=sum(task.attempted for task in tasks),
        finished=sum(task.finished for task in tasks),
        graded=sum(task.graded for task in tasks),
        by_k=tuple(by_k),
    )


def _tasks(sessions: Sequence[Played]) -> list[list[Played]]:
    """The sessions by task, in an order of their own.

    One without a score has no identity; it is a trial of the same scenario's first task.
    """
    tasks: dict[tuple[str, str, str], list[Played]] = {}
    for played in sorted(sessions, key=lambda one: (one.identity is None, _identity(one))):
        key = (played.scenario, played.language, _identity(played))
        if played.identity is None:
            key = next((k for k in tasks if k[:2] == key[:2]), key)
        tasks.setdefault(key, []).append(played)
    return [tasks[key] for key in sorted(tasks)]


def _planned_tasks(
    held: Sequence[Sequence[Played]], planned: int | None, plan: Sequence[PlannedTask]
) -> list[Trials]:
    """The trials of each task; what the plan has beyond those attempted counts to the first."""
    if not plan:
        return [trials_of_task(sessions, planned) for sessions in held]
    missing = Counter({(task.scenario, task.language): task.trials for task in plan})
    missing.subtract((one.scenario, one.language) for sessions in held for one in sessions)
    tasks = []
    for sessions in held:
        more = missing.pop((sessions[0].scenario, sessions[0].language), 0)
        tasks.append(trials_of_task(sessions, len(sessions) + max(more, 0)))
    return tasks + [Trials(more, 0, 0, 0) for _key, more in sorted(missing.items()) if more > 0]


def _identity(played: Played) -> str:
    return json.dumps(played.identity, sort_keys=True, ensure_ascii=False)


def trials_of_task(held: Sequence[Played], planned: int | None = None) -> Trials:
    """The trials of one task, counted. At least as many were planned as the sessions say."""
    outcomes = [success_of(played) for played in held]
    batches = {played.trial.batch: played.trial.planned for played in held if played.trial}
    alone = sum(played.trial is None for played in held)
    return Trials(
        planned=max(planned or 0, sum(batches.values()) + alone if batches else 0),
        attempted=len(held),
        finished=sum(played.finished for played in held),
        succeeded=sum(outcome is True for outcome in outcomes),
        undecided=sum(outcome is None for outcome in outcomes),
    )


def success_of(played: Played) -> bool | None:
    """Whether a trial succeeded; `None` while that is not known. Unfinished is no success."""
    return figures.task_succeeds(played.tallies) if played.finished else False
