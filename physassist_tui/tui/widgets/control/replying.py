"""The patient's composer: what was asked, what the patient knows, the reply."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.widgets import OptionList, Static, TextArea
from textual.widgets.option_list import Option

from physassist_tui.core.view import FactView, PatientView
from physassist_tui.i18n import _, msg
from physassist_tui.tui.content import Content, joined, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.draft import Draft, Keys
from physassist_tui.tui.widgets.paragraph import Slip

Said = Callable[[str], Sequence[str]]
"""The facts that a text tells, by rule."""


class FactList(OptionList):
    """What the patient knows. A tick says that the reply tells it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("space", "select", msg("tick"), msg("Ticks a fact that your reply tells, or not.")),
    ]

    def __init__(self) -> None:
        super().__init__(id="facts", compact=True, markup=False)


class Replying(Vertical):
    """Writes the patient's reply. `facts` are in sight only where they may be."""

    def __init__(
        self, sends: Keys, said: Said, reply: Callable[[str, tuple[str, ...] | None], None]
    ) -> None:
        """`reply` gets what is written and the facts that it tells.

        The facts are `None` where the rule is to say.
        """
        super().__init__(id="replying")
        self._sends: Callable[[], frozenset[str]] = sends
        self._said = said
        self._reply = reply
        self._view: PatientView | None = None
        self._question = ""
        self._open = False
        self._guess: frozenset[str] = frozenset()
        self._by_hand: dict[str, bool] = {}
        self._slip = ""

    def compose(self) -> ComposeResult:
        """The question, the facts, the field."""
        yield Static(id="question-asked")
        yield Static(id="facts-head")
        yield FactList()
        yield Draft(
            id="reply",
            sends=lambda: self._sends() | {"f5", "ctrl+enter"},
            send=self._send,
            onward=self._into_facts,
        )
        yield Slip(id="replying-slip", classes="slip-line")

    def on_mount(self) -> None:
        """Draws what is known by now."""
        self._draw()

    def draw(self, view: PatientView, question: str, *, facts: bool) -> None:
        """Shows the question that waits, and the facts where `facts` says that they may be seen."""
        self._view, self._question, self._open = view, question, facts
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        self.query_one("#reply", Draft).placeholder = line(_("What you answer, as the patient…"))
        asked = _("You are the patient and are asked: {text}", text=self._question)
        self.query_one("#question-asked", Static).update(line(asked, "bold"))
        head = self.query_one("#facts-head", Static)
        head.update(line(self._about()))
        facts = self.query_one(FactList)
        facts.display = self._open
        if self._open:
            at = facts.highlighted
            facts.clear_options()
            facts.add_options(Option(self._fact(fact)) for fact in view.facts)
            facts.highlighted = at
        self.slip(self._slip)

    def _about(self) -> str:
        if self._open:
            return _("What you know; Tab goes there, Space ticks what your reply tells:")
        return _("What the patient knows is hidden, for you assist too; Ctrl+O K shows it.")

    def _fact(self, fact: FactView) -> Content:
        tick = "[x]" if self._ticked(fact.id) else "[ ]"
        state = _("told") if fact.revealed else _("private")
        if fact.critical and not fact.revealed:
            state = _("private, held back")
        return joined(line(f"{tick} ({state})", "bold"), line(fact.words), by=" ")

    def _ticked(self, fact: str) -> bool:
        return self._by_hand.get(fact, fact in self._guess)

    @on(OptionList.OptionSelected, "#facts")
    def _tick(self, event: OptionList.OptionSelected) -> None:
        if self._view is not None:
            fact = self._view.facts[event.option_index].id
            self._by_hand[fact] = not self._ticked(fact)
            self._draw()

    @on(TextArea.Changed, "#reply")
    def _typed(self) -> None:
        if self._open:
            self._guess_from(self.query_one("#reply", Draft).text)

    @work(exclusive=True, group="facts")
    async def _guess_from(self, text: str) -> None:
        self._guess = frozenset(await asyncio.to_thread(self._said, text))
        self._draw()

    def slip(self, text: str) -> None:
        """Says what is wrong; empty takes it away."""
        self._slip = text
        if self.is_mounted:
            self.query_one("#replying-slip", Slip).tell_if_any(text)

    def take_focus(self) -> None:
        """Puts the caret where one writes."""
        for field in self.query("#reply"):
            self.screen.set_focus(field)

    def send(self) -> None:
        """Wants the reply said."""
        self._send(self.query_one("#reply", Draft).text)

    def _send(self, text: str) -> None:
        if not text.strip():
            self.slip(_("There is nothing to send."))
        elif self._by_hand and self._view is not None:
            facts = tuple(one.id for one in self._view.facts if self._ticked(one.id))
            self._reply(text, facts)
        else:
            self._reply(text, None)

    def sent(self, written: str) -> None:
        """Takes out what has been said; what was typed behind it since stays."""
        self._by_hand.clear()
        self._guess = frozenset()
        self.slip("")
        self.query_one("#reply", Draft).take(written)

    def _into_facts(self) -> None:
        if self._open:
            facts = self.query_one(FactList)
            facts.highlighted = facts.highlighted or 0
            facts.focus()
