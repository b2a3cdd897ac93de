"""The driver: models in every seat, what they say wrongly, what comes between, and who waits."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.state import fold
from physassist_tui.core.view import Answer, CallTool
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Budgets, Casting
from physassist_tui.play.driver import Driver, Stepped
from physassist_tui.play.headless import run
from physassist_tui.play.opening import Opened, go_on, start
from physassist_tui.play.recorder import MemorySink
from tests.play.scripted_model import Said, ScriptedModel, fault, says

K = ("Observation.search", {"code": "Potassium"})
CR = ("Observation.search", {"code": "Creatinine"})
ASK = ("patient.ask", {"question": "Do you take ibuprofen?"})
ORDER = ("ServiceRequest.create", {"service_type": "Potassium, serum", "priority": "routine"})


class Play:
    """A session of the small scenario with scripted models."""

    def __init__(
        self,
        mini: Loaded,
        script: Sequence[Said | None],
        *,
        attended: bool = True,
        going_on: Opened | None = None,
        **seats: Any,
    ) -> None:
        self.sink = MemorySink()
        self.model = ScriptedModel(script)
        casting = Casting(seats.pop("assistant", "model:m"), seats.pop("language", "en"), **seats)
        self.opened = going_on or start(mini, self.sink, casting, session="01TEST")
        self.director = self.opened.director
        self.streamed: list[tuple[Seat, str]] = []
        self.asked_for: list[str] = []
        self.driver = Driver(
            self.opened, self.open, lambda seat, delta: self.streamed.append((seat, delta.text)),
            attended=attended,
        )  # fmt: skip

    def open(self, name: str) -> ScriptedModel:
        self.asked_for.append(name)
        return self.model

    def kinds(self) -> list[str]:
        return [event.kind for event in self.sink.events]

    def go(self) -> EndReason | None:
        while self.driver.waiting() is None:
            self.driver.step()
        return self.director.state.ended


def pause_after_the_first_call(play: Play) -> None:
    def pause(events: Sequence[ev.AnyEvent]) -> None:
        returned = any(event.kind == "tool_returned" for event in events)
        if returned and len(play.director.state.calls) == 1:
            play.director.pause("person")

    play.director.listen(pause)


def test_a_whole_session_is_played_with_parallel_calls(mini: Loaded) -> None:
    play = Play(mini, [says("Looking.", K, CR, ASK), says("K 5.9"), says("", ORDER), says("Done.")])
    assert play.go() is EndReason.COMPLETED
    assert play.asked_for == ["m"]
    state = play.director.state
    assert [turn.answer for turn in state.turns] == ["K 5.9", "Done."]
    assert [call.tool for call in state.calls] == [K[0], CR[0], "patient.ask", ORDER[0]]
    assert {call.player for call in state.calls} == {"model:m"}
    assert len(state.active_written()) == 1
    assert (state.tokens, state.cost_usd) == (440, None)
    assert play.streamed[0] == (Seat.ASSISTANT, "Looking.")
    assert state == fold(play.sink.events)
    # What was called at once stands in one message, each with exactly what came of it.
    chat = play.model.heard[1]
    assert [m["role"] for m in chat] == ["system", "user", "assistant", "tool", "tool", "tool"]
    assert chat[2]["content"] == "Looking."
    names = [call["function"]["name"] for call in chat[2]["tool_calls"]]
    assert names == [K[0], CR[0], "patient.ask"]
    assert [m["tool_call_id"] for m in chat[3:]] == [c["id"] for c in chat[2]["tool_calls"]]
    assert '"value": 5.9' in chat[3]["content"]
    assert chat[5]["content"].startswith('{"reply": "')
    assert {spec.name for spec in play.model.offered[0]} == {
        tool.name for tool in play.director.view().toolset.tools
    }


@pytest.mark.parametrize(
    "bad",
    [
        says(""),
        says("Observation.search(code=K)"),
        says("", ("Observation.search", "{")),
        says("", ("Observation.search", '{"code": "' + "x" * 200_000 + '"}')),
        says("cut", finish="length"),
    ],
    ids=["empty", "prose", "broken", "huge", "cut"],
)
def test_what_cannot_be_done_is_told_back_and_can_be_mended(mini: Loaded, bad: Said) -> None:
    play = Play(mini, [bad, says("", K), says("5.9"), says("no")])
    assert play.go() is EndReason.COMPLETED
    first = play.director.state.model_calls[0].data
    assert first.rejected
    assert play.model.heard[1][-1]["content"] == first.rejected
    assert play.model.heard[1][-2]["role"] == "assistant"
    assert len(repr(play.sink.events)) < 60_000


@pytest.mark.parametrize(
    "bad",
    [
        says(""),
        says("Observation.search(code=K)"),
        says("", ("Observation.search", "{")),
        says("", ("Observaton.search", {})),
        says("", ("Observation.search", {"_count": "many"})),
        says("", ("Observation.search", {"cod": 1})),
        says("", K),
    ],
    ids=["empty", "prose", "broken", "unknown", "type", "parameter", "same"],
)
def test_the_same_for_ever_is_an_end_with_a_name(mini: Loaded, bad: Said) -> None:
    play = Play(mini, [bad], attended=False)
    assert play.go() is EndReason.REPEATED_CALL
    assert len(play.model.heard) == 5
    ended = play.sink.events[-1]
    assert isinstance(ended, ev.SessionEnded)
    assert ended.data.detail


def test_an_unknown_tool_is_told_with_the_nearest_names(mini: Loaded) -> None:
    play = Play(mini, [says("", ("Observaton.search", {})), says("ok"), says("ok")])
    play.go()
    assert "Observation.search" in play.model.heard[1][-1]["content"]


def test_sixty_calls_at_once_meet_the_turns_limit(mini: Loaded) -> None:
    many: list[tuple[str, dict[str, Any] | str]] = [
        ("Observation.search", {"_count": n}) for n in range(1, 61)
    ]
    play = Play(mini, [says("", *many), says("ok")], attended=False)
    play.go()
    assert sum(1 for call in play.director.state.calls if call.ok) == 16


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("server_error", EndReason.PROVIDER_FAILED), ("context_full", EndReason.CONTEXT_FULL)],
)
def test_without_a_person_a_fault_ends_the_session(
    mini: Loaded, kind: Any, reason: EndReason
) -> None:
    play = Play(mini, [says("", K), fault(kind)], attended=False)
    assert play.go() is reason
    assert play.kinds()[-2:] == ["model_called", "session_ended"]
    assert play.director.state.ended_detail == "The server had an error."
    assert play.director.state.turns[0].answer is None


def test_with_a_person_a_fault_waits_and_the_play_goes_on(mini: Loaded) -> None:
    play = Play(mini, [fault(), fault(), says("5.9"), says("no")])
    play.driver.step()
    assert play.driver.waiting() == "provider"
    assert play.driver.fault is not None
    assert play.driver.fault.fault == "server_error"
    paused = play.sink.events[-1]
    assert isinstance(paused, ev.Paused)
    assert paused.data.reason == "provider"
    assert play.driver.step() == Stepped()  # nothing moves meanwhile
    play.director.resume("provider")
    play.driver.step()  # tried again, and failed again
    assert play.driver.waiting() == "provider"
    # Another model is seated, and goes on.
    play.director.change_seat(Seat.ASSISTANT, "model:other", "The first one does not answer.")
    play.director.resume("provider")
    assert play.go() is EndReason.COMPLETED
    assert play.asked_for == ["m", "other"]
    assert "The first one does not answer." in play.model.heard[2][-1]["content"]


def test_a_running_call_is_stopped_at_once_and_nothing_of_it_is_done(mini: Loaded) -> None:
    play = Play(mini, [None, says("5.9")])
    stepped: list[Stepped] = []
    thread = threading.Thread(target=lambda: stepped.append(play.driver.step()))
    thread.start()
    assert play.model.waiting.wait(20)
    play.director.pause("person")
    play.driver.stop()
    thread.join(20)
    assert not thread.is_alive()
    assert stepped[0].stopped
    assert play.driver.waiting() == "paused"
    assert play.kinds()[-2:] == ["paused", "model_called"]
    play.director.resume("person")
    play.driver.step()
    assert play.director.state.turns[0].answer == "5.9"


def test_a_pause_among_parallel_calls_stops_before_the_next_and_goes_on_with_it(
    mini: Loaded,
) -> None:
    play = Play(mini, [says("", K, CR, ORDER), says("5.9")])
    pause_after_the_first_call(play)
    play.driver.step()
    assert play.driver.waiting() == "paused"
    assert len(play.director.state.calls) == 1
    play.director.resume("person")
    play.driver.step()
    assert [call.tool for call in play.director.state.calls] == [K[0], CR[0], ORDER[0]]
    assert len(play.model.heard) == 1


@pytest.mark.parametrize("between", ["takeover", "rewind", "mark"])
def test_what_is_left_of_a_message_is_done_only_where_nobody_came_between(
    mini: Loaded, between: str
) -> None:
    play = Play(mini, [says("", K, ORDER), says("5.9")])
    pause_after_the_first_call(play)
    play.driver.step()
    match between:
        case "takeover":
            play.director.change_seat(Seat.ASSISTANT, "human", "I stop this order.")
            play.director.change_seat(Seat.ASSISTANT, "model:m", "Do not order anything.")
        case "rewind":
            play.director.rewind(2)
        case "mark":
            play.director.mark("unsafe", "an order without a question")
    play.director.resume("person")
    play.driver.step()
    orders = [call for call in play.director.state.calls if call.tool == ORDER[0]]
    assert bool(orders) == (between == "mark")
    if between == "takeover":
        told = play.model.heard[1]
        assert "Do not order anything." in told[-1]["content"]
        assert "I stop this order." not in str(told)


def test_a_person_takes_over_and_hands_back_and_the_model_sees_what_was_done(mini: Loaded) -> None:
    play = Play(mini, [says("", K), says("K 5.9; she takes ibuprofen."), says("ok")])
    play.driver.step()
    play.director.change_seat(Seat.ASSISTANT, "human", "I ask her myself.")
    assert play.driver.waiting() == "assistant"
    play.director.act(CallTool(*ASK))
    play.director.change_seat(Seat.ASSISTANT, "model:m", "I asked about painkillers; answer now.")
    play.driver.step()
    chat = play.model.heard[1]
    assert [m["role"] for m in chat] == [
        "system", "user", "assistant", "tool", "assistant", "tool", "user",
    ]  # fmt: skip
    assert chat[4]["tool_calls"][0]["function"]["name"] == "patient.ask"
    assert "ibuprofen" in chat[5]["content"]
    assert "I asked about painkillers; answer now." in chat[6]["content"]
    assert play.director.state.turns[0].answered_by == "model:m"


def test_what_a_person_scrolled_through_is_cut_for_the_model() -> None:
    shipped = load_scenario("medication-safety/atrial-fibrillation-day-3")
    play = Play(shipped, [says("ok")], assistant="human")
    play.director.act(CallTool("Patient.everything", {"_count": 100}))
    play.director.change_seat(Seat.ASSISTANT, "model:m", "All is read.")
    play.driver.step()
    (told,) = [m["content"] for m in play.model.heard[0] if m["role"] == "tool"]
    assert len(told) <= 10_000 < len(str(play.director.state.calls[0].result))


def test_a_takeover_while_the_model_thinks_leaves_what_it_says_undone(mini: Loaded) -> None:
    play = Play(mini, [lambda _chat: _take(play), says("no")])
    play.driver.step()
    assert play.director.state.calls == ()
    assert play.kinds()[-2:] == ["seat_changed", "model_called"]
    assert play.driver.waiting() == "assistant"


def _take(play: Play) -> Any:
    play.director.change_seat(Seat.ASSISTANT, "human", "mine")
    return says("", ORDER)


def test_a_copilot_proposes_and_the_person_accepts_edits_and_rejects(mini: Loaded) -> None:
    play = Play(
        mini,
        [says("", K, CR), says("", ORDER), says("K 5.8"), says("K 5.9")],
        assistant="copilot:m",
    )
    play.driver.step()
    assert play.driver.waiting() == "decision"
    first = play.director.state.open_proposal
    assert first is not None
    assert play.director.state.calls == ()
    play.director.decide(first.id, "accept")
    play.driver.step()  # the second call of the same message
    assert len(play.model.heard) == 1
    second = play.director.state.open_proposal
    assert second is not None
    assert second.act == {"call": CR[0], "with": CR[1]}
    edited = CallTool("Observation.search", {"code": "Creatinine", "_count": 1})
    play.director.decide(second.id, "edit", edited, "the newest will do")
    play.driver.step()
    order = play.director.state.open_proposal
    assert order is not None
    play.director.decide(order.id, "reject", reason="nobody asked for that")
    play.driver.step()
    wrong = play.director.state.open_proposal
    assert wrong is not None
    play.director.decide(wrong.id, "reject", reason="it is 5.9")
    play.driver.step()
    done = play.director.state
    assert [each.tool for each in done.calls] == [K[0], CR[0]]
    assert len(done.written) == 0
    after_edit, after_reject, after_answer = play.model.heard[1:4]
    assert "the newest will do" in after_edit[-1]["content"]
    assert [c["function"]["arguments"] for c in after_edit[2]["tool_calls"]] == [
        '{"code": "Potassium"}', '{"code": "Creatinine", "_count": 1}',
    ]  # fmt: skip
    assert after_reject[-2]["tool_calls"][0]["function"]["name"] == ORDER[0]
    assert "nobody asked for that" in after_reject[-1]["content"]
    assert after_answer[-2] == {"role": "assistant", "content": "K 5.8"}
    assert "it is 5.9" in after_answer[-1]["content"]
    last = play.director.state.open_proposal
    assert last is not None
    play.director.decide(last.id, "accept")
    assert play.director.state.turns[0].answer == "K 5.9"


def test_a_model_patient_speaks_and_a_person_can_speak_for_her(mini: Loaded) -> None:
    words = "I take ibuprofen for my knees, from the drugstore."
    play = Play(
        mini, [says(words), says("I take naproxen."), says("I take naproxen.")],
        assistant="human", patient="model:p",
    )  # fmt: skip
    play.director.act(CallTool(*ASK))
    assert play.driver.waiting() is None
    play.driver.step()
    state = play.director.state
    assert (state.messages[-1].text, state.messages[-1].wording) == (words, "model")
    assert [r.fact for r in state.revealed] == ["home-ibuprofen"]
    assert [(c.seat, c.player) for c in state.model_calls] == [(Seat.PATIENT, "model:p")]
    assert state.calls[-1].result == {"reply": words}
    play.director.act(CallTool("patient.ask", {"question": "Which painkiller was that again?"}))
    play.driver.step()
    assert play.director.state.messages[-1].wording == "replaced"
    assert "naproxen" not in play.director.state.messages[-1].text
    play.director.change_seat(Seat.PATIENT, "human", "I play her now.")
    play.director.act(CallTool("patient.ask", {"question": "Any palpitations?"}))
    assert play.driver.waiting() == "patient"
    play.director.patient_reply("No, none.")
    assert play.driver.waiting() == "assistant"


def test_a_model_physician_asks_towards_its_goal_until_it_is_met(mini: Loaded) -> None:
    play = Play(
        mini,
        [says(""), says("K today?"), says("5.9"), says("Repeat it."), says("Done"), says("DONE.")],
        physician="human",
    )
    play.director.change_seat(Seat.PHYSICIAN, "model:dr", "Find out why the potassium is high")
    assert play.go() is EndReason.COMPLETED
    state = play.director.state
    assert [(t.request, t.answer, t.scripted) for t in state.turns] == [
        ("K today?", "5.9", False), ("Repeat it.", "Done", False),
    ]  # fmt: skip
    physician = play.model.heard[3]
    assert "Find out why the potassium is high" in physician[0]["content"]
    assert [m["role"] for m in physician] == ["system", "user", "assistant", "user"]
    assert play.model.heard[1][-1]["role"] == "user"  # told that an empty request asks nothing


def test_budgets_end_a_session_with_their_own_reason(mini: Loaded) -> None:
    tokens = Play(mini, [says("", K)], budgets=Budgets(tokens=100), attended=False)
    assert tokens.go() is EndReason.TOKEN_LIMIT
    cost = Play(mini, [says("", K, cost=0.3)], budgets=Budgets(cost_usd=0.25), attended=False)
    assert cost.go() is EndReason.COST_LIMIT
    late = Play(mini, [None], budgets=Budgets(seconds=0.05), attended=False)
    assert late.go() is EndReason.TIME_LIMIT
    assert late.kinds()[-3:] == ["model_called", "guard_tripped", "session_ended"]


def test_a_session_cut_short_goes_on_with_the_same_chat(mini: Loaded) -> None:
    play = Play(mini, [says("Looking.", K, CR), says(""), says("5.9")])
    play.driver.step()
    play.driver.step()
    before = list(play.sink.events)
    sink = MemorySink()
    again = Play(mini, [says("5.9"), says("ok")], going_on=go_on(mini, sink, "01TEST", before))
    assert again.go() is EndReason.COMPLETED
    play.driver.step()
    assert again.model.heard[0][:1] == play.model.heard[2][:1]
    assert again.model.heard[0][2:] == play.model.heard[2][2:]


def test_scripts_play_by_the_driver_as_before(mini: Loaded) -> None:
    sink = MemorySink()
    opened = start(mini, sink, Casting("script:gold", "en"), session="01TEST")
    assert run(opened) is EndReason.COMPLETED
    assert not any(event.kind == "model_called" for event in sink.events)
    assert {event.active_ms for event in sink.events} == {0}


def test_an_answer_by_the_person_meanwhile_is_not_answered_twice(mini: Loaded) -> None:
    play = Play(mini, [lambda _chat: _answers(play), says("no")])
    play.driver.step()
    assert [turn.answer for turn in play.director.state.turns] == ["mine", None]


def _answers(play: Play) -> Any:
    play.director.act(Answer("mine"))
    return says("the model's")


@pytest.mark.parametrize("seat", ["patient", "physician"])
def test_what_a_model_said_while_it_was_paused_is_said_once_it_goes_on(
    mini: Loaded, seat: str
) -> None:
    words = "I take ibuprofen for my knees, from the drugstore."

    def thinks(_chat: list[dict[str, Any]]) -> Any:
        play.director.pause("person")
        return says(words)

    patient = seat == "patient"
    seats: dict[str, Any] = {"patient": "model:p"} if patient else {"physician": "human"}
    play = Play(mini, [thinks, fault()], assistant="human", **seats)
    if patient:
        play.director.act(CallTool(*ASK))
    else:
        play.director.change_seat(Seat.PHYSICIAN, "model:d", "Find out about painkillers")
    play.driver.step()
    assert play.driver.waiting() == "paused"
    assert words not in [m.text for m in play.director.state.messages]
    play.director.resume("person")
    play.driver.step()
    assert len(play.model.heard) == 1
    state = play.director.state
    assert words == (state.messages[-1].text if patient else state.turns[-1].request)
