"""Removes what sessions left on a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.server.fetching import Fetcher
from physassist_tui.ehr.server.layer import Key, left_by, remove
from physassist_tui.i18n import msg, several


@dataclass(frozen=True)
class Leftover:
    """What one session has on a server."""

    session: str
    keys: tuple[Key, ...]

    def to_json(self) -> dict[str, Any]:
        """`{session, resources: [Type/id, …]}`."""
        return {"session": self.session, "resources": ["/".join(key) for key in self.keys]}


def leftovers(fetcher: Fetcher, session: str | None = None) -> list[Leftover]:
    """What is left of a session (its id, or the start of one), or of all.

    `BadInput` where the start could be several. Raises `EhrFault`.
    """
    every = left_by(fetcher)
    found = [Leftover(name, tuple(keys)) for name, keys in sorted(every.items())]
    if session is None:
        return found
    wanted = session.upper()
    named = [one for one in found if one.session.upper().startswith(wanted)]
    exact = [one for one in named if one.session.upper() == wanted]
    if len(named) > 1 and not exact:
        raise BadInput(
            msg(
                "{given} could be several sessions: {sessions}",
                given=session,
                sessions=several(one.session for one in named[:5]),
            )
        )
    return exact or named


def clean(fetcher: Fetcher, left: list[Leftover]) -> None:
    """Removes it. Raises `EhrFault`; what is gone by then is gone, the rest is found again."""
    for one in left:
        remove(fetcher, list(one.keys))
