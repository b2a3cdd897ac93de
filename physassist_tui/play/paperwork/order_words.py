"""A draft of an order in a clinician's words: what it is, then part by part. Pure.

Nothing that would be written is left out: an argument that no part is made of stands there under
its own name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from physassist_tui.core.foreign import one_line
from physassist_tui.core.tools import ToolSpec
from physassist_tui.ehr import chart_words
from physassist_tui.i18n import Message, current_language, msg, nmsg

Part = tuple[Message, str]
"""What a part of an order is called, and what stands there."""

_NAMES = ("medication_display", "code_display", "description", "message_text", "code_code")
"""Arguments that say what is ordered, the first that is given."""

_LABELS: Mapping[str, Message] = {
    "dose_value": msg("dose"),
    "dose_unit": msg("unit of the dose"),
    "route_display": msg("route"),
    "frequency_text": msg("frequency"),
    "duration_value": msg("duration"),
    "duration_unit": msg("unit of the duration"),
    "dispense_quantity": msg("quantity"),
    "dispense_unit": msg("unit of the quantity"),
    "num_refills": msg("refills"),
    "occurrence_datetime": msg("to be done"),
    "start": msg("begins"),
    "end": msg("ends"),
    "minutes_duration": msg("minutes"),
    "reason_display": msg("reason"),
    "priority": msg("priority"),
    "category_display": msg("category"),
    "body_site_display": msg("body site"),
    "based_on": msg("based on"),
    "based_on_service_request": msg("based on"),
    "recipient_reference": msg("to"),
    "sender_reference": msg("from"),
    "practitioner_reference": msg("with"),
    "performer_reference": msg("by whom"),
    "note_text": msg("note"),
    "service_type_display": msg("kind of service"),
    "appointment_type_display": msg("kind of appointment"),
    "in_response_to_communication": msg("answers"),
    "patient_reference": msg("patient"),
    "requester_reference": msg("ordered by"),
    "encounter_reference": msg("encounter"),
    "medication_code": msg("code of the drug"),
    "medication_system": msg("system of its code"),
    "code_code": msg("code"),
    "code_system": msg("system of the code"),
    "category_code": msg("code of the category"),
    "route_code": msg("code of the route"),
    "reason_code": msg("code of the reason"),
    "reason_system": msg("system of the reason's code"),
    "body_site_code": msg("code of the body site"),
    "service_type_code": msg("code of the kind of service"),
    "appointment_type_code": msg("code of the kind of appointment"),
    "status": msg("status"),
    "intent": msg("intent"),
}
"""In the order in which they are read out."""

_UNITS = {
    "dose_value": "dose_unit",
    "duration_value": "duration_unit",
    "dispense_quantity": "dispense_unit",
}
_BARE = ("dose_value", "route_display", "frequency_text", "duration_value")
_TOLD = (
    "dispense_quantity", "num_refills", "occurrence_datetime", "start", "reason_display",
    "priority", "based_on", "recipient_reference", "practitioner_reference",
)  # fmt: skip
_LONGEST_NAME = 80


def order_name(tool: ToolSpec, arguments: Mapping[str, Any]) -> str:
    """What is ordered, on a line; the kind of order where nothing says it yet."""
    value = text_of(arguments.get(_named(arguments)))
    if not value:
        return tool.resource or tool.name
    value = one_line(value)
    return value if len(value) <= _LONGEST_NAME else value[:_LONGEST_NAME] + "…"


def order_parts(arguments: Mapping[str, Any]) -> list[Part]:
    """Every part of an order that has been filled in; a number stands with its unit.

    What `order_name` shows whole is left out.
    """
    named = _named(arguments)
    given = {name: text_of(value) for name, value in arguments.items() if text_of(value)}
    if len(one_line(given.get(named, ""))) <= _LONGEST_NAME:
        given.pop(named, None)
    labels = list(_LABELS)
    order = sorted(given, key=lambda one: labels.index(one) if one in _LABELS else len(labels))
    within = {_UNITS[name] for name in given if name in _UNITS}
    return [(part_label(name), _value(name, given)) for name in order if name not in within]


def order_line(tool: ToolSpec, arguments: Mapping[str, Any]) -> str:
    """An order on one line: `apixaban · 5 mg · oral · twice daily`."""
    given = {name: text_of(value) for name, value in arguments.items() if text_of(value)}
    shown = [one_line(_value(name, given)) for name in _BARE if name in given]
    for name in _TOLD:
        if name in given and name != _named(arguments):
            value = one_line(_value(name, given))
            told = msg("{head}: {value}", head=part_label(name), value=value)
            shown.append(told.render())
    return " · ".join([order_name(tool, arguments), *shown])


def part_label(name: str) -> Message:
    """What an argument of an order is called."""
    return _LABELS.get(name) or Message(name.replace("_", " "))


def text_of(value: Any) -> str:
    """A value as it was typed; empty where there is none."""
    return "" if value is None else str(value).strip()


_CODE_WORDS = {"priority": chart_words.PRIORITY, "intent": chart_words.INTENT}


def _named(arguments: Mapping[str, Any]) -> str:
    return next((name for name in _NAMES if text_of(arguments.get(name))), "")


def _value(name: str, given: Mapping[str, str]) -> str:
    unit = given.get(_UNITS.get(name, ""), "")
    if name == "duration_value":
        return _duration(given[name], unit)
    if name in _CODE_WORDS:
        return chart_words.word(given[name], current_language(), _CODE_WORDS[name])
    return f"{given[name]} {unit}".strip()


def _duration(value: str, unit: str) -> str:
    number = int(value) if value.isdecimal() else None
    match unit:
        case "h" if number is not None:
            return nmsg("{n} hour", "{n} hours", number).render()
        case "d" if number is not None:
            return nmsg("{n} day", "{n} days", number).render()
        case "wk" if number is not None:
            return nmsg("{n} week", "{n} weeks", number).render()
        case "mo" if number is not None:
            return nmsg("{n} month", "{n} months", number).render()
        case "a" if number is not None:
            return nmsg("{n} year", "{n} years", number).render()
        case _:
            return f"{value} {unit}".strip()
