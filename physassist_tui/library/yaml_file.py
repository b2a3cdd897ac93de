"""Reads a YAML file of ours, whatever it describes, and tells all of its problems in order."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel

from physassist_tui.i18n import Message, msg
from physassist_tui.library.problems import (
    Fault,
    FieldPath,
    Problem,
    ScenarioProblems,
    field_text,
)
from physassist_tui.library.yaml_lines import Document, YamlFault, parse_yaml

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class Expected:
    """What a file should be: its most bytes, the words for one that is not, and their error."""

    most: int
    a_folder: Message
    too_large: Callable[[int], Message]
    empty: Message
    error: Callable[[Sequence[Problem]], ScenarioProblems]

    def one(self, file: Path, line: int | None, words: Message) -> ScenarioProblems:
        """The error of a file that has one problem as a whole."""
        return self.error([Problem(file, line, "", words)])


def read_document(file: Path, expected: Expected) -> Document:
    """The file, whose data is a map. Raises `expected.error` where it cannot be read as one."""
    try:
        document = parse_yaml(_text(file, expected))
    except YamlFault as fault:
        raise expected.error([_at(file, fault)]) from fault
    if not isinstance(document.data, dict):
        from physassist_tui.library.explain import kind_of

        found = kind_of(document.data)
        words = msg("expected a map of fields at the top, found {found}", found=found)
        raise expected.one(file, 1, words)
    return document


def validated(model: type[M], data: dict[str, Any]) -> M:
    """The data as `model`. Raises `pydantic.ValidationError`."""
    # Strict and from JSON: a text is no number, yet lists and words take their types.
    return model.model_validate_json(json.dumps(data), strict=True, by_alias=True, by_name=False)


def problems_of(file: Path, document: Document, faults: Iterable[Fault]) -> list[Problem]:
    """Every problem of the file, in order of line: those of the reading, then `faults`.

    A place of which `faults` tell twice is told of once; the first is nearer.
    """
    told: dict[FieldPath, Message] = {}
    for path, words in faults:
        told.setdefault(path, words)
    problems = [_at(file, fault) for fault in document.faults]
    problems += [
        Problem(file, document.lines.line(path), field_text(path), words)
        for path, words in told.items()
    ]
    return sorted(problems, key=lambda problem: problem.line or 0)


def _at(file: Path, fault: YamlFault) -> Problem:
    return Problem(file, fault.line, field_text(fault.path), fault.message)


def _text(file: Path, expected: Expected) -> str:
    try:
        if file.is_dir():
            raise expected.one(file, None, expected.a_folder)
        size = file.stat().st_size
        if size > expected.most:
            raise expected.one(file, None, expected.too_large(size))
        raw = file.read_bytes()
    except FileNotFoundError as error:
        raise expected.one(file, None, msg("there is no such file")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        words = msg("cannot be read: {reason}", reason=reason)
        raise expected.one(file, None, words) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        words = msg("is not UTF-8 at byte {offset}", offset=error.start)
        raise expected.one(file, line, words) from error
    if not text.strip():
        raise expected.one(file, 1, expected.empty)
    return text
