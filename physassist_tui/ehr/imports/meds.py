"""Puts the laboratory values of the MIMIC-IV demo back that its FHIR release lacks.

The source is the same people's events in MEDS form (medical-event-data-standard: one row an
event), where a laboratory value is coded `LAB//itemid//unit`. Items 50000 to 59999 are MIMIC's
laboratory (d_labitems); those above 220000 are charted at the bedside and are not put back.
Times have no offset there; the FHIR release writes the hospital's, Boston's, and so do we. The
stay is the one hospital encounter of the patient whose period holds the time, if one does.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from math import isfinite
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.dates import parse_date
from physassist_tui.ehr.imports.building import Building
from physassist_tui.ehr.imports.manifest import Labs
from physassist_tui.ehr.imports.reading import line_of
from physassist_tui.ehr.json_input import bad, file_fault, parse_json, read_bytes
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import msg, several

ZONE = ZoneInfo("America/New_York")
ITEMS = "http://mimic.mit.edu/fhir/mimic/CodeSystem/mimic-d-labitems"
LOINC = "http://loinc.org"
_SUBJECT = "http://mimic.mit.edu/fhir/mimic/identifier/patient"
_HOSPITAL_STAY = "http://mimic.mit.edu/fhir/mimic/identifier/encounter-hosp"
_LAB = {
    "system": "http://terminology.hl7.org/CodeSystem/observation-category",
    "code": "laboratory",
    "display": "Laboratory",
}
_MAPPING = "d_labitems_to_loinc.csv"
_LABELS = "CodeSystem-mimic-d-labitems.json"
_NO_UNIT = frozenset({"UNK", "N/A", ""})
_ROWS = 50_000
_PREFIX = "LAB//5"
_LARGEST_LABELS = 64_000_000
_EXACT_FLOAT32 = 2**23


def check_reader(path: Path) -> None:
    """Raises `BadInput` where there is nothing to read at `path`, or nothing to read it with."""
    meds_files(path)
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise BadInput(
            msg("--labs needs a reader of parquet files: pip install 'physassist[meds]'")
        ) from error


def meds_files(path: Path) -> list[Path]:
    """The parquet files at `path`: itself, or those below it; `BadInput` where there are none."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise bad(path, msg("there is no such file or folder."))
    files = sorted(path.rglob("*.parquet"))
    if not files:
        raise bad(path, msg("is a folder without .parquet files."))
    return files


def labs_of(building: Building, path: Path, terminology: Path | None) -> Labs:
    """Adds the laboratory values in `path` of the patients that `building` has.

    Raises `BadInput` where the record has laboratory values of these items already, or `path`
    does not hold what it should.
    """
    if any(_has_items(one) for one in building.resources("Observation")):
        raise bad(path, msg("the record has its laboratory values already."))
    people = _people(building)
    if not people:
        raise bad(path, msg("the record has no patients of MIMIC to put values back for."))
    items = items_of(terminology) if terminology is not None else {}
    left = _Left()
    number: dict[int, int] = {}
    for subject, when, code, value in _events(meds_files(path)):
        item, unit = code
        person = people.get(subject)
        if person is None:
            left.without_patient += 1
        elif value is None:
            left.without_value += 1
        else:
            number[subject] = number.get(subject, 0) + 1
            name = f"meds-{subject}-{number[subject]}"
            lab = _observation(name, person, when, items.get(item, Item(item)), value, unit)
            building.add(line_of(lab, str(path)))
    return Labs(sum(number.values()), left.without_value, left.without_patient)


@dataclass(frozen=True)
class Item:
    """A laboratory item of MIMIC: its label, and its LOINC code where one is known."""

    code: str
    label: str = ""
    loinc: str = ""
    loinc_name: str = ""


@dataclass
class _Left:
    without_value: int = 0
    without_patient: int = 0


@dataclass(frozen=True)
class _Person:
    """A patient, with the hospital stays as (start, end, id) in microseconds."""

    id: str
    stays: list[tuple[int, int, str]] = field(default_factory=list)


def _has_items(observation: Resource) -> bool:
    code = observation.get("code")
    codings = code.get("coding") if isinstance(code, dict) else None
    return any(
        isinstance(one, dict) and one.get("system") == ITEMS
        for one in (codings if isinstance(codings, list) else ())
    )


def _people(building: Building) -> dict[int, _Person]:
    people: dict[int, _Person] = {}
    by_id: dict[str, _Person] = {}
    for patient in building.resources("Patient"):
        number = _identifier(patient, _SUBJECT)
        if number.isdigit():
            by_id[f"Patient/{patient['id']}"] = people[int(number)] = _Person(patient["id"])
    for stay in building.resources("Encounter"):
        subject, period = stay.get("subject"), stay.get("period")
        if not isinstance(subject, dict) or not isinstance(period, dict):
            continue
        person = by_id.get(str(subject.get("reference")))
        start, end = (parse_date(str(period.get(key) or "")) for key in ("start", "end"))
        if person and start and end and _identifier(stay, _HOSPITAL_STAY):
            person.stays.append((start.low, end.high, stay["id"]))
    return people


def _identifier(resource: Resource, system: str) -> str:
    numbers = resource.get("identifier")
    for one in numbers if isinstance(numbers, list) else ():
        if isinstance(one, dict) and one.get("system") == system:
            return str(one.get("value") or "")
    return ""


_Event = tuple[int, datetime, tuple[str, str], float | None]


def _events(files: list[Path]) -> Iterator[_Event]:
    """Subject, time, (item, unit) and number of every laboratory event."""
    import pyarrow
    import pyarrow.compute
    import pyarrow.parquet

    for file in files:
        try:
            with pyarrow.parquet.ParquetFile(file) as opened:
                names = set(opened.schema_arrow.names)
                value = "numeric_value" if "numeric_value" in names else "value"
                wanted = ["subject_id", "time", "code", value]
                lacking = [name for name in wanted if name not in names]
                if lacking:
                    message = msg("has no column {names}; MEDS events are expected.",
                                  names=several(lacking))  # fmt: skip
                    raise bad(file, message)
                for every in opened.iter_batches(batch_size=_ROWS, columns=wanted):
                    laboratory = pyarrow.compute.starts_with(every.column("code"), _PREFIX)
                    batch = every.filter(laboratory)
                    columns = (batch.column(name).to_pylist() for name in wanted)
                    yield from _laboratory(zip(*columns, strict=True))
        except pyarrow.ArrowException as error:
            reason = str(error).split("\n", 1)[0][:200]
            raise bad(file, msg("is no parquet file: {reason}", reason=reason)) from error
        except OSError as error:
            raise file_fault(file, error) from error


def _laboratory(rows: Iterator[tuple[Any, ...]]) -> Iterator[_Event]:
    for subject, when, code, value in rows:
        parts = code.split("//", 2)
        item, unit = parts[1], parts[2] if len(parts) == 3 else ""
        if len(item) != 5 or not item.isdigit() or not isinstance(when, datetime):
            continue
        number = value if isinstance(value, int | float) and isfinite(value) else None
        yield int(subject), when, (item, unit.strip()), number


def _observation(
    name: str, person: _Person, when: datetime, item: Item, value: float, unit: str
) -> Resource:
    local = when.replace(tzinfo=ZONE) if when.tzinfo is None else when.astimezone(ZONE)
    coding = [{"system": ITEMS, "code": item.code}]
    if item.label:
        coding[0]["display"] = item.label
    if item.loinc:
        coding.insert(0, {"system": LOINC, "code": item.loinc, "display": item.loinc_name})
    quantity: dict[str, Any] = {"value": _number(value)}
    if unit not in _NO_UNIT:
        quantity["unit"] = unit
    observation: Resource = {
        "resourceType": "Observation",
        "id": name,
        "status": "final",
        "category": [{"coding": [_LAB]}],
        "code": {"coding": coding, **({"text": item.label} if item.label else {})},
        "subject": {"reference": f"Patient/{person.id}"},
        "effectiveDateTime": local.isoformat(timespec="seconds"),
        "valueQuantity": quantity,
    }
    at = int(local.timestamp()) * 1_000_000
    held = [stay for start, end, stay in person.stays if start <= at < end]
    if len(held) == 1:
        observation["encounter"] = {"reference": f"Encounter/{held[0]}"}
    return observation


def _number(value: float) -> float | int:
    """A number that was kept in 32 bits, as it was written: 4.9 and not 4.90000009."""
    plain = float(f"{value:.7g}") if abs(value) < _EXACT_FLOAT32 else float(value)
    return int(plain) if plain.is_integer() else plain


def items_of(folder: Path) -> Mapping[str, Item]:
    """The items in a folder with MIMIC's list of labels, its table of LOINC codes, or both.

    Raises `BadInput` where it has neither.
    """
    labels, codes = folder / _LABELS, folder / _MAPPING
    if not labels.is_file() and not codes.is_file():
        raise bad(folder, msg("has neither {one} nor {other}.", one=_LABELS, other=_MAPPING))
    items: dict[str, Item] = {}
    if labels.is_file():
        system = parse_json(read_bytes(labels, _LARGEST_LABELS), labels)
        concepts = system.get("concept") if isinstance(system, dict) else None
        for one in concepts if isinstance(concepts, list) else ():
            if isinstance(one, dict) and isinstance(one.get("code"), str):
                items[one["code"]] = Item(one["code"], str(one.get("display") or ""))
    if codes.is_file():
        for row in _table(codes):
            code = row.get("itemid (omop_source_code)") or row.get("itemid") or ""
            known = items.get(code) or Item(code, row.get("label") or "")
            loinc = row.get("omop_concept_code") or ""
            if row.get("omop_vocabulary_id") == "LOINC" and loinc:
                name = row.get("omop_concept_name") or ""
                known = Item(code, known.label, loinc, name)
            items[code] = known
    return items


def _table(file: Path) -> list[dict[str, str]]:
    try:
        with file.open(encoding="utf-8-sig", newline="") as opened:
            return list(csv.DictReader(opened))
    except (UnicodeDecodeError, csv.Error) as error:
        raise bad(file, msg("is no table of comma-separated UTF-8 text.")) from error
    except OSError as error:
        raise file_fault(file, error) from error
