"""Large imports: indexed once into a cache file that answers as memory does."""

from __future__ import annotations

import gzip
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.ehr import cache, loader
from physassist_tui.ehr.cache import FileShelf, cache_folder
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.search_params import params_of
from physassist_tui.ehr.shelf import MemoryShelf
from physassist_tui.ehr.store import EmbeddedStore
from tests.unit.ehr_record import NOW, found, lab, patient, written


@pytest.fixture
def cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything goes through the cache, which is in the folder that this gives."""
    monkeypatch.setattr(loader, "LARGEST_IN_MEMORY", 0)
    monkeypatch.setenv("PHYSASSIST_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def _labs(count: int) -> list[dict[str, Any]]:
    return [lab(f"c{n}", f"2026-03-0{1 + n % 6}T06:00:00Z", n) for n in range(count)]


def _shelf(record: Record) -> object:
    return record._shelf


def test_built_once_then_opened(tmp_path: Path, cached: Path) -> None:
    folder = written(tmp_path / "bulk", [patient("p1"), *_labs(1200)])
    steps: list[tuple[int, int | None]] = []
    first = open_record(folder, progress=lambda done, of: steps.append((done, of)))
    size = sum(file.stat().st_size for file in folder.iterdir())
    assert steps[-1] == (size, size)
    assert sorted(steps) == steps
    assert len(steps) > 3
    assert isinstance(_shelf(first), FileShelf)
    files = list(cached.iterdir())
    assert len(files) == 1

    def never(_done: int, _of: int | None) -> None:
        raise AssertionError("indexed again")

    again = open_record(folder, progress=never)
    assert again.size() == 1201
    assert list(cached.iterdir()) == files


def test_several_dates_and_dates_without_an_offset(tmp_path: Path, cached: Path) -> None:
    places = [{"period": {"start": f"2026-03-0{n}", "end": f"2026-03-0{n}"}} for n in (1, 3)]
    stay = {
        "resourceType": "Encounter",
        "id": "e",
        "period": {"start": "2026-03-01", "end": "2026-03-03"},
        "location": places,
    }
    view = open_record(written(tmp_path / "bulk", [stay, lab("x", "2026-03-04")])).at(NOW)
    for day, expected in ((1, ["e"]), (2, []), (3, ["e"])):
        assert found(view, f"Encounter?location-period=2026-03-0{day}") == expected
    assert found(view, "Observation?date=2026-03-04T05:00:00Z") == []
    assert found(view, "Observation?date=ge2026-03-04T05:00:00Z") == ["x"]
    assert found(view, "Observation?date=lt2026-03-04T05:00:00Z") == []


def test_a_changed_record_is_indexed_anew(tmp_path: Path, cached: Path) -> None:
    folder = written(tmp_path / "bulk", _labs(3))
    view = open_record(folder).at(NOW)
    written(folder, _labs(2))
    os.utime(folder / "all.ndjson", ns=(1, 1))
    assert open_record(folder).size() == 2
    (folder / "more.ndjson").write_text((folder / "all.ndjson").read_text().replace("c0", "d0"))
    assert open_record(folder).size() == 3
    assert len(list(cached.iterdir())) == 1, "the index of the earlier state is gone"
    assert len(found(view, "Observation")) == 3, "who had it open still reads it"


def test_another_version_is_not_opened(
    tmp_path: Path, cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "bulk", _labs(3))
    open_record(folder)
    before = [file.name for file in cached.iterdir()]
    monkeypatch.setattr(cache, "VERSION", cache.VERSION + 1)
    open_record(folder)
    assert [file.name for file in cached.iterdir()] != before


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\0" + b"\0" * 5000])
def test_a_spoilt_cache_file_is_made_anew(tmp_path: Path, cached: Path, content: bytes) -> None:
    folder = written(tmp_path / "bulk", _labs(3))
    open_record(folder)
    file = next(cached.iterdir())
    file.write_bytes(content)
    assert len(found(open_record(folder).at(NOW), "Observation")) == 3


def test_damage_met_later_is_one_line(tmp_path: Path, cached: Path) -> None:
    folder = written(tmp_path / "bulk", _labs(500))
    open_record(folder)
    file = next(cached.iterdir())
    with closing(sqlite3.connect(file)) as db:
        page = db.execute("PRAGMA page_size").fetchone()[0]
        root = db.execute("SELECT rootpage FROM sqlite_master WHERE name='resource'").fetchone()[0]
    data = bytearray(file.read_bytes())
    data[(root - 1) * page : root * page] = b"\xff" * page
    file.write_bytes(bytes(data))
    with pytest.raises(ServiceFailed, match="damaged"):
        open_record(folder).at(NOW).search("Observation", [])


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX paths")
def test_a_cache_that_cannot_be_written(
    tmp_path: Path, cached: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("")
    monkeypatch.setenv("PHYSASSIST_CACHE", str(blocker / "cache"))
    with pytest.raises(ServiceFailed, match="PHYSASSIST_CACHE"):
        open_record(written(tmp_path / "bulk", _labs(3)))


def test_where_the_cache_is(tmp_path: Path) -> None:
    assert cache_folder({"PHYSASSIST_CACHE": str(tmp_path)}) == tmp_path
    assert cache_folder({}).name == "physassist"


_OPEN = """
import sys
from pathlib import Path
from physassist_tui.ehr import loader
from physassist_tui.ehr.record import open_record
loader.LARGEST_IN_MEMORY = 0
def progress(done, of):
    print(done, flush=True)
print("size", open_record(Path(sys.argv[1]), progress=progress).size(), flush=True)
"""


def _process(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", _OPEN, str(folder)], stdout=subprocess.PIPE, text=True
    )


@pytest.mark.skipif(sys.platform == "win32", reason="kills a process")
def test_a_kill_in_the_middle_leaves_nothing_that_opens(tmp_path: Path, cached: Path) -> None:
    folder = written(tmp_path / "bulk", [patient("p1"), *_labs(3000)])
    with _process(folder) as killed:
        assert killed.stdout is not None
        for _step in range(3):
            killed.stdout.readline()
        killed.send_signal(signal.SIGKILL)
    assert [file.suffix for file in cached.iterdir()] == [".building"]
    assert open_record(folder).size() == 3001
    left = next(file for file in cached.iterdir() if file.suffix == ".building")
    day_ago = time.time() - 2 * 24 * 3600
    os.utime(left, (day_ago, day_ago))
    (folder / "more.ndjson").write_text("")
    open_record(folder)
    assert [file.suffix for file in cached.iterdir()] == [".sqlite"]


@pytest.mark.skipif(sys.platform == "win32", reason="renames an open file")
def test_two_programs_at_once(tmp_path: Path, cached: Path) -> None:
    folder = written(tmp_path / "bulk", [patient("p1"), *_labs(2000)])
    both = [_process(folder), _process(folder)]
    for process in both:
        with process:
            out, _err = process.communicate(timeout=60)
        assert out.endswith("size 2001\n")
    assert [file.suffix for file in cached.iterdir()] == [".sqlite"]


# Memory and cache must answer alike.

_EACH = 30
"""Of the larger types every so-manieth resource is taken; indexing all is for the bench."""


@pytest.fixture
def real_pair(
    real_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Record, Record]:
    """A thirtieth of the 100 patients' folder, of every file, in memory and through the cache."""
    folder = tmp_path / "bulk"
    folder.mkdir()
    sources = sorted((real_data / "mimic-iv-fhir-demo-2.1.0" / "fhir").glob("*.ndjson.gz"))
    assert len(sources) == 28
    for source in sources:
        with gzip.open(source) as packed, gzip.open(folder / source.name, "wb", 1) as sample:
            lines = packed.readlines()
            sample.writelines(lines[:: 1 if len(lines) < 300 else _EACH])
    monkeypatch.setenv("PHYSASSIST_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(loader, "LARGEST_IN_MEMORY", 10**9)
    memory = open_record(folder)
    monkeypatch.setattr(loader, "LARGEST_IN_MEMORY", 0)
    stored = open_record(folder)
    assert isinstance(_shelf(memory), MemoryShelf)
    assert isinstance(_shelf(stored), FileShelf)
    return memory, stored


def _ask(dice: random.Random, view: EmbeddedStore, kind: str) -> list[tuple[str, str]]:
    """A search that is likely to find something."""
    params: list[tuple[str, str]] = []
    for name in dice.sample(sorted(params_of(kind)), 2):
        param = params_of(kind)[name]
        if dice.random() < 0.1:
            params.append((f"{name}:missing", dice.choice(["true", "false"])))
        elif param.kind == "token":
            codes = view.codes(kind, name)
            if codes:
                code = dice.choice(codes)
                text = code.display.replace(",", r"\,")[:9].strip()
                modifier = ":text" if text and dice.random() < 0.4 else ""
                value = text if modifier else f"{code.system}|{code.code}"
                params.append((name + modifier, value))
        elif param.kind == "date":
            prefix = dice.choice(["eq", "ne", "gt", "lt", "ge", "le", "sa", "eb", "ap"])
            params.append((name, f"{prefix}{dice.randint(2110, 2200)}"))
        elif param.kind == "string":
            params.append((f"{name}{dice.choice(['', ':contains', ':exact'])}", "Patient_1"))
        else:
            patients = view.search("Patient", [("_count", "100")])["entry"]
            if param.target == "Patient" and patients:
                params.append((name, dice.choice(patients)["resource"]["id"]))
    sorts = dice.sample(sorted(params_of(kind)), 2)
    params.append(("_sort", ",".join(dice.choice(["", "-"]) + name for name in sorts)))
    params.append(("_count", str(dice.choice([1, 20, 200]))))
    params.append(("_offset", str(dice.choice([0, 0, 7]))))
    return params


def test_the_cache_answers_as_memory_does(real_pair: tuple[Record, Record]) -> None:
    memory, stored = real_pair
    assert memory.types() == stored.types()
    assert memory.size() == stored.size() > 5_000
    dice = random.Random(20260304)
    hits = 0
    for year in (2130, 2170):
        clock = datetime(year, 6, 1, tzinfo=UTC) + timedelta(hours=dice.randint(0, 5000))
        left, right = memory.at(clock), stored.at(clock)
        assert left.types() == right.types()
        for kind in left.types():
            for name, param in params_of(kind).items():
                if param.kind == "token":
                    assert left.codes(kind, name) == right.codes(kind, name)
            for _ in range(10):
                params = _ask(dice, left, kind)
                result = left.search(kind, params)
                assert result == right.search(kind, params), params
                hits += bool(result["total"])
                for entry in result.get("entry", [])[:2]:
                    number = entry["resource"]["id"]
                    assert right.read(kind, number) == left.read(kind, number)
        with pytest.raises(EhrError):
            right.read("Patient", "nobody")
    assert hits > 40
