"""`make bench`: takes every figure, writes `bench/results.json`, leaves with 1 on a miss."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from bench import ehr, models, recording, records, replay, screen, startup, store

RESULTS = Path(__file__).parent / "results.json"


def main() -> int:
    """Measures and reports."""
    figures = []
    for part in (startup, ehr, records, store, recording, replay, models, screen):
        for figure in part.measure():
            figures.append(figure)
            value = "not measured" if figure.value is None else _told(figure.value, figure.unit)
            ratio = "" if figure.ratio is None else f", {figure.ratio:.2f} × {figure.against}"
            verdict = {True: "ok", False: "MISSED", None: figure.note}[figure.ok]
            unit = "×" if figure.bound_on == "ratio" else figure.unit
            limit = f"{figure.bound} {unit}"
            print(f"{figure.name}: {value}{ratio} (bound {limit}): {verdict}")
    RESULTS.write_text(json.dumps([f.to_json() for f in figures], indent=1) + "\n")
    return 1 if any(figure.ok is False for figure in figures) else 0


def _told(value: float, unit: str) -> str:
    return f"{value * 1000:.3g} ms" if unit == "s" else f"{value:.3g} {unit}"


if __name__ == "__main__":
    sys.exit(main())
