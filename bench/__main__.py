"""`make bench`: takes every figure, writes `bench/results.json`, leaves with 1 on a miss.

`python -m bench NAME…` takes those of some parts alone, and writes nothing.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from bench import (
    ehr,
    library,
    long,
    models,
    recording,
    records,
    replay,
    screen,
    sharing,
    startup,
    store,
)
from bench.measure import Figure

PARTS = (
    startup,
    ehr,
    records,
    long,
    library,
    store,
    recording,
    replay,
    models,
    screen,
    sharing,
)
RESULTS = Path(__file__).parent / "results.json"


def main(wanted: Sequence[str]) -> int:
    """Measures and reports."""
    parts = {part.__name__.removeprefix("bench."): part for part in PARTS}
    unknown = set(wanted) - set(parts)
    if unknown:
        print(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(parts)}")
        return 2
    figures: list[Figure] = []
    begin = time.monotonic()
    chosen = [name for name in parts if name in wanted or not wanted]
    for number, name in enumerate(chosen, start=1):
        _say(f"{name} ({number}/{len(chosen)}, {time.monotonic() - begin:.0f} s so far)")
        for figure in parts[name].measure():
            figures.append(figure)
            _say(f"  {_line(figure)}")
    missed = sum(figure.ok is False for figure in figures)
    _say(f"{len(figures)} figures in {time.monotonic() - begin:.0f} s, {missed} missed")
    if not wanted:
        RESULTS.write_text(json.dumps([f.to_json() for f in figures], indent=1) + "\n")
    return 1 if missed else 0


def _say(line: str) -> None:
    print(line, flush=True)


def _line(figure: Figure) -> str:
    value = "not measured" if figure.value is None else _told(figure.value, figure.unit)
    ratio = "" if figure.ratio is None else f", {figure.ratio:.2g} × {figure.against}"
    verdict = {True: "ok", False: "MISSED", None: figure.note}[figure.ok]
    unit = "×" if figure.bound_on == "ratio" else figure.unit
    return f"{figure.name}: {value}{ratio} (bound {figure.bound:.3g} {unit}): {verdict}"


def _told(value: float, unit: str) -> str:
    return f"{value * 1000:.3g} ms" if unit == "s" else f"{value:.3g} {unit}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
