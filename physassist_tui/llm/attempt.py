"""One attempt at a call: asks litellm, follows the stream, closes it whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from physassist_tui.llm.faults import Fault, fault_of
from physassist_tui.llm.gathering import TOO_LONG, Gathering
from physassist_tui.llm.keys import Key, own_server, provider_of
from physassist_tui.llm.model import AskedCall, Delta, FunctionSpec
from physassist_tui.llm.price import Used, used
from physassist_tui.llm.profiles import ModelSettings
from physassist_tui.llm.wire_names import WireNames

T = TypeVar("T")

TIMEOUT_S = 300.0
"""How long a model may be silent where its settings do not say: thinking takes minutes."""
_NO_KEY = "none"


@dataclass(frozen=True)
class Ended:
    """A stream that came to its end."""

    provider: str
    model: str
    text: str
    reasoning: str | None
    calls: tuple[AskedCall, ...]
    finish_reason: str | None
    first_at: float | None
    used: Used


class Attempt:
    """One try. `put` is given each piece as it comes."""

    def __init__(
        self,
        litellm: Any,
        settings: ModelSettings,
        key: Key | None,
        names: WireNames,
        put: Callable[[Delta], None],
    ) -> None:
        self._litellm = litellm
        self._settings = settings
        self._key = key
        self._names = names
        self._put = put
        self._timeout = TIMEOUT_S if settings.timeout_s is None else settings.timeout_s
        self._first_at: float | None = None
        self._deadline = 0.0

    async def run(
        self, messages: list[dict[str, Any]], functions: tuple[FunctionSpec, ...]
    ) -> Ended | Fault:
        """The answer, or what went wrong. Only a cancellation is raised."""
        gathering = Gathering(self._names)
        self._wait_anew()
        opened = await self._heard(self._open(self._request(messages, functions)))
        if isinstance(opened, Fault):
            return opened
        model, provider, stream = opened
        try:
            while not gathering.full:
                chunk = await self._heard(anext(stream, None))
                if chunk is None:
                    break
                if isinstance(chunk, Fault):
                    return chunk
                self._draw(gathering.take(chunk))
        finally:
            await stream.aclose()
        if gathering.finish_reason == "content_filter":
            return Fault("content_filter")
        cost = used(self._litellm, stream.chunks, self._settings, provider, model)
        return Ended(
            provider=provider,
            model=model,
            text=gathering.text,
            reasoning=gathering.reasoning,
            calls=gathering.calls(),
            finish_reason=gathering.finish_reason,
            first_at=self._first_at,
            used=Used() if gathering.finish_reason == TOO_LONG else cost,
        )

    async def _open(self, request: dict[str, Any]) -> tuple[str, str, Any]:
        """The model's own name, its provider, and the stream."""
        model, provider, *_ = self._litellm.get_llm_provider(
            model=request["model"], api_base=request.get("api_base")
        )
        allowed = self._allowed(provider)
        stream = await self._litellm.acompletion(**request, allowed_openai_params=allowed)
        return model, provider, stream

    def _allowed(self, provider: str) -> list[str]:
        """The parameters that litellm hands on though its lists do not have them.

        Where a setting is not sent the person is told, by default; a server of one's own is
        asked itself. `max_retries` goes to the client, which else would try again on its own.
        """
        if provider not in self._litellm.openai_compatible_providers and provider != "openai":
            return []
        own = ("temperature", "reasoning_effort", "seed") if own_server(self._settings) else ()
        return ["max_retries", *(each for each in own if getattr(self._settings, each) is not None)]

    async def _heard(self, waited_for: Awaitable[T]) -> T | Fault:
        try:
            async with asyncio.timeout_at(self._deadline):
                return await waited_for
        except Exception as error:  # noqa: BLE001
            # litellm lets out what its providers' code raises: any class at all. It becomes a
            # fault that the person is told of; its text, which may hold a key, goes nowhere.
            return fault_of(error, sent_key=self._key is not None)

    def _wait_anew(self) -> None:
        self._deadline = asyncio.get_running_loop().time() + self._timeout

    def _draw(self, deltas: list[Delta]) -> None:
        if not deltas:
            # Only what says something counts against the time-out: empty chunks may come for ever.
            return
        self._wait_anew()
        if self._first_at is None:
            self._first_at = time.monotonic()
        for delta in deltas:
            self._put(delta)

    def _request(
        self, messages: list[dict[str, Any]], functions: tuple[FunctionSpec, ...]
    ) -> dict[str, Any]:
        settings = self._settings
        provider = provider_of(settings.model or "")
        found: dict[str, Any] = {
            "model": settings.model,
            "messages": [_on_the_wire(each, self._names) for each in messages],
            "stream": True,
            "stream_options": {"include_usage": True},
            "num_retries": 0,
            "max_retries": 0,
            "drop_params": False,
            # Ours strikes first; this one is for what a cancellation does not reach.
            "timeout": self._timeout + 5,
            "temperature": settings.temperature,
            "reasoning_effort": settings.reasoning_effort,
            "max_tokens": settings.max_output_tokens,
            "seed": settings.seed,
            "api_base": settings.base_url,
        }
        if functions:
            found["tools"] = [self._tool(each) for each in functions]
        if self._key is not None:
            found["api_key"] = self._key.text
        elif settings.base_url is not None and own_server(settings) and provider == "openai":
            # Without one litellm would send the provider's own key to this server.
            found["api_key"] = _NO_KEY
        return {name: value for name, value in found.items() if value is not None}

    def _tool(self, spec: FunctionSpec) -> dict[str, Any]:
        function = {
            "name": self._names.wire(spec.name),
            "description": spec.description,
            "parameters": spec.parameters,
        }
        return {"type": "function", "function": function}


def _on_the_wire(message: dict[str, Any], names: WireNames) -> dict[str, Any]:
    """A message with the tools' wire names in it."""
    found = dict(message)
    if found.get("role") == "tool" and "name" in found:
        found["name"] = names.wire(found["name"])
    if found.get("tool_calls"):
        found["tool_calls"] = [
            {**call, "function": {**call["function"], "name": names.wire(call["function"]["name"])}}
            for call in found["tool_calls"]
        ]
    return found
