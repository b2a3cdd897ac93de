"""A replay's state after each event is the fold of the events up to it, wherever one jumps."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import fold, live_events
from physassist_tui.core.words import Seat
from physassist_tui.replay import Pace, Replay, place_of, search
from physassist_tui.replay import replay as replay_module
from tests.unit.store_samples import START, asked, call, numbered, said, started


def marked(label: str, seq: int, text: str = "") -> ev.MarkedData:
    return ev.MarkedData(label=label, text=text, marked_seq=seq)


def model_called(cost: float) -> ev.ModelCalledData:
    return ev.ModelCalledData(
        provider="p", model="m", first_token_ms=1, total_ms=2, usage=None, finish_reason="stop",
        cost_usd=cost,
    )  # fmt: skip


@st.composite
def sessions(draw: st.DrawFn) -> list[ev.AnyEvent]:
    """Turns, calls, costs and marks, with rewinds to places that still counted, and a fork."""
    data: list[ev.EventData] = [started(), asked()]
    for n in range(draw(st.integers(1, 30))):
        kind = draw(st.sampled_from("ccamtrf"))
        open_turn = isinstance(data[-1], ev.TurnStartedData | ev.ToolReturnedData)
        match kind:
            case "c":
                data += call(len(data) + 1)
            case "a" if open_turn:
                data += [ev.AnsweredData(text=f"answer {n}"), asked(f"request {n}")]
            case "m":
                data.append(model_called(0.25))
            case "t":
                data.append(marked("note", len(data), f"mark {n}"))
            case "r":
                live = live_events(numbered(data))
                data.append(ev.RewoundData(to_seq=draw(st.sampled_from(live)).seq))
                data += [asked(f"again {n}")]
            case "f":
                data.append(started(parent_session="P", parent_seq=len(data)))
            case _:
                pass
    return numbered(data)


@given(events=sessions(), spacing=st.integers(1, 9), data=st.data())
@settings(max_examples=60, deadline=None)
def test_the_state_anywhere_is_the_fold(
    events: list[ev.AnyEvent], spacing: int, data: st.DataObject
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay_module, "SPACING", spacing)
        replay = Replay(events)
        jumps = data.draw(st.lists(st.integers(-1, len(events) - 1), min_size=1, max_size=12))
        for index in jumps:
            assert replay.state(index) == fold(events[: index + 1])


@given(events=sessions())
@settings(max_examples=30, deadline=None)
def test_what_is_undone_is_what_does_not_count(events: list[ev.AnyEvent]) -> None:
    replay = Replay(events)
    for at in range(len(events)):
        live = {e.seq for e in live_events(events[: at + 1])}
        shown = {f.event.seq for f in replay.frames[: at + 1] if not f.undone(events[at].seq)}
        assert shown == live


def test_a_position_that_is_not_there() -> None:
    replay = Replay(numbered([started(), asked()]))
    for index in (-2, 2):
        with pytest.raises(IndexError):
            replay.state(index)


def test_shared_events_of_a_fork_are_told_apart() -> None:
    events = numbered([started(), asked(), started(parent_session="P", parent_seq=2), *call(4)])
    assert [f.shared for f in Replay(events).frames] == [True, True, False, False, False]
    assert not any(f.shared for f in Replay(events[:2]).frames)


class TestPace:
    def frames(self, *seconds: float) -> Replay:
        pause, go_on = ev.PausedData(reason="person"), ev.ResumedData(reason="person")
        data: list[ev.EventData] = [started(), asked(), pause, go_on, ev.AnsweredData(text="x")]
        at = START
        events = []
        for event, wait in zip(numbered(data), seconds, strict=True):
            at += timedelta(seconds=wait)
            events.append(event.model_copy(update={"at": at}))
        return Replay(events)

    def test_as_recorded_scaled_and_capped(self) -> None:
        frames = self.frames(0, 2, 3, 86_400, 40).frames
        assert [Pace().wait_ms(f) for f in frames] == [0, 2000, 3000, 1000, 40_000]
        assert [Pace(2).wait_ms(f) for f in frames] == [0, 1000, 1500, 500, 20_000]
        assert [Pace(2, 2500).wait_ms(f) for f in frames] == [0, 1000, 1250, 500, 1250]

    def test_a_clock_that_went_back_waits_for_nothing(self) -> None:
        assert [Pace().wait_ms(f) for f in self.frames(0, 1, -5, 1, 1).frames][2] == 0


class TestPlaces:
    def replay(self) -> Replay:
        return Replay(
            numbered([started(), asked("first?"), *call(3), marked("wrong", 4, "看这里")])
            + numbered([ev.RewoundData(to_seq=2), ev.AnsweredData(text="一")], first=6)
            + numbered([asked("Ｃｒ多少？"), marked("good", 7)], first=8, turn=2)
        )

    @pytest.mark.parametrize(
        ("text", "index"),
        [("turn:1", 1), ("turn:2", 7), ("mark:1", 3), ("mark:2", 6), ("seq:5", 4), ("START", 0),
         ("end", 8)],
    )  # fmt: skip
    def test_named(self, text: str, index: int) -> None:
        assert place_of(self.replay(), text) == index

    @pytest.mark.parametrize(
        ("text", "says"),
        [("turn:3", "the recording has 2"), ("mark:0", "has 2"), ("seq:10", "the last one is 9"),
         ("turn", "names no place"), ("turn:x", "names no place"), ("start:1", "names no place"),
         ("", "names no place")],
    )  # fmt: skip
    def test_not_there(self, text: str, says: str) -> None:
        with pytest.raises(BadInput, match=says):
            place_of(self.replay(), text)

    def test_searched(self) -> None:
        replay = self.replay()
        assert search(replay, "FIRST") == 1
        assert search(replay, "cr多少") == 7
        assert search(replay, "creatinine") == 2
        assert search(replay, "creatinine", after=2) == 3
        assert search(replay, "creatinine", after=3) is None
        assert search(replay, "creatinine", after=3, backward=True) == 2
        assert search(replay, "看这") == 4
        assert search(replay, "nowhere") is None
        assert search(replay, "") is None

    def test_a_message_by_a_typed_tool_is_found_by_its_name(self) -> None:
        asked_by = ev.MessageData(
            sender=Seat.ASSISTANT, recipient=Seat.PATIENT, text="", via="patient.pain"
        )
        replay = Replay(numbered([started(), asked(), asked_by, said("Yes.")]))
        assert search(replay, "patient.pain") == 2
