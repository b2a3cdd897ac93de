"""Judges through the real litellm, over real HTTP: every malformed reply, in both languages."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import load_scenario
from physassist_tui.llm import open_model
from physassist_tui.llm.client import Patience
from physassist_tui.llm.profiles import ModelSettings
from physassist_tui.play.headless import play_script
from physassist_tui.score.judge.judgement import Judgement
from physassist_tui.score.judge.judging import Judge, ask
from physassist_tui.score.judge.prompt import judge_request
from physassist_tui.store.recordings import Recordings
from tests.llm_server import Answer, Call, LlmServer, Reply, refusals
from tests.unit.judge_world import (
    any_record,
    context,
    good,
    judged,
    play_of,
    row,
    said,
)
from tests.unit.test_score_judge_reply import ITEM, WHOLE

KEY = "sk-planted-9Tr3nYw"
QUICK = Patience(first_s=0.001, growth=1)
WIRE: dict[str, Answer] = {
    **{
        name: Reply(text, piece=999)
        for name, text in WHOLE.items()
        if isinstance(text, str) and text
    },
    **{name: Reply(said(bad, row("two", "fail"))) for name, bad in ITEM.items()},
    "nothing": Reply(""),
    "only thoughts": Reply("", reasoning=good()),
    "a tool call": Reply("", (Call("grade", {"one": "pass"}),)),
    "cut by the limit": Reply(good()[:40], finish="length"),
    "whole but cut by the limit": Reply(good(), finish="length"),
    "filtered": Reply("", finish="content_filter"),
    "a stream that breaks off": Reply(good(), fault="cut"),
    "a stream that ends early": Reply(good(), fault="cut_clean"),
    "a chunk that is no JSON": Reply(good(), fault="malformed"),
    "an error in the stream": Reply(good(), fault="error_event"),
    **refusals(),
}


@pytest.fixture(autouse=True)
def one_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in tuple(os.environ):
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PLANTED_KEY", KEY)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("judged")


def judgement(url: str, folder: Path, lang: Lang) -> Judgement:
    settings = ModelSettings(base_url=url, key_env="PLANTED_KEY", temperature=0, timeout_s=5)
    judge = Judge("openai/j", lambda: open_model("openai/j", settings, patience=QUICK))
    turn = context(play_of(lang), judged(), any_record(folder))
    return ask(judge.open(), judge, judge_request(turn), turn)


@pytest.mark.parametrize("name", WIRE)
def test_what_cannot_be_used_is_asked_for_once_more_and_then_abstains(
    name: str, folder: Path
) -> None:
    with LlmServer(WIRE[name]) as server:
        got = judgement(server.base_url, folder, "en")
    graded = [grade.verdict for grade in got.grades().values()]
    # A fault of the first item leaves the second, which was well graded.
    assert graded == [Verdict.ABSTAIN, Verdict.FAIL if name in ITEM else Verdict.ABSTAIN]
    assert len(got.replies) == 2
    assert KEY not in json.dumps(got.to_data())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_good_reply_and_one_that_is_mended(lang: Lang, folder: Path) -> None:
    with LlmServer([Reply("抱歉，无法评分。"), Reply(good(lang))]) as server:
        got = judgement(server.base_url, folder, lang)
        first, second = (request.messages for request in server.requests)
    assert [g.verdict for g in got.grades().values()] == [Verdict.PASS, Verdict.PARTIAL]
    assert second[: len(first)] == first
    told = second[-1]["content"]
    assert told.startswith("Your reply" if lang == "en" else "你的回复无法使用")
    assert [reply.tokens_in for reply in got.replies] == [120, 120]


def test_the_command_adds_a_score_with_its_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from physassist_tui.cli.score import score

    loaded = load_scenario("discharge-planning/heart-failure-going-home")
    record = open_record(loaded.record_path)
    path = tmp_path / "r.db"
    with Recordings.open(path) as recordings:
        recordings.append("S", play_script(loaded, "script:gold", "zh", record=record))
    reply = said(row("plan-for-later", "pass", "降到 5.0 以下再到门诊考虑", "说明了复查后再定。"))
    profiles = tmp_path / "models.toml"
    monkeypatch.setenv("PHYSASSIST_MODELS", str(profiles))
    with LlmServer(Reply(reply)) as server:
        profiles.write_text(
            "".join(
                f'[profiles.{name}]\nmodel = "openai/{name}"\nbase_url = "{server.base_url}"\n'
                'key_env = "PLANTED_KEY"\ntemperature = 0\n'
                for name in ("j1", "j2")
            ),
            encoding="utf-8",
        )
        arguments = ["S", "--db", str(path), "--json", "--judge", "j1", "--judge", "j2"]
        runs = [CliRunner().invoke(score, arguments, standalone_mode=False) for _ in range(2)]
        assert len(server.requests) == 2
    for run in runs:
        assert run.exception is None, run.output
        told = json.loads(run.stdout)["score"]
        [item] = [i for t in told["turns"] for i in t["items"] if i["id"] == "plan-for-later"]
        assert (item["grade"], item["words"]) == ("pass", "降到 5.0 以下再到门诊考虑")
        assert [r["rater"] for r in item["ratings"]] == ["judge:j1", "judge:j2"]
        assert told["identity"]["judge"][0]["settings"] == {"model": "openai/j1", "temperature": 0}
        assert told["graded_share"] == 1.0
    assert runs[0].stdout == runs[1].stdout
    with Recordings.open(path) as recordings:
        assert len(recordings.scores("S")) == 2
        assert len(recordings.judgements("S")) == 2
        assert recordings.verify() == []
    assert KEY.encode() not in path.read_bytes()


def test_a_name_that_is_none_is_one_line(tmp_path: Path) -> None:
    from physassist_tui.core.errors import BadInput
    from physassist_tui.score.judge.judging import judge_named

    with pytest.raises(BadInput):
        judge_named("no such model")
