"""Every scenario that ships is fit to use."""

from __future__ import annotations

import pytest

from physassist_tui.check import check_one
from physassist_tui.library import list_scenarios

IDS = [entry.id for entry in list_scenarios()]


def test_there_are_scenarios_of_three_categories_in_both_languages() -> None:
    entries = list_scenarios()
    assert {"medication_safety", "treatment_response", "discharge_planning"} <= {
        entry.category for entry in entries
    }
    assert all(set(entry.languages) == {"en", "zh"} for entry in entries)


@pytest.mark.parametrize("scenario", IDS)
def test_it_passes_the_seven_checks(scenario: str) -> None:
    report = check_one(scenario)
    assert [str(problem) for problem in report.problems] == []
    for figures in report.figures:
        if figures.player == "script:gold":
            assert set(figures.turns) == {1.0}
        elif figures.player == "script:null":
            assert set(figures.turns) == {0.0}
        else:
            assert figures.session is not None
            assert figures.session < 0.25
