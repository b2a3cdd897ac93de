"""Search as FHIR R4 has it, over a record in memory."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.search_url import parse_search_url, search_all, search_url
from physassist_tui.ehr.store import EmbeddedStore
from tests.unit.ehr_record import LOINC, found, ids, lab, patient, store


def _labs() -> EmbeddedStore:
    potassium = {"code": "2823-3", "display": "Potassium [Moles/volume] in Serum or Plasma"}
    return store(
        patient("p1", "Garcia", "Ana", identifier=[{"system": "urn:mrn", "value": "0017"}]),
        patient("p2", "García", "Anselm", gender="male", birthDate="1955-02"),
        patient("17", "王", "小明"),
        lab("c1", "2026-03-02T06:00:00-05:00", 1.4),
        lab("c2", "2026-03-04T06:00:00-05:00", 1.9, encounter={"reference": "Encounter/e1"}),
        lab("c3", "2026-03-03", 1.6, status="amended"),
        lab("k1", "2026-03-04T06:00:00-05:00", 5.9, **potassium),
        lab("o1", "2026-03-04T07:00:00-05:00", 1.1, subject="Patient/p2"),
        lab("n1", "2026-03-04T07:30:00-05:00", subject="Patient/17"),
        {
            "resourceType": "Observation",
            "id": "local",
            "status": "final",
            "code": {"coding": [{"code": "CREAT"}], "text": "Kreatinin, örtlich; 肌酐"},
            "subject": {"reference": "Patient/p1"},
        },
    )


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        # tokens
        (f"Observation?code={LOINC}|2160-0", ["c1", "c2", "c3", "o1", "n1"]),
        ("Observation?code=2823-3", ["k1"]),
        ("Observation?code=2823-3,CREAT", ["k1", "local"]),
        ("Observation?code=creat", ["local"]),
        ("Observation?code=|CREAT", ["local"]),
        ("Observation?code=|2823-3", []),
        ("Observation?code=http://snomed.info/sct|2823-3", []),
        (f"Observation?code={LOINC}|", ["c1", "c2", "c3", "k1", "o1", "n1"]),
        ("Observation?code:not=2160-0", ["k1", "local"]),
        ("Observation?code:not=2160-0,2823-3", ["local"]),
        ("Observation?code=2160-0&code=2823-3", []),
        ("Observation?code:text=POTASSIUM", ["k1"]),
        ("Observation?code:text=ortlich", ["local"]),
        ("Observation?code:text=肌酐", ["local"]),
        ("Observation?code=99999-9", []),
        ("Observation?code=Creatinine", []),
        ("Observation?status=amended", ["c3"]),
        ("Observation?status=http://hl7.org/fhir/observation-status|amended", ["c3"]),
        ("Observation?category=laboratory&code=2823-3", ["k1"]),
        ("Observation?category:missing=true", ["local"]),
        ("Observation?date:missing=true", ["local"]),
        ("Observation?encounter:missing=false", ["c2"]),
        ("Patient?gender=male", ["p2"]),
        ("Patient?identifier=urn:mrn|0017", ["p1"]),
        ("Patient?identifier=0017", ["p1"]),
        ("Patient?identifier=17", []),
        # references
        ("Observation?patient=p2", ["o1"]),
        ("Observation?patient=Patient/p2", ["o1"]),
        ("Observation?subject=p2", ["o1"]),
        ("Observation?subject:Patient=p2", ["o1"]),
        ("Observation?subject:Group=p2", []),
        ("Observation?subject=http://ehr.example/fhir/Patient/p2", ["o1"]),
        ("Observation?patient=17", ["n1"]),
        ("Observation?patient=p2,17", ["o1", "n1"]),
        ("Observation?patient=nobody", []),
        ("Observation?encounter=e1", ["c2"]),
        ("Observation?encounter=Encounter/e1", ["c2"]),
        # strings
        ("Patient?family=garcia", ["p1", "p2"]),
        ("Patient?family:exact=García", ["p2"]),
        ("Patient?name=an", ["p1", "p2"]),
        ("Patient?given:contains=SEL", ["p2"]),
        ("Patient?name=arcia", []),
        ("Patient?family=王", ["17"]),
        ("Patient?birthdate=1955-02-01", ["p1", "17"]),
        ("Patient?birthdate=1955-02", ["p1", "p2", "17"]),
        # ids
        ("Observation?_id=c1,k1", ["c1", "k1"]),
        ("Observation?_id=c1,k1&_id=k1", ["k1"]),
        ("Patient?_id=17", ["17"]),
        # sorts
        ("Observation?code=2160-0&patient=p1&_sort=-date", ["c2", "c3", "c1"]),
        ("Observation?code=2160-0&patient=p1&_sort=date", ["c1", "c3", "c2"]),
        ("Observation?patient=p1&_sort=-date", ["c2", "k1", "c3", "c1", "local"]),
        ("Observation?patient=p1&_sort=-date,-code", ["k1", "c2", "c3", "c1", "local"]),
        ("Observation?patient=p1&_sort=status,-date", ["c3", "c2", "k1", "c1", "local"]),
        ("Patient?_sort=-_id", ["p2", "p1", "17"]),
        ("Patient?_sort=-given", ["17", "p2", "p1"]),
    ],
)
def test_search(url: str, expected: list[str]) -> None:
    assert found(_labs(), url) == expected


# The element's date, and which prefixes find it when asked for 2026-03-04 (in the clock's
# offset, five hours behind UTC).
_DATES: list[tuple[Any, str]] = [
    ({"effectiveDateTime": "2026-03-04T12:00:00-05:00"}, "eq ge le"),
    ({"effectiveDateTime": "2026-03-04T04:59:59Z"}, "ne le lt eb"),
    ({"effectiveDateTime": "2026-03-04T05:00:00Z"}, "eq ge le"),
    ({"effectiveDateTime": "2026-03-05T04:59:59Z"}, "eq ge le"),
    ({"effectiveDateTime": "2026-03-04"}, "eq ge le"),
    ({"effectiveDateTime": "2026-03-04T00:00:00"}, "eq ge le"),
    ({"effectiveDateTime": "2026-03-03"}, "ne le lt eb"),
    ({"effectiveDateTime": "2026-03-05"}, "ne ge gt sa"),
    ({"effectiveDateTime": "2026-03"}, "ne ge gt le lt"),
    ({"effectiveDateTime": "2026"}, "ne ge gt le lt"),
    ({"effectiveDateTime": "2025"}, "ne le lt eb"),
    ({"effectivePeriod": {"start": "2026-03-03", "end": "2026-03-05"}}, "ne ge gt le lt"),
    ({"effectivePeriod": {"start": "2026-03-04"}}, "ne ge gt le"),
    ({"effectivePeriod": {"end": "2026-03-03"}}, "ne le lt eb"),
    ({}, ""),
    ({"effectiveDateTime": "yesterday"}, ""),
]


@pytest.mark.parametrize("prefix", ["eq", "ne", "ge", "gt", "le", "lt", "sa", "eb"])
@pytest.mark.parametrize(("element", "finders"), _DATES)
def test_dates_are_ranges(prefix: str, element: Any, finders: str) -> None:
    from datetime import datetime

    view = store(
        lab("x", None, **element),
        patient("p1"),
        clock=datetime.fromisoformat("2030-01-01T00:00:00-05:00"),
    )
    expected = ["x"] if prefix in finders.split() else []
    assert found(view, f"Observation?date={prefix}2026-03-04") == expected
    if prefix == "eq":
        assert found(view, "Observation?date=2026-03-04") == expected


def test_partial_and_exact_dates_of_a_search() -> None:
    view = store(lab("x", "2026-03-04T06:00:00-05:00"))
    for date in ("2026", "2026-03", "2026-03-04T06:00", "2026-03-04T11:00:00Z", "ap2026-03-04"):
        assert found(view, f"Observation?date={date}") == ["x"], date
    for date in ("2025", "2026-02", "2026-03-04T06:01", "2026-03-04T06:00:00Z", "ap2020"):
        assert found(view, f"Observation?date={date}") == [], date
    assert found(view, "Observation?date=ge2026-03-04T19:00:00+08:00") == ["x"]
    assert found(view, "Observation?date=ge2026-03-01&date=lt2026-03-05") == ["x"]
    assert found(view, "Observation?date=2025,2026-03-04") == ["x"]


def test_ap_is_a_tenth_of_the_distance() -> None:
    view = store(lab("x", "2025-03-04"))
    assert found(view, "Observation?date=ap2025-02-10") == ["x"]
    assert found(view, "Observation?date=ap2025-01-10") == []


def test_escapes() -> None:
    odd = {"coding": [{"system": "urn:a", "code": "a,b|c"}], "text": "one, two"}
    view = store({"resourceType": "Condition", "id": "x", "code": odd})
    assert found(view, r"Condition?code=a\,b\|c") == ["x"]
    assert found(view, r"Condition?code=urn:a|a\,b\|c") == ["x"]
    assert found(view, r"Condition?code:text=one\, two") == ["x"]
    assert found(view, "Condition?code=a,b") == []


def test_pages_join_to_the_whole() -> None:
    view = store(*(lab(f"c{i:02}", f"2026-03-0{1 + i % 3}") for i in range(25)))
    url = "Observation?code=2160-0&_sort=-date,_id&_count=10"
    pages: list[str] = []
    sizes = []
    following: str | None = url
    while following:
        result = view.search(*parse_search_url(following))
        assert result["total"] == 25
        links = {link["relation"]: link["url"] for link in result["link"]}
        assert view.search(*parse_search_url(links["self"])) == result
        pages += ids(result)
        sizes.append(len(ids(result)))
        following = links.get("next")
    assert sizes == [10, 10, 5]
    everything = [one["id"] for one in search_all(view, "Observation?_sort=-date,_id")]
    assert (
        pages
        == everything
        == sorted(everything, key=lambda one: (-(int(one[1:]) % 3), int(one[1:])))
    )
    assert [one["id"] for one in search_all(view, url)] == pages[:10], "_count limits"


def test_previous_page_and_past_the_end() -> None:
    view = store(*(lab(f"c{i}", None) for i in range(5)))
    result = view.search("Observation", [("_count", "2"), ("_offset", "2")])
    links = {link["relation"]: link["url"] for link in result["link"]}
    assert ids(view.search(*parse_search_url(links["previous"]))) == ["c0", "c1"]
    past = view.search("Observation", [("_offset", "9")])
    assert past["total"] == 5
    assert "entry" not in past


def test_only_a_count() -> None:
    result = _labs().search("Observation", [("_summary", "count"), ("code", "2160-0")])
    assert result["total"] == 5
    assert "entry" not in result


def test_many_pages_over_the_limit() -> None:
    view = store(*(lab(f"c{i}", "2026-03-01") for i in range(2300)))
    everything = search_all(view, "Observation?_sort=date")
    assert [one["id"] for one in everything] == [f"c{i}" for i in range(2300)]
    page = view.search("Observation", [("_count", "99999")])
    assert len(page["entry"]) == 1000
    assert any(link["relation"] == "next" for link in page["link"])
    assert len(view.search("Observation", [])["entry"]) == 50


def test_a_number_for_an_id_is_found_as_text_and_as_number() -> None:
    view = store(
        {"resourceType": "Patient", "id": 10000032, "name": [{"family": "N."}]},
        lab("x", None, subject="Patient/10000032"),
    )
    assert view.read("Patient", "10000032")["id"] == "10000032"
    for value in ("10000032", 10000032):
        params: Any = [("patient", value)]
        assert view.search("Observation", params)["total"] == 1
        assert view.search("Patient", [("_id", value)])["total"] == 1  # type: ignore[list-item]
    assert view.read("Patient", "Patient/10000032")["id"] == "10000032"
    unknown: Any = 10000032
    assert view.read("Patient", unknown)["id"] == "10000032"


def test_medication_by_reference_is_found_by_its_names() -> None:
    view = store(
        {
            "resourceType": "Medication",
            "id": "m1",
            "code": {"coding": [{"system": "urn:ndc", "code": "77", "display": "Apixaban 5 mg"}]},
        },
        {"resourceType": "Medication", "id": "m2", "identifier": [{"value": "HEParin"}]},
        _order("r1", medicationReference={"reference": "Medication/m1"}),
        _order("r2", medicationReference={"reference": "Medication/m2"}),
        _order("r3", medicationCodeableConcept={"text": "apixaban"}),
        _order(
            "r4",
            contained=[{"resourceType": "Medication", "id": "in", "code": {"text": "Digoxin"}}],
            medicationReference={"reference": "#in"},
        ),
    )
    assert found(view, "MedicationRequest?code:text=digoxin") == ["r4"]
    assert found(view, "MedicationRequest?code:text=apixaban") == ["r1", "r3"]
    assert found(view, "MedicationRequest?code:text=heparin") == ["r2"]
    assert found(view, "MedicationRequest?code=77") == ["r1"]
    assert found(view, "MedicationRequest?medication=m1") == ["r1"]


def _order(number: str, **more: Any) -> dict[str, Any]:
    return {"resourceType": "MedicationRequest", "id": number, "status": "active", **more}


@pytest.mark.parametrize(
    ("url", "field", "says"),
    [
        ("Observation?codes=1", "codes", "did you mean code"),
        ("Observation?zzz=1", "zzz", "It has: based-on"),
        ("MedicationRequest?date=2026", "date", "authoredon"),
        ("Observation?code:in=x", "code:in", "code:text"),
        ("Observation?code:exact=x", "code:exact", "code:text"),
        ("Observation?date:not=2026", "date:not", "date:missing"),
        ("Observation?subject:Nobody=1", "subject:Nobody", "subject:missing"),
        ("Observation?date=03/04/2026", "date", "2026-03-04"),
        ("Observation?date=ge", "date", "2026-03-04"),
        ("Observation?date=2026-13-04", "date", "2026-03-04"),
        ("Observation?date=2026-03-04T25:00:00Z", "date", "2026-03-04"),
        ("Observation?date=2026-02-30", "date", "2026-03-04"),
        ("Observation?date=", "date", "empty"),
        ("Observation?code=", "code", "empty"),
        ("Observation?code=|", "code", "empty"),
        ("Observation?patient=", "patient", "empty"),
        ("Observation?patient= ,", "patient", "empty"),
        ("Observation?code:missing=yes", "code:missing", "true, false"),
        ("Observation?_count=ten", "_count", "whole number"),
        ("Observation?_count=-1", "_count", "whole number"),
        ("Observation?_offset=1.5", "_offset", "whole number"),
        ("Observation?_sort=value", "_sort", "-date"),
        ("Observation?_sort=", "_sort", "empty"),
        ("Observation?_summary=text", "_summary", "count"),
        ("Observation?_sort=date&_sort=code", "_sort", "once"),
        ("Observation?_include=x", "_include", "no search parameter"),
        ("Observations?code=1", "resourceType", "not a FHIR R4"),
        ("patient?name=x", "resourceType", "not a FHIR R4"),
        ("?name=x", "resourceType", "not a FHIR R4"),
    ],
)
def test_refusals_name_the_field(url: str, field: str, says: str) -> None:
    with pytest.raises(EhrError) as refusal:
        _labs().search(*parse_search_url(url))
    assert refusal.value.field == field
    assert says in f"{refusal.value} {refusal.value.allowed}"


def test_an_unknown_type_is_told_the_nearest() -> None:
    with pytest.raises(EhrError) as refusal:
        _labs().search("Obsevation", [])
    assert "Observation" in refusal.value.allowed
    with pytest.raises(EhrError):
        _labs().read("observation", "c1")


def test_a_type_without_resources_finds_nothing() -> None:
    assert found(_labs(), "Immunization?vaccine-code=1") == []
    assert found(_labs(), "Basic?code=1") == []


@pytest.mark.parametrize("part", ["code", "=x", "a=1&b"])
def test_a_search_line_that_is_none(part: str) -> None:
    with pytest.raises(EhrError):
        parse_search_url(f"Observation?{part}")


def test_a_search_line_reads_back() -> None:
    params = [("code:text", "a b&c=d+e%"), ("date", "ge2026-03-04T09:30:00+08:00"), ("_id", "肌酐")]
    assert parse_search_url(search_url("Observation", params)) == ("Observation", params)


def test_what_is_given_out_is_the_callers_own() -> None:
    view = _labs()
    view.read("Observation", "c1")["status"] = "spoilt"
    view.search("Observation", [("_id", "c1")])["entry"][0]["resource"]["code"].clear()
    assert view.read("Observation", "c1")["status"] == "final"
    assert found(view, f"Observation?_id=c1&code={LOINC}|2160-0") == ["c1"]
    assert view.read("Observation", "c1")["code"]["coding"]
