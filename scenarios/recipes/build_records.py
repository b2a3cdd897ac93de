"""Makes the record.json of every shipped scenario from one clinosim run.

The run is synthetic and pinned: clinosim 0.6.5 (MIT licence), installed into an environment of
its own, with

    clinosim simulate --country US --population 4000 --seed 7 \\
        --start 2025-06-01 --end 2025-12-31 --format fhir-r4 --output out7

then

    python scenarios/recipes/build_records.py out7

writes `record.json` into each scenario's folder, byte for byte the same every time. `--check`
writes nothing and says whether the shipped records are what the run gives. With fhir.resources
installed every resource is validated as R4B on the way.

clinosim draws each laboratory value, order and note on its own, so a stay's course may not hold
together: a recipe keeps what does, drops what contradicts the case, and authors the rest. What
each recipe does is told at its head; authored resources carry `meta.tag` code `authored`, and
ones whose clinical content was changed carry `adjusted` (system `urn:physassist:tag`).
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import anaemia
import atrial_fibrillation
import chest_pain
import copd
import digoxin
import embolism
import heart_failure
import ketoacidosis
import kidney_injury
import pyelonephritis
import sepsis
import ulcer
from chart import Resource, bundle, charts, written

VERSION, SEED = "0.6.5", 7
RECIPES = (
    atrial_fibrillation,
    ketoacidosis,
    heart_failure,
    chest_pain,
    anaemia,
    pyelonephritis,
    sepsis,
    kidney_injury,
    digoxin,
    embolism,
    copd,
    ulcer,
)
SCENARIOS = Path(__file__).resolve().parents[1]


def main(argv: list[str] | None = None) -> int:
    """Builds or checks all records; 0 when done, 1 when a check fails."""
    parser = argparse.ArgumentParser(description="Make the scenarios' records.")
    parser.add_argument("folder", type=Path, help="the clinosim output folder")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args(argv)
    _right_run(options.folder)
    patients = [p for recipe in RECIPES for p in (recipe.INDEX, recipe.OTHER)]
    found = charts(options.folder, patients)
    same = True
    for recipe in RECIPES:
        record = bundle(options.folder, recipe.build(found))
        faults = _faults(record)
        path = SCENARIOS / recipe.FOLDER / "record.json"
        text = written(record)
        if options.check:
            equal = path.is_file() and path.read_text(encoding="utf-8") == text
            same = same and equal
            sys.stdout.write(f"{recipe.FOLDER}: {'same' if equal else 'differs'}\n")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            counts = Counter(e["resource"]["resourceType"] for e in record["entry"])
            sys.stdout.write(
                f"{recipe.FOLDER}: {len(record['entry'])} resources, {len(text) / 1e6:.2f} MB\n"
            )
            told = ", ".join(f"{kind} {n}" for kind, n in counts.most_common())
            sys.stdout.write(f"  {told}\n")
        for fault in faults:
            same = False
            sys.stderr.write(f"  {fault}\n")
    return 0 if same else 1


def _right_run(folder: Path) -> None:
    import json

    path = folder / "fhir_r4" / "_generator_metadata.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    got = (told["clinosim_version"], told["cif_metadata"]["random_seed"])
    if got != (VERSION, SEED):
        raise SystemExit(f"{path}: clinosim {VERSION} with seed {SEED} is wanted, not {got}")


def _faults(record: Resource) -> list[str]:
    """What is not R4B, not resolvable, or twice there."""
    faults = []
    ids = [f"{e['resource']['resourceType']}/{e['resource']['id']}" for e in record["entry"]]
    faults += [f"{ref} is there {n} times" for ref, n in Counter(ids).items() if n > 1]
    try:
        from fhir.resources.R4B import get_fhir_model_class
    except ImportError:
        sys.stderr.write("  fhir.resources is not installed: not validated\n")
        return faults
    for entry in record["entry"]:
        resource = entry["resource"]
        try:
            get_fhir_model_class(resource["resourceType"]).model_validate(resource)
        except ValueError as error:
            faults.append(f"{resource['resourceType']}/{resource['id']}: {error}")
    return faults


if __name__ == "__main__":
    sys.exit(main())
