"""Grading a session by another version of its scenario than the one it was played on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent, SessionStartedData
from physassist_tui.core.state import fold
from physassist_tui.i18n import msg
from physassist_tui.library import Loaded


def check_same_requests(events: Sequence[AnyEvent], loaded: Loaded) -> None:
    """Raises `BadInput` where a request that was played is not the scenario's any more.

    A new rubric can be put to an old play only where the play was asked the same.
    """
    state = fold(events)
    lang = state.started.language if state.started else "en"
    form = state.started.requests if state.started else "implicit"
    turns = loaded.scenario.turns
    for turn in state.turns:
        number = turn.scenario_turn
        if number is None:
            continue
        if number > len(turns) or turns[number - 1].asked(form).text(lang) != turn.request:
            raise BadInput(
                msg(
                    "The request of turn {turn} is not what it was when this session was "
                    "played: a new rubric cannot grade it.",
                    turn=number,
                )
            )


def regraded(
    identity: dict[str, Any], loaded: Loaded, started: SessionStartedData
) -> dict[str, Any]:
    """The identity of a score by `loaded`: its hashes, and the one that was `played`.

    Where the session was played on that very version it is as it was.
    """
    if loaded.content_hash == started.scenario_hash:
        return identity
    return {
        **identity,
        "scenario": loaded.content_hash,
        "rubric": loaded.rubric_hash,
        "played": started.scenario_hash,
    }
