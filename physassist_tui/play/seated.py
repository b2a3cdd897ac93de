"""Who sits where as something that can play: each player is made once, when it first moves.

What makes a model or a script play is loaded where one plays: no other session waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from typing import TYPE_CHECKING

from physassist_tui.core.patient import Question
from physassist_tui.core.state import SessionState
from physassist_tui.core.view import AssistantView, PhysicianView
from physassist_tui.core.words import Seat
from physassist_tui.llm import open_model, wait_until_loaded
from physassist_tui.play.casting import COPILOT_PREFIX, MODEL_PREFIX, SCRIPT_PREFIX
from physassist_tui.play.opening import Opened
from physassist_tui.play.patients import check_player
from physassist_tui.play.player import Move, Player

if TYPE_CHECKING:
    from physassist_tui.llm.model import Delta, Model
    from physassist_tui.patient.model_patient import ModelPatient, Worded
    from physassist_tui.play.model_physician import ModelPhysician
    from physassist_tui.play.scripts import ScriptPlayer


class Script:
    """A script as a player. It waits for nothing and stops for nothing."""

    def __init__(self, play: ScriptPlayer) -> None:
        self._play = play

    def move(self, view: AssistantView, *, on_delta: Callable[[Delta], None], stop: Event) -> Move:
        """The script's next act."""
        del on_delta, stop
        return Move((self._play(view),))


class Seated:
    """The players of one session that are no persons."""

    def __init__(self, opened: Opened, models: Callable[[str], Model]) -> None:
        self._opened = opened
        self._open = models
        self._models: dict[str, Model] = {}
        self._assistants: dict[str, Player] = {}
        self._patients: dict[str, ModelPatient] = {}
        self._physicians: dict[tuple[str, str], ModelPhysician] = {}

    def check(self, seat: Seat, player: str | None = None) -> None:
        """Raises `BadInput` where `player`, or whoever sits there now, could not play."""
        name = player or self._opened.director.state.player(seat)
        check_player(seat, name)
        if name.startswith((MODEL_PREFIX, COPILOT_PREFIX)):
            self._model(name)
        elif seat is Seat.ASSISTANT and name.startswith(SCRIPT_PREFIX):
            self.assistant(name)

    def ready(self, name: str, stop: Event) -> None:
        """Opens the model of the player `name`, if it is one, and waits until it can be called."""
        if name.startswith((MODEL_PREFIX, COPILOT_PREFIX)):
            self._model(name)
            if self._open is open_model:
                wait_until_loaded(stop)

    def assistant(self, name: str) -> Player:
        """The player of that name in the assistant's seat; for a copilot, what proposes."""
        if name not in self._assistants:
            self._assistants[name] = self._assistant(name)
        return self._assistants[name]

    def _assistant(self, name: str) -> Player:
        if name.startswith((MODEL_PREFIX, COPILOT_PREFIX)):
            from physassist_tui.play.model_player import ModelPlayer

            return ModelPlayer(self._model(name))
        from physassist_tui.play.scripts import script_player

        return Script(script_player(name, self._opened.loaded.scenario, self._opened.store))

    def patient(self, name: str) -> ModelPatient:
        """The model that speaks for the patient."""
        if name not in self._patients:
            from physassist_tui.patient.model_patient import ModelPatient

            casting, scenario = self._opened.director.casting, self._opened.loaded.scenario
            self._patients[name] = ModelPatient(
                self._model(name), scenario.facts, scenario.persona, casting.language,
                seed=casting.seed,
            )  # fmt: skip
        return self._patients[name]

    def physician(self, view: PhysicianView) -> ModelPhysician:
        """The model that asks; its goal is the note with which it was given the seat."""
        goal = view.hand_over.note if view.hand_over is not None else view.title
        key = (view.player, goal)
        if key not in self._physicians:
            from physassist_tui.play.model_physician import ModelPhysician

            self._physicians[key] = ModelPhysician(self._model(view.player), goal)
        return self._physicians[key]

    def answer(
        self,
        patient: ModelPatient,
        state: SessionState,
        on_delta: Callable[[Delta], None],
        stop: Event,
    ) -> Worded:
        """What `patient` says to the question that waits in `state`."""
        asked = [m for m in state.messages if m.recipient is Seat.PATIENT]
        questions = [Question(m.text, m.via, m.arguments) for m in asked]
        revealed = [each.fact for each in state.revealed]
        return patient.answer(questions[-1], questions[:-1], revealed, on_delta=on_delta, stop=stop)

    def _model(self, player: str) -> Model:
        name = player.partition(":")[2]
        if name not in self._models:
            self._models[name] = self._open(name)
        return self._models[name]
