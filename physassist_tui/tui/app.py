"""The app: themes, language, the sessions that it opens, and what it says when it fails."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.worker import WorkerFailed

from physassist_tui.core.errors import BadInput, PhysassistError
from physassist_tui.core.foreign import visible
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, Message, _, choose_language, msg, share_language
from physassist_tui.llm import open_model
from physassist_tui.play.casting import HUMAN, MODEL_PREFIX
from physassist_tui.tui.keeping import keep
from physassist_tui.tui.keys import actions, key
from physassist_tui.tui.settings import Settings, default_path, load_settings, save_settings
from physassist_tui.tui.sheet import Sheet
from physassist_tui.tui.themes import THEMES, theme_name
from physassist_tui.tui.widgets.keys_first import KeysFirst

if TYPE_CHECKING:
    from textual.screen import Screen

    from physassist_tui.llm.model import Model
    from physassist_tui.play.opening import Opened, Progress
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.screens.plan import Plan

everywhere = partial(key, priority=True)
"""A binding that works in every field and dialog."""


KEY_SIGNS = {
    "escape": "Esc",
    "slash": "/",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "full_stop": ".",
    "comma": ",",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}
"""Keys that are printed otherwise than they are named."""


@runtime_checkable
class Redraws(Protocol):
    """A screen that draws itself anew in another language and keeps what it holds.

    A screen without it is composed anew.
    """

    async def redraw(self) -> None:
        """Draws every text again."""


class PhysassistApp(App[None]):
    """The full-screen app over one recordings file.

    A file that is given by its path is opened when it is first needed, after the first frame.

    `language` is the wish of the command line or the environment, which goes before the
    settings'. `opened` is a session to begin with; without one the library is shown, or what
    `first` shows. `alone`: there is no library below that, and the app is left with it.
    """

    TITLE = "physassist"
    CSS_PATH = Path(__file__).with_name("styles.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        everywhere("f1", "help", msg("help"), msg("Shows what every key does.")),
        everywhere("ctrl+p", "palette", msg("commands"), msg("Finds any command by its name.")),
        everywhere(
            "f8", "language", msg("中文/English"), msg("Switches the language of the interface.")
        ),
        everywhere("f9", "settings", msg("settings"), msg("Theme, language, keys and motion.")),
        everywhere("ctrl+q", "quit", msg("leave"), msg("Leaves; what was played is saved.")),
    ]

    def __init__(
        self,
        recordings: Recordings | Path,
        *,
        root: Path | None = None,
        config: Path | None = None,
        language: Lang | None = None,
        opened: Opened | None = None,
        first: Callable[[PhysassistApp], None] | None = None,
        alone: bool = False,
    ) -> None:
        self.config = config or default_path()
        self.settings_fault: Message | None = None
        try:
            self.settings = load_settings(self.config)
        except BadInput as error:
            self.settings, self.settings_fault = Settings(), error.message
        self._language = share_language(language or self.settings.language or choose_language())
        super().__init__()
        self._recordings = recordings
        self.models: Callable[[str], Model] = open_model
        self._opening = Lock()
        self.root = root
        self.session: str | None = opened.director.session if opened else None
        self._opened_first = opened
        self._first = first
        self._alone = alone
        for theme in THEMES:
            self.register_theme(theme)
        self._apply_settings()
        self.stylesheet = Sheet(variables=self.get_css_variables())

    # Start and end

    def get_default_screen(self) -> Screen[Any]:
        """The library, which lies below all other screens, but for a session that is alone."""
        first = self._opened_first
        if self._alone or (first is not None and first.conduct.command):
            from physassist_tui.tui.screens.alone import AloneScreen

            return AloneScreen()
        from physassist_tui.tui.screens.library import LibraryScreen

        return LibraryScreen()

    def on_mount(self) -> None:
        """Shows the session that the app was started for, above the library."""
        if not self.is_headless:
            # Somebody who ends the program still gets the terminal back as it was.
            for number in (signal.SIGTERM, signal.SIGHUP):
                asyncio.get_running_loop().add_signal_handler(
                    number, partial(self.exit, return_code=128 + number)
                )
        if self._opened_first is not None:
            self.show_session(self._opened_first)
        if self._first is not None:
            self._first(self)
        if self.settings_fault is not None:
            self.tell(self.settings_fault.render(), severity="warning")

    async def on_event(self, event: events.Event) -> None:
        """Passes events on; the screen is told of keys before what they are meant for."""
        if isinstance(event, events.Key | events.Paste) and isinstance(self.screen, KeysFirst):
            self.screen.hurry()
        await super().on_event(event)

    @property
    def recordings(self) -> Recordings:
        """The recordings, open. Raises as `Recordings.open` does; may take as long as the disk."""
        with self._opening:
            if isinstance(self._recordings, Path):
                from physassist_tui.store.recordings import Recordings

                self._recordings = Recordings.open(self._recordings)
            return self._recordings

    def close_recordings(self) -> None:
        """Lets go of the recordings, where they were opened."""
        if not isinstance(self._recordings, Path):
            self._recordings.close()

    @property
    def crash(self) -> Exception | None:
        """The fault of ours that ended the app, if one did."""
        error = self._exception
        if isinstance(error, WorkerFailed) and isinstance(error.error, Exception):
            return error.error
        return error

    def panic(self, *renderables: object) -> None:
        """Ends the app without a word; the command line says what happened and how to go on.

        Textual would print a traceback with the values of variables, the patient's among them.
        """
        del renderables
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self.panic()

    def get_key_display(self, binding: Binding) -> str:
        """A key as it is printed on keyboards: `F1`, `Esc`, `Ctrl+P`, `/`."""
        *modifiers, name = binding.key.split("+")
        shown = KEY_SIGNS.get(name, name if len(name) == 1 and not modifiers else name.capitalize())
        return "+".join([*(one.capitalize() for one in modifiers), shown])

    def tell(self, text: str, *, severity: Any = "information") -> None:
        """Shows a passing note. `text` may hold foreign values; it is never parsed."""
        self.notify(visible(text), severity=severity, markup=False)

    # Language and settings

    @property
    def language(self) -> Lang:
        """The interface language."""
        return self._language.lang

    async def use_language(self, lang: Lang) -> None:
        """Switches the interface language and draws every screen again."""
        self._language.lang = lang
        for screen in self.screen_stack:
            await self._redraw(screen)

    async def _redraw(self, screen: Screen[Any]) -> None:
        if isinstance(screen, Redraws):
            await screen.redraw()
        else:
            focused = screen.focused.id if screen.focused else None
            await screen.recompose()
            for widget in screen.query(f"#{focused}") if focused else ():
                widget.focus()
        screen.refresh_bindings()

    async def change_settings(self, **changes: Any) -> None:
        """Changes settings by name, now and in the file."""
        self.settings = replace(self.settings, **changes)
        self._apply_settings()
        if "language" in changes:
            await self.use_language(changes["language"] or choose_language())
        elif "send_key" in changes:
            await self.use_language(self.language)  # the composer names the key
        try:
            await asyncio.to_thread(save_settings, self.config, self.settings)
        except PhysassistError as error:
            self.tell(str(error), severity="error")

    def _apply_settings(self) -> None:
        self.theme = theme_name(self.settings.theme, high_contrast=self.settings.high_contrast)
        self.animation_level = "none" if self.settings.reduced_motion else "full"

    # Sessions

    def preload_models(self) -> None:
        """Begins to load what calls models; a person is about to seat one."""
        if self.models is open_model:
            from physassist_tui.llm import preload

            preload()

    def open_session(self, plan: Plan) -> None:
        """Starts a new session and shows it, once its record is open."""

        def begin(progress: Progress) -> Opened:
            from physassist_tui.play.opening import start

            casting = plan.casting
            asks = casting.physician.startswith(MODEL_PREFIX)
            # A model physician is given the seat with its goal, once there is a session.
            first = replace(casting, physician=HUMAN) if asks else casting
            opened = start(plan.loaded, self.recordings, first, progress=progress)
            if asks:
                opened.director.change_seat(Seat.PHYSICIAN, casting.physician, plan.goal)
            return opened

        self._open(begin)

    def open_free(self, record: str, patient: str) -> None:
        """Starts a free session on a patient of an imported record; a person sits everywhere."""

        def begin(progress: Progress) -> Opened:
            from physassist_tui.play.casting import Casting
            from physassist_tui.play.free import chart_of, load_free
            from physassist_tui.play.opening import start

            loaded = load_free(chart_of(record, patient))
            casting = Casting(HUMAN, self.language, physician=HUMAN)
            return start(loaded, self.recordings, casting, progress=progress)

        self._open(begin)

    def resume_session(self, session: str) -> None:
        """Goes on with a session where its events end, and shows it."""

        def reopen(progress: Progress) -> Opened:
            from physassist_tui.play.free import load_played
            from physassist_tui.play.opening import go_on
            from physassist_tui.study.playing import check_free

            check_free(self.recordings, session)
            events = self.recordings.events(session)
            started = next((e.data for e in events if e.kind == "session_started"), None)
            name = started.scenario if started else ""
            loaded = load_played(name, self.root)
            return go_on(loaded, self.recordings, session, events, progress=progress)

        self._open(reopen)

    def _open(self, make: Callable[[Progress], Opened]) -> None:
        from physassist_tui.tui.screens.waiting import WaitScreen

        def opened(result: Opened | None) -> None:
            if result is not None:
                self.show_session(result)

        def made(progress: Progress) -> Opened:
            # What draws a play takes a while to load: that is waited for here too.
            import physassist_tui.tui.screens.play  # noqa: F401

            return make(progress)

        self.push_screen(WaitScreen(made), opened)

    def show_session(self, opened: Opened) -> None:
        """Shows a session, to be played or, where a script plays, to be watched."""
        from physassist_tui.tui.screens.play import PlayScreen

        self.session = opened.director.session
        keep()
        self.push_screen(PlayScreen(opened, self.recordings, models=self.models))

    # Actions

    async def action_language(self) -> None:
        """Switches to the other language and remembers it."""
        await self.change_settings(language="en" if self.language == "zh" else "zh")

    def action_help(self) -> None:
        """Shows what the keys of this screen do."""
        from physassist_tui.tui.screens.help import HelpScreen

        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(actions(self.screen)))

    def action_palette(self) -> None:
        """Finds a command."""
        from physassist_tui.tui.screens.palette import PaletteScreen

        if not isinstance(self.screen, PaletteScreen):
            self.push_screen(PaletteScreen(actions(self.screen)))

    def action_settings(self) -> None:
        """Shows the settings."""
        from physassist_tui.tui.screens.settings import SettingsScreen

        if not isinstance(self.screen, SettingsScreen):
            self.push_screen(SettingsScreen())

    def action_help_quit(self) -> None:
        """Ctrl-C where it copies nothing: says how to leave."""
        self.tell(_("Ctrl+Q leaves; what was played is saved."))
