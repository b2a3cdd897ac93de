"""Builders of small records for the tests of the store. Not a test."""

from __future__ import annotations

import json
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

from physassist_tui.ehr.bundle import resources_of
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.shelf import MemoryShelf
from physassist_tui.ehr.store import EmbeddedStore

LOINC = "http://loinc.org"
NOW = datetime.fromisoformat("2026-03-04T09:30:00-05:00")


def bundle(*resources: dict[str, Any]) -> dict[str, Any]:
    return {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": resource} for resource in resources],
    }


def record(*resources: dict[str, Any]) -> Record:
    """A record in memory, by way of the loader's own rules."""
    copies = json.loads(json.dumps(bundle(*resources)))
    return Record(MemoryShelf(resources_of(copies, "test")))


def store(*resources: dict[str, Any], clock: datetime = NOW) -> EmbeddedStore:
    return record(*resources).at(clock)


def written(folder: Path, resources: Iterable[dict[str, Any]]) -> Path:
    """The resources as a folder of bulk data."""
    folder.mkdir(exist_ok=True)
    lines = [json.dumps(resource, ensure_ascii=False) for resource in resources]
    (folder / "all.ndjson").write_text("\n".join(lines), encoding="utf-8")
    return folder


def opened(path: Path, clock: datetime = NOW) -> EmbeddedStore:
    return open_record(path).at(clock)


def patient(number: str, family: str = "E.", given: str = "A.", **more: Any) -> dict[str, Any]:
    return {
        "resourceType": "Patient",
        "id": number,
        "name": [{"family": family, "given": [given]}],
        "gender": "female",
        "birthDate": "1955-02-01",
        **more,
    }


def lab(
    number: str,
    when: str | None,
    value: float = 1.0,
    *,
    code: str = "2160-0",
    display: str = "Creatinine [Mass/volume] in Serum or Plasma",
    subject: str = "Patient/p1",
    **more: Any,
) -> dict[str, Any]:
    found: dict[str, Any] = {
        "resourceType": "Observation",
        "id": number,
        "status": "final",
        "category": [{"coding": [{"code": "laboratory"}]}],
        "code": {"coding": [{"system": LOINC, "code": code, "display": display}]},
        "subject": {"reference": subject},
        "valueQuantity": {"value": value, "unit": "mg/dL"},
        **more,
    }
    if when is not None:
        found["effectiveDateTime"] = when
    return found


def ids(result: dict[str, Any]) -> list[str]:
    return [entry["resource"]["id"] for entry in result.get("entry", [])]


def found(view: EmbeddedStore, url: str) -> list[str]:
    """The ids on the first page of a search, which must be all."""
    from physassist_tui.ehr.search_url import parse_search_url

    result = view.search(*parse_search_url(url))
    assert result["total"] == len(ids(result)), "the first page holds all"
    return ids(result)
