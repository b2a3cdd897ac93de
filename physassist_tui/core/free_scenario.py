"""A free session on a record: a scenario without requests, facts or rubric. No file holds one."""

from __future__ import annotations

from typing import Literal

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.scenario import Scenario, Turn
from physassist_tui.core.words import Category
from physassist_tui.i18n import Lang


class FreeScenario(Scenario):
    """What a free session is played on. Its patient knows no facts, and its physician no script.

    `id` names the record, the patient, the stay and the clock (`play.free`). Category and
    difficulty mean nothing here and are told nowhere (`score.about`).
    """

    schema_: Literal[1] = 1
    id: str
    title: Bilingual
    patient: str
    encounter: str | None = None
    category: Category = Category.DIAGNOSTIC_WORKUP
    difficulty: Literal[1, 2, 3] = 1
    languages: tuple[Lang, ...] = ("en", "zh")
    turns: tuple[Turn, ...] = ()

    @property
    def free(self) -> bool:
        """Always."""
        return True
