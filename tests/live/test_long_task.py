"""A whole long task by the commands that people type, by a model over HTTP, and by scripts."""

from __future__ import annotations

import contextvars
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check import check_one
from physassist_tui.cli import run
from physassist_tui.core.events import ModelCalled
from physassist_tui.core.scenario import GoldAnswer, GoldCall
from physassist_tui.core.state import Written, fold
from physassist_tui.core.view import Act, Answer, AssistantView, CallTool
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.bench import toolset as names
from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import LANGUAGES, Lang, use_language
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run as run_on
from physassist_tui.play.opening import Opened, fork, go_on, start
from physassist_tui.play.scripts import script_player
from physassist_tui.score.session import score_session
from physassist_tui.store.recordings import Recordings
from tests.live.test_model_play import gold, play
from tests.llm_server import Answer as Sent
from tests.llm_server import Call, Reply, Request

ROOT = Path(__file__).resolve().parents[2]
LONG = ROOT / "tests" / "scenarios" / "long"
PLAN = "output/anemia_plan.md"
Says = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    yield
    use_language("en")


@pytest.fixture
def models(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLANTED_KEY", "sk-none")
    monkeypatch.setenv("PHYSASSIST_MODELS", str(tmp_path / "models.toml"))


@pytest.fixture
def loaded() -> Loaded:
    return load_scenario(LONG)


@pytest.fixture
def recordings(tmp_path: Path) -> Iterator[Recordings]:
    with Recordings.open(tmp_path / "plays.db") as opened:
        yield opened


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Says:
    """Runs a command here; gives its status, what it printed, and what it said of faults."""

    def _says(*arguments: str, lang: str = "en") -> tuple[int, str, str]:
        capsys.readouterr()
        given = [*arguments, f"--lang={lang}", f"--db={tmp_path / 'plays.db'}"]
        status = contextvars.copy_context().run(run, given)
        out, err = capsys.readouterr()
        return status, out, err

    return _says


def played(opened: Opened, player: Callable[[AssistantView], Act], most: int = 200) -> None:
    """Plays on until the session ends, or `most` acts are done."""
    director = opened.director
    for _act in range(most):
        if director.state.ended is not None:
            return
        director.act(player(director.view()))


def gold_of(loaded: Loaded) -> Callable[[AssistantView], Act]:
    store = open_record(loaded.record_path).at(loaded.scenario.clock)
    return script_player("script:gold", loaded.scenario, store)


def test_it_is_fit_to_use() -> None:
    report = check_one(LONG)
    assert [str(problem) for problem in report.problems] == []
    wrong = {one.player: one.session for one in report.figures if one.language == "en"}
    assert wrong["script:gold"] == 1.0
    assert wrong["script:null"] == 0.0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_model_plays_it_to_the_end(
    lang: Lang, loaded: Loaded, tmp_path: Path, models: None
) -> None:
    scenario = loaded.scenario
    result, server = play(tmp_path, loaded, lang, gold(scenario, lang))
    assert result["end"] == "completed"
    assert result["score"]["mrs"] == 1.0
    assert result["score"]["task_success"] is True
    sent = server.requests[0]
    offered = [tool["name"] for tool in sent.tools]
    assert len(offered) == 14
    assert offered[-1] == names.WRITE_FILE
    words = "\n".join(str(message["content"]) for message in sent.messages)
    assert PLAN in words
    assert "100" in words
    assert "7104432" in words
    assert "patient_ask" not in words
    assert ("与患者交谈" if lang == "zh" else "speak with the patient") not in words
    with Recordings.open(tmp_path / "plays.db", readonly=True) as kept:
        called = [e for e in kept.events(result["session"]) if isinstance(e, ModelCalled)]
    assert {event.data.parameters["prompt"] for event in called} == {"assistant-long/1"}


def test_a_model_cannot_list_or_cancel_and_mends_what_it_is_told(
    loaded: Loaded, tmp_path: Path, models: None
) -> None:
    tried: list[Sent] = [
        Reply("", (Call("order.list", {}), Call("order_cancel", {"order": "#1"}))),
        Reply("", (Call(names.WRITE_FILE, {"path": "../plan.md", "content": "x"}),)),
        Reply("", (Call(names.WRITE_FILE, {"path": f"/workspace/{PLAN}", "content": "# Plan"}),)),
        Reply("Done."),
    ]
    result, server = play(tmp_path, loaded, "en", tried)
    assert result["end"] == "completed"
    told = [m["content"] for m in server.requests[-1].messages if m["role"] == "tool"]
    errors = [json.loads(text).get("error", "") for text in told]
    assert "no tool order" in errors[0]
    assert "no tool order" in errors[1]
    assert "path" in errors[2]
    assert json.loads(told[3])["written"] == PLAN


def test_the_hundred_and_first_call_ends_it_and_what_was_written_is_graded(
    loaded: Loaded, recordings: Recordings
) -> None:
    opened = start(loaded, recordings, Casting("script:null", "en"))
    perfect = gold_of(loaded)
    calls = len(loaded.scenario.turns[0].gold) - 1

    def wanders(view: AssistantView) -> Act:
        done = len(view.calls)
        if done < calls:
            return perfect(view)
        return CallTool(names.LABS, {"page": done})

    assert opened.director.view().limits.tool_calls == 100
    played(opened, wanders)
    state = opened.director.state
    assert state.ended is EndReason.TOOL_LIMIT
    assert len(state.calls) == 101
    assert state.file(PLAN) is not None
    score = score_session(recordings.events(opened.director.session), loaded.scenario, opened.store)
    grades = {item.id: item.grade.verdict.value for item in score.turns[0].items}
    assert grades["iron-ordered"] == grades["plan-says-hemoglobin"] == "pass"
    assert grades["iron-studies"] == "fail"  # it reads the answer, and there is none


@pytest.mark.parametrize("same", [True, False])
def test_a_loop_ends_it(same: bool, loaded: Loaded, recordings: Recordings) -> None:
    opened = start(loaded, recordings, Casting("script:null", "en"))

    def loops(view: AssistantView) -> Act:
        path = "../x" if same else f"../x{len(view.calls)}"
        return CallTool(names.WRITE_FILE, {"path": path, "content": "x"})

    played(opened, loops)
    assert opened.director.state.ended is EndReason.REPEATED_CALL
    assert len(opened.director.state.calls) == 5
    assert opened.director.state.files == ()


def test_files_follow_a_resume_a_rewind_and_a_fork(loaded: Loaded, recordings: Recordings) -> None:
    opened = start(loaded, recordings, Casting("human", "en"))
    director = opened.director

    def write(text: str, mode: str = "w") -> dict[str, Any]:
        director.act(CallTool(names.WRITE_FILE, {"path": PLAN, "content": text, "mode": mode}))
        return director.state.calls[-1].result or {}

    write("one\n")
    after_one = director.state.last_seq
    assert write("two\n", "a")["characters"] == 8
    recorded = recordings.events(director.session)

    again = go_on(loaded, recordings, director.session, recorded)
    assert again.director.state.file(PLAN) == director.state.file(PLAN)
    director = again.director
    assert write("three\n", "a")["characters"] == 14
    forked = fork(recordings, loaded, director.session, after_one)
    assert [file.text for file in forked.director.state.files] == ["one\n"]
    director.rewind(after_one)
    assert [file.text for file in director.state.files] == ["one\n"]
    assert write("2\n", "a")["characters"] == 6
    assert [file.text for file in director.view().files] == ["one\n2\n"]
    assert recordings.events(director.session)[: len(recorded)] == recorded
    assert [file.text for file in forked.director.state.files] == ["one\n"]


def test_a_play_cut_off_after_any_commit_goes_on_to_the_same_orders_and_files(
    loaded: Loaded, tmp_path: Path
) -> None:
    with Recordings.open(tmp_path / "whole.db") as recordings:
        run_on(start(loaded, recordings, Casting("script:gold", "zh"), session="01LONG"))
        whole = recordings.events("01LONG")
    last = fold(whole)
    # What a call wrote is committed with what it gave.
    ends = [
        at
        for at, event in enumerate(whole, start=1)
        if event.kind not in ("resource_written", "file_written", "answered", "session_ended")
    ]
    kinds = {whole[at - 1].kind for at in ends}
    assert {"turn_started", "tool_called", "tool_returned"} <= kinds

    def told(written: Written) -> dict[str, Any]:
        # Ids follow from the numbers of calls, and a restart is an event of its own.
        aside = ("id", "meta", "basedOn", "authoredOn", "created")
        return {name: value for name, value in written.resource.items() if name not in aside}

    for at in ends[1::3]:
        with Recordings.open(tmp_path / f"{at}.db") as recordings:
            recordings.append("01LONG", whole[:at])
            opened = go_on(loaded, recordings, "01LONG", recordings.events("01LONG"))
            assert run_on(opened) is EndReason.COMPLETED
            events = recordings.events("01LONG")
        assert events[:at] == whole[:at]
        state = opened.director.state
        assert [file.text for file in state.files] == [file.text for file in last.files]
        assert list(map(told, state.written)) == list(map(told, last.written))
        assert state.written[3].resource["basedOn"] == [{"reference": state.written[2].ref}]
        assert [call.tool for call in state.calls] == [call.tool for call in last.calls]
    score = score_session(events, loaded.scenario, opened.store)
    assert {item.grade.verdict.value for item in score.turns[0].items} == {"pass"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_commands_of_a_long_task(lang: Lang, says: Says, tmp_path: Path) -> None:
    status, out, err = says(
        "play", str(LONG), "--headless", "--assistant", "script:gold", "--json",
        f"--scenario-lang={lang}", lang=lang,
    )  # fmt: skip
    assert status == 0, err
    result = json.loads(out)
    assert result["score"]["mrs"] == 1.0
    session = result["session"]
    content = next(
        step.arguments(lang)["content"]
        for step in load_scenario(LONG).scenario.turns[0].gold
        if isinstance(step, GoldCall) and step.call == names.WRITE_FILE
    )
    _status, out, _err = says("workspace", session, lang=lang)
    assert out.startswith(f"{PLAN}  {len(content)}")
    assert says("workspace", session, PLAN, lang=lang)[1] == content
    (row,) = json.loads(says("workspace", session, "--json", lang=lang)[1])
    assert (row["path"], row["text"]) == (PLAN, content)
    out_folder = tmp_path / "out"
    assert says("workspace", session, "--to", str(out_folder), lang=lang)[0] == 0
    assert (out_folder / PLAN).read_bytes().decode() == content
    status, _out, err = says("workspace", session, "--to", str(out_folder), lang=lang)
    assert status != 0
    assert len(err.strip().splitlines()) == 1
    assert says("workspace", session, "no.md", lang=lang)[0] != 0

    root = f"--scenarios={LONG.parent}"
    lines = says("replay", session, "--plain", "--speed=0", root, lang=lang)[1]
    for line in content.splitlines():
        assert line in lines
    assert lines.count(content.splitlines()[2]) == 1
    for form in ("jsonl", "html", "inspect", "chat", "fhir", "svg", "cast"):
        status, out, err = says("export", session, "--to", form, root, lang=lang)
        assert status == 0, (form, err)
        if form in ("html", "cast"):
            assert content.splitlines()[0] in out, form
        if form == "fhir":
            kinds = [entry["resource"]["resourceType"] for entry in json.loads(out)["entry"]]
            assert sorted(kinds) == ["Appointment", "MedicationRequest", *["ServiceRequest"] * 2]
    exported = tmp_path / "s.jsonl"
    says("export", session, "--to", "jsonl", "--out", str(exported), root, lang=lang)
    assert says("workspace", str(exported), PLAN, lang=lang)[1] == content
    with Recordings.open(tmp_path / "plays.db") as kept:
        hits = kept.search_text("naproxen" if lang == "en" else "停用萘普生")
        assert "file_written" in {hit.kind for hit in hits}


def test_what_is_wrong_is_one_line(says: Says) -> None:
    for arguments in (("workspace", "nothing"), ("workspace",), ("workspace", "x", "--to")):
        status, _out, err = says(*arguments)
        assert status != 0
        assert len(err.strip().splitlines()) == 1, err


def test_a_hundred_calls_recorded_and_graded_are_quick(
    loaded: Loaded, recordings: Recordings
) -> None:
    """Three seconds is the bound of the figures; here only that nothing grows out of hand."""
    opened = start(loaded, recordings, Casting("script:null", "en"))
    perfect, scenario = gold_of(loaded), loaded.scenario
    steps = len(scenario.turns[0].gold) - 1

    def slowly(view: AssistantView) -> Act:
        done = len(view.calls)
        if done < 100 - steps:
            return CallTool(names.LABS, {"patient": "lg-1", "page": done + 1})
        step = scenario.turns[0].gold[done - (100 - steps)]
        match step:
            case GoldCall():
                return CallTool(step.call, step.arguments(view.language))
            case GoldAnswer(answer=answer):
                return Answer(answer.text(view.language))
            case _:
                return perfect(view)

    began = time.process_time()
    played(opened, slowly)
    score = score_session(recordings.events(opened.director.session), scenario, opened.store)
    assert time.process_time() - began < 10
    assert opened.director.state.ended is EndReason.COMPLETED
    assert len(opened.director.state.calls) == 100
    assert {item.grade.verdict.value for item in score.turns[0].items} == {"pass"}


def test_a_person_beside_a_model_accepts_its_orders(
    loaded: Loaded, tmp_path: Path, models: None
) -> None:
    """A copilot's proposals are carried out as signed by the person."""
    from tests.live.test_model_play import profile
    from tests.llm_server import LlmServer

    def proposes(_request: Request) -> Sent:
        return Reply("", (Call(names.WRITE_FILE, {"path": PLAN, "content": "# Plan"}),))

    with LlmServer(proposes) as server, Recordings.open(tmp_path / "c.db") as kept:
        profile(tmp_path, server)
        opened = start(loaded, kept, Casting("copilot:model:t", "en"))
        view = opened.director.view()
        assert view.long_task
        assert view.deliverables == (PLAN,)
        opened.director.act(CallTool("order.list", {}))
        assert opened.director.state.calls[-1].ok
