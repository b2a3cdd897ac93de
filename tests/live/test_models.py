"""Models through the real litellm, against a provider of the tests' own over real HTTP.

All tests that import litellm are in this file: it takes seconds, once a worker.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import LANGUAGES
from physassist_tui.llm import open_model, wait_until_loaded
from physassist_tui.llm.client import LiteModel, Patience
from physassist_tui.llm.gathering import MAX_CHARACTERS, TOO_LONG
from physassist_tui.llm.model import (
    AskedCall,
    Completed,
    Delta,
    FunctionSpec,
    ProviderFault,
    Stopped,
)
from physassist_tui.llm.profiles import ModelSettings
from tests.llm_server import Answer, Call, LlmServer, Refusal, Reply, Request, StreamFault, refusals

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-planted-7Q2mX9vLr4"
ASK = [{"role": "user", "content": "K?"}]
SPECS = (
    FunctionSpec("Observation.search", "Finds results.", {"type": "object", "properties": {}}),
    FunctionSpec("ask_patient", "Asks.", {"type": "object", "properties": {}}),
)
QUICK = Patience(first_s=0.001, growth=1)
SPOKEN = Reply(
    "Potassium is 3.1 mmol/L, which is low.", (Call("ask_patient", {"q": "?"}),), piece=9
)


@pytest.fixture(scope="module", autouse=True)
def litellm_is_loaded() -> None:
    wait_until_loaded(threading.Event())


@pytest.fixture(autouse=True)
def no_keys_of_others(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in tuple(os.environ):
        if name.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("PLANTED_KEY", KEY)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.delenv("PHYSASSIST_MODELS", raising=False)


def a_model(url: str, **settings: Any) -> LiteModel:
    found = {"base_url": url, "key_env": "PLANTED_KEY", **settings}
    model = open_model("openai/m", ModelSettings(**found), patience=QUICK)
    assert isinstance(model, LiteModel)
    return model


def outcome(model: LiteModel, deltas: list[Delta] | None = None) -> Completed | ProviderFault:
    try:
        return model.complete(ASK, SPECS, on_delta=None if deltas is None else deltas.append)
    except ProviderFault as fault:
        return fault


def refused_port() -> str:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}/v1"


# What goes over the wire, and what comes back


def test_a_stream_is_drawn_as_it_comes_and_given_whole() -> None:
    reply = Reply(
        "It is 3.1.",
        (
            Call("Observation_search", {"code": "钾", "n": [1, {"a": None}]}, id="one"),
            Call("ask_patient", {"question": "Cramps?"}, id="two"),
        ),
        reasoning="Look first.", piece=3,
    )  # fmt: skip
    deltas: list[Delta] = []
    with LlmServer(reply) as server:
        done = a_model(server.base_url).complete(ASK, SPECS, on_delta=deltas.append)
    assert done.text == "It is 3.1."
    assert done.reasoning == "Look first."
    assert [(c.id, c.name) for c in done.calls] == [
        ("one", "Observation.search"),
        ("two", "ask_patient"),
    ]
    assert json.loads(done.calls[0].arguments) == {"code": "钾", "n": [1, {"a": None}]}
    assert json.loads(done.calls[1].arguments) == {"question": "Cramps?"}
    assert (done.finish_reason, done.provider, done.model) == ("tool_calls", "openai", "m")
    assert (done.tokens_in, done.tokens_out, done.attempts) == (120, 30, 1)
    assert done.usage == {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}
    assert done.first_token_ms is not None
    assert 0 < done.first_token_ms <= done.total_ms
    drawn = {
        kind: "".join(d.text for d in deltas if d.kind == kind) for kind in ("text", "reasoning")
    }
    assert drawn == {"text": done.text, "reasoning": done.reasoning}
    assert len([d for d in deltas if d.kind == "text"]) == 4


def test_settings_and_tools_go_over_the_wire_as_the_provider_wants_them() -> None:
    settings: dict[str, Any] = {
        "temperature": 0.2, "seed": 7, "max_output_tokens": 90, "reasoning_effort": "low",
    }  # fmt: skip
    call = {
        "id": "one",
        "type": "function",
        "function": {"name": "Observation.search", "arguments": "{}"},
    }
    chat: list[dict[str, Any]] = [
        *ASK,
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "one", "name": "Observation.search", "content": "3.1"},
    ]
    with LlmServer(Reply("ok")) as server:
        done = a_model(server.base_url, **settings).complete(chat, SPECS)
        sent = server.requests[0]
    assert done.parameters == settings
    body = sent.body
    assert (body["temperature"], body["seed"], body["max_tokens"]) == (0.2, 7, 90)
    assert (body["reasoning_effort"], body["stream"], body["model"]) == ("low", True, "m")
    assert [tool["name"] for tool in sent.tools] == ["Observation_search", "ask_patient"]
    assert sent.tools[0]["description"] == "Finds results."
    assert sent.messages[1]["tool_calls"][0]["function"]["name"] == "Observation_search"
    assert chat[1]["tool_calls"] == [call]
    assert call["function"] == {"name": "Observation.search", "arguments": "{}"}, (
        "ours is unchanged"
    )


def test_a_tool_the_model_invents_and_broken_arguments_come_back_as_written() -> None:
    reply = Reply(
        calls=(Call("Observation.search", '{"code": '), Call("prescribe_everything", "yes"))
    )
    with LlmServer(reply) as server:
        done = a_model(server.base_url).complete(ASK, SPECS)
    assert done.calls == (
        AskedCall("call_0", "Observation.search", '{"code": '),
        AskedCall("call_1", "prescribe_everything", "yes"),
    )


def test_an_empty_answer_is_an_answer() -> None:
    with LlmServer(Reply("")) as server:
        done = a_model(server.base_url).complete(ASK)
    assert (done.text, done.calls, done.finish_reason, done.attempts) == ("", (), "stop", 1)


def test_what_is_not_told_of_usage_is_unknown() -> None:
    with LlmServer(
        [Reply("ok", usage=None), Reply("ok", usage={"prompt_tokens": 9, "completion_tokens": 0})]
    ) as server:
        model = a_model(server.base_url)
        silent, partly = model.complete(ASK), model.complete(ASK)
    assert (silent.usage, silent.tokens_in, silent.tokens_out, silent.cost_usd) == (None,) * 4
    assert (partly.tokens_in, partly.tokens_out, partly.cost_usd) == (9, None, None)


def test_a_price_is_known_for_the_providers_own_models_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    litellm = pytest.importorskip("litellm")
    from physassist_tui.llm.price import used

    usage = litellm.Usage(prompt_tokens=1000, completion_tokens=100, total_tokens=1100)
    chunks = [litellm.ModelResponse(usage=usage)]
    price = litellm.model_cost["gpt-4o"]
    cost = 1000 * price["input_cost_per_token"] + 100 * price["output_cost_per_token"]

    def paid(model: str, url: str | None = None) -> float | None:
        provider, _, name = model.partition("/")
        return used(litellm, chunks, ModelSettings(model, base_url=url), provider, name).cost_usd

    assert paid("openai/gpt-4o") == pytest.approx(cost)
    assert cost > 0
    assert paid("openai/gpt-4o", "http://127.0.0.1:1/v1") is None
    assert paid("openai/no-such-model") is None
    assert paid("ollama/llama3") is None
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    assert paid("openai/gpt-4o") is None


# Provider faults

REFUSED = {
    "unauthorized": ("refused", 1),
    "forbidden": ("not_allowed", 1),
    "no_such_model": ("no_such_model", 1),
    "rate_limited": ("rate_limited", 4),
    "no_credit": ("not_allowed", 1),
    "server_error": ("server_error", 4),
    "unavailable": ("overloaded", 4),
    "overloaded": ("overloaded", 4),
    "bad_request": ("bad_request", 1),
    "content_filter": ("content_filter", 1),
    "context_full": ("context_full", 1),
}
BROKEN: dict[StreamFault, tuple[str, int]] = {
    "cut": ("cut_off", 3),
    "cut_clean": ("cut_off", 3),
    "malformed": ("garbled", 3),
    "wrong_shape": ("garbled", 3),
    "empty_choice": ("cut_off", 3),
    "non_utf8": ("garbled", 3),
    "error_event": ("overloaded", 4),
}


@pytest.mark.parametrize("name", refusals())
def test_a_refusal_is_told_by_its_kind(name: str) -> None:
    with LlmServer(refusals()[name]) as server:
        fault = outcome(a_model(server.base_url))
        asked = len(server.requests)
    assert isinstance(fault, ProviderFault)
    assert (fault.kind, fault.attempts) == REFUSED[name]
    assert asked == fault.attempts, "no one else tries again behind our back"
    assert_one_line(fault)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_stream_is_tried_again_and_told_by_its_kind(name: StreamFault) -> None:
    broken = Reply("Potassium is low, give", piece=5, fault=name)
    with LlmServer(broken) as server:
        fault = outcome(a_model(server.base_url))
        asked = len(server.requests)
    assert isinstance(fault, ProviderFault)
    assert (fault.kind, fault.attempts) == BROKEN[name]
    assert asked == fault.attempts
    assert_one_line(fault)


@pytest.mark.parametrize(
    "first",
    [
        *(refusals()[n] for n in ("rate_limited", "server_error", "unavailable", "overloaded")),
        *(Reply("Half of it, and", piece=4, fault=name) for name in BROKEN),
    ],
    ids=lambda a: str(a.status) if isinstance(a, Refusal) else str(a.fault),
)
def test_what_passes_is_tried_again_and_nothing_of_it_stays(first: Answer) -> None:
    deltas: list[Delta] = []
    with LlmServer([first, SPOKEN]) as server:
        done = outcome(a_model(server.base_url), deltas)
    assert isinstance(done, Completed), done
    assert (done.text, len(done.calls), done.attempts) == (SPOKEN.text, 1, 2)
    retry = [at for at, delta in enumerate(deltas) if delta.kind == "retry"]
    assert len(retry) == 1
    assert "".join(d.text for d in deltas[retry[0] :] if d.kind == "text") == SPOKEN.text


@pytest.mark.parametrize("url", [None, "http://no-such-host.invalid/v1"], ids=["refused", "dns"])
def test_a_provider_that_cannot_be_reached(url: str | None) -> None:
    fault = outcome(a_model(url or refused_port()))
    assert isinstance(fault, ProviderFault)
    assert (fault.kind, fault.attempts) == ("unreachable", 3)
    assert_one_line(fault)


@pytest.mark.parametrize(
    "slow", [Reply("x", delay_s=30), Reply("x", first_s=30), Reply("x" * 90, fault="silence")],
    ids=["answer", "first", "within"],
)  # fmt: skip
def test_silence_is_timed_out_before_and_within_the_stream(slow: Reply) -> None:
    with LlmServer(slow) as server:
        begun = time.monotonic()
        fault = outcome(a_model(server.base_url, timeout_s=0.2))
        took = time.monotonic() - begun
    assert isinstance(fault, ProviderFault)
    assert (fault.kind, fault.attempts) == ("timed_out", 2)
    assert 0.4 <= took < 15, "the server would have gone on after 30 s"
    assert 400 <= fault.total_ms <= took * 1000 + 1


def test_a_stream_that_goes_on_slowly_is_not_timed_out() -> None:
    with LlmServer(Reply("abcdef", piece=1, between_s=0.3)) as server:
        done = outcome(a_model(server.base_url, timeout_s=1.5))
    assert isinstance(done, Completed)
    assert done.text == "abcdef"
    assert done.total_ms > 450


def test_a_chunk_sent_twice_does_no_harm() -> None:
    arguments = {"text": "a" * 30}
    for after in range(1, 9):
        reply = Reply(
            "Potassium is low.",
            (Call("ask_patient", arguments),),
            piece=30,
            fault="duplicate",
            after=after,
        )
        with LlmServer(reply) as server:
            done = outcome(a_model(server.base_url))
        assert isinstance(done, Completed)
        assert json.loads(done.calls[0].arguments) == arguments, after
        assert done.calls[0].name == "ask_patient"
        assert len(done.calls) == 1
        assert (done.tokens_in, done.tokens_out) == (120, 30)


def test_a_filtered_answer_is_a_fault_also_at_its_end() -> None:
    with LlmServer(Reply("The dose", finish="content_filter")) as server:
        fault = outcome(a_model(server.base_url))
    assert isinstance(fault, ProviderFault)
    assert fault.kind == "content_filter"


def test_the_provider_is_waited_for_as_it_asks_and_no_longer_than_is_bearable() -> None:
    with LlmServer([Refusal(429, headers={"Retry-After": "0.3"}), Reply("ok")]) as server:
        done = outcome(a_model(server.base_url))
        first, second = server.requests
        assert 0.3 <= second.at - first.at < 1.5
    assert isinstance(done, Completed)
    with LlmServer(Refusal(429, headers={"Retry-After": "3600"})) as server:
        fault = outcome(a_model(server.base_url))
    assert isinstance(fault, ProviderFault)
    assert (fault.kind, fault.attempts) == ("rate_limited", 1)
    assert "3600" in str(fault)


@pytest.mark.parametrize(
    "name",
    ["anthropic/claude-sonnet-4-5", "gemini/gemini-2.5-pro", "zai/glm-4.6", "ollama_chat/qwen3"],
)
def test_other_providers_errors_are_told_by_the_same_kinds(name: str) -> None:
    wanted = {"unauthorized", "no_such_model", "overloaded", "context_full"}
    for refusal in sorted(wanted):
        with LlmServer(refusals()[refusal]) as server:
            settings = ModelSettings(base_url=server.base_url, key_env="PLANTED_KEY")
            model = open_model(name, settings, patience=QUICK)
            with pytest.raises(ProviderFault) as caught:
                model.complete(ASK)
            assert (caught.value.kind, caught.value.attempts) == REFUSED[refusal]
            assert len(server.requests) == caught.value.attempts


def test_a_text_that_cannot_be_sent_is_told_and_not_tried_again() -> None:
    with LlmServer(Reply("ok")) as server, pytest.raises(ProviderFault) as caught:
        a_model(server.base_url).complete([{"role": "user", "content": "half \ud83d"}])
    assert (caught.value.kind, caught.value.attempts) == ("bad_request", 1)


def test_a_key_that_was_refused_is_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    with LlmServer([Reply("ok"), refusals()["unauthorized"], Reply("ok")]) as server:
        model = a_model(server.base_url)
        assert isinstance(outcome(model), Completed)
        assert isinstance(outcome(model), ProviderFault)
        monkeypatch.setenv("PLANTED_KEY", "sk-a-better-one")
        assert isinstance(outcome(model), Completed)
        assert server.requests[-1].headers["authorization"] == "Bearer sk-a-better-one"


def test_a_name_that_no_provider_has() -> None:
    with pytest.raises(ProviderFault) as caught:
        open_model("nonsense-model").complete(ASK)
    assert caught.value.kind == "no_such_model"
    for name in ("", "  ", "a b", "x\n"):
        with pytest.raises(BadInput):
            open_model(name)


def assert_one_line(fault: ProviderFault) -> None:
    for lang in LANGUAGES:
        line = fault.message.render(lang)
        assert "\n" not in line
        assert "{" not in line
        assert line.startswith(("openai/m: ", "openai/m：")), line
    assert fault.provider == "openai"
    assert fault.model == "openai/m"


# Stopping

SLOW: dict[str, Answer] = {
    "before the answer": Reply("x", delay_s=30),
    "before the first chunk": Reply("x", first_s=30),
    "between chunks": Reply("x" * 200, between_s=30),
    "while it waits to try again": Refusal(429, headers={"Retry-After": "29"}),
}


@pytest.mark.parametrize("when", SLOW)
def test_a_call_is_stopped_at_once_and_its_connection_closed(when: str) -> None:
    outcome_of_a_first_call_that_starts_every_thread()
    before = threading.active_count()
    for _ in range(4):
        with LlmServer(SLOW[when]) as server:
            stop, stopped_at = threading.Event(), [0.0]
            presser = threading.Thread(target=press, args=(server, stop, stopped_at))
            presser.start()
            with pytest.raises(Stopped):
                a_model(server.base_url).complete(ASK, stop=stop)
            assert time.monotonic() - stopped_at[0] < 20, "the server would have waited 30 s"
            presser.join()
            if isinstance(SLOW[when], Reply):
                assert server.left.wait(20), "the connection is closed"
    assert threading.active_count() < before + 4, "no thread is left behind by each call"
    with pytest.raises(Stopped):
        a_model("http://127.0.0.1:1/v1").complete(ASK, stop=stop)


def press(server: LlmServer, stop: threading.Event, stopped_at: list[float]) -> None:
    server.arrived.wait(10)
    time.sleep(0.05)
    stopped_at[0] = time.monotonic()
    stop.set()


def outcome_of_a_first_call_that_starts_every_thread() -> None:
    with LlmServer(Reply("ok")) as server:
        for _ in range(2):
            assert isinstance(outcome(a_model(server.base_url)), Completed)


def test_a_call_may_end_at_any_moment_of_its_beginning() -> None:
    # Also between the making of litellm's coroutine and its await, of which Python would complain.
    with LlmServer(Reply("x", delay_s=30)) as server:
        for milliseconds in (0, 1, 2, 3, 4, 5, 6, 8, 10, 13, 16, 20):
            settings = ModelSettings("openai/m", server.base_url, timeout_s=milliseconds / 1000)
            fault = outcome(LiteModel("openai/m", settings, QUICK))
            assert isinstance(fault, ProviderFault)
            assert fault.kind == "timed_out"
        gc.collect()


def test_a_listener_that_fails_ends_the_call_with_its_own_error() -> None:
    def fail(delta: Delta) -> None:
        raise ZeroDivisionError(delta.text)

    with LlmServer(Reply("x" * 200, fault="silence")) as server:
        with pytest.raises(ZeroDivisionError):
            a_model(server.base_url).complete(ASK, on_delta=fail)
        assert server.left.wait(20)


def test_nothing_is_kept_of_a_provider_that_is_gone() -> None:
    # Else litellm drops the first of 201 addresses unclosed, in whichever test runs then.
    outcome_of_a_first_call_that_starts_every_thread()
    before = open_sockets()
    for _ in range(5):
        outcome_of_a_first_call_that_starts_every_thread()
    until = time.monotonic() + 10  # the servers' threads may still be closing their own ends
    while open_sockets() > before and time.monotonic() < until:
        time.sleep(0.01)
    assert open_sockets() <= before


def open_sockets() -> int:
    found = 0
    for each in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):  # the one that lists them is closed again by now
            found += each.readlink().name.startswith("socket:")
    return found


def test_many_calls_at_once_keep_apart() -> None:
    with LlmServer(lambda request: Reply(request.messages[0]["content"] * 5, piece=3)) as server:
        model = a_model(server.base_url)
        found: dict[str, str] = {}

        def ask(name: str) -> None:
            found[name] = model.complete([{"role": "user", "content": name}]).text

        asking = [threading.Thread(target=ask, args=(f"<{n}>",)) for n in range(12)]
        for each in asking:
            each.start()
        for each in asking:
            each.join()
    assert found == {f"<{n}>": f"<{n}>" * 5 for n in range(12)}


@pytest.mark.parametrize("where", ["text", "arguments", "reasoning"])
def test_ten_megabytes_are_cut_and_the_call_ends(where: str) -> None:
    flood = "x" * 10_000_000
    reply = {
        "text": Reply(flood, piece=70_000),
        "arguments": Reply(calls=(Call("ask_patient", flood),), piece=70_000),
        "reasoning": Reply(reasoning=flood, piece=70_000),
    }[where]
    with LlmServer(reply) as server:
        done = outcome(a_model(server.base_url))
        assert isinstance(done, Completed)
        assert server.left.wait(20), "no more is taken than is kept"
    assert done.finish_reason == TOO_LONG
    held = len(done.text) + len(done.reasoning or "") + sum(len(c.arguments) for c in done.calls)
    assert MAX_CHARACTERS - 100 < held <= MAX_CHARACTERS
    assert (done.usage, done.cost_usd) == (None, None)


# Keys


def echoing(request: Request) -> Answer:
    """A provider that writes the key it was sent into whatever it says."""
    told = request.headers.get("authorization", "") + str(request.headers)
    every: list[Answer] = [
        *(Refusal(r.status, told, r.code, told) for r in refusals().values()),
        *(Reply(told, fault=name) for name in BROKEN),
    ]
    return every[(request.number - 1) % len(every)]


def test_a_key_comes_out_nowhere(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    heard = io.StringIO()
    handler = logging.StreamHandler(heard)
    logging.getLogger().addHandler(handler)
    caplog.set_level(logging.DEBUG)
    told = []
    try:
        with LlmServer(echoing) as server:
            model = a_model(server.base_url)
            told += [repr(model), repr(model.settings), repr(vars(model))]
            while len(server.requests) < 45:
                fault = outcome(model)
                assert isinstance(fault, ProviderFault)
                told += ["".join(traceback.format_exception(fault)), repr(fault), repr(fault.args)]
                told += [
                    repr(vars(fault)),
                    str(fault),
                    repr(fault.__cause__),
                    repr(fault.__context__),
                ]
            assert all(r.headers["authorization"] == f"Bearer {KEY}" for r in server.requests)
    finally:
        logging.getLogger().removeHandler(handler)
    told += [heard.getvalue(), caplog.text, *capfd.readouterr()]
    assert not [each for each in told if KEY in each or "Bearer" in each]


def test_a_providers_own_key_is_not_sent_to_a_server_of_ones_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    with LlmServer(Reply("ok")) as server:
        a_model(server.base_url, key_env=None).complete(ASK)
        a_model(server.base_url).complete(ASK)
        first, second = server.requests
    assert KEY not in str(first.headers)
    assert second.headers["authorization"] == f"Bearer {KEY}"


def test_no_key_is_said_before_anything_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ProviderFault) as caught:
        open_model("anthropic/claude-sonnet-4-5").complete(ASK)
    assert (caught.value.kind, caught.value.attempts) == ("no_key", 1)
    assert "ANTHROPIC_API_KEY" in str(caught.value)
    monkeypatch.delenv("PLANTED_KEY")
    with LlmServer(Reply("ok")) as server:
        fault = outcome(a_model(server.base_url))
        assert not server.requests
    assert isinstance(fault, ProviderFault)
    assert fault.kind == "no_key"
    assert "PLANTED_KEY" in str(fault)
    with LlmServer(refusals()["unauthorized"]) as server:
        fault = outcome(a_model(server.base_url, key_env=None))
    assert isinstance(fault, ProviderFault)
    assert fault.kind == "no_key"


# Silence, and start-up

NOISY = """
import os, pathlib, sys, threading, time
connected = []
def audit(event, args):
    if event == "socket.connect" and args[1][0] not in ("127.0.0.1", "::1"):
        connected.append(args[1])
    if event == "socket.getaddrinfo" and args[0] not in ("127.0.0.1", b"127.0.0.1"):
        connected.append(args[0])
sys.addaudithook(audit)
from physassist_tui.llm import open_model, preload
from physassist_tui.llm.client import Patience
from physassist_tui.llm.model import ProviderFault
from physassist_tui.llm.profiles import ModelSettings
from tests.llm_server import *
preload()
kinds = []
faulty = [Reply("abcdef", piece=2, fault=f) for f in ("cut", "malformed", "non_utf8")]
answers = [Reply("fine", usage=None), *refusals().values(), *faulty, Reply("x")]
for answer in answers:
    with LlmServer(answer) as server:
        settings = ModelSettings(base_url=server.base_url, key_env="PLANTED_KEY")
        model = open_model("openai/m", settings, patience=Patience(0.001, 1))
        try:
            kinds.append(model.complete([{"role": "user", "content": "hi"}]).text)
        except ProviderFault as fault:
            kinds.append(fault.kind)
assert len(kinds) == 16 and kinds[0] == "fine" and kinds[-1] == "x", kinds
assert not connected, connected
assert os.environ["PLANTED_KEY"].startswith("sk-")
server = LlmServer(Reply("x", delay_s=30)).__enter__()
model = open_model("openai/m", ModelSettings(base_url=server.base_url))
ask = lambda: model.complete([{"role": "user", "content": "hi"}])
threading.Thread(target=ask, daemon=True).start()
server.arrived.wait(20)
pathlib.Path(sys.argv[1]).write_text(str(time.time()))
"""


def test_nothing_is_printed_no_one_else_is_called_and_the_process_can_end(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PLANTED_KEY=from-the-folder\n", encoding="utf-8")
    environ = {
        **os.environ, "HTTP_PROXY": "http://proxy.invalid:3128", "LITELLM_LOG": "DEBUG",
        "OPENAI_LOG": "debug", "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "default,ignore::ResourceWarning",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", NOISY, str(tmp_path / "ended")], capture_output=True, text=True,
        check=False, timeout=60, cwd=tmp_path, env=environ,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    # The call would have run for thirty seconds; a busy machine takes a few to end a process.
    assert time.time() - float((tmp_path / "ended").read_text()) < 20, "though a call still ran"


WITHOUT = """
import sys
from physassist_tui.cli import run
play = ["play", "medication-safety/atrial-fibrillation-day-3", "--db", sys.argv[1]]
commands = [["scenarios", "list"], ["doctor", "--db", sys.argv[1]],
            [*play, "--headless", "--assistant", "script:gold"], [*play, "--plain"]]
for command in commands:
    status = run(command)
    heavy = [name for name in ("litellm", "openai", "httpx") if name in sys.modules]
    if status or heavy:
        sys.exit(f"{command}: {status} {heavy}")
"""


def test_without_a_model_litellm_is_not_imported(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, str(tmp_path / "plays.db")], input="quit\n",
        capture_output=True, text=True, check=False, timeout=60, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-500:]
