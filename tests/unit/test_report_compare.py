"""Sessions side by side: what each saw, did and missed, and which are not ranked for what."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from physassist_tui import cli
from physassist_tui.core.errors import BadInput
from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import Lang, use_language
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import start
from physassist_tui.report.compare import Comparison, comparison, sources_of
from physassist_tui.report.compare_lines import compare_lines, to_json
from physassist_tui.score.keeping import score_and_keep
from physassist_tui.store.recordings import Recordings

MINI = Path(__file__).resolve().parents[1] / "scenarios" / "mini"
GOOD: list[Act] = [
    CallTool("Observation.search", {"code": "Potassium"}),
    Ask("Do you take any painkillers at home?"),
    Answer("Potassium is 5.9 mmol/L."),
    CallTool("ServiceRequest.create",
             {"service_type": "Potassium, serum", "priority": "routine",
              "target_date": "2026-03-11"}),
    Answer("Ordered for tomorrow, 11 March 2026."),
]  # fmt: skip
POOR: list[Act] = [
    CallTool("Observation.search", {"code": "Creatinine"}),
    CallTool("Nothing.search", {}),
    Answer("Creatinine is 1.6 mg/dL."),
    Answer("Noted."),
]


class World:
    def __init__(self, folder: Path) -> None:
        self.root = folder / "scenarios"
        shutil.copytree(MINI, self.root / "mini")
        self.file = self.root / "mini" / "scenario.yaml"
        self.recordings = Recordings.open(folder / "plays.db")
        self.record: Record = open_record(self.loaded.record_path)

    @property
    def loaded(self) -> Loaded:
        return load_scenario("tests/mini", self.root)

    def play(self, name: str, acts: list[Act], lang: Lang = "en", assistant: str = "human") -> str:
        opened = start(
            self.loaded, self.recordings, Casting(assistant, lang), record=self.record, session=name
        )
        for act in acts:
            opened.director.act(act)
        return name

    def compared(self, *sessions: str, lang: Lang = "en") -> Comparison:
        return comparison(sources_of(self.recordings, sessions, self.root), lang)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(tmp_path)
    yield made
    made.recordings.close()
    use_language("en")


def verdicts(made: Comparison, item: str) -> list[Verdict | None]:
    [found] = [one for turn in made.turns for one in turn.items if one.id == item]
    return [grade.verdict if grade is not None else None for grade in found.grades]


def test_what_each_saw_did_and_missed(world: World) -> None:
    """Worked by hand from the acts above."""
    made = world.compared(world.play("S1", GOOD), world.play("S2", POOR))
    first, second = made.turns
    good, poor = first.plays
    assert [call.words for call in good.calls] == ["Observation.search code=Potassium"]
    assert [(call.words, bool(call.refused)) for call in poor.calls] == [
        ("Observation.search code=Creatinine", False), ("Nothing.search", True),
    ]  # fmt: skip
    assert [question for question, _reply in good.exchanges] == [
        "Do you take any painkillers at home?"
    ]
    assert "ibuprofen" in good.exchanges[0][1]
    assert (good.answer, poor.answer) == ("Potassium is 5.9 mmol/L.", "Creatinine is 1.6 mg/dL.")
    assert all("Potassium" in line for line in good.only)
    assert all("Creatinine" in line for line in poor.only)
    assert any("5.9 mmol/L 2026-03-10" in line for line in good.only)
    assert [bool(play.orders) for play in second.plays] == [True, False]
    assert "Potassium, serum" in second.plays[0].orders[0]
    assert verdicts(made, "latest-potassium") == [Verdict.PASS, Verdict.FAIL]
    assert verdicts(made, "latest-creatinine") == [Verdict.FAIL, Verdict.PASS]
    assert verdicts(made, "orders-potassium") == [Verdict.PASS, Verdict.FAIL]
    told = "\n".join(compare_lines(made))
    assert "FAIL: Gives the latest potassium with its unit, having seen the result" in told
    assert "Refused." in told


def test_what_two_saw_is_nobodys_alone(world: World) -> None:
    both: list[Act] = [GOOD[0], POOR[0], Answer("Seen."), Answer("Done.")]
    made = world.compared(world.play("S1", both), world.play("S2", POOR), world.play("S3", POOR))
    only = [play.only for play in made.turns[0].plays]
    assert all("Potassium" in line for line in only[0])
    assert only[0]
    assert only[1:] == [(), ()]
    # In another turn it counts as seen from then on.
    late = world.play("S4", [Answer("Not yet."), GOOD[0], Answer("Now.")])
    made = world.compared(late, world.play("S5", GOOD))
    assert made.turns[0].plays[1].only
    assert made.turns[1].plays[0].only == ()


def test_scores_of_one_identity_are_in_order(world: World) -> None:
    made = world.compared(world.play("S1", POOR), world.play("S2", GOOD))
    [order] = made.ranking.orders
    assert [place.player for place in order] == ["S2", "S1"]
    assert made.ranking.refused == ()


def test_where_the_identity_differs_it_is_named_and_nothing_is_ranked(world: World) -> None:
    zh: list[Act] = [Answer("今晨血钾5.9 mmol/L。"), Answer("已开立。")]
    made = world.compared(world.play("S1", GOOD), world.play("S2", zh, "zh"))
    assert made.ranking.orders == ()
    [refused] = made.ranking.refused
    assert [one.key for one in refused.differences] == ["language"]
    lines = compare_lines(made)
    assert any(line.startswith("Not ranked:") for line in lines)
    assert any("language" in line and "en" in line and "zh" in line for line in lines)
    assert not any(line.startswith("In order") for line in lines)
    assert len(made.turns[0].requests) == 2


def test_a_session_that_is_not_over_fails_what_it_has_not_answered(world: World) -> None:
    opened = start(
        world.loaded, world.recordings, Casting("human", "en"), record=world.record, session="S1"
    )
    opened.director.act(GOOD[0])
    opened.director.act(Answer("First."))
    made = world.compared("S1", world.play("S2", GOOD))
    assert made.sides[0].played.ended is None
    assert not made.turns[1].plays[0].answer
    assert [grade.verdict for item in made.turns[1].items if (grade := item.grades[0])] == [
        Verdict.FAIL
    ] * len(made.turns[1].items)


def test_without_its_scenario_a_session_is_compared_by_its_kept_score(world: World) -> None:
    one, other = world.play("S1", GOOD), world.play("S2", POOR)
    score_and_keep(world.recordings, one, world.loaded, world.record)
    text = world.file.read_text(encoding="utf-8")
    world.file.write_text(text.replace("difficulty: 1", "difficulty: 2"), encoding="utf-8")
    made = world.compared(one, other)
    assert verdicts(made, "latest-potassium") == [Verdict.PASS, None]
    assert made.sides[1].played.not_graded is not None
    assert "not graded: its scenario has changed" in "\n".join(compare_lines(made))
    assert to_json(made)["sessions"][1]["score"] is None
    shutil.rmtree(world.root / "mini")
    bare = world.compared(one, other)
    assert bare.title == "tests/mini"
    assert bare.turns[0].plays[0].answer == "Potassium is 5.9 mmol/L."


def test_the_words_follow_the_language(world: World) -> None:
    sessions = world.play("S1", GOOD), world.play("S2", POOR)
    en, zh = (world.compared(*sessions, lang=lang) for lang in ("en", "zh"))
    texts = [[item.text for turn in made.turns for item in turn.items] for made in (en, zh)]
    assert texts[0][0] == "Gives the latest potassium with its unit, having seen the result"
    assert texts[1][0] == "在查看结果后给出最近一次血钾的数值和单位"
    assert zh.title == "晨间化验复核"


def test_what_others_wrote_never_breaks_a_line(world: World) -> None:
    answer = "One\nTwo\x1b[31m\u202e"
    made = world.compared(world.play("S1", [Answer(answer)]), world.play("S2", POOR))
    for line in compare_lines(made):
        assert "\n" not in line
        assert "\x1b" not in line
        assert "\u202e" not in line


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["S1"], "Give two or more sessions to compare."),
        (["S1", "s1"], "Session S1 is given twice."),
        (["S1", "nothing"], "nothing"),
        (["S1", "X1"], "Sessions of one scenario are compared: S1 was played on tests/mini"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_a_line(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
    arguments: list[str], line: str,
) -> None:  # fmt: skip
    world.play("S1", POOR)
    other = load_scenario(str(MINI.parent / "orders-in-the-chart"))
    start(other, world.recordings, Casting("human", "en"), session="X1")
    monkeypatch.setenv("PHYSASSIST_DB", str(world.recordings.path))
    with pytest.raises(BadInput):
        sources_of(world.recordings, arguments, world.root)
    status = cli.run(["compare", "--lang", "en", *arguments])
    error = capsys.readouterr().err
    assert (status, error.count("\n")) == (2, 1)
    assert line in error


def test_the_command_prints_lines_and_json(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world.play("S1", GOOD)
    world.play("S2", POOR, assistant="human")
    monkeypatch.setenv("PHYSASSIST_DB", str(world.recordings.path))
    common = ["compare", "S1", "S2", "--scenarios", str(world.root), "--lang", "en"]
    assert cli.run([*common, "--plain"]) == 0
    told = capsys.readouterr().out
    assert "A person · session S1" in told
    assert "In order of mRS" in told
    assert cli.run([*common, "--json"]) == 0
    first = capsys.readouterr().out
    found: dict[str, Any] = json.loads(first)
    assert [one["session"] for one in found["sessions"]] == ["S1", "S2"]
    assert found["turns"][0]["items"][0]["differs"] is True
    assert found["ranking"]["orders"][0][0]["session"] == "S1"
    assert found["sessions"][0]["score"]["identity"] == found["sessions"][1]["score"]["identity"]
    assert cli.run([*common, "--json"]) == 0
    assert capsys.readouterr().out == first
