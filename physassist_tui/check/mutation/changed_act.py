"""Other acts before a turn's answer than gold's."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.check.mutation.model import Kind
from physassist_tui.core.state import SessionState
from physassist_tui.i18n import Message


@dataclass(frozen=True)
class ChangedAct:
    """Other acts before the answer, which violate one of `items` (positions in the rubric).

    `readers` are the items that read any of what was changed.
    """

    items: frozenset[int]
    kind: Kind
    change: Message
    became: str
    state: SessionState
    readers: frozenset[int]


def each(close: frozenset[int], all_of_them: frozenset[int]) -> list[frozenset[int]]:
    """Each of `close` alone; where there are none, all together: one of them must notice."""
    return [frozenset({at}) for at in sorted(close)] or [all_of_them]
