"""Check 4, for what is written: what an `order`, a `state` or a `file` is told can be met.

Texts of frequency and route can be read, units are known, statuses and priorities are those that
FHIR R4 has, what is counted can be written, and files are ones that the task's text asks for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from physassist_tui.check.case import Case
from physassist_tui.core.graders import OrderGrader, Range
from physassist_tui.i18n import Message, msg, several
from physassist_tui.library import FieldPath, shown
from physassist_tui.score.fhirpath_syntax import syntax_fault
from physassist_tui.score.ordering.amounts import base_unit
from physassist_tui.score.ordering.often import often_in

Fault = tuple[FieldPath, Message]


def _words(*lines: str) -> frozenset[str]:
    return frozenset(" ".join(lines).split())


_STATUSES: Mapping[str, frozenset[str]] = {
    "MedicationRequest": _words(
        "active on-hold cancelled completed entered-in-error stopped draft unknown"
    ),
    "ServiceRequest": _words("draft active on-hold revoked completed entered-in-error unknown"),
    "Appointment": _words(
        "proposed pending booked arrived fulfilled cancelled noshow",
        "entered-in-error checked-in waitlist",
    ),
    "Communication": _words(
        "preparation in-progress not-done on-hold stopped completed entered-in-error unknown"
    ),
}
_INTENTS = _words(
    "proposal plan directive order original-order reflex-order filler-order",
    "instance-order option",
)
_PRIORITIES = frozenset({"routine", "urgent", "asap", "stat"})
_OF_A_DRUG = ("dose", "daily_dose", "route", "frequency", "duration_days", "quantity", "refills")


def order_faults(case: Case, path: FieldPath, spec: OrderGrader) -> Iterator[Fault]:
    """What no order could meet, or what cannot be read, of an `order`."""
    unwritable = nothing_writes(case, spec.resource) if spec.at_least > 0 else None
    if unwritable is not None:
        yield (*path, "resource"), unwritable
        return
    yield from bad_condition(path, spec.resource, spec.where)
    if spec.at_most is not None and spec.at_most < spec.at_least:
        yield (
            (*path, "at_most"),
            msg("'at_most' is {high}, below 'at_least', {low}",
                high=spec.at_most, low=spec.at_least),
        )  # fmt: skip
    yield from _closed(path, spec)
    for at, code in enumerate(spec.codes):
        if not all(code.rpartition("|")[::2]):
            words = msg("write it as system|code: '{text}'", text=shown(code))
            yield (*path, "codes", at), words
    if spec.resource != "MedicationRequest":
        for name in _OF_A_DRUG:
            if getattr(spec, name):
                yield (*path, name), msg("only a MedicationRequest has it")
        return
    yield from _of_a_drug(path, spec)


def _of_a_drug(path: FieldPath, spec: OrderGrader) -> Iterator[Fault]:
    from physassist_tui.ehr.dosing import read_route

    spans: tuple[tuple[str, Range | None], ...] = (
        ("dose", spec.dose), ("daily_dose", spec.daily_dose), ("quantity", spec.quantity)
    )  # fmt: skip
    for name, span in spans:
        if span is not None and span.unit and base_unit(span.unit) is None:
            yield (*path, name, "unit"), msg("no unit of a dose: '{unit}'", unit=shown(span.unit))
        if span is not None and not span.unit and name != "quantity":
            yield (*path, name), msg("a dose needs a unit")
    for at, text in enumerate(spec.frequency):
        if often_in(text) is None:
            yield (*path, "frequency", at), msg("no frequency: '{text}'", text=shown(text))
    for at, text in enumerate(spec.route):
        if read_route(text) is None:
            yield (*path, "route", at), msg("no route: '{text}'", text=shown(text))


def _closed(path: FieldPath, spec: OrderGrader) -> Iterator[Fault]:
    lists = (
        ("status", spec.status, _STATUSES[spec.resource]),
        ("intent", spec.intent, _INTENTS),
        ("priority", spec.priority, _PRIORITIES),
    )
    for name, given, known in lists:
        for at, value in enumerate(given):
            if value not in known:
                yield (
                    (*path, name, at),
                    msg("'{value}' is none of: {allowed}",
                        value=shown(value), allowed=several(sorted(known))),
                )  # fmt: skip


def nothing_writes(case: Case, resource: str) -> Message | None:
    """That no tool of the case writes a type; `None` where one does."""
    writable = {tool.resource for tool in case.toolset.tools if tool.kind == "write"}
    if resource in writable:
        return None
    return msg(
        "no tool of this scenario writes {resource}; they write {writable}",
        resource=resource,
        writable=several(sorted(str(name) for name in writable)) or "-",
    )


def bad_condition(path: FieldPath, resource: str, where: str) -> Iterator[Fault]:
    """What is wrong with a FHIRPath condition on written resources."""
    from physassist_tui.score.fhirpath import BadPath, holds

    if not where.strip():
        return
    fault = syntax_fault(where)
    if fault is None:
        try:
            holds({"resourceType": resource, "id": "x"}, where)
        except BadPath as bad:
            fault = str(bad)
    if fault is not None:
        words = msg("not a FHIRPath condition: {fault}", fault=shown(fault, most=200))
        yield (*path, "where"), words


def no_deliverable(case: Case, path: str) -> Message:
    """That the task asks for no such file."""
    asked = several(case.scenario.deliverables) or "-"
    return msg("{path} is none of the task's deliverables: {asked}", path=path, asked=asked)
