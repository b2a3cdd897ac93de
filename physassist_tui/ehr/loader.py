"""From a path to a shelf: what kind of file it is, and whether it fits in memory."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from physassist_tui.ehr.bundle import resources_of
from physassist_tui.ehr.json_input import bad, file_fault, parse_json, read_bytes
from physassist_tui.ehr.ndjson import SUFFIXES, ndjson_files, read_lines, unpacked_size
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.shelf import MemoryShelf, Shelf
from physassist_tui.i18n import msg

LARGEST_BUNDLE = 64_000_000
LARGEST_IN_MEMORY = 24_000_000
"""Bytes of JSON: beyond this much bulk data is indexed into the cache."""


def load_shelf(path: Path, progress: Callable[[int, int | None], None]) -> Shelf:
    """The shelf of a record; see `record.open_record`."""
    if not path.exists():
        from physassist_tui.ehr.imports.kept import chart_at, read_chart

        chart = chart_at(path)
        if chart is not None:
            return MemoryShelf(read_chart(*chart))
        raise bad(path, msg("there is no such file or folder."))
    if path.is_dir() or path.name.endswith(SUFFIXES):
        return _load_bulk(path, progress)
    bundle = parse_json(read_bytes(path, LARGEST_BUNDLE), path)
    return MemoryShelf(resources_of(bundle, path))


def _load_bulk(path: Path, progress: Callable[[int, int | None], None]) -> Shelf:
    files = ndjson_files(path)
    try:
        size = unpacked_size(files)
    except OSError as error:
        raise file_fault(path, error) from error
    if size > LARGEST_IN_MEMORY:
        from physassist_tui.ehr.cache import open_cached

        return open_cached(path, files, progress)
    return MemoryShelf(_in_memory(path, files))


def _in_memory(path: Path, files: list[Path]) -> dict[str, dict[str, Resource]]:
    found: dict[str, dict[str, Resource]] = {}
    for file in files:
        for line in read_lines(file, lambda _at: None):
            kind, resource_id = line.resource["resourceType"], line.resource["id"]
            earlier = found.setdefault(kind, {}).setdefault(resource_id, line.resource)
            if earlier is not line.resource and earlier != line.resource:
                raise twice(line.place, f"{kind}/{resource_id}")
    if not found:
        raise bad(path, msg("holds no resources."))
    return found


def twice(place: str, key: str) -> Exception:
    """The fault of a resource that was there before with other content."""
    return bad(place, msg("{resource} was there before, with other content.", resource=key))
