"""Checks 5, 6 and 7: implicit requests, leaks, languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check import Case
from physassist_tui.check.implicit import check_implicit, says
from physassist_tui.check.languages import check_languages, is_chinese
from physassist_tui.check.leaks import check_leaks
from physassist_tui.library import Problem, load_scenario
from tests.scenario_files import DELETE, MINI, Where, changed, edit_record, mini_data, note, put

T0: Where = ("turns", 0)
T1: Where = ("turns", 1)
FACT: Where = ("facts", 0, "say")


def _case(file: Path) -> Case:
    return Case(load_scenario(file))


def _fields(problems: list[Problem]) -> list[str]:
    return [problem.field for problem in problems]


def test_the_good_one_has_none() -> None:
    case = _case(MINI)
    assert check_implicit(case) == []
    assert check_leaks(case) == []
    assert check_languages(case) == []


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        (
            [((*T1, "refers_to", "antecedent", "en"), "sodium"), ((*T1, "explicit", "en"), "A "
             "repeat of the sodium on 11 March 2026.")],
            "turns[1].refers_to.antecedent.en",
            "neither in the request nor in the answer of turn 1",
        ),
        (
            [((*T1, "refers_to", "antecedent", "zh"), "血钠"), ((*T1, "explicit", "zh"), "请开立"
             "2026年3月11日复查血钠的医嘱。")],
            "turns[1].refers_to.antecedent.zh",
            "'血钠' is neither",
        ),
        ([((*T1, "explicit", "en"), "Place an order for a repeat test on 11 March 2026.")],
         "turns[1].explicit.en", "does not name what it refers to, 'potassium'"),
        ([((*T1, "explicit", "zh"), "请开立2026年3月11日早晨的复查医嘱。")],
         "turns[1].explicit.zh", "'血钾'"),
        ([((*T1, "explicit", "en"), "please repeat it, tomorrow morning!")],
         "turns[1].explicit.en", "the same as the request"),
        ([((*T1, "request", "en"), "Please repeat the Potassium tomorrow morning.")],
         "turns[1].request.en", "names 'potassium' itself"),
        ([((*T1, "request", "zh"), "明早请再查一次血钾。")], "turns[1].request.zh", "'血钾'"),
    ],
)  # fmt: skip
def test_an_implicit_request_that_is_none(
    tmp_path: Path, changes: list[tuple[Where, Any]], field: str, words: str
) -> None:
    (problem,) = check_implicit(_case(changed(tmp_path, *changes)))
    assert problem.field == field
    assert words in problem.problem.render("en")
    assert problem.line is not None


@pytest.mark.parametrize(
    ("text", "words", "stands"),
    [
        ("Serum POTASSIUM now", "potassium", True),
        ("her kidneys", "kidney", True),
        ("hyperkalaemia", "kalaemia", False),
        ("INRs", "INR", True),
        ("blood\n thinner", "blood thinner", True),
        ("今早血钾是多少", "血钾", True),
        ("查INR一次", "INR", True),
        ("a.b", "a+b", False),
    ],
)
def test_words_stand_whole(text: str, words: str, stands: bool) -> None:
    assert says(text, words) is stands


RUBRIC = "Gives the latest potassium with its unit, having seen the result"
FACT_EN = "I buy ibuprofen at the drugstore and take it for my knees most days."
FACT_ZH = "我膝盖疼，自己在药店买了布洛芬，大部分日子都吃。"
EXPLICIT_ZH = "请开立2026年3月11日早晨复查血钾的检验医嘱。"
CITE = "KDIGO Clinical Practice Guideline for the Evaluation and Management of CKD"


@pytest.mark.parametrize(
    ("text", "field", "where"),
    [
        (f"Task: {RUBRIC}.", "turns[0].rubric[0].text.en", "the notes of the record"),
        (RUBRIC.upper(), "turns[0].rubric[0].text.en", "the notes"),
        (f'She says: "{FACT_EN}"', "facts[0].say.en.medium", "the notes"),
        (f"患者说：{FACT_ZH}", "facts[0].say.zh.medium", "the notes"),
        (EXPLICIT_ZH, "turns[1].explicit.zh", "the notes"),
        ("Do you take ibuprofen or any other painkillers at home? Yes.",
         "turns[0].gold[2].ask.en", "the notes"),
        ("A repeat potassium is ordered for tomorrow, 11 March 2026, by the team.",
         "turns[1].gold[1].answer.en", "the notes"),
        (f"See the {CITE}, 2024.", "references[0].cite", "the notes"),
    ],
)  # fmt: skip
def test_a_note_that_gives_something_away(
    tmp_path: Path, text: str, field: str, where: str
) -> None:
    file = edit_record(
        changed(tmp_path), lambda resources: put(resources, ("D",), note(text, "2026-03-09"))
    )
    problems = [p for p in check_leaks(_case(file)) if p.file == file]
    assert field in _fields(problems)
    assert len(problems) <= 2  # The three wordings of a fact, and both languages, overlap.
    told = problems[_fields(problems).index(field)].problem.render("en")
    assert where in told


@pytest.mark.parametrize(
    "text",
    [
        "Potassium 5.9 mmol/L this morning, up from 5.4 mmol/L. Lisinopril held.",
        "She takes lisinopril and amlodipine at home; the pill box is to be gone through with her.",
        "Potassium is 5.9 mmol/L this morning, up from 5.4 mmol/L on 8 March. Lisinopril held.",
        "Gives a clear history. Latest potassium with its trend was discussed with the team.",
        "患者一般情况可，膝关节疼痛，活动受限，继续观察血钾变化。",
    ],
)
def test_a_note_that_gives_nothing_away(tmp_path: Path, text: str) -> None:
    file = edit_record(
        changed(tmp_path), lambda resources: put(resources, ("D",), note(text, "2026-03-09"))
    )
    case = _case(file)
    assert "DocumentReference/mini-1-note-added" in case.visible
    assert check_leaks(case) == []


def test_a_note_after_the_clock_is_not_seen(tmp_path: Path) -> None:
    file = edit_record(
        changed(tmp_path), lambda resources: put(resources, ("D",), note(RUBRIC, "2026-03-11"))
    )
    assert check_leaks(_case(file)) == []


@pytest.mark.parametrize(
    ("where", "value", "field", "place"),
    [
        (("title", "en"), "Finds out from the patient that she uses ibuprofen at home",
         "turns[0].rubric[2].text.en", "the title"),
        (("title", "zh"), "从患者处了解到其在家使用布洛芬", "turns[0].rubric[2].text.zh", "title"),
        ((*T0, "request", "en"), "An active potassium order dated 11 March 2026 exists for this "
         "patient?", "turns[1].rubric[0].text.en", "the request of turn 1"),
        ((*T0, "answer_format"), {"en": RUBRIC, "zh": "一句话"}, "turns[0].rubric[0].text.en",
         "the request of turn 1"),
    ],
)  # fmt: skip
def test_a_title_or_request_that_gives_something_away(
    tmp_path: Path, where: Where, value: Any, field: str, place: str
) -> None:
    problems = check_leaks(_case(changed(tmp_path, (where, value))))
    assert _fields(problems) == [field]
    assert place in problems[0].problem.render("en")


def test_a_tool_whose_description_gives_something_away(tmp_path: Path) -> None:
    from physassist_tui.ehr.toolsets import toolset

    tool = toolset("physassist").tool("ServiceRequest.create")
    assert tool is not None
    for lang in ("en", "zh"):
        where = (*T1, "rubric", 1, "text", lang)
        said = getattr(tool.description, lang)
        problems = check_leaks(_case(changed(tmp_path, (where, said))))
        assert _fields(problems) == [f"turns[1].rubric[1].text.{lang}"]
        assert "the descriptions of the tools" in problems[0].problem.render("en")


def test_a_request_may_repeat_what_an_earlier_turn_answered(tmp_path: Path) -> None:
    answer = mini_data()["turns"][0]["gold"][3]["answer"]["en"]
    assert check_leaks(_case(changed(tmp_path, ((*T1, "request", "en"), f"{answer} Again.")))) == []
    ahead = mini_data()["turns"][1]["gold"][1]["answer"]["en"]
    problems = check_leaks(_case(changed(tmp_path, ((*T0, "request", "en"), f"{ahead} Why?"))))
    assert _fields(problems) == ["turns[1].gold[1].answer.en"]


def test_an_allergy_banner_that_gives_something_away(tmp_path: Path) -> None:
    def edit(resources: dict[str, dict[str, Any]]) -> None:
        resources["AllergyIntolerance/mini-1-penicillin"]["code"] = {"text": RUBRIC}

    problems = check_leaks(_case(edit_record(changed(tmp_path), edit)))
    assert "turns[0].rubric[0].text.en" in _fields(problems)
    assert "the banner" in problems[0].problem.render("en")


def test_a_result_that_gives_something_away(tmp_path: Path) -> None:
    def edit(resources: dict[str, dict[str, Any]]) -> None:
        resources["MedicationRequest/mini-1-lisinopril"]["dosageInstruction"][0]["text"] = FACT_EN

    problems = check_leaks(_case(edit_record(changed(tmp_path), edit)))
    assert "facts[0].say.en.medium" in _fields(problems)
    assert "what the tools show" in problems[0].problem.render("en")


@pytest.mark.parametrize(
    ("text", "day", "told"),
    [
        ("Potassium rose to 5.9 on 2026-03-10.", "2026-03-08", "2026-03-10"),
        ("Lisinopril was held on March 10, 2026.", "2026-03-08", "2026-03-10"),
        ("Seen again 10 Mar 2026, better.", "2026-03-08", "2026-03-10"),
        ("2026年3月10日血钾升至5.9。", "2026-03-08", "2026-03-10"),
        ("2026/3/9 no complaints", "2026-03-08", "2026-03-09"),
        ("Repeat potassium planned for 2026-03-10.", "2026-03-08", None),
        ("拟于2026年3月10日复查血钾。", "2026-03-08", None),
        ("Seen on 2026-03-08 and 2026-02-10.", "2026-03-08", None),
        ("Lot number 2026-99-10.", "2026-03-08", None),
    ],
)
def test_a_note_dated_before_what_it_tells_of(
    tmp_path: Path, text: str, day: str, told: str | None
) -> None:
    file = edit_record(changed(tmp_path), lambda resources: put(resources, ("D",), note(text, day)))
    problems = check_leaks(_case(file))
    if told is None:
        assert problems == []
    else:
        (problem,) = problems
        assert problem.field == "DocumentReference/mini-1-note-added"
        assert f"dated {day} and tells of {told}" in problem.problem.render("en")
        assert problem.file.name == "record.json"
        assert problem.line is not None


ENGLISH = "Please state the result."
COMPLETE: list[tuple[Where, Any, str]] = [
    (("title", "zh"), DELETE, "title.zh"),
    (("title", "en"), "  ", "title.en"),
    ((*T0, "request", "zh"), DELETE, "turns[0].request.zh"),
    ((*T1, "explicit", "en"), DELETE, "turns[1].explicit.en"),
    ((*T1, "refers_to", "antecedent", "zh"), DELETE, "turns[1].refers_to.antecedent.zh"),
    ((*T0, "answer_format"), {"en": "One line."}, "turns[0].answer_format.zh"),
    ((*T0, "rubric", 2, "text", "zh"), "", "turns[0].rubric[2].text.zh"),
    ((*T0, "gold", 2, "ask", "zh"), DELETE, "turns[0].gold[2].ask.zh"),
    ((*T1, "gold", 1, "answer", "en"), DELETE, "turns[1].gold[1].answer.en"),
    ((*FACT, "zh", "low"), " ", "facts[0].say.zh.low"),
    (
        (*T0, "rubric", 3, "grader", "all", 1, "says", "each", 0, "zh"),
        DELETE,
        "turns[0].rubric[3].grader.all[1].says.each[0].zh",
    ),
    (("facts", 1, "about", "names", "zh"), [], "facts[1].about.names.zh"),
    (
        (*T0, "rubric", 3, "grader", "all", 1, "says", "none"),
        {"zh": ["停用"]},
        "turns[0].rubric[3].grader.all[1].says.none.en",
    ),
    (
        (*T0, "rubric", 1, "grader", "value", "names"),
        {"en": ["crea"]},
        "turns[0].rubric[1].grader.value.names.zh",
    ),
    (("title", "zh"), ENGLISH, "title.zh"),
    ((*T0, "request", "zh"), ENGLISH, "turns[0].request.zh"),
    ((*T0, "rubric", 2, "text", "zh"), f"{ENGLISH}钾", "turns[0].rubric[2].text.zh"),
    ((*T0, "gold", 3, "answer", "zh"), ENGLISH, "turns[0].gold[3].answer.zh"),
    ((*FACT, "zh", "high"), ENGLISH, "facts[0].say.zh.high"),
    ((*T0, "request", "en"), "血钾 please", "turns[0].request.en"),
    ((*FACT, "en", "low"), "我疼", "facts[0].say.en.low"),
    (("facts", 1, "about", "names", "en", 0), "心慌", "facts[1].about.names.en[0]"),
]


@pytest.mark.parametrize(("where", "value", "field"), COMPLETE)
def test_a_text_that_is_missing_or_in_the_wrong_language(
    tmp_path: Path, where: Where, value: Any, field: str
) -> None:
    problems = check_languages(_case(changed(tmp_path, (where, value))))
    assert _fields(problems) == [field]
    assert problems[0].line is not None


def test_a_whole_language_of_a_fact_missing_is_told_for_each_wording(tmp_path: Path) -> None:
    problems = check_languages(_case(changed(tmp_path, ((*FACT, "zh"), DELETE))))
    assert _fields(problems) == [f"facts[0].say.zh.{level}" for level in ("low", "medium", "high")]


def test_a_language_that_is_there_and_not_listed(tmp_path: Path) -> None:
    problems = check_languages(_case(changed(tmp_path, (("languages",), ["en"]))))
    assert _fields(problems) == ["languages"]
    assert "'zh' is not listed, yet" in problems[0].problem.render("en")


def test_one_language_alone_is_enough(tmp_path: Path) -> None:
    def strip(node: Any) -> Any:
        if isinstance(node, dict):
            return {key: strip(value) for key, value in node.items() if key != "zh"}
        return [strip(item) for item in node] if isinstance(node, list) else node

    from tests.scenario_files import write_scenario

    data = strip(mini_data())
    data["languages"] = ["en"]
    assert check_languages(_case(write_scenario(tmp_path, data))) == []


@pytest.mark.parametrize(
    ("text", "chinese"),
    [
        ("今晨血钾5.9 mmol/L。", True),
        ("肌酐 (Creatinine) 1.6 mg/dL", True),
        ("查INR、APTT", True),
        ("5.9", False),
        ("Please 钾", False),
    ],
)
def test_what_counts_as_chinese(text: str, chinese: bool) -> None:
    assert is_chinese(text) is chinese
