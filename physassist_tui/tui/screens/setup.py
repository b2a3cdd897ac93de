"""Setting a play up: who sits where, in which language, and what limits it has."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from physassist_tui.core.errors import BadInput, PhysassistError
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, _, current_language, msg
from physassist_tui.library import Entry, Loaded, load_scenario
from physassist_tui.play.casting import MODEL_PREFIX, Casting
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.library_rows import LANGUAGE_NAMES, is_long
from physassist_tui.tui.screens.plan import Plan, budgets_of
from physassist_tui.tui.screens.setup_words import about
from physassist_tui.tui.settings import Settings
from physassist_tui.tui.widgets.control.player_choice import PlayerChoice, profile_names
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph, Slip

if TYPE_CHECKING:
    from physassist_tui.tui.app import PhysassistApp

GROUNDED = "grounded"
BUDGETS = ("minutes", "tokens", "cost_usd")


class SetupScreen(Screen[Plan | None]):
    """The choices before a play; the last ones are offered again. Leaves with what was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5", "start", msg("start"), msg("Starts the play as it is set up here.")),
        key("escape", "close", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, entry: Entry, last: Settings) -> None:
        """`last` holds what was chosen last."""
        super().__init__()
        self._entry = entry
        self._last = last
        self._long = is_long(entry)
        self._loaded: Loaded | None = None
        self._fault = ""
        self._profiles = profile_names()
        self._typed = {one: _shown(getattr(last, one)) for one in BUDGETS}
        wishes = (last.play_language, current_language(), *entry.languages)
        self._language: Lang = next(one for one in wishes if one in entry.languages)

    # What it shows

    def compose(self) -> ComposeResult:
        """The seats, the language, the limits; the start has the focus."""
        yield Static(line(self._entry.title.text(current_language())), classes="title")
        with VerticalScroll(can_focus=False):
            yield self._seat(_("Assistant"), Seat.ASSISTANT, self._last.assistant)
            yield self._seat(_("Physician"), Seat.PHYSICIAN, self._last.physician)
            with Horizontal(classes="choice", id="goal-row"):
                yield Label(line(_("What to find out")), classes="choice-name")
                yield Field(self._last.goal, id="goal", compact=True)
            # Nobody is asked in a long task; the seat is there and stays out of sight.
            patient = GROUNDED if self._long else self._last.patient
            yield self._seat(_("Patient"), Seat.PATIENT, patient)
            with Horizontal(classes="choice"):
                yield Label(line(_("Language of the play")), classes="choice-name")
                yield Select[str](
                    [(line(LANGUAGE_NAMES[one]), one) for one in self._entry.languages],
                    value=self._language,
                    allow_blank=False,
                    id="play_language",
                    compact=True,
                )
            with Horizontal(classes="choice", id="budgets"):
                yield from self._budgets()
            yield Slip(id="setup-slip", classes="slip-line")
            yield Paragraph(self._about(), id="about")
            yield Button(line(_("Start")), id="start")
        yield KeyBar()

    def _seat(self, heading: str, seat: Seat, player: str) -> PlayerChoice:
        return PlayerChoice(heading, seat, player, self._profiles, name_id=seat.value)

    def _budgets(self) -> Iterator[Widget]:
        yield Label(line(_("Limits (empty: none)")), classes="choice-name")
        names = (_("minutes"), _("tokens"), _("US$"))
        for field, name in zip(BUDGETS, names, strict=True):
            with Vertical(classes="budget"):
                yield Label(line(name))
                yield Field(self._typed[field], id=field, compact=True)

    def on_mount(self) -> None:
        """Reads the scenario off the event loop."""
        self._show_goal()
        self._slip("")
        self.query_one("#start").focus()
        self._read()

    async def redraw(self) -> None:
        """Keeps what was chosen and written when the language changes."""
        self._last = replace(
            self._last,
            assistant=self._choice(Seat.ASSISTANT).player,
            physician=self._choice(Seat.PHYSICIAN).player,
            patient=self._choice(Seat.PATIENT).player,
            goal=self.query_one("#goal", Input).value,
        )
        self._typed = {one: self.query_one(f"#{one}", Input).value for one in BUDGETS}
        focused = self.focused.id if self.focused is not None else None
        await self.recompose()
        self._show_goal()
        self._slip("")
        for field in self.query(f"#{focused}") if focused else ():
            field.focus()

    @work(exclusive=True)
    async def _read(self) -> None:
        try:
            self._loaded = await asyncio.to_thread(
                load_scenario, self._entry.file, self._physassist.root
            )
        except PhysassistError as error:
            self._fault = str(error)
        self.query_one("#about", Paragraph).tell(self._about())

    def _about(self) -> str:
        if self._fault:
            return self._fault
        if self._loaded is None:
            return _("Reading the scenario …")
        return about(self._loaded.scenario)

    # Choosing

    def _choice(self, seat: Seat) -> PlayerChoice:
        return self.query_one(f"#{seat.value}", Select).query_ancestor(PlayerChoice)

    @on(PlayerChoice.Changed)
    def _player_changed(self) -> None:
        self._slip("")
        self._show_goal()
        if any(choice.is_model for choice in self.query(PlayerChoice)):
            # It takes seconds to load; the person chooses on meanwhile.
            self._physassist.preload_models()

    def _show_goal(self) -> None:
        wanted = self._choice(Seat.PHYSICIAN).player.startswith(MODEL_PREFIX)
        self.query_one("#goal-row").display = wanted
        self._choice(Seat.PATIENT).display = not self._long

    @on(Select.Changed, "#play_language")
    def _language_chosen(self, event: Select.Changed) -> None:
        self._language = "zh" if event.value == "zh" else "en"

    def _slip(self, text: str) -> None:
        self.query_one("#setup-slip", Slip).tell_if_any(f"! {text}" if text else "")

    # Starting

    async def on_button_pressed(self) -> None:
        """Starts."""
        await self.action_start()

    async def action_start(self) -> None:
        """Remembers the choice and leaves with it; the library starts the play."""
        if self._loaded is None:
            return
        try:
            plan = self._plan(self._loaded)
            await asyncio.to_thread(self._check, plan.casting)
        except BadInput as error:
            self._slip(str(error))
            return
        budgets = plan.casting.budgets
        await self._physassist.change_settings(
            **{
                seat.value: player
                for seat, player in plan.casting.seats().items()
                if not (self._long and seat is Seat.PATIENT)
            },
            goal=plan.goal,
            minutes=None if budgets.seconds is None else budgets.seconds / 60,
            tokens=budgets.tokens,
            cost_usd=budgets.cost_usd,
            play_language=self._language,
        )
        self.dismiss(plan)

    def _plan(self, loaded: Loaded) -> Plan:
        players = {seat: self._choice(seat).player for seat in Seat}
        unnamed = next((seat for seat, player in players.items() if player.endswith(":")), None)
        if unnamed is not None:
            self.query_one(f"#{unnamed.value}-model").focus()
            raise BadInput(msg("Name the model, as openai/gpt-4o or by a profile."))
        goal = self.query_one("#goal", Input).value.strip()
        if players[Seat.PHYSICIAN].startswith(MODEL_PREFIX) and not goal:
            self.query_one("#goal").focus()
            raise BadInput(msg("Say in a line what the physician is to find out."))
        budgets = budgets_of(*(self.query_one(f"#{one}", Input).value for one in BUDGETS))
        casting = Casting(
            players[Seat.ASSISTANT],
            self._language,
            patient=players[Seat.PATIENT],
            physician=players[Seat.PHYSICIAN],
            budgets=budgets,
        )
        return Plan(loaded, casting, goal)

    def _check(self, casting: Casting) -> None:
        """Raises `BadInput` where a player could not play."""
        from physassist_tui.play.patients import check_player

        for seat, player in casting.seats().items():
            check_player(seat, player)
            kind, _colon, name = player.partition(":")
            if kind in ("model", "copilot"):
                self._physassist.models(name)

    def action_close(self) -> None:
        """Goes back."""
        self.dismiss(None)

    @property
    def _physassist(self) -> PhysassistApp:
        app: Any = self.app
        return app  # type: ignore[no-any-return]


def _shown(number: float | None) -> str:
    """A budget as it is typed: whole where it is."""
    return "" if number is None else f"{number:.10g}"
