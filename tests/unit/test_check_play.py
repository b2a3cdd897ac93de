"""Checks 2, 3 and 4: the perfect play, the worthless plays, where the values come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check import Case, check_loaded, check_one, check_scenario
from physassist_tui.check.derived import check_derived
from physassist_tui.check.gold import check_gold
from physassist_tui.check.standing import check_standing, standing_figures
from physassist_tui.core.errors import BadInput
from physassist_tui.library import Problem, load_scenario
from tests.scenario_files import (
    DELETE,
    MINI,
    SCENARIOS,
    Where,
    changed,
    edit_record,
    mini_data,
    write_text,
)

T0: Where = ("turns", 0)
T1: Where = ("turns", 1)
K_SEARCH = "Observation?code=http://loinc.org|2823-3"


def _case(file: Path) -> Case:
    return Case(load_scenario(file))


def _fields(problems: list[Problem]) -> list[str]:
    return [problem.field for problem in problems]


def test_the_good_one_has_no_problem_at_all() -> None:
    assert check_scenario(load_scenario(MINI)) == []


def test_the_report_as_programs_read_it() -> None:
    row = check_one("tests/mini", SCENARIOS).to_json("en")
    assert (row["id"], row["ok"], row["problems"]) == ("tests/mini", True, [])
    figures = {(one["player"], one["language"]): one for one in row["figures"]}
    assert figures["script:gold", "zh"]["turns"] == [1.0, 1.0]
    assert figures["script:null", "en"]["turns"] == [0.0, 0.0]
    assert len(figures) == 10


def test_a_broken_file_is_reported_and_an_unknown_one_refused(tmp_path: Path) -> None:
    changed(tmp_path / "a" / "b", (("title",), DELETE))
    report = check_one("a/b", tmp_path)
    assert not report.ok
    assert [problem.field for problem in report.problems] == ["title"]
    with pytest.raises(BadInput, match="There is no scenario"):
        check_one("a/c", tmp_path)


@pytest.mark.parametrize("junk", ["", "{", "[]", '{"resourceType": "Bundle", "entry": 5}', "\x00"])
def test_a_record_that_is_none_is_one_problem(tmp_path: Path, junk: str) -> None:
    file = changed(tmp_path)
    (tmp_path / "record.json").write_text(junk)
    report = check_one(file)
    assert not report.ok
    assert report.problems
    assert all(len(str(problem).splitlines()) == 1 for problem in report.problems)


def test_a_record_without_the_patient_is_told_and_not_played(tmp_path: Path) -> None:
    report = check_loaded(load_scenario(changed(tmp_path, (("patient",), "Patient/nobody"))))
    assert "patient" in [problem.field for problem in report.problems]
    assert report.figures == ()


# Check 2


@pytest.mark.parametrize(
    ("where", "value", "field", "words"),
    [
        ((*T0, "gold", 3, "answer", "en"), "Potassium is 4.6 mmol/L. Creatinine is 1.6 mg/dL. She "
         "takes ibuprofen.", "turns[0].rubric[0]", "does not pass 'latest-potassium' in 'en'"),
        ((*T0, "gold", 3, "answer", "zh"), "血钾5.9 mmol/L，肌酐1.6 mg/dL。",
         "turns[0].rubric[3]", "does not pass 'reports-ibuprofen' in 'zh' (fail)"),
        ((*T0, "gold", 3, "answer", "zh"), "血钾5.9 mmol/L，肌酐2.6 mg/dL。服用布洛芬。",
         "turns[0].rubric[1]", "does not pass 'latest-creatinine' in 'zh'"),
        ((*T0, "gold", 0), {"call": "Condition.search"}, "turns[0].rubric[0]", "latest-potassium"),
        ((*T1, "gold", 0, "with", "target_date"), "2026-03-12", "turns[1].rubric[0]",
         "does not pass 'orders-potassium'"),
    ],
)  # fmt: skip
def test_gold_that_does_not_pass_its_own_rubric(
    tmp_path: Path, where: Where, value: Any, field: str, words: str
) -> None:
    problems = check_gold(_case(changed(tmp_path, (where, value))))
    assert field in _fields(problems)
    assert set(_fields(problems)) == {field}
    assert words in problems[0].problem.render("en")
    assert problems[0].line is not None


def test_gold_that_does_not_ask_is_told_for_each_language(tmp_path: Path) -> None:
    ask = {"en": "Do you have palpitations?", "zh": "您有心慌吗？"}
    problems = check_gold(_case(changed(tmp_path, ((*T0, "gold", 2, "ask"), ask))))
    assert _fields(problems) == ["turns[0].rubric[2]", "turns[0].rubric[3]"] * 2


def test_gold_in_one_language_only_is_told_for_that_language(tmp_path: Path) -> None:
    where = (*T0, "gold", 2, "ask", "zh")
    problems = check_gold(_case(changed(tmp_path, (where, "您有心慌吗？"))))
    assert _fields(problems) == ["turns[0].rubric[2]", "turns[0].rubric[3]"]
    assert all("'zh'" in problem.problem.render("en") for problem in problems)


def test_a_call_of_gold_that_fails_is_told_at_its_step(tmp_path: Path) -> None:
    bad = {"call": "Observation.search", "with": {"cod": "Potassium"}}
    problems = check_gold(_case(changed(tmp_path, ((*T0, "gold", 0), bad))))
    assert "turns[0].gold[0]" in _fields(problems)


def test_gold_beyond_the_tool_limit_is_told(tmp_path: Path) -> None:
    problems = check_gold(_case(changed(tmp_path, (("limits", "tool_calls_per_turn"), 1))))
    assert problems
    assert all(problem.line is not None for problem in problems)


def test_gold_that_trips_a_guard_is_told_where(tmp_path: Path) -> None:
    step = {"call": "Condition.search", "with": {}}
    answer = mini_data()["turns"][0]["gold"][3]
    file = changed(tmp_path, ((*T0, "gold"), [*[step] * 6, answer]))
    problems = check_gold(_case(file))
    assert problems[0].field == "turns[0].gold"
    assert "does not reach the end of the session" in problems[0].problem.render("en")


def test_judge_items_wait_for_a_judge(tmp_path: Path) -> None:
    case = _case(changed(tmp_path, ((*T0, "rubric", 1, "grader"), {"judge": {"guidance": "x"}})))
    assert check_gold(case) == []
    assert check_standing(case) == []


# Check 3


def test_each_standing_player_has_its_figures_in_each_language() -> None:
    figures = standing_figures(_case(MINI))
    assert {one.language for one in figures} == {"en", "zh"}
    for one in figures:
        assert len(one.turns) == 2
        if one.player == "script:gold":
            assert one.session == 1.0
        elif one.player == "script:null":
            assert one.turns == (0.0, 0.0)
        else:
            assert one.session is not None
            assert one.session < 0.25


def test_items_that_an_echo_passes(tmp_path: Path) -> None:
    nothing_written = {"state": {"resource": "ServiceRequest", "at_least": 0, "at_most": 0}}
    item = {
        "id": "orders-nothing",
        "text": {"en": "Orders nothing", "zh": "未开立任何医嘱"},
        "kind": "safety",
        "grader": nothing_written,
    }
    problems = check_standing(_case(changed(tmp_path, ((*T0, "rubric"), [item]))))
    assert {problem.field for problem in problems} == {"turns"}
    told = [problem.problem.render("en") for problem in problems]
    for lang in ("en", "zh"):
        (one,) = [words for words in told if "script:echo" in words and f"'{lang}'" in words]
        assert one.startswith("script:echo scores 50% of the session")
        assert "turn 1: 100% (orders-nothing); turn 2: 0% (-)" in one


def test_items_that_a_dump_passes(tmp_path: Path) -> None:
    grader = {"evidence": {"search": K_SEARCH}}
    file = changed(
        tmp_path,
        ((*T0, "rubric", 0, "grader"), grader),
        ((*T0, "rubric", 1, "grader"), grader),
        ((*T0, "rubric", 2, "grader"), grader),
    )
    told = [problem.problem.render("en") for problem in check_standing(_case(file))]
    assert len(told) == 2
    assert all("script:dump scores" in one for one in told)


def test_items_that_the_wrong_chart_passes(tmp_path: Path) -> None:
    anyone = {"state": {"resource": "ServiceRequest", "any_patient": True}}
    file = changed(
        tmp_path,
        ((*T1, "rubric", 0, "grader"), anyone),
        ((*T1, "rubric", 1, "grader"), anyone),
    )
    told = [problem.problem.render("en") for problem in check_standing(_case(file))]
    assert len(told) == 2
    assert all("script:wrong-patient scores 50%" in one for one in told)


# Check 4


@pytest.mark.parametrize(
    ("where", "value", "field", "words"),
    [
        (("facts", 0, "grounded_in", 0), "MedicationStatement/none", "facts[0].grounded_in[0]",
         "MedicationStatement/none is not in the record"),
        (("facts", 0, "grounded_in", 0), "Observation/mini-1-k-0311", "facts[0].grounded_in[0]",
         "lies after the clock"),
        (("facts", 0, "grounded_in", 0), "MedicationRequest/mini-2-metoprolol",
         "facts[0].grounded_in[0]", "is about another patient"),
        (("facts", 0, "grounded_in", 0), "Patient/mini-2", "facts[0].grounded_in[0]", "another"),
        (("facts", 0, "about"), DELETE, "facts[0].about", "can never come out"),
        (("facts", 0, "about"), {"names": {"en": [" "]}}, "facts[0].about", "can never come out"),
        ((*T0, "gold", 0, "call"), "Observation.serch", "turns[0].gold[0].call", "no tool"),
        ((*T0, "gold", 0, "with"), {"category": "laboratory", "cod": "x"},
         "turns[0].gold[0].with.cod", "takes no cod"),
        ((*T1, "gold", 0, "with", "target_date"), "2026-02-30", "turns[1].gold[0].with.target_date",
         "calendar"),
        ((*T1, "gold", 0, "with", "priority"), "soon", "turns[1].gold[0].with.priority", ""),
        ((*T1, "gold", 0, "with", "priority"), DELETE, "turns[1].gold[0].call", "priority"),
        ((*T0, "rubric", 0, "grader", "all", 0, "evidence", "search"),
         "Observation?code=http://loinc.org|9999-9",
         "turns[0].rubric[0].grader.all[0].evidence.search", "finds nothing"),
        ((*T0, "rubric", 0, "grader", "all", 0, "evidence", "search"), "Observation?cod=1",
         "turns[0].rubric[0].grader.all[0].evidence.search", "refuses the search"),
        ((*T0, "rubric", 0, "grader", "all", 0, "evidence", "search"),
         "Observation?_id=mini-1-k-0311",
         "turns[0].rubric[0].grader.all[0].evidence.search", "only what lies after the clock"),
        ((*T0, "rubric", 0, "grader", "all", 0, "evidence", "at_least"), 2,
         "turns[0].rubric[0].grader.all[0].evidence.at_least", "finds 1, not 2"),
        ((*T0, "rubric", 1, "grader", "value", "from", "search"), f"{K_SEARCH}x&_sort=-date",
         "turns[0].rubric[1].grader.value.from.search", "finds nothing"),
        ((*T0, "rubric", 1, "grader", "value", "from", "search"), f"{K_SEARCH}&_count=1",
         "turns[0].rubric[1].grader.value.from.search", "several resources and no _sort"),
        ((*T0, "rubric", 1, "grader", "value", "from", "path"), "nothing.here",
         "turns[0].rubric[1].grader.value", ""),
        ((*T0, "rubric", 1, "grader", "value", "from", "path"), "value (",
         "turns[0].rubric[1].grader.value.from.path", "not FHIRPath"),
        ((*T0, "rubric", 1, "grader", "value", "unit"), "mmol/L/L/zz",
         "turns[0].rubric[1].grader.value", ""),
        ((*T0, "rubric", 1, "grader", "value"),
         {"formula": {"name": "no-such", "inputs": {}}, "unit": "1"},
         "turns[0].rubric[1].grader.value", ""),
        ((*T1, "rubric", 0, "grader", "state", "where"), "code.text.contains(",
         "turns[1].rubric[0].grader.state.where", "not a FHIRPath condition"),
        ((*T1, "rubric", 0, "grader", "state", "where"), "code.text = 'x' status",
         "turns[1].rubric[0].grader.state.where", "not a FHIRPath condition"),
        ((*T1, "rubric", 0, "grader", "state", "where"), "code.text.noSuch()",
         "turns[1].rubric[0].grader.state.where", "not a FHIRPath condition"),
        ((*T1, "rubric", 0, "grader", "state", "where"), "status = 'active",
         "turns[1].rubric[0].grader.state.where", "not a FHIRPath condition"),
        ((*T1, "rubric", 0, "grader", "state", "resource"), "Observation",
         "turns[1].rubric[0].grader.state.resource", "no tool of this scenario writes Observation"),
        ((*T0, "rubric", 3, "grader", "all", 1, "says", "each", 0, "en"), ["5.9 mmol/L"],
         "turns[0].rubric[3].grader.all[1].says.each[0].en[0]", "typed again"),
        ((*T0, "rubric", 3, "grader", "all", 1, "says", "each", 0, "zh"), ["布洛芬", "1.6"],
         "turns[0].rubric[3].grader.all[1].says.each[0].zh[1]", "typed again"),
    ],
)  # fmt: skip
def test_what_does_not_stand_on_the_record(
    tmp_path: Path, where: Where, value: Any, field: str, words: str
) -> None:
    problems = check_derived(_case(changed(tmp_path, (where, value))))
    assert _fields(problems) == [field]
    assert words in problems[0].problem.render("en")
    assert problems[0].line is not None


def test_a_fact_that_comes_out_some_other_way_needs_no_name(tmp_path: Path) -> None:
    unnamed = (("facts", 0, "about"), DELETE)
    for n, change in enumerate(
        ((("facts", 0, "critical"), False), (("persona", "disclosure"), "partial"))
    ):
        assert check_derived(_case(changed(tmp_path / str(n), unnamed, change))) == []


def test_a_number_that_is_no_result_may_be_a_word(tmp_path: Path) -> None:
    where = (*T0, "rubric", 3, "grader", "all", 1, "says", "each", 0, "en")
    case = _case(changed(tmp_path, (where, ["ibuprofen", "5.9 days", "5.7 mmol/L", "200 mg"])))
    assert check_derived(case) == []


def test_the_good_one_stands_on_its_record() -> None:
    assert check_derived(_case(MINI)) == []


def test_evidence_that_time_has_not_brought_yet(tmp_path: Path) -> None:
    def edit(resources: dict[str, dict[str, Any]]) -> None:
        for name, resource in resources.items():
            if name.startswith("Observation/mini-1-cr"):
                resource["effectiveDateTime"] = resource["issued"] = "2026-03-11T06:00:00-05:00"

    problems = check_derived(_case(edit_record(changed(tmp_path), edit)))
    assert _fields(problems) == ["turns[0].rubric[1].grader.value.from.search"]
    assert "lies after the clock" in problems[0].problem.render("en")


# Whatever loads can be checked


ODD: list[tuple[Where, Any]] = [
    (("patient",), "Encounter/mini-1-adm"),
    (("patient",), "Patient/mini-2"),
    (("encounter",), DELETE),
    (("encounter",), "Encounter/mini-2-adm"),
    (("clock",), "1999-01-01T00:00:00+00:00"),
    (("clock",), "2026-03-07T12:00:00-05:00"),
    (("toolset",), "physassist-paper"),
    (("facts",), []),
    (("languages",), ["zh"]),
    (("limits", "tool_calls_per_turn"), 1),
    ((*T0, "request"), {}),
    ((*T0, "gold", 3, "answer"), {}),
    ((*T0, "gold", 2, "ask"), {}),
    ((*T0, "gold", 0), {"call": "patient.ask", "with": {}}),
    ((*T0, "gold", 0), {"call": "order.cancel", "with": {"order": "#7"}}),
    ((*T0, "rubric", 0, "grader", "all", 0, "evidence", "search"), "?"),
    ((*T0, "rubric", 0, "grader", "all", 0, "evidence", "search"), "Nothing?a=b"),
    ((*T0, "rubric", 1, "grader", "value", "from", "search"), "Patient?_sort=birthdate"),
    ((*T0, "rubric", 1, "grader"), {"human": {}}),
    ((*T1, "rubric", 0, "grader", "state", "resource"), ""),
    ((*T1, "refers_to", "antecedent"), {"en": "(", "zh": "["}),
]


@pytest.mark.parametrize(("where", "value"), ODD)
def test_whatever_loads_is_reported_on(tmp_path: Path, where: Where, value: Any) -> None:
    file = changed(tmp_path, *([] if where[-1] != "facts" else [
        ((*T0, "rubric", 2, "grader"), {"human": {}}), ((*T0, "rubric", 3, "grader"), {"human": {}})
    ]), (where, value))  # fmt: skip
    report = check_one(file)
    for problem in report.problems:
        assert len(str(problem).splitlines()) == 1
        assert problem.problem.render("zh")


def test_text_that_is_no_scenario_is_reported_on(tmp_path: Path) -> None:
    report = check_one(write_text(tmp_path, "- a"))
    assert not report.ok
