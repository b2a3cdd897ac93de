"""Check 4: what is expected comes from the record, and everything that is named exists.

Searches find what they need at the clock, values can be worked out, facts stand on resources
of this patient, conditions on written resources are FHIRPath, and gold's calls are calls that
the toolset takes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from physassist_tui.check.case import Case
from physassist_tui.check.languages import grader_leaves
from physassist_tui.check.ordered import (
    bad_condition,
    no_deliverable,
    nothing_writes,
    order_faults,
)
from physassist_tui.core.graders import EvidenceGrader, Found, GraderSpec, StateGrader
from physassist_tui.core.scenario import Fact, GoldCall
from physassist_tui.core.state import SessionState
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.presence import missing
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.i18n import Message, msg
from physassist_tui.library import FieldPath, Problem, shown
from physassist_tui.score.fhirpath_syntax import syntax_fault
from physassist_tui.score.grade import TurnContext

Fault = tuple[FieldPath, Message]

_BARE_NUMBER = re.compile(r"\s*([0-9]+(?:[.,][0-9]+)?)\s*([A-Za-z/%µμ²^0-9]*)\s*")


def check_derived(case: Case) -> list[Problem]:
    """Every search, value, fact, condition and gold call that does not stand on the record."""
    faults = [*_facts(case), *_gold_calls(case)]
    for number, turn in enumerate(case.scenario.turns):
        for at, item in enumerate(turn.rubric):
            path: FieldPath = ("turns", number, "rubric", at, "grader")
            for where, spec in grader_leaves(path, item.grader):
                faults += _grader(case, where, spec, number)
            if item.in_file is not None and item.in_file not in case.scenario.deliverables:
                place: FieldPath = ("turns", number, "rubric", at, "in_file")
                faults.append((place, no_deliverable(case, item.in_file)))
    return [case.problem(path, words) for path, words in faults]


def _facts(case: Case) -> Iterator[Fault]:
    withheld = case.scenario.persona.disclosure == "critical_withheld"
    for number, fact in enumerate(case.scenario.facts):
        if fact.critical and withheld and not _can_be_named(fact):
            yield (
                ("facts", number, "about"),
                msg("a critical fact that 'about' does not name can never come out"),
            )
        for at, reference in enumerate(fact.grounded_in):
            path: FieldPath = ("facts", number, "grounded_in", at)
            found = case.exists(reference, case.at_clock)
            if found is None:
                yield path, missing(case.record, reference)
            elif _subject(found) not in (None, case.scenario.patient):
                yield path, msg("{reference} is about another patient", reference=reference)


def _can_be_named(fact: Fact) -> bool:
    """Whether a question can be specific to the fact."""
    about = fact.about
    words = (about.medication or "", *about.names.every()) if about is not None else ()
    return any(word.strip() for word in words)


def _subject(resource: Resource) -> str | None:
    from physassist_tui.ehr.extract import reference_key

    if resource["resourceType"] == "Patient":
        return f"Patient/{resource['id']}"
    for name in ("subject", "patient"):
        value = resource.get(name)
        if isinstance(value, dict) and isinstance(value.get("reference"), str):
            return reference_key(value["reference"])
    return None


def _gold_calls(case: Case) -> Iterator[Fault]:
    from physassist_tui.ehr.validation import Refused, validate

    for number, turn in enumerate(case.scenario.turns):
        for at, step in enumerate(turn.gold):
            if not isinstance(step, GoldCall):
                continue
            for lang in case.scenario.languages:
                try:
                    validate(case.toolset, step.call, step.arguments(lang))
                except Refused as fault:
                    path: FieldPath = ("turns", number, "gold", at)
                    inside = fault.field if fault.field in step.with_ else None
                    yield (*path, "with", inside) if inside else (*path, "call"), fault.message
                    break


def _grader(case: Case, path: FieldPath, spec: GraderSpec, turn: int) -> Iterator[Fault]:
    if spec.evidence is not None:
        yield from _evidence(case, (*path, "evidence"), spec.evidence)
    if spec.value is not None:
        yield from _value(case, (*path, "value"), spec, turn)
    if spec.state is not None:
        yield from _state(case, (*path, "state"), spec.state)
    if spec.order is not None:
        yield from order_faults(case, (*path, "order"), spec.order)
    if spec.file is not None and spec.file.path not in case.scenario.deliverables:
        yield (*path, "file", "path"), no_deliverable(case, spec.file.path)
    if spec.says is not None:
        yield from _typed_numbers(case, (*path, "says"), spec)


def _evidence(case: Case, path: FieldPath, spec: EvidenceGrader) -> Iterator[Fault]:
    found = _search(case, spec.search)
    if isinstance(found, Message):
        yield (*path, "search"), found
    elif len(found) < spec.at_least:
        yield (
            (*path, "at_least"),
            msg("the search finds {found}, not {needed}", found=len(found), needed=spec.at_least),
        )


def _value(case: Case, path: FieldPath, spec: GraderSpec, turn: int) -> Iterator[Fault]:
    value = spec.value
    if value is None:
        return
    faults: list[Fault] = []
    if value.from_ is not None:
        faults += _found(case, (*path, "from"), value.from_)
    if value.formula is not None:
        for name, given in value.formula.inputs.items():
            if isinstance(given, Found):
                faults += _found(case, (*path, "formula", "inputs", name), given)
    yield from faults or _not_worked_out(case, path, spec, turn)


def _not_worked_out(case: Case, path: FieldPath, spec: GraderSpec, turn: int) -> Iterator[Fault]:
    """The grader abstains, whatever the answer, where it cannot tell what is expected."""
    from physassist_tui.score.registry import grade_item

    context = TurnContext(
        scenario=case.scenario,
        turn=case.scenario.turns[turn],
        number=turn + 1,
        language=case.scenario.languages[0],
        record=case.at_clock,
        state=SessionState(),
        answer="-",
        answer_seq=1,
    )
    grade = grade_item(spec, context)
    if grade.verdict is Verdict.ABSTAIN:
        yield path, grade.because


def _found(case: Case, path: FieldPath, spec: Found) -> Iterator[Fault]:
    fault = syntax_fault(spec.path)
    if fault is not None:
        yield (*path, "path"), msg("not FHIRPath: {fault}", fault=shown(fault, most=200))
    found = _search(case, spec.search)
    if isinstance(found, Message):
        yield (*path, "search"), found
    elif "_sort=" not in spec.search and _more_than_one(case, spec.search):
        yield (
            (*path, "search"),
            msg("the search finds several resources and no _sort says which one counts"),
        )


def _search(case: Case, search: str) -> list[Resource] | Message:
    """What a search finds at the clock, at least one; else what is wrong."""
    found = _run(case, case.at_clock, search)
    if isinstance(found, Message) or found:
        return found
    later = _run(case, case.whenever, search)
    if later and not isinstance(later, Message):
        return msg("the search finds only what lies after the clock")
    return msg("the search finds nothing")


def _run(case: Case, store: EhrStore, search: str) -> list[Resource] | Message:
    from physassist_tui.score.evidence import search_record

    try:
        return search_record(store, search, case.scenario.patient)
    except EhrError as fault:
        return msg("the record refuses the search: {fault}", fault=fault.message)


def _more_than_one(case: Case, search: str) -> bool:
    kind, _, query = search.partition("?")
    rest = "&".join(part for part in query.split("&") if not part.startswith("_count="))
    found = _run(case, case.at_clock, f"{kind}?{rest}")
    return not isinstance(found, Message) and len(found) > 1


def _state(case: Case, path: FieldPath, spec: StateGrader) -> Iterator[Fault]:
    unwritable = nothing_writes(case, spec.resource) if spec.at_least > 0 else None
    if unwritable is not None:
        yield (*path, "resource"), unwritable
        return
    yield from bad_condition(path, spec.resource, spec.where)


def _typed_numbers(case: Case, path: FieldPath, spec: GraderSpec) -> Iterator[Fault]:
    """A result typed into a list of words is a second truth beside the record."""
    says = spec.says
    if says is None:
        return
    for group, terms in enumerate(says.each):
        for lang in ("en", "zh"):
            for at, term in enumerate(getattr(terms, lang)):
                match = _BARE_NUMBER.fullmatch(term)
                if match and _is_a_result(case, float(match[1].replace(",", ".")), match[2]):
                    yield (
                        (*path, "each", group, lang, at),
                        msg("'{term}' is a result of the record, typed again; use a value grader",
                            term=term),
                    )  # fmt: skip


def _is_a_result(case: Case, number: float, unit: str) -> bool:
    """Whether the patient has a result of that number, in that unit where one is said."""
    for resource in case.visible.values():
        if resource["resourceType"] != "Observation" or _subject(resource) != case.scenario.patient:
            continue
        for part in (resource, *resource.get("component", ())):
            quantity = part.get("valueQuantity", {})
            units = {str(quantity.get(name, "")).casefold() for name in ("unit", "code")}
            value = quantity.get("value")
            if (
                isinstance(value, int | float)
                and math.isclose(value, number)
                and (not unit or unit.casefold() in units)
            ):
                return True
    return False
