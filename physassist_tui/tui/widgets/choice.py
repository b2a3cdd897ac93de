"""A setting with its name before it: one of a few, chosen with Enter and the arrows."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Label, Select

from physassist_tui.core.foreign import one_line
from physassist_tui.tui.content import line


class Choice(Horizontal):
    """`options` are what is shown and what it stands for; `value` is one of these."""

    def __init__(
        self, heading: str, options: Sequence[tuple[str, str]], value: str, *, name_id: str
    ) -> None:
        super().__init__(classes="choice")
        self._heading = heading
        self._options = [(one_line(shown), meant) for shown, meant in options]
        self._value = value
        self._name_id = name_id

    def compose(self) -> ComposeResult:
        """The name, then the chosen option."""
        yield Label(line(self._heading), classes="choice-name")
        yield Select[str](
            [(line(shown), meant) for shown, meant in self._options],
            value=self._value,
            allow_blank=False,
            id=self._name_id,
        )
