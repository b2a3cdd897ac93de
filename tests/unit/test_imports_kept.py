"""What is kept of an import: its patients, and one patient's chart of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.imports.kept import (
    Kept,
    chart_hash,
    kept_record,
    list_kept,
    read_chart,
    records_folder,
    remove_kept,
    targets,
)
from physassist_tui.ehr.record import open_record
from physassist_tui.play.free import Chart, chart_of, is_free, load_free, load_played
from tests.unit.records_world import RESOURCES, imported, lab, ndjson, patient


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("records")


@pytest.fixture(scope="module")
def kept(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return imported(ndjson(tmp_path_factory.mktemp("src")), folder, name="berg", licence="CC0")


def test_patients_are_found_by_name_number_id_and_birth_date(kept: Kept) -> None:
    asked = ("", "BERG", "bergmann", "1002", "ada berg", "1950-02-03", "zz", "ada 1002")
    found = {words: [one.id for one in kept.patients(words)] for words in asked}
    assert found == {
        "": ["ada", "eve"], "BERG": ["ada", "eve"], "bergmann": ["eve"], "1002": ["eve"],
        "ada berg": ["ada", "eve"], "1950-02-03": ["ada", "eve"], "zz": [], "ada 1002": ["eve"],
    }  # fmt: skip


def test_a_patient_is_named_by_id_reference_or_number_and_a_wrong_one_tells_the_nearest(
    kept: Kept,
) -> None:
    for given in ("eve", "Patient/eve", "1002", "Ada Bergmann", " eve "):
        assert kept.patient(given).id == "eve"
    with pytest.raises(BadInput, match="did you mean 1002"):
        kept.patient("10025")
    with pytest.raises(BadInput, match="records search berg"):
        kept.patient("zzzz")


def test_a_number_that_several_have_is_not_guessed(tmp_path: Path) -> None:
    twins = [patient("a", "7", "X"), patient("b", "7", "Y")]
    kept = imported(ndjson(tmp_path / "s", twins), tmp_path / "k")
    with pytest.raises(BadInput, match="several patients"):
        kept.patient("7")


def test_a_chart_holds_the_patients_own_and_all_that_they_lead_to(kept: Kept) -> None:
    chart = read_chart(kept.file, "ada")
    held = {f"{kind}/{name}" for kind, by_id in chart.items() for name in by_id}
    assert held == {
        "Patient/ada", "Encounter/s1", "Observation/o1", "Observation/o2", "Observation/o3",
        "MedicationRequest/m1", "DocumentReference/d1",
        "Medication/apixaban", "Organization/maker", "Binary/b1",
    }  # fmt: skip
    assert set(read_chart(kept.file, "eve")) == {"Patient", "Observation"}
    with pytest.raises(BadInput, match="no patient nobody"):
        read_chart(kept.file, "nobody")
    assert open_record(kept.chart_path("ada")).size() == len(held)
    with pytest.raises(BadInput, match="no such file"):
        open_record(kept.file.parent / "gone.record" / "Patient" / "ada")


def test_a_chart_holds_nothing_of_another_patient_that_it_refers_to(tmp_path: Path) -> None:
    mixed = {**lab("o5", "ada", "2026-01-01", 1), "derivedFrom": [{"reference": "Observation/o4"}]}
    kept = imported(ndjson(tmp_path / "s", [*RESOURCES, mixed]), tmp_path / "k", name="r")
    assert set(read_chart(kept.file, "ada")["Observation"]) == {"o1", "o2", "o3", "o5"}


def test_targets_are_read_off_the_text_as_a_parser_would() -> None:
    body = {
        "subject": {"reference": "Patient/a"},
        "basedOn": [{"reference": "https://x.org/fhir/ServiceRequest/s/_history/2"}],
        "content": [{"attachment": {"url": "Binary/b"}}, {"attachment": {"url": "http://x/y"}}],
        "note": [{"text": 'says "reference": "Patient/other", \\"reference\\": \\"Patient/no\\"'}],
        "extension": [{"url": "http://hl7.org/fhir/StructureDefinition/x"}],
        "performer": {"display": "é", "reference": "Practitioner/p"},
    }
    wanted = ["Patient/a", "ServiceRequest/s", "Binary/b", "Practitioner/p"]
    assert list(targets(json.dumps(body).encode())) == wanted
    assert list(targets(json.dumps(body, indent=2).encode())) == wanted
    assert list(targets(json.dumps(body).replace("/", "\\/").encode())) == wanted


def test_a_charts_hash_is_of_what_it_holds_and_not_of_its_neighbours(
    kept: Kept, tmp_path: Path
) -> None:
    other = imported(ndjson(tmp_path / "a", [*reversed(RESOURCES), patient("zoe", "9", "Z")]),
                     tmp_path / "k", name="other")  # fmt: skip
    assert chart_hash(other.file, "ada") == chart_hash(kept.file, "ada")
    drug = {**RESOURCES[8], "code": {"text": "Apixaban 2.5 MG Oral Tablet"}}
    rows = [drug if one["id"] == "apixaban" else one for one in RESOURCES]
    changed = imported(ndjson(tmp_path / "b", rows), tmp_path / "k", name="changed")
    assert chart_hash(changed.file, "ada") != chart_hash(kept.file, "ada")
    assert chart_hash(changed.file, "eve") == chart_hash(kept.file, "eve")


def test_a_record_that_is_not_there_tells_the_nearest(kept: Kept, folder: Path) -> None:
    assert kept_record("berg", folder).manifest == kept.manifest
    with pytest.raises(BadInput, match="there is: berg"):
        kept_record("brg", folder)
    with pytest.raises(BadInput, match="records import"):
        kept_record("berg", folder / "empty")
    for outside in ("../berg", "berg.record", "", "."):
        with pytest.raises(BadInput):
            kept_record(outside, folder)


def test_a_record_is_removed_and_nothing_else(tmp_path: Path) -> None:
    source = ndjson(tmp_path / "s")
    for name in ("one", "two"):
        imported(source, tmp_path / "k", name=name)
    remove_kept("one", tmp_path / "k")
    (left,) = list_kept(tmp_path / "k")
    assert isinstance(left, Kept)
    assert left.manifest.name == "two"
    with pytest.raises(BadInput, match="there is: two"):
        remove_kept("one", tmp_path / "k")


def test_the_folder_is_the_users_or_the_one_that_is_named() -> None:
    assert records_folder({"PHYSASSIST_RECORDS": "/x/y"}) == Path("/x/y")
    assert records_folder({}).parts[-2:] == ("physassist", "records")


# Free sessions


@pytest.mark.parametrize(
    ("encounter", "clock", "now"),
    [
        (None, None, "2026-05-01T23:59:59+00:00"),
        ("s1", None, "2026-03-04T12:00:00+01:00"),
        ("visit-s1", None, "2026-03-04T12:00:00+01:00"),
        (None, "2026-03-02", "2026-03-02T23:59:59+00:00"),
        ("s1", "2026-03-02T10:00", "2026-03-02T10:00:00+01:00"),
        ("Encounter/s1", "2026-03-02T10:00:00+08:00", "2026-03-02T10:00:00+08:00"),
    ],
)
def test_the_clock_is_as_asked_or_the_end_of_what_is_there(
    kept: Kept, folder: Path, encounter: str | None, clock: str | None, now: str
) -> None:
    chart = chart_of("berg", "1001", encounter=encounter, clock=clock, folder=folder)
    assert chart.clock.isoformat() == now
    assert chart.encounter == ("s1" if encounter else None)
    assert Chart.of(chart.id) == chart
    assert is_free(chart.id)


def test_a_free_session_is_found_again_by_its_id(
    kept: Kept, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PHYSASSIST_RECORDS", str(folder))
    chart = chart_of("berg", "ada", encounter="s1")
    loaded = load_free(chart)
    again = load_played(chart.id)
    assert again == loaded
    scenario = loaded.scenario
    assert (scenario.free, scenario.turns, scenario.facts) == (True, (), ())
    assert (scenario.patient, scenario.encounter) == ("Patient/ada", "Encounter/s1")
    assert scenario.source.licence == "CC0"
    assert scenario.title.languages() == ("en", "zh")
    others = [
        load_free(chart_of("berg", "ada", encounter="s1", clock="2026-03-03T23:00")),
        load_free(chart_of("berg", "ada", clock=loaded.scenario.clock.isoformat())),
        load_free(chart_of("berg", "eve")),
    ]
    assert len({one.content_hash for one in (loaded, *others)}) == 4


def test_what_is_not_there_is_told_with_what_is(kept: Kept, folder: Path) -> None:
    for wish, words in (
        ({"encounter": "s9"}, "there is: s1"),
        ({"clock": "yesterday"}, "--clock yesterday"),
    ):
        with pytest.raises(BadInput, match=words):
            chart_of("berg", "ada", folder=folder, **wish)
    with pytest.raises(BadInput, match="no record and clock"):
        load_played("record:berg/ada")


def test_an_undated_chart_has_a_clock_all_the_same(tmp_path: Path) -> None:
    rows = [patient("a", "1", "X"), {**lab("o", "a", "9999-12-31", 1)}, lab("p", "a", "soon", 1)]
    imported(ndjson(tmp_path / "s", rows), tmp_path / "k", name="r")
    assert chart_of("r", "a", folder=tmp_path / "k").clock.year == 2000
