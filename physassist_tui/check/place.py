"""Where in a record's file a resource stands."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

from physassist_tui.check.case import Case
from physassist_tui.i18n import Message
from physassist_tui.library import Problem


def record_problem(case: Case, reference: str, element: str, problem: Message) -> Problem:
    """A problem at a resource `Type/id` of the record, or at one of its elements."""
    file, line = place_of(case.loaded.record_path, reference)
    return Problem(file, line, f"{reference}.{element}" if element else reference, problem)


def place_of(record: Path, reference: str) -> tuple[Path, int | None]:
    """The file and line on which a resource begins; no line where it cannot be told."""
    files = (
        sorted(path for path in record.rglob("*") if path.is_file())
        if record.is_dir()
        else [record]
    )
    kind, _, name = reference.partition("/")
    for file in files:
        text = _text(file)
        line = _line(text, kind, name) if text is not None else None
        if line is not None:
            return file, line
    return record, None


def _text(file: Path) -> str | None:
    try:
        raw = file.read_bytes()
        return (gzip.decompress(raw) if file.suffix == ".gz" else raw).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError, EOFError):
        return None


def _line(text: str, kind: str, name: str) -> int | None:
    decoder = json.JSONDecoder()
    for match in re.finditer(rf'"resourceType"\s*:\s*"{re.escape(kind)}"', text):
        start = text.rfind("{", 0, match.start())
        try:
            found, _end = decoder.raw_decode(text, start)
        except ValueError:
            continue
        if (
            isinstance(found, dict)
            and found.get("id") == name
            and found.get("resourceType") == kind
        ):
            return text.count("\n", 0, start) + 1
    return None
