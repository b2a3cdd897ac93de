"""A session directed from outside its seats: pause, other players, free turns, budgets, ends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import fold
from physassist_tui.core.view import Answer, Ask, CallTool, Quit
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Budgets, Casting
from physassist_tui.play.director import Director
from physassist_tui.play.opening import go_on, start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.play.running_clock import LiveClock, RunningClock, StillClock
from physassist_tui.play.seat import AssistantSeat, PatientSeat, PhysicianSeat
from tests.play.conftest import Begin

LOOK = CallTool("Observation.search", {"code": "Potassium"})
ORDER = {"service_type": "Potassium, serum", "priority": "routine", "target_date": "2026-03-11"}
USED = ev.ModelCalledData(
    provider="p", model="m", first_token_ms=1, total_ms=20, usage={"x": 1}, finish_reason="stop",
    cost_usd=0.02, tokens_in=900, tokens_out=100,
)  # fmt: skip


def kinds(events: Sequence[ev.AnyEvent]) -> list[str]:
    return [event.kind for event in events]


def ended(director: Director) -> EndReason | None:
    return director.state.ended


def begun(mini: Loaded, language: Lang = "en", **seats: object) -> tuple[Director, MemorySink]:
    sink = MemorySink()
    casting = replace(Casting("human", language), **seats)  # type: ignore[arg-type]
    return start(mini, sink, casting, session="01TEST").director, sink


# Pause


def test_while_paused_nobody_acts_and_no_time_runs(begin: Begin) -> None:
    opened, sink = begin()
    director = opened.director
    director.shown()
    assert kinds(director.pause()) == ["paused"]
    assert director.pause() == []
    stood = director.active_ms
    tried: list[Callable[[], object]] = [
        lambda: director.act(LOOK),
        lambda: director.act(Answer("x")),
        director.request,
        lambda: director.patient_reply("yes"),
    ]
    for do in tried:
        with pytest.raises(BadInput, match="paused"):
            do()
    assert director.view().paused
    assert director.active_ms == stood
    assert kinds(director.resume()) == ["resumed"]
    assert director.resume() == []
    assert director.act(LOOK)
    assert [e.active_ms for e in sink.events] == sorted(e.active_ms for e in sink.events)
    assert director.state == fold(sink.events)


def test_leaving_a_paused_session_keeps_it_paused(begin: Begin) -> None:
    opened, sink = begin()
    opened.director.pause("provider")
    assert opened.director.act(Quit()) == []
    assert kinds(sink.events)[-1] == "paused"


# Seats


def test_a_seat_is_handed_over_with_a_note_that_the_next_player_sees(begin: Begin) -> None:
    opened, sink = begin("script:gold")
    director = opened.director
    with pytest.raises(BadInput, match="one line"):
        director.change_seat(Seat.ASSISTANT, "human", "  \n ")
    director.change_seat(Seat.ASSISTANT, "human", "Labs are read;\n order the repeat.")
    view = director.view()
    assert view.hand_over is not None
    assert view.hand_over.note == "Labs are read; order the repeat."
    assert (view.hand_over.from_player, view.player) == ("script:gold", "human")
    assert view.hand_over_seq == sink.events[-1].seq
    director.act(LOOK)
    assert sink.events[-1].player == "human"
    director.change_seat(Seat.ASSISTANT, "model:some/model", "Go on.")
    assert director.casting.assistant == "model:some/model"
    with pytest.raises(BadInput, match="already"):
        director.change_seat(Seat.ASSISTANT, "model:some/model", "Go on.")
    for seat, nobody in (
        (Seat.ASSISTANT, "grounded"),
        (Seat.ASSISTANT, "model:"),
        (Seat.PATIENT, "script:gold"),
        (Seat.PHYSICIAN, "copilot:m"),
    ):
        with pytest.raises(BadInput, match=nobody):
            director.change_seat(seat, nobody, "?")
    again = go_on(opened.loaded, MemorySink(), "01TEST", list(sink.events)).director
    assert again.casting == director.casting


def test_the_clock_runs_for_people_and_models_and_stands_among_scripts(begin: Begin) -> None:
    opened, _sink = begin("script:gold")
    director = opened.director

    def clock() -> RunningClock:
        return director._stage.recorder.clock

    assert isinstance(clock(), StillClock)
    director.change_seat(Seat.PATIENT, "human", "Speak for her.")
    assert isinstance(clock(), LiveClock)
    before = director.active_ms
    director.change_seat(Seat.PATIENT, "grounded", "Back.")
    assert isinstance(clock(), StillClock)
    assert director.active_ms >= before
    director.change_seat(Seat.ASSISTANT, "copilot:m", "Help.")
    assert isinstance(clock(), LiveClock)


# A person as the patient


@pytest.mark.parametrize(
    ("language", "asked", "said", "revealed"),
    [
        ("en", "Do you take ibuprofen?", "Most days I take ibuprofen for my knees.", True),
        ("en", "Do you take ibuprofen?", "No, I do not take ibuprofen for my knees.", False),
        ("en", "Do you take ibuprofen?", "My knees hurt most days.", False),
        ("en", "Do you take ibuprofen?", "I'd rather not say.", False),
        ("zh", "您吃布洛芬吗？", "膝盖疼，我自己买布洛芬吃，差不多天天吃。", True),
        ("zh", "您吃布洛芬吗？", "没有，我不吃布洛芬。", False),
        ("zh", "您吃布洛芬吗？", "这个不太想说。", False),
    ],
)
def test_a_person_speaks_for_the_patient_and_what_was_told_is_noted(
    mini: Loaded, language: Lang, asked: str, said: str, revealed: bool
) -> None:
    director, sink = begun(mini, language, patient="human")
    seat = PatientSeat(director)
    events = director.act(Ask(asked))
    assert kinds(events) == ["tool_called", "message"]
    assert director.waiting_for() is Seat.PATIENT
    assert director.view().waits_for_patient
    with pytest.raises(BadInput, match="not answered yet"):
        director.act(LOOK)
    question = seat.view().question
    assert question is not None
    assert question.text == asked
    with pytest.raises(BadInput, match="empty"):
        seat.reply(" ")
    told = seat.reply(said)
    expected = ["fact_revealed", "message", "tool_returned"]
    assert kinds(told) == (expected if revealed else expected[1:])
    assert [e.player for e in told[:-1]] == ["human"] * (len(told) - 1)
    assert director.waiting_for() is Seat.ASSISTANT
    assert director.state.calls[-1].result == {"reply": said}
    assert seat.view().facts[0].revealed is revealed
    assert director.state == fold(sink.events)


def test_the_patient_sees_its_facts_and_nothing_of_the_chart(mini: Loaded) -> None:
    director, _sink = begun(mini, patient="human")
    director.act(LOOK)
    view = PatientSeat(director).view()
    assert [fact.id for fact in view.facts] == [fact.id for fact in mini.scenario.facts]
    assert "ibuprofen" in view.facts[0].words
    shown = repr(view)
    for hidden in ("5.9", "potassium", mini.scenario.turns[0].request.en or "?"):
        assert hidden not in shown
    physician = repr(PhysicianSeat(director).view())
    for seen in (physician, repr(AssistantSeat(director).view())):
        assert "home-ibuprofen" not in seen
        assert "knees" not in seen
    assert "5.9" not in physician


def test_a_question_that_waits_is_answered_by_whoever_sits_down(mini: Loaded) -> None:
    director, sink = begun(mini, patient="human")
    director.act(Ask("Do you take ibuprofen at home?"))
    again = go_on(mini, (tail := MemorySink()), "01TEST", list(sink.events)).director
    assert again.waiting_for() is Seat.PATIENT
    events = again.change_seat(Seat.PATIENT, "grounded", "Nobody is here.")
    assert kinds(events) == ["seat_changed", "fact_revealed", "message", "tool_returned"]
    assert again.waiting_for() is Seat.ASSISTANT
    assert again.state == fold([*sink.events, *tail.events])


def test_a_models_words_say_which_facts_they_tell_and_how_they_were_made(mini: Loaded) -> None:
    director, _sink = begun(mini, patient="model:m")
    director.act(Ask("Painkillers?"))
    with pytest.raises(BadInput, match="no-such"):
        director.patient_reply("Yes.", facts=["no-such"])
    events = director.patient_reply("Yes.", facts=["home-ibuprofen"], wording="replaced")
    assert kinds(events)[0] == "fact_revealed"
    assert director.state.messages[-1].wording == "replaced"
    director.act(Ask("Again?"))
    assert "fact_revealed" not in kinds(director.patient_reply("Yes.", facts=["home-ibuprofen"]))
    with pytest.raises(BadInput, match="asked"):
        director.patient_reply("More.")


# A person as the physician, and free turns


def test_a_person_asks_the_drafts_or_other_things_and_ends_it(mini: Loaded) -> None:
    director, sink = begun(mini, physician="human")
    seat = PhysicianSeat(director)
    assert kinds(sink.events) == ["session_started"]
    assert director.waiting_for() is Seat.PHYSICIAN
    with pytest.raises(BadInput, match="physician speaks next"):
        director.act(LOOK)
    draft = seat.view().draft
    assert draft is not None
    assert draft.text == mini.scenario.turns[0].request.en
    seat.request("How is she?")
    with pytest.raises(BadInput, match="not answered"):
        seat.request()
    with pytest.raises(BadInput, match="not answered"):
        seat.finish()
    director.act(Answer("Well."))
    seat.request(draft.text)  # the draft's own words are the scenario's turn
    director.act(Answer("5.9 mmol/L"))
    seat.request()
    director.act(Answer("Done."))
    assert seat.view().draft is None
    with pytest.raises(BadInput, match="All requests"):
        seat.request()
    assert [t.scenario_turn for t in director.state.turns] == [None, 1, 2]
    assert {e.player for e in sink.events if e.kind == "turn_started"} == {"human"}
    seat.finish()
    assert ended(director) is EndReason.COMPLETED


def test_a_free_turn_waits_for_the_answer_and_goes_before_the_next_request(begin: Begin) -> None:
    opened, sink = begin()
    director = opened.director
    with pytest.raises(BadInput, match="empty"):
        director.free_turn("  ")
    for text in ("first", "second", "third"):
        assert director.free_turn(text) == []
    first, second, third = director.queue
    director.edit_queued(second.id, "second, better")
    director.retract_queued(first.id)
    with pytest.raises(BadInput, match="has been sent"):
        director.edit_queued(first.id, "x")
    assert "turn_started" not in kinds(sink.events[2:])  # nothing is recorded of what waits
    director.act(Answer("a"))
    director.act(Answer("b"))
    assert [q.text for q in director.queue] == []
    director.act(Answer("c"))
    turns = [(t.request, t.scenario_turn, t.scripted) for t in director.state.turns[1:3]]
    assert turns == [("second, better", None, False), (third.text, None, False)]
    assert director.state.turns[3].scenario_turn == 2
    asked = {e.data.request: e.player for e in sink.events if isinstance(e, ev.TurnStarted)}
    assert asked["third"] == "human"
    director.free_turn("one more")
    director.act(Answer("d"))
    assert ended(director) is None
    director.act(Answer("e"))
    assert ended(director) is EndReason.COMPLETED
    assert director.state == fold(sink.events)


def test_the_script_goes_on_when_it_is_given_the_physicians_seat_back(mini: Loaded) -> None:
    director, sink = begun(mini, physician="human")
    assert kinds(director.change_seat(Seat.PHYSICIAN, "script", "As written.")) == [
        "seat_changed",
        "turn_started",
    ]
    director.change_seat(Seat.PHYSICIAN, "human", "Mine.")
    director.act(Answer("x"))
    assert director.waiting_for() is Seat.PHYSICIAN
    director.change_seat(Seat.PHYSICIAN, "script", "Yours.")
    assert director.state.turns[-1].scenario_turn == 2
    director.act(Answer("y"))
    assert ended(director) is EndReason.COMPLETED
    assert director.state == fold(sink.events)


# The copilot


def test_a_proposal_is_accepted_edited_or_rejected_and_all_of_it_is_recorded(mini: Loaded) -> None:
    director, sink = begun(mini, assistant="copilot:m")
    one = director.propose(LOOK)
    assert director.state.open_proposal is not None
    with pytest.raises(BadInput, match="why"):
        director.decide(one, "reject")
    director.decide(one, "reject", reason="not yet")
    with pytest.raises(BadInput, match="open"):
        director.decide(one, "accept")
    two = director.propose(CallTool("ServiceRequest.create", ORDER))
    assert kinds(director.decide(two, "accept")) == [
        "decided", "tool_called", "resource_written", "tool_returned",
    ]  # fmt: skip
    assert sink.events[-1].player == "copilot:m"
    three = director.propose(Answer("It is 9.5."))
    with pytest.raises(BadInput, match="needs the act"):
        director.decide(three, "edit")
    director.decide(three, "edit", Answer("It is 5.9."))
    assert director.state.turns[0].answer == "It is 5.9."
    assert director.state.turns[0].answered_by == "human"
    decided = [(p.decision, p.decided_act, p.reason) for p in director.view().proposals]
    assert decided == [
        ("reject", None, "not yet"),
        ("accept", {"call": "ServiceRequest.create", "with": ORDER}, ""),
        ("edit", {"answer": "It is 5.9."}, ""),
    ]
    assert director.state == fold(sink.events)


def test_what_overtakes_a_proposal_closes_it(mini: Loaded) -> None:
    director, sink = begun(mini, assistant="copilot:m")
    late = director.propose(LOOK)
    director.act(LOOK)  # the person's own
    assert sink.events[-1].player == "human"
    with pytest.raises(BadInput, match="open"):
        director.decide(late, "accept")
    late = director.propose(LOOK)
    director.change_seat(Seat.ASSISTANT, "human", "Mine.")
    assert director.state.open_proposal is None
    with pytest.raises(BadInput, match="No copilot"):
        director.propose(LOOK)


# Marks, model calls, budgets, ends


def test_a_moment_is_marked_without_touching_the_play(begin: Begin) -> None:
    opened, sink = begin()
    director = opened.director
    director.act(LOOK)
    director.mark("unsafe", "看这里", 3)
    director.mark("good")
    assert [(m.label, m.marked_seq, m.text) for m in director.state.marks] == [
        ("unsafe", 3, "看这里"),
        ("good", 5, ""),
    ]
    for label, seq in (("note", 99), ("note", 0), (" ", 1)):
        with pytest.raises(BadInput):
            director.mark(label, "", seq)
    assert "unsafe" not in repr(director.view())
    assert director.state == fold(sink.events)


@pytest.mark.parametrize(
    ("budgets", "guard", "reason"),
    [
        (Budgets(tokens=2000), "tokens", EndReason.TOKEN_LIMIT),
        (Budgets(cost_usd=0.04), "cost_usd", EndReason.COST_LIMIT),
    ],
)
def test_a_budget_ends_the_session_for_its_own_reason(
    mini: Loaded, budgets: Budgets, guard: str, reason: EndReason
) -> None:
    director, sink = begun(mini, assistant="model:m", budgets=budgets)
    assert kinds(director.model_called(Seat.ASSISTANT, USED)) == ["model_called"]
    assert ended(director) is None
    assert (director.state.tokens, director.state.cost_usd) == (1000, 0.02)
    events = director.model_called(Seat.PATIENT, USED)  # every seat's calls are paid for
    assert kinds(events) == ["model_called", "guard_tripped", "session_ended"]
    assert events[1].data.model_dump()["guard"] == guard
    assert ended(director) is reason
    started = sink.events[0].data
    assert isinstance(started, ev.SessionStartedData)
    assert Budgets.of(started.limits) == budgets


def test_a_time_budget_ends_the_session_before_the_next_act(mini: Loaded) -> None:
    director, sink = begun(mini, budgets=Budgets(seconds=0.0))
    left = director.view().limits
    assert (left.seconds, left.tokens, left.cost_usd) == (0.0, None, None)
    assert kinds(director.act(LOOK)) == ["guard_tripped", "session_ended"]
    assert ended(director) is EndReason.TIME_LIMIT
    assert director.state.calls == ()
    again, _ = begun(mini, budgets=Budgets(seconds=3600))
    assert again.check_budgets() == []
    assert again.act(LOOK)
    assert director.state == fold(sink.events)


def test_what_a_provider_does_not_tell_is_unknown_and_a_failed_call_is_not(mini: Loaded) -> None:
    director, _sink = begun(mini, assistant="model:m")
    assert (director.state.tokens, director.state.cost_usd) == (0, 0.0)
    failed = USED.model_copy(
        update={"tokens_in": None, "tokens_out": None, "cost_usd": None, "fault": "timed_out"}
    )
    director.model_called(Seat.ASSISTANT, failed)
    assert (director.state.tokens, director.state.cost_usd) == (0, 0.0)
    director.model_called(Seat.ASSISTANT, failed.model_copy(update={"fault": None}))
    assert (director.state.tokens, director.state.cost_usd) == (None, None)
    assert len(director.view().model_calls) == 2


@pytest.mark.parametrize("reason", list(EndReason))
def test_a_session_ends_for_any_reason_and_then_nothing_is_added(
    begin: Begin, reason: EndReason
) -> None:
    opened, sink = begin()
    director = opened.director
    director.act(LOOK)
    director.end(reason, "one\nline")
    assert (director.state.ended, director.state.ended_detail) == (reason, "one line")
    count = len(sink.events)
    tried: list[Callable[[], object]] = [
        lambda: director.act(LOOK),
        director.pause,
        director.resume,
        lambda: director.change_seat(Seat.ASSISTANT, "script:gold", "x"),
        lambda: director.free_turn("x"),
        lambda: director.mark("note"),
        lambda: director.rewind(2),
        lambda: director.model_called(Seat.ASSISTANT, USED),
        lambda: director.end(EndReason.QUIT),
    ]
    for do in tried:
        with pytest.raises(BadInput, match="over"):
            do()
    assert (len(sink.events), director.boundaries(), director.waiting_for()) == (count, (), None)


class BatchSink(MemorySink):
    """Remembers where each commit ended: the only places where a killed play can stand."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[int] = []

    def append(self, session_id: str, events: Sequence[ev.AnyEvent]) -> None:
        super().append(session_id, events)
        self.ends.append(len(self.events))


def test_a_session_killed_after_any_commit_of_control_goes_on_and_waits_for_somebody(
    mini: Loaded,
) -> None:
    sink = BatchSink()
    casting = Casting("copilot:m", "en", patient="human", physician="human")
    director = start(mini, sink, casting, session="01TEST").director
    director.request("A free one.")
    director.decide(director.propose(CallTool("ServiceRequest.create", ORDER)), "accept")
    director.decide(director.propose(Ask("Do you take ibuprofen?")), "edit", Ask("Ibuprofen?"))
    director.patient_reply("I take ibuprofen for my knees most days.")
    back = director.boundaries()[-1]
    director.pause()
    director.mark("unsafe")
    director.rewind(back)
    director.resume()
    director.change_seat(Seat.ASSISTANT, "human", "Mine.")
    director.free_turn("Another.")
    director.act(Answer("x"))
    director.act(Answer("y"))
    director.change_seat(Seat.PHYSICIAN, "script", "As written.")
    director.act(Ask("Ibuprofen?"))
    director.change_seat(Seat.PATIENT, "grounded", "Speak.")
    director.act(Answer("z"))
    assert len(sink.ends) > 15
    for cut in sink.ends[:-1]:
        tail = MemorySink()
        before = sink.events[:cut]
        again = go_on(mini, tail, "01TEST", before).director
        assert again.state == fold([*before, *tail.events])
        assert again.casting.seats() == dict(fold(before).seats)
        waits = again.waiting_for()
        assert waits is not None
        # Nobody waits for a script that has nothing to do.
        assert again.state.player(waits) not in ("script", "grounded")
