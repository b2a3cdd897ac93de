"""Setting a play up: who sits where, in which language, and what limits it has."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Button, Select, Static

from physassist_tui.core.errors import PhysassistError
from physassist_tui.i18n import Lang, _, current_language, msg, nmsg
from physassist_tui.library import Entry, Loaded, load_scenario
from physassist_tui.play.casting import HUMAN, SCRIPT_PREFIX, Casting
from physassist_tui.play.scripts import SCRIPTS
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.library_rows import LANGUAGE_NAMES
from physassist_tui.tui.widgets.choice import Choice
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph

if TYPE_CHECKING:
    from physassist_tui.tui.app import PhysassistApp

PLAYERS = (HUMAN, *(SCRIPT_PREFIX + script for script in SCRIPTS))
"""Who may assist: a person first, then the scripts that there are."""


class SetupScreen(Screen[tuple[Loaded, Casting] | None]):
    """The choices before a play; the last ones are offered again. Leaves with what was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5", "start", msg("start"), msg("Starts the play as it is set up here.")),
        key("escape", "close", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, entry: Entry, *, assistant: str, language: Lang | None) -> None:
        """`assistant` and `language` are what was chosen last."""
        super().__init__()
        self._entry = entry
        self._loaded: Loaded | None = None
        self._fault = ""
        self._assistant = assistant if assistant in PLAYERS else HUMAN
        wishes = (language, current_language(), *entry.languages)
        self._language: Lang = next(one for one in wishes if one in entry.languages)

    def compose(self) -> ComposeResult:
        """The seats, the language, the limits; the start has the focus."""
        yield Static(line(self._entry.title.text(current_language())), classes="title")
        with VerticalScroll(can_focus=False):
            yield Choice(_("Assistant"), list(_assistants()), self._assistant, name_id="assistant")
            yield Choice(
                _("Language of the play"),
                [(LANGUAGE_NAMES[one], one) for one in self._entry.languages],
                self._language,
                name_id="play_language",
            )
            yield Paragraph(self._about(), id="about")
            yield Button(line(_("Start")), id="start")
        yield KeyBar()

    def on_mount(self) -> None:
        """Reads the scenario off the event loop."""
        self.query_one("#start").focus()
        self._read()

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
        scenario = self._loaded.scenario
        limits = scenario.limits
        lines = [
            _("Physician: {player}", player=_("the scenario's script")),
            _("Patient: {player}", player=_("answers from the scenario's facts")),
            nmsg("{n} turn", "{n} turns", len(scenario.turns)).render(),
            _("Tools: {toolset}", toolset=scenario.toolset),
            nmsg(
                "Limit: {n} tool call a turn", "Limit: {n} tool calls a turn",
                limits.tool_calls_per_turn,
            ).render(),
            _("No limit over the session")
            if limits.tool_calls is None
            else nmsg(
                "Limit: {n} tool call in the session", "Limit: {n} tool calls in the session",
                limits.tool_calls,
            ).render(),
            nmsg(
                "The same call {n} time in a row ends the session",
                "The same call {n} times in a row ends the session",
                limits.repeated_calls,
            ).render(),
        ]  # fmt: skip
        return "\n".join(lines)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Takes the choice over."""
        if event.select.id == "assistant":
            self._assistant = str(event.value)
        elif event.select.id == "play_language":
            self._language = "zh" if event.value == "zh" else "en"

    async def on_button_pressed(self) -> None:
        """Starts."""
        await self.action_start()

    async def action_start(self) -> None:
        """Remembers the choice and leaves with it; the library starts the play."""
        if self._loaded is None:
            return
        await self._physassist.change_settings(
            assistant=self._assistant, play_language=self._language
        )
        self.dismiss((self._loaded, Casting(self._assistant, self._language)))

    def action_close(self) -> None:
        """Goes back."""
        self.dismiss(None)

    @property
    def _physassist(self) -> PhysassistApp:
        app: Any = self.app
        return app  # type: ignore[no-any-return]


def _assistants() -> Iterator[tuple[str, str]]:
    yield _("you"), HUMAN
    for player in PLAYERS[1:]:
        yield _("{player} (you watch)", player=player), player
