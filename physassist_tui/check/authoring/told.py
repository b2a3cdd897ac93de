"""Resources and graders in a reviewer's words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from physassist_tui.check.case import Case
from physassist_tui.core.bilingual import BilingualTerms
from physassist_tui.core.foreign import one_line
from physassist_tui.core.graders import (
    Found,
    GraderSpec,
    OrderGrader,
    Range,
    StateGrader,
    ValueGrader,
)
from physassist_tui.core.state import SessionState
from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.i18n import Lang, Message, msg, several
from physassist_tui.score.evidence import search_record
from physassist_tui.score.expected import NoExpectation, expected_value
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.wording import unit_words

_LONGEST = 400
_MOST_FOUND = 6


def resource_line(case: Case, resource: Resource) -> str:
    """A resource as the assistant would see it, on one line."""
    from physassist_tui.ehr.entries import Entries
    from physassist_tui.ehr.fhirtext import References

    entries = Entries(References(case.at_clock), case.scenario.clock)
    entry = entries.entry(resource)
    told = [str(value) for key, value in entry.items() if key not in ("ref", "encounter", "code")]
    text = one_line(f"{entry['ref']}: " + several(part for part in told if part).render())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def reference_line(case: Case, reference: str) -> str:
    """The resource at a reference on one line; the reference alone where there is none."""
    found = case.exists(reference, case.at_clock)
    return resource_line(case, found) if found is not None else reference


def context_of(case: Case, turn: int, lang: Lang) -> TurnContext:
    """A turn (from 1) as a grader sees it before anything was done."""
    return TurnContext(
        scenario=case.scenario,
        turn=case.scenario.turns[turn - 1],
        number=turn,
        language=lang,
        record=case.at_clock,
        state=SessionState(),
        answer="-",
        answer_seq=1,
    )


def grader_lines(case: Case, spec: GraderSpec, context: TurnContext) -> Iterator[Message | str]:
    """What a grader asks for, in words, with what it is derived from; all parts of an `all`."""
    for leaf in spec.leaves():
        yield from _leaf(case, leaf, context)


def _leaf(case: Case, leaf: GraderSpec, context: TurnContext) -> Iterator[Message | str]:
    lang = context.language
    if leaf.value is not None:
        yield from _value(case, leaf.value, context)
    elif leaf.evidence is not None:
        needed = leaf.evidence.at_least or msg("all")
        yield msg("had been shown before the answer, {needed} of:", needed=needed)
        yield from _found(case, leaf.evidence.search)
    elif leaf.exchange is not None:
        yield msg("the patient had told: {facts}", facts=several(leaf.exchange.facts))
    elif leaf.state is not None:
        yield _count(leaf.state)
        if leaf.state.where.strip():
            yield "  " + one_line(leaf.state.where)
    elif leaf.order is not None:
        yield from _order(leaf.order, lang)
    elif leaf.file is not None:
        yield msg("the file {file} has at least {n} characters", file=leaf.file.path,
                  n=leaf.file.at_least)  # fmt: skip
    elif leaf.says is not None:
        says = leaf.says
        yield msg("the answer denies:") if says.negated else msg("the answer says:")
        for group in says.each:
            yield "  " + msg("one of: {terms}", terms=_terms(group, lang)).render(lang)
        if says.none.every():
            yield msg("and affirms none of: {terms}", terms=_terms(says.none, lang))
    elif leaf.judge is not None:
        yield msg("a model decides: {guidance}", guidance=one_line(leaf.judge.guidance) or "-")
    elif leaf.human is not None:
        yield msg("a person decides: {guidance}", guidance=one_line(leaf.human.guidance) or "-")


def _terms(group: BilingualTerms, lang: Lang) -> str:
    return one_line(" / ".join(getattr(group, lang) or group.every()))


def _value(case: Case, value: ValueGrader, context: TurnContext) -> Iterator[Message | str]:
    try:
        expected = expected_value(value, context)
    except NoExpectation as fault:
        yield fault.message
        return
    number = f"{expected.value.quantize(Decimal('0.0001')).normalize():f}"
    told = f"{number} {unit_words(expected.unit)}".strip()
    margin = max(value.tolerance, float(abs(expected.value)) * value.tolerance_percent / 100)
    yield msg("the answer gives {expected} (± {margin})", expected=told, margin=f"{margin:g}")
    if value.from_ is not None:
        yield from _found(case, value.from_.search, 1)
        return
    if value.formula is not None:
        yield "  " + msg("by the formula {name} from:", name=value.formula.name).render()
        for name, given in value.formula.inputs.items():
            if isinstance(given, Found):
                yield f"  {name}:"
                yield from _found(case, given.search, 1)
            else:
                yield f"  {name}: {given}"


def _found(case: Case, search: str, most: int = _MOST_FOUND) -> Iterator[str]:
    try:
        found = search_record(case.at_clock, search, case.scenario.patient)
    except EhrError as fault:
        yield "  " + fault.message.render()
        return
    for resource in found[:most]:
        yield "  " + resource_line(case, resource)
    if len(found) > most > 1:
        yield "  " + msg("and {n} more", n=len(found) - most).render()


def _count(state: StateGrader | OrderGrader) -> Message:
    low, high = state.at_least, state.at_most
    where = msg("for any patient") if state.any_patient else msg("for this patient")
    if high == 0:
        return msg("no {resource} was written {where} such that:", resource=state.resource,
                   where=where)  # fmt: skip
    if high is None:
        return msg("at least {low} {resource} was written {where}, such that:", low=low,
                   resource=state.resource, where=where)  # fmt: skip
    return msg("{low} to {high} {resource} were written {where}, such that:", low=low, high=high,
               resource=state.resource, where=where)  # fmt: skip


def _order(order: OrderGrader, lang: Lang) -> Iterator[Message | str]:
    """What must have been ordered, a line for each thing that is asked of it."""
    yield _count(order)
    for name in ("names", "reason"):
        terms: BilingualTerms = getattr(order, name)
        if terms.every():
            yield f"  {name}: {_terms(terms, lang)}"
    for name in ("codes", "route", "frequency", "category", "priority", "status", "intent"):
        words: tuple[str, ...] = getattr(order, name)
        if words:
            yield f"  {name}: {one_line(' / '.join(words))}"
    for name in ("dose", "daily_dose", "duration_days", "quantity", "refills"):
        span: Range | None = getattr(order, name)
        if span is not None:
            yield f"  {name}: {_span(span)}"
    if order.where.strip():
        yield "  " + one_line(order.where)
    if order.others_allowed:
        yield "  " + msg("a differing order of the same may stand beside it").render(lang)


def _span(span: Range) -> str:
    ends = ["…" if end is None else f"{end:g}" for end in (span.low, span.high)]
    return f"{'–'.join(dict.fromkeys(ends))} {unit_words(span.unit)}".strip()
