"""Sessions as a report reads them, written in letters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from physassist_tui.core.words import ItemKind, Verdict
from physassist_tui.report.played import Played, PlayedItem, PlayedTurn
from physassist_tui.score.authorship import Authorship
from physassist_tui.score.effort import Effort
from physassist_tui.score.finding import CHECKS

LETTERS = {"P": Verdict.PASS, "H": Verdict.PARTIAL, "F": Verdict.FAIL, "-": Verdict.ABSTAIN}
KINDS = tuple(kind.value for kind in ItemKind)
EFFORT = Effort(4, 1, 60_000, 0, None, None, None)


def played(
    session: str,
    turns: str,
    *,
    player: str = "human",
    scenario: str = "tests/one",
    leaning: str = "none NA PE AE",
    ended: str | None = "completed",
    **other: Any,
) -> Played:
    """A session; `turns` has a word a turn, a letter an item (of the kinds in their order)."""
    tasks = ("information_lookup", "data_gathering", "clinical_reasoning", "write_update")
    made = tuple(
        PlayedTurn(
            number=at + 1,
            answered=True,
            task_type=tasks[at % 4],
            implicitness=leaning.split()[at % 4],
            items=tuple(
                PlayedItem(f"i{n}", KINDS[n % len(KINDS)], LETTERS[letter])
                for n, letter in enumerate(word)
            ),
        )
        for at, word in enumerate(turns.split())
    )
    whole = Played(
        session=session,
        scenario=scenario,
        language=other.pop("language", "en"),
        authorship=Authorship(tuple((name, 3) for name in player.split("+"))),
        ended=ended,
        effort=other.pop("effort", EFFORT),
        turns=made,
        category=other.pop("category", "medication_safety"),
        difficulty=other.pop("difficulty", 1),
        checks=dict.fromkeys(CHECKS, 0) | other.pop("checks", {}),
        identity={"scenario": scenario, "language": "en", "judge": None, "graders": {"value": 3}}
        | other.pop("identity", {}),
    )
    return replace(whole, **other)
