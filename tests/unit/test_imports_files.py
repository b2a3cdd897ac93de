"""Records from files: nothing lost, everything told, whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
from collections import Counter
from pathlib import Path

import pytest

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.ehr.imports.building import _SCHEMA, UNFINISHED
from physassist_tui.ehr.imports.importing import Wish, import_record, source_at
from physassist_tui.ehr.imports.kept import list_kept
from physassist_tui.ehr.imports.manifest import manifest_of, name_from
from physassist_tui.ehr.imports.reading import Files
from physassist_tui.ehr.record import open_record
from tests.unit.records_world import RESOURCES, bundle, imported, lab, ndjson, patient

OF_TYPE = Counter(one["resourceType"] for one in RESOURCES)


def counts(folder: Path, source: Path) -> dict[str, int]:
    kept = imported(source, folder, name="r")
    return {kind: count.kept for kind, count in kept.manifest.counts.items()}


@pytest.mark.parametrize("kind", ["collection", "searchset", "transaction"])
def test_a_bundle_of_any_kind_comes_in_whole(tmp_path: Path, kind: str) -> None:
    file = bundle(tmp_path / "one.json", kind=kind)
    kept = imported(file, tmp_path / "kept")
    assert {k: c.kept for k, c in kept.manifest.counts.items()} == OF_TYPE
    assert kept.manifest.name == "one"
    (ada, eve) = kept.patients("berg")
    assert (ada.resources, eve.resources) == (7, 2)
    assert (ada.first, ada.last) == ("2026-03-01", "2026-05-01")
    assert open_record(kept.chart_path(ada.id)).size() == 10


def test_bulk_data_comes_in_from_a_file_a_folder_and_folders_in_it(tmp_path: Path) -> None:
    ndjson(tmp_path / "bulk" / "a", RESOURCES[:5])
    ndjson(tmp_path / "bulk" / "b", RESOURCES[5:], packed=False)
    (tmp_path / "bulk" / "manifest.json").write_text('{"output": []}')
    (tmp_path / "bulk" / "notes.csv").write_text("a,b")
    assert counts(tmp_path / "kept", tmp_path / "bulk") == OF_TYPE
    source = Files(tmp_path / "bulk")
    assert len(list(source.read(lambda _at, _of: None))) == len(RESOURCES)
    assert sorted(source.aside) == ["manifest.json", "notes.csv"]
    packed = tmp_path / "one.json.gz"
    packed.write_bytes(gzip.compress(bundle(tmp_path / "one.json").read_bytes()))
    assert counts(tmp_path / "again", packed) == OF_TYPE
    single = tmp_path / "bulk" / "a" / "Patient.ndjson.gz"
    assert counts(tmp_path / "third", single) == {"Patient": 2}


def test_lines_that_are_no_resource_are_told_with_file_and_line_and_counted(
    tmp_path: Path,
) -> None:
    good = [json.dumps(one) for one in RESOURCES]
    other = {**RESOURCES[3], "status": "amended"}
    lines = [*good[:4], "{not json", "", '"text"', '{"resourceType": "Nothing", "id": "x"}',
             '{"resourceType": "Observation"}', '{"resourceType": "Patient", "id": "a b"}',
             *good[4:], good[3], json.dumps(other), "\ud800".encode("utf-8", "surrogatepass")
             .decode("latin-1")]  # fmt: skip
    file = tmp_path / "all.ndjson"
    file.write_text("\n".join(lines), encoding="latin-1")
    kept = imported(file, tmp_path / "kept")
    manifest = kept.manifest
    told = "\n".join(manifest.told)
    for line in (5, 7, 8, 9, 10):
        assert f"all.ndjson:{line}:" in told
    assert f"all.ndjson:{len(lines)}:" in told
    assert manifest.unreadable == 6
    observed = manifest.counts["Observation"]
    assert (observed.read, observed.kept, observed.same, observed.refused) == (6, 4, 1, 1)
    assert f"all.ndjson:{len(lines) - 1}: Observation/o1" in told
    assert manifest.refused == 7
    assert manifest.resources == len(RESOURCES)
    # Every line that is not blank is accounted for.
    read = sum(count.read for count in manifest.counts.values()) + manifest.unreadable
    assert read == sum(1 for line in lines if line)
    stored = open_record(kept.chart_path("ada"))
    assert stored.size() == 10


@pytest.mark.parametrize("batch", [1, 2, 5])
def test_doubles_are_told_apart_wherever_they_fall_in_a_batch(
    tmp_path: Path, batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("physassist_tui.ehr.imports.building._BATCH", batch)
    twins = [("o", 1), ("o", 1), ("o", 2), ("p", 1), ("o", 1)]
    rows = [patient("ada", "1", "A"), *(lab(name, "ada", "2026", of) for name, of in twins)]
    kept = imported(ndjson(tmp_path / "x", rows), tmp_path / "kept")
    count = kept.manifest.counts["Observation"]
    assert (count.read, count.kept, count.same, count.refused) == (5, 2, 2, 1)


def faulty(folder: Path) -> dict[str, Path]:
    """Sources with a fault that leaves nothing to keep, or no end to read to."""
    ndjson(folder / "cut")
    cut = folder / "cut" / "Observation.ndjson.gz"
    cut.write_bytes(cut.read_bytes()[:-20])
    (folder / "empty").mkdir()
    (folder / "blank").mkdir()
    (folder / "blank" / "a.ndjson").write_text("\n\n")
    (folder / "noise").mkdir()
    (folder / "noise" / "a.ndjson").write_text("[1]\n")
    (folder / "half.json").write_text(bundle(folder / "b.json").read_text()[:-200])
    (folder / "page.json").write_text("<html>")
    (folder / "one.txt").write_text("{}")
    urn = {"resourceType": "Bundle", "entry": [{"resource": lab("o", "x", "2026", 1)}]}
    urn["entry"][0]["resource"]["subject"]["reference"] = "urn:uuid:nobody"  # type: ignore[index]
    (folder / "urn.json").write_text(json.dumps(urn))
    return {name: folder / name for name in
            ("cut", "empty", "blank", "noise", "half.json", "page.json", "one.txt", "urn.json",
             "not-there")}  # fmt: skip


def test_a_source_that_cannot_be_read_to_its_end_leaves_nothing(tmp_path: Path) -> None:
    for name, path in faulty(tmp_path).items():
        with pytest.raises(BadInput) as fault:
            imported(path, tmp_path / "kept", name="r")
        assert str(path) in str(fault.value), name
        assert "\n" not in str(fault.value)
        folder = tmp_path / "kept"
        assert not folder.exists() or list(folder.iterdir()) == [], name


def test_a_name_is_taken_once_and_replaced_only_when_asked(tmp_path: Path) -> None:
    source, folder = ndjson(tmp_path / "bulk"), tmp_path / "kept"
    imported(source, folder, name="r")
    unread = source_at(str(source))  # Refused before anything of it is read.
    with pytest.raises(BadInput, match="--replace"):
        import_record(unread, Wish(name="r"), folder=folder, done=_never)
    cut = source / "Patient.ndjson.gz"
    whole = cut.read_bytes()
    cut.write_bytes(whole[:-5])
    with pytest.raises(BadInput, match="gzip"):
        imported(source, folder, name="r", replace=True)
    assert len(imported_names(folder)) == 1  # what was there is still there
    cut.write_bytes(gzip.compress(json.dumps(RESOURCES[0]).encode()))
    assert imported(source, folder, name="r", replace=True).manifest.patients == 1
    for bad in ("A", "a b", "../x", "", "x" * 65, "-a"):
        if bad:
            with pytest.raises(BadInput, match="cannot be the name"):
                imported(source, folder, name=bad)


def _never(_at: int, _of: int | None) -> None:
    raise AssertionError("the source was read")


def imported_names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_names_come_from_the_last_part_that_says_something() -> None:
    assert name_from("/data/mimic-iv-fhir-demo-2.1.0/fhir") == "mimic-iv-fhir-demo-2-1-0"
    assert name_from("https://hapi.example.org/baseR4") == "hapi-example-org"
    assert name_from("/x/Ada Berg.ndjson.gz") == "ada-berg"
    assert name_from("/") == "record"


def test_the_licence_is_the_users_word_or_the_files_beside_it(tmp_path: Path) -> None:
    source = ndjson(tmp_path / "set" / "fhir")
    assert imported(source, tmp_path / "a").manifest.licence == ""
    (tmp_path / "set" / "LICENSE.txt").write_text("\n  # ODC Open Database License (ODbL)\n\nx")
    told = imported(source, tmp_path / "b").manifest.licence
    assert told == "ODC Open Database License (ODbL) (LICENSE.txt)"
    (tmp_path / "set" / "LICENSE.txt").write_text("Copyright 2020 A\n\nLicensed under MIT\n")
    told = imported(source, tmp_path / "d").manifest.licence
    assert told == "Licensed under MIT (LICENSE.txt)"
    assert imported(source, tmp_path / "c", licence="CC0").manifest.licence == "CC0"


def test_a_disk_that_refuses_leaves_nothing_and_says_where(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(ServiceFailed) as fault:
        imported(ndjson(tmp_path / "x"), blocked / "records")
    assert str(blocked) in str(fault.value)


def test_what_a_killed_import_left_is_removed_and_what_runs_is_not(tmp_path: Path) -> None:
    from physassist_tui.ehr.imports.building import new_file, tidy

    folder = tmp_path / "kept"
    with contextlib.suppress(KeyboardInterrupt), new_file(folder / "a.record", replace=False):
        (running,) = folder.glob(f".*{UNFINISHED}")
        copy = folder / f".dead-1{UNFINISHED}"
        copy.write_bytes(b"half a file" * 1000)
        tidy(folder)
        assert copy.exists()  # It may have been made this very moment.
        for file in (running, copy):
            os.utime(file, (0, 0))
        tidy(folder)
        assert running.exists()
        assert not copy.exists()
        raise KeyboardInterrupt
    assert list(folder.iterdir()) == []


def test_of_two_imports_of_one_name_the_first_to_be_whole_stays(tmp_path: Path) -> None:
    from physassist_tui.ehr.imports.building import new_file

    target = tmp_path / "kept" / "a.record"
    with contextlib.ExitStack() as stack:
        stack.enter_context(pytest.raises(BadInput, match="--replace"))
        stack.enter_context(new_file(target, replace=False))
        target.write_text("the other one")
    assert target.read_text() == "the other one"
    assert len(list(target.parent.iterdir())) == 1


def test_a_resource_that_did_not_reach_the_file_is_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "physassist_tui.ehr.imports.building._SCHEMA",
        (*_SCHEMA, "CREATE TRIGGER lose AFTER INSERT ON resource WHEN new.id = 'o2' "
                   "BEGIN DELETE FROM resource WHERE id = 'o2'; END"),
    )  # fmt: skip
    with pytest.raises(ServiceFailed, match="Of 4 Observation resources 3 were written"):
        imported(ndjson(tmp_path / "x"), tmp_path / "kept")
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_damaged_record_is_told_and_the_others_are_listed(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    kept = imported(ndjson(tmp_path / "x"), folder, name="whole")
    (folder / "broken.record").write_bytes(kept.file.read_bytes()[:5000])
    (folder / "text.record").write_text("hello")
    found = {str(one) if isinstance(one, BadInput) else one.manifest.name
             for one in list_kept(folder)}  # fmt: skip
    assert "whole" in found
    assert sum("is no whole record" in one for one in found) == 2


def test_progress_goes_from_nothing_to_the_whole(tmp_path: Path) -> None:
    rows = [patient("ada", "1", "A"), *(lab(f"o{n}", "ada", "2026", n) for n in range(1200))]
    source = source_at(str(ndjson(tmp_path / "x", rows)))
    told: list[tuple[int, int | None]] = []
    import_record(source, Wish(), folder=tmp_path / "kept", done=lambda *at: told.append(at))
    parts = [at for at, _of in told]
    assert parts == sorted(parts)
    assert told[0][0] == 0
    assert told[-1][0] == told[-1][1]
    assert len(set(parts)) > 2


def test_a_manifest_is_the_same_after_writing(tmp_path: Path) -> None:
    manifest = imported(ndjson(tmp_path / "x"), tmp_path / "kept").manifest
    assert manifest_of(json.dumps(manifest.to_json())) == manifest
