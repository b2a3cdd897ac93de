"""From a recorded session, or the demos, to their replay on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from physassist_tui.core.errors import BadInput
from physassist_tui.tui.playhead import Showing

if TYPE_CHECKING:
    from pathlib import Path

    from physassist_tui.play.opening import Progress
    from physassist_tui.replay import Replay, Standing
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.app import PhysassistApp
    from physassist_tui.tui.screens.replay import DemoScreen


def showing_of(
    recordings: Recordings, session: str, root: Path | None, progress: Progress | None = None
) -> Showing:
    """A session to be shown; takes as long as its record. It stands still at its beginning.

    Where its scenario is not here, the chart's head is left out.
    """
    from physassist_tui.replay import Replay, bare_standing

    replay = Replay(recordings.events(session), session)
    bare_standing(replay)  # says so where it has no start
    return Showing(replay, standing_in(replay, root, progress))


def standing_in(
    replay: Replay, root: Path | None, progress: Progress | None = None
) -> Standing | None:
    """What a recording was played on; `None` where its scenario is not here."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.library import ScenarioProblems
    from physassist_tui.play.free import load_played
    from physassist_tui.replay import standing_of

    started = replay.started
    if started is None:
        return None
    try:
        loaded = load_played(started.scenario, root)
    except ScenarioProblems:
        raise
    except BadInput:
        return None
    return standing_of(loaded, started, open_record(loaded.record_path, progress=progress))


def show_replay(app: PhysassistApp, showing: Showing) -> None:
    """Shows a recording."""
    from physassist_tui.tui.screens.replay import ReplayScreen

    app.push_screen(ReplayScreen(showing))


def open_replay(app: PhysassistApp, session: str) -> None:
    """Reads a session while one waits, and shows it."""
    from physassist_tui.tui.screens.waiting import WaitScreen

    def make(progress: Progress) -> Showing:
        return showing_of(app.recordings, session, app.root, progress)

    def made(showing: Showing | None) -> None:
        if showing is not None:
            show_replay(app, showing)

    app.push_screen(WaitScreen(make), made)


def show_demos(app: PhysassistApp, showings: Sequence[Showing], *, loop: bool) -> None:
    """Plays recordings one after the other; with `loop` again and again."""
    app.push_screen(demo_screen(showings, 0, loop=loop))


def demo_screen(showings: Sequence[Showing], at: int, *, loop: bool) -> DemoScreen:
    """The demo `at` of `showings`, which the others follow at the speed that it has by then."""
    from physassist_tui.tui.screens.replay import DemoScreen

    def then(shown: DemoScreen) -> DemoScreen | None:
        following = at + 1
        if following >= len(showings) and not loop:
            return None
        paced = [replace(one, pace=shown.head.pace) for one in showings]
        return demo_screen(paced, following % len(showings), loop=loop)

    return DemoScreen(showings[at], then)
