"""What models write while they write it: from the driver's thread to the panes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection

from physassist_tui.core.words import Seat
from physassist_tui.i18n import _
from physassist_tui.llm.model import Delta
from physassist_tui.tui.messages import Target
from physassist_tui.tui.widgets.transcript import LiveText, Transcript


class LiveFeed:
    """Pieces of streams, taken in from any thread and handed out on the screen's own.

    `wake` is called once for all that came since the last `take`.
    """

    def __init__(self, wake: Callable[[], object]) -> None:
        self._wake = wake
        self._came: deque[tuple[Seat, Delta]] = deque()
        self._woken = False

    def hear(self, seat: Seat, delta: Delta) -> None:
        """Takes a piece in."""
        self._came.append((seat, delta))
        if not self._woken:
            self._woken = True
            self._wake()

    def take(self) -> list[tuple[Seat, Delta]]:
        """What came since the last time."""
        self._woken = False
        found = []
        while self._came:
            found.append(self._came.popleft())
        return found


class LiveWriter:
    """Writes a model's pieces below a pane's blocks, under a heading of what they are."""

    def __init__(self, transcript: Transcript, tools: Collection[str]) -> None:
        self._transcript = transcript
        self._tools = tools
        self._text: LiveText | None = None
        self._kind = ""

    def write(self, delta: Delta, player: str) -> None:
        """Adds a piece. What kind of text it is stands above it."""
        heading = _heading(delta.kind, player)
        if self._text is None:
            self._text = self._transcript.stream(heading)
        elif delta.kind != self._kind:
            self._text.append(f"\n{heading}\n")
        elif delta.kind == "call" and delta.text in self._tools:
            self._text.append("\n")
        self._kind = delta.kind
        self._text.append(delta.text)
        if delta.kind == "call" and delta.text in self._tools:
            self._text.append(" ")

    def end(self) -> None:
        """Takes it away: what was said stands in a block by now, or is not done."""
        if self._text is not None:
            self._transcript.end_stream()
            self._text = None
            self._kind = ""


def _heading(kind: str, player: str) -> str:
    if kind == "reasoning":
        return _("{player} thinks (not part of what it says):", player=player)
    if kind == "call":
        return _("{player} writes a call (not made yet):", player=player)
    return _("{player} writes (not sent yet):", player=player)


def pane_of(seat: Seat, delta: Delta) -> Target:
    """The pane in which a piece is seen."""
    if seat is Seat.PATIENT:
        return "patient"
    return "ehr" if delta.kind == "call" else "physician"
