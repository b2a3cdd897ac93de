"""`physassist replay`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import (
    db_option,
    full_screen,
    lang_option,
    library_option,
    plain_option,
    recordings_path,
    show_app,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg

if TYPE_CHECKING:
    from physassist_tui.replay import Pace

IDLE_CAP_S = 5.0
"""The longest wait of a replay where nothing else is asked for, in seconds as recorded."""


@click.command(
    cls=Command,
    help=msg(
        "Play a recording back as it was shown: a session, or a file of JSON lines.\n\n"
        "SESSION is an id or the start of one. Unfinished, forked and rewound sessions play as "
        "they went. Pauses of the session take a second at most."
    ).msgid,
)
@click.argument("session", metavar="SESSION|FILE")
@option(
    "--speed",
    type=float,
    default=1.0,
    metavar="X",
    help=msg("1 is as recorded, 2 twice as fast; 0 waits for nothing, in lines.").msgid,
)
@option("--step", is_flag=True, help=msg("Begin paused; in lines, go on at Enter only.").msgid)
@option(
    "--idle-cap",
    type=float,
    default=IDLE_CAP_S,
    metavar="SECONDS",
    help=msg("The longest wait, in seconds as recorded; 0: as they were.").msgid,
)
@option(
    "--from",
    "start",
    metavar="PLACE",
    help=msg("Where to begin: turn:2, mark:1, seq:40, start or end.").msgid,
)
@plain_option
@lang_option
@library_option
@db_option
def replay(
    session: str,
    speed: float,
    step: bool,
    idle_cap: float,
    start: str | None,
    plain: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
) -> int:
    """Plays a recording back on the screen or in lines."""
    from physassist_tui.cli.recorded import recorded
    from physassist_tui.plain.replaying import Stepping, read_line, replay_in_lines
    from physassist_tui.replay import place_of

    del lang
    pace = pace_of(speed, idle_cap)
    found = recorded(session, db, root)
    at = place_of(found.replay, start) if start else 0
    if speed and full_screen(plain=plain):
        from physassist_tui.tui.playhead import Showing
        from physassist_tui.tui.replaying import show_replay

        showing = Showing(found.replay, found.standing, pace, at, playing=not step)
        # The recording has been read: the file that is named here is not opened.
        path = recordings_path(db)
        return show_app(path, root, first=lambda app: show_replay(app, showing), alone=True)
    if step:
        Stepping(found.replay, found.standing, read_line).run(at)
    else:
        wait = time.sleep if speed else _no_wait
        replay_in_lines(found.replay, found.standing, pace, start=at, wait=wait)
    return 0


def pace_of(speed: float, idle_cap: float) -> Pace:
    """The pace that the options ask for. Raises `BadInput` for what is no speed."""
    from physassist_tui.replay import Pace

    if not 0 <= speed < float("inf") or not 0 <= idle_cap < float("inf"):
        raise BadInput(msg("--speed and --idle-cap take numbers from 0 up."))
    return Pace(speed or 1.0, round(idle_cap * 1000) or None)


def _no_wait(_seconds: float) -> None:
    return None
