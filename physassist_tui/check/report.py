"""Applies the eight checks to a scenario and reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from physassist_tui.check.case import Case
from physassist_tui.check.chart import can_be_played, check_chart
from physassist_tui.check.derived import check_derived
from physassist_tui.check.gold import check_gold
from physassist_tui.check.implicit import check_implicit
from physassist_tui.check.languages import check_languages
from physassist_tui.check.leaks import check_leaks
from physassist_tui.check.long_task import check_long_task
from physassist_tui.check.mutation import Mutations, mutate
from physassist_tui.check.mutation.problems import check_mutations
from physassist_tui.check.standing import Figures, check_standing, standing_figures
from physassist_tui.check.unwritten import check_unwritten
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, Problem, ScenarioProblems, load_scenario

Check = Callable[[Case], list[Problem]]

CHECKS: tuple[Check, ...] = (
    check_chart,
    check_gold,
    check_standing,
    check_derived,
    check_implicit,
    check_leaks,
    check_languages,
    check_long_task,
)
"""The eight checks, numbered as in the authors' guide."""


WITHOUT_PLAY: tuple[Check, ...] = (check_chart, check_derived, check_implicit, check_languages)
"""Those that can still tell something where there is no chart to play on."""

WITHOUT_RECORD: tuple[Check, ...] = (check_chart, check_implicit, check_languages)
"""Those that rest on no resource, for a record that is not FHIR: no play on it means much."""


@dataclass(frozen=True)
class Report:
    """What checking a scenario found.

    `figures` is empty where it could not be played; `mutations` is `None` where none were asked
    for, or where gold does not pass, so that a change of it would tell nothing.
    """

    id: str
    problems: tuple[Problem, ...]
    figures: tuple[Figures, ...] = ()
    mutations: Mutations | None = None

    @property
    def ok(self) -> bool:
        """Whether the scenario is fit to use."""
        return not self.problems

    def to_json(self, lang: Lang | None = None) -> dict[str, Any]:
        """`{id, ok, problems: [{file, line, field, problem}], figures, mutations}`."""
        mutations = self.mutations
        return {
            "id": self.id,
            "ok": self.ok,
            "problems": [problem.to_json(lang) for problem in self.problems],
            "figures": [
                {
                    "player": one.player,
                    "language": one.language,
                    "session": one.session,
                    "turns": list(one.turns),
                }
                for one in self.figures
            ],
            "mutations": None if mutations is None else mutations.to_json(lang),
        }


def check_scenario(loaded: Loaded) -> list[Problem]:
    """Everything that makes a scenario unfit to use, by the eight checks in their order.

    Raises `ServiceFailed` where the record cannot be read from the disk.
    """
    return list(check_loaded(loaded).problems)


def check_one(
    id_or_path: str | Path, root: Path | None = None, *, mutations: bool = False
) -> Report:
    """The report on the scenario with that id in `root` (those that ship), or at that path.

    `mutations`: also with every mutation of its gold plays. A file that does not load is
    reported with its problems. Raises `BadInput` where there is no such scenario.
    """
    try:
        loaded = load_scenario(id_or_path, root)
    except ScenarioProblems as error:
        return Report(str(id_or_path), error.problems)
    return check_loaded(loaded, mutations=mutations)


def check_many(
    ids: Sequence[str | Path], root: Path | None = None, *, mutations: bool = False,
    workers: int = 1,
) -> Iterator[Report]:  # fmt: skip
    """The reports on several scenarios in their order, each as soon as it is known.

    `workers` processes check them side by side. Raises as `check_one` does.
    """
    one = partial(check_one, root=root, mutations=mutations)
    if min(workers, len(ids)) < 2:
        yield from map(one, ids)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(workers, len(ids))) as pool:
        yield from pool.map(one, ids)


def check_loaded(loaded: Loaded, *, mutations: bool = False) -> Report:
    """The report on a scenario that loads."""
    try:
        case = Case(loaded)
    except BadInput as error:
        return Report(loaded.scenario.id, (loaded.problem(("record",), error.message),))
    unwritten = check_unwritten(loaded)
    if unwritten:
        # What else is wrong of a text that is not there yet would only be noise.
        return Report(loaded.scenario.id, (*unwritten, *check_chart(case)))
    playable = can_be_played(case) and not case.invalid
    checks = CHECKS if playable else WITHOUT_RECORD if case.invalid else WITHOUT_PLAY
    problems: list[Problem] = []
    for check in checks:
        problems += (problem for problem in check(case) if problem not in problems)
    figures = tuple(standing_figures(case)) if playable else ()
    made = None
    if mutations and playable and not check_gold(case):
        made = mutate(case)
        problems += check_mutations(case, made)
    return Report(loaded.scenario.id, tuple(problems), figures, made)
