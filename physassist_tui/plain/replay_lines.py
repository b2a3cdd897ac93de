"""A recording as the lines that the live play printed to somebody who watched.

The same printer as in a live play prints what happened; what the person at the desk did, who
saw it done, is said here.
"""

from __future__ import annotations

from datetime import tzinfo

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import seat_name
from physassist_tui.core.parts import Call, TurnState
from physassist_tui.core.words import Seat
from physassist_tui.export.said import desk_words
from physassist_tui.i18n import Message, _, format_datetime, nmsg
from physassist_tui.llm.model import Delta
from physassist_tui.plain import printer
from physassist_tui.plain.printer import kept_lines, say
from physassist_tui.plain.stream import Stream
from physassist_tui.plain.told import tell
from physassist_tui.replay import Frame, Replay, Standing


class ReplayLines:
    """The lines of a replay, frame by frame. Frames may come in any order.

    Without a `standing` (the scenario is not here) the chart's head is left out.
    """

    def __init__(self, replay: Replay, standing: Standing | None) -> None:
        self._replay = replay
        self._standing = standing
        self._turns = standing.turn_count if standing is not None else replay.turn_count
        self._zone: tzinfo | None = standing.clock.tzinfo if standing is not None else None
        self._calls = {
            e.data.call_id: _call(e) for e in replay.events if isinstance(e, ev.ToolCalled)
        }
        self._streamed = ""

    def opening(self) -> list[str]:
        """Whose chart it is, and who plays."""
        with kept_lines() as lines:
            self._open()
        return lines

    def of(self, frame: Frame) -> list[str]:
        """What the event of `frame` showed; empty where it showed nothing."""
        with kept_lines() as lines:
            self._say(frame)
        return lines

    def _open(self) -> None:
        started = self._replay.started
        if self._standing is not None:
            first = self._replay.state(0) if len(self._replay) else self._replay.state(-1)
            printer.chart(self._standing.view(first, self._replay.session))
        if started is None:
            return
        if self._standing is None:
            say(_("Scenario: {scenario}", scenario=one_line(started.scenario)))
        elif self._standing.changed:
            say(_("The scenario has changed since; the chart's head is of its new version."))
        when = format_datetime(self._replay.events[0].at)
        say(_("Recorded: {when} (UTC)", when=when))
        for seat, player in started.seats.items():
            say(_("{seat}: {player}", seat=seat_name(seat), player=one_line(player)))

    def _say(self, frame: Frame) -> None:
        event = frame.event
        streamed, self._streamed = self._streamed, ""
        match event:
            case ev.TurnStarted():
                printer.request_of(_turn(event), self._turns)
            case ev.ModelCalled(data=data, seat=seat):
                if data.text:
                    self._stream(seat or Seat.ASSISTANT, data.text)
                tell([event], self._calls, self._zone)
            case ev.Answered():
                tell([event], self._calls, self._zone, streamed=streamed)
            case ev.Rewound():
                tell([event], self._calls, self._zone)
                say(self._undone(event.seq).render())
                self._asked_again(frame.index)
            case _ if (line := desk_words(event)) is not None:
                say(line.render())
            case _:
                tell([event], self._calls, self._zone)

    def _stream(self, seat: Seat, text: str) -> None:
        stream = Stream()
        stream.hear(seat, Delta("text", text))
        self._streamed = stream.end(seat)

    def _asked_again(self, index: int) -> None:
        """The request that a rewind brought back, where another one stood before."""
        after, before = self._replay.state(index).turn, self._replay.state(index - 1).turn
        if after is not None and (before is None or before.seq != after.seq):
            printer.request_of(after, self._turns)

    def _undone(self, seq: int) -> Message:
        count = sum(1 for frame in self._replay.frames if frame.undone_by == seq)
        return nmsg("{n} event is undone.", "{n} events are undone.", count)


def _turn(event: ev.TurnStarted) -> TurnState:
    data = event.data
    return TurnState(
        event.turn,
        event.seq,
        data.scripted,
        data.request,
        data.answer_format,
        scenario_turn=data.scenario_turn,
    )


def _call(event: ev.ToolCalled) -> Call:
    data = event.data
    return Call(
        data.call_id, data.tool, data.arguments_given, data.arguments, event.turn, event.seq
    )
