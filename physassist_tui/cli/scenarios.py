"""`physassist scenarios list|show|check|new|schema`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from physassist_tui.cli.authoring import new, print_review, schema
from physassist_tui.cli.shared import json_option, lang_option, library_option, print_json
from physassist_tui.cli.texts import Group, option
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import _, current_language, msg, nmsg, several


@click.group(cls=Group, help=msg("List, show, check and begin scenarios.").msgid)
def scenarios() -> None:
    """The scenarios that there are."""


scenarios.add_command(new)
scenarios.add_command(schema)


@scenarios.command("list", help=msg("List the scenarios that can be played.").msgid)
@lang_option
@library_option
@json_option
def list_(lang: str | None, root: Path | None, as_json: bool) -> int:
    """Lists the scenarios."""
    from physassist_tui.core.names import specialty_name
    from physassist_tui.core.words import Specialty
    from physassist_tui.library import list_scenarios

    del lang
    entries = list_scenarios(root)
    if as_json:
        print_json([entry.to_json(current_language()) for entry in entries])
        return 0
    language = current_language()
    for entry in entries:
        if entry.problems:
            click.echo(_("{id}  cannot be played: {why}", id=entry.id, why=entry.problems[0]))
            continue
        turns = nmsg("{n} turn", "{n} turns", entry.turns)
        title = one_line(entry.title.text(language))
        whose = f"  {specialty_name(Specialty(entry.specialty))}" if entry.specialty else ""
        click.echo(
            f"{entry.id}  L{entry.difficulty}  {turns}  {'/'.join(entry.languages)}{whose}  {title}"
        )
    return 0


@scenarios.command(
    "show",
    help=msg(
        "Show what a player may know of a scenario before playing it; with --review, all of it."
    ).msgid,
)
@click.argument("scenario")
@option(
    "--review",
    is_flag=True,
    help=msg("Print the whole scenario for a reviewer to sign: it tells what is tested.").msgid,
)
@lang_option
@library_option
def show(scenario: str, review: bool, lang: str | None, root: Path | None) -> int:
    """Shows a scenario, without what it tests unless asked."""
    if review:
        return print_review(scenario, root)
    from physassist_tui.core.names import category_name, specialty_name
    from physassist_tui.library import load_scenario

    del lang
    loaded = load_scenario(scenario, root).scenario
    language = current_language()
    told = [
        (_("Title"), loaded.title.text(language)),
        (_("Category"), category_name(loaded.category)),
        *([(_("Specialty"), specialty_name(loaded.specialty))] if loaded.specialty else []),
        (_("Difficulty"), f"L{loaded.difficulty}"),
        (_("Turns"), len(loaded.turns)),
        (_("Languages"), several(loaded.languages)),
        (_("Toolset"), loaded.toolset),
        *([(_("Files asked for"), several(loaded.deliverables))] if loaded.deliverables else []),
        (_("Record"), loaded.source.record),
        (_("Licence of the record"), loaded.source.licence),
        (_("Reviewed by"), several(loaded.source.reviewed_by) or _("nobody yet")),
    ]
    for head, value in told:
        click.echo(_("{head}: {value}", head=head, value=one_line(str(value))))
    return 0


@scenarios.command(
    "check",
    help=msg(
        "Prove scenarios fit to use: the record, the perfect play, the standing players, "
        "both languages.\n\nWithout SCENARIO, all of them. Leaves with 1 where one is not fit."
    ).msgid,
)
@click.argument("scenario", nargs=-1)
@option(
    "--mutate",
    is_flag=True,
    help=msg("Change the perfect play in every way, and tell which changes no item notices.").msgid,
)
@lang_option
@library_option
@json_option
def check(
    scenario: tuple[str, ...], mutate: bool, lang: str | None, root: Path | None, as_json: bool
) -> int:
    """Checks scenarios."""
    from physassist_tui.check import check_many
    from physassist_tui.check.mutation.problems import summary
    from physassist_tui.library import list_scenarios

    del lang
    ids = scenario or tuple(entry.id for entry in list_scenarios(root))
    reports = []
    for each, report in zip(
        ids, check_many(ids, root, mutations=mutate, workers=os.cpu_count() or 1), strict=True
    ):
        reports.append(report)
        if as_json:
            continue
        click.echo(_("{id}: fit to use", id=each) if report.ok else _("{id}: not fit", id=each))
        for problem in report.problems:
            click.echo(f"  {problem}")
        for line in summary(report.mutations) if report.mutations is not None else ():
            click.echo(f"  {line.render()}")
    if as_json:
        print_json([report.to_json() for report in reports])
    return 0 if all(report.ok for report in reports) else 1
