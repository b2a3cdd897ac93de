"""What an import reads from a file or a folder: resources one by one, and what is none."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Protocol

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.bundle import resources_of
from physassist_tui.ehr.json_input import bad, file_fault, parse_json, read_bytes
from physassist_tui.ehr.loader import LARGEST_BUNDLE
from physassist_tui.ehr.ndjson import SUFFIXES, Line, read_each
from physassist_tui.i18n import msg

Done = Callable[[int, int | None], None]
"""Told how much has been read and of how much: bytes of files, resources of a server."""

BUNDLES = (".json", ".json.gz")
_LICENCES = ("license", "licence", "copying")


class Source(Protocol):
    """Where an import reads from."""

    @property
    def told(self) -> str:
        """The source as the manifest names it."""

    @property
    def licence(self) -> str:
        """What the source itself says of its licence; empty where nothing does."""

    @property
    def aside(self) -> tuple[str, ...]:
        """Names of files that were not read, being no FHIR."""

    @property
    def announced(self) -> Mapping[str, int]:
        """How many resources of a type the source says it has, where it does."""

    def read(self, done: Done) -> Iterator[Line | BadInput]:
        """Every resource in the source, and the fault of each line that is none."""


class Files:
    """A Bundle, an NDJSON file, or a folder of them, plain or gzipped, with folders in it."""

    def __init__(self, path: Path) -> None:
        """`BadInput` where there is nothing at `path` that could be read."""
        if not path.exists():
            raise bad(path, msg("there is no such file or folder."))
        self.told = str(path.resolve())
        self.announced: Mapping[str, int] = {}
        self._path = path
        everything = _below(path)
        self._files = [one for one in everything if one.name.endswith((*SUFFIXES, *BUNDLES))]
        if path.is_file() and not self._files:
            raise bad(path, msg("is neither .json nor .ndjson, nor one of them with .gz."))
        if not self._files:
            raise bad(path, msg("is a folder without .json or .ndjson files."))
        self.licence = _licence_of(path)
        self._aside = [_within(path, one) for one in everything if one not in self._files]

    @property
    def aside(self) -> tuple[str, ...]:
        """See `Source`."""
        return tuple(self._aside)

    def read(self, done: Done) -> Iterator[Line | BadInput]:
        """See `Source`. A Bundle is read whole or not at all: its fault is raised."""
        whole = sum(file.stat().st_size for file in self._files)
        before = 0
        for file in self._files:
            done(before, whole)
            if file.name.endswith(SUFFIXES):
                start = before
                yield from read_each(file, lambda at, start=start: done(start + at, whole))  # type: ignore[misc]
            else:
                yield from self._bundle(file)
            before += file.stat().st_size
        done(whole, whole)

    def _bundle(self, file: Path) -> Iterator[Line]:
        data = parse_json(read_bytes(file, LARGEST_BUNDLE), file)
        if file != self._path and (not isinstance(data, dict) or "resourceType" not in data):
            # The note of a bulk export about itself, a package's list of files: no resource.
            self._aside.append(_within(self._path, file))
            return
        for by_id in resources_of(data, file).values():
            for resource in by_id.values():
                yield line_of(resource, str(file))


def line_of(resource: dict[str, object], place: str) -> Line:
    """A resource that stands in no line of its own, as one."""
    raw = json.dumps(resource, ensure_ascii=False, separators=(",", ":")).encode()
    return Line(resource, raw, place)


def _below(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    try:
        return sorted(one for one in path.rglob("*") if one.is_file())
    except OSError as error:
        raise file_fault(path, error) from error


def _within(path: Path, file: Path) -> str:
    return file.relative_to(path).as_posix() if file != path else file.name


def _licence_of(path: Path) -> str:
    """The telling line of a licence file in the folder or the one above it, and its name."""
    folder = path if path.is_dir() else path.parent
    for place in (folder, folder.parent):
        for file in _named_licence(place):
            line = _first_line(file)
            if line:
                return f"{line} ({file.name})"
    return ""


def _named_licence(folder: Path) -> list[Path]:
    try:
        return sorted(
            one
            for one in folder.iterdir()
            if one.name.lower().startswith(_LICENCES) and one.is_file()
        )
    except OSError:
        return []  # A folder that may be passed through but not listed says nothing.


def _first_line(file: Path) -> str:
    """The first line that names a licence, else the first that says anything."""
    try:
        with file.open(encoding="utf-8", errors="replace") as opened:
            lines = [line.strip(" #=*\t\r\n") for line in opened.readlines(8192)]
    except OSError as error:
        raise file_fault(file, error) from error
    said = [line for line in lines if line]
    naming = [line for line in said if "licen" in line.lower()]
    return next(iter(naming or said), "")[:200]
