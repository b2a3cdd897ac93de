"""The three panes: what the physician, the patient and the EHR said."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widget import Widget

from physassist_tui.core.state import Call
from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import Message, current_language, msg
from physassist_tui.tui.content import line
from physassist_tui.tui.keys import key
from physassist_tui.tui.messages import OpenCall, Target
from physassist_tui.tui.widgets.control.marks import Marked, with_marks
from physassist_tui.tui.widgets.orders import OrdersPanel
from physassist_tui.tui.widgets.pane_blocks import (
    Laid,
    Told,
    ehr_blocks,
    ehr_calls,
    patient_blocks,
    physician_blocks,
)
from physassist_tui.tui.widgets.selecting import SELECTING, Marking
from physassist_tui.tui.widgets.transcript import Block, Transcript

PANE_KEYS: Mapping[Target, str] = {"physician": "F2", "patient": "F3", "ehr": "F4"}
"""The key that goes to each pane."""


def pane_name(target: Target, *, long_task: bool = False) -> Message:
    """What a pane, and the one it speaks for, is called. In a long task there is no patient."""
    return {
        "physician": msg("Physician"),
        "patient": msg("Task") if long_task else msg("Patient"),
        "ehr": msg("EHR"),
    }[target]


class Pane(Vertical):
    """A titled pane with a transcript in it. `unread` counts what came while out of sight."""

    target: ClassVar[Target]
    BINDINGS: ClassVar[list[BindingType]] = [*SELECTING]

    def __init__(self) -> None:
        super().__init__(id=f"pane-{self.target}", classes="pane")
        self.transcript = self._transcript()
        self._marking = Marking(self.transcript)
        self.unread = 0
        self.marks: Marked = {}

    def _transcript(self) -> Transcript:
        return Transcript(id=f"{self.target}-text")

    def compose(self) -> ComposeResult:
        """The transcript."""
        yield self.transcript

    @property
    def to_focus(self) -> Widget:
        """What the keys act on once one has gone to the pane."""
        return self.transcript

    def draw(self, view: AssistantView, *, in_sight: bool) -> None:
        """Shows the view's part of it."""
        name = pane_name(self.target, long_task=view.long_task).render()
        self.border_title = line(f"{PANE_KEYS[self.target]} {name}")
        blocks = with_marks(self._blocks(view), self.marks)
        more = blocks[len(self.transcript.blocks) :]
        # Blank blocks only part the others.
        came = sum(1 for block in more if not block.empty)
        self.unread = 0 if in_sight else self.unread + came
        self.transcript.show(blocks)

    def _blocks(self, view: AssistantView) -> list[Block]:
        raise NotImplementedError

    def action_select_lines(self, by: int) -> None:
        """Selects a line more, or a line less."""
        self._marking.move(by)

    def action_select_whole(self) -> None:
        """Selects all that stands in the pane."""
        self._marking.whole()


class PhysicianPane(Pane):
    """The requests and the answers."""

    target = "physician"

    def _blocks(self, view: AssistantView) -> list[Block]:
        return physician_blocks(view)


class PatientPane(Pane):
    """What was asked and what the patient said."""

    target = "patient"

    def _blocks(self, view: AssistantView) -> list[Block]:
        return patient_blocks(view)


class CallList(Transcript):
    """The calls, one of which the keys open."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("enter", "open('table')", msg("open"), msg("Opens the whole result as a table.")),
        key(
            "t", "open('text')", msg("text"), msg("Opens the whole result as text, notes in full.")
        ),
        key("j", "open('raw')", msg("JSON"), msg("Shows the result as the JSON that it is.")),
        key("p", "step(-1)", msg("previous"), msg("Chooses the call before.")),
        key("n", "step(1)", msg("next"), msg("Chooses the call after.")),
    ]

    def __init__(self) -> None:
        super().__init__(id="ehr-text")
        self.current: str | None = None
        self._view: AssistantView | None = None
        self._told: Laid = {}
        self._count = 0

    def draw(self, view: AssistantView) -> list[Block]:
        """The blocks of the view; a new call becomes the current one."""
        self._view = view
        calls = ehr_calls(view)
        if len(calls) != self._count:
            self._count = len(calls)
            self.current = calls[-1].call_id if calls else None
        return ehr_blocks(view, self.current, self._told, self._put_into_words)

    @work(group="words")
    async def _put_into_words(self, call: Call, told: Told) -> None:
        which = call.call_id, call.returned_seq, current_language()
        await asyncio.to_thread(told.prepare)
        self._told[which] = Block("", ref=call.call_id, late=told)
        if self._view is not None:
            self.show(self.draw(self._view))

    def action_open(self, how: str) -> None:
        """Opens the current call."""
        if self.current is not None and how in ("table", "text", "raw"):
            self.post_message(OpenCall(self.current, how))  # type: ignore[arg-type]

    def action_step(self, by: int) -> None:
        """Makes the call before or after the current one."""
        if self._view is None:
            return
        ids = [call.call_id for call in ehr_calls(self._view)]
        if self.current in ids:
            self.choose(ids[min(max(ids.index(self.current) + by, 0), len(ids) - 1)])

    def choose(self, call_id: str) -> None:
        """Makes a call the current one and brings it into sight."""
        if self._view is None:
            return
        self.current = call_id
        blocks = ehr_blocks(self._view, call_id, self._told, self._put_into_words)
        self.show(blocks)
        at = next((n for n, block in enumerate(blocks) if block.ref == call_id), 0)
        self.bring(at)

    def on_click(self, event: events.Click) -> None:
        """Chooses the call under the pointer; a double click opens it."""
        block = self.block_at(event.y + self.scroll_offset.y)
        if block is None or not self.blocks[block].ref:
            return
        self.choose(self.blocks[block].ref)
        if event.chain == 2:
            self.action_open("table")


class EhrPane(Pane):
    """The calls with what they gave, and the orders of this session."""

    target = "ehr"

    def __init__(self) -> None:
        super().__init__()
        self.orders = OrdersPanel()

    def _transcript(self) -> Transcript:
        return CallList()

    @property
    def calls(self) -> CallList:
        """The calls."""
        assert isinstance(self.transcript, CallList)
        return self.transcript

    def compose(self) -> ComposeResult:
        """The calls, the orders below them."""
        yield self.transcript
        yield self.orders

    def draw(self, view: AssistantView, *, in_sight: bool) -> None:
        """Shows the calls and the orders."""
        super().draw(view, in_sight=in_sight)
        self.set_class(view.long_task, "long-task")
        self.orders.draw(view.written)

    def _blocks(self, view: AssistantView) -> list[Block]:
        return self.calls.draw(view)
