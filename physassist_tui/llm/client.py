"""A model behind litellm: one call, streamed, stoppable at once, tried again where that helps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from physassist_tui.i18n import Message, msg
from physassist_tui.llm.advice import advice
from physassist_tui.llm.attempt import Attempt, Ended
from physassist_tui.llm.engine import engine
from physassist_tui.llm.faults import RETRIES, Fault
from physassist_tui.llm.keys import Key, find_key, needs_key, provider_of
from physassist_tui.llm.model import Completed, Delta, FunctionSpec, ProviderFault, Stopped
from physassist_tui.llm.profiles import ModelSettings
from physassist_tui.llm.wire_names import WireNames

_LOOK_S = 0.05  # how often `stop` is looked at while nothing comes


@dataclass(frozen=True)
class Patience:
    """How long to wait before a call is tried again.

    The first wait is `first_s`, each later one `growth` times as long. A provider that asks to
    wait longer than `longest_s` is not waited for: the person is told at once.
    """

    first_s: float = 0.5
    growth: float = 4.0
    longest_s: float = 30.0

    def wait_s(self, fault: Fault, tries: int) -> float | None:
        """How long to wait after the try number `tries`; `None`: not to try again."""
        if tries > RETRIES.get(fault.kind, 0):
            return None
        if fault.retry_after_s is None:
            return min(self.first_s * self.growth ** (tries - 1), self.longest_s)
        return fault.retry_after_s if fault.retry_after_s <= self.longest_s else None


class LiteModel:
    """A model that litellm calls. It may be called from any thread, also from several."""

    def __init__(
        self, name: str, settings: ModelSettings, patience: Patience | None = None
    ) -> None:
        self._name = name
        self.settings = settings
        self._patience = patience or Patience()
        self._key: Key | None = None  # asking a keyring takes time; forgotten after each fault

    @property
    def name(self) -> str:
        """The name it was asked for under."""
        return self._name

    def complete(
        self,
        messages: Sequence[dict[str, Any]],
        functions: Sequence[FunctionSpec] = (),
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Completed:
        """See `llm.model.Model`. After a `retry` delta nothing drawn of this call counts."""
        deltas: SimpleQueue[Delta | None] = SimpleQueue()
        if stop is not None and stop.is_set():
            raise Stopped
        work = engine().start(self._call(list(messages), tuple(functions), deltas.put))
        work.add_done_callback(lambda _done: deltas.put(None))
        try:
            _follow(work, deltas, on_delta, stop)
        finally:
            work.cancel()
        outcome = work.result()
        if isinstance(outcome, ProviderFault):
            raise outcome
        return outcome

    async def _call(
        self,
        messages: list[dict[str, Any]],
        functions: tuple[FunctionSpec, ...],
        put: Callable[[Delta], None],
    ) -> Completed | ProviderFault:
        """All attempts. Gives a fault rather than raising it, so that it has no history."""
        begun = time.monotonic()
        tries = 0
        loading = engine().preload()
        key = self._key or await asyncio.to_thread(find_key, self.settings)
        if key is None and needs_key(self.settings):
            return self._fault(Fault("no_key"), 1, begun)
        try:
            litellm = await asyncio.shield(asyncio.wrap_future(loading))
        except ImportError:
            return self._fault(Fault("unreachable"), 1, begun, NOT_INSTALLED)
        begun = time.monotonic()  # the loading is ours, not the model's
        names = WireNames(each.name for each in functions)
        while True:
            tries += 1
            attempt = Attempt(litellm, self.settings, key, names, put)
            ended = await attempt.run(messages, functions)
            self._key = key if isinstance(ended, Ended) else None
            if isinstance(ended, Ended):
                return self._completed(ended, tries, begun)
            wait = self._patience.wait_s(ended, tries)
            if wait is None:
                return self._fault(ended, tries, begun)
            put(Delta("retry", _again(ended, tries + 1, wait).render()))
            await asyncio.sleep(wait)

    def _completed(self, ended: Ended, tries: int, begun: float) -> Completed:
        first = ended.first_at
        return Completed(
            provider=ended.provider,
            model=ended.model,
            text=ended.text,
            calls=ended.calls,
            finish_reason=ended.finish_reason,
            first_token_ms=None if first is None else round((first - begun) * 1000),
            total_ms=_since(begun),
            usage=ended.used.usage,
            tokens_in=ended.used.tokens_in,
            tokens_out=ended.used.tokens_out,
            cost_usd=ended.used.cost_usd,
            reasoning=ended.reasoning,
            attempts=tries,
            parameters=self.settings.parameters(),
        )

    def _fault(
        self, fault: Fault, tries: int, begun: float, told: Message | None = None
    ) -> ProviderFault:
        line = advice(fault.kind, self._name, self.settings, retry_after_s=fault.retry_after_s)
        return ProviderFault(
            fault.kind,
            told or line,
            provider=provider_of(self.settings.model or "") or "unknown",
            model=self.settings.model or self._name,
            attempts=tries,
            total_ms=_since(begun),
        )


def _follow(
    work: Future[Any],
    deltas: SimpleQueue[Delta | None],
    on_delta: Callable[[Delta], None] | None,
    stop: Event | None,
) -> None:
    """Hands on what comes, until the work is done. Raises `Stopped` once `stop` is set."""
    while not (work.done() and deltas.empty()):
        if stop is not None and stop.is_set():
            raise Stopped
        try:
            delta = deltas.get(timeout=_LOOK_S)
        except Empty:
            continue
        if delta is not None and on_delta is not None:
            on_delta(delta)


def _again(fault: Fault, number: int, wait: float) -> Message:
    return msg(
        "{what}; try {number} in {seconds} s",
        what=_WHAT[fault.kind],
        number=number,
        seconds=f"{wait:.3g}",
    )


NOT_INSTALLED = msg("The library that calls models (litellm) cannot be loaded: install it anew.")
_WHAT: dict[str, Message] = {
    "rate_limited": msg("too many calls"),
    "overloaded": msg("the provider is overloaded"),
    "server_error": msg("the provider has a fault"),
    "unreachable": msg("the provider cannot be reached"),
    "cut_off": msg("the connection broke off"),
    "garbled": msg("the answer cannot be read"),
    "timed_out": msg("nothing came in time"),
}


def _since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
