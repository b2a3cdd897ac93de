"""The score of a session: every item with what decided it, checks, figures with formulas."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.errors import PhysassistError
from physassist_tui.i18n import _, current_language, msg
from physassist_tui.play.opening import Opened
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.score_rows import Row, event_text, score_rows
from physassist_tui.tui.widgets.selecting import SelectingScreen
from physassist_tui.tui.widgets.transcript import Block, Transcript

if TYPE_CHECKING:
    from physassist_tui.score.keeping import Kept
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.app import PhysassistApp

NARROW = 100


class ScoreScreen(SelectingScreen[None]):
    """Grades a session from its events, keeps the score, and shows it."""

    CSS_PATH = "score.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,q", "leave", msg("back"), msg("Goes back to where you were.")),
        key("e", "evidence", msg("evidence"), msg("Goes to the events that decided this item.")),
        key("v", "review", msg("review"), msg("Grades the session as a person, item by item.")),
        key("p", "replay", msg("replay"), msg("Plays the session back as it was shown.")),
    ]

    def __init__(self, opened: Opened, recordings: Recordings) -> None:
        super().__init__()
        self._opened = opened
        self._recordings = recordings
        self._kept: Kept | None = None
        self._rows: list[Row] = []
        self._shown: Row | None = None

    def compose(self) -> ComposeResult:
        """The rows; beside or below them what is to be said of the chosen one."""
        yield Static(id="score-title", classes="title")
        with Horizontal(id="score"):
            yield OptionList(id="score-rows", markup=False)
            with Vertical(id="score-side"):
                yield Transcript(id="score-detail", follow=False)
                yield OptionList(id="score-evidence", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """Grades, away from the screen."""
        self.query_one("#score-title", Static).update(line(_("Grading…")))
        self._grade()

    def on_resize(self, event: events.Resize) -> None:
        """Side by side where there is room."""
        self.set_class(event.size.width < NARROW, "narrow")

    @work(exclusive=True)
    async def _grade(self) -> None:
        from physassist_tui.score.keeping import score_and_keep

        opened = self._opened
        try:
            self._kept = await asyncio.to_thread(
                score_and_keep,
                self._recordings,
                opened.director.session,
                opened.loaded,
                opened.record,
                kept_judges=True,
            )
        except PhysassistError as error:
            self.query_one("#score-title", Static).update(plain(str(error)))
            return
        await self.redraw()
        self.query_one("#score-rows").focus()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        kept = self._kept
        if kept is None:
            self.query_one("#score-title", Static).update(line(_("Grading…")))
            return
        title = self._opened.loaded.scenario.title.text(current_language())
        told = _("Score of session {session}", session=kept.session)
        self.query_one("#score-title", Static).update(line(f"{told} · {title}"))
        self._rows = await asyncio.to_thread(score_rows, kept, current_language())
        rows = self.query_one("#score-rows", OptionList)
        at = rows.highlighted
        rows.clear_options()
        rows.add_options([_option(row) for row in self._rows])
        rows.highlighted = at if at is not None else 0

    @on(OptionList.OptionHighlighted, "#score-rows")
    def _chosen(self, event: OptionList.OptionHighlighted) -> None:
        self._shown = row = self._rows[event.option_index]
        self.query_one("#score-detail", Transcript).show([Block(row.detail or row.text)])
        evidence = self.query_one("#score-evidence", OptionList)
        evidence.clear_options()
        evidence.border_title = line(_("Evidence: Enter opens it"))
        evidence.add_options([Option(line(self._event_line(seq))) for seq in row.evidence])
        evidence.display = bool(row.evidence)
        self.refresh_bindings()

    def _event_line(self, seq: int) -> str:
        from physassist_tui.score.telling import event_line

        assert self._kept is not None
        event = next(event for event in self._kept.events if event.seq == seq)
        return event_line(event, self._kept.loaded.scenario)

    @on(OptionList.OptionSelected, "#score-rows")
    def action_evidence(self) -> None:
        """Goes to the evidence of the chosen row; opens it where it is one event."""
        if self._shown is None or not self._shown.evidence:
            return
        evidence = self.query_one("#score-evidence", OptionList)
        evidence.highlighted = 0
        evidence.focus()
        if len(self._shown.evidence) == 1:
            self._open(self._shown.evidence[0])

    @on(OptionList.OptionSelected, "#score-evidence")
    def _evidence_chosen(self, event: OptionList.OptionSelected) -> None:
        assert self._shown is not None
        self._open(self._shown.evidence[event.option_index])

    @work(exclusive=True, group="open")
    async def _open(self, seq: int) -> None:
        assert self._kept is not None
        event = next(event for event in self._kept.events if event.seq == seq)
        kept, zone = self._kept, self._opened.loaded.scenario.clock.tzinfo

        def anew() -> tuple[str, str]:
            return self._event_line(seq), event_text(event, kept, zone)

        self.app.push_screen(ReaderScreen(*await asyncio.to_thread(anew), anew=anew))

    def action_review(self) -> None:
        """Reviews the session; who has seen its score is told that this is not blind."""
        from physassist_tui.tui.reviewing import ask_and_review

        app = cast("PhysassistApp", self.app)
        note = _("You have seen this score and who played: your review will not be blind.")
        ask_and_review(app, self._opened.director.session, note)

    def action_replay(self) -> None:
        """Replays the session."""
        from physassist_tui.tui.replaying import open_replay

        open_replay(cast("PhysassistApp", self.app), self._opened.director.session)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A session can be reviewed once it is over."""
        del parameters
        if action == "review":
            return self._kept is not None and self._kept.state.ended is not None
        return True

    def action_leave(self) -> None:
        """From the evidence to the rows, from there back."""
        if self.query_one("#score-evidence").has_focus:
            self.query_one("#score-rows").focus()
        else:
            self.dismiss(None)


def _option(row: Row) -> Option:
    style = "bold" if row.heading else ""
    return Option(line(row.text, style), disabled=row.heading)
