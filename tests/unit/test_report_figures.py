"""The figures of a report, each against an example worked by hand."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.events import Trial
from physassist_tui.core.words import EndReason, Seat, Verdict
from physassist_tui.report.as_csv import COLUMNS, to_csv
from physassist_tui.report.as_json import dump, to_json
from physassist_tui.report.dimensions import DIMENSIONS
from physassist_tui.report.extras import efforts_of, gap_of, kinds_of, trials_of
from physassist_tui.report.figure import Draws, Figure, session_figures
from physassist_tui.report.lines import lines
from physassist_tui.report.page import page
from physassist_tui.report.played import Played
from physassist_tui.report.sheet import Options, PlayerSheet, report_of
from physassist_tui.report.slices import slices
from physassist_tui.score.authorship import Authorship, authorship_of
from physassist_tui.score.effort import Effort, effort_of
from tests.unit.builders import Play
from tests.unit.report_world import EFFORT, played

ROOT = Path(__file__).resolve().parents[2]
FEW = Draws(resamples=40)
OPTIONS = Options(draws=FEW)


def by_key(figures: tuple[Figure, ...]) -> dict[str, Figure]:
    return {figure.key: figure for figure in figures}


def sheet_of(*sessions: Played, planned: int | None = None) -> PlayerSheet:
    (sheet,) = report_of(sessions, replace(OPTIONS, planned=planned)).players
    return sheet


def test_the_figures_of_two_sessions() -> None:
    # Turn scores: 1 and ½ (lenient ¾); 0 and 1, with one item ungraded.
    one, two = played("a", "PP PH"), played("b", "FF P-")
    found = by_key(session_figures([one.tallies, two.tallies], FEW))
    assert found["mrs"].value == (Fraction(3, 4) + Fraction(1, 2)) / 2
    assert found["mrs_lenient"].value == (Fraction(7, 8) + Fraction(1, 2)) / 2
    assert (found["mrs"].n, found["mrs"].unit, found["mrs"].hits) == (2, "sessions", None)
    assert (found["pass_turn_0.60"].hits, found["pass_turn_0.60"].n) == (2, 4)
    assert found["pass_turn_lenient_0.75"].hits == 3
    assert (found["pass_session_0.60"].hits, found["pass_session_lenient_0.60"].hits) == (0, 1)
    rate = found["checkpoint_rate"]
    assert (rate.hits, rate.n, rate.ungraded) == (4, 7, 1)
    assert rate.interval is not None
    assert rate.clustered is not None
    assert (found["task_success"].hits, found["task_success"].n) == (0, 2)
    assert (found["graded_share"].hits, found["graded_share"].n) == (7, 8)


def test_what_was_not_graded_is_counted_and_never_nought() -> None:
    bare = replace(played("c", ""), turns=(), identity=None, checks=None)
    found = by_key(sheet_of(played("a", "PP"), bare).figures)
    assert (found["mrs"].value, found["mrs"].n, found["mrs"].ungraded) == (Fraction(1), 1, 1)
    only = by_key(sheet_of(bare).figures)
    assert all(only[key].value is None for key in ("mrs", "pass_turn_0.60", "task_success"))


def test_counts_say_how_far_each_session_came() -> None:
    sheet = sheet_of(
        played("a", "P"),
        played("b", "P-"),
        played("c", "--", ended=None),
        played("d", "F", ended="tool_limit"),
        planned=6,
    )
    assert sheet.counts.to_json() == {
        "planned": 6, "attempted": 4, "finished": 2, "graded": 3, "wholly_graded": 2,
    }  # fmt: skip
    assert sheet.ends == {"completed": 2, "tool_limit": 1, "unfinished": 1}


@pytest.mark.parametrize(
    ("dimension", "values"),
    [
        ("category", ["medication_safety", "unknown"]),
        ("difficulty", ["1", "2", "unknown"]),
        ("language", ["en", "zh"]),
        ("scenario", ["tests/one", "tests/two"]),
        ("task_type", ["clinical_reasoning", "data_gathering", "information_lookup"]),
        ("implicitness", ["NA", "PE", "none"]),
        ("leaning", ["implicit", "explicit"]),
        ("turn", ["1", "2", "3"]),
    ],
)
def test_every_slice(dimension: Any, values: list[str]) -> None:
    sessions = [
        played("a", "P F P"),
        played("b", "F", language="zh", difficulty=2),
        replace(played("c", "P", scenario="tests/two"), category=None, difficulty=None),
    ]
    assert [part.value for part in slices(sessions, dimension)] == values


def test_a_slice_of_turns_looks_at_its_turns_alone() -> None:
    sessions = [played("a", "P F P F"), played("b", "F F F P")]
    implicit, explicit = slices(sessions, "leaning")
    assert by_key(session_figures(explicit.scores, FEW, whole=False))["mrs"].value == Fraction(1, 2)
    found = by_key(session_figures(implicit.scores, FEW, whole=False))
    assert found["mrs"].value == Fraction(1, 3)
    assert "pass_session_0.60" not in found
    assert "task_success" not in found


def test_implicit_against_explicit_is_taken_within_each_session() -> None:
    # Explicit 1, implicit ½: −½. Explicit 0, implicit 1: 1. The third has no explicit turn.
    sessions = [
        played("a", "P P F", leaning="none NA PE none"),
        played("b", "F P", leaning="none NA PE none"),
        played("c", "P", leaning="NA NA NA NA"),
    ]
    gap = gap_of(sessions, FEW)
    assert (gap.value, gap.n, gap.ungraded) == (Fraction(1, 4), 2, 1)


def test_failure_kinds_count_what_was_missed() -> None:
    found = {kind.kind: kind for kind in kinds_of([played("a", "PFH-"), played("b", "FP")])}
    assert found["data_retrieval"].missed.value == Fraction(1, 2)
    assert found["clinical_reasoning"].missed.value == Fraction(1, 2)
    action = found["action_execution"]
    assert (action.partial, action.failed, action.missed.value) == (1, 0, Fraction(1))
    documentation = found["documentation"]
    assert (documentation.missed.value, documentation.ungraded) == (None, 1)
    assert "safety" not in found


def test_standing_checks_count_findings_and_sessions() -> None:
    sheet = sheet_of(
        played("a", "P", checks={"said_not_done": 3}),
        played("b", "P"),
        replace(played("c", "P"), checks=None),
    )
    check = sheet.checks[0]
    assert (check.check, check.findings) == ("said_not_done", 3)
    assert (check.sessions.hits, check.sessions.n, check.sessions.ungraded) == (1, 2, 1)


def test_unknown_effort_stays_unknown() -> None:
    paid = replace(EFFORT, cost_usd=0.25, tokens_in=100)
    sessions = [played("a", "P", effort=paid), played("b", "P"), played("c", "P", effort=paid)]
    found = {effort.name: effort for effort in efforts_of(sessions, FEW)}
    cost = found["cost_usd"]
    assert (cost.mean.value, cost.mean.n, cost.mean.ungraded) == (Fraction(1, 4), 2, 1)
    assert (cost.total, cost.median) == (0.5, 0.25)
    assert (found["tokens_out"].mean.value, found["tokens_out"].total) == (None, None)
    assert (found["tool_calls"].mean.value, found["tool_calls"].mean.n) == (Fraction(4), 3)


def trial_values(sessions: list[Played], planned: int | None = None) -> dict[Any, Any]:
    return {
        (one.k, figure.key): figure.value
        for one in trials_of(sessions, planned, FEW).by_k
        for figure in one.figures
    }


def test_trials_count_what_was_planned() -> None:
    sessions = [
        played("a", "P"), played("b", "P"), played("c", "P", ended="time_limit"),
        played("d", "F", scenario="tests/two"),
    ]  # fmt: skip
    found = trial_values(sessions, 3)
    # One task succeeded twice in three trials, the other never in three.
    assert found[1, "pass_at_k"] == Fraction(1, 3)
    assert found[3, "pass_at_k"] == Fraction(1, 2)
    assert found[3, "pass_hat_k"] == 0
    assert found[3, "plugin_pass_hat_k"] == Fraction(8, 27) / 2
    # Without a plan the second task has one trial only, so k goes no further.
    assert {k for k, _ in trial_values(sessions)} == {1}


def test_a_session_played_by_itself_was_planned_beside_trials_that_say_how_many() -> None:
    trial = Trial(batch="b", number=1, planned=3)
    sessions = [replace(played("a", "P"), trial=trial), played("d", "P", scenario="tests/two")]
    found = trials_of(sessions, None, FEW)
    assert (found.planned, found.attempted) == (4, 2)
    assert trials_of(sessions[1:], None, FEW).planned is None, "nobody said"


def test_a_language_or_another_judge_makes_another_task_and_a_session_without_score_none() -> None:
    sessions = [
        played("a", "P"),
        played("b", "P", language="zh"),
        played("c", "P", identity={"judge": "j"}),
    ]
    assert trials_of(sessions, None, FEW).tasks == 3
    bare = replace(played("d", "", ended=None), turns=(), identity=None)
    assert trials_of([*sessions, bare], None, FEW).tasks == 3


def test_an_undecided_trial_is_no_failure_and_no_success() -> None:
    found = trials_of([played("a", "P-"), played("b", "P")], None, FEW)
    assert (found.graded, found.attempted) == (1, 2)
    assert found.by_k[0].figures[0].value is None
    assert found.by_k[0].figures[0].ungraded == 1


class TestRanking:
    def test_alike_players_are_ranked_with_their_distance(self) -> None:
        sessions = [
            *(played(f"h{n}", "PP FP", player="human") for n in range(3)),
            *(played(f"m{n}", "FF FP", player="model:m") for n in range(3)),
        ]
        ranking = report_of(sessions, OPTIONS).ranking
        ((first, second),) = ranking.orders
        assert (first.player, second.player) == ("human", "model:m")
        assert second.behind == Fraction(1, 2)
        assert ranking.refused == ()

    @pytest.mark.parametrize(
        ("other", "key", "left", "right"),
        [
            ({"identity": {"judge": "judge:x"}}, "judge", ("null",), ("judge:x",)),
            ({"identity": {"graders": {"value": 4}}}, "graders.value", ("3",), ("4",)),
            ({"identity": {"rubric": "r"}}, "rubric", (), ("tests/one r",)),
            ({"identity": {"patient": "model:p"}}, "patient", (), ("model:p",)),
            ({"identity": {"language": "zh"}}, "language", ("en",), ("zh",)),
        ],
    )
    def test_another_identity_is_refused_and_named(
        self, other: dict[str, Any], key: str, left: tuple[str], right: tuple[str]
    ) -> None:
        sessions = [played("a", "P"), played("b", "F", player="model:m", **other)]
        report = report_of(sessions, OPTIONS)
        assert report.ranking.orders == ()
        (refused,) = report.ranking.refused
        (difference,) = refused.differences
        assert (difference.key, difference.left, difference.right) == (key, left, right)
        told = "\n".join(lines(report, "en"))
        assert "Not ranked: A person with B model:m" in told
        assert all(value in told for value in (*left, *right))

    def test_the_same_cases_in_another_mix_are_refused(self) -> None:
        easy, hard = {"scenario": "tests/easy"}, {"scenario": "tests/hard"}
        sessions = [
            played("a", "P", **easy), played("b", "P", **easy), played("c", "F", **hard),
            played("d", "P", player="m", **easy), played("e", "F", player="m", **hard),
        ]  # fmt: skip
        (refused,) = report_of(sessions, OPTIONS).ranking.refused
        (difference,) = refused.differences
        assert difference.key == "mix"
        assert "tests/easy tests/easy en: 2 / 3" in difference.left
        assert "tests/easy tests/easy en: 1 / 2" in difference.right

    def test_items_graded_for_one_only_are_refused(self) -> None:
        sessions = [played("a", "P-"), played("b", "PP", player="m")]
        (refused,) = report_of(sessions, OPTIONS).ranking.refused
        (difference,) = refused.differences
        assert (difference.key, difference.right) == ("graded_items", ("tests/one 1/i1",))

    def test_an_unanswered_turn_is_no_such_item(self) -> None:
        silent = played("b", "FF", player="m")
        silent = replace(silent, turns=(replace(silent.turns[0], answered=False),))
        assert report_of([played("a", "P-"), silent], OPTIONS).ranking.refused == ()

    def test_sessions_without_a_score_are_refused_by_name(self) -> None:
        bare = replace(played("b", "", player="m"), turns=(), identity=None)
        (refused,) = report_of([played("a", "P"), bare], OPTIONS).ranking.refused
        assert refused.differences[0].right == ("b",)


def test_scores_made_in_different_ways_are_told_of_a_player() -> None:
    mixed = sheet_of(played("a", "P"), played("b", "P", identity={"judge": "x"}))
    assert mixed.mixed == ("judge",)
    other_case = {"graders": {"state": 1}, "limits": {"tool_calls": 3}, "scenario": "two"}
    assert (
        sheet_of(played("a", "P"), played("b", "P", scenario="2", identity=other_case)).mixed == ()
    )
    changed = sheet_of(played("a", "P"), played("b", "P", identity={"scenario": "changed"}))
    assert changed.mixed == ("scenario",)


class TestAuthorship:
    def play(self) -> Play:
        play = Play(assistant="model:m")
        play.turn().call()
        play.ask("?", "!")
        play.answer("x")
        return play

    def test_one_player_s_session_is_its_own(self) -> None:
        found = authorship_of(self.play().events)
        assert found.key == "human+model:m"  # the builder's events are all by `human`
        assert dict(found.acts) == {"human": 2, "model:m": 0}  # a question is a call

    def test_a_session_passed_on_is_nobody_s_own_even_if_nothing_followed(self) -> None:
        play = Play(assistant="human")
        play.turn().answer("x")
        assert authorship_of(play.events).key == "human"
        play.seat(Seat.ASSISTANT, "human", "model:m")
        assert authorship_of(play.events).key == "human+model:m"
        other = Play(assistant="human")
        other.seat(Seat.PATIENT, "grounded", "model:p")
        assert authorship_of(other.events).key == "human"

    def test_rewound_and_forked_sessions_are_told_apart(self) -> None:
        play = Play(assistant="human")
        at = play.turn().call()
        play.answer("x")
        play.rewind(at)
        found = authorship_of(play.events)
        assert (found.key, dict(found.acts)) == ("human [rewound]", {"human": 1})
        fork = Play(assistant="human", parent_session="P", parent_seq=1)
        assert authorship_of(fork.events).key == "human [fork]"

    def test_the_report_lists_it_under_both(self) -> None:
        sessions = [played("a", "P"), played("b", "P", player="human+model:m")]
        report = report_of(sessions, OPTIONS)
        assert [sheet.player for sheet in report.players] == ["human", "human+model:m"]
        assert [len(sheet.sessions) for sheet in report.players] == [1, 1]
        assert "B person+model:m | person 3, model:m 3" in "\n".join(lines(report, "en"))


def test_effort_is_of_the_assistant_s_seat_and_unknown_once_one_call_does_not_tell() -> None:
    from physassist_tui.core import events as ev

    def called(seat: Seat, **figures: Any) -> None:
        data = {"first_token_ms": 1, "usage": None, "finish_reason": "stop", "total_ms": 10}
        play._add(ev.ModelCalledData(provider="p", model="m", **{**data, **figures}), seat)

    play = Play(assistant="model:m")
    play.turn().call()
    play.ask("?", "!")
    assert effort_of(play.events) == Effort(1, 1, 0, 0, None, None, None)
    called(Seat.ASSISTANT, tokens_in=5, tokens_out=2, cost_usd=0.5)
    called(Seat.PATIENT, tokens_in=99, tokens_out=99, cost_usd=99.0)
    called(Seat.ASSISTANT, fault="timed_out", total_ms=7)
    assert effort_of(play.events) == Effort(1, 1, 0, 17, 5, 2, 0.5)
    called(Seat.ASSISTANT, tokens_in=5, tokens_out=2)
    assert effort_of(play.events) == Effort(1, 1, 0, 27, 10, 4, None)
    play.end(EndReason.TOKEN_LIMIT)


TURNS = st.lists(st.text("PHF-", min_size=1, max_size=4), min_size=1, max_size=3).map(" ".join)


@settings(max_examples=8, deadline=None)
@given(st.lists(st.tuples(TURNS, st.sampled_from(["human", "m"])), max_size=5), st.randoms())
def test_the_order_of_sessions_changes_no_byte(rows: list[tuple[str, str]], chance: Any) -> None:
    sessions = [played(f"s{at}", turns, player=who) for at, (turns, who) in enumerate(rows)]
    mixed = sorted(sessions, key=lambda _: chance.random())
    one, other = (report_of(each, replace(OPTIONS, planned=2)) for each in (sessions, mixed))
    for made in (
        lambda r: dump(r, "en"),
        to_csv,
        lambda r: page(r, "zh"),
        lambda r: lines(r, "zh"),
    ):
        assert made(one) == made(other)
    json.loads(dump(one, "zh"), parse_constant=pytest.fail)


@settings(max_examples=15, deadline=None)
@given(st.lists(TURNS, min_size=1, max_size=3), st.data())
def test_a_pass_more_never_lowers_a_figure(rows: list[str], data: Any) -> None:
    failed = [(at, i) for at, row in enumerate(rows) for i, sign in enumerate(row) if sign in "FH"]
    if not failed:
        return
    row, place = data.draw(st.sampled_from(failed))
    better = [*rows]
    better[row] = rows[row][:place] + "P" + rows[row][place + 1 :]
    before, now = (
        sheet_of(*(played(f"s{n}", turns) for n, turns in enumerate(each)))
        for each in (rows, better)
    )
    for one, other in zip(before.figures, now.figures, strict=True):
        if one.value is not None and other.value is not None:
            assert other.value >= one.value, one.key
        assert (other.hits or 0) >= (one.hits or 0), one.key
    for kind, same in zip(before.kinds, now.kinds, strict=True):
        assert (same.missed.hits or 0) <= (kind.missed.hits or 0)


@settings(max_examples=15, deadline=None)
@given(st.lists(TURNS, min_size=1, max_size=3), st.integers(0, 2))
def test_an_abstain_more_never_changes_a_numerator(rows: list[str], where: int) -> None:
    more = [*rows]
    more[where % len(rows)] += "-"
    before, now = (
        sheet_of(*(played(f"s{n}", turns) for n, turns in enumerate(each))) for each in (rows, more)
    )
    for one, other in zip(before.figures, now.figures, strict=True):
        if one.key == "task_success":  # what was decided may become undecided, never decided
            assert (other.hits or 0) <= (one.hits or 0)
        else:
            assert one.hits == other.hits, one.key
    for kind in before.kinds:
        same = next(each for each in now.kinds if each.kind == kind.kind)
        assert kind.missed.hits == same.missed.hits


def test_the_csv_is_tidy_and_no_formula() -> None:
    sessions = [played("a", "PF"), played("b", "P", player='=HYPERLINK("x")')]
    rows = list(csv.DictReader(io.StringIO(to_csv(report_of(sessions, OPTIONS)))))
    assert {row["by"] for row in rows} == {"", *DIMENSIONS}
    assert {row["player"] for row in rows} == {"human", """'=HYPERLINK("x")"""}
    (mrs,) = [r for r in rows if (r["by"], r["player"], r["figure"]) == ("", "human", "mrs")]
    assert (mrs["estimate"], mrs["n"], mrs["low"], mrs["planned"]) == ("0.5", "1", "", "")


def test_the_json_has_the_documented_keys() -> None:
    found = to_json(report_of([played("a", "PF")], OPTIONS), "en")
    assert list(found) == [
        "report", "settings", "players", "slices", "ranking", "agreement", "raters", "disputed",
        "sessions",
    ]  # fmt: skip
    assert found["players"][0]["figures"]["mrs"] == {
        "value": 0.5, "low": None, "high": None, "clustered_low": None, "clustered_high": None,
        "hits": None, "n": 1, "unit": "sessions", "ungraded": 0,
    }  # fmt: skip


def test_the_page_of_figures_names_every_key_and_column() -> None:
    page_of_figures = (ROOT / "docs" / "figures.md").read_text("utf-8")
    found = to_json(report_of([played("a", "PF")], OPTIONS), "en")
    named = [
        *found, *found["settings"], *found["players"][0], *found["slices"][0], *found["ranking"],
        *found["players"][0]["figures"]["mrs"], *COLUMNS[:14],
    ]  # fmt: skip
    lacking = [key for key in named if not re.search(rf"`{key}(\[\])*`", page_of_figures)]
    assert lacking == []


def test_a_rating_of_a_score_is_read() -> None:
    from physassist_tui.report.played import with_score

    said = [
        {"rater": "human:a", "rater_kind": "person", "grade": "pass", "seconds": 2.5,
         "dispute": None},
        {"rater": "human:b", "rater_kind": "person", "grade": None, "seconds": None,
         "dispute": {"kind": "unclear", "words": "?"}},
    ]  # fmt: skip
    item = {"id": "x", "kind": "safety", "grade": "abstain", "ratings": said}
    score = {
        "turns": [{"turn": 1, "answered": True, "items": [item]}],
        "checks": {},
        "identity": {},
    }
    one, other = with_score(played("a", ""), score).ratings
    assert (one.rater, one.rater_kind, one.verdict, one.seconds) == (
        "human:a", "person", Verdict.PASS, 2.5,
    )  # fmt: skip
    assert (other.verdict, other.disputed) == (Verdict.ABSTAIN, "unclear")


def test_authorship_key_of_nobody() -> None:
    assert Authorship(()).key == ""
