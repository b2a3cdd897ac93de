"""What stands below the panes of a replay: how it stands, where it is, what happened there."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from physassist_tui.i18n import _, current_language
from physassist_tui.play.paperwork.searched import clock_text
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.playhead import Playhead
from physassist_tui.tui.widgets.flow import Flow
from physassist_tui.tui.widgets.replay_words import (
    event_words,
    fate_words,
    position_line,
    sign,
    speed_words,
    wait_words,
)


class PositionLine(Static):
    """The whole recording in one row, and where the replay is in it."""

    def __init__(self) -> None:
        super().__init__(id="position")
        self._head: Playhead | None = None

    def draw(self, head: Playhead) -> None:
        """Shows where it is."""
        self._head = head
        self.refresh()

    def render(self) -> Content:
        """The row."""
        if self._head is None:
            return line("")
        return line(position_line(self._head, self.content_size.width))


class ReplayBar(Vertical):
    """How the replay stands, the recording as a row, the event, and a demo's caption."""

    def __init__(self) -> None:
        super().__init__(id="replay-bar")

    def compose(self) -> ComposeResult:
        """The rows."""
        yield Static(id="caption")
        yield Flow(id="replay-state")
        yield PositionLine()
        yield Static(id="replay-event")

    def draw(self, head: Playhead) -> None:
        """Shows where the replay is."""
        replay, event = head.replay, head.frame.event
        style = "bold" if head.playing else "bold reverse"
        total = replay.events[-1].active_ms
        turns = head.view().turn_count
        parts = [
            line(f" {sign(head)} ", style),
            line(_("event {seq} of {last}", seq=event.seq, last=replay.events[-1].seq), "bold"),
            line(_("turn {turn} of {turns}", turn=event.turn, turns=turns or "-")),
            line(_("{at} of {all}", at=clock_text(event.active_ms), all=clock_text(total))),
            line(speed_words(head)),
            line(wait_words(head)),
        ]
        self.query_one("#replay-state", Flow).show(parts)
        self.query_one(PositionLine).draw(head)
        struck = "strike" if head.frame.undone_by else ""
        told = [line(event_words(event), struck)]
        told += [line(one, "bold") for one in fate_words(head.frame, replay)]
        self.query_one("#replay-event", Static).update(joined(*told, by=" "))
        self._draw_caption(head)

    def _draw_caption(self, head: Playhead) -> None:
        shown, caption = self.query_one("#caption", Static), head.caption
        title = head.showing.title
        shown.display = title is not None
        lang = current_language()
        text = caption.text(lang) if caption is not None else _("A recorded session plays itself.")
        if title is not None:
            name = _("Demo: {title}", title=title.text(lang))
            shown.update(joined(line(name, "bold"), line(text, "italic"), by="\n"))
