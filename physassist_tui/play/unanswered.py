"""A model's call that gave nothing, and nothing was done about it since."""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import seat_name
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Message, format_datetime, msg


def unanswered(events: Sequence[ev.AnyEvent], waits_for: Seat | None) -> ev.ModelCalled | None:
    """The call by which a provider failed, where the same player is still the one to act.

    `waits_for` is the seat whose move it is after `events`. A seat that has got another player
    since waits for nobody's fault.
    """
    changed: set[Seat] = set()
    for event in reversed(events):
        match event:
            case ev.SeatChanged(data=data):
                changed.add(data.changed)
            case ev.Paused() | ev.Resumed() | ev.Marked():
                pass
            case ev.ModelCalled(data=data) if data.fault is not None:
                waits = waits_for is seat_of(event) and waits_for not in changed
                return event if waits else None
            case _:
                return None
    return None


def seat_of(called: ev.ModelCalled) -> Seat:
    """The seat for which a model was called."""
    return called.seat or Seat.ASSISTANT


def fault_told(called: ev.ModelCalled) -> Message:
    """Who gave no answer, when (in the reader's own time zone), and why: one line."""
    return msg(
        "{seat} ({player}), {when}: no answer. {fault}",
        seat=seat_name(seat_of(called)),
        player=one_line(called.player or ""),
        when=format_datetime(called.at.astimezone()),
        fault=one_line(called.data.error or called.data.fault or ""),
    )
