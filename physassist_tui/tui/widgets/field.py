"""A box of one line to type in, which shows what was pasted as it is and never obeys it."""

from __future__ import annotations

from textual.widgets import Input

from physassist_tui.core.foreign import one_line


class Field(Input):
    """An `Input` in which a pasted escape sequence is text like any other."""

    def validate_value(self, value: str) -> str:
        """The value with a sign for every character that a terminal would obey."""
        return one_line(value)
