"""Gives a seat to another player, with a line for whoever comes next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, Select, Static

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.words import Seat
from physassist_tui.i18n import _, msg
from physassist_tui.play.casting import HUMAN
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.control.player_choice import PlayerChoice, profile_names
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip
from physassist_tui.tui.widgets.status import player_name, seat_name

SEATS = (Seat.ASSISTANT, Seat.PHYSICIAN, Seat.PATIENT)


@dataclass(frozen=True)
class Given:
    """A seat, who gets it, and what that one is told."""

    seat: Seat
    player: str
    note: str

    @property
    def seat_name(self) -> str:
        """The seat, in the language of the moment."""
        return seat_name(self.seat).render()


class SeatScreen(ModalScreen[Given | None]):
    """Gives what is to be changed; `None` where nothing is.

    `before` is who sat in each seat before. `check` raises where a player could not play there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+enter", "give", msg("give the seat"), msg("Gives the seat as it is chosen.")),
        key("escape", "leave", msg("back"), msg("Goes back; the seats stay as they are.")),
    ]

    def __init__(
        self,
        seated: Mapping[Seat, str],
        before: Mapping[Seat, str],
        check: Callable[[Seat, str], None],
        seat: Seat = Seat.ASSISTANT,
        player: str | None = None,
    ) -> None:
        super().__init__()
        self._seated = seated
        self._before = before
        self._check = check
        self._seat = seat
        self._player = player
        self._note = ""
        self._profiles = profile_names()

    def compose(self) -> ComposeResult:
        """The seat, the player, the note."""
        with Vertical(classes="dialog", id="seat-dialog"):
            yield Static(line(_("Take a seat, or give one away")), classes="title")
            with Horizontal(classes="choice"):
                yield Label(line(_("Seat")), classes="choice-name")
                yield Select[str](
                    [(line(self._told(seat)), seat.value) for seat in SEATS],
                    value=self._seat.value,
                    allow_blank=False,
                    id="seat",
                    compact=True,
                )
            with Vertical(id="seat-player"):
                yield self._choice()
            yield Label(line(_("What the next player is told, in one line:")))
            yield Field(self._note, id="seat-note")
            yield Slip(id="seat-slip", classes="slip-line")
            yield KeyBar()

    def on_mount(self) -> None:
        """The note is what has to be written."""
        wants_name = self._player is not None and self._player.endswith(":")
        self.query_one("#player-model" if wants_name else "#seat-note").focus()
        self._tell(_("Enter in the note gives the seat."))

    async def redraw(self) -> None:
        """Keeps what was chosen and written when the language changes."""
        self._player = self.query_one(PlayerChoice).player
        self._note = self.query_one("#seat-note", Input).value
        focused = self.focused.id if self.focused is not None else None
        await self.recompose()
        self.on_mount()
        for field in self.query(f"#{focused}") if focused else ():
            field.focus()

    def _told(self, seat: Seat) -> str:
        who = player_name(self._seated[seat])
        return _("{seat}, now: {player}", seat=seat_name(seat), player=who)

    def _choice(self) -> PlayerChoice:
        wanted = self._player or self._usual()
        heading = _("Next player")
        return PlayerChoice(heading, self._seat, wanted, self._profiles, name_id="player")

    def _usual(self) -> str:
        """You, where somebody else sits there; else the one before you."""
        if self._seated[self._seat] != HUMAN:
            return HUMAN
        return self._before.get(self._seat, HUMAN)

    @on(Select.Changed, "#seat")
    async def _seat_chosen(self, event: Select.Changed) -> None:
        chosen = Seat(str(event.value))
        if chosen is not self._seat:
            self._seat, self._player = chosen, None
            holder = self.query_one("#seat-player")
            await holder.remove_children()
            await holder.mount(self._choice())

    @on(PlayerChoice.Changed)
    def _player_chosen(self) -> None:
        choice = self.query_one(PlayerChoice)
        if choice.is_model:
            app: Any = self.app
            app.preload_models()
        self._tell("")

    @on(Input.Submitted)
    def action_give(self) -> None:
        """Gives the seat, where nothing is wrong."""
        note = self.query_one("#seat-note", Input).value.strip()
        player = self.query_one(PlayerChoice).player
        if player.endswith(":"):
            self._slip(_("Name the model."), "#player-model")
        elif player == self._seated[self._seat]:
            self._slip(_("{player} sits there already.", player=player_name(player)), "#player")
        elif not note:
            self._slip(
                _("The next player is told one line: what was done, what is to be done."),
                "#seat-note",
            )
        else:
            self._give(Given(self._seat, player, note))

    @work(exclusive=True)
    async def _give(self, given: Given) -> None:
        try:
            await asyncio.to_thread(self._check, given.seat, given.player)
        except PhysassistError as error:
            self._slip(str(error), "#player")
            return
        self.dismiss(given)

    def _slip(self, text: str, field: str) -> None:
        self._tell(f"! {text}")
        self.query_one(field).focus()

    def _tell(self, text: str) -> None:
        self.query_one("#seat-slip", Slip).tell(text)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
