"""An eval log as Inspect AI reads it (https://inspect.aisi.org.uk/eval-logs.html, format 2, JSON).

One session is one sample: its messages, the model's usage, and the last score that was kept.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from physassist_tui import __version__
from physassist_tui.core import events as ev
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.export.chat import chat
from physassist_tui.export.source import Source

_SCORER = "physassist"
_LIMITS: Mapping[EndReason, str] = {
    EndReason.TIME_LIMIT: "time",
    EndReason.TOKEN_LIMIT: "token",
    EndReason.COST_LIMIT: "cost",
    EndReason.TOOL_LIMIT: "custom",
    EndReason.REPEATED_CALL: "custom",
}


def inspect_log(source: Source, score: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The log. `score` is the `score` object of `score --json`, where the session has one."""
    started, state = source.started, fold(source.events)
    player = state.player(Seat.ASSISTANT) or started.seats.get(Seat.ASSISTANT, "")
    model = player.partition(":")[2] or player if player.startswith("model:") else player
    begin, end = source.events[0].at, source.events[-1].at
    usage = {model: _usage(state)}
    return {
        "version": 2,
        "status": "success" if state.ended is not None else "cancelled",
        "eval": {
            "created": _time(begin),
            "task": started.scenario,
            "task_id": started.scenario_hash,
            "task_version": 0,
            "eval_id": source.session,
            "run_id": source.session,
            "dataset": {"name": started.scenario, "samples": 1, "sample_ids": [source.session]},
            "model": model or "none",
            "config": {},
            "packages": {"physassist": started.app_version or __version__},
            "metadata": {
                "language": started.language,
                "toolset": started.toolset,
                "seats": {seat.value: who for seat, who in started.seats.items()},
                "rubric": started.rubric_hash,
                "part": source.part,
                "redacted": source.redacted,
            },
        },
        "plan": {"name": "physassist", "steps": []},
        "results": _results(state, score),
        "stats": {
            "started_at": _time(begin),
            "completed_at": _time(end),
            "model_usage": usage if state.spent.calls else {},
        },
        "samples": [_sample(source, state, model, score, usage)],
    }


def log_name(source: Source) -> str:
    """The name that the file must have to be listed by `inspect view`."""
    task = re.sub(r"[^A-Za-z0-9-]+", "-", source.started.scenario)
    name = re.sub(r"[^A-Za-z0-9-]+", "-", source.session)
    return f"{source.events[0].at:%Y-%m-%dT%H-%M-%S+00-00}_{task}_{name}.json"


def _sample(
    source: Source,
    state: SessionState,
    model: str,
    score: Mapping[str, Any] | None,
    usage: dict[str, dict[str, int]],
) -> dict[str, Any]:
    messages = [_message(at, one) for at, one in enumerate(chat(source)["messages"])]
    names = {call["id"]: call["function"] for m in messages for call in m.get("tool_calls", ())}
    for message in messages:
        if message["role"] == "tool":
            message["function"] = names.get(message["tool_call_id"])
    answers = [m for m in messages if m["role"] == "assistant"]
    seconds = (source.events[-1].at - source.events[0].at).total_seconds()
    sample: dict[str, Any] = {
        "id": source.session,
        "epoch": 1,
        "input": "\n\n".join(turn.request for turn in state.turns),
        "target": "",
        "messages": messages,
        "output": _output(model, answers[-1] if answers else None),
        "scores": _scores(score),
        "metadata": {"turns": len(state.turns), "marks": [_mark(e) for e in _marks(source)]},
        "model_usage": usage if state.spent.calls else {},
        "started_at": _time(source.events[0].at),
        "completed_at": _time(source.events[-1].at),
        "total_time": max(0.0, seconds),
        "working_time": state.active_ms / 1000,
    }
    limit = _LIMITS.get(state.ended) if state.ended is not None else None
    if limit is not None:
        sample["limit"] = {"type": limit, "limit": 0}
    return sample


def _message(at: int, one: Mapping[str, Any]) -> dict[str, Any]:
    """A chat message as Inspect has it: arguments as an object, an id of its own."""
    message = {"id": f"m{at}", "role": one["role"], "content": one.get("content") or ""}
    if one["role"] == "assistant" and one.get("tool_calls"):
        message["tool_calls"] = [
            {
                "id": call["id"],
                "function": call["function"]["name"],
                "arguments": json.loads(call["function"]["arguments"]),
                "type": "function",
            }
            for call in one["tool_calls"]
        ]
    if one["role"] == "tool":
        message["tool_call_id"] = one["tool_call_id"]
    return message


def _output(model: str, last: Mapping[str, Any] | None) -> dict[str, Any]:
    if last is None:
        return {"model": model, "choices": []}
    reason = "tool_calls" if last.get("tool_calls") else "stop"
    return {"model": model, "choices": [{"message": dict(last), "stop_reason": reason}]}


def _scores(score: Mapping[str, Any] | None) -> dict[str, Any]:
    if score is None or score.get("mrs") is None:
        return {}
    items = [item for turn in score.get("turns", ()) for item in turn["items"]]
    told = "\n".join(f"{one['id']}: {one['grade']} {one.get('because') or ''}" for one in items)
    about = {name: score.get(name) for name in ("graded_share", "task_success", "checks")}
    return {_SCORER: {"value": score["mrs"], "explanation": told, "metadata": about}}


def _results(state: SessionState, score: Mapping[str, Any] | None) -> dict[str, Any]:
    results: dict[str, Any] = {
        "total_samples": 1,
        "completed_samples": int(state.ended is not None),
        "scores": [],
    }
    if _scores(score):
        mean = {"name": "mean", "value": score["mrs"] if score else None}
        results["scores"] = [{"name": _SCORER, "scorer": _SCORER, "metrics": {"mean": mean}}]
    return results


def _usage(state: SessionState) -> dict[str, int]:
    spent = state.spent
    return {
        "input_tokens": spent.tokens_in,
        "output_tokens": spent.tokens_out,
        "total_tokens": spent.tokens_in + spent.tokens_out,
    }


def _marks(source: Source) -> list[ev.Marked]:
    return [event for event in source.events if isinstance(event, ev.Marked)]


def _mark(event: ev.Marked) -> dict[str, Any]:
    return {"label": event.data.label, "text": event.data.text, "event": event.data.marked_seq}


def _time(at: datetime) -> str:
    return at.isoformat()
