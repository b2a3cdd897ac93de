"""`physassist import`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import db_option, lang_option, open_recordings
from physassist_tui.cli.texts import Command
from physassist_tui.i18n import Message, msg


@click.command(
    "import",
    cls=Command,
    help=msg(
        "Bring a session that was exported as JSON lines into the recordings.\n\n"
        "It gives the same session back. One that is here already is not added twice."
    ).msgid,
)
@click.argument("file", type=click.Path(path_type=Path))
@lang_option
@db_option
def import_session(file: Path, lang: str | None, db: Path | None) -> int:
    """Imports a session."""
    from physassist_tui.store.bringing_in import bring_in
    from physassist_tui.store.session_file import read_session_file

    del lang
    given = read_session_file(file)
    with open_recordings(db) as recordings:
        brought = bring_in(recordings, given)
    session, n = given.session, len(given.events)
    said: dict[str, Message] = {
        "added": msg("Imported session {session}: {n} events.", session=session, n=n),
        "extended": msg("Session {session} now has {n} events.", session=session, n=n),
        "same": msg("Session {session} is here already; nothing was added.", session=session),
    }
    click.echo(said[brought].render())
    return 0
