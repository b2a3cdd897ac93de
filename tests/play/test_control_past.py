"""Rewind and fork: the past is left as it is, and what was undone is undone everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import fold
from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.ehr.orders import session_orders
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Casting
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.opening import Opened, fork, go_on, start
from physassist_tui.play.stage import forked_from
from physassist_tui.store.recordings import Recordings

LOOK = CallTool("Observation.search", {"code": "Potassium"})


def order(day: int) -> CallTool:
    return CallTool(
        "ServiceRequest.create",
        {
            "service_type": "Potassium, serum",
            "priority": "routine",
            "target_date": f"2026-03-{day:02}",
        },
    )


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[Recordings]:
    with Recordings.open(tmp_path / "plays.db") as opened:
        yield opened


def begun(mini: Loaded, recordings: Recordings, assistant: str = "human") -> Opened:
    return start(mini, recordings, Casting(assistant, "en"), session="01TEST")


def check(opened: Opened, recordings: Recordings) -> None:
    """The state is the fold of the file, and the chart holds what the state says was written."""
    director = opened.director
    events = recordings.events(director.session)
    assert events == list(director.events)
    assert director.state == fold(events)
    lineage = forked_from(events)
    placed = session_orders(opened.store, director.session, lineage)
    key = lambda r: r["id"]  # noqa: E731
    assert sorted(placed, key=key) == sorted((w.resource for w in director.state.written), key=key)
    numbers = [
        tag["code"]
        for r in placed
        for tag in r["meta"]["tag"]
        if tag["system"] == "urn:physassist:order"
    ]
    assert len(set(numbers)) == len(numbers)


def found(opened: Opened) -> int:
    """How many resources the assistant finds in the whole chart."""
    director = opened.director
    director.act(CallTool("Patient.everything", {}))
    return int((director.state.calls[-1].result or {})["total"])


def test_a_rewind_undoes_what_was_written_and_told_and_nothing_else(
    mini: Loaded, recordings: Recordings
) -> None:
    opened = begun(mini, recordings)
    director = opened.director
    director.shown()
    director.act(order(11))
    one = found(opened)
    back = director.state.last_seq
    director.act(LOOK)
    director.act(order(12))
    director.act(Ask("Do you take ibuprofen?"))
    director.act(CallTool("order.cancel", {"order": "1"}))
    director.mark("unsafe", "here")
    assert found(opened) == one + 1
    director.act(Answer("Done."))
    before = recordings.events("01TEST")
    took = director.active_ms
    director.rewind(back)
    assert recordings.events("01TEST")[: len(before)] == before
    state = director.state
    assert [w.resource["status"] for w in state.written] == ["active"]
    assert (state.revealed, len(state.calls), state.turn_number) == ((), 2, 1)
    assert state.turn is not None
    assert [mark.label for mark in state.marks] == ["unsafe"]
    assert director.view().limits.tool_calls_this_turn == 14
    assert director.active_ms >= took
    assert found(opened) == one
    check(opened, recordings)
    # The second order is number 2 again, whatever was undone, and is found.
    result = director.act(order(13))[-1].data
    assert isinstance(result, ev.ToolReturnedData)
    assert result.result["order"] == "#2"
    check(opened, recordings)
    again = go_on(mini, recordings, "01TEST", recordings.events("01TEST"))
    assert again.director.state.written == director.state.written
    check(again, recordings)


def test_a_rewind_goes_to_a_boundary_or_names_one(mini: Loaded, recordings: Recordings) -> None:
    opened = begun(mini, recordings)
    director = opened.director
    director.act(order(11))  # 3 called, 4 written, 5 returned
    director.act(Answer("a"))  # 6 answered, 7 turn
    assert director.boundaries() == (2, 5, 6, 7)
    for half in (3, 4):
        with pytest.raises(BadInput, match="event 2"):
            director.rewind(half)
    for nowhere in (1, 0, -3):
        with pytest.raises(BadInput, match="Nothing had been asked"):
            director.rewind(nowhere)
    director.rewind(6)  # between the turns: the next request is made again
    assert [t.scenario_turn for t in director.state.turns] == [1, 2]
    director.rewind(2)
    for undone in (5, 6, 7, 8, 9):
        with pytest.raises(BadInput):
            director.rewind(undone)
    check(opened, recordings)


def test_a_pause_and_the_seats_outlast_a_rewind(mini: Loaded, recordings: Recordings) -> None:
    opened = begun(mini, recordings, "model:m")
    director = opened.director
    director.act(LOOK)
    director.change_seat(Seat.ASSISTANT, "human", "It went wrong; I do it.")
    director.pause()
    director.rewind(2)
    assert director.state.paused
    assert director.casting.assistant == "human"
    note = director.view().hand_over
    assert note is not None
    assert note.note == "It went wrong; I do it."
    director.resume()
    director.act(LOOK)
    check(opened, recordings)
    resumed = go_on(mini, recordings, "01TEST", recordings.events("01TEST"))
    assert resumed.director.casting.assistant == "human"


def test_what_was_paid_is_paid_though_it_is_undone(mini: Loaded, recordings: Recordings) -> None:
    opened = begun(mini, recordings, "model:m")
    called = ev.ModelCalledData(
        provider="p", model="m", first_token_ms=1, total_ms=9, usage=None, finish_reason="stop",
        cost_usd=0.5, tokens_in=10, tokens_out=1,
    )  # fmt: skip
    opened.director.model_called(Seat.ASSISTANT, called)
    opened.director.rewind(2)
    state = opened.director.state
    assert (state.tokens, state.cost_usd, state.model_calls) == (11, 0.5, ())
    check(opened, recordings)


def test_a_fork_goes_on_from_its_parent_which_stays_as_it_is(
    mini: Loaded, recordings: Recordings
) -> None:
    opened = begun(mini, recordings)
    director = opened.director
    director.act(order(11))
    at = director.state.last_seq
    director.act(Answer("a"))
    parent = recordings.events("01TEST")
    other = ControlDesk(opened, recordings).fork(at)
    assert other.director.state.turn is not None
    started = other.director.state.started
    assert started is not None
    assert (started.parent_session, started.parent_seq) == ("01TEST", at)
    assert recordings.events(other.director.session)[:at] == parent[:at]
    check(other, recordings)
    # The order of before the fork is its own: it is listed, numbered on from, and cancelled.
    made = other.director.act(order(12))[-1].data
    assert isinstance(made, ev.ToolReturnedData)
    assert made.result["order"] == "#2"
    other.director.act(CallTool("order.cancel", {"order": "#1"}))
    assert [w.resource["status"] for w in other.director.state.written] == ["revoked", "active"]
    check(other, recordings)
    check(opened, recordings)
    assert recordings.events("01TEST") == parent
    assert opened.director.state.written[0].resource["status"] == "active"
    with pytest.raises(BadInput, match="forked from"):
        other.director.rewind(2)
    assert min(other.director.boundaries()) == at + 1
    # Both go on by themselves, and after a restart.
    again = go_on(
        mini, recordings, other.director.session, recordings.events(other.director.session)
    )
    again.director.act(Answer("b"))
    check(again, recordings)
    assert recordings.verify() == []


def test_a_session_that_is_over_or_was_undone_can_be_forked_off_and_a_fork_forked(
    mini: Loaded, recordings: Recordings
) -> None:
    opened = begun(mini, recordings)
    director = opened.director
    director.act(order(11))
    undone = director.state.last_seq
    director.rewind(2)
    director.act(Answer("a"))
    director.act(Answer("b"))
    assert director.state.ended is EndReason.COMPLETED
    end = director.state.last_seq
    with pytest.raises(BadInput, match=f"event {end - 1}"):
        fork(recordings, mini, "01TEST", end)
    branch = fork(recordings, mini, "01TEST", undone, new_session="01UNDONE")
    assert len(branch.director.state.written) == 1
    check(branch, recordings)
    # After the last answer nothing waits: a free turn is asked at once, then it is over again.
    last = fork(recordings, mini, "01TEST", end - 1, new_session="01LAST")
    assert last.director.waiting_for() is Seat.PHYSICIAN
    last.director.free_turn("One more thing?")
    last.director.act(Answer("Yes."))
    assert last.director.state.ended is EndReason.COMPLETED
    # A fork of a fork, in what that one shares, hangs on the session that holds it.
    again = fork(recordings, mini, "01UNDONE", 2, new_session="01AGAIN")
    assert again.director.state.started.parent_session == "01TEST"  # type: ignore[union-attr]
    own = fork(recordings, mini, "01UNDONE", undone + 1, new_session="01OWN")
    assert own.director.state.started.parent_session == "01UNDONE"  # type: ignore[union-attr]
    made = own.director.act(order(12))[-1].data
    assert isinstance(made, ev.ToolReturnedData)
    assert made.result["order"] == "#2"
    for one in (again, own):
        check(one, recordings)
    assert recordings.verify() == []


# Whatever is done, in any order

STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["look", "ask", "order", "order", "cancel", "answer", "pause", "resume", "seat",
             "patient", "physician", "free", "reply", "request", "propose", "accept", "mark",
             "rewind", "rewind", "fork", "restart"]
        ),
        st.integers(0, 40),
    ),
    max_size=24,
)  # fmt: skip


class Anything:
    """A session in which anything may be tried; what cannot be done changes nothing."""

    def __init__(self, mini: Loaded, recordings: Recordings, record: Record) -> None:
        self.mini, self.recordings = mini, recordings
        casting = Casting("human", "en")
        self.opened = start(mini, recordings, casting, record=record)
        self.all = [self.opened]

    def step(self, what: str, n: int) -> None:
        director = self.opened.director
        places = ("human", "copilot:m", "model:m")
        match what:
            case "look":
                director.act(CallTool("Observation.search", {"_count": n + 1}))
            case "ask":
                director.act(Ask("Do you take ibuprofen?"))
            case "order":
                director.act(order(n % 28 + 1))
            case "cancel":
                director.act(CallTool("order.cancel", {"order": str(n % 4 + 1)}))
            case "answer":
                director.act(Answer("x"))
            case "pause":
                director.pause()
            case "resume":
                director.resume()
            case "seat":
                director.change_seat(Seat.ASSISTANT, places[n % 3], "note")
            case "patient":
                director.change_seat(Seat.PATIENT, ("human", "grounded")[n % 2], "note")
            case "physician":
                director.change_seat(Seat.PHYSICIAN, ("human", "script")[n % 2], "note")
            case "free":
                director.free_turn("And?")
            case "reply":
                director.patient_reply("I take ibuprofen for my knees most days.")
            case "request":
                director.request()
            case "propose":
                director.propose(order(n % 28 + 1))
            case "accept":
                proposal = director.state.open_proposal
                director.decide(proposal.id if proposal else "p0", "accept")
            case "mark":
                director.mark("wrong", "", n)
            case "rewind":
                director.rewind(n)
            case "fork":
                self.opened = fork(self.recordings, self.mini, director.session, n)
                self.all.append(self.opened)
            case _:
                events = self.recordings.events(director.session)
                if director.state.ended is None:
                    self.opened = go_on(self.mini, self.recordings, director.session, events)
                    self.all[-1] = self.opened


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
def test_whatever_is_done_the_state_is_the_fold_and_the_chart_the_states(
    mini: Loaded, tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, int]]
) -> None:
    record = open_record(mini.record_path)
    with Recordings.open(tmp_path_factory.mktemp("any") / "plays.db") as recordings:
        play = Anything(mini, recordings, record)
        for what, n in steps:
            count = len(play.opened.director.events)
            try:
                play.step(what, n)
            except BadInput:
                assert len(play.opened.director.events) == count
            check(play.opened, recordings)
        for opened in play.all:
            check(opened, recordings)
            times = [e.active_ms for e in opened.director.events]
            assert times == sorted(times)
        assert recordings.verify() == []


def test_the_desk_lets_one_step_be_done_and_pauses_again(
    mini: Loaded, recordings: Recordings
) -> None:
    opened = begun(mini, recordings)
    desk = ControlDesk(opened, recordings)
    desk.pause()
    events = desk.step(lambda: opened.director.act(LOOK))
    assert [e.kind for e in events] == ["tool_called", "tool_returned"]
    assert desk.paused
    reasons = [e.data.reason for e in desk.events() if e.kind in ("paused", "resumed")]
    assert reasons == ["person", "step", "step"]
    with pytest.raises(ZeroDivisionError):
        desk.step(lambda: 1 // 0)
    assert desk.paused
    desk.step(lambda: opened.director.act(Answer("a")))
    desk.step(lambda: opened.director.act(Answer("b")))
    assert (desk.ended, desk.waiting_for()) == (EndReason.COMPLETED, None)
    check(opened, recordings)


def test_threads_at_once_are_one_after_the_other(mini: Loaded, recordings: Recordings) -> None:
    opened = begun(mini, recordings)
    director = opened.director
    tried: list[Callable[[], object]] = [
        lambda: director.act(CallTool("Observation.search", {"_count": 3})),
        lambda: director.mark("note"),
        director.pause,
        director.resume,
        lambda: director.free_turn("And?"),
        lambda: director.rewind(2),
    ]

    def run(do: Callable[[], object]) -> None:
        for _ in range(5):
            with suppress(BadInput):
                do()

    threads = [Thread(target=run, args=(do,)) for do in tried]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check(opened, recordings)
    assert recordings.verify() == []
