"""The recorded sessions of a scenario, to choose one to review or replay, or some to compare.

Whoever chooses for a review is not told who played: the review is blind.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.names import end_name
from physassist_tui.core.words import EndReason
from physassist_tui.i18n import _, current_language, format_datetime, msg, nmsg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.library_rows import LANGUAGE_NAMES
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Summary
    from physassist_tui.tui.app import PhysassistApp

Purpose = Literal["review", "compare", "replay"]
FEWEST, MOST = 2, 4
"""How many sessions are set side by side."""


class SessionsScreen(Screen["tuple[str, ...] | None"]):
    """Gives the chosen sessions: one for a review or a replay, two to four for a comparison."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space", "mark", msg("mark"), msg("Marks the session to be compared, or unmarks it.")),
        key("c", "compare", msg("compare"), msg("Sets the marked sessions side by side.")),
        key("escape,q", "leave", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, scenario: str, title: Bilingual, purpose: Purpose) -> None:
        super().__init__()
        self._scenario = scenario
        self._title = title
        self._purpose: Purpose = purpose
        self._sessions: Sequence[Summary] = ()
        self._marked: list[str] = []
        self._slip = ""

    def compose(self) -> ComposeResult:
        """The title, the sessions, newest first, and what to do with them."""
        yield Static(line(self._heading()), classes="title")
        yield OptionList(id="sessions", markup=False)
        yield Slip(text=self._slip, id="sessions-slip")
        yield KeyBar()

    def on_mount(self) -> None:
        """Reads the sessions, off the event loop."""
        self.query_one(OptionList).focus()
        self._read()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was marked stays."""
        at = self.query_one(OptionList).highlighted
        self._slip = ""
        await self.recompose()
        self._draw(at)
        self.query_one(OptionList).focus()

    def _heading(self) -> str:
        title = self._title.text(current_language())
        if self._purpose == "review":
            return _("Choose a session to review: {title}", title=title)
        if self._purpose == "replay":
            return _("Choose a session to replay: {title}", title=title)
        return _("Choose sessions to compare: {title}", title=title)

    @work(exclusive=True)
    async def _read(self) -> None:
        app: PhysassistApp = self.app  # type: ignore[assignment]
        try:
            found = await asyncio.to_thread(
                lambda: app.recordings.sessions(scenario=self._scenario)
            )
        except PhysassistError as error:
            self._say(str(error))
            return
        # A session can be reviewed once it is over.
        self._sessions = [one for one in found if self._purpose != "review" or not one.unfinished]
        self._draw(0)
        if not self._sessions:
            self._say(
                _("No session of this scenario is recorded yet.")
                if self._purpose == "replay"
                else _("No session of this scenario is over yet.")
            )

    def _draw(self, at: int | None) -> None:
        shown = self.query_one(OptionList)
        shown.clear_options()
        shown.add_options(Option(self._row(one)) for one in self._sessions)
        shown.highlighted = at if self._sessions else None
        self.refresh_bindings()

    def _row(self, one: Summary) -> Content:
        facts = [
            format_datetime(one.started_at.astimezone()),
            LANGUAGE_NAMES.get(one.language, one.language),
        ]
        if self._purpose == "review":
            return joined(line(one.id, "bold"), line(" · ".join(facts)), by="\n    ")
        mark = "[x] " if one.id in self._marked else "[ ] "
        if self._purpose == "replay":
            mark = ""
        ended = end_name(EndReason(one.ended)).render() if one.ended else _("unfinished")
        facts += [_player(one.assistant), ended]
        return joined(line(f"{mark}{one.id}", "bold"), line(" · ".join(facts)), by="\n    ")

    def _say(self, text: str) -> None:
        self._slip = text
        self.query_one("#sessions-slip", Slip).tell(text)

    # What a person does

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if self._purpose != "compare":
            self.dismiss((self._sessions[event.option_index].id,))
        elif len(self._marked) < FEWEST:
            self.action_mark()
        else:
            self.action_compare()

    def action_mark(self) -> None:
        """Marks the session, or takes the mark away."""
        at = self.query_one(OptionList).highlighted
        if at is None:
            return
        session = self._sessions[at].id
        if session in self._marked:
            self._marked.remove(session)
        elif len(self._marked) == MOST:
            self._say(_("At most {most} sessions are set side by side.", most=MOST))
            return
        else:
            self._marked.append(session)
        self._draw(at)
        self._say(nmsg("{n} session marked", "{n} sessions marked", len(self._marked)).render())

    def action_compare(self) -> None:
        """Leaves with the marked sessions."""
        if len(self._marked) < FEWEST:
            self._say(_("Mark two to {most} sessions with the space bar first.", most=MOST))
        else:
            self.dismiss(tuple(self._marked))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Marks are for comparisons."""
        del parameters
        return self._purpose == "compare" if action in ("mark", "compare") else True

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


def _player(name: str | None) -> str:
    from physassist_tui.report.cells import Writer

    return Writer(current_language(), ()).player_name(name) if name else "-"


def review_one(app: Any, scenario: str, title: Bilingual) -> None:
    """Chooses a session of a scenario and opens its review."""
    from physassist_tui.tui.reviewing import ask_and_review

    def chosen(sessions: tuple[str, ...] | None) -> None:
        if sessions:
            ask_and_review(app, sessions[0])

    app.push_screen(SessionsScreen(scenario, title, "review"), chosen)


def compare_some(app: Any, scenario: str, title: Bilingual) -> None:
    """Chooses sessions of a scenario and sets them side by side."""
    from physassist_tui.tui.comparing import open_and_compare

    def chosen(sessions: tuple[str, ...] | None) -> None:
        if sessions:
            open_and_compare(app, sessions)

    app.push_screen(SessionsScreen(scenario, title, "compare"), chosen)


def replay_one(app: Any, scenario: str, title: Bilingual) -> None:
    """Chooses a session of a scenario, over or not, and replays it."""
    from physassist_tui.tui.replaying import open_replay

    def chosen(sessions: tuple[str, ...] | None) -> None:
        if sessions:
            open_replay(app, sessions[0])

    app.push_screen(SessionsScreen(scenario, title, "replay"), chosen)
