"""What a model is to the rest of the house, whoever provides it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any, Literal, Protocol

from physassist_tui.i18n import Message

FaultKind = Literal[
    "no_key",
    "refused",
    "not_allowed",
    "no_such_model",
    "rate_limited",
    "overloaded",
    "server_error",
    "unreachable",
    "timed_out",
    "cut_off",
    "garbled",
    "content_filter",
    "context_full",
    "bad_request",
]
"""Why a provider gave no answer. A closed set; each has one line that says what to do."""


_HALF = re.compile("[\ud800-\udfff]")


def writable(text: str) -> str:
    """`text` without halves of characters, which a wire can carry and no file can hold."""
    return _HALF.sub("\ufffd", text)


@dataclass(frozen=True)
class AskedCall:
    """A tool call as the model wrote it; `arguments` is its text, which may be no JSON."""

    id: str
    name: str
    arguments: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", writable(self.name))


@dataclass(frozen=True)
class Completed:
    """What a model gave. Times in milliseconds; unknown figures are `None`, never 0.

    `name` of each call is the dotted name of the tool where the wire name is one of ours, else
    what the model wrote. Texts and names are `writable`.
    """

    provider: str
    model: str
    text: str
    calls: tuple[AskedCall, ...]
    finish_reason: str | None
    first_token_ms: int | None
    total_ms: int
    usage: dict[str, Any] | None
    tokens_in: int | None
    tokens_out: int | None
    cost_usd: float | None
    reasoning: str | None = None
    attempts: int = 1
    parameters: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", writable(self.text))
        if self.reasoning is not None:
            object.__setattr__(self, "reasoning", writable(self.reasoning))


@dataclass(frozen=True)
class Delta:
    """A piece of a stream, to be drawn live; the whole is recorded once."""

    kind: Literal["text", "reasoning", "call", "retry"]
    text: str


class Stopped(Exception):
    """The call was stopped by a person before it ended."""


class ProviderFault(Exception):
    """A provider that gave no answer, after the retries that fit.

    `message` is one line that says what to do. `total_ms` counts all attempts.
    """

    def __init__(
        self,
        kind: FaultKind,
        message: Message,
        *,
        provider: str,
        model: str,
        attempts: int = 1,
        total_ms: int = 0,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.provider = provider
        self.model = model
        self.attempts = attempts
        self.total_ms = total_ms

    def __str__(self) -> str:
        return self.message.render()


@dataclass(frozen=True)
class FunctionSpec:
    """A tool as a model is told of it: dotted name, description, JSON Schema of its arguments."""

    name: str
    description: str
    parameters: dict[str, Any]


class Model(Protocol):
    """A model that can be called. `name` is as it was asked for, as `openai/gpt-x`."""

    @property
    def name(self) -> str:
        """The name it was asked for under."""

    def complete(
        self,
        messages: Sequence[dict[str, Any]],
        functions: Sequence[FunctionSpec] = (),
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Completed:
        """One call, streamed. `messages` are OpenAI chat messages; tool names in them dotted.

        Raises `ProviderFault`, or `Stopped` at once where `stop` is set meanwhile. Blocks: call
        it off the event loop.
        """
