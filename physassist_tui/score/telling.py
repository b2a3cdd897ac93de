"""How a score is told to a person: figures with their formulas, events in a line."""

from __future__ import annotations

from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.core.scenario import Scenario
from physassist_tui.ehr.order_text import order_text
from physassist_tui.i18n import _, current_language, format_percent, msg, nmsg

_SHOWN = 100


def figure_lines(score: dict[str, Any]) -> list[str]:
    """The figures of a score object, each with its formula."""
    lines = [
        _(
            "mRS (mean of the turn scores; turn score = passed / graded items): {value}",
            value=_figure(score["mrs"]),
        ),
        _("Graded share (graded / all items): {value}", value=_figure(score["graded_share"])),
    ]
    for threshold, value in score["pass_turn"].items():
        lines.append(
            _(
                "Pass@Turn({threshold}) (share of turns that score at least that): {value}",
                threshold=threshold,
                value=_figure(value),
            )
        )
    for threshold, passed in score["pass_session"].items():
        lines.append(
            _(
                "Pass@Session({threshold}) (every turn scores at least that): {value}",
                threshold=threshold,
                value=_yes_no(passed),
            )
        )
    lines.append(
        _(
            "Checkpoint rate (passed / graded items of the session): {value}",
            value=_figure(score.get("checkpoint_rate")),
        )
    )
    lines.append(
        _("Task success (every item passes): {value}", value=_yes_no(score["task_success"]))
    )
    return lines


def _figure(value: float | None) -> str:
    return _("unknown") if value is None else format_percent(value)


def _yes_no(value: bool | None) -> str:
    if value is None:
        return _("unknown")
    return _("yes") if value else _("no")


def event_line(event: ev.AnyEvent, scenario: Scenario) -> str:
    """An event in one line, for a person who wants to know what decided."""
    match event:
        case ev.ToolCalled(data=data):
            arguments = " ".join(f"{k}={v}" for k, v in data.arguments_given.items())
            text = f"{data.tool} {arguments}"
        case ev.ToolReturned(data=data):
            total = data.result.get("total")
            found = nmsg("{n} entry", "{n} entries", total) if isinstance(total, int) else ""
            text = _("what call {call} gave {found}", call=data.call_id, found=found)
        case ev.ResourceWritten(data=data):
            text = _("written: {order}", order=order_text(data.resource))
        case ev.FileWritten(data=data):
            text = _("written to {path}: {text}", path=data.path, text=data.text)
        case ev.FactRevealed(data=data):
            text = _("the patient told: {fact}", fact=_fact_text(data.fact, scenario))
        case ev.MessageSent(data=data):
            text = data.text or (data.via or "")
        case ev.Answered(data=data):
            text = data.text
        case _:
            text = event.kind
    return msg("event {seq}, {text}", seq=event.seq, text=one_line(cut(text))).render()


def _fact_text(fact_id: str, scenario: Scenario) -> str:
    say = scenario.fact(fact_id).say
    lang = current_language()
    wording = getattr(say, lang) or say.en or say.zh
    return wording.medium if wording is not None else fact_id


def cut(text: str) -> str:
    """`text`, cut for a line that only points at it."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
