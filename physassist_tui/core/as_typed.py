"""A call and an act as somebody would type them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def call_words(tool: str, arguments: Mapping[str, Any]) -> str:
    """`Observation.search code=creatinine`; what is no text is written as JSON."""
    told = (
        f"{name}={value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}"
        for name, value in arguments.items()
    )
    return " ".join([tool, *told]).strip()


def is_create(tool: str) -> bool:
    """Whether a tool of that name places or cancels something: it finds nothing."""
    return tool.endswith((".create", ".cancel")) or "_create" in tool


def act_words(act: Mapping[str, Any]) -> str:
    """An act as events keep it (`acts.act_json`): `ask …`, `answer …` or a call."""
    if "call" in act:
        return call_words(str(act["call"]), act.get("with") or {})
    return f"ask {act['ask']}" if "ask" in act else f"answer {act.get('answer', '')}"
