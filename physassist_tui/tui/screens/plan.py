"""What was chosen before a play."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Message, msg
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Budgets, Casting


@dataclass(frozen=True)
class Plan:
    """A play to be started. `goal` is what a model physician is to find out."""

    loaded: Loaded
    casting: Casting
    goal: str = ""


def budgets_of(minutes: str, tokens: str, cost_usd: str) -> Budgets:
    """The budgets as they are typed; empty is no limit. Raises `BadInput` naming the field."""
    time = _number(minutes, msg("Minutes"))
    cost = _number(cost_usd, msg("US dollars"))
    count = _number(tokens, msg("Tokens"))
    if count is not None and count != int(count):
        raise _bad(msg("Tokens"), tokens)
    return Budgets(None if time is None else time * 60, None if count is None else int(count), cost)


def _number(text: str, field: Message) -> float | None:
    typed = text.strip().replace(",", "")
    if not typed:
        return None
    try:
        value = float(typed)
    except ValueError:
        raise _bad(field, text) from None
    if not 0 < value < 1e12:
        raise _bad(field, text)
    return value


def _bad(field: Message, text: str) -> BadInput:
    return BadInput(
        msg("{field}: `{text}` is no number above 0; empty is no limit.", field=field, text=text)
    )
