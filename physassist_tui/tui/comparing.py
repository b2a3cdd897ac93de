"""From sessions to their comparison on the screen, and to a report in a file."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from physassist_tui.core.errors import BadInput, PhysassistError
from physassist_tui.i18n import _, current_language, msg
from physassist_tui.report.compare import Sources, sources_of

if TYPE_CHECKING:
    from physassist_tui.play.opening import Progress
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.app import PhysassistApp


def show_comparison(app: PhysassistApp, sources: Sources) -> None:
    """Shows sessions side by side."""
    from physassist_tui.tui.screens.compare import CompareScreen

    app.push_screen(CompareScreen(sources))


def open_and_compare(app: PhysassistApp, sessions: Sequence[str]) -> None:
    """Reads and grades sessions while one waits, and shows them side by side."""
    from physassist_tui.tui.screens.waiting import WaitScreen

    def make(progress: Progress) -> Sources:
        return sources_of(app.recordings, sessions, app.root, progress)

    def made(sources: Sources | None) -> None:
        if sources is not None:
            show_comparison(app, sources)

    app.push_screen(WaitScreen(make), made)


def write_report(
    recordings: Recordings, sessions: Sequence[str], root: Path | None, folder: Path
) -> Path:
    """Writes the report on the sessions (on all, where none is named) as one HTML page.

    Gives where it is: a file of its own in `folder`. Raises `BadInput` where there is nothing
    to report on, or nothing can be written there.
    """
    from physassist_tui.report.gather import gather
    from physassist_tui.report.page import page
    from physassist_tui.report.sheet import report_of

    found = gather(recordings, sessions=sessions, root=root)
    if not found:
        raise BadInput(msg("No session is recorded that the report could be on."))
    text = page(report_of(found), current_language())
    stem = f"physassist-report-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    for number in range(1, 1000):
        file = folder / (f"{stem}.html" if number == 1 else f"{stem}-{number}.html")
        try:
            with file.open("x", encoding="utf-8", newline="\n") as opened:
                opened.write(text)
        except FileExistsError:
            continue
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadInput(
                msg("{file} cannot be written: {reason}", file=file, reason=reason)
            ) from error
        return file.absolute()
    raise BadInput(msg("{file} cannot be written: {reason}", file=folder, reason=stem))


async def report_to_file(app: PhysassistApp, sessions: Sequence[str] = ()) -> None:
    """Writes the report into the working folder, and says where."""
    app.tell(_("Making the report…"))
    try:
        file = await asyncio.to_thread(
            lambda: write_report(app.recordings, sessions, app.root, Path())
        )
    except PhysassistError as error:
        app.tell(str(error), severity="error")
        return
    app.tell(_("The report is in {file}.", file=file))
