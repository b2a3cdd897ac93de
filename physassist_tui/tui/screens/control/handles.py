"""A session as the screen is given it: handles on its seats, its desk and its driver.

The opened session holds the rubric and the facts; no screen of a play is handed it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.screen import Screen

from physassist_tui.core.events import ModelCalled
from physassist_tui.llm.model import Model
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.driver import Driver, Hears
from physassist_tui.play.opening import Opened
from physassist_tui.play.seat import AssistantSeat, PatientSeat, PhysicianSeat

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings

Models = Callable[[str], Model]


@dataclass(frozen=True)
class Handles:
    """What can be reached of a session. `to_score` makes the screen of its score,
    or that of thanks where no score is shown.

    `left_waiting` is the call whose provider failed where the session was left waiting for it.
    `fork` gives a new session, paused, that goes on from an event of this one.
    """

    assistant: AssistantSeat
    physician: PhysicianSeat
    patient: PatientSeat
    desk: ControlDesk
    driver: Driver
    left_waiting: ModelCalled | None
    to_score: Callable[[], Screen[Any]]
    fork: Callable[[int], Opened]


def handles(opened: Opened, recordings: Recordings, models: Models, hears: Hears) -> Handles:
    """The handles on `opened`. `models` opens a model by name; `hears` is given its stream."""
    director = opened.director
    desk = ControlDesk(opened, recordings)

    def to_score() -> Screen[Any]:
        if not opened.conduct.scored:
            from physassist_tui.tui.screens.alone import ThanksScreen

            return ThanksScreen()
        # Grading is loaded when there is something to grade.
        from physassist_tui.tui.screens.score import ScoreScreen

        return ScoreScreen(opened, recordings)

    def fork(seq: int) -> Opened:
        forked = desk.fork(seq)
        forked.director.pause("person")
        return forked

    driver = Driver(opened, models, hears)
    left_waiting = driver.take_up()
    return Handles(
        AssistantSeat(director),
        PhysicianSeat(director),
        PatientSeat(director),
        desk,
        driver,
        left_waiting,
        to_score,
        fork,
    )
