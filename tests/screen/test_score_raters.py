"""The score's rows tell raters and judges, who decides, what is not graded, what has changed."""

from __future__ import annotations

from pathlib import Path

from physassist_tui.core.words import Verdict
from physassist_tui.score.keeping import Kept, score_and_keep
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.widgets.score_rows import Row, score_rows
from tests.screen.review_world import JUDGED, WHY, World
from tests.unit.judge_world import FakeModel, row, said


def judged(rows: list[Row]) -> str:
    [found] = [one.detail for one in rows if one.text.endswith(WHY)]
    return found


def test_who_decides_is_told_at_each_step(recordings: Recordings, tmp_path: Path) -> None:
    """Nobody, then a judge, then a person in its place; a rule beside them all the time."""
    world = World(recordings, tmp_path)
    world.play("S")

    def score(*judges: FakeModel) -> Kept:
        made = [judge.judge() for judge in judges]
        return score_and_keep(
            recordings, "S", world.loaded, world.record, made, kept_judges=not made
        )

    rows = score_rows(score(), "en")
    assert "1 of 7 items is not graded" in [one.text for one in rows]
    assert WHY in next(one.detail for one in rows if "not graded" in one.text)
    assert "Who decides: nobody yet" in judged(rows)
    assert any("Who decides: its rule" in one.detail for one in rows)

    score(FakeModel(said(row(JUDGED, "fail", "", "No reason.")), name="v/judge"))
    rows = score_rows(score(), "en")  # its reply is kept: the score counts it unasked
    assert "Who decides: judges" in judged(rows)
    assert "Rated by judge:v/judge: FAIL; Judge v/judge: No reason." in judged(rows)
    assert not any("not graded" in one.text for one in rows)
    assert rows[-1].text == "The same as the score before."

    world.locked("S", "bertha", Verdict.PARTIAL, "half of it")
    rows = score_rows(score(), "en")
    assert "Who decides: people" in judged(rows)
    assert "Rated by human:bertha: PARTIAL" in judged(rows)
    assert "Rated by judge:v/judge: FAIL" in judged(rows)
    texts = [one.text for one in rows]
    assert "Changed since the score before" in texts
    assert any(JUDGED in text and "FAIL → PARTIAL" in text for text in texts)

    world.locked("S", "carl", Verdict.FAIL, "none of it")
    assert "Who decides: nobody: the people are split" in judged(score_rows(score(), "en"))
