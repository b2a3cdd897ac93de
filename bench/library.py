"""Proving all that ships fit to use: `scenarios check --mutate`, as `make check-scenarios`."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

from bench.measure import Figure, by_value

BOUND = 30.0
"""Seconds on two cores that do nothing else; the command uses as many as there are."""
RUNS = 3


def measure() -> Iterator[Figure]:
    """How long the whole library takes with every mutation, beside checking it without."""
    with_mutations, without = [], []
    for _run in range(RUNS):
        with_mutations.append(_checked("--mutate"))
        without.append(_checked())
    figure = by_value(
        "scenarios check --mutate of all that ships",
        "the same without --mutate",
        with_mutations,
        statistics.median(without),
        BOUND,
    )
    yield replace(figure, note=f"on {os.cpu_count()} cores")


def _checked(*options: str) -> float:
    """Seconds of a check of all, of which every scenario must be fit and every one be mutated."""
    from physassist_tui.library import list_scenarios

    command = [sys.executable, "-m", "physassist_tui", "scenarios", "check", "--json", *options]
    begin = time.perf_counter()
    told = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    took = time.perf_counter() - begin
    reports = json.loads(told)
    checked = sorted(report["id"] for report in reports)
    if checked != sorted(entry.id for entry in list_scenarios()):
        raise RuntimeError(f"not all that ships was checked: {checked}")
    idle = [r["id"] for r in reports if options and not (r["mutations"] or {}).get("made")]
    if idle:
        raise RuntimeError(f"nothing was mutated of: {idle}")
    return took
