"""Loads a study from its file, or says everything that is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg, several
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.library.explain import explain
from physassist_tui.library.problems import Fault, ScenarioProblems
from physassist_tui.library.yaml_file import Expected, problems_of, read_document, validated
from physassist_tui.study.faults import disagreements, unplayable
from physassist_tui.study.model import Participant, Study

MAX_BYTES = 1_000_000
"""A study is words; a file larger than this is something else."""


class StudyProblems(ScenarioProblems):
    """A study cannot be used. `problems` has at least one; the text is a line for each."""


_A_STUDY = Expected(
    most=MAX_BYTES,
    a_folder=msg("is a folder; a study file is expected"),
    too_large=lambda size: msg(
        "has {size} bytes; a study has at most {most}", size=size, most=MAX_BYTES
    ),
    empty=msg("is empty; a study is expected"),
    error=StudyProblems,
)


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
                    names=several(one.id for one in self.study.participants),
                )
            )
        return found


def load_study(file: Path, root: Path | None = None) -> LoadedStudy:
    """The study in `file`. Raises `StudyProblems` with every problem of the file.

    A scenario is named by its id, in `root` where that is given, or by its folder, as seen from
    the study's file.
    """
    document = read_document(file, _A_STUDY)
    data = document.data
    faults = disagreements(data)
    study = None
    try:
        study = validated(Study, data)
    except ValidationError as error:
        faults = [*faults, *explain(error, data, [path for path, _words in faults], Study)]
    scenarios, missing = _scenarios(data, file, root)
    faults += missing
    if study is not None and not faults:
        faults = list(unplayable(study, scenarios))
    if study is None or faults or document.faults:
        raise StudyProblems(problems_of(file, document, faults))
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
