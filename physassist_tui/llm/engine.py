"""litellm itself, silenced, and the one thread with an event loop in which all calls run.

A call that runs in a loop can be cancelled at any moment, also while it waits for the first
byte, and its connection is closed then; a blocking call in a thread could only be abandoned.
"""

from __future__ import annotations

import asyncio
import logging
import os
import warnings
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import lru_cache
from threading import Lock, Thread
from typing import Any, TypeVar

from physassist_tui.llm.keys import spare_loopback

T = TypeVar("T")

_SILENT = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy", "openai", "httpx", "httpcore", "asyncio")
_ENVIRON = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",  # else it fetches prices over the network
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_LOCAL_BLOG_POSTS": "True",
    "LITELLM_MODE": "PRODUCTION",  # else it reads a `.env` file wherever it is started
    "LITELLM_TELEMETRY": "False",
}
_TALKATIVE = ("LITELLM_LOG", "OPENAI_LOG", "JSON_LOGS", "LITELLM_PRINT_STANDARD_LOGGING_PAYLOAD")


class Engine:
    """The loop, in a daemon thread that sleeps while nothing is called."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.set_exception_handler(_keep_quiet)
        self._lock = Lock()
        self._loaded: Future[Any] | None = None
        Thread(target=self._loop.run_forever, name="physassist-llm", daemon=True).start()

    def preload(self) -> Future[Any]:
        """Imports litellm, once, in a thread; the future gives the module."""
        with self._lock:
            if self._loaded is None:
                self.hush()
                self._loaded = Future()
                loading = Thread(target=_load, args=(self._loaded,), daemon=True)
                loading.start()
            return self._loaded

    @staticmethod
    def hush() -> None:
        """Keeps litellm's warnings from the terminal; at each call, as others reset the filters."""
        for module in ("litellm", "openai", "pydantic", "httpx", "anyio"):
            warnings.filterwarnings("ignore", module=rf"{module}(\.|$)")
        # A call stopped between the making of litellm's coroutine and its await: nothing was sent.
        warnings.filterwarnings("ignore", r"coroutine '\S*(streaming|completion)\S*' was never")

    def start(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begins `work` in the loop, in the caller's context."""
        self.hush()
        return asyncio.run_coroutine_threadsafe(work, self._loop)


@lru_cache(maxsize=1)
def engine() -> Engine:
    """The process's engine: litellm keeps its connections by event loop, so one loop is kept."""
    return Engine()


def _load(loaded: Future[Any]) -> None:
    loaded.set_running_or_notify_cancel()
    try:
        loaded.set_result(_import_litellm())
    except BaseException as error:  # noqa: BLE001
        # Whatever it was, whoever waits for the module must be told.
        loaded.set_exception(error)


def _import_litellm() -> Any:
    os.environ.update(_ENVIRON)
    for name in _TALKATIVE:
        os.environ.pop(name, None)
    spare_loopback()
    from importlib import import_module

    litellm: Any = import_module("litellm")
    litellm.suppress_debug_info = True
    litellm.set_verbose = False
    litellm.telemetry = False
    # Else Anthropic refuses to go on after a tool call of which it thought: thoughts are shown
    # and recorded, never sent back.
    litellm.modify_params = True
    litellm.disable_streaming_logging = True
    litellm.turn_off_message_logging = True
    # Plain httpx: aiohttp's sessions complain on the terminal when a process ends.
    litellm.disable_aiohttp_transport = True
    # How long a model may repeat itself is for the output budget to say.
    litellm.REPEATED_STREAMING_CHUNK_LIMIT = 1_000_000_000
    for name in _SILENT:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.addHandler(logging.NullHandler())
        logger.propagate = False
        logger.setLevel(logging.CRITICAL + 1)
    return litellm


def _keep_quiet(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Lets nothing of litellm's own background tasks reach the terminal.

    The calls' own errors do not come here: they are raised in whoever made the call.
    """
    del loop, context
