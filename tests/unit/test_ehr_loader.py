"""Records from files: what is understood, and one clear line for what is not."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr import loader
from physassist_tui.ehr.record import open_record
from tests.unit.ehr_record import NOW, bundle, found, ids, lab, opened, patient, written


def _file(folder: Path, content: Any, name: str = "record.json") -> Path:
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def _transaction(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"resourceType": "Bundle", "type": "transaction", "entry": list(entries)}


def _entry(url: str, resource: dict[str, Any]) -> dict[str, Any]:
    request = {"method": "POST", "url": resource["resourceType"]}
    return {"fullUrl": url, "resource": resource, "request": request}


@pytest.mark.parametrize("kind", ["collection", "searchset", "batch", "document", "history"])
def test_a_bundle(tmp_path: Path, kind: str) -> None:
    content = {**bundle(patient("p1"), lab("x", None)), "type": kind}
    for path in (
        _file(tmp_path, content),
        _file(tmp_path, b"\xef\xbb\xbf" + json.dumps(content).encode(), "bom.json"),
        _file(tmp_path, gzip.compress(json.dumps(content).encode()), "record.json.gz"),
    ):
        view = opened(path)
        assert found(view, "Observation?patient=p1") == ["x"]
        assert view.read("Patient", "p1") == patient("p1")


def test_a_transaction_resolves_its_references(tmp_path: Path) -> None:
    uuid = "urn:uuid:0b2d6a6c-5a6e-4e0d-9d0e-1d1f2b8f0001"
    practitioner = {
        "resourceType": "Practitioner",
        "id": "dr",
        "identifier": [{"system": "urn:npi", "value": "99"}],
    }
    report = {
        "resourceType": "DiagnosticReport",
        "subject": {"reference": uuid, "display": "E."},
        "performer": [
            {"reference": "Practitioner?identifier=urn:npi|99"},
            {"reference": "Practitioner?identifier=urn:npi|elsewhere"},
            {"reference": "Practitioner?name=nobody"},
            {"reference": "#inside"},
        ],
        "result": [{"reference": "http://server.example/fhir/Observation/x"}],
    }
    path = _file(
        tmp_path,
        _transaction(
            _entry("urn:uuid:r-1", report),
            _entry(uuid, {"resourceType": "Patient", "name": [{"family": "E."}]}),
            _entry("urn:uuid:d-1", practitioner),
            _entry("http://server.example/fhir/Observation/x", lab("x", None, subject=uuid)),
        ),
    )
    view = opened(path)
    number = uuid.removeprefix("urn:uuid:")
    assert view.read("Patient", number)["name"] == [{"family": "E."}]
    seen = view.read("DiagnosticReport", "r-1")
    assert seen["subject"] == {"reference": f"Patient/{number}", "display": "E."}
    assert [one["reference"] for one in seen["performer"]] == [
        "Practitioner/dr",
        "Practitioner?identifier=urn:npi|elsewhere",
        "Practitioner?name=nobody",
        "#inside",
    ]
    assert found(view, "DiagnosticReport?result=x") == ["r-1"]
    assert found(view, f"Observation?patient={number}") == ["x"]


def test_a_searchsets_own_remarks_are_no_resources(tmp_path: Path) -> None:
    content = bundle(patient("p1"))
    remark = {"resourceType": "OperationOutcome", "issue": []}
    content["entry"].append({"resource": remark, "search": {"mode": "outcome"}})
    assert open_record(_file(tmp_path, content)).size() == 1


def test_the_same_twice_is_once(tmp_path: Path) -> None:
    path = _file(tmp_path, bundle(patient("p1"), patient("p1"), lab("p1", None)))
    assert open_record(path).size() == 2
    folder = written(tmp_path / "bulk", [patient("p1"), patient("p1")])
    assert open_record(folder).size() == 1


def test_bulk_data(tmp_path: Path) -> None:
    folder = tmp_path / "bulk"
    folder.mkdir()
    lines = f"\n{json.dumps(patient('p1'))}\n\n  {json.dumps(patient('p2'))}  \r\n"
    (folder / "Patient.ndjson").write_text(lines)
    with gzip.open(folder / "Observation.ndjson.gz", "wt") as packed:
        packed.write(json.dumps(lab("x", None)))
    (folder / "README.md").write_text("not ours")
    assert open_record(folder).size() == 3
    assert ids(opened(folder).search("Patient", [])) == ["p1", "p2"]
    assert open_record(folder / "Observation.ndjson.gz").size() == 1


_ENTRY_FAULTS: list[tuple[Any, str]] = [
    ({"resourceType": "Bundle", "entry": [5]}, "entry 1: is not an entry"),
    ({"resourceType": "Bundle", "entry": [{}]}, "entry 1: has no resource"),
    ({"resourceType": "Bundle", "entry": [{"resource": 5}]}, "entry 1: is not a FHIR resource"),
    (bundle(patient("p1"), {"id": "x"}), "entry 2: has no resourceType"),
    (bundle(patient("p1"), {"resourceType": "Patient"}), "entry 2: is a Patient without an id"),
    (bundle({"resourceType": "Patient", "id": ""}), "entry 1: is a Patient without an id"),
    (bundle({"resourceType": "Patient", "id": "a b"}), "entry 1: is a Patient whose id 'a b'"),
    (bundle({"resourceType": "Patient", "id": ["x"]}), "entry 1: is a Patient whose id"),
    (bundle({"resourceType": "Patient", "id": True}), "entry 1: is a Patient whose id"),
    (bundle({"resourceType": "Pacient", "id": "x"}), "R4 has Patient"),
    (bundle({"resourceType": 5, "id": "x"}), "entry 1: has no resourceType"),
    (
        bundle(patient("p1"), lab("p1", None), patient("p1", "Other")),
        "entry 3: Patient/p1 is in entry 1 too, with other content",
    ),
    (
        bundle(patient("p1"), lab("x", None, subject="urn:uuid:77")),
        "entry 2: Observation/x refers to urn:uuid:77, which is no entry's fullUrl",
    ),
    ({"resourceType": "Bundle"}, "is a Bundle without resources"),
    ({"resourceType": "Bundle", "entry": []}, "is a Bundle without resources"),
    ({"resourceType": "Bundle", "entry": {}}, "whose entry is not a list"),
    (patient("p1"), "is a Patient, not a Bundle"),
    ({"entry": []}, "is not a FHIR Bundle"),
    ([patient("p1")], "is not a FHIR Bundle"),
    (None, "is not a FHIR Bundle"),
    ("{", "ends in the middle (line 1, column 2)"),
    (json.dumps(bundle(patient("p1")))[:-20], "ends in the middle"),
    ('{"resourceType": "Bund', "ends in the middle"),
    ('{\n"resourceType": Bundle}', "is not JSON (line 2, column 17"),
    ("resourceType: Bundle", "is not JSON (line 1, column 1"),
    ('{"a": NaN}', "a number that JSON does not have"),
    ('{"a": ' + "9" * 5000 + "}", "a number that JSON does not have"),
    ('{"resourceType": "Bundle", "id": "\\ud83d"}', "half of a character"),
    ("", "is empty"),
    ("\n \n", "is empty"),
    (b"{\n\n\xff\xfe}", "is not UTF-8 text (byte 4, line 3)"),
    ("{}".encode("utf-16"), "is not UTF-8 text"),
    ("[" * 100_000, "nested too deeply"),
    (
        bundle({"resourceType": "Basic", "id": "x", "a": json.loads("[" * 300 + "]" * 300)}),
        "entry 1: is nested too deeply",
    ),
]


@pytest.mark.parametrize(("content", "says"), _ENTRY_FAULTS, ids=lambda one: str(one)[:40])
def test_a_fault_in_a_bundle_is_one_line(tmp_path: Path, content: Any, says: str) -> None:
    text = content if isinstance(content, str | bytes) else json.dumps(content)
    path = _file(tmp_path, text)
    with pytest.raises(BadInput) as fault:
        open_record(path)
    assert says in str(fault.value)
    assert str(path) in str(fault.value)
    assert "\n" not in str(fault.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('{"resourceType": "Patient", "id": "x"', ":3: ends in the middle"),
        ('{"resourceType": "Patient" "id": "x"}', ":3: is not JSON (line 1, column 28"),
        ("[]", ":3: is not a FHIR resource but []"),
        ('{"id": "x"}', ":3: has no resourceType"),
        ('{"resourceType": "Patient"}', ":3: is a Patient without an id"),
        (json.dumps(patient("p1", "Other")), ":3: Patient/p1 was there before"),
        (b'{"id": "\xe9"}', ":3: is not UTF-8"),
        ('{"resourceType":"Basic","id":"x","a":' + "[" * 300 + "]" * 300 + "}", ":3: is nested"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("large", [False, True])
def test_a_fault_in_bulk_data_names_file_and_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    line: Any,
    says: str,
    packed: bool,
    large: bool,
) -> None:
    if large:
        monkeypatch.setattr(loader, "LARGEST_IN_MEMORY", 0)
        monkeypatch.setenv("PHYSASSIST_CACHE", str(tmp_path / "cache"))
    raw = line if isinstance(line, bytes) else line.encode()
    data = json.dumps(patient("p1")).encode() + b"\n\n" + raw + b"\n"
    folder = tmp_path / "bulk"
    folder.mkdir()
    name = "Patient.ndjson" + (".gz" if packed else "")
    (folder / name).write_bytes(gzip.compress(data) if packed else data)
    with pytest.raises(BadInput) as fault:
        open_record(folder)
    assert f"{name}{says}" in str(fault.value)
    assert not list(tmp_path.glob("cache/*")), "nothing is left of a failed index"


def test_a_folder_without_bulk_data(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    with pytest.raises(BadInput, match=r"without \.ndjson"):
        open_record(tmp_path)


@pytest.mark.parametrize("large", [False, True])
def test_bulk_data_without_resources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, large: bool
) -> None:
    if large:
        monkeypatch.setattr(loader, "LARGEST_IN_MEMORY", 0)
        monkeypatch.setenv("PHYSASSIST_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "bulk"
    folder.mkdir()
    (folder / "a.ndjson").write_text("\n")
    with pytest.raises(BadInput, match="holds no resources"):
        open_record(folder)


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="no such file"):
        open_record(tmp_path / "nowhere.json")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = _file(tmp_path, bundle(patient("p1")))
    path.chmod(0)
    with pytest.raises(BadInput, match="cannot be read"):
        open_record(path)


@pytest.mark.parametrize("name", ["record.json.gz", "Patient.ndjson.gz"])
def test_a_damaged_gzip(tmp_path: Path, name: str) -> None:
    whole = gzip.compress(json.dumps(bundle(*(lab(str(n), None, n) for n in range(200)))).encode())
    spoilt = bytearray(whole)
    spoilt[len(whole) // 2] ^= 0xFF
    for data in (b"not gzip", whole[: len(whole) // 2], bytes(spoilt), whole[:-4] + b"\0\0\0\0"):
        with pytest.raises(BadInput, match=r"gzip|not JSON|UTF-8"):
            open_record(_file(tmp_path, data, name))
    with pytest.raises(BadInput, match="gzip"):
        open_record(_file(tmp_path, whole[: len(whole) // 2], name))


def test_a_bundle_too_large_is_refused_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(200_000_000)
    with pytest.raises(BadInput, match=r"larger than 64 MB.*\.ndjson"):
        open_record(path)
    monkeypatch.setattr(loader, "LARGEST_BUNDLE", 1_000_000)
    bomb = _file(tmp_path, gzip.compress(b" " * 50_000_000), "bomb.json.gz")
    with pytest.raises(BadInput, match="larger than"):
        open_record(bomb)


def test_bad_input_in_chinese_has_the_same_place(tmp_path: Path) -> None:
    from physassist_tui.i18n import use_language

    path = _file(tmp_path, bundle({"resourceType": "Patient"}))
    try:
        use_language("zh")
        with pytest.raises(BadInput) as fault:
            open_record(path)
        assert str(path) in str(fault.value)
        assert "1" in str(fault.value)
    finally:
        use_language("en")


def test_every_real_record_opens(real_data: Path) -> None:
    bundles = [
        *(real_data / "synthea-r4").glob("*.json"),
        *(real_data / "mimic-iv-fhir-demo-2.1.0").glob("EXAMPLE-*.json"),
    ]
    assert len(bundles) == 7
    for path in bundles:
        entries = json.loads(path.read_bytes())["entry"]
        record = open_record(path)
        assert record.size() == len(entries)
        view = record.at(NOW.replace(year=2999))
        person = view.search("Patient", [])["entry"][0]["resource"]["id"]
        of_person = view.search("Observation", [("patient", person), ("_count", "0")])["total"]
        observations = [one for one in entries if one["resource"]["resourceType"] == "Observation"]
        assert of_person == len(observations)
        text = json.dumps([view.search(kind, [("_count", "1000")]) for kind in record.types()])
        assert "urn:uuid" not in text
