"""Settings: theme, language, the key that sends, motion and contrast. Each counts at once."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Select, Static

from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.choice import Choice
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph


class SettingsScreen(Screen[None]):
    """The settings, kept in the file as they are changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "close", msg("back"), msg("Goes back to where you were.")),
    ]

    def compose(self) -> ComposeResult:
        """A line for each setting."""
        app = self._physassist
        settings = app.settings
        yes_no = [(_("no"), "no"), (_("yes"), "yes")]
        yield Static(line(_("Settings")), classes="title")
        with VerticalScroll(can_focus=False):
            yield Choice(
                _("Language"), [("English", "en"), ("中文", "zh")], app.language,
                name_id="language",
            )  # fmt: skip
            yield Choice(
                _("Theme"), [(_("dark"), "dark"), (_("light"), "light")], settings.theme,
                name_id="theme",
            )  # fmt: skip
            yield Choice(
                _("High contrast"), yes_no, _yes(settings.high_contrast), name_id="high_contrast"
            )
            yield Choice(
                _("Reduced motion"), yes_no, _yes(settings.reduced_motion),
                name_id="reduced_motion",
            )  # fmt: skip
            yield Choice(
                _("Key that sends"),
                [
                    (_("Enter (Ctrl+J makes a new line)"), "enter"),
                    (_("Ctrl+J (Enter makes a new line)"), "ctrl+j"),
                ],
                settings.send_key,
                name_id="send_key",
            )
            yield Paragraph(_("These settings are kept in {path}.", path=app.config))
        yield KeyBar()

    @property
    def _physassist(self) -> Any:
        return self.app

    async def on_select_changed(self, event: Select.Changed) -> None:
        """Makes the change count and keeps it."""
        app = self._physassist
        name = event.select.id or ""
        value: Any = event.value
        if name in ("high_contrast", "reduced_motion"):
            value = value == "yes"
        now = app.language if name == "language" else getattr(app.settings, name)
        if value != now:
            await app.change_settings(**{name: value})

    def action_close(self) -> None:
        """Goes back."""
        self.dismiss()


def _yes(value: bool) -> str:
    return "yes" if value else "no"
