"""The banner: who, how old at the clock, since when here, allergic to what."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.record import open_record
from physassist_tui.ehr.store import EmbeddedStore
from tests.unit.ehr_record import NOW, patient, store
from tests.unit.ehr_tools_world import ME, RXNORM, STAY, chart, concept, of


def stay(number: str, start: str, kind: str = "IMP", **more: Any) -> dict[str, Any]:
    return of("Encounter", number, status="finished", **{"class": {"code": kind}},
              period={"start": start}, **more)  # fmt: skip


def allergy(number: str, **more: Any) -> dict[str, Any]:
    return of("AllergyIntolerance", number, recordedDate="2020-01-01", **more)


def allergies(*resources: dict[str, Any]) -> tuple[str, ...]:
    return banner(store(patient("p1"), *resources), ME, None, NOW, "en").allergies


def test_the_banner_of_the_chart() -> None:
    found = banner(store(*chart()), ME, STAY, NOW, "en")
    assert (found.name, found.age, found.sex) == ("Ruth Calder", 71, "female")
    assert (found.birth_date, found.patient) == ("1955-02-01", ME)
    assert found.admission == "Admission 2 (day 3)"
    assert found.allergies == ("amoxicillin",)
    assert banner(store(*chart()), ME, STAY, NOW, "zh").sex == "女"


@pytest.mark.parametrize(
    ("born", "age"),
    [("1955-03-04", 71), ("1955-03-05", 70), ("1955-03", None), ("1955-01", 71), ("1955", None),
     ("2026-03-04", 0), ("", None), ("nonsense", None)],
)  # fmt: skip
def test_age_is_whole_years_at_the_clock_or_unknown(born: str, age: int | None) -> None:
    there = store(patient("p1", birthDate=born))
    assert banner(there, ME, None, NOW, "en").age == age


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ({"name": [{"family": "Patient_10014729"}]}, "Patient_10014729"),
        ({"name": [{"use": "nickname", "given": ["Rue"]}, {"use": "official", "text": "R. E."}]},
         "R. E."),
        ({"name": []}, ME),
        ({"name": [{}], "identifier": [{"value": "400117"}]}, "400117"),
        ({"name": [{"family": "王", "given": ["芳"]}]}, "王芳"),
    ],
)  # fmt: skip
def test_odd_names_and_none(given: dict[str, Any], name: str) -> None:
    resource = {"resourceType": "Patient", "id": "p1", **given}
    found = banner(store(resource), ME, None, NOW, "en")
    assert found.name == name
    assert (found.age, found.birth_date) == (None, "")


def test_none_recorded_is_not_no_known_allergies() -> None:
    assert allergies() == ()
    none = concept("http://snomed.info/sct", "716186003", "No known allergy")
    assert allergies(allergy("nka", code=none)) == ("no known allergies",)
    drug = allergy("a", code=concept(RXNORM, "723", "amoxicillin"))
    assert allergies(allergy("nka", code=none), drug) == ("amoxicillin",)


def test_refuted_and_resolved_allergies_are_none() -> None:
    for field, code in (
        ("verificationStatus", "refuted"),
        ("verificationStatus", "entered-in-error"),
        ("clinicalStatus", "resolved"),
        ("clinicalStatus", "inactive"),
    ):
        status = {field: {"coding": [{"code": code}]}}
        assert allergies(allergy("a", code={"text": "latex"}, **status)) == ()
    assert allergies(
        allergy("a", code={"text": "latex"}), allergy("b", code={"text": "latex"})
    ) == ("latex",)


def admission(there: EmbeddedStore, encounter: str, clock: datetime = NOW) -> str:
    return banner(there, ME, f"Encounter/{encounter}", clock, "en").admission


def test_admissions_are_counted_and_their_parts_are_not() -> None:
    there = store(
        patient("p1"),
        stay("one", "2020-01-01"),
        stay("icu", "2020-01-02", "ACUTE", partOf={"reference": "Encounter/one"}),
        stay("ed", "2026-03-01T22:00:00-05:00", "EMER"),
        stay("two", "2026-03-02T23:30:00-05:00", partOf={"reference": "Encounter/ed"}),
        stay("clinic", "2026-02-01", "AMB"),
    )
    assert admission(there, "two") == "Admission 2 (day 3)"
    assert admission(there, "ed") == "emergency 2026-03-01"
    assert admission(there, "clinic") == "outpatient 2026-02-01"
    assert admission(there, "missing") == ""
    assert banner(there, ME, None, NOW, "en").admission == ""


def test_the_day_of_a_stay_is_the_clocks_day() -> None:
    # 03:00 UTC on 3 March is still 2 March where the clock is.
    there = store(patient("p1"), stay("two", "2026-03-03T03:00:00Z"))
    assert admission(there, "two") == "Admission 1 (day 3)"


def test_an_unknown_patient_is_bad_input() -> None:
    with pytest.raises(BadInput, match="Patient/p9") as raised:
        banner(store(patient("p1")), "Patient/p9", None, NOW, "en")
    assert isinstance(raised.value, EhrError)
    assert raised.value.exit_status == 2


def test_the_banner_of_a_real_patient(real_data: Path) -> None:
    path = real_data / "mimic-iv-fhir-demo-2.1.0"
    record = open_record(path / "EXAMPLE-bundle-10014729-with-recovered-labs.json")
    clock = datetime.fromisoformat("2125-03-01T09:00:00-05:00")
    found = banner(
        record.at(clock),
        "Patient/f3fc719c-f6e0-5c27-a18f-b4e5afaf279b",
        "Encounter/e825d759-05cb-57ba-92d8-7049392e3c67",
        clock,
        "zh",
    )
    assert (found.name, found.age, found.sex) == ("Patient_10014729", 21, "女")
    assert found.allergies == ()
    assert "3" in found.admission
