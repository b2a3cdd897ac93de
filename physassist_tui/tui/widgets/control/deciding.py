"""A copilot's proposal, laid before the person who decides."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.widgets import Static

from physassist_tui.i18n import _
from physassist_tui.tui.content import Content, joined, line, plain
from physassist_tui.tui.widgets.status import player_name


class Deciding(Vertical):
    """What is proposed, as the values of a call or as the text."""

    def __init__(self) -> None:
        super().__init__(id="deciding")
        self._player = ""
        self._act: Mapping[str, Any] = {}

    def compose(self) -> ComposeResult:
        """Whose proposal it is, the act, the keys."""
        yield Static(id="proposed-by")
        with VerticalScroll(id="proposed"):
            yield Static(id="proposed-act")
        yield Static(id="proposed-keys")

    def on_mount(self) -> None:
        """Draws what is known by now."""
        self._draw()

    def draw(self, player: str, act: Mapping[str, Any]) -> None:
        """Shows a proposal."""
        self._player, self._act = player, act
        if self.is_mounted:
            self._draw()

    def _draw(self) -> None:
        if not self._act:
            return
        head = _("{player} proposes: {what}", player=player_name(self._player), what=self._what())
        self.query_one("#proposed-by", Static).update(line(head, "bold"))
        self.query_one("#proposed-act", Static).update(act_content(self._act))
        keys = _("Y: accept · E: edit · R: reject · nothing is done before you decide")
        self.query_one("#proposed-keys", Static).update(line(keys))

    def _what(self) -> str:
        if "call" in self._act:
            return _("a call")
        return _("a question to the patient") if "ask" in self._act else _("an answer")

    def take_focus(self) -> None:
        """Lets the keys scroll what is proposed."""
        for scroll in self.query("#proposed"):
            self.screen.set_focus(scroll)


def act_content(act: Mapping[str, Any]) -> Content:
    """An act, as events keep it: a call as the values of its form, else the text."""
    if "call" not in act:
        return plain(str(act.get("ask") or act.get("answer") or _("(no answer)")))
    given = act.get("with") or {}
    lines = [line(str(act["call"]), "bold")]
    lines += [
        joined(line(f"{name} =", "bold"), plain(value_text(value)), by=" ")
        for name, value in given.items()
    ]
    return joined(*lines, by="\n")


def value_text(value: Any) -> str:
    """A value of a call as it is typed into a form."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
