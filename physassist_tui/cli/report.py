"""`physassist report`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import (
    db_option,
    full_screen,
    json_option,
    lang_option,
    library_option,
    open_recordings,
    progress_on_stderr,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import current_language, msg
from physassist_tui.report.dimensions import DIMENSIONS, Dimension

if TYPE_CHECKING:
    from physassist_tui.library import Loaded
    from physassist_tui.report.extras import PlannedTask
    from physassist_tui.report.sheet import Report
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.study.load import LoadedStudy


@click.command(
    cls=Command,
    help=msg(
        "Set people and models side by side: all figures with their intervals and counts.\n\n"
        "SESSIONS are ids or the starts of them; without any, all sessions. The same sessions "
        "give the same bytes."
    ).msgid,
)
@click.argument("sessions", nargs=-1)
@option("--scenario", metavar="SCENARIO", help=msg("Only the sessions of that scenario.").msgid)
@option("--all", "every", is_flag=True, help=msg("All sessions (so it is without any).").msgid)
@option(
    "--by",
    multiple=True,
    type=click.Choice(DIMENSIONS),
    metavar="WHAT",
    help=msg(
        "Break down by this only: category, difficulty, language, scenario, task_type, "
        "implicitness, leaning (implicit against explicit) or turn. May be given again."
    ).msgid,
)
@option(
    "--trials",
    type=click.IntRange(1, 1000),
    metavar="NUMBER",
    help=msg(
        "How many trials of each task were planned; those that did not finish are no successes."
    ).msgid,
)
@option(
    "--study",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=msg(
        "The sessions of a study, by player and condition; trials count over all that it plans."
    ).msgid,
)
@option(
    "--csv",
    "csv_file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help=msg("Write one row a figure to FILE (- is standard output).").msgid,
)
@option(
    "--html",
    "html_file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help=msg("Write one page that needs nothing else to FILE (- is standard output).").msgid,
)
@json_option
@option("--plain", is_flag=True, help=msg("Print lines, also on a terminal.").msgid)
@lang_option
@library_option
@db_option
def report(
    sessions: tuple[str, ...],
    scenario: str | None,
    every: bool,
    by: tuple[Dimension, ...],
    trials: int | None,
    study: Path | None,
    csv_file: Path | None,
    html_file: Path | None,
    as_json: bool,
    plain: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
) -> int:
    """Makes the report and writes it down in every form that was asked for."""
    from physassist_tui.report.gather import gather
    from physassist_tui.report.sheet import Options, report_of

    del lang
    if bool(sessions) + bool(scenario) + every + (study is not None) > 1:
        raise BadInput(msg("Give sessions, --scenario, --study or --all, not several of them."))
    if study is not None and trials is not None:
        raise BadInput(msg("A study says itself how many trials are planned: leave --trials out."))
    plan: tuple[PlannedTask, ...] = ()
    with open_recordings(db, readonly=True) as recordings:
        arms: dict[str, str] = {}
        known: dict[str, Loaded] = {}
        if study is not None:
            from physassist_tui.study.load import load_study

            loaded = load_study(study, root)
            known = {one.scenario.id: one for one in loaded.scenarios.values()}
            arms, plan = _planned(loaded, recordings)
            sessions = tuple(arms)
            if not sessions:
                raise BadInput(msg("No session of this study has begun."))
        found = gather(
            recordings,
            sessions=sessions,
            scenario=scenario,
            root=root,
            progress=progress_on_stderr,
            known=known,
        )
    if not found:
        raise BadInput(msg("No session is recorded that the report could be on."))
    listed = [replace(one, listed_as=arms.get(one.session)) for one in found]
    made = report_of(listed, Options(trials, by or DIMENSIONS, plan=plan))
    if csv_file is not None:
        from physassist_tui.report.as_csv import to_csv

        _write(csv_file, to_csv(made))
    if html_file is not None:
        from physassist_tui.report.page import page

        _write(html_file, page(made, current_language()))
    if as_json:
        from physassist_tui.report.as_json import dump

        click.echo(dump(made, current_language()))
    elif csv_file is None and html_file is None:
        _print(made, plain=plain)
    return 0


def _planned(
    loaded: LoadedStudy, recordings: Recordings
) -> tuple[dict[str, str], tuple[PlannedTask, ...]]:
    """Under whom each begun session of a study is listed, and what the study plans of whom."""
    from physassist_tui.report.extras import PlannedTask
    from physassist_tui.report.played import CONDITION
    from physassist_tui.study.planned import arms_of

    arms = arms_of(loaded, recordings)
    several = len({arm.condition for arm in arms}) > 1
    names = [arm.player + (CONDITION + arm.condition if several else "") for arm in arms]
    begun = {s: name for arm, name in zip(arms, names, strict=True) for s in arm.begun}
    plan = tuple(
        PlannedTask(name, arm.scenario, arm.language, arm.planned)
        for arm, name in zip(arms, names, strict=True)
    )
    return begun, plan


def _write(file: Path, text: str) -> None:
    if str(file) == "-":
        click.echo(text, nl=False)
        return
    try:
        file.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            msg("{file} cannot be written: {reason}", file=file, reason=reason)
        ) from error


def _print(report: Report, *, plain: bool) -> None:
    from physassist_tui.report.lines import all_tables, lines, ranking_lines

    lang = current_language()
    if not full_screen(plain=plain):
        click.echo("\n".join(lines(report, lang)))
        return
    from physassist_tui.cli.report_tables import print_tables

    print_tables(all_tables(report, lang, brief=True))
    click.echo("\n".join(ranking_lines(report, lang)))
