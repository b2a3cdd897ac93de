"""What can be seen to be wrong with drafts before they are signed, from the form alone. Pure.

Whether an order is right for the patient is nobody's word here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from physassist_tui import terms
from physassist_tui.core.parts import CANCELLED, Written
from physassist_tui.core.tools import ToolSpec
from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import Message, msg, several
from physassist_tui.play.paperwork.order_words import order_name, text_of
from physassist_tui.play.paperwork.papers import DraftOrder, Papers

Faults = Callable[[str, dict[str, Any]], dict[str, Any] | None]
"""What is wrong with a call, as `AssistantSeat.fault` says it."""


def drafted(view: AssistantView, tool: str) -> ToolSpec | None:
    """The tool, where what a person fills in for it is a draft first: an order of a long task."""
    spec = view.toolset.tool(tool)
    if not view.long_task or spec is None or spec.kind != "write" or spec.resource is None:
        return None
    return spec


def fault_of(draft: DraftOrder, fault: Faults) -> str:
    """Why a draft cannot be signed as it stands; empty where it can."""
    found = fault(draft.tool, dict(draft.arguments))
    if found is None:
        return ""
    lines = [str(found.get("error", ""))]
    allowed = several(found.get("allowed", ())).render()
    if allowed and allowed not in lines[0]:
        lines.append(msg("Allowed: {allowed}", allowed=allowed).render())
    return " ".join(lines)


def warnings(draft: DraftOrder, papers: Papers, view: AssistantView) -> list[Message]:
    """What looks wrong with a draft, beside what keeps it from being signed."""
    return [
        *_patient(draft, view),
        *_twice(draft, papers, view),
        *_stands_on(draft, papers, view),
    ]


def _patient(draft: DraftOrder, view: AssistantView) -> Iterator[Message]:
    tool = view.toolset.tool(draft.tool)
    params = [] if tool is None else [one for one in tool.params if one.completes == "patient"]
    given = text_of(draft.arguments.get(params[0].name)) if params else ""
    if not given:
        return
    wanted = view.banner.patient.rpartition("/")[2]
    if given.rpartition("/")[2] != wanted:
        yield msg(
            "Patient {given} is not the patient of the banner ({name}, {wanted}).",
            given=given,
            name=view.banner.name,
            wanted=wanted,
        )


def _twice(draft: DraftOrder, papers: Papers, view: AssistantView) -> Iterator[Message]:
    own = _what(draft, view)
    if own is None:
        return
    for other in papers.drafts:
        if other.number < draft.number and _what(other, view) == own:
            yield msg("The same as draft {number}.", number=other.number)
    for number, written in enumerate(view.written, start=1):
        if written.resource.get("status") not in CANCELLED and _written(written) == own:
            yield msg("Order {number}, signed before, is for the same.", number=number)


def _stands_on(draft: DraftOrder, papers: Papers, view: AssistantView) -> Iterator[Message]:
    """An order that it names by a number and that nobody will have placed by then."""
    from physassist_tui.ehr.orders import number_of

    tool = view.toolset.tool(draft.tool)
    placed = max((number_of(one.resource) for one in view.written), default=0)
    before = [one for one in papers.drafts if one.number < draft.number]
    for param in () if tool is None else tool.params:
        number = text_of(draft.arguments.get(param.name)).strip().removeprefix("#")
        if param.completes != "order" or not number.isdecimal() or int(number) <= placed:
            continue
        will_be = before[int(number) - placed - 1 :][:1]
        other = view.toolset.tool(will_be[0].tool) if will_be else None
        if other is None or other.resource != "ServiceRequest":
            yield msg(
                "{param}: #{number} is no order for a service that is signed before this one.",
                param=param.name,
                number=number,
            )


def _what(draft: DraftOrder, view: AssistantView) -> tuple[str, str] | None:
    """The kind of order and what is ordered, alike for names of one drug."""
    tool = view.toolset.tool(draft.tool)
    if tool is None or tool.resource not in ("MedicationRequest", "ServiceRequest"):
        return None
    name = order_name(tool, draft.arguments)
    return None if name == tool.resource else (tool.resource, _alike(name))


def _written(written: Written) -> tuple[str, str] | None:
    resource = written.resource
    concept = resource.get("medicationCodeableConcept") or resource.get("code") or {}
    name = _name(concept)
    return (str(resource.get("resourceType")), _alike(name)) if name else None


def _name(concept: Mapping[str, Any]) -> str:
    coding: Sequence[Mapping[str, Any]] = concept.get("coding") or [{}]
    return str(concept.get("text") or coding[0].get("display") or "")


def _alike(name: str) -> str:
    drug = terms.drug_for_name(name) or terms.drug_in(name)
    return drug.id if drug is not None else " ".join(name.casefold().split())
