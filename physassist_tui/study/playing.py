"""A participant's session: begun or gone on with as it was assigned, and held as the study says."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from physassist_tui.core.errors import BadInput
from physassist_tui.core.studying import Assignment
from physassist_tui.i18n import msg
from physassist_tui.play.casting import Budgets, Casting
from physassist_tui.play.conduct import Conduct
from physassist_tui.play.opening import Opened, Progress, go_on, start
from physassist_tui.study.load import LoadedStudy

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings


def open_assigned(
    loaded: LoadedStudy,
    recordings: Recordings,
    assignment: Assignment,
    *,
    command: str = "",
    progress: Progress | None = None,
) -> Opened:
    """The session of an assignment, new or as its events left it.

    `command` is what a person types to go on after leaving it. Raises as `start` and `go_on` do.
    """
    scenario = next(
        one for one in loaded.scenarios.values() if one.scenario.id == assignment.scenario
    )
    begun = any(row.id == assignment.session for row in recordings.sessions())
    if begun:
        events = recordings.events(assignment.session)
        opened = go_on(scenario, recordings, assignment.session, events, progress=progress)
    else:
        opened = start(
            scenario,
            recordings,
            casting_of(assignment),
            session=assignment.session,
            progress=progress,
        )
    conduct = Conduct(directed=False, scored=loaded.study.show_scores, command=command)
    return replace(opened, conduct=conduct)


def casting_of(assignment: Assignment) -> Casting:
    """Who sits where, and in which form and time it is asked."""
    return Casting(
        assignment.player,
        assignment.language,
        seed=assignment.seed,
        budgets=Budgets(seconds=assignment.seconds),
        requests=assignment.requests,
    )


def check_free(recordings: Recordings, session: str) -> None:
    """Raises `BadInput` for a session that only its study may go on with."""
    assignment = recordings.studies.assignment_of(session)
    if assignment is not None:
        raise BadInput(
            msg(
                "Session {session} belongs to study {study}; go on with it with: physassist study "
                "run FILE --participant {participant}",
                session=session,
                study=assignment.study,
                participant=assignment.participant,
            )
        )
