"""The places that a session can go back to, or be forked from, each by what happened there."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import joined, line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.key_bar import KeyBar


@dataclass(frozen=True)
class Place:
    """The event `seq`, after which nothing is half done, and what happened in it."""

    seq: int
    what: str


def places_of(events: Sequence[ev.AnyEvent], seqs: Collection[int]) -> list[Place]:
    """Those of `seqs` at which something was done, the latest first."""
    wanted = set(seqs)
    calls = {e.data.call_id: e.data for e in events if isinstance(e, ev.ToolCalled)}
    found = [(e.seq, _what(e, calls)) for e in events if e.seq in wanted]
    return [Place(seq, what) for seq, what in reversed(found) if what]


def _what(event: ev.AnyEvent, calls: dict[str, ev.ToolCalledData]) -> str:
    match event:
        case ev.TurnStarted(data=data):
            return _("request: {text}", text=one_line(data.request))
        case ev.ToolReturned(data=data):
            called = calls[data.call_id]
            given = " ".join(f"{name}={value}" for name, value in called.arguments_given.items())
            return _("call: {call}", call=one_line(f"{called.tool} {given}".strip()))
        case ev.Answered(data=data):
            return _("answer: {text}", text=one_line(data.text) or _("(no answer)"))
        case ev.SeatChanged(data=data):
            return _("seat: {player}: {note}", player=data.to_player, note=one_line(data.note))
        case _:
            return ""


class PlacesScreen(ModalScreen[int | None]):
    """Gives the event that was chosen, and for going back confirmed; `None` where none was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is done.")),
    ]

    def __init__(self, places: Sequence[Place], *, fork: bool) -> None:
        super().__init__()
        self._places = places
        self._fork = fork
        self._asked: int | None = None

    def compose(self) -> ComposeResult:
        """The places, the latest first."""
        title = _("A new session from which place?") if self._fork else _("Back to which place?")
        with Vertical(classes="dialog"):
            yield Static(line(title), classes="title")
            yield OptionList(*map(_option, self._places), id="places", markup=False, compact=True)
            yield Static(plain(self._about()), id="places-about")
            yield KeyBar()

    def _about(self) -> str:
        if not self._places:
            return _("There is no such place yet.")
        if self._fork:
            return _("The session that you are in stays as it is.")
        if self._asked is None:
            return _("What came after it is undone, in the chart too; it stays in the recording.")
        return _(
            "Undo everything after event {seq}? Enter once more does it.",
            seq=self._places[self._asked].seq,
        )

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if self._fork or self._asked == event.option_index:
            self.dismiss(self._places[event.option_index].seq)
            return
        self._asked = event.option_index
        self._tell()

    @on(OptionList.OptionHighlighted)
    def _moved(self, event: OptionList.OptionHighlighted) -> None:
        if self._asked is not None and event.option_index != self._asked:
            self._asked = None
            self._tell()

    def _tell(self) -> None:
        self.query_one("#places-about", Static).update(plain(self._about(), "bold"))

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


def _option(place: Place) -> Option:
    return Option(joined(line(f"{place.seq:>4}", "bold"), line(place.what), by="  "))
