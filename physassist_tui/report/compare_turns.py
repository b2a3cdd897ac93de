"""What one session did in each turn: what it was shown, asked, wrote and answered. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.state import Call, SessionState, TurnState
from physassist_tui.core.words import Seat
from physassist_tui.ehr.order_text import order_text


@dataclass(frozen=True)
class ComparedCall:
    """A call and what it gave. `total` is `None` where nothing was counted; `refused` says why
    it was refused.
    """

    tool: str
    arguments: Mapping[str, Any]
    returned: bool
    total: int | None = None
    refused: str = ""

    @property
    def words(self) -> str:
        """The call as it can be typed."""
        told = " ".join(f"{name}={value}" for name, value in self.arguments.items())
        return f"{self.tool} {told}".strip()


@dataclass(frozen=True)
class SidePlay:
    """A turn as one session played it; all empty where it did not come to it.

    `exchanges` are questions with their replies. `shown` are what calls showed first in this
    turn, references with a line on each, and `before` the references of the turns before; `only`
    are the lines of those that no other side had been shown by the end of the same turn.
    `seconds` is active time from request to answer.
    """

    request: str = ""
    answer: str | None = None
    seconds: float | None = None
    calls: tuple[ComparedCall, ...] = ()
    exchanges: tuple[tuple[str, str], ...] = ()
    orders: tuple[str, ...] = ()
    shown: tuple[tuple[str, str], ...] = ()
    before: frozenset[str] = frozenset()
    only: tuple[str, ...] = ()

    @property
    def played(self) -> bool:
        """Whether the session came to this turn."""
        return bool(self.request)

    @property
    def seen(self) -> frozenset[str]:
        """All references that had been shown by the end of the turn."""
        return self.before | {ref for ref, _line in self.shown}


FREE = 0
"""The number under which all free turns of a session stand."""


def plays_of(state: SessionState, live: Sequence[ev.AnyEvent]) -> dict[int, SidePlay]:
    """What was done in each turn, by the scenario's number for it; `live` are the events that
    count.
    """
    at = {event.seq: event.active_ms for event in live}
    known = {turn.number for turn in state.turns}
    found: dict[int, SidePlay] = {}
    before: frozenset[str] = frozenset()
    for turn in state.turns:
        number = turn.scenario_turn or FREE
        # What a session did before its first request belongs to that.
        own = {turn.number} | ({0} - known if turn is state.turns[0] else set())
        play = replace(_play(state, turn, own, at), before=before)
        play = replace(play, shown=tuple(one for one in play.shown if one[0] not in before))
        before = play.seen
        found[number] = _joined(found[number], play) if number in found else play
    return found


def not_played(plays: Mapping[int, SidePlay], number: int) -> SidePlay:
    """The turn of a session that did not come to it."""
    earlier = [play for other, play in plays.items() if 0 < other < number]
    return SidePlay(before=frozenset().union(*(play.seen for play in earlier)))


def seen_by_one(sides: Sequence[SidePlay]) -> tuple[SidePlay, ...]:
    """The same turn of several sessions, each with what it alone had been shown."""
    found = []
    for at, side in enumerate(sides):
        others = [other.seen for n, other in enumerate(sides) if n != at]
        only = (line for ref, line in side.shown if not any(ref in seen for seen in others))
        found.append(replace(side, only=tuple(dict.fromkeys(only))))
    return tuple(found)


def _joined(first: SidePlay, then: SidePlay) -> SidePlay:
    return SidePlay(
        request=f"{first.request}\n{then.request}",
        answer="\n".join(one for one in (first.answer, then.answer) if one) or None,
        seconds=_sum(first.seconds, then.seconds),
        calls=first.calls + then.calls,
        exchanges=first.exchanges + then.exchanges,
        orders=first.orders + then.orders,
        shown=first.shown + then.shown,
        before=first.before,
    )


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def _play(state: SessionState, turn: TurnState, own: set[int], at: Mapping[int, int]) -> SidePlay:
    calls = [call for call in state.calls if call.turn in own]
    answered = turn.answer is not None
    return SidePlay(
        request=turn.request,
        answer=turn.answer,
        seconds=(at[turn.answer_seq] - at[turn.seq]) / 1000 if answered else None,
        # The messages tell a question that was put by a tool, with its reply.
        calls=tuple(_call(one) for one in calls if not (one.tool == "patient.ask" and one.ok)),
        exchanges=tuple(_exchanges(state, own)),
        orders=tuple(
            f"{order_text(written.resource)} ({written.resource.get('status', '')})"
            for written in state.written
            if written.turn in own
        ),
        shown=tuple(dict(pair for call in calls for pair in _shown(call)).items()),
    )


def _call(call: Call) -> ComparedCall:
    result = call.result or {}
    total = result.get("total")
    return ComparedCall(
        call.tool,
        call.arguments_given,
        call.returned_seq > 0,
        total if call.ok and isinstance(total, int) else None,
        "" if call.ok else str(result.get("error", "")),
    )


def _exchanges(state: SessionState, own: set[int]) -> Iterator[tuple[str, str]]:
    asked: str | None = None
    for said in state.messages:
        if said.turn not in own:
            continue
        if said.sender is Seat.PATIENT:
            yield asked or "", said.text
            asked = None
            continue
        if asked is not None:
            yield asked, ""
        asked = said.text or f"{said.via or ''} {dict(said.arguments)}".strip()
    if asked is not None:
        yield asked, ""


def _shown(call: Call) -> Iterator[tuple[str, str]]:
    """Each reference that a call showed, with what its entry says in a line."""
    entries = (call.result or {}).get("entries")
    known = {
        str(one["ref"]): _line(one)
        for one in (entries if isinstance(entries, list) else ())
        if isinstance(one, dict) and "ref" in one
    }
    for ref in call.refs:
        yield ref, known.get(ref) or ref


def _line(entry: Mapping[str, Any]) -> str:
    """A name, a value with its unit and a day, as far as the entry has them."""
    value = " ".join(str(entry[key]) for key in ("value", "unit") if entry.get(key) is not None)
    dose = " ".join(str(entry[key]) for key in ("dose", "frequency") if entry.get(key) is not None)
    name = str(entry.get("name") or entry.get("title") or entry.get("type") or "")
    day = str(entry.get("date") or "")[:10]
    return " ".join(part for part in (name, value or dose, day) if part)
