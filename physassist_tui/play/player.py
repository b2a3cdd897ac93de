"""What sits in a seat, to whoever drives a session: asked for a move, it gives one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Protocol

from physassist_tui.core.events import ModelCalledData
from physassist_tui.core.view import Act, AssistantView

if TYPE_CHECKING:
    from physassist_tui.llm.model import Delta


@dataclass(frozen=True)
class Move:
    """What a player wants done next, in order. `called` is the model call that it took, if any.

    A move without acts whose call was `rejected` gives the model another turn; one whose call
    has a `fault` waits for a person, or ends the session where there is none.
    """

    acts: tuple[Act, ...] = ()
    called: ModelCalledData | None = None


class Player(Protocol):
    """Whoever assists and is no person: a script or a model.

    It decides from the view alone, so that it goes on rightly after a takeover or a crash.
    """

    def move(self, view: AssistantView, *, on_delta: Callable[[Delta], None], stop: Event) -> Move:
        """The next move. Raises `llm.model.Stopped` once `stop` is set."""
