"""Laboratory values put back from MEDS: as they were, on the right patient, counted."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.imports.kept import Kept, read_chart
from physassist_tui.ehr.imports.meds import check_reader, items_of, meds_files
from tests.unit.records_world import Resource, imported, ndjson, patient, stay

MIMIC = "http://mimic.mit.edu/fhir/mimic/identifier"
ITEMS = "http://mimic.mit.edu/fhir/mimic/CodeSystem/mimic-d-labitems"
NAMED = {"50912": "Creatinine", "50971": "Potassium"}
LABELS = {"concept": [{"code": code, "display": name} for code, name in NAMED.items()]}
TABLE = (
    "itemid (omop_source_code),label,omop_vocabulary_id,omop_concept_code,omop_concept_name\n"
    '50912,Creatinine,LOINC,2160-0,"Creatinine, serum"\n50983,Sodium,LOINC,2951-2,Sodium\n'
    "51000,Triglycerides,SNOMED,1,x\n"
)


def terminology(folder: Path) -> Path:
    folder.mkdir()
    (folder / "CodeSystem-mimic-d-labitems.json").write_text(json.dumps(LABELS))
    (folder / "d_labitems_to_loinc.csv").write_text(TABLE)
    return folder


def people() -> list[Resource]:
    one = patient("ada", "10000032", "A")
    one["identifier"][0]["system"] = f"{MIMIC}/patient"
    in_hospital = stay("s1", "ada", "2180-05-06T22:23:00-04:00", "2180-05-07T17:15:00-04:00")
    in_hospital["identifier"][0]["system"] = f"{MIMIC}/encounter-hosp"
    emergency = stay("e1", "ada", "2180-05-06T19:00:00-04:00", "2180-05-07T20:00:00-04:00")
    return [one, in_hospital, emergency]


ROWS = [
    (10000032, datetime(2180, 5, 7, 5, 30), "LAB//50912//mg/dL", 4.9),
    (10000032, datetime(2180, 12, 7, 5, 30), "LAB//50912//mg/dL", 0.1),
    (10000032, datetime(2180, 5, 7, 5, 30), "LAB//50971//UNK", 4.0),
    (10000032, datetime(2180, 5, 7, 5, 30), "LAB//50983//mEq/L", 139.0),
    (10000032, datetime(2180, 5, 7, 5, 30), "LAB//51265//K/uL", None),
    (10000032, datetime(2180, 5, 7, 5, 30), "LAB//220045//bpm", 88.0),
    (10000032, datetime(2180, 5, 7, 5, 30), "MEDICATION//x", 1.0),
    (99999999, datetime(2180, 5, 7, 5, 30), "LAB//50912//mg/dL", 1.0),
]


def events(file: Path, value: str = "numeric_value", rows: Any = ROWS) -> Path:
    pyarrow = pytest.importorskip("pyarrow", reason="physassist[meds] is not installed")
    from pyarrow import parquet

    subject, when, code, number = zip(*rows, strict=True)
    columns = {"subject_id": list(subject), "time": list(when), "code": list(code),
               value: pyarrow.array(number, pyarrow.float32())}  # fmt: skip
    parquet.write_table(pyarrow.table(columns), file)
    return file


def labs_of(kept: Kept) -> list[Resource]:
    return list(read_chart(kept.file, "ada").get("Observation", {}).values())


@pytest.mark.parametrize("value", ["numeric_value", "value"])
def test_values_come_back_as_they_were(tmp_path: Path, value: str) -> None:
    kept = imported(ndjson(tmp_path / "src", people()), tmp_path / "k",
                    labs=events(tmp_path / "e.parquet", value),
                    terminology=terminology(tmp_path / "t"))  # fmt: skip
    labs = kept.manifest.labs
    assert labs is not None
    assert (labs.put_back, labs.without_value, labs.without_patient) == (4, 1, 1)
    found = labs_of(kept)
    told = [(one["effectiveDateTime"], one["valueQuantity"], one.get("encounter")) for one in found]
    in_stay = {"reference": "Encounter/s1"}
    assert told == [
        ("2180-05-07T05:30:00-04:00", {"value": 4.9, "unit": "mg/dL"}, in_stay),
        ("2180-12-07T05:30:00-05:00", {"value": 0.1, "unit": "mg/dL"}, None),
        ("2180-05-07T05:30:00-04:00", {"value": 4}, in_stay),
        ("2180-05-07T05:30:00-04:00", {"value": 139, "unit": "mEq/L"}, in_stay),
    ]
    creatinine, _later, potassium, sodium = (one["code"] for one in found)
    assert [c["code"] for c in creatinine["coding"]] == ["2160-0", "50912"]
    assert creatinine["text"] == "Creatinine"
    assert [c["code"] for c in potassium["coding"]] == ["50971"]
    assert sodium["text"] == "Sodium"
    from fhir.resources.R4B.observation import Observation

    for one in found:
        Observation.model_validate(one)


def test_a_record_that_has_its_values_and_a_file_that_has_none_are_refused(tmp_path: Path) -> None:
    file = events(tmp_path / "e.parquet")
    code = {"coding": [{"system": ITEMS, "code": "1"}]}
    has: Resource = {"resourceType": "Observation", "id": "o", "status": "final", "code": code}
    other = tmp_path / "x.parquet"
    other.write_bytes(b"PAR1 not really")
    columns = events(tmp_path / "c.parquet", "something_else")
    for rows, labs, words in (
        ([*people(), has], file, "already"),
        ([patient("z", "1", "Z")], file, "no patients of MIMIC"),
        (people(), other, "no parquet file"),
        (people(), columns, "no column value"),
        (people(), tmp_path / "nothing", "no such file"),
    ):
        source = ndjson(tmp_path / words.replace(" ", "-"), rows)
        with pytest.raises(BadInput, match=words):
            imported(source, tmp_path / "k", name="r", labs=labs)
        assert not (tmp_path / "k" / "r.record").exists()


def test_the_demos_values_are_those_of_the_example(real_data: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="physassist[meds] is not installed")
    source = tmp_path / "src"
    source.mkdir()
    for name in ("Patient", "Encounter"):
        file = f"Mimic{name}.ndjson.gz"
        (source / file).symlink_to(real_data / "mimic-iv-fhir-demo-2.1.0" / "fhir" / file)
    kept = imported(source, tmp_path / "k", labs=real_data / "mimic-iv-demo-meds",
                    terminology=real_data / "mimic-terminology", name="r")  # fmt: skip
    labs = kept.manifest.labs
    assert labs is not None
    assert labs.put_back + labs.without_value == 107_549
    example = json.loads((real_data / "mimic-iv-fhir-demo-2.1.0" /
        "EXAMPLE-bundle-10014729-with-recovered-labs.json").read_text())  # fmt: skip
    wanted = [one["resource"] for one in example["entry"]]
    wanted = [r for r in wanted if r["id"].startswith("meds-") and _is_lab(r)]
    person = kept.patient("10014729").id
    found = list(read_chart(kept.file, person)["Observation"].values())
    assert len(wanted) == 565
    assert sorted(map(_said, found)) == sorted(map(_said, wanted))


def _is_lab(resource: Resource) -> bool:
    return bool(resource["category"][0]["coding"][0]["code"] == "laboratory")


def _said(resource: Resource) -> tuple[Any, ...]:
    codes = sorted(one["code"] for one in resource["code"]["coding"])
    quantity = resource["valueQuantity"]
    unit = quantity.get("unit", "").strip().removeprefix("UNK")  # the example keeps what is none
    # The example writes -05:00 the whole year; the release has summer time, and so have we.
    local = resource["effectiveDateTime"][:19]
    return local, codes, round(quantity["value"], 4), unit


# Without a reader of parquet


def test_the_items_of_a_folder_have_labels_and_loinc_codes(tmp_path: Path) -> None:
    items = items_of(terminology(tmp_path / "t"))
    assert (items["50912"].loinc, items["50912"].loinc_name) == ("2160-0", "Creatinine, serum")
    assert (items["50971"].label, items["50971"].loinc) == ("Potassium", "")
    assert (items["50983"].label, items["51000"].loinc) == ("Sodium", "")
    (tmp_path / "none").mkdir()
    with pytest.raises(BadInput, match="has neither"):
        items_of(tmp_path / "none")


def test_a_reader_that_is_not_there_is_named_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "e.parquet"
    file.write_bytes(b"PAR1")
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(BadInput, match=r"pip install 'physassist\[meds\]'"):
        check_reader(file)
    source = ndjson(tmp_path / "src", people())
    with pytest.raises(BadInput, match="physassist"):
        imported(source, tmp_path / "k", labs=file)
    assert not (tmp_path / "k").exists()
    with pytest.raises(BadInput, match=r"without \.parquet"):
        meds_files(tmp_path / "src")
    with pytest.raises(BadInput, match="--labs"):
        imported(source, tmp_path / "k", terminology=tmp_path)
