"""`physassist records import|list|show|search|remove`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import json_option, lang_option, print_json
from physassist_tui.cli.texts import Group, option
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import _, current_language, msg


@click.group(cls=Group, help=msg("Bring in records of your own, and look at them.").msgid)
def records() -> None:
    """The records that the user has imported."""


@records.command(
    "import",
    help=msg(
        "Bring in a record: a FHIR R4 Bundle, an NDJSON file, a folder of them, or a FHIR "
        "server.\n\n"
        "It is kept in your data folder (PHYSASSIST_RECORDS names another). An import that is "
        "cut short leaves nothing. Leaves with 1 where lines of the source were no resources. "
        "PHYSASSIST_FHIR_TOKEN is the bearer token of a server that asks for one."
    ).msgid,
)
@click.argument("source", metavar="PATH|URL")
@option("--name", default="", metavar="NAME", help=msg("What to call it.").msgid)
@option(
    "--licence",
    default="",
    metavar="TEXT",
    help=msg("Its licence, where no LICENSE file beside it says so.").msgid,
)
@option(
    "--labs",
    type=click.Path(path_type=Path),
    metavar="FILE|FOLDER",
    help=msg(
        "MIMIC-IV in MEDS form (.parquet), to put laboratory values back from; needs "
        "physassist[meds]."
    ).msgid,
)
@option(
    "--terminology",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=msg("Names and LOINC codes of the MIMIC laboratory items, for --labs.").msgid,
)
@option("--replace", is_flag=True, help=msg("Take the place of a record of that name.").msgid)
@lang_option
@json_option
def import_(
    source: str,
    name: str,
    licence: str,
    labs: Path | None,
    terminology: Path | None,
    replace: bool,
    lang: str | None,
    as_json: bool,
) -> int:
    """Imports a record."""
    from physassist_tui.cli.import_progress import shown_progress
    from physassist_tui.ehr.imports.importing import Wish, import_record, source_at
    from physassist_tui.plain.record_lines import import_lines

    del lang
    wish = Wish(name, licence, labs, terminology, replace)
    with shown_progress() as done:
        manifest = import_record(source_at(source), wish, done=done)
    if as_json:
        print_json(manifest.to_json())
    else:
        click.echo("\n".join(import_lines(manifest)))
    return 1 if manifest.refused else 0


@records.command("list", help=msg("List the records that you have imported.").msgid)
@lang_option
@json_option
def list_(lang: str | None, as_json: bool) -> int:
    """Lists the records."""
    from physassist_tui.ehr.imports.kept import list_kept, records_folder
    from physassist_tui.plain.record_lines import list_line

    del lang
    found = list_kept()
    if as_json:
        print_json(
            [
                {"problem": str(one)} if isinstance(one, BadInput) else one.manifest.to_json()
                for one in found
            ]
        )
        return 0
    for one in found:
        click.echo(str(one) if isinstance(one, BadInput) else list_line(one.manifest))
    if not found:
        where = records_folder()
        click.echo(
            _("No records in {folder}; `physassist records import` brings one in.", folder=where)
        )
    return 0


@records.command(
    "show",
    help=msg(
        "Show what a record holds, or one patient's chart in short.\n\n"
        "PATIENT is an id or an identifier of the record. The chart is as it is at --clock: else "
        "at the last thing in it."
    ).msgid,
)
@click.argument("record")
@click.argument("patient", required=False)
@option("--clock", metavar="TIME", help=msg("A date or time, as 2026-03-04T09:30-05:00.").msgid)
@lang_option
@json_option
def show(
    record: str, patient: str | None, clock: str | None, lang: str | None, as_json: bool
) -> int:
    """Shows a record or a patient."""
    from physassist_tui.ehr.imports.kept import kept_record
    from physassist_tui.plain.record_lines import chart_json, say_chart, show_lines
    from physassist_tui.play.free import chart_of

    del lang
    kept = kept_record(record)
    if patient is None:
        if as_json:
            rows = [one.to_json() for one in kept.patients()]
            print_json({**kept.manifest.to_json(), "people": rows})
        else:
            click.echo("\n".join(show_lines(kept)))
        return 0
    chart = chart_of(record, patient, clock=clock)
    if as_json:
        print_json(chart_json(kept, chart, current_language()))
    else:
        say_chart(kept, chart)
    return 0


@records.command(
    "search",
    help=msg(
        "List the patients of a record whose name, id, number or birth date holds all of WORDS."
    ).msgid,
)
@click.argument("record")
@click.argument("words", nargs=-1)
@lang_option
@json_option
def search(record: str, words: tuple[str, ...], lang: str | None, as_json: bool) -> int:
    """Searches the patients."""
    from physassist_tui.ehr.imports.kept import kept_record
    from physassist_tui.plain.record_lines import patient_line

    del lang
    found = kept_record(record).patients(" ".join(words))
    if as_json:
        print_json([one.to_json() for one in found])
        return 0
    for one in found:
        click.echo(patient_line(one))
    if not found:
        click.echo(_("No patient of {record} has all of that.", record=record))
    return 0


@records.command("remove", help=msg("Remove a record; what was played on it stays recorded.").msgid)
@click.argument("record")
@lang_option
def remove(record: str, lang: str | None) -> int:
    """Removes a record."""
    from physassist_tui.ehr.imports.kept import remove_kept

    del lang
    remove_kept(record)
    click.echo(_("Removed {record}.", record=record))
    return 0
