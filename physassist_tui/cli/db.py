"""`physassist db verify|backup|merge|path`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from physassist_tui.cli.shared import (
    db_option,
    json_option,
    lang_option,
    open_recordings,
    print_json,
)
from physassist_tui.cli.texts import Group
from physassist_tui.i18n import _, msg, nmsg


@click.group(cls=Group, help=msg("Prove, copy and join the recordings file.").msgid)
def db() -> None:
    """The recordings file."""


@db.command(
    "verify",
    help=msg(
        "Prove that no event was changed, lost, added or moved. Leaves with 1 where one was."
    ).msgid,
)
@click.argument("session", required=False)
@lang_option
@db_option
@json_option
def verify(session: str | None, lang: str | None, db: Path | None, as_json: bool) -> int:
    """Verifies the hash chain of one session or all."""
    del lang
    with open_recordings(db, readonly=True) as recordings:
        found = recordings.resolve(session) if session else None
        faults = recordings.verify(found)
        count = 1 if found else len(recordings.sessions())
    if as_json:
        print_json(
            {
                "ok": not faults,
                "sessions": count,
                "faults": [
                    {"session": f.session, "seq": f.seq, "what": f.what.render()} for f in faults
                ],
            }
        )
        return 1 if faults else 0
    for fault in faults:
        click.echo(
            _(
                "Session {session}, event {seq}: {what}",
                session=fault.session or "-",
                seq=fault.seq or "-",
                what=fault.what,
            )
        )
    if faults:
        return 1
    click.echo(nmsg("{n} session is whole.", "{n} sessions are whole.", count).render())
    return 0


@db.command("backup", help=msg("Copy the recordings to a new file while they are in use.").msgid)
@click.argument("to", type=click.Path(path_type=Path))
@lang_option
@db_option
def backup(to: Path, lang: str | None, db: Path | None) -> int:
    """Copies the file."""
    del lang
    with open_recordings(db, readonly=True) as recordings:
        recordings.backup(to)
    click.echo(_("Copied to {path}.", path=to))
    return 0


@db.command("merge", help=msg("Bring the sessions of another recordings file into this one.").msgid)
@click.argument("other", type=click.Path(path_type=Path))
@lang_option
@db_option
def merge(other: Path, lang: str | None, db: Path | None) -> int:
    """Merges another file into this one."""
    del lang
    with open_recordings(db) as recordings:
        count = recordings.merge(other)
    click.echo(nmsg("{n} session brought in.", "{n} sessions brought in.", count).render())
    return 0


@db.command("path", help=msg("Show where the recordings are.").msgid)
@lang_option
@db_option
def path(lang: str | None, db: Path | None) -> int:
    """Prints the path of the recordings file."""
    from physassist_tui.store.recordings import default_path

    del lang
    click.echo(str(db or default_path(os.environ)))
    return 0
