"""The standing script players, which show what a scenario's rubric is worth.

Each decides from the assistant's view alone where it stands in the turn, so that it goes on
rightly in a resumed session. `gold` performs the author's perfect play; `null` does nothing;
`echo` repeats the request; `dump` reads everything and pastes all of it; `wrong-patient` does
what gold does in somebody else's chart and reports what it finds there.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Callable, Sequence
from typing import Any

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.core.scenario import GoldAnswer, GoldAsk, GoldCall, GoldStep, Scenario
from physassist_tui.core.state import Call
from physassist_tui.core.view import Act, Answer, Ask, AssistantView, CallTool
from physassist_tui.ehr.fhirtext import nodes
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.i18n import msg, several
from physassist_tui.play import long_scripts
from physassist_tui.play.casting import SCRIPT_PREFIX, SCRIPTS

ScriptPlayer = Callable[[AssistantView], Act]


def script_player(name: str, scenario: Scenario, store: EhrStore) -> ScriptPlayer:
    """The player named `script:…`. Raises `BadInput` for a name that there is not."""
    long = scenario.long_task
    makers: dict[str, Callable[[], ScriptPlayer]] = {
        "gold": lambda: _gold(scenario),
        "null": lambda: lambda _view: Answer(""),
        "echo": lambda: long_scripts.echo if long else _echo,
        "dump": lambda: long_scripts.dump if long else _dump,
        "wrong-patient": lambda: _wrong_patient(scenario, store),
    }
    maker = makers.get(name.removeprefix(SCRIPT_PREFIX))
    if not name.startswith(SCRIPT_PREFIX) or maker is None:
        raise BadInput(
            msg(
                "There is no player '{name}'. These play by script: {players}.",
                name=name,
                players=several(SCRIPT_PREFIX + script for script in SCRIPTS),
            )
        )
    return maker()


def calls_this_turn(view: AssistantView) -> Sequence[Call]:
    """The calls of the turn under way. A free question to the patient is one of them."""
    number = view.turn.number if view.turn else 0
    return [call for call in view.calls if call.turn == number]


def _gold(scenario: Scenario) -> ScriptPlayer:
    def play(view: AssistantView) -> Act:
        steps = _steps(scenario, view)
        # Where a person has done more than the play holds, what is left is the answer.
        match steps[min(len(calls_this_turn(view)), len(steps) - 1)]:
            case GoldCall() as step:
                return CallTool(step.call, step.arguments(view.language))
            case GoldAsk(ask=question):
                return Ask(question.text(view.language))
            case GoldAnswer(answer=answer):
                return Answer(answer.text(view.language))

    return play


def _steps(scenario: Scenario, view: AssistantView) -> Sequence[GoldStep]:
    """The perfect play of the turn; of a free turn, which has none, no answer."""
    if view.turn is None or view.turn.scenario_turn is None:
        return (GoldAnswer(answer=Bilingual()),)
    return scenario.turns[view.turn.scenario_turn - 1].gold


def _echo(view: AssistantView) -> Act:
    return Answer(view.turn.request if view.turn else "")


def _dump(view: AssistantView) -> Act:
    done = calls_this_turn(view)
    if view.limits.tool_calls_this_turn == 0:
        return _paste(done)
    patient_tools = [
        tool.name
        for tool in view.toolset.tools
        if tool.kind == "patient" and not any(param.required for param in tool.params)
    ]
    budget = view.limits.tool_calls_per_turn - len(patient_tools)
    reads = [c for c in done if not c.tool.startswith("patient.")]
    last = reads[-1].result if reads else None
    if len(reads) < budget and (last is None or last.get("page", 1) < last.get("pages", 1)):
        return CallTool("Patient.everything", {"_count": 100, "page": len(reads) + 1})
    asked = {call.tool for call in done}
    for tool in patient_tools:
        if tool not in asked:
            return CallTool(tool, {})
    return _paste(done)


def _paste(calls: Sequence[Call]) -> Act:
    texts = [c.shown or json.dumps(c.result, ensure_ascii=False) for c in calls]
    return Answer("\n".join(texts))


def _wrong_patient(scenario: Scenario, store: EhrStore) -> ScriptPlayer:
    other = look_alike(scenario, store)
    if scenario.long_task:
        return long_scripts.wrong_patient(scenario, store, other, _report)

    def play(view: AssistantView) -> Act:
        done = calls_this_turn(view)
        steps = [
            step
            for step in _steps(scenario, view)
            if isinstance(step, GoldCall) and not step.call.startswith("patient.")
        ]
        if len(done) < len(steps):
            step = steps[len(done)]
            spec = view.toolset.tool(step.call)
            arguments = {k: v for k, v in step.with_.items() if k not in ("encounter", "patient")}
            if spec is not None and spec.param("patient") is not None:
                arguments["patient"] = other
            return CallTool(step.call, arguments)
        return Answer(_report(done))

    return play


def _report(calls: Sequence[Call]) -> str:
    """What the calls found, the newest few of each, as a hurried person would report it."""
    lines: list[str] = []
    for call in calls:
        entries: list[dict[str, Any]] = (call.result or {}).get("entries", [])
        for entry in entries[:4]:
            told = (entry.get("name"), entry.get("value"), entry.get("unit"), entry.get("date"))
            lines.append(" ".join(str(part) for part in told if part not in (None, "")))
    return "; ".join(lines)


def look_alike(scenario: Scenario, store: EhrStore) -> str:
    """The patient of the record whose name or number is nearest to the scenario's."""
    found = store.search("Patient", [("_count", "200")]).get("entry", [])
    patients = {f"Patient/{e['resource']['id']}": e["resource"] for e in found}
    own = patients.pop(scenario.patient, {})
    if not patients:
        return "Patient/nobody"
    return max(sorted(patients), key=lambda ref: _likeness(own, patients[ref]))


def _likeness(one: dict[str, Any], other: dict[str, Any]) -> float:
    def told(patient: dict[str, Any]) -> str:
        names = nodes(patient.get("name")) or [{}]
        return f"{names[0].get('family', '')} {patient.get('id', '')}"

    return difflib.SequenceMatcher(None, told(one), told(other)).ratio()
