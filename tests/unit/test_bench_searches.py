"""The nine searches of PhysicianBench: what they find, page by page, in whose chart."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.ehr.bench import toolset as names
from physassist_tui.i18n import LANGUAGES, Lang
from tests.unit.ehr_record import LOINC, lab, patient
from tests.unit.ehr_tools_world import LONG_NOTE, ME, OTHER, Play, Resource, chart, note

SEARCHES = (
    names.DEMOGRAPHICS,
    names.PROBLEMS,
    names.LABS,
    names.VITALS,
    names.SOCIAL,
    names.PROCEDURES,
    names.MEDICATIONS,
    names.SERVICES,
    names.NOTES,
)
THEIRS = [
    lab("other-cr", "2026-03-04T05:00:00-05:00", 0.8, subject=OTHER),
    lab("later", "2026-03-04T11:00:00-05:00", 9.9),
    patient("p3", "Calder", "Rut",
            address=[{"city": "Northampton", "state": "MA", "postalCode": "01060"}],
            identifier=[{"system": "urn:mrn", "value": "400171"}],
            telecom=[{"system": "phone", "value": "555-0124"}]),
]  # fmt: skip


def bench(lang: Lang = "en", extra: list[Resource] | None = None, **limits: Any) -> Play:
    return Play([*chart(), *THEIRS, *(extra or [])], tools="physicianbench", lang=lang, **limits)


def ids(result: Resource) -> list[str]:
    return [entry["ref"].split("/")[1] for entry in result["entries"]]


def test_without_a_patient_a_search_finds_everybodys_and_says_whose() -> None:
    play = bench()
    found = play.result(names.LABS)
    assert {entry["patient"] for entry in found["entries"]} == {ME, OTHER}
    mine = play.result(names.LABS, patient="p1")
    assert set(ids(found)) - set(ids(mine)) == {"other-cr"}
    assert not any("patient" in entry for entry in mine["entries"])
    for tool in SEARCHES:
        result = play.result(tool)
        assert result["pages"] >= (result["total"] > 0), tool
        assert set(result) <= {"total", "page", "pages", "entries", "hint", "nearest"}, tool


def test_entries_have_the_shape_that_all_searches_of_physassist_have() -> None:
    known, play = Play([*chart(), *THEIRS]), bench()
    pairs = [
        (names.LABS, "Observation.search", {"category": "laboratory"}),
        (names.VITALS, "Observation.search", {"category": "vital-signs"}),
        (names.PROBLEMS, "Condition.search", {}),
        (names.MEDICATIONS, "MedicationRequest.search", {}),
        (names.PROCEDURES, "Procedure.search", {}),
        (names.NOTES, "DocumentReference.search", {}),
    ]
    for tool, same, asked in pairs:
        ours = play.result(tool, patient=ME, count=200)["entries"]
        theirs = known.result(same, _count=200, **asked)["entries"]
        assert sorted(map(json.dumps, ours)) == sorted(map(json.dumps, theirs)), tool
        assert ours, tool


def test_what_is_after_the_clock_is_nowhere_and_a_category_is_fixed() -> None:
    play = bench()
    assert "later" not in ids(play.result(names.LABS))
    assert ids(play.result(names.VITALS)) == ["bp"]
    error = play.refused(names.LABS, {"category": "vital-signs"})
    assert error["field"] == "category"
    assert error["allowed"] == ["patient", "code", "date", "count", "page"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("2160-0", ["cr2", "cr1"]),
        (f"{LOINC}|2160-0", ["cr2", "cr1"]),
        ("2160-0,2823-3", ["cr2", "k1", "cr1"]),
        ("Creatinine", ["cr2", "ucr", "cr1"]),
        ("creatinine [mass/volume] in serum", ["cr2", "cr1"]),
        ("血钾", ["k1"]),
        ("钾", ["k1"]),
        # A code of the same analyte that this chart does not use is a guess that finds nothing.
        ("38483-4", []),
        ("14682-9", []),
        ("http://snomed.info/sct|2160-0", []),
        ("cr", ["cr2", "cr1"]),
        ("re", []),
        ("$,|", []),
        ("\\", []),
    ],
)
def test_codes_and_names(code: str, found: list[str]) -> None:
    result = bench().result(names.LABS, patient=ME, code=code)
    assert sorted(ids(result)) == sorted(found)
    assert result["total"] == len(found)
    if not found:
        assert {near["code"] for near in result["nearest"]} >= {"2160-0", "2823-3"}
        assert result["hint"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_is_told_apart(lang: Lang) -> None:
    play = bench(lang)
    none_at_all = play.result(names.SOCIAL, patient=ME)
    not_then = play.result(names.LABS, patient=ME, code="2160-0", date="lt2020")
    not_so = play.result(names.MEDICATIONS, patient=ME, status="draft")
    unknown = play.result(names.LABS, patient=ME, code="zzzz")
    hints = [one["hint"] for one in (none_at_all, not_then, not_so, unknown)]
    assert len(set(hints)) == 4
    assert all(one["entries"] == [] for one in (none_at_all, not_then, not_so, unknown))
    assert any("\u4e00" <= char <= "\u9fff" for char in hints[0]) == (lang == "zh")


@pytest.mark.parametrize(
    ("date", "found"),
    [
        ("2026-03-04", ["cr2", "k1", "trop"]),
        ("2026-03", ["cr2", "k1", "trop", "ucr", "cr1"]),
        ("gt2026-03-03", ["cr2", "k1", "trop"]),
        ("ge2026-03-03 le2026-03-03", ["ucr"]),
        ("ge2026-03-03&date=le2026-03-03", ["ucr"]),
        ("lt2026-01-01", []),
    ],
)
def test_dates(date: str, found: list[str]) -> None:
    assert ids(bench().result(names.LABS, patient=ME, date=date)) == found


@pytest.mark.parametrize(
    "date", ["yesterday", "ge", "2026-13-01", "2026-03-04 2026-03-05", "ge2026-03-04 foo"]
)
def test_a_date_that_is_none_names_the_callers_parameter(date: str) -> None:
    for tool, field in (
        (names.LABS, "date"),
        (names.PROBLEMS, "onset_date"),
        (names.MEDICATIONS, "authoredon"),
        (names.SERVICES, "authored"),
        (names.DEMOGRAPHICS, "birthdate"),
    ):
        given_date: dict[str, Any] = {field: date}
        outcome = bench().outcome(tool, **given_date)
        assert not outcome.ok, (tool, date)
        assert outcome.result["field"] == field


def test_who_somebody_is() -> None:
    play = bench()

    def who(**given: str) -> list[str]:
        values, error = play.runner.validate(names.DEMOGRAPHICS, given)
        assert values is not None, error
        outcome = play.runner.run(
            "c1", names.DEMOGRAPHICS, values, now=play.now, person=True, seat="assistant"
        )
        return ids(outcome.result)

    assert who(identifier="400171") == ["p3"]
    assert who(identifier="urn:mrn|400171") == ["p3"]
    assert who(identifier="40017") == []
    assert set(who(family="calder")) == {"p1", "p3"}
    assert set(who(name="Cald")) == {"p1", "p2", "p3"}
    assert who(address_city="Northampton") == who(address_postalcode="010") == ["p3"]
    assert who(address_state="MA", gender="female") == ["p3"]
    assert who(telecom="555-0124") == ["p3"]
    assert set(who(birthdate="1955-02-01")) == {"p1", "p2", "p3"}
    assert who(gender="male") == []
    unknown = play.outcome(names.LABS, patient="400171")
    assert not unknown.ok
    assert unknown.result["field"] == "patient"
    assert ME in unknown.result["allowed"]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "asked",
    [{"identifier": "51027743"}, {"name": "Zorro"}, {"family": "Calder", "gender": "male"}],
)
def test_who_is_not_there_is_said_so_in_one_line(lang: Lang, asked: dict[str, str]) -> None:
    play = bench(lang)
    outcome = play.runner.run(
        "c1", names.DEMOGRAPHICS, asked, now=play.now, person=False, seat="assistant"
    )
    said = outcome.result["hint"]
    assert ("no such patient" if lang == "en" else "没有这位患者") in said
    assert all(f"{name}={value}" in said for name, value in asked.items())
    assert "\n" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("given", ["51027743", "Patient/nobody", "Calder, Ruth"])
def test_a_call_for_nobody_names_nobody_and_how_a_patient_is_given(lang: Lang, given: str) -> None:
    known = Play(lang=lang)
    calls: list[tuple[Play, str, dict[str, Any], str]] = [
        (bench(lang), names.LABS, {"patient": given}, "patient"),
        (bench(lang), names.MESSAGE_CREATE,
         {"patient_reference": given, "message_text": "x"}, "patient_reference"),
        (known, "Observation.search", {"patient": given}, "patient"),
        (known, "Patient.read", {"patient": given}, "patient"),
    ]  # fmt: skip
    for play, tool, arguments, field in calls:
        outcome = play.outcome(tool, **arguments)
        assert not outcome.ok, tool
        said = outcome.result["error"]
        assert given in said
        assert f"Patient/{given}" not in said
        assert "Patient/id" in said
        assert ("There is no patient" if lang == "en" else "没有患者") in said
        assert outcome.result["field"] == field
        assert ME in outcome.result["allowed"]


def many(count: int) -> list[Resource]:
    return [
        lab(f"m{number:03}", f"2025-{1 + number % 12:02}-{1 + number % 28:02}T08:00:00Z", number,
            code="718-7", display="Hemoglobin [Mass/volume] in Blood")
        for number in range(count)
    ]  # fmt: skip


def test_pages_of_50_10_and_5() -> None:
    play = bench(
        extra=[*many(130), *(note(f"x{n}", f"Note {n}.", f"2025-02-{n:02}") for n in range(1, 13))]
    )
    found = play.result(names.LABS, code="718-7")
    assert (found["total"], found["pages"], len(found["entries"])) == (130, 3, 50)
    assert [entry["date"] for entry in found["entries"]] == sorted(
        (entry["date"] for entry in found["entries"]), reverse=True
    )
    last = play.result(names.LABS, code="718-7", page=3)
    assert len(last["entries"]) == 30
    beyond = play.result(names.LABS, code="718-7", page=4)
    assert beyond["entries"] == []
    assert "3" in beyond["hint"]
    notes = play.result(names.NOTES, patient=ME)
    assert len(notes["entries"]) == 5
    assert play.refused(names.LABS, {"count": 201})["field"] == "count"
    assert play.refused(names.LABS, {"page": 0})["field"] == "page"


@settings(max_examples=20, deadline=None)
@given(total=st.integers(1, 60), count=st.integers(1, 25))
def test_pages_part_what_is_found(total: int, count: int) -> None:
    play = Play([patient("p1"), *many(total)], tools="physicianbench")
    pages = -(-total // count)
    seen: list[str] = []
    for page in [*range(2, pages + 1), 1]:  # the first page last: a page is turned to alone
        result = play.result(names.LABS, count=count, page=page)
        assert (result["total"], result["pages"], result["page"]) == (total, pages, page)
        seen += ids(result)
    assert sorted(seen) == sorted(f"m{number:03}" for number in range(total))


def test_a_long_note_is_read_to_its_end_and_counts_as_shown_only_then() -> None:
    play = bench()
    texts, refs, page = "", [], 1
    while True:
        outcome = play.outcome(
            names.NOTES, patient=ME, type="Physical therapy note", count=1, page=page
        )
        shown = json.loads(outcome.shown) if outcome.shown else outcome.result
        texts += "".join(entry["text"] for entry in shown["entries"])
        refs.append(outcome.refs)
        if page == outcome.result["pages"]:
            break
        page += 1
    assert texts == LONG_NOTE
    assert page > 1
    assert refs == [()] * (page - 1) + [("DocumentReference/n2",)]


def test_a_model_is_cut_and_a_person_is_not() -> None:
    play = bench(extra=many(120), shown_characters=1500)
    model = play.outcome(names.LABS, count=100)
    assert model.shown is not None
    assert len(model.shown) <= 1500
    assert json.loads(model.shown)["total"] == model.result["total"]
    assert len(model.refs) == json.loads(model.shown)["cut"]["shown"]
    assert play.outcome(names.LABS, count=100, person=True).shown is None


def test_what_was_ordered_is_found_at_once() -> None:
    play = bench()
    assert play.result(names.SERVICES, patient=ME)["total"] == 0
    order: dict[str, Any] = {
        "patient_reference": ME,
        "code_code": "2160-0",
        "code_display": "Creatinine",
        "requester_reference": "Practitioner/dr",
    }
    placed = play.result(names.SERVICE_CREATE, **order)
    found = play.result(names.SERVICES, patient=ME, code="creatinine", status="active")
    assert [entry["ref"] for entry in found["entries"]] == [placed["created"]]
    assert play.result(names.SERVICES, requester="Practitioner/dr")["total"] == 1
    assert play.result(names.SERVICES, requester="Practitioner/nobody")["total"] == 0


def test_a_form_is_told_what_is_wrong_with_one_field() -> None:
    play = bench()

    def fault(tool: str, param: str, value: str) -> str | None:
        error = play.runner.value_fault(tool, param, value)
        return None if error is None else str(error["field"])

    assert fault(names.LABS, "date", "yesterday") == "date"
    assert fault(names.LABS, "date", "ge2026-01-01 le2026-02-01") is None
    assert fault(names.LABS, "patient", "nobody") == "patient"
    assert fault(names.LABS, "patient", "p1") is None
    assert fault(names.LABS, "count", "0") == "count"
    assert fault(names.LABS, "count", "10") is None
    assert fault(names.WRITE_FILE, "path", "../x") == "path"
    assert fault(names.WRITE_FILE, "path", "x.md") is None
    assert fault(names.WRITE_FILE, "mode", "x") == "mode"
    assert fault(names.APPOINTMENT_CREATE, "start", "soon") == "start"


@pytest.mark.parametrize("tool", [names.LABS, names.VITALS, names.SOCIAL])
def test_a_search_of_one_category_completes_its_own_codes_alone(tool: str) -> None:
    smoking = {
        **lab("smoking", "2026-03-01T09:00:00-05:00", 1.0),
        "category": [{"coding": [{"code": "social-history"}]}],
        "code": {"coding": [{"system": LOINC, "code": "72166-2", "display": "Tobacco smoking"}]},
    }
    play = bench(extra=[smoking])

    def offered(one: str) -> set[str]:
        return {completion.value for completion in play.runner.complete(one, "code", "")}

    assert offered(tool)
    for value in offered(tool):
        assert play.result(tool, patient="p1", code=value)["total"], value
    others = {names.LABS, names.VITALS, names.SOCIAL} - {tool}
    assert not offered(tool) & {value for other in others for value in offered(other)}
