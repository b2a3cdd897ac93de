"""`physassist score`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import (
    db_option,
    json_option,
    lang_option,
    library_option,
    open_recordings,
    print_json,
    progress_on_stderr,
    scenario_of,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import current_language, msg


@click.command(
    cls=Command,
    help=msg(
        "Grade a recorded session again, from its events alone.\n\n"
        "SESSION is an id or the start of one. The score is added beside earlier ones; what "
        "people said in locked reviews is part of it. What it says otherwise than the one before "
        "is told."
    ).msgid,
)
@click.argument("session")
@option(
    "--judge",
    "judges",
    multiple=True,
    metavar="MODEL",
    help=msg(
        "A model that grades the items for a judge, as openai/gpt-4o, or a profile; give it "
        "again for another judge beside it."
    ).msgid,
)
@option(
    "--again",
    is_flag=True,
    help=msg("Ask the judges again, also where their replies are kept.").msgid,
)
@option(
    "--new-rubric",
    is_flag=True,
    help=msg(
        "Grade by the scenario as it is now, though it has changed since the session was played; "
        "its requests must be the same."
    ).msgid,
)
@lang_option
@library_option
@db_option
@json_option
def score(
    session: str,
    judges: tuple[str, ...],
    again: bool,
    new_rubric: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Grades a session and prints the score."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.plain.score_lines import score_lines
    from physassist_tui.report.change_lines import change_lines
    from physassist_tui.score.judge.judging import judge_named
    from physassist_tui.score.keeping import judged_by, score_and_keep
    from physassist_tui.score.regrading import check_same_requests

    del lang
    with open_recordings(db, create=False) as recordings:
        found = recordings.resolve(session)
        events = recordings.events(found)
        started = [e.data for e in events if e.kind == "session_started"][-1]
        loaded = scenario_of(found, started.scenario, root)
        if loaded.content_hash != started.scenario_hash and not new_rubric:
            raise BadInput(
                msg(
                    "{scenario} has changed since this session was played. Its old version grades "
                    "it as it was; --new-rubric grades it by the new one.",
                    scenario=started.scenario,
                )
            )
        check_same_requests(events, loaded)
        record = open_record(loaded.record_path, progress=progress_on_stderr)
        named = [judge_named(name) for name in dict.fromkeys(judges)]
        kept = score_and_keep(recordings, found, loaded, record, named, again=again)
    for judge in named:
        graded, of = judged_by(kept.score, judge.name)
        if graded < of:
            line = msg(
                "Judge {judge} graded {graded} of {of} items; the score says why not the others.",
                judge=judge.name,
                graded=graded,
                of=of,
            )
            click.echo(line.render(), err=True)
    if as_json:
        print_json(kept.result(current_language()))
    else:
        click.echo("\n".join([*score_lines(kept), *change_lines(kept)]))
    return 0
