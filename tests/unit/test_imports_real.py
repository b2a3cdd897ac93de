"""Real records come in whole, and every one of their patients can be played on."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.ehr.imports.kept import read_chart
from physassist_tui.ehr.presence import absent
from physassist_tui.ehr.record import open_record
from physassist_tui.play.casting import Casting
from physassist_tui.play.free import chart_of, load_free
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from tests.unit.records_world import imported

LARGE = ("MedicationAdministration", "MedicationDispense.", "MedicationRequest", "SpecimenLab",
         "ObservationDatetime", "ObservationOutput")  # fmt: skip


@pytest.fixture(scope="module")
def mimic(real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The MIMIC demo without its six largest files; `make bench` has the whole of it."""
    folder = tmp_path_factory.mktemp("mimic")
    for file in (real_data / "mimic-iv-fhir-demo-2.1.0" / "fhir").iterdir():
        if not file.name.removeprefix("Mimic").startswith(LARGE):
            (folder / file.name).symlink_to(file)
    return folder


def test_every_line_of_the_mimic_demo_is_kept_and_its_patients_have_charts(
    mimic: Path, tmp_path: Path
) -> None:
    kept = imported(mimic, tmp_path, name="mimic")
    lines: Counter[str] = Counter()
    people: Counter[str] = Counter()
    for file in mimic.iterdir():
        for line in gzip.decompress(file.read_bytes()).splitlines():
            resource = json.loads(line)
            lines[resource["resourceType"]] += 1
            of = resource.get("subject", {}).get("reference", "").removeprefix("Patient/")
            people[resource["id"] if resource["resourceType"] == "Patient" else of] += 1
    assert {kind: count.kept for kind, count in kept.manifest.counts.items()} == lines
    assert kept.manifest.refused == 0
    rows = kept.patients()
    assert len(rows) == kept.manifest.patients == 100
    for row in rows:
        assert row.resources == people[row.id], row
    for row in rows[::10]:
        chart = chart_of("mimic", row.identifiers[0], folder=tmp_path)
        record = open_record(kept.chart_path(row.id))
        assert list(absent(record, chart.clock, f"Patient/{row.id}", None)) == []
        store = record.at(chart.clock)
        own = [r for by_id in read_chart(kept.file, row.id).values() for r in by_id.values()]
        assert len(own) >= row.resources
        # At the clock all that the chart holds has begun.
        for kind in ("Observation", "Condition", "Encounter", "MedicationStatement"):
            there = sum(1 for one in own if one["resourceType"] == kind)
            assert store.search(kind, [("_summary", "count")])["total"] == there


def test_every_synthea_patient_can_be_played_on(real_data: Path, tmp_path: Path) -> None:
    source = real_data / "synthea-r4"
    kept = imported(source, tmp_path, name="synthea")
    entries: Counter[tuple[str, str]] = Counter()
    for file in source.glob("*.json"):
        found = json.loads(file.read_text())["entry"]
        entries.update((one["resource"]["resourceType"], one["fullUrl"]) for one in found)
    by_type = Counter(kind for kind, _url in entries)
    counted = kept.manifest.counts
    assert {kind: count.kept for kind, count in counted.items()} == by_type
    assert sum(count.read for count in counted.values()) == sum(entries.values())
    assert "Apache License" in kept.manifest.licence
    for row in kept.patients():
        loaded = load_free(chart_of("synthea", row.id, folder=tmp_path), tmp_path)
        opened = start(loaded, MemorySink(), Casting("human", "zh", physician="human"))
        director = opened.director
        director.request("最近有什么异常？")
        director.act(CallTool("Observation.search", {"_count": 3}))
        director.act(Ask("您哪里不舒服？"))
        director.act(Answer("没有。"))
        director.finish()
        call = director.state.calls[0]
        assert call.ok, call
        assert call.result is not None
        assert call.result["total"] > 0
        assert not director.state.revealed


def test_the_example_bundle_comes_in_whole(real_data: Path, tmp_path: Path) -> None:
    name = "EXAMPLE-bundle-10014729-with-recovered-labs.json"
    kept = imported(real_data / "mimic-iv-fhir-demo-2.1.0" / name, tmp_path)
    assert kept.manifest.resources == 2390
    assert kept.manifest.refused == 0
    assert "ODbL" in kept.manifest.licence
    (row,) = kept.patients()
    assert open_record(kept.chart_path(row.id)).size() >= row.resources
