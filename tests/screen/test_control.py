"""Models in seats, watched and directed from the screen."""

from __future__ import annotations

import pytest
from textual.widgets import Input, OptionList, Select

from physassist_tui.core.view import Quit
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import Lang
from physassist_tui.play.casting import Budgets, Casting
from physassist_tui.play.driver import Driver
from physassist_tui.play.opening import go_on, start
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.control.desk_menu import DeskMenu
from physassist_tui.tui.screens.control.fault import FaultScreen
from physassist_tui.tui.screens.control.places import PlacesScreen
from physassist_tui.tui.screens.control.seats import SeatScreen
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.score import ScoreScreen
from tests.play.scripted_model import ScriptedModel, fault, says
from tests.screen.conftest import SIZES, Show
from tests.screen.control_world import ASK, CR, ORDER, Directed, K, Writing, directing
from tests.screen.play_world import SESSION, mini

pytestmark = pytest.mark.asyncio


@pytest.mark.parametrize("size", SIZES)
async def test_a_model_plays_and_is_watched(
    show: Show, recordings: Recordings, size: tuple[int, int]
) -> None:
    script = [says("Looking.", K, CR, ASK), says("K 5.9"), says("", ORDER), says("Done.")]
    async with directing(show, recordings)(assistant="model:m", script=script, size=size) as at:
        text = await at.until(lambda: "session_ended" in at.kinds)
        await at.shown.settle()
        text = at.shown.text()
        assert "The session is over: completed" in text
        await at.shown.press("f4")
        assert "5.9 mmol/L" in at.pane("ehr")
        await at.shown.press("f2")
        assert "Assistant K 5.9" in at.pane("physician"), "the model answered, not you"
        assert "You" not in at.pane("physician")
        assert "440 tokens" in text
        assert "cost unknown" in text
        await at.shown.press("f5")
        assert isinstance(at.shown.app.screen, ScoreScreen)


async def test_a_stream_is_seen_and_stopped_at_once(show: Show, recordings: Recordings) -> None:
    model = Writing([("reasoning", "Is it [high]?"), ("text", "K is 5.9\x1b[2J"),
                     ("call", "Observation.search"), ("call", '{"code": "Pot')])  # fmt: skip
    async with directing(show, recordings)(assistant="model:m", models={"m": model}) as at:
        await at.until(lambda: '{"code": "Pot' in at.shown.text())
        text = await at.until(lambda: "model:m works" in at.shown.text())
        assert "Esc: stop now" in text
        written = " ".join(at.pane("physician").split())
        for told in ("thinks (not part of what it says):", "Is it [high]?", "K is 5.9␛[2J"):
            assert told in written
        assert "writes a call (not made yet):" in " ".join(at.pane("ehr").split())
        await at.keys("escape")
        await at.until(lambda: "paused" in at.kinds and "model_called" in at.kinds)
        text = await at.until(lambda: "‖ paused" in at.shown.text())
        called = next(e for e in at.events if e.kind == "model_called")
        assert called.data.finish_reason == "stopped"
        assert "Is it [high]?" not in at.shown.text()
        assert "S: one step · Space: goes on" in at.shown.text()


async def take_over(at: Directed, note: str, seat: str = "assistant") -> None:
    """Takes a seat by keys, whatever is under way."""
    await at.until(lambda: isinstance(at.shown.app.screen, PlayScreen))
    await at.keys("ctrl+o")
    await at.keys("h")
    await at.until(lambda: isinstance(at.shown.app.screen, SeatScreen))
    dialog = at.shown.app.screen
    if seat != "assistant":
        dialog.query_one("#seat", Select).value = seat
        await at.until(lambda: dialog.query("#player"))
    dialog.query_one("#seat-note", Input).focus()
    await at.write(note)
    await at.keys("enter")
    await at.until(lambda: isinstance(at.shown.app.screen, PlayScreen))


async def test_a_seat_is_taken_in_the_middle_of_a_stream_and_handed_back(
    show: Show, recordings: Recordings
) -> None:
    model = ScriptedModel([None, says("K 5.9"), says("Done.")])
    async with directing(show, recordings)(assistant="model:m", models={"m": model}) as at:
        await at.until(model.waiting.is_set)
        await take_over(at, "I look myself")
        await at.until(lambda: "seat_changed" in at.kinds and at.screen.composer.is_mounted)
        assert at.kinds.index("model_called") < at.kinds.index("seat_changed")
        assert len(model.heard) == 1, "the old player is not called again"
        assert "I look myself" in " ".join(at.pane("physician").split())
        await at.speak_to("ehr")
        await at.write("Observation.search code=Potassium")
        await at.keys("enter")
        await at.until(lambda: "tool_returned" in at.kinds)
        assert [c.player for c in at.opened.director.state.calls] == ["human"]
        await take_over(at, "go on from the potassium")  # offered: the one before you
        await at.until(lambda: "session_ended" in at.kinds)
        said = str(model.heard[1])
        assert "go on from the potassium" in said
        assert "5.9" in said, "what the person found is told to the model"
        players = [turn.answered_by for turn in at.opened.director.state.turns]
        assert players == ["model:m", "model:m"]


async def test_a_seat_is_not_given_without_a_note_or_to_nobody(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)(size=(80, 24)) as at:
        await at.keys("ctrl+o")
        await at.keys("h")
        dialog = at.shown.app.screen
        assert isinstance(dialog, SeatScreen)
        assert "sits there already" in await at.shown.press("enter")
        dialog.query_one("#player", Select).value = "model:"
        await at.shown.settle()
        assert "Name the model" in await at.shown.press("f5")
        await at.write("two words")
        assert "told one line" in await at.shown.press("f5")
        await at.write("go on")
        before = len(at.events)
        await at.shown.press("enter")
        assert isinstance(at.shown.app.screen, SeatScreen)
        assert "There is no model" in at.shown.text()
        await at.shown.press("escape")
        assert len(at.events) == before


REMEDIES = [
    ("retry", ["enter"], ["model:m", "model:m"]),
    ("model", ["down", "enter"], ["model:other", "model:other"]),
    ("take", ["down", "down", "enter"], ["human"]),
    ("end", ["down", "down", "down", "enter"], []),
]


@pytest.mark.parametrize(("remedy", "keys", "answered"), REMEDIES, ids=lambda one: str(one)[:8])
async def test_a_providers_fault_is_shown_and_each_way_out_goes_on(
    show: Show, recordings: Recordings, remedy: str, keys: list[str], answered: list[str]
) -> None:
    models = {
        "m": ScriptedModel([fault("overloaded"), says("K 5.9"), says("Done.")]),
        "other": ScriptedModel([says("K 5.9"), says("Done.")]),
    }
    async with directing(show, recordings)(assistant="model:m", models=models) as at:
        await at.until(lambda: isinstance(at.shown.app.screen, FaultScreen))
        assert "The server had an error." in at.shown.text()
        assert at.opened.director.state.paused
        await at.shown.press(*keys)
        if remedy in ("model", "take"):
            if remedy == "model":
                await at.write("other")
                await at.shown.press("tab")
            await at.write("the first one was overloaded")
            await at.shown.press("enter")
        if remedy == "take":
            await at.write("K 5.9, up.")
            await at.keys("f5")
            await at.until(lambda: "answered" in at.kinds)
        elif remedy == "end":
            await at.write("no model today")
            await at.shown.press("enter")
        await at.until(lambda: remedy == "take" or "session_ended" in at.kinds)
        state = at.opened.director.state
        assert [turn.answered_by for turn in state.turns if turn.answered_by] == answered
        if remedy == "end":
            assert (state.ended, state.ended_detail) == (
                EndReason.PROVIDER_FAILED, "no model today",
            )  # fmt: skip


async def test_a_fault_can_be_left_for_later(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)(
        assistant="model:m", script=[fault("unreachable"), says("K 5.9")]
    ) as at:
        await at.until(lambda: isinstance(at.shown.app.screen, FaultScreen))
        text = await at.shown.press("escape")
        assert "The server had an error." in text
        assert "Space: try again" in text
        await at.keys("space")
        await at.until(lambda: "answered" in at.kinds)


async def test_a_fault_that_waited_is_laid_before_whoever_takes_the_session_up(
    show: Show, recordings: Recordings
) -> None:
    left = start(mini(), recordings, Casting("model:m", "en"), session=SESSION)
    Driver(left, lambda _name: ScriptedModel([fault("overloaded")])).step()
    left.director.act(Quit())
    again = go_on(mini(), recordings, SESSION, recordings.events(SESSION))
    async with directing(show, recordings)(opened=again, script=[says("K 5.9")]) as at:
        await at.until(lambda: isinstance(at.shown.app.screen, FaultScreen))
        text = at.shown.text()
        assert "Assistant (model:m), 20" in text
        assert "The server had an error." in text
        assert not at.models["m"].heard
        await at.shown.press("down", "down", "down", "enter")
        await at.shown.press("enter")
        await at.until(lambda: "session_ended" in at.kinds)
        assert at.opened.director.state.ended is EndReason.PROVIDER_FAILED
        assert not at.models["m"].heard


async def test_a_model_that_cannot_be_opened_waits_for_the_person(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)(assistant="human") as at:
        at.opened.director.change_seat(Seat.ASSISTANT, "model:gone", "from elsewhere")
        await at.until(lambda: at.opened.director.state.paused)
        await at.until(lambda: "There is no model gone." in at.shown.text())
        await at.keys("space")
        await at.until(lambda: at.kinds.count("paused") == 2)


async def test_pause_step_and_resume(show: Show, recordings: Recordings) -> None:
    script = [says("", K), says("", CR), says("K 5.9"), says("Done.")]
    async with directing(show, recordings)(assistant="human", script=script) as at:
        await at.keys("ctrl+o")
        await at.keys("space")
        text = await at.until(lambda: "Paused: no time runs." in at.shown.text())
        assert "‖ paused" in text
        await at.write("typed while paused")
        await take_over_by(at, "model:m", "go on")
        await at.until(lambda: "seat_changed" in at.kinds)
        await at.shown.settle()
        assert not at.models["m"].heard, "paused is paused"
        for calls in (1, 2):
            await at.keys("s")
            await at.until(lambda n=calls: len(at.opened.director.state.calls) == n)
            await at.until(lambda: at.opened.director.state.paused)
            await at.shown.settle()
            assert len(at.models["m"].heard) == calls
        await at.keys("space")
        await at.until(lambda: "session_ended" in at.kinds)
        steps = [(e.kind, e.data.reason) for e in at.events if e.kind in ("paused", "resumed")]
        assert steps == [
            ("paused", "person"), ("resumed", "step"), ("paused", "step"), ("resumed", "step"),
            ("paused", "step"), ("resumed", "person"),
        ]  # fmt: skip


async def take_over_by(at: Directed, player: str, note: str) -> None:
    """Gives the assistant's seat to a model by its name."""
    await at.keys("ctrl+o")
    await at.keys("h")
    await at.until(lambda: isinstance(at.shown.app.screen, SeatScreen))
    at.shown.app.screen.query_one("#player", Select).value = player.partition(":")[0] + ":"
    await at.shown.settle()
    at.shown.app.screen.query_one("#player-model", Input).value = player.partition(":")[2]
    at.shown.app.screen.query_one("#seat-note", Input).focus()
    await at.write(note)
    await at.keys("enter")
    await at.until(lambda: isinstance(at.shown.app.screen, PlayScreen))


async def test_marks_by_one_key_are_seen_where_they_belong(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)() as at:
        await at.do_call("Observation.search code=Potassium")
        await at.do_call("Observation.search code=Creatinine")
        await at.shown.press("f4", "u")  # not typing: alone
        await at.shown.press("p", "w")  # the call that the keys are on
        await at.speak_to("physician")
        await at.write("unsafe words")
        await at.shown.press("ctrl+o", "g")
        await at.shown.press("ctrl+o", "n")
        await at.write("look at this")
        text = await at.shown.press("enter")
        assert "unsafe words" in text, "what is typed stays"
        marks = [(m.label, m.text) for m in at.opened.director.state.marks]
        assert marks == [("unsafe", ""), ("wrong", ""), ("good", ""), ("note", "look at this")]
        first = at.opened.director.state.calls[0]
        assert at.opened.director.state.marks[1].marked_seq == first.returned_seq
        pane = at.pane("ehr")
        wrong, unsafe = pane.index("[marked wrong]"), pane.index("[marked unsafe]")
        assert pane.index("code=Potassium") < wrong < pane.index("code=Creatinine") < unsafe
        assert "[marked note] look at this" in pane


async def test_back_to_a_place_undoes_chart_and_panes(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)() as at:
        await at.do_call("Observation.search code=Potassium")
        await at.do_call("ServiceRequest.create service_type=Potassium priority=routine")
        assert "service_type" in at.pane("ehr")
        await at.shown.press("ctrl+o", "z")
        assert isinstance(at.shown.app.screen, PlacesScreen)
        assert "Undo everything after" in await at.shown.press("down", "enter")
        assert "What came after it is undone" in await at.shown.press("up"), "asked anew"
        await at.shown.press("down", "enter", "enter")
        assert at.kinds[-1] == "rewound"
        assert "service_type" not in at.pane("ehr")
        assert at.opened.director.state.active_written() == ()
        assert [c.tool for c in at.opened.director.state.calls] == ["Observation.search"]


async def test_a_fork_opens_as_a_session_of_its_own(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)() as at:
        await at.do_call("Observation.search code=Potassium")
        await at.do_call("Observation.search code=Creatinine")
        await at.shown.press("ctrl+o", "f", "down", "enter")
        forked = at.shown.app.session
        assert forked != at.opened.director.session
        assert "‖ paused" in at.shown.text()
        assert at.opened.director.state.paused, "the old one is left as one leaves"
        assert "Creatinine" not in at.pane("ehr")
        assert len(recordings.sessions()) == 2
        await at.shown.press("ctrl+o", "space")
        await at.do_call("Observation.search code=Creatinine")
        assert "Creatinine" in at.pane("ehr")
        calls = [e for e in recordings.events(forked) if e.kind == "tool_called"]
        assert len(calls) == 2


async def test_texts_wait_are_changed_and_taken_back(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)(size=(80, 24)) as at:
        await at.write("K is")
        for text in ("Any allergy?", "Any fever?"):
            await at.shown.press("ctrl+o", "a")
            await at.write(text)
            await at.shown.press("enter")
        desk = at.opened.director
        assert [one.text for one in desk.queue] == ["Any allergy?", "Any fever?"]
        assert "Any fever?" in at.shown.text()
        await at.shown.press("tab", "e")
        await at.write(" At all")
        await at.shown.press("enter")
        assert [one.text for one in desk.queue] == ["Any allergy? At all", "Any fever?"]
        await at.shown.press("tab", "down", "x")
        assert [one.text for one in desk.queue] == ["Any allergy? At all"]
        await at.shown.press("escape")
        await at.write(" 5.9")
        await at.shown.press("f5")
        state = desk.state
        assert state.turns[0].answer == "K is 5.9", "the answer's draft stood all the while"
        assert (state.turns[1].request, state.turns[1].scripted) == ("Any allergy? At all", False)
        assert "free turn" in at.shown.text()


PROPOSED = [says("", K), says("K 5.9"), says("", ORDER), says("Done.")]


async def test_a_copilots_acts_are_accepted_edited_and_rejected(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)(assistant="copilot:m", script=PROPOSED) as at:
        text = await at.until(lambda: "proposes" in at.shown.text())
        assert "Potassium" in text
        assert not at.opened.director.state.calls, "nothing is done before it is decided"
        await at.shown.press("e")
        at.shown.app.screen.query_one("#field-code", Input).value = "Creatinine"
        await at.shown.press("f5")
        await at.write("the other one")
        await at.shown.press("enter")
        await at.until(lambda: "answer" in at.shown.text() and "K 5.9" in at.shown.text())
        await at.shown.press("e")
        await at.write(" today")
        await at.shown.press("f5", "enter")
        await at.until(lambda: "service_type" in at.shown.text())
        await at.shown.press("r", "enter")
        assert "needed" in at.shown.text()
        await at.write("not without asking her")
        await at.shown.press("enter")
        await at.until(lambda: "Done." in at.shown.text())
        assert "not without asking her" in str(at.models["m"].heard[-1])
        await at.shown.press("y")
        assert isinstance(at.shown.app.screen, ScoreScreen)
        decided = [(e.data.decision, e.data.reason) for e in at.events if e.kind == "decided"]
        assert decided == [
            ("edit", "the other one"), ("edit", ""), ("reject", "not without asking her"),
            ("accept", ""),
        ]  # fmt: skip
        state = at.opened.director.state
        assert [c.arguments_given for c in state.calls] == [{"code": "Creatinine"}]
        assert state.turns[0].answer == "K 5.9 today"


async def test_an_edit_that_changes_nothing_is_an_acceptance(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)(assistant="copilot:m", script=PROPOSED) as at:
        await at.until(lambda: "proposes" in at.shown.text())
        await at.shown.press("e", "f5")
        decided = [e.data.decision for e in at.events if e.kind == "decided"]
        assert decided == ["accept"]


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_a_person_is_physician_and_patient_to_a_model(
    show: Show, recordings: Recordings, lang: Lang
) -> None:
    script = [says("", ASK), says("K 5.9"), says("Ordered."), says("None.")]
    async with directing(show, recordings)(
        assistant="model:m", physician="human", patient="human", script=script, lang=lang,
        size=(80, 24),
    ) as at:  # fmt: skip
        mini = at.opened.loaded.scenario
        offered = mini.turns[0].request.text(lang)
        await at.until(lambda: at.screen.query("#request"))
        await at.shown.settle()
        assert at.screen.query_one("#request").text == offered
        await at.shown.press("enter")
        await at.until(lambda: at.screen.query("#reply"))
        text = await at.until(lambda: "ibuprofen?" in at.shown.text())
        facts = at.screen.query_one("#facts", OptionList)
        assert facts.option_count == len(mini.facts)
        assert facts.display
        await at.write("Yes I do")
        await at.shown.press("tab", "space")
        assert "[x]" in str(facts.get_option_at_index(0).prompt)
        await at.shown.press("shift+tab")
        at.screen.query_one("#reply").focus()
        await at.shown.press("enter")
        await at.until(lambda: len(at.opened.director.state.turns) and
                       at.opened.director.state.turns[0].answer)  # fmt: skip
        assert [r.fact for r in at.opened.director.state.revealed] == [mini.facts[0].id]
        await at.until(lambda: at.screen.query_one("#request").text != "")
        await at.shown.press("ctrl+u", *["ctrl+u"] * 4)
        at.screen.query_one("#request").text = "Anything else?"
        await at.shown.press("f5")
        await at.until(lambda: len(at.opened.director.state.turns) == 2)
        assert not at.opened.director.state.turns[1].scripted
        await at.until(lambda: at.opened.director.state.turns[1].answer)
        await at.until(lambda: at.screen.query_one("#request").has_focus)
        await at.shown.press("ctrl+o", "d")
        assert isinstance(at.shown.app.screen, ScoreScreen), text


async def test_a_budget_ends_the_session_and_the_screen_goes_on(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)(
        assistant="model:m", script=[says("", K), says("", CR)], budgets=Budgets(tokens=150)
    ) as at:
        await at.until(lambda: "session_ended" in at.kinds)
        await at.shown.settle()
        assert at.opened.director.state.ended is EndReason.TOKEN_LIMIT
        assert "The session is over" in at.shown.text()


async def test_leaving_while_a_model_works_stops_it_and_pauses(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)(assistant="model:m", script=[None]) as at:
        await at.until(at.models["m"].waiting.is_set)
        await at.keys("f12")
        await at.until(lambda: not isinstance(at.shown.app.screen, PlayScreen))
        assert at.kinds[-2:] == ["model_called", "paused"]
        assert at.events[-1].data.reason == "quit"


async def test_a_model_patient_answers_while_one_waits(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)(patient="model:m", script=[None]) as at:
        await at.speak_to("patient")
        await at.write("Do you take ibuprofen?")
        await at.keys("enter")
        await at.until(at.models["m"].waiting.is_set)
        await at.until(lambda: "model:m works" in at.shown.text())
        assert "Esc stops it" in at.shown.text()
        await at.write("typed ahead")
        await at.keys("escape")
        await at.until(lambda: at.opened.director.state.paused)
        assert "typed ahead" in at.shown.text()


async def test_the_desk_lists_what_can_be_done(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)(size=(80, 24)) as at:
        text = await at.shown.press("ctrl+o")
        assert isinstance(at.shown.app.screen, DeskMenu)
        assert "Marks this moment as unsafe." in text
        assert "Does what the copilot proposes." not in text
        await at.shown.press("escape")
        text = await at.shown.press("f1")
        assert any(text.startswith("Ctrl+O u  ") for text in at.everything())
        await at.shown.press("escape", "ctrl+p", *"unsafe")
        assert "Marks this moment as unsafe." in at.shown.text()
        await at.shown.press("enter")
        assert [m.label for m in at.opened.director.state.marks] == ["unsafe"]
