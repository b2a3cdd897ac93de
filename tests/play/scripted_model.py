"""A model of the tests' own, at our seam: says in turn what it is given to say."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from physassist_tui.i18n import msg
from physassist_tui.llm.model import (
    AskedCall,
    Completed,
    Delta,
    FaultKind,
    FunctionSpec,
    ProviderFault,
    Stopped,
)

Said = Completed | ProviderFault | Callable[[list[dict[str, Any]]], "Completed | ProviderFault"]


def says(
    text: str = "",
    *calls: tuple[str, dict[str, Any] | str],
    finish: str | None = None,
    tokens: tuple[int, int] | None = (100, 10),
    cost: float | None = None,
) -> Completed:
    """A message with calls of tools."""
    asked = tuple(
        AskedCall(f"x{n}", tool, given if isinstance(given, str) else json.dumps(given))
        for n, (tool, given) in enumerate(calls)
    )
    tokens_in, tokens_out = tokens or (None, None)
    usage = (
        None if tokens is None else {"prompt_tokens": tokens_in, "completion_tokens": tokens_out}
    )
    return Completed(
        "scripted", "m", text, asked, finish or ("tool_calls" if calls else "stop"), 1, 2,
        usage, tokens_in, tokens_out, cost,
    )  # fmt: skip


def fault(kind: FaultKind = "server_error") -> ProviderFault:
    """A provider that gave nothing."""
    return ProviderFault(
        kind, msg("The server had an error."), provider="scripted", model="m", attempts=3
    )


@dataclass
class ScriptedModel:
    """Says `script` in turn, the last again and again. `heard` is what each call was given.

    `None` in the script waits until it is stopped.
    """

    script: Sequence[Said | None]
    name: str = "scripted/m"
    heard: list[list[dict[str, Any]]] = field(default_factory=list)
    offered: list[Sequence[FunctionSpec]] = field(default_factory=list)
    waiting: Event = field(default_factory=Event)

    def complete(
        self,
        messages: Sequence[dict[str, Any]],
        functions: Sequence[FunctionSpec] = (),
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Completed:
        """The next of the script."""
        # As it would go over the wire: what is no JSON, or changes later, would show here.
        self.heard.append(json.loads(json.dumps(list(messages))))
        self.offered.append(functions)
        said = self.script[min(len(self.heard), len(self.script)) - 1]
        if said is None:
            assert stop is not None
            self.waiting.set()
            assert stop.wait(20)
            raise Stopped
        if callable(said):
            said = said(self.heard[-1])
        if isinstance(said, ProviderFault):
            raise said
        if on_delta is not None and said.text:
            on_delta(Delta("text", said.text))
        return said
