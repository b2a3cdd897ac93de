"""A fault that `verify` finds."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.i18n import Message


@dataclass(frozen=True)
class Fault:
    """Something that is not as it was recorded. Empty `session`: the file; `seq` 0: no event."""

    session: str
    seq: int
    what: Message
