"""Scenario files for the tests: the small scenario, whole or changed in one place."""

from __future__ import annotations

import base64
import copy
import json
import shutil
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any

import yaml

from physassist_tui.library.yaml_lines import parse_yaml

SCENARIOS = Path(__file__).resolve().parent / "scenarios"
MINI = SCENARIOS / "mini"
DELETE: Any = object()
"""As a value for `put`: take the field out."""

_Dumper: Any = getattr(yaml, "CSafeDumper", yaml.SafeDumper)

Where = tuple[str | int, ...]


@lru_cache(maxsize=1)
def _mini_text() -> str:
    return (MINI / "scenario.yaml").read_text("utf-8")


def mini_data() -> dict[str, Any]:
    """The small scenario's data, to be changed at will."""
    return copy.deepcopy(dict(parse_yaml(_mini_text()).data))


def put(data: Any, where: Where, value: Any) -> None:
    """Sets the field at `where`, or takes it out."""
    *around, last = where
    for part in around:
        data = data[part]
    if value is DELETE:
        del data[last]
    elif isinstance(data, list) and last == len(data):
        data.append(value)
    else:
        data[last] = value


def write_scenario(folder: Path, data: Any) -> Path:
    """Writes data as a scenario beside a copy of the small record; gives the file."""
    text = yaml.dump(data, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)
    return write_text(folder, text)


def write_text(folder: Path, text: str | bytes) -> Path:
    """Writes a scenario file as it is, beside a copy of the small record; gives the file."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(MINI / "record.json", folder / "record.json")
    file = folder / "scenario.yaml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return file


def changed(folder: Path, *changes: tuple[Where, Any]) -> Path:
    """The small scenario with some fields changed."""
    data = mini_data()
    for where, value in changes:
        put(data, where, value)
    return write_scenario(folder, data)


def edited(folder: Path, edit: Callable[[dict[str, Any]], None]) -> Path:
    """The small scenario after `edit` has changed its data in place."""
    data = mini_data()
    edit(data)
    return write_scenario(folder, data)


def edit_record(file: Path, edit: Callable[[dict[str, dict[str, Any]]], None]) -> Path:
    """Changes the record beside a scenario: `edit` gets its resources by `Type/id`.

    What it takes out or puts in goes out of the record or into it.
    """
    path = file.parent / "record.json"
    resources = {
        f"{entry['resource']['resourceType']}/{entry['resource']['id']}": entry["resource"]
        for entry in json.loads(path.read_text("utf-8"))["entry"]
    }
    edit(resources)
    bundle = {
        "resourceType": "Bundle",
        "type": "collection",
        "entry": [{"resource": resource} for resource in resources.values()],
    }
    path.write_text(json.dumps(bundle, ensure_ascii=False, indent=1), "utf-8")
    return file


def note(text: str, day: str, name: str = "mini-1-note-added") -> dict[str, Any]:
    """A progress note of the small scenario's patient, dated that day at noon."""
    return {
        "resourceType": "DocumentReference",
        "id": name,
        "status": "current",
        "type": {"text": "Progress note"},
        "subject": {"reference": "Patient/mini-1"},
        "date": f"{day}T12:00:00-05:00",
        "content": [
            {
                "attachment": {
                    "contentType": "text/plain; charset=utf-8",
                    "data": base64.b64encode(text.encode()).decode(),
                }
            }
        ],
    }
