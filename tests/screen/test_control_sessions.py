"""Directed sessions as a whole: what they leave, how they are gone on with, who sees what."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList, Select

from physassist_tui.core.state import fold
from physassist_tui.core.view import Answer, CallTool
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import Lang
from physassist_tui.llm import open_model
from physassist_tui.play.casting import Casting
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.setup import SetupScreen
from physassist_tui.tui.settings import load_settings
from tests.live.test_barrier import hidden
from tests.live.test_model_play import gold
from tests.llm_server import Answer as AnswerOfServer
from tests.llm_server import LlmServer, Refusal, Request
from tests.play.scripted_model import ScriptedModel, says
from tests.screen.conftest import Show
from tests.screen.control_world import ASK, Directed, directing
from tests.screen.play_world import SESSION, mini, timeless
from tests.screen.test_foreign_text import squashed

pytestmark = pytest.mark.asyncio


@pytest.fixture(autouse=True)
def no_keys_of_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in tuple(os.environ):
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PHYSASSIST_MODELS", str(tmp_path / "models.toml"))
    (tmp_path / "models.toml").write_text("", "utf-8")


async def test_the_same_decisions_leave_the_same_events(show: Show, recordings: Recordings) -> None:
    async with directing(show, recordings)() as at:
        await at.do_call("Observation.search code=Potassium")
        await at.shown.press("ctrl+o", "u")
        await at.shown.press("ctrl+o", "a")
        await at.write("Any fever?")
        await at.shown.press("enter", "escape")
        await at.do_call("Observation.search code=Creatinine")
        await at.shown.press("ctrl+o", "space")
        await at.shown.press("ctrl+o", "z", "down", "enter", "enter")
        await at.shown.press("ctrl+o", "space")
        await at.do(Answer("K 5.9"))
        await at.shown.press("ctrl+o", "x")
        await at.write("enough")
        await at.shown.press("enter")
    sink = MemorySink()
    opened = start(mini(), sink, Casting("human", "en"), session=SESSION)
    director, desk = opened.director, ControlDesk(opened, recordings)
    director.act(CallTool("Observation.search", {"code": "Potassium"}))
    place = director.events[-1].seq
    desk.mark("unsafe")
    desk.free_turn("Any fever?")
    director.act(CallTool("Observation.search", {"code": "Creatinine"}))
    desk.pause()
    desk.rewind(place)
    desk.resume()
    director.act(Answer("K 5.9"))
    desk.end(EndReason.QUIT, "enough")
    assert timeless(recordings.events(SESSION)) == timeless(sink.events)


async def test_a_real_session_by_litellm_with_a_fault_in_it(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    """The app, the driver, litellm, HTTP; the first call is refused, the person tries again."""
    plays = gold(mini().scenario, "en")

    def reply(request: Request) -> AnswerOfServer:
        if request.number == 1:
            return Refusal(401, "Incorrect API key provided.", "invalid_api_key")
        return plays(request)

    with LlmServer(reply) as server:
        (tmp_path / "models.toml").write_text(
            f'[profiles.t]\nmodel = "openai/m"\nbase_url = "{server.base_url}"\n', "utf-8"
        )
        os.environ["OPENAI_API_KEY"] = "sk-planted-on-the-screen"
        try:
            async with directing(show, recordings)(
                assistant="model:t", models={"t": open_model("t")}
            ) as at:
                await at.until(lambda: at.shown.app.screen.query("#remedies"))
                seen = at.shown.text()
                assert "key" in seen
                await at.keys("enter")
                await at.until(lambda: "session_ended" in at.kinds)
                await at.shown.settle()
                seen += at.shown.text()
        finally:
            del os.environ["OPENAI_API_KEY"]
        assert "The session is over: completed" in seen
        assert "sk-planted" not in seen
        assert at.opened.director.state.spent.tokens_in == 120 * (len(server.requests) - 1)


async def test_after_a_kill_all_seats_are_as_they_were(show: Show, recordings: Recordings) -> None:
    opened = start(mini(), recordings, Casting("human", "en"), session=SESSION)
    opened.director.change_seat(Seat.PATIENT, "human", "I speak for her")
    opened.director.change_seat(Seat.ASSISTANT, "copilot:m", "propose")
    opened.director.mark("good")
    # Nothing is said goodbye to: the process is gone.
    async with show(size=(140, 40)) as shown:
        model = ScriptedModel([says("", ASK)])
        shown.app.models = lambda name: model
        shown.app.resume_session(SESSION)
        await shown.settle()
        screen = shown.app.screen
        assert isinstance(screen, PlayScreen)
        await Directed(shown, opened, {}).until(lambda: screen.query("#proposed-act"))
        await shown.settle()
        assert "assistant: copilot:m" in shown.text()
        assert "patient: you" in shown.text()
        assert "[marked good]" in shown.text()
        await shown.press("y")
        assert "You are the patient and are asked" in shown.text()
        await shown.press("f12")
    assert recordings.events(SESSION)[-1].kind == "paused"


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_facts_are_hidden_from_one_who_assists_too(
    show: Show, recordings: Recordings, lang: Lang
) -> None:
    loaded = mini()
    async with directing(show, recordings)(patient="human", lang=lang) as at:
        secrets = [squashed(one) for one in hidden(loaded, lang) if len(squashed(one)) > 3]
        said = [squashed(fact.words) for fact in at.opened.director.patient_view().facts]
        await at.speak_to("patient")
        await at.write("?")
        await at.shown.press("enter")
        assert at.screen.query("#reply")
        await at.write("Hm")
        for keys in ((), ("ctrl+o",), ("k",)):
            await at.shown.press(*keys)
            text = squashed("".join((at.shown.text(), *at.everything())))
            assert [one for one in secrets if one in text] == []
        await at.shown.press("enter")  # warned, and wanted
        facts = at.screen.query_one("#facts", OptionList)
        assert facts.display
        shown = "".join(squashed(str(one.prompt)) for one in facts.options)
        assert any(one in shown for one in said)
        at.screen.query_one("#reply").focus()
        await at.shown.press("enter")
        assert at.screen.composer.display
        assert not at.screen.query_one("#replying").display


async def test_what_the_script_asks_next_is_not_offered_to_others(
    show: Show, recordings: Recordings
) -> None:
    async with directing(show, recordings)() as at:
        await at.shown.press("ctrl+o", "a")
        following = mini().scenario.turns[1].request.text("en")
        assert squashed(following) not in squashed(at.shown.text())
        assert at.screen.query_one("#request").text == ""


async def test_models_goal_and_budgets_are_set_up_and_remembered(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    (tmp_path / "models.toml").write_text('[profiles.lab]\nmodel = "openai/m"\n', "utf-8")
    async with show(size=(80, 24)) as shown:
        shown.app.models = lambda name: ScriptedModel([None])
        await shown.press("enter")
        screen = shown.app.screen
        assert isinstance(screen, SetupScreen)
        assert not screen.query_one("#goal-row").display
        screen.query_one("#assistant", Select).value = "copilot:lab"
        screen.query_one("#physician", Select).value = "model:"
        await shown.settle()
        assert "Name the model" in await shown.press("f5")
        screen.query_one("#physician-model", Input).value = "lab"
        await shown.settle()
        assert "what the physician is to find out" in await shown.press("f5")
        screen.query_one("#goal", Input).value = "Can she go home?"
        screen.query_one("#minutes", Input).value = "none"
        assert "Minutes: `none` is no number" in await shown.press("f5")
        screen.query_one("#minutes", Input).value = "1.5"
        screen.query_one("#tokens", Input).value = "20,000"
        assert "助理" in await shown.press("f8")
        await shown.press("f8")  # what was chosen and written stays
        await shown.pilot.press("f5")
        at = Directed(shown, None, {})  # type: ignore[arg-type]
        await at.until(lambda: isinstance(shown.app.screen, PlayScreen))
        play = shown.app.screen
        assert isinstance(play, PlayScreen)
        await at.until(lambda: play.model_at_work)
        await shown.pilot.press("f12")
        await at.until(lambda: not isinstance(shown.app.screen, PlayScreen))
    (session,) = recordings.sessions()
    state = fold(recordings.events(session.id))
    assert state.started is not None
    assert state.started.limits["session_seconds"] == 90
    assert state.started.limits["tokens"] == 20_000
    (given,) = state.seat_changes
    assert (given.to_player, given.note) == ("model:lab", "Can she go home?")
    kept = load_settings(tmp_path / "settings.json")
    assert (kept.assistant, kept.physician, kept.patient) == (
        "copilot:lab", "model:lab", "grounded",
    )  # fmt: skip
    assert (kept.goal, kept.minutes, kept.tokens) == ("Can she go home?", 1.5, 20_000)
