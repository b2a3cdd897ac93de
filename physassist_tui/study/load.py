"""Loads a study from its file, or says everything that is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import Message, msg
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.library.explain import Fault, explain, kind_of
from physassist_tui.library.problems import Problem, ScenarioProblems, field_text
from physassist_tui.library.yaml_lines import LineMap, YamlFault, parse_yaml
from physassist_tui.study.faults import disagreements, unplayable
from physassist_tui.study.model import Participant, Study

MAX_BYTES = 1_000_000
"""A study is words; a file larger than this is something else."""


class StudyProblems(ScenarioProblems):
    """A study cannot be used. `problems` has at least one; the text is a line for each."""


@dataclass(frozen=True)
class LoadedStudy:
    """A study, its file, and its scenarios by the names that the file gives them."""

    study: Study
    file: Path
    scenarios: Mapping[str, Loaded]

    @property
    def data(self) -> dict[str, Any]:
        """The whole of it as JSON: what is kept beside what people played."""
        written: dict[str, Any] = json.loads(self.study.model_dump_json(by_alias=True))
        return written

    def participant(self, name: str) -> Participant:
        """The participant of that id. Raises `BadInput` with those that there are."""
        found = self.study.participant(name)
        if found is None:
            raise BadInput(
                msg(
                    "Study {study} has no participant '{name}'; it has: {names}.",
                    study=self.study.id,
                    name=name,
                    names=", ".join(one.id for one in self.study.participants),
                )
            )
        return found


def load_study(file: Path, root: Path | None = None) -> LoadedStudy:
    """The study in `file`. Raises `StudyProblems` with every problem of the file.

    A scenario is named by its id, in `root` where that is given, or by its folder, as seen from
    the study's file.
    """
    try:
        document = parse_yaml(_text(file))
    except YamlFault as fault:
        raise StudyProblems([_at(file, fault)]) from fault
    data, lines = document.data, document.lines
    if not isinstance(data, dict):
        found = kind_of(data)
        raise _one(file, 1, msg("expected a map of fields at the top, found {found}", found=found))
    faults = disagreements(data)
    study = None
    try:
        # Strict and from JSON: a text is no number, yet lists and words take their types.
        study = Study.model_validate_json(
            json.dumps(data), strict=True, by_alias=True, by_name=False
        )
    except ValidationError as error:
        faults = [*faults, *explain(error, data, [path for path, _words in faults], Study)]
    scenarios, missing = _scenarios(data, file, root)
    faults += missing
    if study is not None and not faults:
        faults = list(unplayable(study, scenarios))
    if study is None or faults or document.faults:
        twice = [_at(file, fault) for fault in document.faults]
        problems = [*twice, *_problems(file, lines, faults)]
        raise StudyProblems(sorted(problems, key=lambda problem: problem.line or 0))
    return LoadedStudy(study, file, scenarios)


def _scenarios(
    data: dict[str, Any], file: Path, root: Path | None
) -> tuple[dict[str, Loaded], list[Fault]]:
    found: dict[str, Loaded] = {}
    faults: list[Fault] = []
    named = data.get("scenarios")
    for at, name in enumerate(named if isinstance(named, list) else []):
        if not isinstance(name, str) or name in found:
            continue
        try:
            folder = file.parent / name
            beside = (folder / "scenario.yaml").is_file()
            found[name] = load_scenario(str(folder.resolve()) if beside else name, root)
        except ScenarioProblems as error:
            words = msg("the scenario is broken: {problem}", problem=error.problems[0].message)
            faults.append((("scenarios", at), words))
        except BadInput as error:
            faults.append((("scenarios", at), error.message))
    return found, faults


def _text(file: Path) -> str:
    try:
        if file.is_dir():
            raise _one(file, None, msg("is a folder; a study file is expected"))
        size = file.stat().st_size
        if size > MAX_BYTES:
            raise _one(
                file,
                None,
                msg("has {size} bytes; a study has at most {most}", size=size, most=MAX_BYTES),
            )
        raw = file.read_bytes()
    except FileNotFoundError as error:
        raise _one(file, None, msg("there is no such file")) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _one(file, None, msg("cannot be read: {reason}", reason=reason)) from error
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _one(file, line, msg("is not UTF-8 at byte {offset}", offset=error.start)) from error
    if not text.strip():
        raise _one(file, 1, msg("is empty; a study is expected"))
    return text


def _at(file: Path, fault: YamlFault) -> Problem:
    return Problem(file, fault.line, field_text(fault.path), fault.message)


def _problems(file: Path, lines: LineMap, faults: list[Fault]) -> Iterator[Problem]:
    # The same place may be told of twice; the first is nearer.
    told: dict[Any, Message] = {}
    for path, words in faults:
        told.setdefault(path, words)
    for path, words in told.items():
        yield Problem(file, lines.line(path), field_text(path), words)


def _one(file: Path, line: int | None, words: Message) -> StudyProblems:
    return StudyProblems([Problem(file, line, "", words)])
