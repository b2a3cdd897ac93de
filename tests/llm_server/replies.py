"""What the server says: a reply in chunks, perhaps a faulty one, or a refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

StreamFault = Literal[
    "cut",  # the connection breaks off
    "cut_clean",  # the body ends in good order, without a finish reason
    "silence",  # nothing more comes, and the connection stays open
    "malformed",  # a chunk that is no JSON
    "wrong_shape",  # a chunk that is JSON, but no chunk
    "duplicate",  # a chunk comes twice
    "empty_choice",  # no chunk has a choice
    "non_utf8",  # bytes that are no UTF-8
    "error_event",  # an error in place of a chunk
]
USAGE = {"prompt_tokens": 120, "completion_tokens": 30, "total_tokens": 150}


@dataclass(frozen=True)
class Call:
    """A tool call, named as on the wire; arguments in text go out as they are."""

    name: str
    arguments: dict[str, Any] | str = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True)
class Reply:
    """An answer, streamed in pieces of `piece` characters.

    `fault` strikes after `after` chunks. `delay_s` passes before the status line, `first_s`
    between it and the first chunk, `between_s` before each later one.
    """

    text: str = ""
    calls: tuple[Call, ...] = ()
    reasoning: str = ""
    usage: dict[str, Any] | None = field(default_factory=lambda: dict(USAGE))
    finish: str | None = None
    piece: int = 40
    delay_s: float = 0
    first_s: float = 0
    between_s: float = 0
    fault: StreamFault | None = None
    after: int = 2

    def chunks(self, model: str) -> Iterator[dict[str, Any]]:
        """The chunks of the stream, in order."""
        yield _chunk(model, {"role": "assistant", "content": ""})
        for part in _pieces(self.reasoning, self.piece):
            yield _chunk(model, {"reasoning_content": part})
        for part in _pieces(self.text, self.piece):
            yield _chunk(model, {"content": part})
        for at, call in enumerate(self.calls):
            head = {"index": at, "id": call.id or f"call_{at}", "type": "function"}
            head["function"] = {"name": call.name, "arguments": ""}
            yield _chunk(model, {"tool_calls": [head]})
            for part in _pieces(_text(call.arguments), self.piece):
                tail = {"index": at, "function": {"arguments": part}}
                yield _chunk(model, {"tool_calls": [tail]})
        yield _chunk(model, {}, self.finish or ("tool_calls" if self.calls else "stop"))
        if self.usage is not None:
            yield {**_chunk(model, {}), "choices": [], "usage": self.usage}


@dataclass(frozen=True)
class Refusal:
    """An answer that is an HTTP error."""

    status: int
    message: str = "no"
    code: str | None = None
    kind: str = "invalid_request_error"
    headers: dict[str, str] = field(default_factory=dict)
    delay_s: float = 0

    def body(self) -> bytes:
        """The error as OpenAI writes it."""
        error = {"message": self.message, "type": self.kind, "param": None, "code": self.code}
        return json.dumps({"error": error}).encode()


Answer = Reply | Refusal


def refusals() -> dict[str, Refusal]:
    """The errors that providers give, by name."""
    return {
        "unauthorized": Refusal(401, "Incorrect API key provided.", "invalid_api_key"),
        "forbidden": Refusal(403, "Your project may not use this model.", "forbidden"),
        "no_such_model": Refusal(404, "The model `m` does not exist.", "model_not_found"),
        "rate_limited": Refusal(429, "Rate limit reached.", "rate_limit_exceeded"),
        "no_credit": Refusal(429, "You exceeded your current quota.", "insufficient_quota"),
        "server_error": Refusal(500, "The server had an error.", kind="server_error"),
        "unavailable": Refusal(503, "Try again later.", kind="server_error"),
        "overloaded": Refusal(529, "Overloaded", kind="overloaded_error"),
        "bad_request": Refusal(400, "Invalid value: 'x'.", "invalid_value"),
        "content_filter": Refusal(400, "The content was filtered.", "content_filter"),
        "context_full": Refusal(
            400,
            "This model's maximum context length is 8192 tokens. However, your messages "
            "resulted in 9001 tokens.",
            "context_length_exceeded",
        ),
    }


def _chunk(model: str, delta: dict[str, Any], finish: str | None = None) -> dict[str, Any]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1700000000,
        "model": model,
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish}],
    }


def _pieces(text: str, size: int) -> Iterator[str]:
    for at in range(0, len(text), size):
        yield text[at : at + size]


def _text(arguments: dict[str, Any] | str) -> str:
    if isinstance(arguments, str):
        return arguments
    return json.dumps(arguments, ensure_ascii=False)
