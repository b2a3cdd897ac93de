"""A titled pane with a text in it that is scrolled and selected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from physassist_tui.tui.content import line
from physassist_tui.tui.widgets.selecting import SELECTING, Marking
from physassist_tui.tui.widgets.transcript import Block, Transcript


class ReadingPane(Vertical):
    """A pane whose text does not come while it is read: it stays where it was scrolled to."""

    BINDINGS: ClassVar[list[BindingType]] = [*SELECTING]

    def __init__(self, name: str) -> None:
        super().__init__(id=f"pane-{name}", classes="reading-pane")
        self.transcript = Transcript(id=f"{name}-text", follow=False)
        self._marking = Marking(self.transcript)

    def compose(self) -> ComposeResult:
        """The text."""
        yield self.transcript

    def draw(self, title: str, blocks: Sequence[Block]) -> None:
        """Shows the title and the blocks."""
        self.border_title = line(title)
        self.transcript.show(blocks)

    def action_select_lines(self, by: int) -> None:
        """Selects a line more, or a line less."""
        self._marking.move(by)

    def action_select_whole(self) -> None:
        """Selects all that stands in the pane."""
        self._marking.whole()
