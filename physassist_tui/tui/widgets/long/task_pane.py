"""The pane that stands in the patient's place in a long task: steps, files, orders, searches."""

from __future__ import annotations

from textual.app import ComposeResult

from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _
from physassist_tui.play.paperwork.papers import Papers
from physassist_tui.tui.widgets.long.checklist import Checklist
from physassist_tui.tui.widgets.panes import Pane
from physassist_tui.tui.widgets.transcript import Block, Transcript


class TaskPane(Pane):
    """What is to be done. `papers` are the person's own; nothing of them is recorded.

    `None`: a recording is seen, which has none.
    """

    target = "patient"

    def __init__(self) -> None:
        super().__init__()
        self.add_class("task-pane")
        self.checklist = Checklist()
        self.papers: Papers | None = None

    def _transcript(self) -> Transcript:
        return Transcript(id="patient-text", follow=False)

    def compose(self) -> ComposeResult:
        """The list; below it, that there is nobody to ask."""
        yield self.checklist
        yield self.transcript

    @property
    def to_focus(self) -> Checklist:
        """What the keys act on."""
        return self.checklist

    def draw(self, view: AssistantView, *, in_sight: bool) -> None:
        """Shows how far one is. Nothing here is news of others, so nothing is unread."""
        super().draw(view, in_sight=in_sight)
        self.unread = 0
        self.checklist.draw(view, self.papers)

    def _blocks(self, view: AssistantView) -> list[Block]:
        del view
        return [Block(_("There is no patient to ask in this task."), "dim")]
