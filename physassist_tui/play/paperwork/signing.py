"""Drafts become calls, one after another; each leaves the desk as it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.view import CallTool
from physassist_tui.i18n import Message, msg
from physassist_tui.play.paperwork.desk import PaperDesk
from physassist_tui.play.seat import AssistantSeat

Made = Callable[[Sequence[AnyEvent]], None]


class Stopped(PhysassistError):
    """Signing stopped before its end: what was not made is still a draft."""


def sign(seat: AssistantSeat, desk: PaperDesk, made: Made) -> int:
    """Signs every draft in order; gives how many it signed.

    The papers are written down before and after each call, so that a kill signs nothing twice;
    `made` is given the events of each. An order that the EHR refuses stays a draft, and so do
    those after it: raises `Stopped`.
    """
    signed = 0
    for number in [draft.number for draft in desk.papers.drafts]:
        if seat.view().ended is not None:
            raise Stopped(msg("The session is over; what was not signed is not in the chart."))
        if _sign_one(seat, desk, number, made):
            signed += 1
    return signed


def _sign_one(seat: AssistantSeat, desk: PaperDesk, number: int, made: Made) -> bool:
    last = _last_seq(seat)
    draft = desk.change(lambda papers: papers.signing(number, last)).draft(number)
    if draft is None:
        return False
    try:
        events = seat.act(CallTool(draft.tool, dict(draft.arguments)))
    except PhysassistError:
        # The call may stand in the recording all the same: then it is no draft any more.
        view = seat.view()
        desk.change(lambda papers: papers.after(view.calls, view.files))
        raise
    made(events)
    refused = _refusal(events)
    if refused is not None:
        desk.change(lambda papers: papers.changed(number, draft.arguments))
        raise Stopped(refused_words(number, refused))
    desk.change(lambda papers: papers.signed(number))
    return True


def refused_words(number: int, why: str) -> Message:
    """What is said where the EHR refuses an order."""
    return msg(
        "The EHR refused draft {number}: {why} It and those after it are not signed.",
        number=number,
        why=why,
    )


def _refusal(events: Sequence[AnyEvent]) -> str | None:
    for event in events:
        if event.kind == "tool_returned" and not event.data.ok:
            return str(event.data.result.get("error", ""))
    return None


def _last_seq(seat: AssistantSeat) -> int:
    calls = seat.view().calls
    return calls[-1].returned_seq or calls[-1].seq if calls else 0
