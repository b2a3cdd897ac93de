"""Check 1: the record is valid FHIR R4, holds together, and has what the scenario needs."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

from physassist_tui.check.case import Case
from physassist_tui.check.place import record_problem
from physassist_tui.ehr.presence import absent
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import Message, msg
from physassist_tui.library import Problem, shown

MOST_TOLD = 50
"""How many faults of a record are told; one broken generator breaks every resource."""
NAME_LIKENESS = 0.6
NUMBER_LIKENESS = 0.75


def check_chart(case: Case) -> list[Problem]:
    """What is wrong with the record, and what the scenario needs and it does not have."""
    faults = [*_invalid(case), *_dangling(case)]
    problems = [record_problem(case, *fault) for fault in faults[:MOST_TOLD]]
    if len(faults) > MOST_TOLD:
        more = msg("and {n} more faults of the record", n=len(faults) - MOST_TOLD)
        problems.append(case.problem(("record",), more))
    return [*problems, *_not_there(case), *_look_alike(case)]


def can_be_played(case: Case) -> bool:
    """Whether the record has the patient and the encounter that a play opens with."""
    return not _not_there(case)


def _not_there(case: Case) -> list[Problem]:
    wanted = case.scenario
    lacking = absent(case.record, wanted.clock, wanted.patient, wanted.encounter)
    return [case.problem((field,), words) for field, words in lacking]


def _invalid(case: Case) -> Iterator[tuple[str, str, Message]]:
    for reference, element, reason in case.invalid:
        words = msg("not valid FHIR R4: {reason}", reason=shown(reason, most=200))
        yield reference, element, words


def _dangling(case: Case) -> Iterator[tuple[str, str, Message]]:
    from physassist_tui.ehr.extract import reference_key
    from physassist_tui.ehr.fhirtext import nodes

    for owner, resource in case.resources.items():
        contained = {f"#{inner.get('id')}" for inner in nodes(resource.get("contained"))} | {"#"}
        for element, target in _references(resource):
            known = contained if target.startswith("#") else case.resources
            if (target if target.startswith("#") else reference_key(target)) not in known:
                yield (
                    owner,
                    element,
                    msg("'{reference}' is not in the record", reference=shown(target)),
                )


def _references(node: object, path: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(node, dict):
        target = node.get("reference")
        if isinstance(target, str):
            yield f"{path}.reference".lstrip("."), target
        for name, inner in node.items():
            yield from _references(inner, f"{path}.{name}" if path else name)
    elif isinstance(node, list):
        for at, inner in enumerate(node):
            yield from _references(inner, f"{path}[{at}]")


def _look_alike(case: Case) -> Iterator[Problem]:
    patients = {
        reference: resource
        for reference, resource in case.visible.items()
        if resource["resourceType"] == "Patient"
    }
    own = patients.pop(case.scenario.patient, None)
    if own is None:
        return
    if not any(similar(own, other) for other in patients.values()):
        yield case.problem(
            ("record",),
            msg(
                "no other patient of the record has a similar name or number, so the wrong chart "
                "cannot be opened by mistake"
            ),
        )


def similar(one: Resource, other: Resource) -> bool:
    """Whether two patients could be taken for each other by name or by number."""
    if any(_ratio(a, b) >= NAME_LIKENESS for a in _names(one) for b in _names(other)):
        return True
    return any(_ratio(a, b) >= NUMBER_LIKENESS for a in _numbers(one) for b in _numbers(other))


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other, autojunk=False).ratio()


def _names(patient: Resource) -> list[str]:
    from physassist_tui.ehr.fhirtext import items, nodes

    names = []
    for name in nodes(patient.get("name")):
        given = " ".join(str(one) for one in items(name.get("given")))
        text = f"{given} {name.get('family', '')}".strip() or str(name.get("text", ""))
        if text:
            names.append(text.casefold())
    return names


def _numbers(patient: Resource) -> list[str]:
    from physassist_tui.ehr.fhirtext import nodes

    numbers = [str(one.get("value", "")) for one in nodes(patient.get("identifier"))]
    return [number for number in (patient["id"], *numbers) if len(number) >= 4]
