"""What a score says of its scenario, so that a report needs no scenario file."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.scenario import Scenario
from physassist_tui.core.words import Requests


def about(scenario: Scenario, requests: Requests = "implicit") -> dict[str, Any]:
    """Category and difficulty, and of each turn its task type and implicitness (or `None`).

    A turn that was asked in its explicit form leans on nothing. A free session has neither
    category nor difficulty, and no turns that could be graded.
    """
    leans = requests == "implicit"
    return {
        "scenario": scenario.id,
        "category": None if scenario.free else scenario.category.value,
        "difficulty": None if scenario.free else scenario.difficulty,
        "turns": [
            {
                "task_type": turn.task_type.value,
                "implicitness": turn.implicitness.value if leans and turn.implicitness else None,
            }
            for turn in scenario.turns
        ],
    }
