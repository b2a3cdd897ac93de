"""Writes the skeleton of a scenario: a file that loads, with what is still to be written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from physassist_tui.check.unwritten import MARK
from physassist_tui.core.errors import BadInput
from physassist_tui.core.words import WORKFLOWS, Category, Specialty
from physassist_tui.ehr.protocol import EhrStore, Resource
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.library.field_help import field_help
from physassist_tui.library.json_schema import FILE_NAME as SCHEMA_NAME
from physassist_tui.library.json_schema import scenario_schema
from physassist_tui.library.load import FILE_NAME

_REPORT = "output/report.md"
"""Where a long task's skeleton puts its file."""


@dataclass(frozen=True)
class Plan:
    """What an author has chosen. `clock` is written as it was given, with its offset."""

    scenario_id: str
    category: Category
    difficulty: int
    languages: tuple[Lang, ...]
    patient: str
    encounter: str | None
    clock: str


def write_skeleton(folder: Path, record: Path, plan: Plan, store: EhrStore) -> Path:
    """Puts the record, the schema for editors and the skeleton into `folder`; gives the file.

    `store` is the record at the clock, of which an example is taken. Raises `BadInput` where
    there is a scenario already or the folder cannot be written.
    """
    file = folder / FILE_NAME
    if file.exists():
        raise BadInput(msg("{file} is there already; choose another folder.", file=str(file)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        name = _copied(record, folder)
        schema = json.dumps(scenario_schema(), ensure_ascii=False, indent=1)
        (folder / SCHEMA_NAME).write_text(schema + "\n", "utf-8")
        file.write_text(skeleton(plan, name, _latest_result(store, plan.patient)), "utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            msg("{folder} cannot be written: {reason}", folder=str(folder), reason=reason)
        ) from error
    return file


def _copied(record: Path, folder: Path) -> str:
    """The name under which the record lies in the folder, copied there if need be."""
    if record.resolve().parent == folder.resolve():
        return record.name
    if record.is_dir():
        shutil.copytree(record, folder / "record", dirs_exist_ok=True)
        return "record"
    name = "record" + "".join(record.suffixes[-2:] if record.suffix == ".gz" else [record.suffix])
    shutil.copyfile(record, folder / name)
    return name


def _latest_result(store: EhrStore, patient: str) -> Resource | None:
    """The patient's latest laboratory result that is a number with a LOINC code."""
    from physassist_tui.ehr.search_url import search_all

    search = f"Observation?patient={patient}&category=laboratory&_sort=-date&_count=50"
    for one in search_all(store, search):
        if isinstance(one.get("valueQuantity"), dict) and _loinc(one):
            return one
    return None


def _loinc(observation: Resource) -> str:
    for coding in (observation.get("code") or {}).get("coding") or ():
        if coding.get("system") == "http://loinc.org":
            return str(coding.get("code", ""))
    return ""


def skeleton(plan: Plan, record: str, example: Resource | None) -> str:
    """The text of the file. Comments are in the interface language, texts in their own."""
    return "\n".join(_lines(plan, record, example)) + "\n"


def _lines(plan: Plan, record: str, example: Resource | None) -> Iterator[str]:
    help_ = field_help()["Scenario"]
    yield f"# yaml-language-server: $schema={SCHEMA_NAME}"
    yield from _comment(
        msg("Everything that begins with TODO is still to be written; the guide is docs/authoring.")
    )
    yield "schema: 1"
    yield f"id: {plan.scenario_id}"
    yield f"title: {_todo(plan, msg('a title that gives nothing away'))}"
    yield f"category: {plan.category.value}"
    yield f"difficulty: {plan.difficulty}"
    yield f"languages: [{', '.join(plan.languages)}]  # {help_['languages'].render()}"
    yield f"record: {_quoted(record)}"
    yield "source:"
    for field in ("record", "licence"):
        yield f"  {field}: {_quoted(_mark(field_help()['Source'][field], None))}"
    yield "  reviewed_by: []"
    yield f"references: []  # {help_['references'].render()}"
    yield f"clock: {_quoted(plan.clock)}  # {help_['clock'].render()}"
    yield f"patient: {plan.patient}"
    if plan.encounter is not None:
        yield f"encounter: {plan.encounter}"
    if plan.category in WORKFLOWS:
        yield "toolset: physicianbench"
        yield f"specialty: {Specialty.PRIMARY_CARE.value}  # {help_['specialty'].render()}"
        yield f"deliverables: [{_REPORT}]  # {help_['deliverables'].render()}"
        yield ""
        yield from _long_task(plan, example)
        return
    yield "persona: {health_literacy: medium, adherence: good, anxiety: low, disclosure: full}"
    yield ""
    yield from _facts(plan)
    yield ""
    yield from _turn(plan, example)


def _facts(plan: Plan) -> Iterator[str]:
    yield from _comment(
        msg("What the patient knows. It can say nothing but these, each grounded in the record:")
    )
    yield "facts: []"
    words = "{low: …, medium: …, high: …}"
    for line in (
        "  - id: home-ibuprofen",
        "    topic: medication_adherence",
        "    about: {medication: ibuprofen, names: {en: [painkiller], zh: [止痛药]}}",
        "    grounded_in: [MedicationStatement/…]",
        "    critical: true",
        "    say:",
        *(f"      {lang}: {words}" for lang in plan.languages),
    ):
        yield f"# {line}"


def _turn(plan: Plan, example: Resource | None) -> Iterator[str]:
    help_, item = field_help()["Turn"], field_help()["RubricItem"]
    yield "turns:"
    yield f"  - request: {_todo(plan, help_['request'])}"
    yield f"    explicit: {_todo(plan, help_['explicit'])}"
    yield "    task_type: information_lookup"
    yield f"    # {help_['gold'].render()}"
    yield "    gold:"
    yield "      - call: Observation.search"
    yield "        with: {category: laboratory}"
    yield f"      - answer: {_todo(plan, msg('the answer of a perfect assistant'))}"
    yield f"    # {help_['rubric'].render()}"
    yield "    rubric:"
    yield "      - id: latest-result"
    yield f"        text: {_todo(plan, item['text'])}"
    yield "        kind: data_retrieval"
    yield "        grader:"
    yield from _grader(example)


def _long_task(plan: Plan, example: Resource | None) -> Iterator[str]:
    """The one turn of a long task: steps in its request, a file, an item that reads the file."""
    help_, item = field_help()["Turn"], field_help()["RubricItem"]
    steps = msg("the date, the role, the patient's number, three to five numbered steps, the file")
    yield "turns:"
    yield f"  - request: {_todo(plan, steps)}"
    yield f"    explicit: {_todo(plan, msg('the same text as the request'))}"
    yield "    task_type: long_task"
    yield f"    # {help_['gold'].render()}"
    yield "    gold:"
    yield "      - call: fhir_observation_search_labs"
    yield f"        with: {{patient: {plan.patient}}}"
    yield "      - call: write_file"
    yield "        with:"
    yield f"          path: {_REPORT}"
    yield f"          content: {_todo(plan, msg('the text of a perfect file'))}"
    yield f"      - answer: {_todo(plan, msg('the answer of a perfect assistant'))}"
    yield f"    # {help_['rubric'].render()}"
    yield "    rubric:"
    yield "      - id: latest-result"
    yield f"        text: {_todo(plan, item['text'])}"
    yield "        kind: documentation"
    yield f"        in_file: {_REPORT}  # {item['in_file'].render()}"
    yield "        grader:"
    yield from _grader(example)


def _grader(example: Resource | None) -> Iterator[str]:
    if example is None:
        yield '          evidence: {search: "Patient?"}'
        return
    quantity = example["valueQuantity"]
    search = f"Observation?code=http://loinc.org|{_loinc(example)}&_sort=-date&_count=1"
    text = str((example.get("code") or {}).get("text") or _loinc(example))
    told = " ".join(str(quantity.get(name, "")) for name in ("value", "unit"))
    yield f"          # {one_line(text)}: {one_line(told)}"
    yield "          value:"
    yield f"            from: {{search: {_quoted(search)}}}"
    yield f"            unit: {_quoted(str(quantity.get('code') or quantity.get('unit') or '1'))}"
    yield "            tolerance: 0"


def one_line(text: str) -> str:
    """Foreign text that may stand in a comment."""
    from physassist_tui.core.foreign import one_line as safe

    return safe(text)


def _todo(plan: Plan, what: Message) -> str:
    texts = (f"{lang}: {_quoted(_mark(what, lang))}" for lang in plan.languages)
    return "{" + ", ".join(texts) + "}"


def _mark(what: Message, lang: Lang | None) -> str:
    return f"{MARK}: {what.render(lang)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _comment(*words: Message) -> Sequence[str]:
    return [f"# {one.render()}" for one in words]
