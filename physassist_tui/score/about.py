"""What a score says of its scenario, so that a report needs no scenario file."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.scenario import Scenario


def about(scenario: Scenario) -> dict[str, Any]:
    """Category and difficulty, and of each turn its task type and implicitness (or `None`)."""
    return {
        "scenario": scenario.id,
        "category": scenario.category.value,
        "difficulty": scenario.difficulty,
        "turns": [
            {
                "task_type": turn.task_type.value,
                "implicitness": turn.implicitness.value if turn.implicitness else None,
            }
            for turn in scenario.turns
        ],
    }
