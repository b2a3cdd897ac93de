"""Active time runs only while a person can act."""

from __future__ import annotations

from physassist_tui.play.running_clock import LiveClock, StillClock


class Ticks:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_it_stands_until_started_and_while_stopped() -> None:
    ticks = Ticks()
    clock = LiveClock(tick=ticks)
    ticks.now += 5
    assert clock.ms == 0
    clock.start()
    ticks.now += 1.5
    clock.start()
    assert clock.ms == 1500
    clock.stop()
    ticks.now += 60
    assert clock.ms == 1500
    clock.start()
    ticks.now += 0.25
    assert clock.ms == 1750


def test_a_resumed_session_goes_on_where_its_last_event_left_it() -> None:
    ticks = Ticks()
    clock = LiveClock(from_ms=4000, tick=ticks)
    ticks.now += 3600
    clock.start()
    ticks.now += 1
    assert clock.ms == 5000


def test_a_play_without_people_takes_no_time() -> None:
    clock = StillClock()
    clock.start()
    assert clock.ms == 0
