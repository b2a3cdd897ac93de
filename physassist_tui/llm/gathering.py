"""One stream put together: text, reasoning and tool calls out of litellm's chunks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from physassist_tui.llm.model import AskedCall, Delta
from physassist_tui.llm.wire_names import WireNames

MAX_CHARACTERS = 1_000_000
"""How much one answer may hold, text, reasoning and arguments together. There it is cut."""
TOO_LONG = "too_long"
"""The finish reason of an answer that was cut at `MAX_CHARACTERS`."""
_SURELY_TWICE = 24


@dataclass
class _Call:
    id: str = ""
    name: str = ""
    parts: list[str] = field(default_factory=list)


class Gathering:
    """An answer while it comes. Chunks that say nothing change nothing.

    A chunk that was sent twice is told from a model that says the same thing twice where that can
    be told: a piece of text of 24 characters or more that comes again at once is passed over (a
    model's own pieces are shorter, a relay's are not), and a piece of arguments that does where
    they are JSON only without it. A short piece stays as it came: `0` after `0` may be a dose.
    """

    def __init__(self, names: WireNames) -> None:
        self._names = names
        self._text: list[str] = []
        self._reasoning: list[str] = []
        self._calls: dict[int, _Call] = {}
        self._size = 0
        self._last = ""
        self.finish_reason: str | None = None

    @property
    def full(self) -> bool:
        """Whether the answer has met its bound."""
        return self._size >= MAX_CHARACTERS

    def take(self, chunk: Any) -> list[Delta]:
        """What a chunk adds, to be drawn; empty where it adds nothing."""
        found: list[Delta] = []
        for choice in (getattr(chunk, "choices", None) or ())[:1]:
            delta = getattr(choice, "delta", None)
            reasoning = getattr(delta, "reasoning_content", None)
            found += self._say("reasoning", self._reasoning, reasoning)
            found += self._say("text", self._text, getattr(delta, "content", None))
            for call in getattr(delta, "tool_calls", None) or ():
                found += self._ask(call)
            reason = getattr(choice, "finish_reason", None)
            if reason:
                self.finish_reason = str(reason)
        if self.full:
            self.finish_reason = TOO_LONG
        return found

    @property
    def text(self) -> str:
        """What the model said."""
        return "".join(self._text)

    @property
    def reasoning(self) -> str | None:
        """What it thought, where the provider shows it."""
        return "".join(self._reasoning) or None

    def calls(self) -> tuple[AskedCall, ...]:
        """The tool calls in the model's order, each with an id of its own."""
        return tuple(self._asked())

    def _asked(self) -> Iterator[AskedCall]:
        taken: set[str] = set()
        for at in sorted(self._calls):
            call = self._calls[at]
            wish = call.id or f"call_{at}"
            name = wish
            while name in taken:
                name = f"{name}_{at}"
            taken.add(name)
            yield AskedCall(name, self._names.dotted(call.name), _once(call.parts))

    def _say(self, kind: Any, parts: list[str], piece: object) -> list[Delta]:
        if not isinstance(piece, str) or not piece:
            return []
        again = len(piece) >= _SURELY_TWICE and piece == self._last
        # One that comes a third time is no chunk sent twice: the model goes round in a circle.
        self._last = "" if again else piece
        if again:
            return []
        piece = self._bounded(piece)
        parts.append(piece)
        return [Delta(kind, piece)] if piece else []

    def _ask(self, piece: Any) -> list[Delta]:
        at = getattr(piece, "index", None)
        identity = getattr(piece, "id", None) or ""
        if not isinstance(at, int):
            at = max(self._calls, default=-1) + 1 if identity else max(self._calls, default=0)
        call = self._calls.get(at)
        if call is not None and identity and call.id and call.id != identity:
            # Some servers give each parallel call the index 0.
            same = [n for n, other in self._calls.items() if other.id == identity]
            at = same[0] if same else max(self._calls) + 1
            call = self._calls.get(at)
        if call is None:
            call = self._calls.setdefault(at, _Call())
        call.id = call.id or str(identity)
        function = getattr(piece, "function", None)
        name, arguments = getattr(function, "name", None), getattr(function, "arguments", None)
        drawn: list[Delta] = []
        if name and not call.name:
            call.name = self._bounded(str(name))
            drawn.append(Delta("call", self._names.dotted(call.name)))
        if isinstance(arguments, str) and arguments:
            arguments = self._bounded(arguments)
            call.parts.append(arguments)
            drawn.append(Delta("call", arguments))
        return drawn

    def _bounded(self, piece: str) -> str:
        kept = piece[: max(0, MAX_CHARACTERS - self._size)]
        self._size += len(kept)
        return kept


def _once(parts: list[str]) -> str:
    """The arguments, without a piece that came twice where they are JSON only without it."""
    whole = "".join(parts)
    if not _is_json(whole):
        for at in range(1, len(parts)):
            if parts[at] == parts[at - 1] and len(parts) <= 10_000:
                less = "".join(parts[:at] + parts[at + 1 :])
                if _is_json(less):
                    return less
    return whole


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
