"""`physassist workspace`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.recorded import events_of
from physassist_tui.cli.shared import db_option, json_option, lang_option, print_json
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.foreign import one_line, visible
from physassist_tui.i18n import _, msg, nmsg


@click.command(
    cls=Command,
    help=msg(
        "Show the files that a session wrote to its workspace, or write them to a folder.\n\n"
        "SESSION is an id or the start of one, or a file of JSON lines."
    ).msgid,
)
@click.argument("session", metavar="SESSION|FILE")
@click.argument("path", required=False)
@option(
    "--to",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help=msg("Write the files below this folder; a file that is there already is kept.").msgid,
)
@lang_option
@db_option
@json_option
def workspace(
    session: str,
    path: str | None,
    folder: Path | None,
    lang: str | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Lists the files of a session; prints one; writes them out."""
    from physassist_tui.core.errors import BadInput
    from physassist_tui.core.state import fold
    from physassist_tui.ehr.bench.writing_out import write_out

    del lang
    files = fold(events_of(session, db)).files
    if path is not None:
        files = tuple(file for file in files if file.path == path)
        if not files:
            raise BadInput(msg("The session has written no file {path}.", path=one_line(path)))
    placed = {} if folder is None else write_out(files, folder)
    if as_json:
        rows = [
            {"path": file.path, "characters": len(file.text), "seq": file.seq, "text": file.text}
            | ({"file": str(placed[file.path])} if placed else {})
            for file in files
        ]
        print_json(rows)
    elif placed:
        for file in files:
            click.echo(one_line(str(placed[file.path])))
    elif path is not None:
        click.echo(visible(files[0].text), nl=not files[0].text.endswith("\n"))
    elif not files:
        click.echo(_("The session has written no files."))
    else:
        for file in files:
            count = nmsg("{n} character", "{n} characters", len(file.text))
            click.echo(f"{one_line(file.path)}  {count}")
    return 0
