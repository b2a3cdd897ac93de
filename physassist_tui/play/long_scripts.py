"""The standing script players in long tasks, where there is a workspace and no patient.

`echo` puts the request into every file that is asked for, and answers with it; `dump` reads the
patient's whole chart by every search and puts all of it there; `wrong-patient` does what gold
does in somebody else's chart and writes down what it finds in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from physassist_tui.core.scenario import GoldCall, Scenario
from physassist_tui.core.state import Call
from physassist_tui.core.tools import WRITE_FILE
from physassist_tui.core.view import Act, Answer, AssistantView, CallTool
from physassist_tui.ehr.bench.toolset import DEMOGRAPHICS
from physassist_tui.ehr.fhirtext import nodes
from physassist_tui.ehr.protocol import EhrStore

ScriptPlayer = Callable[[AssistantView], Act]

_PAGE = 40
"""Entries a page of dump's, of which most fit into what a model is shown."""
_MOST_PASTED = 40_000
"""Characters, from the searches that a chart has least of to its laboratory results: more of
these would only be more of the same."""
_PATIENT_PARAMS = ("patient", "patient_reference")
_OF_THE_STAY = ("encounter", "encounter_reference")


def echo(view: AssistantView) -> Act:
    """The request, as file and as answer."""
    request = view.turn.request if view.turn else ""
    return _write_next(view, request) or Answer(request)


def dump(view: AssistantView) -> Act:
    """Everything that the searches find, as file and as answer."""
    left = view.limits.tool_calls_this_turn - len(_unwritten(view))
    if left > 0:
        following = _next_read(view)
        if following is not None:
            return following
    shown = [call.shown or json.dumps(call.result, ensure_ascii=False) for call in _reads(view)]
    text = "\n".join(reversed(shown))[:_MOST_PASTED]
    return _write_next(view, text) or Answer(text)


def wrong_patient(
    scenario: Scenario, store: EhrStore, other: str, report: Callable[[Sequence[Call]], str]
) -> ScriptPlayer:
    """Gold's calls for `other`; `report` says what was found."""
    number = _number_of(store, other)
    gold = [step for step in scenario.turns[0].gold if isinstance(step, GoldCall)]

    def play(view: AssistantView) -> Act:
        done = len(view.calls)
        if done >= len(gold):
            return Answer(report(view.calls))
        step = gold[done]
        arguments = {
            k: v for k, v in step.arguments(view.language).items() if k not in _OF_THE_STAY
        }
        if step.call == DEMOGRAPHICS and number:
            arguments = {"identifier": number}
        if step.call == WRITE_FILE:
            arguments["content"] = report(view.calls) or "-"
        arguments |= {name: other for name in _PATIENT_PARAMS if name in arguments}
        return CallTool(step.call, arguments)

    return play


def _number_of(store: EhrStore, patient: str) -> str:
    found = store.search("Patient", [("_id", patient.split("/")[1])]).get("entry", [])
    numbers = [
        one.get("value") for entry in found for one in nodes(entry["resource"].get("identifier"))
    ]
    return str(numbers[0]) if numbers and numbers[0] else ""


def _reads(view: AssistantView) -> list[Call]:
    return [call for call in view.calls if call.tool != WRITE_FILE]


def _next_read(view: AssistantView) -> CallTool | None:
    """The next page of the search under way, or the first of the next one."""
    reads = _reads(view)
    last: dict[str, Any] = (reads[-1].result or {}) if reads else {}
    if reads and last.get("page", 1) < last.get("pages", 1):
        return _search(view, reads[-1].tool, int(last["page"]) + 1)
    done = {call.tool for call in reads}
    tools = [tool.name for tool in view.toolset.tools if tool.kind == "read"]
    following = next((name for name in tools if name not in done), None)
    return None if following is None else _search(view, following, 1)


def _search(view: AssistantView, tool: str, page: int) -> CallTool:
    whose = {} if tool == DEMOGRAPHICS else {"patient": view.banner.patient}
    return CallTool(tool, {**whose, "count": _PAGE, "page": page})


def _unwritten(view: AssistantView) -> list[str]:
    there = {file.path for file in view.files}
    return [path for path in view.deliverables if path not in there]


def _write_next(view: AssistantView, text: str) -> CallTool | None:
    """The writing of the first file that is asked for and not there, if it may still be done."""
    missing = _unwritten(view)
    if not missing or not text.strip() or view.limits.tool_calls_this_turn == 0:
        return None
    return CallTool(WRITE_FILE, {"path": missing[0], "content": text})
