"""Changed orders of a turn's gold play, on the resources that gold wrote.

For what an `order` grader counts, whatever the toolset, and for all that a long task's gold wrote:
left out, in another chart, twice, never put in force or ended again, and each part changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from physassist_tui.check.mutation.changed_act import ChangedAct, each
from physassist_tui.check.mutation.model import Kind
from physassist_tui.check.mutation.written import (
    MUST_BE_READ,
    READ_BY,
    ChangedOrder,
    Part,
    changed_orders,
    not_standing,
)
from physassist_tui.core.graders import GraderSpec, OrderGrader, Range, StateGrader
from physassist_tui.core.parts import CANCELLED
from physassist_tui.core.state import Written
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import Message, msg
from physassist_tui.score.fhirpath import holds
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.order_grader import is_meant, look
from physassist_tui.score.ordering.prescribed import Prescribed
from physassist_tui.score.orders import order_of
from physassist_tui.score.standing_orders import repeats
from physassist_tui.score.state_grader import subject_of


@dataclass(frozen=True)
class Counter:
    """A `state` or `order` grader of the item at `item`, which counts what was written."""

    item: int
    leaf: GraderSpec

    @property
    def spec(self) -> StateGrader | OrderGrader:
        """What it is told."""
        found = self.leaf.order or self.leaf.state
        if found is None:
            raise ValueError("this grader counts nothing")
        return found

    @property
    def order(self) -> OrderGrader | None:
        """What it is told where it is an `order`."""
        return self.leaf.order

    def counted(self, context: TurnContext, written: Sequence[Written]) -> list[Written]:
        """Those of `written` that count."""
        if self.leaf.order is not None:
            seen = replace(context, state=replace(context.state, written=tuple(written)))
            return [one.written for one in look(self.leaf.order, seen).fitting]
        spec = self.spec
        pool = [w for w in written if self._alive(w)]
        patient = context.scenario.patient
        return [
            one
            for one in pool
            if one.resource.get("resourceType") == spec.resource
            and (spec.any_patient or subject_of(one.resource) == patient)
            and holds(one.resource, spec.where)
        ]

    def _alive(self, written: Written) -> bool:
        state = self.leaf.state
        return bool(state and state.cancelled) or written.resource.get("status") not in CANCELLED

    def concerns(self, resource: Resource) -> bool:
        """Whether it looks at a resource at all: an order of what it names, or any of its type."""
        if resource.get("resourceType") != self.spec.resource:
            return False
        return self.order is None or is_meant(self.order, Prescribed(Written(0, 0, "", resource)))

    def reads(self, part: Part) -> bool:
        """Whether it speaks of a part of an order."""
        if re.search(READ_BY[part], self.spec.where, re.DOTALL):
            return True
        return self.order is not None and _speaks_of(self.order, part)

    def leaves_open(self, part: Part) -> bool:
        """Whether it allows more than one value of a part, so that another may be right."""
        order = self.order
        if order is None:
            return False
        if part == "frequency":
            return len(order.frequency) > 1 or (not order.frequency and _is_span(order.daily_dose))
        if part == "dose":
            spans = [span for span in (order.dose, order.daily_dose) if span is not None]
            return bool(spans) and all(_is_span(span) for span in spans)
        span = {"duration": order.duration_days, "quantity": order.quantity,
                "refills": order.refills}.get(part)  # fmt: skip
        return _is_span(span)


def _alone(order: OrderGrader) -> bool:
    """Whether nothing of the same thing may stand beside what fits."""
    return not order.others_allowed and bool(order.names.every() or order.codes)


def _is_span(span: Range | None) -> bool:
    return span is not None and span.low != span.high


def _speaks_of(order: OrderGrader, part: Part) -> bool:
    match part:
        case "what":
            return bool(order.names.every() or order.codes)
        case "dose":
            return order.dose is not None or order.daily_dose is not None
        case "frequency":
            return bool(order.frequency) or order.daily_dose is not None
        case "duration":
            return order.duration_days is not None
        case "status":
            return True
        case "reason":
            return bool(order.reason.every())
        case "route" | "quantity" | "refills" | "category" | "priority":
            return bool(getattr(order, part))
        case _:
            return False


class OrderActs:
    """The orders of gold that an item counts, and every changed one."""

    def __init__(
        self, context: TurnContext, other_patient: str, decoy: str, *, all_writes: bool
    ) -> None:
        """`all_writes`: also those that only `state` graders count."""
        self._context = context
        self._other = other_patient
        self._decoy = decoy
        self._counters = [
            Counter(at, leaf)
            for at, item in enumerate(context.turn.rubric)
            for leaf in item.grader.leaves()
            if leaf.order is not None or leaf.state is not None
        ]
        self._all_writes = all_writes
        self._written = context.state.written
        self._texts = tuple(
            text for item in context.turn.rubric for text in (item.text.en, item.text.zh) if text
        )

    def changed(self) -> Iterator[ChangedAct]:
        """Every changed play."""
        for one in self._written:
            if one.turn != self._context.state.turn_number:
                continue
            counting = self._counting(one)
            if any(c.order is not None for c in counting) or (self._all_writes and counting):
                yield from self._of(one, counting)
        for counter in self._counters:
            if counter.order is not None and counter.order.at_most == 0:
                yield from self._forbidden(counter, counter.order)

    def _counting(self, one: Written) -> list[Counter]:
        return [
            counter
            for counter in self._counters
            if counter.spec.at_least > 0
            and any(w.ref == one.ref for w in counter.counted(self._context, self._written))
        ]

    def _of(self, one: Written, counting: Sequence[Counter]) -> Iterator[ChangedAct]:
        items = frozenset(counter.item for counter in counting)
        called = Prescribed(one).words.render()
        # What another order meets as well is not violated by this one's absence.
        needing = [c for c in counting if self._needs(c)]
        needed = frozenset(counter.item for counter in needing)
        rest = tuple(w for w in self._written if w.ref != one.ref)
        for aimed in each(needed, items):
            yield self._act(
                aimed, Kind.OMISSION, msg("left out: {call}", call=called), "-", rest, one
            )
        own = needed & {c.item for c in counting if not c.spec.any_patient}
        if own:
            elsewhere = _of_patient(one.resource, self._context.scenario.patient, self._other)
            change = msg("in the chart of {patient}", patient=self._other)
            for aimed in each(own, own):
                yield self._replaced(aimed, Kind.PATIENT, change, one, elsewhere)
        yield from self._twice(one, counting, called)
        for changed in not_standing(one.resource):
            close = frozenset(c.item for c in needing if c.reads("status"))
            for aimed in each(close, close) if close else []:
                yield self._replaced(aimed, changed.kind, changed.change, one, changed.resource)
        for changed in changed_orders(one.resource, self._decoy, self._texts):
            yield from self._part(one, changed, needing, items)

    def _part(
        self, one: Written, changed: ChangedOrder, needing: Sequence[Counter],
        items: frozenset[int],
    ) -> Iterator[ChangedAct]:  # fmt: skip
        reading = [counter for counter in needing if counter.reads(changed.part)]
        new = replace(one, resource=changed.resource)
        close = frozenset(
            counter.item
            for counter in reading
            if not (counter.leaves_open(changed.part) and self._fits(counter, new))
        )
        if not close and (reading or changed.part not in MUST_BE_READ or not needing):
            return
        for aimed in each(close, items):
            yield self._replaced(aimed, changed.kind, changed.change, one, changed.resource)
        if changed.part != "dose":
            return
        strict = frozenset(
            c.item for c in reading if c.item in close and c.order and _alone(c.order)
        )
        beside = replace(_again(one), resource={**changed.resource, "id": "added"})
        for aimed in each(strict, strict) if strict else []:
            change = msg("one order more: {call}", call=Prescribed(beside).words.render())
            yield self._act(
                aimed,
                Kind.DOSE,
                change,
                Prescribed(beside).words.render(),
                (*self._written, beside),
                beside,
            )

    def _fits(self, counter: Counter, new: Written) -> bool:
        return bool(counter.counted(self._context, [new]))

    def _needs(self, counter: Counter) -> bool:
        """Whether gold would not meet the condition with one order less."""
        return len(counter.counted(self._context, self._written)) <= counter.spec.at_least

    def _twice(
        self, one: Written, counting: Sequence[Counter], called: str
    ) -> Iterator[ChangedAct]:
        """The same order once more."""
        copy = _again(one)
        close, asked = set(), set()
        for counter in counting:
            count = len(counter.counted(self._context, self._written))
            high, order = counter.spec.at_most, counter.order
            if high is not None and count + 1 > high:
                close.add(counter.item)
            elif high is None and order is not None and not order.others_allowed:
                if repeats(order_of(one), order_of(copy)) is not None:
                    close.add(counter.item)
            elif high is None and order is None:
                asked.add(counter.item)
        aims = each(frozenset(close), frozenset(asked)) if close or asked else []
        for aimed in aims:
            change = msg("one order more: {call}", call=called)
            yield self._act(aimed, Kind.DOSE, change, called, (*self._written, copy), copy)

    def _replaced(
        self, aimed: frozenset[int], kind: Kind, change: Message, one: Written, new: Resource
    ) -> ChangedAct:
        changed = replace(one, resource=new)
        written = tuple(changed if w.ref == one.ref else w for w in self._written)
        return self._act(
            aimed, kind, change, Prescribed(changed).words.render(), written, one, changed
        )

    def _act(
        self, aimed: frozenset[int], kind: Kind, change: Message, became: str,
        written: tuple[Written, ...], *touched: Written,
    ) -> ChangedAct:  # fmt: skip
        readers = frozenset(
            counter.item
            for counter in self._counters
            if any(counter.concerns(one.resource) for one in touched)
        )
        state = replace(self._context.state, written=written)
        return ChangedAct(aimed, kind, change, became, state, readers)

    # What must not be ordered

    def _forbidden(self, counter: Counter, spec: OrderGrader) -> Iterator[ChangedAct]:
        item = frozenset({counter.item})
        for resource in _orders_of(spec, self._context.scenario.patient, self._other):
            new = Written(
                self._context.answer_seq - 1, self._context.state.turn_number, "added", resource
            )
            if not self._fits(counter, new):
                continue
            called = Prescribed(new).words.render()
            kind = Kind.PATIENT if "subject" in spec.where else Kind.DRUG
            change = msg("one order more: {call}", call=called)
            yield self._act(item, kind, change, called, (*self._written, new), new)


def _again(one: Written) -> Written:
    """A copy with an id of its own."""
    return replace(one, resource={**one.resource, "id": "again"}, call_id="again")


def _of_patient(resource: Resource, own: str, other: str) -> Resource:
    """The resource in another chart."""
    moved = {**resource}
    if "subject" in moved:
        moved["subject"] = {"reference": other}
    if "participant" in moved:
        moved["participant"] = [
            {**one, "actor": {"reference": other}}
            if (one.get("actor") or {}).get("reference") == own
            else one
            for one in moved["participant"]
        ]
    return moved


def _orders_of(spec: OrderGrader, own: str, other: str) -> Iterator[Resource]:
    """Orders of what a grader names, as it names it: one in each language, and one by code."""
    patient = other if "subject" in spec.where else own
    names = [words[0] for words in (spec.names.en, spec.names.zh) if words]
    concepts: list[Resource] = [{"text": name} for name in names]
    for code in spec.codes[:1]:
        system, _bar, value = code.rpartition("|")
        concepts.append({"coding": [{"system": system, "code": value}], "text": value})
    for concept in concepts or [{"text": "Audiogram"}]:
        yield _order_of(spec, concept, patient)


def _order_of(spec: OrderGrader, concept: Resource, patient: str) -> Resource:
    order: Resource = {
        "resourceType": spec.resource,
        "id": "added",
        "status": spec.status[0] if spec.status else _STATUS[spec.resource],
        "subject": {"reference": patient},
    }
    reasons = spec.reason.every()
    if reasons:
        order["reasonCode"] = [{"text": reasons[0]}]
    if spec.category:
        order["category"] = [{"text": spec.category[0]}]
    if spec.priority:
        order["priority"] = spec.priority[0]
    match spec.resource:
        case "MedicationRequest":
            order["medicationCodeableConcept"] = concept
            order["dosageInstruction"] = [_dosage(spec)]
        case "ServiceRequest":
            order["code"] = concept
        case "Appointment":
            del order["subject"]
            order["description"] = str(concept["text"])
            order["participant"] = [{"actor": {"reference": patient}}]
        case "Communication":
            order["payload"] = [{"contentString": str(concept["text"])}]
    if spec.resource in ("MedicationRequest", "ServiceRequest"):
        order["intent"] = spec.intent[0] if spec.intent else "order"
    return order


_STATUS = {
    "MedicationRequest": "active",
    "ServiceRequest": "active",
    "Appointment": "booked",
    "Communication": "completed",
}


def _dosage(spec: OrderGrader) -> Resource:
    dosage: Resource = {}
    span = spec.dose or spec.daily_dose
    value = None if span is None else (span.low if span.low is not None else span.high)
    if span is not None and value is not None:
        dosage["doseAndRate"] = [{"doseQuantity": {"value": value, "unit": span.unit}}]
    often = spec.frequency[0] if spec.frequency else "once daily"
    dosage["timing"] = {"code": {"text": often}}
    if spec.route:
        dosage["route"] = {"text": spec.route[0]}
    return dosage
