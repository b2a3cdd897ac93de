"""Which bar stands below the panes: what the person is to do now. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from physassist_tui.core.words import Seat
from physassist_tui.play.casting import HUMAN
from physassist_tui.play.driver import Waiting

FootKind = Literal["composer", "asking", "replying", "deciding", "bar"]


def foot_of(waiting: Waiting | None, seats: Mapping[Seat, str], *, asks: bool) -> FootKind:
    """The bar for who is waited for. `asks`: the person is writing a free turn."""
    if waiting == "ended":
        return "bar"
    if asks:
        return "asking"
    match waiting:
        case "decision":
            return "deciding"
        case "patient":
            return "replying"
        case "physician":
            return "asking"
        case "assistant":
            return "composer"
        case _:
            # What a person has begun to write stays in sight while others act, and in a pause.
            return "composer" if seats[Seat.ASSISTANT] == HUMAN else "bar"
