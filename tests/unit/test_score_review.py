"""The review: blind, in a seeded order, kept row by row, locked, revealed, and in the score."""

from __future__ import annotations

import dataclasses
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.reviewing import rater_id
from physassist_tui.core.words import EndReason, Verdict
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import use_language
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.plain.review import review_in_lines
from physassist_tui.play.headless import play_script
from physassist_tui.score.keeping import score_and_keep
from physassist_tui.score.review.seat import ReviewSeat, open_review
from physassist_tui.store.recordings import Recordings
from tests.unit.judge_world import FakeModel, row, said

SHIPPED = "medication-safety/atrial-fibrillation-day-3"
JUDGED = "reasons-from-label"


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class World:
    def __init__(self, loaded: Loaded, record: Record, path: Path, assistant: str) -> None:
        self.loaded, self.record = loaded, record
        self.recordings = Recordings.open(path)
        events = play_script(loaded, assistant, "en", record=record)
        self.recordings.append("S", events)
        self.clock = Clock()

    def seat(self, rater: str = "anna", *, all_items: bool = True) -> ReviewSeat:
        return open_review(
            self.recordings, "S", self.loaded, self.record, rater,
            all_items=all_items, clock=self.clock,
        )  # fmt: skip

    def score(self, *judges: FakeModel) -> dict[str, Any]:
        made = [judge.judge() for judge in judges]
        kept = score_and_keep(self.recordings, "S", self.loaded, self.record, made)
        return kept.score.to_json("en")

    def whole(self, rater: str, verdict: Verdict) -> ReviewSeat:
        """A review of the judge's item alone, locked."""
        seat = self.seat(rater, all_items=False)
        seat.grade(verdict)
        seat.lock()
        return seat


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    return load_scenario(SHIPPED)


@pytest.fixture(scope="module")
def record(loaded: Loaded) -> Record:
    return open_record(loaded.record_path)


@pytest.fixture
def world(loaded: Loaded, record: Record, tmp_path: Path) -> Iterator[World]:
    made = World(loaded, record, tmp_path / "r.db", "script:gold")
    yield made
    assert made.recordings.verify() == []
    made.recordings.close()


def item(score: dict[str, Any]) -> dict[str, Any]:
    [found] = [i for t in score["turns"] for i in t["items"] if i["id"] == JUDGED]
    return dict(found)


def flat(value: Any) -> str:
    return repr(dataclasses.asdict(value))


class TestBlind:
    def test_nothing_of_players_other_raters_or_rules_is_shown_before_the_lock(
        self, world: World
    ) -> None:
        world.whole("ben", Verdict.FAIL)
        judge = FakeModel(said(row(JUDGED, "fail", "", "JUDGEWORDS")), name="v/judge")
        world.score(judge)
        seat = world.seat()
        for number in range(1, seat.view().count + 1):
            shown = flat(seat.go(number))
            for secret in ("script:", "ben", "v/judge", "JUDGEWORDS", "grounded", "because"):
                assert secret not in shown
        with pytest.raises(BadInput):
            seat.reveal()

    def test_each_rater_has_an_order_that_stays(self, world: World) -> None:
        orders = {}
        for rater in ("anna", "ben", "cleo", "dan"):
            view = world.seat(rater).view()
            orders[rater] = [(line.turn, line.id) for line in view.lines]
            assert [(x.turn, x.id) for x in world.seat(rater).view().lines] == orders[rater]
            turns = [turn for turn, _id in orders[rater]]
            assert len(set(turns)) == sum(a != b for a, b in zip([0, *turns], turns, strict=False))
        assert len({tuple(order) for order in orders.values()}) == 4
        assert len({tuple(dict.fromkeys(t for t, _id in o)) for o in orders.values()}) > 1
        assert len({frozenset(order) for order in orders.values()}) == 1

    def test_only_what_no_rule_decides_unless_all_is_asked_for(self, world: World) -> None:
        assert [line.id for line in world.seat(all_items=False).view().lines] == [JUDGED]

    def test_the_transcript_ends_with_the_turn(self, world: World) -> None:
        seat = world.seat(all_items=False)
        shown = seat.view().item
        assert shown is not None
        assert max(entry.turn for entry in shown.transcript) == shown.turn == 2
        assert "77.9" in repr(shown.evidence)
        assert shown.guidance

    def test_the_reveal_tells_it_all(self, world: World) -> None:
        world.score(FakeModel(said(row(JUDGED, "fail", "", "JUDGEWORDS")), name="v/judge"))
        world.whole("ben", Verdict.PARTIAL)
        other = world.seat("open")
        other.grade(Verdict.FAIL)
        told = world.whole("anna", Verdict.PASS).reveal()
        assert ("assistant", "script:gold") in told.players
        [one] = told.items
        assert (one.own.grade, one.by_rules) == (Verdict.PASS, None)
        assert [(who, verdict) for who, verdict, _because in one.others] == [
            ("judge:v/judge", Verdict.FAIL), ("human:ben", Verdict.PARTIAL),
        ]  # fmt: skip
        assert "JUDGEWORDS" in one.others[0][2]


class TestRows:
    def test_a_later_grade_counts_and_the_earlier_stays(self, world: World) -> None:
        seat = world.seat(all_items=False)
        seat.grade(Verdict.FAIL, "missed")
        seat.grade(Verdict.PASS)
        marked = seat.view().lines[0].marked
        assert (marked.grade, marked.note) == (Verdict.PASS, "missed")
        rows = world.recordings.ratings("S", "anna")
        assert [row.grade for row in rows if row.kind == "graded"] == [Verdict.FAIL, Verdict.PASS]

    @pytest.mark.parametrize("act", ["UPDATE rating SET grade = 'pass'", "DELETE FROM rating"])
    def test_the_file_itself_refuses_to_change_a_row(self, world: World, act: str) -> None:
        world.seat(all_items=False).grade(Verdict.FAIL)
        other = sqlite3.connect(world.recordings.path)
        with pytest.raises(sqlite3.IntegrityError):
            other.execute(act)
        other.close()

    @pytest.mark.parametrize(
        "change",
        [
            "INSERT INTO rating SELECT NULL, session, rater, at, 'graded', scenario_hash, "
            "rubric_hash, last_seq, turn, item, 'great', dispute, text, ms FROM rating LIMIT 1",
            "INSERT INTO rating SELECT NULL, session, rater, at, 'guessed', scenario_hash, "
            "rubric_hash, last_seq, turn, item, NULL, dispute, text, ms FROM rating LIMIT 1",
            "INSERT INTO judgement VALUES (NULL, 'S', 1, 'j', 'p', 'r', "
            "'2026-01-01T00:00:00.000000Z', '{}')",
            "INSERT INTO judgement VALUES (NULL, 'S', 1, 'j', 'p', 'r', 'now', 'no')",
        ],
    )
    def test_a_row_that_cannot_be_is_one_line(
        self, loaded: Loaded, record: Record, tmp_path: Path, change: str
    ) -> None:
        world = World(loaded, record, tmp_path / "damaged.db", "script:gold")
        world.seat(all_items=False)
        other = sqlite3.connect(world.recordings.path)
        other.execute(change)
        other.commit()
        other.close()
        with pytest.raises(ServiceFailed):
            _ = (world.recordings.ratings("S"), world.recordings.judgements("S"))
        [fault] = world.recordings.verify()
        assert fault.session == "S"
        world.recordings.close()

    def test_it_goes_on_where_it_was(self, world: World) -> None:
        seat = world.seat()
        seat.grade(Verdict.PASS)
        seat.skip()
        seat.dispute("unclear", "which day?")
        again = world.seat().view()
        assert again.lines[0].marked.grade is Verdict.PASS
        assert again.lines[1].marked.skipped
        assert again.lines[2].marked.dispute == "unclear"
        assert again.settled == 2
        assert world.seat("ben").view().settled == 0

    def test_what_was_skipped_comes_again_at_the_end(self, world: World) -> None:
        seat = world.seat()
        count = seat.view().count
        seat.skip()
        for _ in range(count - 1):
            seat.grade(Verdict.PASS)
        view = seat.view()
        assert view.item is not None
        assert view.item.number == 1
        assert view.open == (1,)

    def test_seconds_are_kept_and_pauses_apart(self, world: World) -> None:
        seat = world.seat(all_items=False)
        world.clock.now += 5
        seat.pause()
        world.clock.now += 1000
        seat.resume()
        world.clock.now += 2.5
        seat.grade(Verdict.PASS)
        seat.lock()
        [rating] = item(world.score())["ratings"]
        assert rating["seconds"] == 7.5
        paused = [row.ms for row in world.recordings.ratings("S", "anna") if row.kind == "resumed"]
        assert paused == [1_000_000]

    def test_the_time_of_an_item_is_its_own(self, world: World) -> None:
        seat = world.seat()
        world.clock.now += 3
        seat.go(4)
        world.clock.now += 4
        seat.go(1)
        world.clock.now += 5
        seat.grade(Verdict.PASS)
        lines = seat.view().lines
        assert [lines[0].marked.ms, lines[3].marked.ms] == [8000, 4000]

    def test_an_act_while_paused_goes_on(self, world: World) -> None:
        seat = world.seat(all_items=False)
        seat.pause()
        world.clock.now += 9
        assert not seat.grade(Verdict.FAIL).paused
        assert seat.view().lines[0].marked.ms == 0

    def test_two_windows_of_one_rater_and_a_lock_in_one(self, world: World) -> None:
        one, other = world.seat(all_items=False), world.seat(all_items=False)
        one.grade(Verdict.PASS)
        one.lock()
        with pytest.raises(BadInput):
            other.grade(Verdict.FAIL)


class TestRefusals:
    def test_no_lock_with_an_item_open(self, world: World) -> None:
        seat = world.seat()
        seat.grade(Verdict.PASS)
        with pytest.raises(BadInput) as raised:
            seat.lock()
        assert ": 2, 3" in str(raised.value)

    def test_nothing_after_the_lock(self, world: World) -> None:
        seat = world.whole("anna", Verdict.PASS)
        acts: tuple[Callable[[], Any], ...] = (
            lambda: seat.grade(Verdict.FAIL), lambda: seat.note("x"), seat.skip, seat.lock,
            lambda: seat.dispute("wrong", "x"), seat.back, seat.pause,
        )  # fmt: skip
        count = len(world.recordings.ratings("S"))
        for act in acts:
            with pytest.raises(BadInput):
                act()
        assert world.seat(all_items=False).view().locked
        assert len(world.recordings.ratings("S")) == count

    def test_what_a_person_cannot_say(self, world: World) -> None:
        seat = world.seat()
        with pytest.raises(BadInput):
            seat.grade(Verdict.ABSTAIN)
        with pytest.raises(BadInput):
            seat.dispute("wrong", "  ")
        with pytest.raises(BadInput):
            seat.go(0)

    @pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\u202eb", "x" * 65, "\u200b"])
    def test_a_rater_that_cannot_be_told_apart(self, name: str) -> None:
        with pytest.raises(BadInput):
            rater_id(name)
        assert rater_id(" 王医生 ") == "王医生"
        assert rater_id("e\u0301") == rater_id("é")

    def test_a_session_that_is_not_over(self, world: World) -> None:
        events = [e for e in world.recordings.events("S") if e.kind != "session_ended"]
        world.recordings.append("T", events)
        with pytest.raises(BadInput):
            open_review(world.recordings, "T", world.loaded, world.record, "anna")

    def test_a_play_that_answered_nothing(
        self, loaded: Loaded, record: Record, tmp_path: Path
    ) -> None:
        idle = World(loaded, record, tmp_path / "n.db", "script:null")
        with pytest.raises(BadInput):
            idle.seat()
        idle.recordings.close()


class TestInTheScore:
    def test_only_locked_reviews_count(self, world: World) -> None:
        seat = world.seat(all_items=False)
        seat.grade(Verdict.PASS, "well argued")
        before = world.score()
        assert (item(before)["grade"], item(before)["ratings"]) == ("abstain", [])
        seat.lock()
        after = world.score()
        assert (item(after)["grade"], item(after)["grader"]) == ("pass", "human")
        assert "well argued" in item(after)["because"]
        assert after["identity"] == {**before["identity"], "people": 1}
        assert json.dumps(world.score()) == json.dumps(after)

    def test_raters_who_differ(self, world: World) -> None:
        world.whole("anna", Verdict.PASS)
        world.whole("ben", Verdict.FAIL)
        assert item(world.score())["grade"] == "abstain"
        world.whole("cleo", Verdict.FAIL)
        got = item(world.score())
        assert got["grade"] == "fail"
        assert [r["rater"] for r in got["ratings"]] == ["human:anna", "human:ben", "human:cleo"]

    def test_a_dispute_is_in_the_score_with_its_scenario(self, world: World) -> None:
        seat = world.seat(all_items=False)
        seat.dispute("unsafe", "would have harmed her")
        seat.lock()
        [rating] = item(world.score())["ratings"]
        assert rating["dispute"] == {"kind": "unsafe", "words": "would have harmed her"}
        assert (rating["grade"], item(world.score())["grade"]) == (None, "abstain")
        hashes = {row.scenario_hash for row in world.recordings.ratings("S")}
        assert hashes == {world.loaded.content_hash}

    def test_a_dispute_taken_back_is_none(self, world: World) -> None:
        seat = world.seat(all_items=False)
        seat.dispute("wrong", "x")
        seat.dispute(None)
        assert seat.view().open == (1,)

    def test_an_item_that_a_rule_decides_stays_with_the_rule(self, world: World) -> None:
        before = world.score()
        seat = world.seat()
        for _ in range(seat.view().count):
            seat.grade(Verdict.FAIL)
        seat.lock()
        after = world.score()
        changed = [
            i["id"]
            for a, b in zip(before["turns"], after["turns"], strict=True)
            for i, j in zip(a["items"], b["items"], strict=True)
            if i["grade"] != j["grade"]
        ]
        assert changed == [JUDGED]

    def test_ratings_and_judgements_come_along_in_a_merge(
        self, world: World, tmp_path: Path
    ) -> None:
        world.whole("anna", Verdict.PASS)
        world.score(FakeModel(said(row(JUDGED, "fail")), name="v/a"))
        with Recordings.open(tmp_path / "all.db") as together:
            for _ in range(2):
                together.merge(world.recordings.path)
            assert together.ratings("S") == world.recordings.ratings("S")
            assert len(together.judgements("S")) == 1
            assert together.verify() == []


class Typed:
    """Lines as somebody types them."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)

    def read(self, prompt: str, *, prefilled: str = "") -> str | None:
        return next(self._lines, None)


@pytest.mark.parametrize(
    ("lang", "lines"),
    [
        ("en", ["?", "v", "t", "n thin", "d wrong the label changed", "2", "b", "３ no", "l"]),
        ("zh", ["帮助", "清单", "记录", "备注 略", "异议 错误 标签已改", "部分", "返回", "不通过",
                "锁定"]),
    ],
)  # fmt: skip
def test_in_lines(
    world: World, lang: Any, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    use_language(lang)
    try:
        assert review_in_lines(world.seat(all_items=False), Typed(*lines)) == 0
    finally:
        use_language("en")
    told = capsys.readouterr().out
    assert "77.9" in told
    assert "script:gold" not in told[: told.index("77.9")]
    assert "script:gold" in told
    [rating] = item(world.score())["ratings"]
    assert (rating["grade"], rating["dispute"]["kind"]) == ("fail", "wrong")


def test_lines_that_are_no_keys_change_nothing(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["", "   ", "4", "x", "0", "g", "g 99", "d", "d maybe so", "l", "p", "\x1b[31m", "q"]
    assert review_in_lines(world.seat(all_items=False), Typed(*lines)) == 0
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert world.seat(all_items=False).view().open == (1,)
    assert EndReason.COMPLETED.value not in told
