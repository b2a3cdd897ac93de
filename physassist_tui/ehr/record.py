"""A record: a patient's (or many patients') FHIR R4 resources, opened once and never changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from physassist_tui.ehr.shelf import Shelf
from physassist_tui.ehr.store import EmbeddedStore

Progress = Callable[[int, int | None], None]
"""Called with what is done and of how much, in bytes; the whole may be unknown."""


class Record:
    """An opened record. `Record.at` looks at it at a clock."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    def at(self, clock: datetime) -> EmbeddedStore:
        """A view at an aware clock with an empty layer of its own.

        Views of one record never see each other's writes. `ValueError` for a naive clock.
        """
        return EmbeddedStore(self._shelf, clock)

    def types(self) -> Sequence[str]:
        """The resource types of the record, sorted, whatever the clock."""
        return self._shelf.types()

    def counts(self) -> Mapping[str, int]:
        """How many resources of each type the record holds, whatever the clock."""
        return {kind: self._shelf.size(kind) for kind in self._shelf.types()}

    def size(self) -> int:
        """How many resources the record holds, whatever the clock."""
        return sum(self._shelf.size(kind) for kind in self._shelf.types())


def open_record(path: Path, *, progress: Progress | None = None) -> Record:
    """Opens a FHIR Bundle (`.json[.gz]`) or bulk data (`.ndjson[.gz]`, or a folder of them).

    What is too large for memory is indexed once into the user's cache, with `progress`, and
    read from there. `BadInput` names the place and the fault; `ServiceFailed` where the cache
    cannot be written.
    """
    from physassist_tui.ehr.loader import load_shelf

    return Record(load_shelf(Path(path), progress or _quiet))


def _quiet(_done: int, _of: int | None) -> None:
    return None
