"""What graders work out from a record that stays as it is, remembered from text to text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

Made = TypeVar("Made")


class Recall:
    """Remembers what was made of a thing, as long as the contexts live that share it.

    Things are told apart by what they are, not by what they hold, and kept.
    """

    def __init__(self) -> None:
        self._made: dict[int, tuple[object, object]] = {}

    def of(self, thing: object, make: Callable[[], Made]) -> Made:
        """What `make` gives for `thing`, made once. What it raises is not remembered."""
        known = self._made.get(id(thing))
        if known is None:
            known = self._made[id(thing)] = (thing, make())
        return cast("Made", known[1])
