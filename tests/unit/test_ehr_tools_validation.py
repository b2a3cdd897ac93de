"""Calls that cannot be carried out are refused with what mends them, and nothing raises."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import Lang
from tests.unit.ehr_tools_world import Play

SEARCH = "Observation.search"
ORDER = {"medication": "apixaban", "dose": "5 mg", "route": "oral", "frequency": "BID"}

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    (SEARCH, {"cod": "K"}, "cod"),
    (SEARCH, {"subject": "Patient/p1"}, "subject"),
    (SEARCH, {"_count": "ten"}, "_count"),
    (SEARCH, {"_count": "2.5"}, "_count"),
    (SEARCH, {"_count": 2.5}, "_count"),
    (SEARCH, {"_count": True}, "_count"),
    (SEARCH, {"_count": 0}, "_count"),
    (SEARCH, {"_count": -3}, "_count"),
    (SEARCH, {"_count": 1001}, "_count"),
    (SEARCH, {"_count": math.inf}, "_count"),
    (SEARCH, {"_count": math.nan}, "_count"),
    (SEARCH, {"_count": 10**400}, "_count"),
    (SEARCH, {"page": 0}, "page"),
    (SEARCH, {"page": []}, "page"),
    (SEARCH, {"code": ""}, "code"),
    (SEARCH, {"code": "  \u3000"}, "code"),
    (SEARCH, {"code": {"system": "x"}}, "code"),
    (SEARCH, {"code": ["2160-0"]}, "code"),
    (SEARCH, {"code": False}, "code"),
    (SEARCH, {"code": "x" * 301}, "code"),
    (SEARCH, {"code": 10**5000}, "code"),
    (SEARCH, {"status": "finnal"}, "status"),
    (SEARCH, {"date_from": "2026-02-30"}, "date_from"),
    (SEARCH, {"date_from": "2026-13-01"}, "date_from"),
    (SEARCH, {"date_from": "2026-03-04T25:00"}, "date_from"),
    (SEARCH, {"date_from": "yesterday"}, "date_from"),
    (SEARCH, {"date_from": "03/04/2026"}, "date_from"),
    (SEARCH, {"date_from": ""}, "date_from"),
    (SEARCH, {"date_to": "ge2026-03-04"}, "date_to"),
    (SEARCH, {"date_from": "2026-03-05", "date_to": "2026-03-04"}, "date_from"),
    (SEARCH, {"date_from": "2027", "date_to": "2026-12-31"}, "date_from"),
    ("MedicationRequest.create", {}, "medication"),
    ("MedicationRequest.create", {**ORDER, "dose": ""}, "dose"),
    ("MedicationRequest.create", {**ORDER, "dose": None}, "dose"),
    ("MedicationRequest.create", {**ORDER, "duration_days": 0}, "duration_days"),
    ("MedicationRequest.create", {**ORDER, "duration_days": "a week"}, "duration_days"),
    ("ServiceRequest.create", {"service_type": "CBC", "priority": "stat"}, "priority"),
    ("Flag.create", {"category": "danger", "code": "Fall risk", "detail": "x"}, "category"),
    ("patient.ask", {"question": " "}, "question"),
    ("order.list", {"order": "1"}, "order"),
]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(("tool", "arguments", "field"), REFUSED)
def test_what_is_wrong_is_named(
    tool: str, arguments: dict[str, Any], field: str, lang: Lang
) -> None:
    error = Play([], lang=lang).refused(tool, arguments)
    assert error["field"] == field
    assert error["error"]
    assert "\n" not in error["error"]
    assert len(error["error"]) < 400


def test_allowed_values_are_listed() -> None:
    play = Play([])
    error = play.refused("ServiceRequest.create", {"service_type": "CBC", "priority": "stat"})
    assert error["allowed"] == ["routine", "urgent", "asap"]
    error = play.refused(SEARCH, {"cod": "K"})
    assert "code" in error["allowed"]
    assert "did you mean code?" in error["error"]
    error = play.refused(SEARCH, {"date": "2026-03-01"})
    assert "did you mean date_from / date_to?" in error["error"]


def test_an_unknown_tool_is_told_the_nearest_names() -> None:
    play = Play([])
    error = play.refused("Observations.search", {})
    assert error["allowed"][0] == "Observation.search"
    assert "Observation.search" in error["error"]
    wrong: list[object] = ["", None, 7, [], {"a": 1}, "zzzzqqqq"]
    for nothing in wrong:
        assert play.refused(nothing, {})["field"] == "tool"


ACCEPTED: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"code": None}, {}),
    ({"_count": "5"}, {"_count": 5}),
    ({"_count": 5.0}, {"_count": 5}),
    ({"_count": "５"}, {"_count": 5}),
    ({"page": " 2 "}, {"page": 2}),
    ({"code": 21600}, {"code": "21600"}),
    ({"code": "  Creatinine "}, {"code": "Creatinine"}),
    ({"status": "FINAL"}, {"status": "final"}),
    ({"status": "entered in error"}, {"status": "entered-in-error"}),
    ({"status": "最终"}, {"status": "final"}),
    ({"date_from": "２０２６-03"}, {"date_from": "2026-03"}),
    ({"date_from": "2026-03-04", "date_to": "2026-03"}, None),  # type: ignore[list-item]
    ({"date_from": "2024-02-29"}, {"date_from": "2024-02-29"}),
    ({"date_from": "2026-03-04 06:00"}, {"date_from": "2026-03-04T06:00"}),
]


@pytest.mark.parametrize(("given_", "wanted"), ACCEPTED)
def test_what_can_be_understood_is_taken(
    given_: dict[str, Any], wanted: dict[str, Any] | None
) -> None:
    values, error = Play([]).runner.validate(SEARCH, given_)
    assert error is None
    assert values == (given_ if wanted is None else wanted)


def test_arguments_must_be_an_object() -> None:
    play = Play([])
    for wrong in ("code=K", ["code"], 3, True):
        assert "JSON" in play.refused(SEARCH, wrong)["error"]
    assert play.runner.validate(SEARCH, None) == ({}, None)


def test_a_long_question_to_the_patient_is_taken() -> None:
    values, error = Play([]).runner.validate("patient.ask", {"question": "why? " * 2000})
    assert error is None
    assert values is not None


def test_errors_come_in_the_sessions_language() -> None:
    english = Play([], lang="en").refused(SEARCH, {"_count": "x"})
    assert english["error"] == "_count must be a whole number, not x."


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
TOOLS = [tool.name for tool in toolset("physassist").tools]
PARAMS = sorted({param.name for tool in toolset("physassist").tools for param in tool.params})
PLAY = Play([])


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    name=st.sampled_from(TOOLS) | JSON,
    arguments=st.dictionaries(st.sampled_from(PARAMS) | st.text(max_size=8), JSON, max_size=5)
    | JSON,
)
def test_nothing_that_json_can_hold_raises(name: object, arguments: object) -> None:
    values, error = PLAY.runner.validate(name, arguments)
    assert (values is None) != (error is None)
    if error is not None:
        assert isinstance(error["error"], str)
        assert set(error) <= {"error", "field", "allowed"}
        json.dumps(error).encode()
    else:
        json.dumps(values).encode()
