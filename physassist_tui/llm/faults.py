"""Why a call failed, read from what litellm raised, and the one line that says what to do.

litellm's exceptions hold requests, headers and what the provider wrote, any of which may hold a
key. Nothing of their text goes into ours: kinds are read from types, codes and status numbers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from physassist_tui.llm.model import FaultKind

RETRIES: dict[FaultKind, int] = {
    "rate_limited": 3,
    "overloaded": 3,
    "server_error": 3,
    "unreachable": 2,
    "cut_off": 2,
    "garbled": 2,
    "timed_out": 1,
}
"""How often a call is tried again after a fault of a kind; a kind that is not here, never."""


@dataclass(frozen=True)
class Fault:
    """What went wrong in one attempt. `retry_after_s` is what the provider asked for."""

    kind: FaultKind
    retry_after_s: float | None = None


_BY_STATUS: dict[int, FaultKind] = {
    401: "refused",
    402: "not_allowed",
    403: "not_allowed",
    404: "no_such_model",
    408: "timed_out",
    413: "context_full",
    429: "rate_limited",
    503: "overloaded",
    529: "overloaded",
}
_CODES: dict[str, FaultKind] = {
    "insufficient_quota": "not_allowed",
    "billing_hard_limit_reached": "not_allowed",
    "context_length_exceeded": "context_full",
    "content_filter": "content_filter",
    "content_policy_violation": "content_filter",
    "model_not_found": "no_such_model",
    "overloaded_error": "overloaded",
    "rate_limit_error": "rate_limited",
    "rate_limit_exceeded": "rate_limited",
    "529": "overloaded",
}
_TYPES: tuple[tuple[str, FaultKind], ...] = (
    ("ContextWindowExceededError", "context_full"),
    ("ContentPolicyViolationError", "content_filter"),
    ("UnicodeEncodeError", "bad_request"),
    ("gaierror", "unreachable"),
    ("ConnectionRefusedError", "unreachable"),
    ("ConnectTimeout", "unreachable"),
    ("ConnectError", "unreachable"),
    ("ReadTimeout", "timed_out"),
    ("WriteTimeout", "timed_out"),
    ("PoolTimeout", "timed_out"),
    ("APITimeoutError", "timed_out"),
    ("Timeout", "timed_out"),
    ("TimeoutError", "timed_out"),
    ("RemoteProtocolError", "cut_off"),
    ("ReadError", "cut_off"),
    ("WriteError", "cut_off"),
    ("ConnectionResetError", "cut_off"),
    ("BrokenPipeError", "cut_off"),
    ("UnicodeDecodeError", "garbled"),
    ("JSONDecodeError", "garbled"),
    ("ValidationError", "garbled"),
    ("APIResponseValidationError", "garbled"),
    ("AttributeError", "garbled"),
    ("TypeError", "garbled"),
    ("KeyError", "garbled"),
    ("IndexError", "garbled"),
)
_CUT = "Stream ended before a finish_reason was received"
_NO_PROVIDER = "LLM Provider NOT provided"
_NO_KEY = re.compile(r"api_key client option must be set|Missing .*(API )?key|API[_ ]?KEY", re.I)


def fault_of(error: BaseException, *, sent_key: bool) -> Fault:
    """The fault that an exception of litellm's stands for.

    `sent_key` says whether a key went with the call: without one a 401 means that it is missing.
    """
    chain = tuple(_chain(error))
    kind = _kind(chain)
    if kind == "refused" and not sent_key:
        kind = "no_key"
    return Fault(kind, _retry_after(chain))


def _kind(chain: tuple[BaseException, ...]) -> FaultKind:
    for each in chain:
        for code in _codes(each):
            if code in _CODES:
                return _CODES[code]
    names = {name for each in chain for name in _names(each)}
    first: tuple[tuple[str, FaultKind], ...] = _TYPES[:2]
    for name, kind in first:
        if name in names:
            return kind
    answered = _answered(chain)
    if answered is not None:
        return _by_status(answered)
    for name, kind in _TYPES:
        if name in names:
            return kind
    text = " ".join(str(each) for each in chain)
    if _CUT in text:
        return "cut_off"
    if _NO_PROVIDER in text:
        return "no_such_model"
    if _NO_KEY.search(text):
        return "no_key"
    # The deepest is the one nearest to what the provider said; litellm's own are often 500.
    status = [s for each in chain if (s := _number(each, "status_code"))][-1:] or [500]
    return _by_status(status[0])


def _by_status(status: int) -> FaultKind:
    return _BY_STATUS.get(status) or ("server_error" if status >= 500 else "bad_request")


def _chain(error: BaseException) -> Iterator[BaseException]:
    """An exception, and those it stands for, each once."""
    waiting: list[BaseException | None] = [error]
    seen: set[int] = set()
    while waiting:
        each = waiting.pop(0)
        if not isinstance(each, BaseException) or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        original = getattr(each, "original_exception", None)
        waiting += [original, each.__cause__, each.__context__]


def _names(error: BaseException) -> list[str]:
    return [kind.__name__ for kind in type(error).__mro__]


def _codes(error: BaseException) -> Iterator[str]:
    """The codes a provider gave, from the error and from the body of its answer."""
    bodies: list[Any] = [error, getattr(error, "body", None)]
    response = getattr(error, "response", None)
    if response is not None and (answered := _answer_body(response)) is not None:
        bodies += [answered]
    for body in bodies:
        inner = body.get("error", body) if isinstance(body, dict) else body
        for field in ("code", "type"):
            value = inner.get(field) if isinstance(inner, dict) else getattr(inner, field, None)
            if isinstance(value, str | int):
                yield str(value)


def _answer_body(response: Any) -> Any:
    import json

    try:
        return json.loads(response.content)
    except (ValueError, RuntimeError, AttributeError, TypeError):
        # No JSON, or a stream that was not read: the status still says what it can.
        return None


def _answered(chain: tuple[BaseException, ...]) -> int | None:
    """The status that the server itself sent, as its client saw it."""
    for each in chain:
        if type(each).__name__ == "HTTPStatusError" or (
            type(each).__module__.startswith("openai") and hasattr(each, "status_code")
        ):
            return _number(each, "status_code") or _number(
                getattr(each, "response", None), "status_code"
            )
    return None


def _number(thing: object, name: str) -> int | None:
    value = getattr(thing, name, None)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _retry_after(chain: tuple[BaseException, ...]) -> float | None:
    """What `Retry-After` asks for, in seconds; a date is counted from now."""
    for each in chain:
        headers = getattr(getattr(each, "response", None), "headers", None)
        told = headers.get("retry-after") if headers is not None else None
        if told is None:
            continue
        seconds = _seconds(str(told).strip())
        if seconds is not None:
            return seconds
    return None


def _seconds(told: str) -> float | None:
    from datetime import UTC, datetime
    from email.utils import parsedate_to_datetime

    if re.fullmatch(r"\d{1,9}(\.\d+)?", told):
        return float(told)
    try:
        when = parsedate_to_datetime(told)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())
