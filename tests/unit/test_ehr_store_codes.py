"""Codes by name, in either language, and the nearest that exist."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.ehr.codes import codes_for_name, existing_codes, nearest_codes
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.search_params import code_param, date_param, encounter_param, params_of
from physassist_tui.ehr.store import EmbeddedStore
from tests.unit.ehr_record import lab, patient, store

RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
BEFORE, AFTER = "2026-03-04T06:00:00-05:00", "2026-03-05T06:00:00-05:00"


def _chart() -> EmbeddedStore:
    apixaban = {"system": RXNORM, "code": "1364445", "display": "apixaban 5 MG Oral Tablet"}
    order = {"resourceType": "MedicationRequest", "authoredOn": BEFORE}
    return store(
        patient("p1"),
        patient("p2"),
        lab("c1", BEFORE),
        lab("c2", BEFORE),
        lab("k1", BEFORE, code="2823-3", display="Potassium [Moles/volume] in Serum or Plasma"),
        lab("k2", BEFORE, code="6298-4", display="Potassium [Moles/volume] in Blood"),
        lab("n1", BEFORE, code="2951-2", display="Sodium [Moles/volume] in Serum or Plasma"),
        lab("t1", AFTER, code="6598-7", display="Troponin T.cardiac in Serum or Plasma"),
        lab("g1", BEFORE, code="2345-7", display="Glucose in Serum", subject="Patient/p2"),
        lab("c3", BEFORE, code="50912", display="Creatinine"),
        {
            "resourceType": "Medication",
            "id": "hep",
            "code": {"coding": [{"system": "urn:ndc", "code": "6332"}]},
            "identifier": [{"value": "Heparin"}],
        },
        {**order, "id": "m2", "medicationReference": {"reference": "Medication/hep"}},
        {**order, "id": "m1", "medicationCodeableConcept": {"coding": [apixaban]}},
    )


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("Observation", "2160-0", {"2160-0"}),
        ("Observation", "http://loinc.org|2160-0", {"2160-0"}),
        ("Observation", "Creatinine", {"2160-0", "50912"}),
        ("Observation", "肌酐", {"2160-0", "50912"}),
        ("Observation", "  creatinine ", {"2160-0", "50912"}),
        ("Observation", "血钾", {"2823-3", "6298-4"}),
        ("Observation", "K", {"2823-3", "6298-4"}),
        ("Observation", "sodium [moles/volume] in serum or plasma", {"2951-2"}),
        ("Observation", "Moles/volume", {"2823-3", "6298-4", "2951-2"}),
        ("Observation", "Troponin", set()),
        ("Observation", "6598-7", set()),
        ("Observation", "magnesium", set()),
        ("Observation", "", set()),
        ("MedicationRequest", "apixaban", {"1364445"}),
        ("MedicationRequest", "Eliquis", {"1364445"}),
        ("MedicationRequest", "阿哌沙班", {"1364445"}),
        ("MedicationRequest", "warfarin", set()),
        ("MedicationRequest", "heparin", {"6332"}),
    ],
)
def test_a_name_means_the_codes_that_exist(kind: str, text: str, expected: set[str]) -> None:
    assert {one.code for one in codes_for_name(_chart(), kind, text)} == expected


def test_for_one_patient() -> None:
    mine: Any = [("patient", "p1")]
    assert codes_for_name(_chart(), "Observation", "glucose", mine) == []
    assert [one.code for one in codes_for_name(_chart(), "Observation", "glucose")] == ["2345-7"]
    counts = {one.code: one.count for one in existing_codes(_chart(), "Observation", mine)}
    assert counts == {"2160-0": 2, "50912": 1, "2823-3": 1, "6298-4": 1, "2951-2": 1}
    assert existing_codes(_chart(), "Observation", mine)[0].code == "2160-0", "commonest first"


@pytest.mark.parametrize(
    ("text", "nearest"),
    [
        ("creatinin", {"2160-0", "50912"}),
        ("kreatinine", {"2160-0", "50912"}),
        ("2160-1", {"2160-0", "50912"}),
        ("potasium in serum", {"2823-3"}),
        ("肌酐值", {"2160-0", "50912"}),
        ("sodum", {"2951-2"}),
    ],
)
def test_the_nearest_codes(text: str, nearest: set[str]) -> None:
    near = nearest_codes(_chart(), "Observation", text, limit=3)
    assert near[0][0] in nearest
    assert len(near) <= 3
    assert "6598-7" not in {code for code, _display in near}, "not yet"


def test_where_nothing_is_near_the_commonest_are_told() -> None:
    near = nearest_codes(_chart(), "Observation", "zzzzzz", limit=2)
    assert near[0][0] == "2160-0"
    assert len(near) == 2
    assert nearest_codes(_chart(), "Immunization", "flu") == []
    assert nearest_codes(_chart(), "Observation", "") != []


def test_what_a_write_adds_is_known() -> None:
    view = _chart()
    view.create(lab("mg", AFTER, code="19123-9", display="Magnesium in Serum or Plasma"))
    assert [one.code for one in codes_for_name(view, "Observation", "magnesium")] == ["19123-9"]


def test_only_coded_parameters_have_codes() -> None:
    with pytest.raises(EhrError) as refusal:
        _chart().codes("Observation", "date")
    assert "code" in refusal.value.allowed
    with pytest.raises(EhrError):
        _chart().codes("Observation", "cod")


def test_the_usual_parameters_of_a_type() -> None:
    assert code_param("Observation") == "code"
    assert code_param("DocumentReference") == "type"
    assert date_param("MedicationRequest") == "authoredon"
    assert date_param("Condition") == "recorded-date"
    assert date_param("MedicationAdministration") == "effective-time"
    assert encounter_param("MedicationAdministration") == "context"
    assert encounter_param("Observation") == "encounter"
    assert encounter_param("Patient") is None
    for kind in ("Observation", "MedicationAdministration", "Encounter"):
        for name in (code_param(kind), date_param(kind)):
            assert name in params_of(kind)
