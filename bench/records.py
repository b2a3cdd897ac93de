"""Bringing a large record in: the whole MIMIC-IV demo on FHIR."""

from __future__ import annotations

import gzip
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.measure import Figure, unmeasured

DEMO = "mimic-iv-fhir-demo-2.1.0/fhir"
RUNS = 3
RATE = "import the MIMIC demo, rate"
MEMORY = "import the MIMIC demo, memory"
LOST = "import the MIMIC demo, resources lost"
AGAINST = "json.loads of the same lines"
_MB = 1_000_000
_PARSE = """
import gzip, json, sys, time
from pathlib import Path
lines = [line for file in sorted(Path(sys.argv[1]).glob("*.ndjson.gz")) for line in gzip.open(file)]
begin = time.process_time()
for line in lines:
    json.loads(line)
print(json.dumps([time.process_time() - begin, len(lines)]))
"""
_IMPORT = """
import json, resource, sys, time
from pathlib import Path
from physassist_tui.ehr.imports.importing import Wish, import_record, source_at
begin = time.process_time()
manifest = import_record(source_at(sys.argv[1]), Wish(name="demo"), folder=Path(sys.argv[2]))
took = time.process_time() - begin
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
peak *= 1 if sys.platform == "darwin" else 1024
kept = {kind: count.kept for kind, count in manifest.counts.items()}
print(json.dumps([took, peak, kept]))
"""


def measure() -> Iterator[Figure]:
    """Rate, memory and losses, each run in a process of its own, in turn with bare parsing."""
    root = Path(os.environ.get("PHYSASSIST_DATA") or Path(__file__).parents[2] / "shared" / "data")
    folder = root / DEMO
    if not folder.is_dir():
        for name, against, bound in ((RATE, AGAINST, 0.25), (MEMORY, "", 500.0), (LOST, "", 0.0)):
            yield unmeasured(name, against, bound, "the MIMIC demo folder is not here")
        return
    ours: list[float] = []
    bare: list[float] = []
    peaks: list[float] = []
    kept: dict[str, int] = {}
    resources = 1
    for _ in range(RUNS):
        parsing, resources = _run(_PARSE, str(folder))
        bare.append(resources / parsing)
        with tempfile.TemporaryDirectory() as target:
            took, peak, kept = _run(_IMPORT, str(folder), target)
        ours.append(resources / took)
        peaks.append(peak / _MB)
    value, base = statistics.median(ours), statistics.median(bare)
    ratio, note = value / base, "of processor time; the bound is the least that it may be"
    yield Figure(RATE, value, "1/s", AGAINST, ratio, 0.25, "ratio", ratio >= 0.25, ours, note)
    most = max(peaks)
    yield Figure(MEMORY, most, "MB", "", None, 500.0, "value", most < 500, peaks)
    lost = sum((_of_type(folder) - Counter(kept)).values())
    yield Figure(LOST, float(lost), "resources", "", None, 0.0, "value", lost == 0, [float(lost)])


def _run(code: str, *arguments: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], check=True, capture_output=True, text=True
    )
    return json.loads(done.stdout)


def _of_type(folder: Path) -> Counter[str]:
    """The lines of the files by type, counted without the importer."""
    found: Counter[str] = Counter()
    for file in folder.glob("*.ndjson.gz"):
        with gzip.open(file) as lines:
            found.update(json.loads(line)["resourceType"] for line in lines)
    return found
