"""What a score says of its scenario, so that a report needs no scenario file."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.scenario import Scenario
from physassist_tui.core.words import Requests


def about(scenario: Scenario, requests: Requests = "implicit") -> dict[str, Any]:
    """Category and difficulty, and of each turn its task type and implicitness (or `None`).

    A turn that was asked in its explicit form leans on nothing.
    """
    leans = requests == "implicit"
    return {
        "scenario": scenario.id,
        "category": scenario.category.value,
        "difficulty": scenario.difficulty,
        "turns": [
            {
                "task_type": turn.task_type.value,
                "implicitness": turn.implicitness.value if leans and turn.implicitness else None,
            }
            for turn in scenario.turns
        ],
    }
