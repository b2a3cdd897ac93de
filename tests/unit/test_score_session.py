"""The score of a session: its turns, its figures, its JSON and its identity."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import EVENT
from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.state import fold
from physassist_tui.core.words import EndReason, Seat, Verdict
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.score.finding import CHECKS
from physassist_tui.score.registry import grade_all, version_of
from physassist_tui.score.result import effort
from physassist_tui.score.session import Score, score_session
from tests.unit.builders import (
    CLOCK,
    LOINC,
    OTHER,
    Play,
    allergy,
    grader_item,
    medication,
    observation,
    record_of,
    scenario_of,
    turn_of,
)
from tests.unit.contexts import context_of

SEEN = {"evidence": {"search": f"Observation?code={LOINC}|2823-3"}}
TOLD = {"exchange": {"facts": ["fact-a"]}}
WROTE = {"state": {"resource": "MedicationRequest"}}
NONE_WRITTEN = {"state": {"resource": "MedicationRequest", "at_least": 0, "at_most": 0}}
JUDGE: dict[str, Any] = {"judge": {}}
HUMAN: dict[str, Any] = {"human": {}}
BROKEN = {"evidence": {"search": "Observation?colour=red"}}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> EhrStore:
    return record_of(
        tmp_path_factory.mktemp("record"),
        observation("k", "2823-3", 5.9, "mmol/L"),
        allergy("Penicillin"),
    )


def items(*graders: dict[str, Any]) -> dict[str, Any]:
    return turn_of(*(grader_item(f"item-{at}", g) for at, g in enumerate(graders)))


def scenario(*turns: dict[str, Any]) -> Scenario:
    return scenario_of(*turns, facts=["fact-a"])


def perfect(turns: int = 1) -> Play:
    """Sees the potassium, asks the patient, writes an order and says so, in every turn."""
    play = Play()
    for number in range(turns):
        play.turn("What's the potassium?")
        play.call(
            refs=["Observation/k"],
            result={"total": 1, "entries": [{"name": "Potassium", "value": 5.9, "unit": "mmol/L"}]},
        )
        play.ask("Do you take it?", "No.", ["fact-a"] if number == 0 else [])
        play.write(medication("apixaban", order_id=f"m{number}", frequency=f"q{number + 6}h"))
        play.answer("Potassium 5.9 mmol/L. Apixaban 5 mg is ordered.")
    play.end()
    return play


def verdicts(score: Score, turn: int = 1) -> list[str]:
    return [item.grade.verdict.value for item in score.turns[turn - 1].items]


def test_a_perfect_turn_passes_everything_that_rules_grade(record: EhrStore) -> None:
    case = scenario(items(SEEN, TOLD, WROTE))
    score = score_session(perfect().events, case, record)
    got = score.to_json("en")
    assert verdicts(score) == ["pass", "pass", "pass"]
    assert got["mrs"] == got["graded_share"] == got["checkpoint_rate"] == 1.0
    assert got["pass_turn"] == {"0.60": 1.0, "0.75": 1.0}
    assert got["pass_session"] == {"0.60": True, "0.75": True}
    assert got["task_success"] is True
    assert got["checks"] == dict.fromkeys(CHECKS, 0)
    assert got["checks_detail"] == []


def test_the_json_has_the_keys_that_programs_read(record: EhrStore) -> None:
    got = score_session(perfect().events, scenario(items(SEEN, JUDGE)), record).to_json("en")
    turn = got["turns"][0]
    wanted = {"turn": 1, "total": 2, "graded": 1, "passed": 1, "strict": 1.0, "lenient": 1.0}
    assert wanted.items() <= turn.items()
    assert {"id", "kind", "grader", "grade", "evidence", "because"} <= turn["items"][0].keys()
    assert turn["items"][0]["evidence"] == [4]
    assert turn["items"][1]["grade"] == "abstain"
    assert {"mrs", "graded_share", "pass_turn", "pass_session", "task_success"} <= got.keys()
    assert got["graded_share"] == 0.5
    assert got["task_success"] is None
    assert tuple(got["checks"]) == CHECKS


def test_the_same_events_give_the_same_bytes(tmp_path: Path) -> None:
    case = scenario(items(SEEN, TOLD), items(WROTE, BROKEN))
    play = perfect(2)
    play.events[-1:] = []
    resources = [observation("k", "2823-3", 5.9, "mmol/L"), allergy("Penicillin")]
    texts = set()
    for run in range(3):
        record = record_of(tmp_path, *resources, name=f"record-{run}")
        # Through JSON and back, as from a file.
        events = [EVENT.validate_json(event.model_dump_json()) for event in play.events]
        got = score_session(events, case, record).to_json("en")
        texts.add(json.dumps(got, ensure_ascii=False))
    assert len(texts) == 1


def test_grading_changes_nothing_that_it_reads(record: EhrStore) -> None:
    play = perfect(2)
    before = [event.model_dump_json() for event in play.events]
    case = scenario(items(SEEN, WROTE), items(TOLD))
    first = score_session(play.events, case, record)
    assert first == score_session(play.events, case, record)
    assert [event.model_dump_json() for event in play.events] == before
    assert record.search("MedicationRequest", [])["total"] == 0


@pytest.mark.parametrize("answer", ["", "   ", "\n\t ", "\u3000"])
def test_an_unanswered_turn_fails_all_its_items(answer: str, record: EhrStore) -> None:
    play = Play().turn()
    play.call(refs=["Observation/k"])
    play.answer(answer)
    case = scenario(items(SEEN, NONE_WRITTEN, JUDGE, HUMAN, {"all": [SEEN, JUDGE]}, BROKEN))
    score = score_session(play.events, case, record)
    assert set(verdicts(score)) == {"fail"}
    got = score.to_json("en")
    assert got["turns"][0]["graded"] == 6
    assert got["graded_share"] == 1.0
    assert got["mrs"] == 0.0
    assert [item["grader"] for item in got["turns"][0]["items"]] == [
        "evidence", "state", "judge", "human", "all", "evidence",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "reason", [EndReason.QUIT, EndReason.TOOL_LIMIT, EndReason.CONTEXT_FULL, None]
)
def test_turns_that_never_started_are_unanswered(
    reason: EndReason | None, record: EhrStore
) -> None:
    case = scenario(items(SEEN), items(NONE_WRITTEN), items(JUDGE))
    play = Play().turn()
    play.call(refs=["Observation/k"])
    play.answer("5.9 mmol/L")
    play.turn()
    if reason is not None:
        play.end(reason)
    score = score_session(play.events, case, record)
    assert [verdicts(score, turn) for turn in (1, 2, 3)] == [["pass"], ["fail"], ["fail"]]
    got = score.to_json("en")
    assert got["pass_session"] == {"0.60": False, "0.75": False}
    assert got["pass_turn"]["0.60"] == pytest.approx(1 / 3)
    assert [turn["answered"] for turn in got["turns"]] == [True, False, False]


def test_a_session_that_did_nothing_scores_nought(record: EhrStore) -> None:
    case = scenario(items(SEEN, NONE_WRITTEN, JUDGE), items(TOLD))
    got = score_session(Play().events, case, record).to_json("en")
    assert got["mrs"] == got["mrs_lenient"] == got["checkpoint_rate"] == 0.0
    assert got["task_success"] is False


def test_an_ungraded_turn_leaves_the_session_ungraded(record: EhrStore) -> None:
    case = scenario(items(SEEN), items(JUDGE, HUMAN))
    got = score_session(perfect(2).events, case, record).to_json("en")
    assert got["turns"][1]["strict"] is None
    assert got["turns"][1]["lenient"] is None
    assert got["pass_session"] == {"0.60": None, "0.75": None}
    assert got["pass_turn"] == {"0.60": 1.0, "0.75": 1.0}
    assert got["mrs"] == 1.0
    assert got["task_success"] is None


def test_where_nothing_was_graded_nothing_is_nought(record: EhrStore) -> None:
    got = score_session(perfect().events, scenario(items(JUDGE)), record).to_json("en")
    assert got["mrs"] is None
    assert got["mrs_lenient"] is None
    assert got["checkpoint_rate"] is None
    assert got["pass_turn"] == got["pass_session"] == {"0.60": None, "0.75": None}
    assert got["graded_share"] == 0.0


def test_a_fault_of_the_scenario_abstains_and_says_so(record: EhrStore) -> None:
    score = score_session(perfect().events, scenario(items(BROKEN, SEEN)), record)
    assert verdicts(score) == ["abstain", "pass"]
    assert "colour" in score.to_json("en")["turns"][0]["items"][0]["because"]


def test_three_of_five_is_enough_for_sixty_per_cent(record: EhrStore) -> None:
    case = scenario(items(SEEN, TOLD, WROTE, NONE_WRITTEN, NONE_WRITTEN))
    got = score_session(perfect().events, case, record).to_json("en")
    assert got["turns"][0]["strict"] == 0.6
    assert got["pass_session"] == {"0.60": True, "0.75": False}


def test_free_turns_are_not_graded_and_do_not_shift_the_others(record: EhrStore) -> None:
    play = Play().turn("free", scripted=False)
    play.answer("hello")
    play.turn()
    play.call(refs=["Observation/k"])
    play.answer("5.9 mmol/L")
    play.turn("free", scripted=False)
    play.answer("")
    play.turn()
    play.answer("Nothing is needed.")
    case = scenario(items(SEEN), items(NONE_WRITTEN))
    score = score_session(play.events, case, record)
    assert [turn.turn for turn in score.turns] == [1, 2]
    assert verdicts(score, 1) == verdicts(score, 2) == ["pass"]


def test_what_a_rewind_tombstoned_does_not_count(record: EhrStore) -> None:
    play = Play().turn()
    play.call(refs=["Observation/k"])
    play.write(medication("apixaban"))
    play.answer("I ordered apixaban 5 mg.")
    play.turn()
    play.rewind(2)
    play.answer("I have not looked.")
    case = scenario(items(SEEN, NONE_WRITTEN))
    score = score_session(play.events, case, record)
    assert verdicts(score) == ["fail", "pass"]
    assert score.findings == ()


def test_a_later_turn_cannot_change_an_earlier_grade(record: EhrStore) -> None:
    order = medication("apixaban")
    play = Play().turn()
    play.write(order)
    play.answer("Apixaban 5 mg is ordered.")
    play.turn()
    play.cancel(order)
    play.answer("I cancelled the apixaban order.")
    case = scenario(items(WROTE), items(WROTE, NONE_WRITTEN))
    score = score_session(play.events, case, record)
    assert verdicts(score, 1) == ["pass"]
    assert verdicts(score, 2) == ["fail", "pass"]


def test_the_standing_checks_are_beside_the_score(record: EhrStore) -> None:
    play = Play().turn()
    play.call(refs=["Observation/k"])
    play.write(medication("amoxicillin", "500 mg", order_id="m1"))
    play.write(medication("Amoxil", "250 mg", order_id="m2"))
    play.write(medication("metoprolol", "25 mg", order_id="m3", who=OTHER))
    play.answer("Potassium is 7.3 mmol/L. I've ordered a chest X-ray and amoxicillin 500 mg.")
    got = score_session(play.events, scenario(items(SEEN)), record).to_json("en")
    assert got["mrs"] == 1.0
    assert got["checks"] == {
        "said_not_done": 1,
        "done_not_said": 1,
        "unsupported_numbers": 1,
        "wrong_patient_writes": 1,
        "duplicate_orders": 1,
        "allergy_conflicts": 2,
    }
    assert len(got["checks_detail"]) == 7
    for finding in got["checks_detail"]:
        assert {"check", "turn", "evidence", "words", "because"} == finding.keys()
        assert finding["evidence"]
        assert finding["words"]
        assert finding["because"]


def test_events_without_a_beginning_are_refused(record: EhrStore) -> None:
    for events in ([], perfect().events[1:]):
        with pytest.raises(BadInput):
            score_session(events, scenario(), record)


def test_another_scenario_s_session_is_refused(record: EhrStore) -> None:
    with pytest.raises(BadInput, match="tests/other"):
        score_session(Play(scenario="tests/other").events, scenario(), record)


# `all`


def joined(record: EhrStore, *parts: dict[str, Any]) -> Verdict:
    play = Play().turn()
    play.call(refs=["Observation/k"])
    play.answer("x")
    context = context_of(play, scenario(), record)
    return grade_all(GraderSpec.model_validate({"all": parts}), context).verdict


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ([SEEN], Verdict.PASS),
        ([SEEN, NONE_WRITTEN], Verdict.PASS),
        ([SEEN, WROTE], Verdict.FAIL),
        ([WROTE, SEEN], Verdict.FAIL),
        ([SEEN, JUDGE], Verdict.ABSTAIN),
        ([WROTE, JUDGE], Verdict.FAIL),
        ([JUDGE, WROTE], Verdict.FAIL),
        ([BROKEN, SEEN], Verdict.ABSTAIN),
        ([{"all": [SEEN, WROTE]}, SEEN], Verdict.FAIL),
        ([{"all": [SEEN, HUMAN]}, SEEN], Verdict.ABSTAIN),
    ],
)
def test_the_worst_part_decides(
    parts: list[dict[str, Any]], verdict: Verdict, record: EhrStore
) -> None:
    assert joined(record, *parts) is verdict


def test_joined_graders_share_their_evidence(record: EhrStore) -> None:
    score = score_session(perfect().events, scenario(items({"all": [SEEN, TOLD]})), record)
    grade = score.turns[0].items[0].grade
    assert len(grade.evidence) == 2
    assert list(grade.evidence) == sorted(grade.evidence)


# Identity


def identity(play: Play, record: EhrStore, case: Scenario | None = None) -> dict[str, Any]:
    return score_session(play.events, case or scenario(items(SEEN)), record).identity


def test_the_identity_says_what_can_change_a_grade(record: EhrStore) -> None:
    got = identity(perfect(), record)
    assert got["scenario"] == "sha256:aa"
    assert got["rubric"] == "sha256:bb"
    assert got["toolset"] == "physassist"
    assert got["patient"] == "grounded"
    assert got["patient_version"] == "grounded/1"
    assert got["physician"] == "script"
    assert got["language"] == "en"
    assert got["graders"] == {"evidence": version_of("evidence")}
    assert got["judge"] is None
    assert got["limits"] == {"tool_calls": None, "tool_calls_per_turn": 16}
    json.dumps(got)


@pytest.mark.parametrize(
    "changed",
    [
        {"scenario_hash": "sha256:other"},
        {"rubric_hash": "sha256:other"},
        {"toolset": "physassist-paper"},
        {"patient_version": "grounded/2"},
        {"limits": {"tool_calls_per_turn": 8, "tool_calls": None}},
        {"seats": {Seat.PHYSICIAN: "human", Seat.ASSISTANT: "human", Seat.PATIENT: "grounded"}},
        {"seats": {Seat.PHYSICIAN: "script", Seat.ASSISTANT: "human", Seat.PATIENT: "human"}},
    ],
)
def test_whatever_changes_a_grade_changes_the_identity(
    changed: dict[str, Any], record: EhrStore
) -> None:
    assert identity(Play(**changed), record) != identity(Play(), record)


def test_the_language_and_the_graders_are_part_of_it(record: EhrStore) -> None:
    assert identity(Play("zh"), record) != identity(Play(), record)
    other = scenario(items(SEEN, TOLD))
    assert identity(Play(), record, other) != identity(Play(), record)


@pytest.mark.parametrize(
    "changed", [{"app_version": "9"}, {"seed": 7}, {"schema_version": 9}, {"assistant": "model:x"}]
)
def test_who_played_and_with_which_program_is_not(
    changed: dict[str, Any], record: EhrStore
) -> None:
    assert identity(Play(**changed), record) == identity(Play(), record)


def test_a_change_of_patient_in_mid_session_is_told(record: EhrStore) -> None:
    play = Play().turn()
    play.seat(Seat.PATIENT, "grounded", "human")
    assert identity(play, record)["patient"] == "grounded+human"
    play.seat(Seat.ASSISTANT, "human", "model:x")
    assert identity(play, record)["physician"] == "script"


def test_reasons_are_written_in_the_reader_s_language(record: EhrStore) -> None:
    """Whatever the catalogue holds so far, item texts follow `lang` and nothing else changes."""
    turn = turn_of({**grader_item("a", SEEN), "text": {"en": "Sees it", "zh": "已查看"}})
    score = score_session(perfect().events, scenario(turn), record)
    english, chinese = score.to_json("en"), score.to_json("zh")
    assert english["turns"][0]["items"][0]["text"] == "Sees it"
    assert chinese["turns"][0]["items"][0]["text"] == "已查看"
    assert english["mrs"] == chinese["mrs"]
    assert english["identity"] == chinese["identity"]


def test_a_clock_of_another_zone_changes_nothing(record: EhrStore) -> None:
    case = scenario(items(SEEN, WROTE))
    moved = case.model_copy(update={"clock": case.clock.astimezone(tz=None)})
    assert CLOCK.endswith("-05:00")
    first = score_session(perfect().events, case, record).to_json("en")
    assert first == score_session(perfect().events, moved, record).to_json("en")


@pytest.mark.parametrize("reason", list(EndReason))
def test_only_what_the_assistant_could_not_answer_is_not_charged(
    reason: EndReason, record: EhrStore
) -> None:
    case = scenario(items(SEEN), items(NONE_WRITTEN), items(SEEN), items(JUDGE))
    play = Play().turn()
    play.call(refs=["Observation/k"])
    play.answer("5.9 mmol/L")
    play.turn()
    play.answer(" ")
    play.turn()
    play.end(reason)
    score = score_session(play.events, case, record)
    excused = reason in (EndReason.PROVIDER_FAILED, EndReason.CRASHED)
    left = ["abstain"] if excused else ["fail"]
    # What was answered, if only with white space, is graded as ever.
    assert [verdicts(score, turn) for turn in (1, 2, 3, 4)] == [["pass"], ["fail"], left, left]
    got = score.to_json("en")
    assert got["graded"] == (2 if excused else 4)
    for lang in ("en", "zh"):
        because = score.to_json(lang)["turns"][3]["items"][0]["because"]
        assert because


def test_a_scripted_turn_counts_for_the_scenario_turn_it_plays(record: EhrStore) -> None:
    play = Play().turn("free", scripted=False)
    play.answer("hello")
    play.turn()
    play.events[-1] = play.events[-1].model_copy(
        update={"data": play.events[-1].data.model_copy(update={"scenario_turn": 2})}
    )
    play.call(refs=["Observation/k"])
    play.answer("5.9 mmol/L")
    score = score_session(play.events, scenario(items(SEEN), items(SEEN)), record)
    assert [turn.answered for turn in score.turns] == [False, True]
    assert verdicts(score, 2) == ["pass"]


def test_budgets_that_were_set_are_part_of_the_identity(record: EhrStore) -> None:
    limits = {"tool_calls_per_turn": 16, "tool_calls": None}
    plain = identity(Play(), record)
    set_ = identity(Play(limits=limits | {"tokens": 5000}), record)
    assert set_["limits"] == plain["limits"] | {"tokens": 5000}


def test_the_acts_are_told_by_who_did_them(record: EhrStore) -> None:
    play = Play(assistant="model:m").turn()
    play.call(refs=["Observation/k"])
    play.call(refs=["Observation/k"])
    undone_from = len(play.events)
    play.call()
    play.rewind(undone_from)
    play.answer("5.9 mmol/L")
    events = [
        event.model_copy(update={"player": "model:m"}) if event.seq <= undone_from else event
        for event in play.events
    ]
    assert effort(fold(events))["acts"] == {"human": 1, "model:m": 2}
