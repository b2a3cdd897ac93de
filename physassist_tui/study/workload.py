"""The NASA-TLX, raw: six subscales from 0 to 100 in steps of 5, and their plain mean.

Source of the subscales and the 21 steps: Hart SG, Staveland LE, 1988 (Adv Psychol 52:139–183);
of the raw form, without the weighting by pairs: Hart SG, 2006 (Proc HFES 50:904–908).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from physassist_tui.i18n import Message, msg

LOWEST, HIGHEST, STEP = 0, 100, 5


@dataclass(frozen=True)
class Subscale:
    """One subscale: its id in the responses, its name, what is asked, and its two ends."""

    id: str
    name: Message
    text: Message
    low: Message
    high: Message


def subscales() -> tuple[Subscale, ...]:
    """The six, in their order. Of performance the low end is success, as in the instrument."""
    low, high = msg("very low"), msg("very high")
    thinking = msg("How much thinking, deciding, remembering and looking did the task demand?")
    moving = msg("How much physical activity did the task demand, typing and moving included?")
    doing = msg("How well did you do what you were asked to do?")
    upset = msg("How insecure, irritated or stressed did you feel?")
    return (
        Subscale("mental", msg("Mental demand"), thinking, low, high),
        Subscale("physical", msg("Physical demand"), moving, low, high),
        Subscale("temporal", msg("Temporal demand"), msg("How hurried was the pace of the task?"),
                 low, high),
        Subscale("performance", msg("Performance"), doing, msg("perfect"), msg("failure")),
        Subscale("effort", msg("Effort"), msg("How hard did you have to work for that result?"),
                 low, high),
        Subscale("frustration", msg("Frustration"), upset, low, high),
    )  # fmt: skip


def raw_score(values: Sequence[float]) -> float | None:
    """The mean of the six subscales, 0 to 100; `None` where one lacks."""
    return sum(values) / len(values) if len(values) == len(subscales()) else None
