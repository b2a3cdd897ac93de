"""The toolsets as they are declared, and their page."""

from __future__ import annotations

import re

import pytest

from physassist_tui.core.tools import Toolset, ToolSpec
from physassist_tui.ehr.reference import tools_page
from physassist_tui.ehr.toolsets import NAMES, toolset
from physassist_tui.i18n import LANGUAGES, Lang
from tests.conftest import ROOT

READS = [
    "Patient.read",
    "Encounter.search",
    "Condition.search",
    "Observation.search",
    "MedicationRequest.search",
    "MedicationAdministration.search",
    "Procedure.search",
    "DiagnosticReport.search",
    "DocumentReference.search",
    "AllergyIntolerance.search",
    "CarePlan.search",
    "Patient.everything",
]
WRITES = ["MedicationRequest.create", "ServiceRequest.create", "Flag.create"]
TYPED = [
    "patient.get_symptom_history",
    "patient.get_medication_adherence",
    "patient.get_social_history",
    "patient.get_functional_status",
    "patient.get_pain_assessment",
]


def names(tools: Toolset, kind: str | None = None) -> list[str]:
    return [tool.name for tool in tools.tools if kind in (None, tool.kind)]


def every_tool() -> list[ToolSpec]:
    return [tool for name in NAMES for tool in toolset(name).tools]


def test_physassist_has_the_tools_of_the_design() -> None:
    tools = toolset("physassist")
    assert names(tools, "read") == READS
    assert names(tools, "write") == WRITES
    assert names(tools, "patient") == ["patient.ask", "patient.get_chief_complaint", *TYPED]
    assert names(tools, "control") == ["order.list", "order.cancel", "prepare_to_answer"]


@pytest.mark.parametrize("writes", [True, False])
def test_the_papers_set_is_strict(writes: bool) -> None:
    tools = toolset("physassist-paper", writes=writes)
    missing = {"Procedure.search", "AllergyIntolerance.search", "Patient.everything"}
    assert names(tools, "read") == [name for name in READS if name not in missing]
    assert len(names(tools, "read")) == 9
    assert names(tools, "patient") == TYPED
    assert names(tools, "write") == (WRITES if writes else [])
    assert names(tools, "control") == ["prepare_to_answer"]


def test_an_unknown_toolset_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        toolset("physician-bench")


BENCH = [
    "fhir_patient_search_demographics",
    "fhir_condition_search_problems",
    "fhir_observation_search_labs",
    "fhir_observation_search_vitals",
    "fhir_observation_search_social_history",
    "fhir_procedure_search_orders",
    "fhir_medication_request_search_orders",
    "fhir_service_request_search",
    "fhir_document_reference_search_clinical_notes",
    "fhir_medication_request_create",
    "fhir_service_request_create",
    "fhir_communication_create_message",
    "fhir_appointment_create",
    "write_file",
]


def test_physicianbench_has_the_papers_14_tools_and_two_for_people() -> None:
    tools = toolset("physicianbench")
    offered = [tool for tool in tools.tools if not tool.people_only]
    assert [tool.name for tool in offered] == BENCH
    assert [tool.name for tool in tools.tools if tool.people_only] == ["order.list", "order.cancel"]
    searches = offered[:9]
    assert {tool.kind for tool in searches} == {"read"}
    assert not any(param.required for tool in searches for param in tool.params)
    for tool in searches:
        assert {"count", "page"} <= {param.name for param in tool.params}, tool.name
    needed = {tool.name: tool.json_schema("en")["required"] for tool in offered[9:]}
    assert needed == {
        BENCH[9]: ["patient_reference", "medication_display", "requester_reference"],
        BENCH[10]: ["patient_reference", "code_code", "code_display", "requester_reference"],
        BENCH[11]: ["patient_reference", "message_text"],
        BENCH[12]: ["patient_reference", "practitioner_reference", "description"],
        BENCH[13]: ["path", "content"],
    }


def test_a_form_shows_at_once_what_is_needed_and_some_of_the_rest() -> None:
    for tool in toolset("physicianbench").tools:
        if tool.kind in ("read", "write"):
            at_once = [param for param in tool.params if param.required or param.usual]
            assert 1 <= len(at_once) <= 14, tool.name
            assert len(at_once) < len(tool.params), tool.name


def test_every_search_takes_a_page_and_every_tool_of_the_ehr_a_patient() -> None:
    for tool in (one for name in ("physassist", "physassist-paper") for one in toolset(name).tools):
        taken = {param.name for param in tool.params}
        if tool.name.endswith((".search", ".everything")):
            assert {"_count", "page"} <= taken, tool.name
        if tool.kind in ("read", "write"):
            patient = tool.param("patient")
            assert patient is not None
            assert not patient.required


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_described_in_both_languages(lang: Lang) -> None:
    for tool in every_tool():
        for said in (tool.description, *(param.description for param in tool.params)):
            text = getattr(said, lang)
            assert text, tool.name
            assert bool(re.search(r"[\u3400-\u9fff]", text)) == (lang == "zh"), text


def test_no_description_tells_how_to_make_the_patient_reveal() -> None:
    telling = re.compile(
        r"reveal|withh|hid|secret|specific|by name|insist|again|twice|direct|only if|unless"
        r"|隐瞒|透露|具体|追问|点名|再次|直接|才会",
        re.IGNORECASE,
    )
    for tool in every_tool():
        if tool.kind == "patient":
            for said in (tool.description, *(param.description for param in tool.params)):
                assert not telling.search(said.text("en")), said
                assert not telling.search(said.text("zh")), said


def test_the_schema_is_closed_and_names_what_is_required() -> None:
    tool = toolset("physassist").tool("MedicationRequest.create")
    assert tool is not None
    schema = tool.json_schema("zh")
    assert schema["additionalProperties"] is False
    assert schema["required"] == ["medication", "dose", "route", "frequency"]
    assert schema["properties"]["duration_days"]["type"] == "integer"


@pytest.mark.parametrize(("lang", "name"), [("en", "tools.md"), ("zh", "tools.zh.md")])
def test_the_documentation_page_is_up_to_date(lang: Lang, name: str) -> None:
    page = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert page == tools_page(lang), "run: python -m physassist_tui.ehr.reference docs"
