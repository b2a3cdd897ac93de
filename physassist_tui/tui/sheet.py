"""The stylesheet of the app, which reads a rule once.

Textual reads every rule again when the theme is applied at the start and whenever a screen
brings rules of its own, each time from the text on; that is a third of the time to the first
frame. Rules that have been read stay good as long as the theme's variables stay the same.
"""

from __future__ import annotations

from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet

_MOST_SOURCES = 1024


class Sheet(Stylesheet):
    """A `Stylesheet` that keeps what it has read until a variable is another."""

    def __init__(self, *, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        # Textual's own holds 64, fewer than the play screen brings: read in turn, none is kept.
        self._parse_cache = LRUCache(_MOST_SOURCES)

    def set_variables(self, variables: dict[str, str]) -> None:
        """Takes the variables over; where one is another, all rules are read again."""
        if variables != self._variables:
            super().set_variables(variables)

    def reparse(self) -> None:
        """Reads what has not been read with the variables of now.

        Raises as `Stylesheet.parse`.
        """
        self.parse()
