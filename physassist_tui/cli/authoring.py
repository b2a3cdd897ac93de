"""`physassist scenarios new|schema` and the print of a scenario for review."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from physassist_tui.cli.shared import lang_option
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.words import Category
from physassist_tui.i18n import LANGUAGES, Lang, Message, _, current_language, msg

if TYPE_CHECKING:
    from physassist_tui.check.authoring.offered import Choice


@click.command(
    cls=Command,
    help=msg(
        "Begin a scenario of your own: write a skeleton into FOLDER.\n\nWhat is not given is asked"
        " for, with what the record has to choose from."
    ).msgid,
)
@click.argument("folder", type=click.Path(path_type=Path))
@option(
    "--record",
    type=click.Path(path_type=Path),
    required=True,
    metavar="PATH",
    help=msg("The record: a FHIR R4 Bundle, or a folder of NDJSON files.").msgid,
)
@option(
    "--category",
    type=click.Choice([one.value for one in Category]),
    help=msg("What it is about.").msgid,
)
@option("--patient", metavar="REF", help=msg("The patient, as Patient/id.").msgid)
@option("--encounter", metavar="REF", help=msg("The current encounter, as Encounter/id.").msgid)
@option(
    "--clock",
    metavar="WHEN",
    help=msg("The scenario's now, as 2026-03-04T09:30:00-05:00; nothing later exists.").msgid,
)
@option(
    "--difficulty",
    type=click.IntRange(1, 3),
    default=1,
    help=msg("1: one finding decides; 2: several sources; 3: they conflict.").msgid,
)
@option(
    "--language",
    "languages",
    type=click.Choice(list(LANGUAGES)),
    multiple=True,
    help=msg("A language that you will write it in; may be given twice. Both if left out.").msgid,
)
@lang_option
def new(
    folder: Path, record: Path, category: str | None, patient: str | None, encounter: str | None,
    clock: str | None, difficulty: int, languages: tuple[str, ...], lang: str | None,
) -> int:  # fmt: skip
    """Writes a skeleton."""
    from datetime import datetime

    from physassist_tui.check.authoring.choosing import settle
    from physassist_tui.check.authoring.skeleton import write_skeleton
    from physassist_tui.ehr.record import open_record

    del lang
    opened = open_record(record)
    given = {"category": category, "patient": patient, "encounter": encounter, "clock": clock}
    in_languages = cast(tuple[Lang, ...], languages or LANGUAGES)
    asks = _ask if sys.stdin.isatty() and sys.stdout.isatty() else None
    plan = settle(opened, folder, given, in_languages, difficulty, asks)
    file = write_skeleton(folder, record, plan, opened.at(datetime.fromisoformat(plan.clock)))
    click.echo(_("{file} is written. Fill in what begins with TODO, then:", file=str(file)))
    click.echo(f"  physassist scenarios check {file}")
    return 0


def _ask(question: Message, choices: Sequence[Choice]) -> str:
    """One of the choices, by its number or as it is written."""
    from physassist_tui.core.foreign import one_line

    click.echo(question.render())
    for number, choice in enumerate(choices, start=1):
        click.echo(f"  {number}  {one_line(choice.value)}  {one_line(choice.words)}")
    typed: str = click.prompt(_("A number, or what you want: "), prompt_suffix="", type=str)
    if typed.isdecimal() and 1 <= int(typed) <= len(choices):
        return choices[int(typed) - 1].value
    return typed.strip()


@click.command(
    cls=Command,
    help=msg("Print the JSON Schema of scenario files, for editors that check and complete.").msgid,
)
@lang_option
def schema(lang: str | None) -> int:
    """Prints the schema."""
    from physassist_tui.library.json_schema import scenario_schema

    del lang
    found: dict[str, Any] = scenario_schema(current_language())
    click.echo(json.dumps(found, ensure_ascii=False, indent=1))
    return 0


def print_review(scenario: str, root: Path | None) -> int:
    """Prints a scenario with all that it tests, for a clinician to sign."""
    from physassist_tui.check import Case
    from physassist_tui.check.authoring.review import review_lines
    from physassist_tui.check.chart import can_be_played
    from physassist_tui.core.errors import BadInput
    from physassist_tui.library import load_scenario

    case = Case(load_scenario(scenario, root))
    if not can_be_played(case):
        raise BadInput(
            msg("{id} cannot be played; see: physassist scenarios check {id}", id=scenario)
        )
    languages = case.scenario.languages
    language = current_language() if current_language() in languages else languages[0]
    for indent, line in review_lines(case, language):
        text = line.render() if isinstance(line, Message) else line
        click.echo("  " * indent + text if text else "")
    return 0
