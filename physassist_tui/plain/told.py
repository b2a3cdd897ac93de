"""Prints what others do in a session, to somebody who watches or sits in another seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo

from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import call_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import seat_name
from physassist_tui.core.state import Call
from physassist_tui.core.tools import WRITE_FILE
from physassist_tui.core.words import Seat
from physassist_tui.export.said import arguments_told
from physassist_tui.i18n import _
from physassist_tui.plain import printer
from physassist_tui.plain.printer import say


def tell(
    events: Sequence[ev.AnyEvent],
    calls: Mapping[str, Call],
    zone: tzinfo | None,
    *,
    streamed: str = "",
) -> None:
    """What happened, event by event. `calls` are those of the session, by id.

    Text that has been `streamed` is not printed again.
    """
    for event in events:
        match event:
            case ev.ToolCalled(data=data) if not data.tool.startswith("patient."):
                call = call_words(data.tool, arguments_told(data))
                say(_("Assistant calls: {call}", call=one_line(call)))
            case ev.FileWritten(data=data):
                printer.file_written(data, whole=True)
            case ev.ToolReturned(data=data):
                _returned(calls[data.call_id], data, zone)
            case ev.MessageSent(data=data):
                _said(data)
            case ev.Answered(data=data):
                if data.text.strip() == streamed.strip() and data.text:
                    say(_("Assistant has answered."))
                else:
                    say(_("Assistant: {text}", text=data.text or _("(no answer)")))
            case ev.ModelCalled(data=data, seat=seat):
                _called(data, seat or Seat.ASSISTANT)
            case ev.SeatChanged(data=data):
                say(
                    _(
                        "{seat}: {player} instead of {before}. Note: {note}",
                        seat=seat_name(data.changed),
                        player=one_line(data.to_player),
                        before=one_line(data.from_player),
                        note=one_line(data.note),
                    )
                )
            case ev.Rewound(data=data):
                say(_("Back at event {seq}; what came after it is undone.", seq=data.to_seq))
            case ev.SessionEnded(data=data) if data.detail:
                say(_("The session ended: {detail}", detail=one_line(data.detail)))
            case _:
                pass


def _returned(call: Call, data: ev.ToolReturnedData, zone: tzinfo | None) -> None:
    if call.tool == WRITE_FILE and data.ok:
        return  # what was written has been told
    if not call.tool.startswith("patient."):
        printer.returned(call.tool, data, zone)
    elif not data.ok:
        printer.error(data.result)


def _said(data: ev.MessageData) -> None:
    if data.sender is Seat.PATIENT:
        say(_("Patient: {text}", text=data.text))
        if data.wording == "replaced":
            say(_("(These are the facts' own words: the model's did not keep to the facts.)"))
    else:
        words = data.text or call_words(data.via or "", data.arguments)
        say(_("Assistant to the patient: {text}", text=words))


def _called(data: ev.ModelCalledData, seat: Seat) -> None:
    name = seat_name(seat)
    if data.fault is not None:
        error = one_line(data.error or data.fault)
        say(_("{seat}: the model gave no answer. {error}", seat=name, error=error))
    elif data.finish_reason == "stopped":
        say(_("{seat}: the model's call was stopped; nothing of it was done.", seat=name))
    elif data.rejected is not None:
        told = one_line(data.rejected)
        say(_("{seat}: nothing could be done with this; it was told: {told}", seat=name, told=told))
