"""The note of a long task: its source, what it will look like beside it, and its saving."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar, Protocol

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Container
from textual.timer import Timer
from textual.widgets import Static, TextArea

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import visible
from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _, msg, nmsg, several
from physassist_tui.play.paperwork.checklist import workspace_path
from physassist_tui.play.paperwork.desk import PaperDesk
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.control.line_screen import LineScreen
from physassist_tui.tui.widgets.at_once import do_at_once
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.long.preview import preview_blocks
from physassist_tui.tui.widgets.selecting import SELECTING, Marking, SelectingScreen
from physassist_tui.tui.widgets.transcript import Transcript

NARROW = 100
PREVIEW_S = 0.2
"""How long after the last key the preview is laid out and the text kept."""

Save = Callable[[str, str], str]
"""Writes a text to a path, by a call; gives what is wrong, or nothing. Not on the loop."""


class Keeps(Protocol):
    """What the editor needs of the play."""

    def keep_papers(self) -> None:
        """Writes the papers down, off the loop."""

    def insertable(self, then: Callable[[str], None]) -> None:
        """Lets the person choose a value of a result."""


class NoteText(TextArea):
    """The source. What is pasted is made visible; a control character is never obeyed."""

    # Textual's own text area selects with these two; here they are the screen's.
    BINDINGS: ClassVar[list[BindingType]] = [
        key("f6", "screen.preview", msg("preview/source"),
            msg("From the source to the preview and back.")),
        key("f7", "screen.other", msg("other file"), msg("Opens another file of the workspace.")),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__(id="note-text", soft_wrap=True, highlight_cursor_line=False)

    async def on_key(self, event: events.Key) -> None:
        """What a key does is done before the next is taken."""
        await do_at_once(self, event)

    def on_paste(self, event: events.Paste) -> None:
        """Makes what is pasted safe to draw."""
        event.text = visible(event.text.replace("\r\n", "\n").replace("\r", "\n"))


class NoteScreen(SelectingScreen[None]):
    """Edits one file of the workspace at a time. Leaving keeps what is not saved."""

    CSS_PATH = "long.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        key("f5,ctrl+s", "save", msg("save"), msg("Writes the file; this is a tool call.")),
        key("f6", "preview", msg("preview/source"),
            msg("From the source to the preview and back.")),
        key("f7", "other", msg("other file"), msg("Opens another file of the workspace.")),
        key("ctrl+r", "insert", msg("insert a value"),
            msg("Puts a line of what a search gave into the note.")),
        key("escape", "leave", msg("back"), msg("Goes back; what is not saved is kept.")),
        *SELECTING,
    ]  # fmt: skip

    def __init__(
        self, seat: AssistantSeat, desk: PaperDesk, keeps: Keeps, save: Save, path: str
    ) -> None:
        super().__init__()
        self._seat = seat
        self._desk = desk
        self._keeps = keeps
        self._save = save
        self.path = path
        self._slip = ""
        self._waiting: Timer | None = None
        self._saving = False

    def compose(self) -> ComposeResult:
        """Title, source, preview, how it stands."""
        yield Static(id="note-title", classes="title")
        with Container(id="note-panes"):
            yield NoteText()
            yield Transcript(id="note-preview", follow=False)
        yield Static(id="note-state")
        yield KeyBar()

    def on_mount(self) -> None:
        """Opens the file."""
        self._marking = Marking(self.query_one(Transcript))
        self.query_one(NoteText).focus()
        self._open(self.path)

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what is written stays."""
        self._draw()

    def on_resize(self, event: events.Resize) -> None:
        """Side by side where there is room; else one of the two."""
        self.set_class(event.size.width < NARROW, "narrow")

    # The text

    @property
    def area(self) -> NoteText:
        """The source."""
        return self.query_one(NoteText)

    def _saved(self, view: AssistantView | None = None) -> str | None:
        files = (view or self._seat.view()).files
        return next((file.text for file in files if file.path == self.path), None)

    def _open(self, path: str) -> None:
        self.path, self._slip = path, ""
        kept = self._desk.papers.notes.get(path)
        text = kept if kept is not None else self._saved() or ""
        # What a terminal would obey is a sign in what is edited, as it is in what is shown.
        self.area.load_text(visible(text))
        self.area.move_cursor(self.area.document.end)
        self._show()

    @on(TextArea.Changed)
    def _changed(self) -> None:
        if self._waiting is not None:
            self._waiting.stop()
        self._waiting = self.set_timer(PREVIEW_S, self._show)
        self._note()
        self._draw()

    def _note(self) -> None:
        path, text, saved = self.path, self.area.text, self._saved()
        saved = None if saved is None else visible(saved)
        self._desk.note(lambda papers: papers.with_note(path, text, saved))

    def _show(self) -> None:
        self._waiting = None
        self.query_one(Transcript).show(preview_blocks(self.area.text))
        self._note()
        self._keeps.keep_papers()
        self._draw()

    def _draw(self) -> None:
        view = self._seat.view()
        saved = self._saved(view)
        title = _("Note: {path}", path=self.path)
        if self.path in view.deliverables:
            title += _(" (asked for by the task)")
        self.query_one("#note-title", Static).update(line(title))
        self.area.border_title = line(_("Source (Markdown)"))
        self.query_one(Transcript).border_title = line(_("Preview"))
        limits = view.limits
        used = limits.tool_calls_per_turn - limits.tool_calls_this_turn
        size = nmsg("{n} character", "{n} characters", len(self.area.text)).render()
        parts = [self._state(saved), size]
        parts.append(_("tool calls {used}/{limit}", used=used, limit=limits.tool_calls_per_turn))
        told = " · ".join(parts)
        self.query_one("#note-state", Static).update(
            plain(f"! {self._slip}\n{told}" if self._slip else told)
        )

    def _state(self, saved: str | None) -> str:
        if self._saving:
            return _("saving…")
        if saved is None:
            return _("NOT SAVED YET: there is no such file")
        if self.area.text == visible(saved):
            return _("saved")
        return _("CHANGED, NOT SAVED")

    # What can be done

    @work(exclusive=True, group="save")
    async def action_save(self) -> None:
        """Writes the file by a call, and tells where that went wrong."""
        path, text = self.path, self.area.text
        if not text.strip():
            self._slip = _("There is nothing to save.")
            self._draw()
            return
        self._saving, self._slip = True, ""
        self._draw()
        try:
            self._slip = await asyncio.to_thread(self._save, path, text)
        finally:
            self._saving = False
        if not self.is_attached:
            return
        if self._seat.view().ended is not None:
            self.dismiss(None)
            return
        self._show()

    def action_preview(self) -> None:
        """From the source to the preview, and back."""
        to_preview = self.area.has_focus
        self.set_class(to_preview, "preview")
        (self.query_one(Transcript) if to_preview else self.area).focus()

    def action_other(self) -> None:
        """Asks for another path and opens it."""

        def given(path: str | None) -> None:
            if not path:
                return
            try:
                self._open(workspace_path(path))
            except BadInput as error:
                self._slip = str(error)
                self._draw()

        known = [file.path for file in self._seat.view().files if file.path != self.path]
        told = msg("Which file of the workspace? There are: {paths}",
                   paths=several(known) or _("no others"))  # fmt: skip
        self.app.push_screen(LineScreen(told, needed=True, text=self.path), given)

    def action_insert(self) -> None:
        """Puts a line of a result where the caret is."""
        self._keeps.insertable(self._insert)

    def _insert(self, text: str) -> None:
        self.area.insert(visible(text))
        self.area.focus()

    def action_select_lines(self, by: int) -> None:
        """Selects a line more of the preview, or a line less."""
        self._marking.move(by)

    def action_select_whole(self) -> None:
        """Selects the whole preview."""
        self._marking.whole()

    def action_leave(self) -> None:
        """Goes back; what is not saved is kept."""
        self._note()
        self._keeps.keep_papers()
        self.dismiss(None)
