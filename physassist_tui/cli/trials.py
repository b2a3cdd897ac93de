"""`play --trials K --headless`: one task, played several times."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import click

from physassist_tui.cli.shared import print_json, progress_on_stderr
from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import end_name
from physassist_tui.core.words import EndReason
from physassist_tui.i18n import _, current_language, format_number, msg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from physassist_tui.ehr.server.server import EhrServer
    from physassist_tui.library import Loaded
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.opening import Opened
    from physassist_tui.report.played import Played
    from physassist_tui.score.keeping import Kept
    from physassist_tui.score.passk import Trials
    from physassist_tui.store.recordings import Recordings


@dataclass
class Run:
    """Trials under way: what has been played, and how the provider failed, if it did."""

    loaded: Loaded
    casting: Casting
    batch: str
    planned: int
    kept: list[Kept] = field(default_factory=list)
    fault: str = ""

    def played(self) -> list[Played]:
        """The trials that were attempted, as the figures read them."""
        from physassist_tui.report.played import played_of

        return [played_of(k.session, k.events, k.score.to_json("en")) for k in self.kept]


def play_trials(
    loaded: Loaded,
    recordings: Recordings,
    casting: Casting,
    planned: int,
    *,
    ehr: EhrServer | None,
    seated: Callable[[Opened], None],
    as_json: bool,
) -> int:
    """Plays and grades `planned` sessions one after the other; tells each and the figures.

    Each is recorded with the number that were planned, so that one which never began is missed by
    every later figure. A trial of which the provider gave no answer, or whose model had no room
    left, did not succeed; the next one is played all the same. What was played is told also where
    the run is broken off. Raises `ServiceFailed` in the end where a provider failed.
    """
    from ulid import ULID

    run = Run(loaded, casting, str(ULID()), planned)
    try:
        for number in range(1, planned + 1):
            _one(run, recordings, number, ehr, seated)
    finally:
        if as_json:
            print_json(as_object(run))
        else:
            click.echo("\n".join(_lines(run)))
    if run.fault:
        raise ServiceFailed(msg("The model gave no answer. {detail}", detail=run.fault))
    return 0


def _one(
    run: Run,
    recordings: Recordings,
    number: int,
    ehr: EhrServer | None,
    seated: Callable[[Opened], None],
) -> None:
    """One trial, played, graded and kept; its seed is as far from the first's as its number."""
    from physassist_tui.core.events import Trial
    from physassist_tui.play.headless import run as play
    from physassist_tui.play.opening import start
    from physassist_tui.score.keeping import score_and_keep

    trial = Trial(batch=run.batch, number=number, planned=run.planned)
    casting = replace(run.casting, seed=run.casting.seed + number - 1, trial=trial)
    opened = start(run.loaded, recordings, casting, progress=progress_on_stderr, ehr=ehr)
    seated(opened)
    try:
        ended = play(opened)
    finally:
        session = opened.director.session
        run.kept.append(score_and_keep(recordings, session, opened.loaded, opened.record))
    if ended in (EndReason.PROVIDER_FAILED, EndReason.CONTEXT_FULL):
        run.fault = run.fault or one_line(opened.director.state.ended_detail)


def counted(run: Run) -> Trials:
    """The trials of the task, counted: those that were not attempted are planned all the same."""
    from physassist_tui.report.extras import trials_of_task

    return trials_of_task(run.played(), run.planned)


def figures_of(trials: Trials) -> Iterator[tuple[int, dict[str, float | None]]]:
    """For each k up to the planned number the four figures; `None` while a trial is undecided."""
    from physassist_tui.score.passk import FORMULAS, over_tasks

    for k in range(1, trials.n + 1):
        values = {name: over_tasks([trials], k, formula).value for name, formula in FORMULAS}
        yield k, {name: None if v is None else float(v) for name, v in values.items()}


def as_object(run: Run) -> dict[str, Any]:
    """What `--json` prints: the counts, the figures by k, and each session as `play` has it."""
    trials = counted(run)
    lang = current_language()
    return {
        "scenario": run.loaded.scenario.id,
        "language": run.casting.language,
        "seats": {seat.value: player for seat, player in run.casting.seats().items()},
        "batch": run.batch,
        "planned": trials.planned,
        "attempted": trials.attempted,
        "finished": trials.finished,
        "graded": trials.graded,
        "succeeded": trials.succeeded,
        "undecided": trials.undecided,
        "figures": {str(k): figures for k, figures in figures_of(trials)},
        "trials": [{"trial": at, **kept.result(lang)} for at, kept in enumerate(run.kept, start=1)],
    }


def _lines(run: Run) -> Iterator[str]:
    from physassist_tui.report.naming import figure_name, formula

    trials = counted(run)
    for at, kept in enumerate(run.kept, start=1):
        yield _trial_line(at, kept)
    yield _(
        "Trials of {scenario}: {planned} planned, {attempted} attempted, {finished} finished, "
        "{graded} graded, {succeeded} with every item passed",
        scenario=run.loaded.scenario.id,
        planned=trials.planned,
        attempted=trials.attempted,
        finished=trials.finished,
        graded=trials.graded,
        succeeded=trials.succeeded,
    )
    for k, figures in figures_of(trials):
        if k not in (1, trials.n):
            continue
        for name, value in figures.items():
            if k == 1 and name != "pass_at_k":
                continue  # of one trial all four are the same
            told = _("unknown") if value is None else format_number(round(value, 3))
            head = _("{head}: {value}", head=figure_name(name, k), value=told)
            yield f"  {head}  [{formula(name)}]"


def _trial_line(at: int, kept: Kept) -> str:
    score = kept.score.to_json("en")
    ended = kept.state.ended
    return _(
        "Trial {n}: {passed} of {total} items passed; {end}; session {session}",
        n=at,
        passed=score["passed"],
        total=score["total"],
        end=end_name(ended) if ended is not None else _("not finished"),
        session=kept.session,
    )
