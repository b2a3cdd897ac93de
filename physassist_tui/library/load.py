"""Loads a scenario from its file, or says everything that is wrong with it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from physassist_tui.core.scenario import Scenario
from physassist_tui.i18n import Message, msg
from physassist_tui.library.consistency import disagreements
from physassist_tui.library.problems import FieldPath, Problem, ScenarioProblems, field_text, shown
from physassist_tui.library.yaml_file import Expected, problems_of, read_document, validated
from physassist_tui.library.yaml_lines import LineMap

FILE_NAME = "scenario.yaml"
MAX_BYTES = 4_000_000
"""A scenario is words; a file larger than this is something else."""
_A_SCENARIO = Expected(
    most=MAX_BYTES,
    a_folder=msg("is a folder; a scenario file is expected"),
    too_large=lambda size: msg(
        "has {size} bytes; a scenario has at most {most}", size=size, most=MAX_BYTES
    ),
    empty=msg("is empty; a scenario is expected"),
    error=ScenarioProblems,
)


@dataclass(frozen=True)
class Loaded:
    """A scenario, where it lies, and the hashes that name it in a score's identity.

    `content_hash` covers the scenario and its record, `rubric_hash` the rubrics; both are
    `sha256:` and hex, and neither changes with the file's layout or comments.
    """

    scenario: Scenario
    folder: Path
    record_path: Path
    content_hash: str
    rubric_hash: str
    file: Path
    lines: LineMap

    def problem(self, path: FieldPath, problem: Message) -> Problem:
        """A problem at a field of this scenario's file."""
        return Problem(self.file, self.lines.line(path), field_text(path), problem)


@dataclass(frozen=True)
class Parsed:
    """A scenario file that is in order; its record has not been looked for yet."""

    scenario: Scenario
    lines: LineMap


def load_file(file: Path, root: Path | None = None) -> Loaded:
    """The scenario in `file`. Raises `ScenarioProblems` with every problem of the file.

    `root` is a folder of scenarios; the record may lie anywhere in it (shared records), else
    only beside the file or below.
    """
    parsed = parse_file(file)
    scenario, folder = parsed.scenario, file.parent
    root = root or _root_by_id(folder, scenario.id)
    record = record_path(file, parsed, root)
    try:
        whole = content_hash(scenario, record)
    except OSError as error:
        words = msg("cannot be read: {reason}", reason=error.strerror or str(error))
        line = parsed.lines.line(("record",))
        raise ScenarioProblems([Problem(file, line, "record", words)]) from error
    return Loaded(
        scenario,
        folder,
        record,
        whole,
        rubric_hash(scenario),
        file,
        parsed.lines,
    )


def parse_file(file: Path) -> Parsed:
    """The scenario in `file`, without its record. Raises `ScenarioProblems`."""
    document = read_document(file, _A_SCENARIO)
    faults = disagreements(document.data)
    scenario = None
    try:
        scenario = validated(Scenario, document.data)
    except ValidationError as error:
        from physassist_tui.library.explain import explain

        faults = [*explain(error, document.data, [path for path, _ in faults]), *faults]
    if scenario is None or faults or document.faults:
        raise ScenarioProblems(problems_of(file, document, faults))
    return Parsed(scenario, document.lines)


def _root_by_id(folder: Path, scenario_id: str) -> Path | None:
    """The folder of scenarios that `folder` lies in, where its path ends in the id."""
    parts = tuple(scenario_id.split("/"))
    here = folder.resolve()
    return here.parents[len(parts) - 1] if here.parts[-len(parts) :] == parts else None


def record_path(file: Path, parsed: Parsed, root: Path | None) -> Path:
    """Where the record of a scenario lies; see `load_file`. Raises `ScenarioProblems`."""

    def fault(words: Message) -> ScenarioProblems:
        return ScenarioProblems([Problem(file, parsed.lines.line(("record",)), "record", words)])

    name = parsed.scenario.record
    try:
        path = (file.parent / name).resolve()
        inside = [folder.resolve() for folder in (file.parent, root) if folder is not None]
        if not any(path.is_relative_to(folder) for folder in inside):
            raise fault(
                msg(
                    "'{record}' lies outside the scenario's folder and the scenarios' root",
                    record=shown(name),
                )
            )
        if not path.exists():
            raise fault(msg("there is no record at '{record}'", record=shown(name)))
        if path in inside:
            raise fault(
                msg("'{record}' is no record but a folder of scenarios", record=shown(name))
            )
    except (OSError, ValueError) as error:
        raise fault(msg("'{record}' cannot be the name of a file", record=shown(name))) from error
    return path


def content_hash(scenario: Scenario, record: Path) -> str:
    """`sha256:…` over the scenario as canonical JSON and the bytes of its record.

    Fields at their default are left out, so that a new optional field changes no hash.
    """
    digest = hashlib.sha256(
        _canonical(scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True))
    )
    for file in _record_files(record):
        _feed(digest.update, file, record)
    return f"sha256:{digest.hexdigest()}"


def rubric_hash(scenario: Scenario) -> str:
    """`sha256:…` over the rubrics of the turns as canonical JSON."""
    rubrics = [
        [item.model_dump(mode="json", by_alias=True, exclude_defaults=True) for item in turn.rubric]
        for turn in scenario.turns
    ]
    return f"sha256:{hashlib.sha256(_canonical(rubrics)).hexdigest()}"


def _canonical(data: Any) -> bytes:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def _record_files(record: Path) -> list[Path]:
    if record.is_dir():
        return sorted(path for path in record.rglob("*") if path.is_file())
    return [record]


def _feed(update: Callable[[bytes], None], file: Path, record: Path) -> None:
    name = file.relative_to(record).as_posix() if file != record else ""
    update(b"\0" + name.encode() + b"\0")
    with file.open("rb") as opened:
        while block := opened.read(1 << 20):
            update(block)
