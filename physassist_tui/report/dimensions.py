"""What a report can be broken down by."""

from __future__ import annotations

from typing import Literal

Dimension = Literal[
    "category",
    "difficulty",
    "language",
    "scenario",
    "task_type",
    "implicitness",
    "leaning",
    "turn",
]

DIMENSIONS: tuple[Dimension, ...] = (
    "category",
    "difficulty",
    "language",
    "scenario",
    "task_type",
    "implicitness",
    "leaning",
    "turn",
)
"""What a report can be broken down by, beside the player, in the order in which it is shown."""

OF_SESSIONS: frozenset[Dimension] = frozenset({"category", "difficulty", "language", "scenario"})
"""Those that put whole sessions together; the others put turns together."""
