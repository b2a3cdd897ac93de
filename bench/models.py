"""The simulator's own time in a step of a model, beside litellm's own time in the same call."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

from bench.measure import Figure, by_value, seconds
from physassist_tui.llm.model import Completed, Delta, FunctionSpec

SESSIONS = 6
_WARM = 4
_SERVER = """
import sys
from tests.llm_server import Call, LlmServer, Reply, Request

def reply(request: Request) -> Reply:
    if request.messages[-1]["role"] == "tool":
        return Reply("Potassium is 3.1 mmol/L, creatinine is 1.4 mg/dL.")
    return Reply(calls=(Call("Observation_search", {"code": "Potassium"}),))

with LlmServer(reply) as server:
    print(server.base_url, flush=True)
    sys.stdin.read()
"""


def measure() -> Iterator[Figure]:
    """A step is a model's call, its act carried out and its events on disk.

    Three ways to the same answer are timed in turn: the step, litellm called directly (its
    asynchronous call, as a step makes it), and the bare HTTP exchange. The simulator's own time
    is the first less the second; litellm's own is the second less the third.
    """
    beside = Path(__file__).parent  # where the temporary folder is in memory, no disk is waited for
    with _server() as url, tempfile.TemporaryDirectory(dir=beside, prefix=".tmp-") as folder:
        os.environ["PHYSASSIST_CACHE"] = str(Path(folder) / "cache")
        steps, direct, bare = _timed(url, Path(folder))
    own = [step - call for step, call in zip(steps, direct, strict=True)]
    theirs = [call - wire for call, wire in zip(direct, bare, strict=True)]
    base = statistics.median(theirs)
    yield by_value("own time of a model's step", "litellm's own time", own, base, 0.015)
    value = statistics.median(own)
    name = "own time of a model's step beside litellm's"
    yield Figure(
        name, value, "s", "litellm's own time", value / base, 0.5, "ratio", value / base <= 0.5, own
    )


def _timed(url: str, folder: Path) -> tuple[list[float], list[float], list[float]]:
    from physassist_tui.library import list_scenarios, load_scenario
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.driver import Driver
    from physassist_tui.play.opening import start
    from physassist_tui.store.recordings import Recordings

    loaded = load_scenario(next(e.id for e in list_scenarios() if "medication-safety" in e.id))
    model = _Listening(url)
    times: tuple[list[float], list[float], list[float]] = ([], [], [])
    with Recordings.open(folder / "bench.db") as recordings:
        record = None
        for _ in range(SESSIONS):
            opened = start(loaded, recordings, Casting("model:openai/m", "en"), record=record)
            record = opened.record
            driver = Driver(opened, lambda _name: model)
            while driver.waiting() is None:
                before = len(model.asked)
                taken = seconds(driver.step)
                if len(model.asked) == before:
                    continue
                request = model.asked[-1]
                times[0].append(taken)
                times[1].append(seconds(lambda r=request: _litellm(url, *r)))  # type: ignore[misc]
                times[2].append(seconds(_exchange(url, *request)))
            if driver.waiting() != "ended":
                raise RuntimeError(f"the play stopped at {driver.waiting()}")
    return times[0][_WARM:], times[1][_WARM:], times[2][_WARM:]


class _Listening:
    """The model of the step, which also keeps what it was asked."""

    def __init__(self, url: str) -> None:
        from physassist_tui.llm import open_model
        from physassist_tui.llm.profiles import ModelSettings

        self._model = open_model("openai/m", ModelSettings(base_url=url))
        self.asked: list[tuple[list[dict[str, Any]], list[dict[str, Any]]]] = []

    @property
    def name(self) -> str:
        return self._model.name

    def complete(
        self,
        messages: Sequence[dict[str, Any]],
        functions: Sequence[FunctionSpec] = (),
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Completed:
        tools = [
            {
                "type": "function",
                "function": {
                    "name": each.name.replace(".", "_"),
                    "description": each.description,
                    "parameters": each.parameters,
                },
            }
            for each in functions
        ]
        self.asked.append((list(messages), tools))
        return self._model.complete(messages, functions, on_delta=on_delta, stop=stop)


def _litellm(url: str, messages: list[dict[str, Any]], tools: list[dict[str, Any]]) -> None:
    """The same call by litellm alone, in the form in which a step makes it."""
    import litellm

    async def call() -> int:
        stream = await litellm.acompletion(
            model="openai/m", messages=messages, tools=tools, stream=True, api_base=url,
            api_key="none", stream_options={"include_usage": True}, num_retries=0, max_retries=0,
        )  # fmt: skip
        return len([chunk async for chunk in stream])

    if not _loop().run_until_complete(call()):
        raise RuntimeError("litellm gave nothing")


@lru_cache(maxsize=1)
def _loop() -> asyncio.AbstractEventLoop:
    # litellm keeps its connections by event loop.
    return asyncio.new_event_loop()


def _exchange(
    url: str, messages: list[dict[str, Any]], tools: list[dict[str, Any]]
) -> Callable[[], None]:
    """The same exchange without litellm, on a connection that is open already, as theirs are."""
    parts = urlsplit(url)
    body = json.dumps({"model": "m", "messages": messages, "tools": tools, "stream": True})
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port)
    connection.connect()

    def exchange() -> None:
        connection.request("POST", parts.path + "/chat/completions", body)
        if b"[DONE]" not in connection.getresponse().read():
            raise RuntimeError("the server gave no whole answer")
        connection.close()

    return exchange


@contextmanager
def _server() -> Iterator[str]:
    """The tests' server in a process of its own, so that it takes none of our time."""
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.kill()
        process.wait()
