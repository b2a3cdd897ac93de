"""What a model says becomes acts, or words that let it mend it; never half of either."""

from __future__ import annotations

import pytest

from physassist_tui.core.view import Answer, CallTool
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.llm.model import AskedCall, Completed
from physassist_tui.play.model_output import MAX_ARGUMENTS, MAX_TEXT, call_in_prose, kept, read
from physassist_tui.play.player import Move
from tests.play.scripted_model import says

TOOLS = toolset("physassist", writes=True)
ORDER = {"service_type": "Potassium, serum", "priority": "routine"}


def move(completed: Completed, lang: Lang = "en") -> Move:
    return read(completed, TOOLS, lang, prompt="assistant/1")


def test_calls_are_acts_in_their_order_and_text_alone_is_the_answer() -> None:
    both = move(says("One moment.", ("Patient.read", {}), ("ServiceRequest.create", ORDER)))
    assert both.acts == (CallTool("Patient.read", {}), CallTool("ServiceRequest.create", ORDER))
    assert both.called is not None
    assert (both.called.text, both.called.rejected) == ("One moment.", None)
    assert both.called.parameters["prompt"] == "assistant/1"
    assert move(says("  5.9 mmol/L\n")).acts == (Answer("5.9 mmol/L"),)
    assert move(says("", ("Patient.read", " "))).acts == (CallTool("Patient.read", {}),)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("completed", "named"),
    [
        (says(""), ""),
        (says(" \n\t "), ""),
        (says("", finish="length"), ""),
        (says("The potassium is 5.", finish="length"), ""),
        (says("", ("Patient.read", '{"patient": ')), "Patient.read"),
        (says("", ("Patient.read", "[1, 2]")), "array"),
        (says("", ("Patient.read", '"Patient/1"')), "string"),
        (says("", ("Patient.read", "null")), "null"),
        (says("", ("Patient.read", '{"_count": NaN}')), "Patient.read"),
        (says("", ("Patient.read", '{"_count": 1e999}')), "Patient.read"),
        (says("", ("Patient.read", '{"_count": ' + "9" * 5000 + "}")), "Patient.read"),
        (says("", ("Patient.read", '{"a": "\\ud800"}')), "Patient.read"),
        (says("", ("Patient.read", '{"a":' * 60_000)), "Patient.read"),
        (says("", ("Patient.read", '{"a":' * 50 + "1" + "}" * 50)), "Patient.read"),
        (says("", ("Patient.read", '{"a": "' + "x" * 10_000_000 + '"}')), str(MAX_ARGUMENTS)),
        (says("", *[("Patient.read", {})] * 65), "64"),
        (says("x" * 10_000_000), str(MAX_TEXT)),
        (says("", ("ServiceRequest.create", ORDER), ("Patient.read", "{")), "Patient.read"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_done_is_told_and_nothing_of_it_is_done(
    completed: Completed, named: str, lang: Lang
) -> None:
    made = move(completed, lang)
    assert made.acts == ()
    assert made.called is not None
    assert made.called.rejected
    assert named in made.called.rejected
    assert "{" not in made.called.rejected
    assert (lang == "zh") == any("\u4e00" <= sign <= "\u9fff" for sign in made.called.rejected)
    # Nothing large is kept, whatever came.
    assert len(made.called.model_dump_json()) < 5_000


PROSE = [
    'Observation.search(code="Potassium")',
    "I will look it up.\n`Observation.search(code=Potassium, _count=1)`",
    'Action: Observation_search {"code": "K"}',
    '{"name": "Observation.search", "arguments": {"code": "K"}}',
    'Sure:\n```json\n{"tool": "Observation_search", "parameters": {"code": "K"}}\n```',
    '<tool_call>\n{"name": "Observation.search", "arguments": {}}\n</tool_call>',
    '<function_calls><invoke name="Observation.search"></invoke></function_calls>',
    '[TOOL_CALLS][{"name": "Observation_search", "arguments": {}}]',
    "<|python_tag|>Observation.search.call(code='K')",
    "<function=Observation_search>{}</function>",
    "查一下血钾。\nObservation.search(code=血钾)",
]
ANSWERS = [
    "Potassium 5.9 mmol/L (10 March), by Observation.search.",
    "I could not call Observation.search(code=K) again: the limit is reached.",
    "Potassium <5.9 mmol/L> is high; call the renal team {today}.",
    'She said "name: none". Arguments for dialysis: none.',
    "血钾5.9 mmol/L，数据来自Observation.search。",
    "K 5.9 (H)\nCr 1.6 (H)\nPlan: repeat (tomorrow)",
    '{"potassium": 5.9, "unit": "mmol/L", "name": "Potassium"}',
]


@pytest.mark.parametrize("text", PROSE)
def test_a_call_written_as_words_is_told_apart_from_an_answer(text: str) -> None:
    assert call_in_prose(text, TOOLS) in ("Observation.search", "?")
    made = move(says(text))
    assert made.acts == ()
    assert made.called is not None
    assert made.called.text == text
    assert "Observation.search" in (made.called.rejected or "")


@pytest.mark.parametrize("text", ANSWERS)
def test_an_answer_that_speaks_of_tools_is_an_answer(text: str) -> None:
    assert move(says(text)).acts == (Answer(text),)


def test_a_name_without_end_is_cut_and_half_characters_are_signs() -> None:
    made = move(says("", ("x" * 10_000, "{}")))
    (act,) = made.acts
    assert isinstance(act, CallTool)
    assert len(act.tool) < 250
    assert move(says("ok \ud800")).acts == (Answer("ok \ufffd"),)
    assert kept("\udfff", "en") == "\ufffd"
    assert AskedCall("1", "a", "{}").name == "a"
