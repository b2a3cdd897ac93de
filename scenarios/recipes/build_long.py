"""Makes the record.json of every long task, byte for byte the same every time.

    python scenarios/recipes/build_long.py            # writes them
    python scenarios/recipes/build_long.py --check    # says whether they are what ships

Takes every module `long_*.py` beside it that has a `FOLDER`; `long_chart.py` tells how one is
written. Where fhir.resources is installed every resource that is written is validated as R4B.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))  # as when it is run as a script

LEAST_RESOURCES, MOST_BYTES = 1_500, 1_600_000


def recipes() -> list[ModuleType]:
    """The modules that make a long task's record."""
    found = (importlib.import_module(path.stem) for path in sorted(HERE.glob("long_*.py")))
    return [module for module in found if hasattr(module, "FOLDER")]


def written(record: dict[str, Any]) -> str:
    """The bundle as compact text, one entry a line."""
    head = json.dumps({key: value for key, value in record.items() if key != "entry"})
    rows = (json.dumps(e, ensure_ascii=False, separators=(",", ":")) for e in record["entry"])
    return head[:-1] + ', "entry": [\n' + ",\n".join(rows) + "\n]}\n"


def main(argv: list[str] | None = None) -> int:
    """Builds or checks the records; 0 when done, 1 when something is wrong."""
    parser = argparse.ArgumentParser(description="Make the long tasks' records.")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    parser.add_argument("only", nargs="*", help="words of the folders wanted (none: all)")
    options = parser.parse_args(argv)
    good = True
    for recipe in recipes():
        if options.only and not any(word in recipe.FOLDER for word in options.only):
            continue
        record = recipe.build().bundle()
        text = written(record)
        faults = list(_faults(record, text))
        if not options.check:
            faults += _invalid(record)
        path = HERE.parent / recipe.FOLDER / "record.json"
        if options.check:
            same = path.is_file() and path.read_text(encoding="utf-8") == text
            good = good and same
            sys.stdout.write(f"{recipe.FOLDER}: {'same' if same else 'differs'}\n")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            _tell(recipe.FOLDER, record, text)
        for fault in faults:
            good = False
            sys.stderr.write(f"  {fault}\n")
    return 0 if good else 1


def _tell(folder: str, record: dict[str, Any], text: str) -> None:
    counts = Counter(entry["resource"]["resourceType"] for entry in record["entry"])
    told = ", ".join(f"{kind} {n}" for kind, n in counts.most_common())
    size = len(text.encode()) / 1e6
    sys.stdout.write(f"{folder}: {len(record['entry'])} resources, {size:.2f} MB\n  {told}\n")


def _faults(record: dict[str, Any], text: str) -> Iterator[str]:
    """What is too small or too large, there twice, or not resolvable."""
    if len(record["entry"]) < LEAST_RESOURCES:
        yield f"{len(record['entry'])} resources; {LEAST_RESOURCES} are wanted"
    if len(text.encode()) > MOST_BYTES:
        yield f"{len(text.encode())} bytes; {MOST_BYTES} are the most"
    ids = Counter(f"{e['resource']['resourceType']}/{e['resource']['id']}" for e in record["entry"])
    yield from (f"{reference} is there {n} times" for reference, n in ids.items() if n > 1)
    for reference in set(_references(record)) - set(ids):
        yield f"{reference} is named and not there"
    yield from (f"{reference}: an id has at most 64 characters" for reference in ids
                if len(reference.split("/")[1]) > 64)  # fmt: skip


def _invalid(record: dict[str, Any]) -> Iterator[str]:
    """What is not R4B."""
    try:
        from fhir.resources.R4B import get_fhir_model_class
    except ImportError:
        sys.stderr.write("  fhir.resources is not installed: not validated\n")
        return
    for entry in record["entry"]:
        resource = entry["resource"]
        try:
            get_fhir_model_class(resource["resourceType"]).model_validate(resource)
        except ValueError as error:
            yield f"{resource['resourceType']}/{resource['id']}: {error}"


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("reference"), str):
            yield value["reference"]
        for item in value.values():
            yield from _references(item)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


if __name__ == "__main__":
    raise SystemExit(main())
