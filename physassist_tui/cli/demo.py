"""`physassist demo`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import (
    full_screen,
    lang_option,
    plain_option,
    recordings_path,
    show_app,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.i18n import Lang, _, current_language, msg

if TYPE_CHECKING:
    from physassist_tui.cli.recorded import Recorded
    from physassist_tui.replay import Pace
    from physassist_tui.replay.demos import Demo

BETWEEN_S = 4.0
"""What passes between two demos, in seconds, at normal speed."""


@click.command(
    cls=Command,
    help=msg(
        "Watch sessions that ship with physassist play themselves, with captions.\n\n"
        "Nothing is needed for it: no model, no key, no network. NAME plays one of them only."
    ).msgid,
)
@click.argument("name", required=False)
@option("--loop", is_flag=True, help=msg("Begin again at the end, until Esc or Ctrl-C.").msgid)
@option(
    "--speed",
    type=float,
    default=1.0,
    metavar="X",
    help=msg("2 is twice as fast; 0 waits for nothing, in lines.").msgid,
)
@plain_option
@lang_option
def demo(name: str | None, loop: bool, speed: float, plain: bool, lang: str | None) -> int:
    """Plays the demos."""
    from physassist_tui.cli.replay import pace_of
    from physassist_tui.replay.demos import demo_names, load_demo

    del lang
    language = current_language()
    pace = pace_of(speed, 0)
    demos = [load_demo(one, language) for one in ([name] if name else demo_names())]
    if speed and full_screen(plain=plain):
        return show_on_screen(demos, pace, loop=loop)
    while True:
        for at, one in enumerate(demos):
            if at:
                _wait(pace, speed)
            show(one, pace, language, speed=speed)
        if not loop:
            return 0
        _wait(pace, speed)


def show_on_screen(demos: Sequence[Demo], pace: Pace, *, loop: bool) -> int:
    """Plays the demos on the screen that replays; gives the exit status."""
    from physassist_tui.cli.recorded import with_standing
    from physassist_tui.tui.playhead import Showing
    from physassist_tui.tui.replaying import show_demos

    showings = [
        Showing(
            one.replay,
            with_standing(one.replay, _shipped()).standing,
            pace,
            captions=one.captions,
            title=one.title,
        )
        for one in demos
    ]
    # No recordings are opened: the path alone is named.
    return show_app(
        recordings_path(None), first=lambda app: show_demos(app, showings, loop=loop), alone=True
    )


def show(demo: Demo, pace: Pace, language: Lang, *, speed: float) -> None:
    """Plays one demo in lines, and grades it."""
    from physassist_tui.cli.recorded import with_standing
    from physassist_tui.plain.printer import say
    from physassist_tui.plain.replaying import replay_in_lines

    found = with_standing(demo.replay, _shipped())
    captions = {seq: text.text(language) for seq, text in demo.captions.items()}
    wait = time.sleep if speed else _no_wait
    say(_("Demo: {title}", title=demo.title.text(language)))
    replay_in_lines(demo.replay, found.standing, pace, captions=captions, wait=wait)
    for line in _score_lines(found):
        say(line)
    say()


def _shipped() -> Path:
    from physassist_tui.library import shipped_scenarios

    return shipped_scenarios()


def _score_lines(found: Recorded) -> list[str]:
    """The score of the session, graded now; none where the scenario is another one now."""
    loaded, record, standing = found.loaded, found.record, found.standing
    if loaded is None or record is None or standing is None or standing.changed:
        return []
    from physassist_tui.core.state import fold
    from physassist_tui.plain.score_lines import score_lines
    from physassist_tui.score.keeping import Kept
    from physassist_tui.score.session import score_session

    events = tuple(found.replay.events)
    score = score_session(events, loaded.scenario, record.at(loaded.scenario.clock))
    return ["", *score_lines(Kept(found.replay.session, events, fold(events), score, loaded))]


def _wait(pace: Pace, speed: float) -> None:
    if speed:
        time.sleep(BETWEEN_S / pace.speed)


def _no_wait(_seconds: float) -> None:
    return None
