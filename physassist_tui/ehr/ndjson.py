"""Bulk data: `.ndjson` files, one resource a line, plain or gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple, cast

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.json_input import (
    DEEPEST,
    bad,
    file_fault,
    gzip_fault,
    parse_json,
    reference_nodes,
    require_resource,
)
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import msg

SUFFIXES = (".ndjson", ".ndjson.gz")
LONGEST_LINE = 64_000_000


class Line(NamedTuple):
    """One resource, its JSON as it stands in the file, and where."""

    resource: Resource
    raw: bytes
    place: str


def ndjson_files(path: Path) -> list[Path]:
    """The file itself, or the bulk files of a folder by name; `BadInput` where it has none."""
    if path.is_file():
        return [path]
    try:
        files = sorted(one for one in path.iterdir() if one.name.endswith(SUFFIXES))
    except OSError as error:
        raise file_fault(path, error) from error
    if not files:
        raise bad(path, msg("is a folder without .ndjson or .ndjson.gz files."))
    return files


def unpacked_size(files: list[Path]) -> int:
    """A guess at the bytes of JSON in the files (gzip packs FHIR about twelve times)."""
    return sum(one.stat().st_size * (12 if one.suffix == ".gz" else 1) for one in files)


def read_lines(path: Path, done: Callable[[int], None]) -> Iterator[Line]:
    """The resources of one file. `done` is told how far in the file it is, in packed bytes."""
    for line in read_each(path, done):
        if isinstance(line, BadInput):
            raise line
        yield line


def read_each(path: Path, done: Callable[[int], None]) -> Iterator[Line | BadInput]:
    """As `read_lines`, but a line that is no resource is given as its fault, and it goes on.

    A file that cannot be read to its end, or whose line has none, raises.
    """
    try:
        with path.open("rb") as packed:
            file = cast(BinaryIO, gzip.GzipFile(fileobj=packed)) if path.suffix == ".gz" else packed
            number, name = 0, str(path)
            while raw := file.readline(LONGEST_LINE):
                number += 1
                if len(raw) >= LONGEST_LINE:
                    raise bad(f"{name}:{number}", msg("is too long for one resource."))
                if number % 500 == 0:
                    done(packed.tell())
                raw = raw.strip()
                if not raw:
                    continue
                try:
                    yield _line(raw, f"{name}:{number}")
                except BadInput as fault:
                    yield fault
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise gzip_fault(path) from error
    except OSError as error:
        raise file_fault(path, error) from error


def _line(raw: bytes, place: str) -> Line:
    resource = require_resource(parse_json(raw, place), place)
    # Fewer brackets than the depth allowed cannot be nested deeper.
    if raw.count(b"{") + raw.count(b"[") > DEEPEST:
        reference_nodes(resource, place)
    return Line(resource, raw, place)
