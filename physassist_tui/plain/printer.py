"""Prints a play as labelled lines. Everything foreign goes through `visible`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import tzinfo
from functools import lru_cache
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import is_create
from physassist_tui.core.foreign import one_line, visible
from physassist_tui.core.state import TurnState, Written
from physassist_tui.core.tools import WRITE_FILE, Param, ToolSpec
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, _, current_language, format_datetime, msg, nmsg, several

_heard: ContextVar[list[str] | None] = ContextVar("physassist_lines", default=None)


def say(text: str = "") -> None:
    """Prints a line, or several, at once."""
    heard = _heard.get()
    if heard is not None:
        heard += visible(text).split("\n")
        return
    print(visible(text), flush=True)  # noqa: T201 - this is the printer


@contextmanager
def kept_lines() -> Iterator[list[str]]:
    """What is said inside is not printed but kept, a line each."""
    lines: list[str] = []
    token = _heard.set(lines)
    try:
        yield lines
    finally:
        _heard.reset(token)


def opening(view: AssistantView, *, watching: bool = False) -> None:
    """Says whose chart this is, what time it is there, and what there is to know."""
    chart(view)
    if watching:
        say(_("You watch the assistant. Ctrl-C pauses it; `/help` shows what you can type."))
        return
    if view.long_task:
        say(
            _(
                "You do a task for the physician. You have {calls} tool calls; there is no "
                "patient to ask. `help` shows what you can type.",
                calls=view.limits.tool_calls_per_turn,
            )
        )
        return
    say(
        _(
            "You assist the physician. You have {calls} tool calls a turn, questions to the "
            "patient among them. `help` shows what you can type.",
            calls=view.limits.tool_calls_per_turn,
        )
    )


def chart(view: AssistantView) -> None:
    """Says whose chart this is and what time it is there."""
    banner = view.banner
    age = _("age unknown") if banner.age is None else nmsg("{n} year", "{n} years", banner.age)
    say(_("Case: {title}", title=one_line(view.title)))
    say(
        _(
            "Chart of: {name}, {age}, {sex}, born {born}",
            name=one_line(banner.name),
            age=age,
            sex=one_line(banner.sex),
            born=one_line(banner.birth_date),
        )
    )
    if banner.admission:
        say(_("Stay: {stay}", stay=one_line(banner.admission)))
    allergies = several(one_line(_labelled(name)) for name in banner.allergies).render()
    say(_("Allergies: {allergies}", allergies=allergies or _("none recorded")))
    say(_("Now: {now}", now=format_datetime(view.now)))


def _labelled(name: str) -> str:
    if current_language() == "en":
        return name
    from physassist_tui.terms import label

    return label(name, current_language())


def request(view: AssistantView) -> None:
    """The physician's request of the turn under way."""
    if view.turn is not None:
        request_of(view.turn, view.turn_count)


def request_of(turn: TurnState, turns: int) -> None:
    """A request, of a scenario with so many turns."""
    say()
    say(turn_line(turn, turns))
    say(_("Physician: {text}", text=turn.request))
    if turn.answer_format:
        say(_("Answer wanted as: {form}", form=turn.answer_format))


def turn_line(turn: TurnState, turns: int) -> str:
    """Which turn it is: of the scenario's, or a free one."""
    if not turn.scripted:
        return _("A free turn")
    return _("Turn {turn} of {turns}", turn=turn.scenario_turn or turn.number, turns=turns)


def story(view: AssistantView, *, watching: bool = False) -> None:
    """What has been said and done so far, for somebody who comes back."""
    for turn in view.turns:
        if turn.answer is None:
            continue
        say(turn_line(turn, view.turn_count))
        say(_("Physician: {text}", text=turn.request))
        answer = turn.answer or _("(no answer)")
        say(_("Assistant: {text}", text=answer) if watching else _("You: {text}", text=answer))
    number = view.turn.number if view.turn else 0
    for message in view.messages:
        if message.turn == number:
            say(_said_line(message.sender, message.text or _via(message.via, message.arguments)))
    for call in view.calls:
        if call.turn == number and not call.tool.startswith("patient."):
            told = " ".join(f"{k}={v}" for k, v in call.arguments_given.items())
            say(_("EHR: {tool} {arguments}", tool=call.tool, arguments=one_line(told)))
    if view.hand_over is not None:
        say(_("Note of the one before you: {note}", note=view.hand_over.note))


def happened(events: Sequence[ev.AnyEvent], zone: tzinfo | None) -> None:
    """What an act of the person brought, as it is now on disk. Times are told in `zone`."""
    tools = {e.data.call_id: e.data for e in events if isinstance(e, ev.ToolCalled)}
    for event in events:
        match event:
            case ev.MessageSent(data=data) if data.sender is Seat.PATIENT:
                say(_said_line(Seat.PATIENT, data.text))
            case ev.FileWritten(data=data):
                file_written(data)
            case ev.ToolReturned(data=data) if data.ok and tools[data.call_id].tool == WRITE_FILE:
                pass  # what was written has been told
            case ev.ToolReturned(data=data) if not tools[data.call_id].tool.startswith("patient."):
                returned(tools[data.call_id].tool, data, zone)
            case ev.ToolReturned(data=data) if not data.ok:
                error(data.result)
            case ev.SessionEnded(data=data) if data.detail:
                say(_("The session ended: {detail}", detail=data.detail))
            case _:
                pass


def file_written(data: ev.FileWrittenData, *, whole: bool = False) -> None:
    """What was put into a file of the workspace; the `whole` of it for who did not write it."""
    from physassist_tui.export.said import file_words

    say(file_words(data).render())
    if whole:
        say(data.text)
        say(_("End of file: {path}", path=one_line(data.path)))


def returned(tool: str, data: ev.ToolReturnedData, zone: tzinfo | None) -> None:
    """What a call gave: a table as `Header: value` lines, texts below it in full."""
    if not data.ok:
        error(data.result)
        return
    from physassist_tui.ehr.tables import rows

    result, lang = data.result, current_language()
    say(_("EHR: {tool}, {count}", tool=tool, count=_count(tool, result)))
    table = rows(result, tool, lang, zone=zone)
    for number, row in enumerate(table.rows, start=1):
        told = [
            _cell(head, value, lang)
            for head, value in zip(table.columns, row, strict=True)
            if value
        ]
        say(f"{number}. " + several(told, "; ").render())
    for trend in table.trends:
        say(_("Trend: {trend}", trend=one_line(trend.text(lang))))
    for note in table.notes:
        say(note)
    for title, body in table.texts:
        say(_("Text: {title}", title=one_line(title)))
        say(body)
        say(_("End of text: {title}", title=one_line(title)))
    if result.get("pages", 1) > result.get("page", 1):
        say(
            _(
                "Page {page} of {pages}; `more` shows the next.",
                page=result["page"],
                pages=result["pages"],
            )
        )


@lru_cache(maxsize=20_000)
def _cell(head: str, value: str, lang: Lang) -> str:
    # A chart's cells are mostly the same words again and again.
    return msg("{head}: {value}", head=head, value=one_line(value)).render(lang)


def error(result: dict[str, Any]) -> None:
    """What is wrong with a call, and how to mend it."""
    say(_("EHR: refused. {why}", why=result.get("error", "")))
    allowed = several(result.get("allowed", ())).render()
    if allowed and allowed not in str(result.get("error", "")):
        say(_("Allowed: {allowed}", allowed=one_line(allowed)))


def raw(result: dict[str, Any] | None) -> None:
    """A result as the JSON that it is."""
    if result is None:
        say(_("Nothing has come from the EHR yet."))
    else:
        say(json.dumps(result, ensure_ascii=False, indent=2))


def orders(written: Sequence[Written]) -> None:
    """The orders of this session, numbered as `cancel` takes them."""
    if not written:
        say(_("You have written no orders in this session."))
        return
    from physassist_tui.ehr.chart_words import STATUS, plain_word
    from physassist_tui.ehr.order_text import order_text

    lang = current_language()
    for number, order in enumerate(written, start=1):
        say(
            _(
                "Order {number}: {what}; status {status}",
                number=number,
                what=one_line(order_text(order.resource)),
                status=plain_word(str(order.resource.get("status", "")), lang, STATUS),
            )
        )


def tools(specs: Sequence[ToolSpec]) -> None:
    """The tools, each with its parameters."""
    lang = current_language()
    for spec in specs:
        say(_("{head}: {value}", head=spec.name, value=spec.description.text(lang)))
        if len(specs) == 1:
            for param in spec.params:
                say("  " + _param_line(param))


def _param_line(param: Param) -> str:
    text = param.description.text(current_language())
    wanted = _("required") if param.required else _("optional")
    if param.choices:
        wanted += _("; ") + " | ".join(param.choices)
    return _("{name} ({wanted}): {text}", name=param.name, wanted=wanted, text=text)


def _said_line(sender: Seat, text: str) -> str:
    if sender is Seat.PATIENT:
        return _("Patient: {text}", text=text)
    return _("You to the patient: {text}", text=text)


def _via(tool: str | None, arguments: dict[str, Any]) -> str:
    told = " ".join(f"{k}={v}" for k, v in arguments.items())
    return f"{tool or ''} {told}".strip()


def _count(tool: str, result: dict[str, Any]) -> str:
    total = result.get("total")
    if is_create(tool) or not isinstance(total, int):
        return msg("done").render()
    return nmsg("{n} found", "{n} found", total).render()
