"""The dialogs of a review: a note, a dispute, the lock, the list of items, and the pause."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.foreign import visible
from physassist_tui.core.reviewing import DISPUTE_KINDS, DisputeKind
from physassist_tui.i18n import Message, _, msg
from physassist_tui.score.review.view import ReviewView
from physassist_tui.score.review.words import marked_words
from physassist_tui.tui.content import joined, line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.one_line import OneLine
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Paragraph, Slip

KINDS: Mapping[DisputeKind, Message] = MappingProxyType(
    {
        "wrong": msg("wrong: what it asks for is not right"),
        "unclear": msg("unclear: it can be read in more than one way"),
        "unsafe": msg("unsafe: who does it would harm a patient"),
    }
)


class NoteScreen(OneLine):
    """Gives the note, empty where there is to be none; `None` where it is to stay as it was."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is changed.")),
    ]

    def __init__(self, item: str, note: str) -> None:
        super().__init__(note)
        self._item = item

    def compose(self) -> ComposeResult:
        """The item, and where the note is written."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Your note on this item")), classes="title")
            yield Paragraph(self._item)
            yield Paragraph(_("Enter keeps it; an empty note is taken away."))
            yield Field(self.text, id="note")
            yield KeyBar()


Disputed = tuple[DisputeKind | None, str]


class DisputeScreen(ModalScreen[Disputed | None]):
    """Gives what the item is disputed as, and in which words; without a kind it is taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is changed.")),
    ]

    def __init__(self, item: str, kind: DisputeKind | None, words: str) -> None:
        super().__init__()
        self._item = item
        self._before = kind
        self._kind: DisputeKind | None = kind
        self._words = words

    def compose(self) -> ComposeResult:
        """The item, the kinds, and where it is said in words."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("What is wrong with the item itself?")), classes="title")
            yield Paragraph(self._item)
            yield OptionList(*self._options(), id="kinds", markup=False)
            yield Paragraph(_("In words, for who mends it (Enter keeps the dispute):"))
            yield Field(self._words, id="words")
            yield Slip(id="dispute-slip")
            yield KeyBar()

    def _options(self) -> list[Option]:
        told = [Option(line(KINDS[kind].render())) for kind in DISPUTE_KINDS]
        if self._before is not None:
            told.append(Option(line(_("take the dispute back"))))
        return told

    def on_mount(self) -> None:
        """The kinds have the focus."""
        kinds = self.query_one(OptionList)
        kinds.highlighted = 0 if self._kind is None else DISPUTE_KINDS.index(self._kind)
        kinds.focus()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was chosen and written stays."""
        self._words = self.query_one(Input).value
        at, focused = self.query_one(OptionList).highlighted, self.focused
        await self.recompose()
        self.query_one(OptionList).highlighted = at
        self.query_one(f"#{focused.id if focused is not None else 'kinds'}").focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        if event.option_index == len(DISPUTE_KINDS):
            self.dismiss((None, ""))
        else:
            self.query_one(Input).focus()

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        at = self.query_one(OptionList).highlighted or 0
        if at == len(DISPUTE_KINDS):
            self.dismiss((None, ""))
        elif event.value.strip():
            self.dismiss((DISPUTE_KINDS[at], event.value.strip()))
        else:
            told = _("Say in words what is wrong with the item.")
            self.query_one("#dispute-slip", Slip).tell(told)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


class LockScreen(ModalScreen[bool]):
    """Asks before the review is locked."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("y", "lock", msg("lock"), msg("Ends the review for good.")),
        key("n,escape", "leave", msg("not yet"), msg("Goes back; the review stays open.")),
    ]

    def compose(self) -> ComposeResult:
        """What it means."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Lock your review?")), classes="title")
            yield Paragraph(
                _(
                    "Nothing of it can be changed after that. It counts in the score, and you "
                    "are shown who played and what others say."
                )
            )
            yield KeyBar()

    def action_lock(self) -> None:
        """Locks."""
        self.dismiss(True)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(False)


class ItemsScreen(ModalScreen[int | None]):
    """Every item with what the rater said of it; gives the number of the one that is wanted."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape,v,q", "leave", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, view: ReviewView) -> None:
        super().__init__()
        self._view = view

    def compose(self) -> ComposeResult:
        """The items in the rater's order."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("The items; Enter goes to one")), classes="title")
            yield OptionList(*self._options(), id="items", markup=False)
            yield KeyBar()

    def _options(self) -> list[Option]:
        told = []
        for one in self._view.lines:
            head = _(
                "{number}. Turn {turn}: {said}",
                number=one.number,
                turn=one.turn,
                said=marked_words(one.marked),
            )
            text = line(one.text.text(self._view.language))
            told.append(Option(joined(line(head, "bold"), text, by="\n   ")))
        return told

    def on_mount(self) -> None:
        """The item of now is chosen."""
        item = self._view.item
        self.query_one(OptionList).highlighted = item.number - 1 if item is not None else 0

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        at = self.query_one(OptionList).highlighted
        await self.recompose()
        self.query_one(OptionList).highlighted = at
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index + 1)

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)


class PausedScreen(Screen[None]):
    """Covers the review while its time stands still; any key goes on."""

    def compose(self) -> ComposeResult:
        """What is so, and how to go on."""
        yield Static(plain(_("Paused")), classes="title")
        yield Paragraph(_("The time stands still. Any key goes on."))
        yield KeyBar()

    def on_key(self, event: events.Key) -> None:
        """Goes on."""
        event.stop()
        event.prevent_default()
        self.dismiss(None)

    def on_click(self) -> None:
        """Goes on."""
        self.dismiss(None)


class RaterScreen(ModalScreen[tuple[str, bool] | None]):
    """Asks who reviews, and which items; gives the id as it was written, and whether all."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("escape", "leave", msg("back"), msg("Goes back; nothing is opened.")),
    ]

    def __init__(self, rater: str, note: str = "") -> None:
        super().__init__()
        self._rater = rater
        self._note = note

    def compose(self) -> ComposeResult:
        """The field, and the two ways to begin."""
        with Vertical(classes="dialog"):
            yield Static(plain(_("Review as a person")), classes="title")
            if self._note:
                yield Paragraph(self._note)
            yield Paragraph(
                _("Who are you? Your grades are kept under this name; it stays the same each time.")
            )
            yield Field(self._rater, placeholder=visible(_("Name or initials")), id="rater")
            yield OptionList(
                Option(line(_("Grade what no rule decides"))),
                Option(line(_("Grade every item"))),
                id="which",
                markup=False,
            )
            yield KeyBar()

    def on_mount(self) -> None:
        """The field has the focus until there is a name."""
        self.query_one(OptionList).highlighted = 0
        (self.query_one(OptionList) if self._rater else self.query_one(Input)).focus()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment; what was written stays."""
        self._rater = self.query_one(Input).value
        focused = self.focused.id if self.focused is not None else "rater"
        await self.recompose()
        self.query_one(OptionList).highlighted = 0
        self.query_one(f"#{focused}").focus()

    @on(Input.Submitted)
    def _named(self) -> None:
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _begin(self, event: OptionList.OptionSelected) -> None:
        rater = self.query_one(Input).value
        if rater.strip():
            self.dismiss((rater, event.option_index == 1))
        else:
            self.query_one(Input).focus()

    def action_leave(self) -> None:
        """Goes back."""
        self.dismiss(None)
