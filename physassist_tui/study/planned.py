"""What a study plans, by player and condition, and which sessions of it have begun."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from physassist_tui.study.leading import Leading
from physassist_tui.study.load import LoadedStudy

if TYPE_CHECKING:
    from physassist_tui.store.recordings import Recordings


@dataclass(frozen=True)
class Arm:
    """One task of one player under one condition, over all participants who are that player.

    `player` sits in the assistant's seat: `human` is every person of the study. `planned` counts
    the sessions that are to be; `begun` are the ids of those that are.
    """

    player: str
    condition: str
    scenario: str
    language: str
    planned: int
    begun: tuple[str, ...]


def arms_of(loaded: LoadedStudy, recordings: Recordings) -> tuple[Arm, ...]:
    """The arms of a study, in an order of their own. Nothing is assigned by asking for them.

    Who has begun has the order that was assigned, who has not the one that the file gives. One
    who is no longer in the file is left out with its sessions.
    """
    begun = {row.id for row in recordings.sessions()}
    found: dict[tuple[str, str, str, str], list[str]] = {}
    for participant in loaded.study.participants:
        for row in Leading(loaded, recordings, participant.id).expected():
            key = (row.player, row.condition, row.scenario, row.language)
            found.setdefault(key, []).append(row.session)
    return tuple(
        Arm(*key, len(sessions), tuple(one for one in sessions if one in begun))
        for key, sessions in sorted(found.items())
    )
