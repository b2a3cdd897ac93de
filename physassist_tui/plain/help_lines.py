"""What `help` says."""

from __future__ import annotations

from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _


def help_lines(view: AssistantView, topic: str = "") -> list[str]:
    """How to play in lines; with the name of a tool, how to fill that tool in."""
    if topic:
        from physassist_tui.play.typed import find_tool

        tool = find_tool(topic, view.toolset)
        if tool is None:
            return [_("There is no help on {topic}; `tools` lists the tools.", topic=topic)]
        example = " ".join(f"{param.name}=…" for param in tool.params if param.required)
        return [
            _("Type: {example}", example=f"{tool.name} {example}".strip()),
            _("`tools {name}` shows what each part means.", name=tool.name),
        ]
    if view.long_task:
        return _long_task()
    return [
        _("ask …: say or ask the patient something, in your own words"),
        _("answer …: answer the physician; this ends the turn"),
        _("answer: write the answer in several lines; a full stop alone sends it"),
        _("Observation.search code=creatinine: call an EHR tool; Tab completes tools and values"),
        _("tools, tools NAME: the tools, and what each takes"),
        _("more: the next page of the last result; raw: the last result as JSON"),
        _("orders: your orders in this session; cancel NUMBER REASON: take one back"),
        _("request: the physician's request again; chart: whose chart this is"),
        _("undo: take back the last unsent line of your draft"),
        _("/help: pause, mark, rewind, fork, give a seat to a model, take another one"),
        _("quit: leave; the session is saved and can be resumed"),
        _(
            "On a terminal: Alt-Enter makes a new line, Up brings back what you typed, "
            "Ctrl-Z undoes typing."
        ),
    ]


def _long_task() -> list[str]:
    return [
        _("fhir_observation_search_labs patient=… code=…: search; Tab completes tools and values"),
        _("tools, tools NAME: the tools, and what each takes"),
        _("searched: what was searched so far, and what found nothing"),
        _("more: the next page of the last result; raw: the last result as JSON"),
        _("fhir_…_create …: a draft of an order; draft fhir_…_create …: also one with a fault"),
        _("orders: drafts and signed orders; edit NUMBER name=value; drop NUMBER"),
        _("sign: shows every draft once more; sign again: signs them"),
        _("note: write the file of the task in lines, a full stop alone saves it; note PATH"),
        _("note show; note NUMBER text: changes a line; note new: begins again; note save"),
        _("steps: the task's own steps and files; tick NUMBER"),
        _("answer …: answer the physician; this ends the task"),
        _("answer: write the answer in several lines; a full stop alone sends it"),
        _("request: the physician's request again; chart: whose chart this is"),
        _("undo: take back the last unsent line of your answer, or the last draft dropped"),
        _("/help: pause, mark, rewind, fork, give a seat to a model, take another one"),
        _("quit: leave; the session is saved, and so is what is unsent"),
    ]
