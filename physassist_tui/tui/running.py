"""Runs the app on the terminal, and says afterwards where the session is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.tui.app import PhysassistApp
from physassist_tui.tui.keeping import begin
from physassist_tui.tui.terminal_title import titled

if TYPE_CHECKING:
    from physassist_tui.play.opening import Opened
    from physassist_tui.store.recordings import Recordings

_LONGEST_REASON = 200


def run_app(
    recordings: Recordings | Path,
    *,
    root: Path | None = None,
    language: Lang | None = None,
    opened: Opened | None = None,
    first: Callable[[PhysassistApp], None] | None = None,
    alone: bool = False,
) -> tuple[int, Message | None]:
    """Shows the app until the person leaves; gives the exit status and what to say then.

    It begins with the session `opened`, or with what `first` shows, `alone` or above the
    library. Of a session that is led by
    something else it says nothing afterwards.

    Raises `ServiceFailed` with one line where the app failed, or what it failed of where
    `PHYSASSIST_DEBUG` is set. The terminal is as it was in either case.
    """
    app = PhysassistApp(
        recordings, root=root, language=language, opened=opened, first=first, alone=alone
    )
    try:
        begin()
        with titled(app.TITLE or ""):
            app.run()
        if app.crash is not None:
            if os.environ.get("PHYSASSIST_DEBUG"):
                raise app.crash
            raise ServiceFailed(
                crash_message(app.crash, app.session, _command(opened))
            ) from app.crash
        return app.return_code or 0, None if _command(opened) else _farewell(app)
    finally:
        app.close_recordings()


def _command(opened: Opened | None) -> str:
    return "" if opened is None else opened.conduct.command


def crash_message(error: Exception, session: str | None, command: str = "") -> Message:
    """What happened and how to go on, in one line; with `command` where that is given."""
    reason = one_line(str(error))
    if len(reason) > _LONGEST_REASON:
        reason = reason[:_LONGEST_REASON] + "…"
    kind = type(error).__name__
    if session is None:
        return msg(
            "The app failed: {kind}: {reason}. PHYSASSIST_DEBUG=1 shows where it happened.",
            kind=kind,
            reason=reason,
        )
    return msg(
        "The app failed: {kind}: {reason}. Session {session} is saved; go on with: {command}",
        kind=kind,
        reason=reason,
        session=session,
        command=command or f"physassist resume {session}",
    )


def _farewell(app: PhysassistApp) -> Message | None:
    session = app.session
    if session is None or not app.recordings.session(session).unfinished:
        return None
    return msg("Saved. To go on: physassist resume {session}", session=session)
