"""Who sits in a seat: one of a list, or a model by its name."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Input, Label, Select

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.core.words import Seat
from physassist_tui.i18n import _
from physassist_tui.play.casting import (
    COPILOT_PREFIX,
    GROUNDED,
    HUMAN,
    MODEL_PREFIX,
    PHYSICIAN_PLAYER,
    SCRIPT_PREFIX,
    SCRIPTS,
)
from physassist_tui.tui.content import line
from physassist_tui.tui.widgets.field import Field

BY_NAME = (MODEL_PREFIX, COPILOT_PREFIX)
"""What stands for a model that is named in the field below."""


def profile_names() -> tuple[str, ...]:
    """The profiles that there are; none where their file cannot be read: naming one says why."""
    from physassist_tui.llm.profiles import load_profiles

    try:
        return tuple(load_profiles())
    except BadInput:
        return ()


def players_of(seat: Seat, profiles: Sequence[str]) -> list[str]:
    """Who may sit in a seat: persons, scripts, profiles, then a model by its name."""
    models = [MODEL_PREFIX + name for name in profiles] + [MODEL_PREFIX]
    match seat:
        case Seat.ASSISTANT:
            copilots = [COPILOT_PREFIX + name for name in profiles] + [COPILOT_PREFIX]
            return [HUMAN, *(SCRIPT_PREFIX + one for one in SCRIPTS), *models, *copilots]
        case Seat.PHYSICIAN:
            return [PHYSICIAN_PLAYER, HUMAN, *models]
        case Seat.PATIENT:
            return [GROUNDED, HUMAN, *models]


def player_label(player: str) -> str:
    """Who it is, for somebody who chooses."""
    named = {
        HUMAN: _("you"),
        PHYSICIAN_PLAYER: _("the scenario's script"),
        GROUNDED: _("answers from the scenario's facts"),
        MODEL_PREFIX: _("a model, by name…"),
        COPILOT_PREFIX: _("a copilot (it proposes, you decide), by name…"),
    }
    if player in named:
        return named[player]
    if player.startswith(COPILOT_PREFIX):
        return _("{player} (it proposes, you decide)", player=player)
    return _("{player} (you watch)", player=player)


class PlayerChoice(Vertical):
    """The choice for one seat. `player` is what was chosen, with the name where one is typed."""

    class Changed(Message):
        """Another player was chosen, or the name is another."""

    def __init__(
        self, heading: str, seat: Seat, player: str, profiles: Sequence[str], *, name_id: str
    ) -> None:
        super().__init__(classes="player-choice")
        self._heading = heading
        self._players = players_of(seat, profiles)
        self._name_id = name_id
        prefix = next((one for one in BY_NAME if player.startswith(one)), "")
        known = player in self._players
        self._chosen = player if known else prefix if prefix in self._players else self._players[0]
        self._typed = "" if known else player.removeprefix(prefix) if prefix else ""

    @property
    def player(self) -> str:
        """The player's name."""
        return self._chosen + (self._typed.strip() if self._chosen in BY_NAME else "")

    @property
    def is_model(self) -> bool:
        """Whether a model was chosen."""
        return self._chosen.startswith(BY_NAME)

    def compose(self) -> ComposeResult:
        """The list, and below it the field for a name."""
        with Horizontal(classes="choice"):
            yield Label(line(self._heading), classes="choice-name")
            yield Select[str](
                [(line(player_label(one)), one) for one in self._players],
                value=self._chosen,
                allow_blank=False,
                id=self._name_id,
                compact=True,
            )
        with Horizontal(classes="choice model-name"):
            yield Label(line(_("Model's name")), classes="choice-name")
            yield Field(
                self._typed,
                placeholder=one_line(_("as openai/gpt-4o, or a profile")),
                id=f"{self._name_id}-model",
                compact=True,
            )

    def on_mount(self) -> None:
        """The field is there for a name only."""
        self._show()

    def _show(self) -> None:
        self.query_one(".model-name").display = self._chosen in BY_NAME

    @on(Select.Changed)
    def _changed(self, event: Select.Changed) -> None:
        event.stop()
        if isinstance(event.value, str) and event.value != self._chosen:
            self._chosen = event.value
            self._show()
            self.post_message(self.Changed())

    @on(Input.Changed)
    def _named(self, event: Input.Changed) -> None:
        event.stop()
        self._typed = event.value
        self.post_message(self.Changed())
