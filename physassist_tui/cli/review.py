"""`physassist review`."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import (
    db_option,
    full_screen,
    lang_option,
    library_option,
    open_recordings,
    progress_on_stderr,
    scenario_of,
    show_app,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.i18n import msg


@click.command(
    cls=Command,
    help=msg(
        "Grade a recorded session yourself, blind: who played, and what others say of it, is "
        "shown once you have locked your review.\n\n"
        "SESSION is an id or the start of one. Every grade is kept at once; the same command "
        "goes on where you left."
    ).msgid,
)
@click.argument("session")
@option(
    "--rater",
    required=True,
    metavar="ID",
    help=msg("Who you are; grades are kept under this name.").msgid,
)
@option(
    "--all-items",
    is_flag=True,
    help=msg("Grade every item, those that rules decide as well.").msgid,
)
@option("--plain", is_flag=True, help=msg("Review in lines, also on a terminal.").msgid)
@lang_option
@library_option
@db_option
def review(
    session: str,
    rater: str,
    all_items: bool,
    plain: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
) -> int:
    """Opens a review, and does it on the screen or in lines."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.plain.review import review_in_lines
    from physassist_tui.score.review.seat import open_review

    del lang
    with open_recordings(db, create=False) as recordings:
        found = recordings.resolve(session)
        loaded = scenario_of(found, recordings.session(found).scenario, root)
        record = open_record(loaded.record_path, progress=progress_on_stderr)
        seat = open_review(recordings, found, loaded, record, rater, all_items=all_items)
        if full_screen(plain=plain):
            from physassist_tui.tui.reviewing import opened_review, show_review

            opened = opened_review(seat)
            return show_app(recordings, root, first=lambda app: show_review(app, opened))
        return review_in_lines(seat)
