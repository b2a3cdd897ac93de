"""`physassist sessions`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import (
    db_option,
    json_option,
    lang_option,
    open_recordings,
    print_json,
)
from physassist_tui.cli.texts import Command
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import end_name
from physassist_tui.core.words import EndReason
from physassist_tui.i18n import _, format_datetime, msg


@click.command(cls=Command, help=msg("List the recorded sessions, newest first.").msgid)
@lang_option
@db_option
@json_option
def sessions(lang: str | None, db: Path | None, as_json: bool) -> int:
    """Lists the recorded sessions."""
    del lang
    with open_recordings(db, readonly=True) as recordings:
        rows = recordings.sessions()
    if as_json:
        print_json([row.to_json() for row in rows])
        return 0
    for row in rows:
        ended = end_name(EndReason(row.ended)) if row.ended else _("unfinished")
        when = format_datetime(row.started_at)
        who = one_line(row.assistant or "-")
        click.echo(f"{row.id}  {when}  {one_line(row.scenario)}  {who}  {ended}")
    return 0
