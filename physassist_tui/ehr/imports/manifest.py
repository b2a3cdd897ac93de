"""What is kept beside an imported record: where it came from, its licence, and its counts."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


@dataclass
class Count:
    """The resources of one type: `read` in the source, and what became of them.

    `read` is always `kept` + `same` + `refused`. `same` were there before with the same content;
    `refused` are told in the manifest, each with its place.
    """

    read: int = 0
    kept: int = 0
    same: int = 0
    refused: int = 0


@dataclass(frozen=True)
class Labs:
    """Laboratory values that were put back from a file of events.

    `without_value` had no number there, `without_patient` are of people who are not in the record.
    """

    put_back: int
    without_value: int
    without_patient: int


@dataclass(frozen=True)
class Manifest:
    """An import as it is told. Dates are the day as written in the record, `None` where none is.

    `unreadable` counts the lines that were no resource at all, and so have no type; `told` says
    of the first `MOST_TOLD` refused or unreadable ones where and why. `announced` is what a
    server said it had, by type, where it said so.
    """

    name: str
    source: str
    licence: str
    imported_at: str
    app_version: str
    counts: Mapping[str, Count]
    unreadable: int = 0
    told: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    announced: Mapping[str, int] = field(default_factory=dict)
    patients: int = 0
    first: str | None = None
    last: str | None = None
    labs: Labs | None = None

    @property
    def resources(self) -> int:
        """How many resources are kept."""
        return sum(count.kept for count in self.counts.values())

    @property
    def refused(self) -> int:
        """How many lines or resources of the source are not in the record."""
        return self.unreadable + sum(count.refused for count in self.counts.values())

    def to_json(self) -> dict[str, Any]:
        """`{name, source, licence, resources, refused, counts: {TYPE: {read, kept, …}}, …}`."""
        return {**asdict(self), "resources": self.resources, "refused": self.refused}


MOST_TOLD = 100


def manifest_of(text: str) -> Manifest:
    """The manifest in the JSON of `to_json`; `ValueError`, `KeyError`, `TypeError` if it is not."""
    data = json.loads(text)
    for derived in ("resources", "refused"):
        data.pop(derived, None)
    labs = data.pop("labs", None)
    data["counts"] = {kind: Count(**count) for kind, count in data["counts"].items()}
    data["told"], data["aside"] = tuple(data["told"]), tuple(data["aside"])
    return Manifest(**data, labs=Labs(**labs) if labs else None)


def check_name(name: str) -> str:
    """The name, if a record can have it. Raises `BadInput`."""
    if NAME.fullmatch(name):
        return name
    raise BadInput(
        msg(
            "'{name}' cannot be the name of a record: lower-case letters, digits and hyphens "
            "only, 64 at most; --name gives another.",
            name=name[:80],
        )
    )


def name_from(source: str) -> str:
    """A name after the last part of a path or address that has one of its own."""
    parts = re.split(r"[/\\]+", re.sub(r"^https?://", "", source).rstrip("/\\"))
    usual = {"fhir", "r4", "ndjson", "output", "export", "data", "baser4"}
    own = [part for part in parts if part.lower() not in usual] or parts
    stem = re.sub(r"\.(json|ndjson)(\.gz)?$", "", own[-1].lower())
    return re.sub(r"[^a-z0-9]+", "-", stem).strip("-")[:64].strip("-") or "record"
