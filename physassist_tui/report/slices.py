"""Sessions, or some of their turns, put together by what they have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from physassist_tui.report.dimensions import OF_SESSIONS, Dimension
from physassist_tui.report.figure import SessionScores
from physassist_tui.report.played import EXPLICIT, Played, PlayedTurn
from physassist_tui.score.figures import SessionTallies

_ORDER: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "implicitness": ("NA", "PE", "AE", EXPLICIT),
        "leaning": ("implicit", "explicit"),
    }
)
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Slice:
    """Those of some sessions that have `value` of `dimension`, and their turns that do."""

    dimension: Dimension
    value: str
    sessions: tuple[Played, ...]
    scores: SessionScores

    @property
    def whole(self) -> bool:
        """Whether its sessions are looked at as a whole."""
        return self.dimension in OF_SESSIONS


def slices(sessions: Sequence[Played], dimension: Dimension) -> tuple[Slice, ...]:
    """The sessions sliced by one dimension. A value that is not known is `unknown`, and last."""
    values = {value for played in sessions for value in _values(played, dimension)}
    found = []
    for value in sorted(values, key=lambda one: place(dimension, one)):
        held = [played for played in sessions if value in _values(played, dimension)]
        scores = tuple(_tallies(played, dimension, value) for played in held)
        found.append(Slice(dimension, value, tuple(held), scores))
    return tuple(found)


def leaning(turn: PlayedTurn) -> str:
    """Whether a turn's request leans on what was said before: implicit, explicit or unknown."""
    if turn.implicitness is None:
        return UNKNOWN
    return "explicit" if turn.implicitness == EXPLICIT else "implicit"


def _tallies(played: Played, dimension: Dimension, value: str) -> SessionTallies:
    if dimension in OF_SESSIONS:
        return played.tallies
    return tuple(turn.tally for turn in played.turns if _turn_value(turn, dimension) == value)


def _values(played: Played, dimension: Dimension) -> set[str]:
    if dimension in OF_SESSIONS:
        value = getattr(played, dimension)
        return {UNKNOWN if value is None else str(value)}
    return {_turn_value(turn, dimension) for turn in played.turns}


def _turn_value(turn: PlayedTurn, dimension: Dimension) -> str:
    match dimension:
        case "task_type":
            return turn.task_type or UNKNOWN
        case "implicitness":
            return turn.implicitness or UNKNOWN
        case "leaning":
            return leaning(turn)
        case _:
            return str(turn.number)


def place(dimension: Dimension, value: str) -> tuple[int, int, str]:
    """A key that sorts the values of a dimension as they are shown."""
    if value == UNKNOWN:
        return (2, 0, value)
    order = _ORDER.get(dimension, ())
    if value in order:
        return (0, order.index(value), value)
    return (1, int(value) if dimension in ("turn", "difficulty") else 0, value)
