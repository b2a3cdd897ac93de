"""Opening and searching records, small and large."""

from __future__ import annotations

import itertools
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from bench.measure import RUNS, Figure, alternate, by_ratio, by_value, seconds, unmeasured

SIZE = 2000
LARGE = "mimic-iv-fhir-demo-2.1.0/fhir"
SEARCHES = 400
_LATE = datetime(2300, 1, 1, tzinfo=UTC)


def measure() -> Iterator[Figure]:
    """A 2,000-resource record, then a hundred patients from disk."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PHYSASSIST_CACHE"] = str(Path(folder) / "cache")
        yield from _small(Path(folder))
        yield from _large()


def _record_of(size: int, folder: Path) -> Path:
    """A shipped record, its observations repeated under new ids until it holds `size`."""
    from physassist_tui.library import list_scenarios, load_scenario

    loaded = load_scenario(list_scenarios()[0].id)
    bundle = json.loads(loaded.record_path.read_text(encoding="utf-8"))
    entries = bundle["entry"]
    observations = [
        e["resource"] for e in entries if e["resource"]["resourceType"] == "Observation"
    ]
    for number, resource in enumerate(itertools.cycle(observations)):
        if len(entries) >= size:
            break
        entries.append({"resource": {**resource, "id": f"copy-{number}"}})
    path = folder / "record.json"
    path.write_text(json.dumps(bundle), encoding="utf-8")
    return path


def _small(folder: Path) -> Iterator[Figure]:
    from physassist_tui.ehr.record import open_record

    path = _record_of(SIZE, folder)
    samples = alternate(
        lambda: open_record(path).at(_LATE).search("Patient", []),
        lambda: json.loads(path.read_text(encoding="utf-8")),
    )
    yield by_ratio(f"open a {SIZE}-resource record", "json.loads of its file", samples, 6.0)
    store = open_record(path).at(_LATE)
    params = [("code:text", "creatinine"), ("_sort", "-date"), ("_count", "20")]
    store.search("Observation", params)
    times = [seconds(lambda: store.search("Observation", params)) for _ in range(SEARCHES)]
    base = statistics.median(samples[1])
    yield by_value("a search on it, median", "json.loads of its file", times, base, 0.001)


def _large() -> Iterator[Figure]:
    root = Path(os.environ.get("PHYSASSIST_DATA") or Path(__file__).parents[2] / "shared" / "data")
    folder = root / LARGE
    names = ("open 100 patients, indexed before", "a search on them, 99th percentile")
    if not folder.is_dir():
        for name, bound in zip(names, (0.5, 0.010), strict=True):
            yield unmeasured(name, "first indexing", bound, "the MIMIC demo folder is not here")
        return
    from physassist_tui.ehr.record import open_record

    told: list[int] = []
    indexing = seconds(lambda: open_record(folder, progress=lambda done, _of: told.append(done)))
    if not told:
        raise RuntimeError("the indexing showed no progress")
    opening = [_open_in_a_new_process(folder) for _ in range(RUNS)]
    yield by_value(names[0], "first indexing", opening, indexing, 0.5)
    store = open_record(folder).at(_LATE)
    chance = random.Random(7)
    found = store.search("Patient", [("_count", "100")])
    patients = [e["resource"]["id"] for e in found["entry"]]
    times = []
    for _ in range(SEARCHES):
        kind = chance.choice(["Observation", "MedicationRequest", "MedicationAdministration"])
        params = [("patient", chance.choice(patients)), ("_count", "20")]
        times.append(seconds(lambda k=kind, p=params: store.search(k, p)))  # type: ignore[misc]
    yield by_value(names[1], "first indexing", times, indexing, 0.010, percentile=99)


def _open_in_a_new_process(folder: Path) -> float:
    # The time inside a fresh process, without its imports: nothing is warm but the disk.
    code = (
        "import sys, time; from pathlib import Path;"
        "from datetime import datetime, UTC;"
        "from physassist_tui.ehr.record import open_record;"
        "import physassist_tui.ehr.loader, physassist_tui.ehr.store;"
        "t = time.perf_counter();"
        "open_record(Path(sys.argv[1])).at(datetime(2300, 1, 1, tzinfo=UTC)).read"
        "; print(time.perf_counter() - t)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], check=True, capture_output=True, text=True
    )
    return float(done.stdout)
