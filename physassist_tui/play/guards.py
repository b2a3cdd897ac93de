"""The limits of a session, each of which a player can see coming.

A turn's tool budget refuses further calls and lets the player answer. A task's tool budget,
and the same call or the same error too often in a row, end the session.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, takewhile
from typing import Any, TypeVar

from physassist_tui.core.events import GuardTrippedData
from physassist_tui.core.scenario import Limits
from physassist_tui.core.state import Call, SessionState
from physassist_tui.core.view import LimitsLeft
from physassist_tui.core.words import EndReason
from physassist_tui.i18n import Message, msg, nmsg
from physassist_tui.play.casting import NO_BUDGETS, Budgets

N = TypeVar("N", int, float)


@dataclass(frozen=True)
class Refusal:
    """A call that a guard does not let through: what the player is told, what is recorded."""

    guard: GuardTrippedData
    error: Message


def refusal(state: SessionState, limits: Limits) -> Refusal | None:
    """Why the next tool call may not be made, if it may not."""
    total = limits.tool_calls
    if total is not None and len(state.calls) >= total:
        return Refusal(
            GuardTrippedData(guard="tool_calls", limit=total, ends=True),
            msg("All {limit} tool calls of this task are used; the session ends.", limit=total),
        )
    per_turn = limits.tool_calls_per_turn
    if _calls_this_turn(state) >= per_turn:
        return Refusal(
            GuardTrippedData(guard="tool_calls_per_turn", limit=per_turn, ends=False),
            nmsg(
                "The one tool call of this turn is used. Answer the physician now.",
                "All {n} tool calls of this turn are used. Answer the physician now.",
                per_turn,
            ),
        )
    return None


def tripped_by_repeats(state: SessionState, limits: Limits) -> GuardTrippedData | None:
    """The guard that the calls so far have tripped, counting the last one."""
    bound = limits.repeated_calls
    if _run_of(state.calls, _same_call, bound) >= bound:
        return GuardTrippedData(guard="repeated_calls", limit=bound, ends=True)
    if _run_of(state.calls, _same_error, bound) >= bound:
        return GuardTrippedData(guard="repeated_errors", limit=bound, ends=True)
    return None


def tripped_by_budgets(
    state: SessionState, budgets: Budgets, active_ms: int
) -> GuardTrippedData | None:
    """The budget that the session has used up. Figures that nobody told are not counted."""
    spent = state.spent
    tokens = spent.tokens_in + spent.tokens_out
    if budgets.seconds is not None and active_ms >= budgets.seconds * 1000:
        return GuardTrippedData(guard="session_seconds", limit=budgets.seconds, ends=True)
    if budgets.tokens is not None and tokens >= budgets.tokens:
        return GuardTrippedData(guard="tokens", limit=budgets.tokens, ends=True)
    if budgets.cost_usd is not None and spent.cost_usd >= budgets.cost_usd:
        return GuardTrippedData(guard="cost_usd", limit=budgets.cost_usd, ends=True)
    return None


def end_of(guard: GuardTrippedData) -> tuple[EndReason, Message]:
    """How a session ends by `guard`, and one line that says so."""
    limit = guard.limit
    match guard.guard:
        case "tool_calls" | "tool_calls_per_turn":
            return EndReason.TOOL_LIMIT, msg("All {limit} tool calls were used.", limit=limit)
        case "repeated_calls":
            return EndReason.REPEATED_CALL, msg(
                "The same call was made {limit} times running.", limit=limit
            )
        case "repeated_errors":
            return EndReason.REPEATED_CALL, msg(
                "The same error came {limit} times running.", limit=limit
            )
        case "session_seconds":
            return EndReason.TIME_LIMIT, msg(
                "The {limit} seconds of this session are over.", limit=limit
            )
        case "tokens":
            return EndReason.TOKEN_LIMIT, msg(
                "The {limit} tokens of this session are used.", limit=limit
            )
        case "cost_usd":
            return EndReason.COST_LIMIT, msg(
                "The {limit} US dollars of this session are spent.", limit=limit
            )


def limits_left(
    state: SessionState, limits: Limits, budgets: Budgets = NO_BUDGETS, active_ms: int = 0
) -> LimitsLeft:
    """What a player may still do."""
    spent = state.spent
    total = None if limits.tool_calls is None else max(0, limits.tool_calls - len(state.calls))
    bound = limits.repeated_calls
    run = max(_run_of(state.calls, like, bound) for like in (_same_call, _same_error))
    return LimitsLeft(
        tool_calls_this_turn=max(0, limits.tool_calls_per_turn - _calls_this_turn(state)),
        tool_calls_per_turn=limits.tool_calls_per_turn,
        tool_calls=total,
        same_call_left=bound - run,
        seconds=_left(budgets.seconds, active_ms / 1000),
        tokens=_left(budgets.tokens, spent.tokens_in + spent.tokens_out),
        cost_usd=_left(budgets.cost_usd, spent.cost_usd),
    )


def _left(budget: N | None, used: N) -> N | None:
    return None if budget is None else max(type(used)(), budget - used)


def _calls_this_turn(state: SessionState) -> int:
    number = state.turn_number
    return sum(1 for _call in takewhile(lambda call: call.turn == number, reversed(state.calls)))


def _same_call(call: Call) -> tuple[str, Any]:
    return call.tool, call.arguments_given


def _same_error(call: Call) -> tuple[bool, Any]:
    # Every success is different from every error, and from every other success.
    return (True, call.seq) if call.ok else (False, (call.result or {}).get("error"))


def _run_of(calls: tuple[Call, ...], likeness: Any, most: int) -> int:
    """How many of the last calls of a turn are alike; it counts no further than `most`."""
    run = 0
    for call in islice(reversed(calls), most):
        if call.turn != calls[-1].turn or likeness(call) != likeness(calls[-1]):
            break
        run += 1
    return run
