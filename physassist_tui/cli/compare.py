"""`physassist compare`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import (
    db_option,
    full_screen,
    json_option,
    lang_option,
    library_option,
    open_recordings,
    print_json,
    progress_on_stderr,
    show_app,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.i18n import current_language, msg


@click.command(
    cls=Command,
    help=msg(
        "Set two or more sessions of one scenario side by side, turn by turn: what each saw, did "
        "and missed.\n\n"
        "SESSIONS are ids or the starts of them. Scores whose identities differ are not ranked; "
        "what differs is named."
    ).msgid,
)
@click.argument("sessions", nargs=-1, required=True)
@json_option
@option("--plain", is_flag=True, help=msg("Print lines, also on a terminal.").msgid)
@lang_option
@library_option
@db_option
def compare(
    sessions: tuple[str, ...],
    as_json: bool,
    plain: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
) -> int:
    """Compares sessions, on the screen, in lines or as JSON."""
    from physassist_tui.report.compare import comparison, sources_of
    from physassist_tui.report.compare_lines import compare_lines, to_json

    del lang
    on_screen = not as_json and full_screen(plain=plain)
    with open_recordings(db, create=False, readonly=not on_screen) as recordings:
        sources = sources_of(recordings, sessions, root, progress_on_stderr)
        if on_screen:
            from physassist_tui.tui.comparing import show_comparison

            return show_app(recordings, root, first=lambda app: show_comparison(app, sources))
    made = comparison(sources, current_language())
    if as_json:
        print_json(to_json(made))
    else:
        click.echo("\n".join(compare_lines(made)))
    return 0
