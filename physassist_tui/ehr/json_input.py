"""JSON from outside, read so that every fault is one line with its place."""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.r4_types import R4_TYPES, nearest_types
from physassist_tui.i18n import Message, msg, several

DEEPEST = 64
"""How deep a resource may be nested; R4's deepest real ones stay under 20."""

_NESTS = frozenset({dict, list})
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_RESOURCE_ID = re.compile(r"[A-Za-z0-9.\-_]{1,128}", re.ASCII)


def bad(place: object, message: Message) -> BadInput:
    """The fault `message` at `place` (a file, `file:line`, an entry)."""
    return BadInput(msg("{place}: {problem}", place=place, problem=message))


def file_fault(path: Path, error: OSError) -> BadInput:
    """The fault of a file that cannot be read."""
    reason = error.strerror or str(error)
    return bad(path, msg("cannot be read ({reason}).", reason=reason))


def gzip_fault(path: Path) -> BadInput:
    """The fault of a compressed file that does not unpack."""
    return bad(path, msg("is not a whole gzip file; copy or download it again."))


def read_bytes(path: Path, limit: int) -> bytes:
    """A file's content, unpacked if its name ends in `.gz`; `BadInput` beyond `limit` bytes."""
    try:
        if path.suffix != ".gz":
            if path.stat().st_size > limit:
                raise _too_large(path, limit)
            return path.read_bytes()
        with gzip.open(path, "rb") as file:
            data = file.read(limit + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise gzip_fault(path) from error
    except OSError as error:
        raise file_fault(path, error) from error
    if len(data) > limit:
        raise _too_large(path, limit)
    return data


def _too_large(path: Path, limit: int) -> BadInput:
    return bad(
        path,
        msg(
            "is larger than {limit} MB, the most that one Bundle may have. Give it as a folder "
            "of .ndjson files, one resource a line.",
            limit=limit // 1_000_000,
        ),
    )


def parse_json(data: bytes, place: object) -> Any:
    """The JSON in `data`; `place` is put before every fault."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad(
            place,
            msg("is not UTF-8 text (byte {byte}, line {line}).", byte=error.start + 1, line=line),
        ) from error
    if text.startswith("\ufeff"):
        text = text[1:]
    try:
        parsed = _decoded(text)
        if b"\\u" in data and _SURROGATE.search(data):
            json.dumps(parsed, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise bad(place, _json_fault(text, error)) from error
    except UnicodeEncodeError as error:
        message = msg(r"holds half of a character (\uD800 to \uDFFF alone).")
        raise bad(place, message) from error
    except RecursionError as error:
        raise bad(place, msg("is nested too deeply to be FHIR.")) from error
    except ValueError as error:
        raise bad(place, msg("holds a number that JSON does not have.")) from error
    return parsed


def _no_constant(_name: str) -> NoReturn:
    raise ValueError


_DECODER = json.JSONDecoder(parse_constant=_no_constant)


def _decoded(text: str) -> Any:
    # Nearly all is one object and nothing else; what is not goes the longer way round.
    if text.startswith("{"):
        parsed, end = _DECODER.raw_decode(text)
        if not text[end:].strip():
            return parsed
    return _DECODER.decode(text)


def _json_fault(text: str, error: json.JSONDecodeError) -> Message:
    if not text.strip():
        return msg("is empty.")
    cut = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated string")
    if cut:
        return msg(
            "ends in the middle (line {line}, column {column}); it was cut off.",
            line=error.lineno,
            column=error.colno,
        )
    return msg(
        "is not JSON (line {line}, column {column}: {reason}).",
        line=error.lineno,
        column=error.colno,
        reason=error.msg,
    )


def require_resource(value: Any, place: object) -> Resource:
    """`value` if it is an R4 resource with an id, which is made a string if it is a number."""
    if not isinstance(value, dict):
        raise bad(place, msg("is not a FHIR resource but {what}.", what=_what(value)))
    kind = value.get("resourceType")
    if not isinstance(kind, str) or not kind:
        raise bad(place, msg("has no resourceType."))
    if kind not in R4_TYPES:
        near = several(nearest_types(kind) or ("Patient", "Encounter", "Observation", "…"))
        message = msg("has the resourceType {type}, which FHIR R4 has not; R4 has {near}.",
                      type=kind[:64], near=near)  # fmt: skip
        raise bad(place, message)
    resource_id = value.get("id")
    if isinstance(resource_id, int) and not isinstance(resource_id, bool):
        resource_id = value["id"] = str(resource_id)
    if resource_id is None or resource_id == "":
        raise bad(place, msg("is a {type} without an id.", type=kind))
    if not isinstance(resource_id, str) or not _RESOURCE_ID.fullmatch(resource_id):
        message = msg("is a {type} whose id {id} is not one: letters, digits, - and . only.",
                      type=kind, id=repr(resource_id)[:80])  # fmt: skip
        raise bad(place, message)
    return value


def _what(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)[:40]


def reference_nodes(resource: Resource, place: object) -> list[dict[str, Any]]:
    """The elements that hold a `reference`; `BadInput` where the nesting is too deep."""
    found = reference_nodes_of((resource,))
    if found is None:
        raise bad(place, msg("is nested too deeply to be FHIR."))
    return found


def reference_nodes_of(resources: Iterable[Resource]) -> list[dict[str, Any]] | None:
    """The elements of any of them that hold a `reference`; `None` where one is nested too deeply.

    A walk through all at once takes a third of the time of one walk for each.
    """
    found: list[dict[str, Any]] = []
    maps: list[dict[str, Any]] = list(resources)
    lists: list[list[Any]] = []
    for _depth in range(DEEPEST):
        found += [node for node in maps if "reference" in node]
        children = [child for node in maps for child in node.values() if type(child) in _NESTS]
        children += [child for node in lists for child in node if type(child) in _NESTS]
        if not children:
            return found
        maps = [child for child in children if type(child) is dict]
        lists = [child for child in children if type(child) is list]
    return None
