"""The line at the foot: recording, time, turn, calls, who sits where, what is under way."""

from __future__ import annotations

from collections.abc import Mapping

from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Message, _, msg, nmsg
from physassist_tui.tui.content import line
from physassist_tui.tui.widgets.flow import Flow

HUMAN = "human"


class StatusLine(Flow):
    """The state of the session in words; signs and colours only beside them."""

    def __init__(self) -> None:
        super().__init__(id="status")

    def draw(
        self, view: AssistantView, active_ms: int, seats: Mapping[Seat, str], *, busy_s: int | None
    ) -> None:
        """Shows where the session stands. `busy_s`: seconds that an act has been under way."""
        limits = view.limits
        used = limits.tool_calls_per_turn - limits.tool_calls_this_turn
        number = view.turn.number if view.turn else len(view.turns)
        parts = [
            line(f"{_recording(view)} {clock(active_ms)}", "bold"),
            line(_("turn {turn}/{turns}", turn=number, turns=view.turn_count)),
            line(_("tool calls {used}/{limit}", used=used, limit=limits.tool_calls_per_turn)),
        ]
        if limits.tool_calls is not None:
            parts.append(line(nmsg("{n} call left", "{n} calls left", limits.tool_calls).render()))
        if busy_s is not None:
            parts.append(line(_("working… {seconds} s", seconds=busy_s), "reverse"))
        for seat in (Seat.ASSISTANT, Seat.PHYSICIAN, Seat.PATIENT):
            told = _("{seat}: {player}", seat=seat_name(seat), player=player_name(seats[seat]))
            parts.append(line(told))
        self.show(parts)


def _recording(view: AssistantView) -> str:
    if view.ended is not None:
        return _("■ recorded")
    if view.paused:
        return _("‖ paused")
    return _("● REC recording")


def clock(ms: int) -> str:
    """Active time as minutes and seconds, or hours, minutes and seconds."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def seat_name(seat: Seat) -> Message:
    """What a seat is called."""
    return {
        Seat.ASSISTANT: msg("assistant"),
        Seat.PHYSICIAN: msg("physician"),
        Seat.PATIENT: msg("patient"),
    }[seat]


def player_name(player: str) -> str:
    """Who plays: you, what the words for it are, or the player's own name."""
    return {HUMAN: _("you"), "script": _("script"), "grounded": _("simulated")}.get(player, player)
