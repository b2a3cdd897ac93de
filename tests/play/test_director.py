"""Acts become events, in order, and the state is their fold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import fold
from physassist_tui.core.view import Answer, Ask, CallTool, Quit
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import play_script, run
from physassist_tui.play.opening import go_on, start
from physassist_tui.play.recorder import MemorySink
from tests.play.conftest import Begin

ORDER = {"service_type": "Potassium, serum", "priority": "routine", "target_date": "2026-03-11"}


def kinds(events: list[ev.AnyEvent]) -> list[str]:
    return [event.kind for event in events]


def test_a_session_begins_with_its_casting_and_the_first_request(begin: Begin) -> None:
    opened, sink = begin()
    assert kinds(sink.events) == ["session_started", "turn_started"]
    view = opened.director.view()
    assert view.turn is not None
    assert view.turn.request.startswith("What's the potassium")
    assert (view.turn.number, view.turn_count) == (1, 2)


def test_a_read_is_called_then_returned_with_what_was_shown(begin: Begin) -> None:
    opened, _sink = begin()
    events = opened.director.act(CallTool("Observation.search", {"code": "Potassium"}))
    assert kinds(events) == ["tool_called", "tool_returned"]
    (call,) = opened.director.state.calls
    assert call.ok
    assert call.refs
    assert call.result is not None
    assert call.result["entries"][0]["value"] == 5.9


def test_a_question_brings_a_reply_and_the_fact_it_used(begin: Begin) -> None:
    opened, _sink = begin()
    events = opened.director.act(Ask("Do you take ibuprofen at home?"))
    assert kinds(events) == [
        "tool_called",
        "message",
        "fact_revealed",
        "message",
        "tool_returned",
    ]
    assert [r.fact for r in opened.director.state.revealed] == ["home-ibuprofen"]
    again = opened.director.act(Ask("So you take ibuprofen?"))
    assert "fact_revealed" not in kinds(again)


def test_a_write_is_stored_and_found_by_the_next_search(begin: Begin) -> None:
    opened, _sink = begin()
    events = opened.director.act(CallTool("ServiceRequest.create", ORDER))
    assert kinds(events) == ["tool_called", "resource_written", "tool_returned"]
    assert len(opened.director.state.active_written()) == 1
    found = opened.store.search("ServiceRequest", [("code:text", "Potassium, serum")])
    ids = [entry["resource"]["id"] for entry in found["entry"]]
    assert opened.director.state.written[0].resource["id"] in ids


def test_an_order_taken_back_is_a_new_version_of_the_same_order(begin: Begin) -> None:
    opened, _sink = begin()
    opened.director.act(CallTool("ServiceRequest.create", ORDER))
    events = opened.director.act(CallTool("order.cancel", {"order": "1", "reason": "a slip"}))
    assert kinds(events) == ["tool_called", "resource_written", "tool_returned"]
    assert len(opened.director.state.written) == 1
    assert opened.director.state.active_written() == ()


def test_an_answer_opens_the_next_turn_and_the_last_one_ends(begin: Begin) -> None:
    opened, _sink = begin()
    assert kinds(opened.director.act(Answer("5.9"))) == ["answered", "turn_started"]
    assert kinds(opened.director.act(Answer("done"))) == ["answered", "session_ended"]
    assert opened.director.state.ended is EndReason.COMPLETED
    with pytest.raises(BadInput, match="over"):
        opened.director.act(Answer("more"))


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Observaton.search", {}),
        ("Observation.search", {"cod": "K"}),
        ("Observation.search", {"_count": "many"}),
        ("Observation.search", {"date_from": "2026-02-30"}),
        ("MedicationRequest.create", {"medication": ""}),
    ],
)
def test_a_bad_call_is_an_error_that_can_be_mended_and_writes_nothing(
    begin: Begin, tool: str, arguments: dict[str, object]
) -> None:
    opened, sink = begin()
    events = opened.director.act(CallTool(tool, arguments))
    assert kinds(events) == ["tool_called", "tool_returned"]
    assert not opened.director.state.calls[-1].ok
    assert "error" in (opened.director.state.calls[-1].result or {})
    assert "resource_written" not in kinds(sink.events)


def test_the_turns_budget_refuses_and_lets_the_player_answer(begin: Begin) -> None:
    opened, sink = begin()
    for n in range(16):
        opened.director.act(CallTool("Observation.search", {"_count": n + 1}))
    assert opened.director.view().limits.tool_calls_this_turn == 0
    opened.director.act(CallTool("ServiceRequest.create", ORDER))
    assert "guard_tripped" in kinds(sink.events)
    assert opened.director.state.written == ()
    assert opened.director.state.ended is None
    opened.director.act(Answer("5.9 mmol/L"))
    assert opened.director.view().limits.tool_calls_this_turn == 16


def test_the_same_call_five_times_running_ends_the_session(begin: Begin) -> None:
    opened, sink = begin()
    call = CallTool("Observation.search", {"code": "Potassium"})
    for left in (4, 3, 2, 1):
        opened.director.act(call)
        assert opened.director.view().limits.same_call_left == left
    opened.director.act(call)
    assert opened.director.state.ended is EndReason.REPEATED_CALL
    assert kinds(sink.events)[-2:] == ["guard_tripped", "session_ended"]


def test_the_same_error_five_times_running_ends_it_too(begin: Begin) -> None:
    opened, _sink = begin()
    for n in range(5):
        opened.director.act(CallTool("Nothing.search", {"n": n}))
    assert opened.director.state.ended is EndReason.REPEATED_CALL


def test_four_times_and_another_act_between_do_not(begin: Begin) -> None:
    opened, _sink = begin()
    call = CallTool("Observation.search", {"code": "Potassium"})
    for _ in range(2):
        for _ in range(4):
            opened.director.act(call)
        opened.director.act(CallTool("Patient.read", {}))
    assert opened.director.state.ended is None


def test_the_assistants_view_reaches_nothing_it_must_not_know(begin: Begin, mini: Loaded) -> None:
    opened, _sink = begin()
    shown = repr(opened.director.view())
    for turn in mini.scenario.turns:
        for item in turn.rubric:
            assert item.text.en is not None
            assert item.text.en not in shown
        assert turn.explicit.en is not None
        assert turn.explicit.en not in shown
        assert turn.task_type.value not in shown
    assert "home-ibuprofen" not in shown
    assert "knees" not in shown


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_state_is_the_fold_of_the_events(mini: Loaded, language: str) -> None:
    sink = MemorySink()
    opened = start(mini, sink, Casting("script:gold", "zh" if language == "zh" else "en"))
    run(opened)
    assert opened.director.state == fold(sink.events)


class BatchSink(MemorySink):
    """Remembers where each commit ended: the only places where a killed play can stand."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[int] = []

    def append(self, session_id: str, events: Sequence[ev.AnyEvent]) -> None:
        super().append(session_id, events)
        self.ends.append(len(self.events))


def test_a_session_resumes_after_every_commit_as_the_whole_play_would(mini: Loaded) -> None:
    batches = BatchSink()
    run(start(mini, batches, Casting("script:gold", "en"), session="check"))
    whole = batches.events
    assert len(batches.ends) > 8
    for cut in batches.ends[:-1]:
        sink = MemorySink()
        before = whole[:cut]
        opened = go_on(mini, sink, "check", before)
        assert opened.director.state == fold([*before, *sink.events])
        run(opened)
        told = [e for e in [*before, *sink.events] if e.kind != "resumed"]
        assert [(e.kind, _comparable(e)) for e in told] == [
            (e.kind, _comparable(e)) for e in whole
        ], f"cut after event {cut}"


def _comparable(event: ev.AnyEvent) -> object:
    data = event.data.model_dump(mode="json")
    # Call ids follow the numbering of events, which a `resumed` event shifts.
    data.pop("call_id", None)
    data.pop("message_seq", None)
    if isinstance(event, ev.ResourceWritten):
        resource = data["resource"]
        resource.pop("id")
        resource.pop("meta")
        resource.pop("identifier", None)
    if isinstance(event, ev.ToolReturned):
        data.pop("result")
        data.pop("refs")
    return data


def test_quitting_pauses_and_resuming_goes_on(mini: Loaded, begin: Begin) -> None:
    opened, sink = begin()
    assert kinds(opened.director.act(Quit())) == ["paused"]
    assert opened.director.state.paused
    again = go_on(mini, sink, "01TEST", list(sink.events))
    assert not again.director.state.paused
    assert sink.events[-1].kind == "resumed"


def test_a_session_that_is_over_or_of_another_version_does_not_resume(
    mini: Loaded, begin: Begin
) -> None:
    with pytest.raises(BadInput, match="over"):
        go_on(mini, MemorySink(), "check", play_script(mini))
    changed = replace(mini, content_hash="sha256:0")
    _opened, sink = begin()
    with pytest.raises(BadInput, match="changed"):
        go_on(changed, MemorySink(), "01TEST", sink.events)


def test_who_acted_is_on_every_event(mini: Loaded) -> None:
    events = play_script(mini)
    by = {(e.kind, e.seat, e.player) for e in events}
    assert ("answered", Seat.ASSISTANT, "script:gold") in by
    assert ("turn_started", Seat.PHYSICIAN, "script") in by
    assert ("fact_revealed", Seat.PATIENT, "grounded") in by


def test_a_tasks_whole_budget_ends_the_session(mini: Loaded) -> None:
    limits = mini.scenario.limits.model_copy(update={"tool_calls": 3})
    scenario = mini.scenario.model_copy(update={"limits": limits})
    sink = MemorySink()
    director = start(replace(mini, scenario=scenario), sink, Casting("human", "en")).director
    for n in range(3):
        director.act(CallTool("Observation.search", {"_count": n + 1}))
    assert director.view().limits.tool_calls == 0
    director.act(CallTool("ServiceRequest.create", ORDER))
    assert director.state.ended is EndReason.TOOL_LIMIT
    assert director.state.written == ()
