"""What a typed line means, in both languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.play.typed import (
    LONG_WORDS,
    WORDS,
    AnswerLine,
    AskLine,
    PlainLine,
    ToolLine,
    Unclear,
    parse,
)

TOOLS = toolset("physassist")


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("ask Are you taking apixaban?", AskLine("Are you taking apixaban?")),
        ("ASK: still in pain?", AskLine("still in pain?")),
        ("问您还在吃阿哌沙班吗？", AskLine("您还在吃阿哌沙班吗？")),
        ("问：哪里疼？", AskLine("哪里疼？")),
        ("answer 1.9 mg/dL today", AnswerLine("1.9 mg/dL today")),
        ("答 今天1.9", AnswerLine("今天1.9")),
        ("answer", AnswerLine("")),
        ("orders", PlainLine("orders")),
        ("医嘱", PlainLine("orders")),
        ("cancel 1 wrong dose", PlainLine("cancel", "1 wrong dose")),
        ("取消 1 剂量有误", PlainLine("cancel", "1 剂量有误")),
        ("?", PlainLine("help")),
        ("帮助", PlainLine("help")),
        ("quit", PlainLine("quit")),
        ("q", PlainLine("quit")),
        (" Q ", PlainLine("quit")),
        ("退出", PlainLine("quit")),
        ("Patient.read", ToolLine("Patient.read", {})),
        (
            "observation.SEARCH code=creatinine _count=5",
            ToolLine("Observation.search", {"code": "creatinine", "_count": "5"}),
        ),
        (
            "MedicationRequest.create medication=apixaban dose=2.5 mg route=oral "
            "frequency=twice daily",
            ToolLine(
                "MedicationRequest.create",
                {
                    "medication": "apixaban",
                    "dose": "2.5 mg",
                    "route": "oral",
                    "frequency": "twice daily",
                },
            ),
        ),
        (
            'Flag.create category=safety code="fall risk" detail="he said code=red"',
            ToolLine(
                "Flag.create",
                {"category": "safety", "code": "fall risk", "detail": "he said code=red"},
            ),
        ),
        (
            "Observation.search code＝肌酐 category=laboratory",
            ToolLine("Observation.search", {"code": "肌酐", "category": "laboratory"}),
        ),
        (
            'Observation.search {"code": "K", "_count": 3}',
            ToolLine("Observation.search", {"code": "K", "_count": 3}),
        ),
        (
            "patient.get_medication_adherence apixaban",
            ToolLine("patient.get_medication_adherence", {"drug": "apixaban"}),
        ),
        ("Observation.search cod=K", ToolLine("Observation.search", {"cod": "K"})),
        # A slip behind a good parameter is one too, and no part of its value.
        (
            "Observation.search code=urate date_form=2026-03-01",
            ToolLine("Observation.search", {"code": "urate", "date_form": "2026-03-01"}),
        ),
        (
            "Observation.search code=urate date=2026-03-01 _count=5",
            ToolLine("Observation.search", {"code": "urate", "date": "2026-03-01", "_count": "5"}),
        ),
        (
            "Observation.search code=尿酸 categry＝laboratory",
            ToolLine("Observation.search", {"code": "尿酸", "categry": "laboratory"}),
        ),
        (
            "Observation.search code=eGFR K=5.9 x=1",
            ToolLine("Observation.search", {"code": "eGFR K=5.9 x=1"}),
        ),
        (
            "Observation.search code='urate dat=56'",
            ToolLine("Observation.search", {"code": "urate dat=56"}),
        ),
    ],
)
def test_a_line_means(line: str, meaning: object) -> None:
    assert parse(line, TOOLS) == meaning


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("What is the creatinine?", "Who is this for?"),
        ("肌酐多少？", "Who is this for?"),
        ("Observaton.search code=K", "Near it: Observation.search"),
        ("ask", "What do you ask"),
        ("Observation.search creatinine", "Say which parameter"),
        ("Observation.search code=K code=Na", "given twice"),
        ("Observation.search {code: K}", "The JSON breaks at character 2"),
        ("Observation.search {", "The JSON breaks"),
    ],
)
def test_what_cannot_be_carried_out_says_how_to_mend_it(line: str, said: str) -> None:
    meaning = parse(line, TOOLS)
    assert isinstance(meaning, Unclear)
    assert said in meaning.why.render("en")


@pytest.mark.parametrize("line", ["", "   ", "\t", "　"])
def test_an_empty_line_means_nothing(line: str) -> None:
    assert parse(line, TOOLS) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_no_patient_is_nobody_is_told_to_ask_one(lang: Lang) -> None:
    told = {}
    for tools in ("physassist", "physicianbench"):
        meaning = parse("hello there", toolset(tools))
        assert isinstance(meaning, Unclear)
        told[tools] = meaning.why.render(lang)
    assert "ask …" in told["physassist"]
    assert "ask …" not in told["physicianbench"]
    assert "answer …" in told["physicianbench"]


def test_no_word_is_typed_for_two_things() -> None:
    spoken = [word for words in (WORDS | LONG_WORDS).values() for word in words]
    assert len(spoken) == len(set(spoken))


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("sign", PlainLine("sign")),
        ("签署", PlainLine("sign")),
        ("edit 2 dose_value=5", PlainLine("edit", "2 dose_value=5")),
        ("修改2 dose_value=5", PlainLine("edit", "2 dose_value=5")),
        ("删除#2", PlainLine("drop", "#2")),
        ("勾选 3", PlainLine("tick", "3")),
        ("文书 查看", PlainLine("note", "查看")),
        ("searched", PlainLine("searched")),
        ("fhir_observation_search_labs code=a b", ToolLine("fhir_observation_search_labs",
                                                           {"code": "a b"})),
    ],
)  # fmt: skip
def test_words_of_a_long_task_are_words_there_alone(line: str, meaning: object) -> None:
    assert parse(line, toolset("physicianbench")) == meaning
    assert isinstance(parse(line, TOOLS), Unclear)
    near = parse("fhir_observation_serch_labs code=a", toolset("physicianbench"))
    assert isinstance(near, Unclear)
    assert "fhir_observation_search_labs" in near.why.render("en")


@given(st.text(max_size=200))
def test_any_line_has_a_meaning(line: str) -> None:
    parse(line, TOOLS)


@given(st.sampled_from([tool.name for tool in TOOLS.tools]), st.text(max_size=200))
def test_any_call_has_a_meaning(tool: str, rest: str) -> None:
    meaning = parse(f"{tool} {rest}", TOOLS)
    assert isinstance(meaning, ToolLine | Unclear)
