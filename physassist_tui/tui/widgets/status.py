"""The line at the foot: recording, time, turn, calls, who sits where, what is under way."""

from __future__ import annotations

from collections.abc import Mapping

from physassist_tui.core.parts import Spent
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Message, _, format_number, msg, nmsg
from physassist_tui.play.paperwork.searched import clock_text
from physassist_tui.tui.content import Content, line
from physassist_tui.tui.widgets.flow import Flow

HUMAN = "human"


class StatusLine(Flow):
    """The state of the session in words; signs and colours only beside them."""

    def __init__(self) -> None:
        super().__init__(id="status")

    def draw(
        self,
        view: AssistantView,
        active_ms: int,
        seats: Mapping[Seat, str],
        *,
        busy_s: int | None,
        busy: str = "",
        spent: Spent | None = None,
        head: str = "",
        unsigned: int = 0,
    ) -> None:
        """Shows where the session stands. `head`: said in place of how it is recorded.

        `busy_s`: seconds that an act has been under way, by `busy` where that is somebody else.
        `spent`: what the models took. `unsigned`: how many orders of a long task are drafts.
        """
        limits = view.limits
        used = limits.tool_calls_per_turn - limits.tool_calls_this_turn
        parts = [
            line(f"{head or _recording(view)} {clock_text(active_ms)}", "bold"),
            *([] if view.long_task and view.turn_count == 1 else [line(_turn(view))]),
            line(_("tool calls {used}/{limit}", used=used, limit=limits.tool_calls_per_turn)),
        ]
        if view.long_task:
            parts += _work(view, unsigned)
        elif limits.tool_calls is not None:
            parts.append(line(nmsg("{n} call left", "{n} calls left", limits.tool_calls).render()))
        if busy_s is not None and busy:
            told = _("{player} works… {seconds} s", player=busy, seconds=busy_s)
            parts.append(line(told, "reverse"))
        elif busy_s is not None:
            parts.append(line(_("working… {seconds} s", seconds=busy_s), "reverse"))
        for seat in (Seat.ASSISTANT, Seat.PHYSICIAN, Seat.PATIENT):
            if view.long_task and seat is Seat.PATIENT:
                continue
            told = _("{seat}: {player}", seat=seat_name(seat), player=player_name(seats[seat]))
            parts.append(line(told))
        if spent is not None and spent.calls:
            parts += [line(_tokens(spent)), line(_cost(spent))]
        self.show(parts)


def _turn(view: AssistantView) -> str:
    last = view.turn or (view.turns[-1] if view.turns else None)
    if view.turn_count == 0 or (last is not None and last.scenario_turn is None):
        return _("free turn")
    number = 0 if last is None else last.scenario_turn
    return _("turn {turn}/{turns}", turn=number, turns=view.turn_count)


def _work(view: AssistantView, unsigned: int) -> list[Content]:
    """What has come of a long task so far: the files it asks for, and orders."""
    there = {file.path for file in view.files}
    written = sum(1 for path in view.deliverables if path in there)
    parts = []
    if view.deliverables:
        parts.append(
            line(_("files {written}/{wanted}", written=written, wanted=len(view.deliverables)))
        )
    elif view.files:
        parts.append(line(nmsg("{n} file", "{n} files", len(view.files)).render()))
    if unsigned:
        parts.append(line(nmsg("{n} unsigned", "{n} unsigned", unsigned).render(), "bold"))
    return parts


def _tokens(spent: Spent) -> str:
    if spent.unknown_tokens:
        return _("tokens unknown")
    return _("{n} tokens", n=format_number(spent.tokens_in + spent.tokens_out))


def _cost(spent: Spent) -> str:
    if spent.unknown_cost:
        return _("cost unknown")
    return _("US$ {cost}", cost=f"{spent.cost_usd:.4f}")


def _recording(view: AssistantView) -> str:
    if view.ended is not None:
        return _("■ recorded")
    if view.paused:
        return _("‖ paused")
    return _("● REC recording")


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
