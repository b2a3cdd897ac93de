"""How far everybody in a study is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from physassist_tui.core.words import EndReason
from physassist_tui.study.load import LoadedStudy
from physassist_tui.study.order import plan

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings


@dataclass(frozen=True)
class Progress:
    """One participant's sessions, or all: how many there are to be, and how far each came.

    `attempted` are begun; `finished` were played to their end, and not given up, out of time or
    broken off; `graded` have a kept score with a graded item; `questions` are those sessions
    whose questions are done.
    """

    participant: str
    player: str
    planned: int
    attempted: int
    finished: int
    graded: int
    questions: int

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return dict(vars(self))


def progress_of(loaded: LoadedStudy, recordings: Recordings) -> list[Progress]:
    """Each participant of the file, in its order."""
    study = loaded.study
    kept = recordings.studies.assignments(study.id)
    ends = {row.id: row.ended for row in recordings.sessions()}
    closed = {row.session for row in recordings.studies.responses(study.id) if row.kind == "closed"}
    found = []
    for participant in study.participants:
        mine = [row.session for row in kept if row.participant == participant.id]
        begun = [session for session in mine if session in ends]
        found.append(
            Progress(
                participant.id,
                participant.player,
                planned=len(mine) or len(plan(study, participant)),
                attempted=len(begun),
                finished=sum(ends[one] == EndReason.COMPLETED.value for one in begun),
                graded=sum(_is_graded(recordings, one) for one in begun),
                questions=sum(one in closed for one in begun),
            )
        )
    return found


def total(rows: Sequence[Progress]) -> Progress:
    """All of them together, under no name."""
    names = ("planned", "attempted", "finished", "graded", "questions")
    sums = {name: sum(getattr(row, name) for row in rows) for name in names}
    return Progress("", "", **sums)


def _is_graded(recordings: Recordings, session: str) -> bool:
    scores = recordings.scores(session)
    return bool(scores) and any(turn["graded"] for turn in scores[-1].data["turns"])
