"""`order`: decided on what this session ordered, by what a prescriber means.

How a dose, a route and a frequency are read is in `score.ordering`. See docs/scoring.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from physassist_tui.core.graders import GraderSpec, OrderGrader, Range
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.dosing import plain
from physassist_tui.i18n import Message, msg, nmsg, several
from physassist_tui.score.fhirpath import BadPath, holds
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.ordering.amounts import Amount, Strength, range_words, within
from physassist_tui.score.ordering.names import has_code, has_name, named
from physassist_tui.score.ordering.often import often_in
from physassist_tui.score.ordering.prescribed import Prescribed, quantity_of, route_meant
from physassist_tui.score.orders import order_of
from physassist_tui.score.standing_orders import repeats

ORDER_VERSION = 2


@dataclass(frozen=True)
class Looked:
    """The session's resources of the item's type, told apart.

    `fitting` count; `others` are of the same thing, in force, and do not fit; `idle` are of the
    same thing and not in force; `elsewhere` are of the same thing, in another chart.
    """

    fitting: tuple[Prescribed, ...]
    others: tuple[Prescribed, ...]
    idle: tuple[Prescribed, ...]
    elsewhere: tuple[Prescribed, ...]


def grade_order(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `order` of `spec`; abstains where its FHIRPath cannot be evaluated."""
    wanted = spec.order
    if wanted is None:
        raise ValueError("this is no order grader")
    try:
        looked = look(wanted, context)
    except BadPath as fault:
        because = msg("The condition on what was written cannot be used: {fault}", fault=fault)
        return Grade(Verdict.ABSTAIN, "order", ORDER_VERSION, because)
    return _decide(wanted, looked, context)


def look(wanted: OrderGrader, context: TurnContext) -> Looked:
    """Every resource of the item's type that the session had written, told apart.

    Raises `BadPath` where the item's FHIRPath cannot be evaluated.
    """
    pool = [
        Prescribed(written)
        for written in context.state.written
        if written.seq < context.answer_seq
        and written.resource.get("resourceType") == wanted.resource
    ]
    same = [order for order in pool if is_meant(wanted, order)]
    patient = context.scenario.patient
    own = [order for order in same if wanted.any_patient or order.patient == patient]
    fitting = [o for o in own if _counts(wanted, o) and not tuple(off(wanted, o))]
    rest = [order for order in own if order not in fitting]
    return Looked(
        tuple(fitting),
        tuple(order for order in rest if order.in_force),
        tuple(order for order in rest if not order.in_force),
        tuple(order for order in same if order not in own),
    )


def is_meant(wanted: OrderGrader, order: Prescribed) -> bool:
    """Whether an order is of what the item names, by any name or any code; or it names nothing.

    What an item forbids is forbidden in a combination, too.
    """
    names, codes = wanted.names.every(), wanted.codes
    if not names and not codes:
        return True
    ordered, as_part = order.ordered, wanted.at_most == 0
    return any(has_name(ordered, name, as_part=as_part) for name in names if name.strip()) or any(
        has_code(ordered, code, as_part=as_part) for code in codes
    )


def _counts(wanted: OrderGrader, order: Prescribed) -> bool:
    """Whether it stands as an order: in force, unless the item asks for other statuses."""
    stands = bool(wanted.status) or order.active
    binds = bool(wanted.intent) or order.binding
    return stands and binds and (not order.forbids or "doNotPerform" in wanted.where)


def off(wanted: OrderGrader, order: Prescribed) -> Iterator[Message]:
    """What the item asks for that an order is not."""
    yield from _amounts_off(wanted, order)
    if wanted.route and not _among(order.routes, frozenset(map(route_meant, wanted.route))):
        yield msg("the route {wanted}", wanted=" / ".join(wanted.route))
    if wanted.frequency and not _as_often(order, wanted.frequency):
        yield msg("the frequency {wanted}", wanted=" / ".join(wanted.frequency[:3]))
    asked = (
        (wanted.category, _categorized(order, wanted.category), "category"),
        (wanted.priority, order.priority in wanted.priority, "priority"),
        (wanted.status, order.status in wanted.status, "status"),
        (wanted.intent, order.intent in wanted.intent, "intent"),
    )
    for values, fits, element in asked:
        if values and not fits:
            yield _element(element, " / ".join(values))
    reasons = [term for term in wanted.reason.every() if term.strip()]
    told = order.kind == "Communication"
    if reasons and not any(named(term, order.reasons, told=told) for term in reasons):
        yield msg("the reason {wanted}", wanted=" / ".join(reasons[:3]))
    if wanted.where.strip() and not holds(order.resource, wanted.where):
        yield msg("{condition}", condition=wanted.where.strip())


def _element(element: str, wanted: str) -> Message:
    return {
        "category": msg("the category {wanted}", wanted=wanted),
        "priority": msg("the priority {wanted}", wanted=wanted),
        "status": msg("the status {wanted}", wanted=wanted),
        "intent": msg("the intent {wanted}", wanted=wanted),
    }[element]


def _amounts_off(wanted: OrderGrader, order: Prescribed) -> Iterator[Message]:
    bare = Strength()
    if wanted.dose is not None and not (
        _all_within(order.doses(bare), wanted.dose)
        or _all_within(order.doses(order.strength), wanted.dose)
    ):
        yield msg("a dose of {range}", range=range_words(wanted.dose))
    if wanted.daily_dose is not None and not (
        _all_within(order.daily_doses(bare), wanted.daily_dose)
        or _all_within(order.daily_doses(order.strength), wanted.daily_dose)
    ):
        yield msg("{range} a day", range=range_words(wanted.daily_dose))
    days = wanted.duration_days
    if days is not None and not _number_within(order.days, days):
        yield msg("{range} days", range=range_words(days))
    if wanted.quantity is not None:
        amount = quantity_of(order, wanted.quantity.unit)
        if amount is None or not within(amount, wanted.quantity):
            yield msg("a quantity of {range}", range=range_words(wanted.quantity))
    if wanted.refills is not None and not _number_within(order.refills, wanted.refills):
        yield msg("{range} refills", range=range_words(wanted.refills))


def _all_within(amounts: Sequence[Amount], wanted: Range) -> bool:
    return bool(amounts) and all(within(amount, wanted) for amount in amounts)


def _number_within(value: float | None, wanted: Range) -> bool:
    bare = wanted.model_copy(update={"unit": ""})
    return value is not None and bool(within(Amount(value, value, ""), bare))


def _among(given: frozenset[str], wanted: frozenset[str]) -> bool:
    return bool(given) and given <= wanted


def _as_often(order: Prescribed, texts: Sequence[str]) -> bool:
    meant = [often for text in texts if (often := often_in(text)) is not None]
    given = order.frequencies
    return bool(given) and all(any(often.meets(one) for one in meant) for often in given)


_CATEGORIES = (
    frozenset(
        {"laboratory", "laboratory procedure", "lab", "108252007", "实验室检查", "检验", "化验"}
    ),
    frozenset({"imaging", "363679005", "radiology", "影像", "影像学检查"}),
    frozenset({"surgical", "surgical procedure", "surgery", "387713003", "手术", "外科手术"}),
)
"""What the categories of service requests are called, with their SNOMED CT codes."""


def _categorized(order: Prescribed, wanted: Sequence[str]) -> bool:
    asked = {plain(category.rpartition("|")[2]) for category in wanted}
    for alike in _CATEGORIES:
        if asked & alike:
            asked |= alike
    return bool(order.categories & asked)


def _decide(wanted: OrderGrader, looked: Looked, context: TurnContext) -> Grade:
    fitting, high = looked.fitting, wanted.at_most
    if high is not None and len(fitting) > high:
        return _grade(Verdict.FAIL, _too_many(wanted, fitting), fitting)
    if len(fitting) < wanted.at_least:
        near, because = _too_few(wanted, looked, context)
        return _grade(Verdict.FAIL, because, near)
    if high != 0 and not wanted.others_allowed:
        against = _against(wanted, looked)
        if against is not None:
            return _grade(Verdict.FAIL, against[1], against[0])
    if not fitting:
        because = msg("Nothing of the kind was ordered, as the item asks.")
    else:
        because = msg("Ordered as the item asks: {orders}.", orders=_listed(fitting))
    return _grade(Verdict.PASS, because, fitting)


def _grade(verdict: Verdict, because: Message, orders: Sequence[Prescribed]) -> Grade:
    evidence = tuple(sorted({order.written.seq for order in orders}))
    return Grade(verdict, "order", ORDER_VERSION, because, evidence)


def _listed(orders: Sequence[Prescribed]) -> Message:
    return several((order.words for order in orders), "; ", most=3)


def _too_many(wanted: OrderGrader, fitting: Sequence[Prescribed]) -> Message:
    if wanted.at_most == 0:
        return msg("{orders} was ordered; the item allows no such order.", orders=_listed(fitting))
    return nmsg(
        "{n} order that fits was written; the item allows at most {high}: {orders}.",
        "{n} orders that fit were written; the item allows at most {high}: {orders}.",
        len(fitting),
        high=wanted.at_most,
        orders=_listed(fitting),
    )


def _too_few(
    wanted: OrderGrader, looked: Looked, context: TurnContext
) -> tuple[tuple[Prescribed, ...], Message]:
    """What came nearest, and what is wrong with it."""
    if looked.fitting:
        because = nmsg(
            "{n} order that fits was written; the item asks for at least {low}: {orders}.",
            "{n} orders that fit were written; the item asks for at least {low}: {orders}.",
            len(looked.fitting),
            low=wanted.at_least,
            orders=_listed(looked.fitting),
        )
        return looked.fitting, because
    named_or_coded = bool(wanted.names.every() or wanted.codes)
    if looked.others and (named_or_coded or len(looked.others) == 1):
        nearest = min(looked.others, key=lambda order: len(tuple(off(wanted, order))))
        asked = _joined(tuple(off(wanted, nearest)))
        because = msg("{order} was ordered; the item asks for {wanted}.",
                      order=nearest.words, wanted=asked)  # fmt: skip
        return (nearest,), because
    if looked.idle:
        return looked.idle[-1:], _idle(looked.idle[-1])
    if looked.elsewhere:
        astray = looked.elsewhere[-1]
        chart = astray.patient or msg("no patient")
        because = msg("{order} was ordered for {chart}, not for {patient}.",
                      order=astray.words, chart=chart,
                      patient=context.scenario.patient)  # fmt: skip
        return (astray,), because
    return (), msg("No such order was written: {what}.", what=_what(wanted, context))


def _idle(order: Prescribed) -> Message:
    if order.taken_back:
        return msg("{order} was ordered and taken back.", order=order.words)
    if order.forbids:
        return msg("{order} is an order not to do so.", order=order.words)
    status = " · ".join(filter(None, (order.status, order.intent)))
    return msg("{order} is no order in force: {status}.", order=order.words, status=status)


def _what(wanted: OrderGrader, context: TurnContext) -> str:
    names = getattr(wanted.names, context.language) or wanted.names.every()
    return " / ".join(names[:3]) or " / ".join(wanted.codes[:3]) or wanted.resource


def _joined(parts: Sequence[Message]) -> Message:
    joined = parts[0] if parts else msg("another order")
    for part in parts[1:]:
        joined = msg("{first}, {then}", first=joined, then=part)
    return joined


def _against(wanted: OrderGrader, looked: Looked) -> tuple[tuple[Prescribed, ...], Message] | None:
    """An order that contradicts or repeats those that fit, and why it must not be there."""
    if looked.others and (wanted.names.every() or wanted.codes):
        other = looked.others[0]
        because = msg(
            "{other} was ordered too; the item asks for {wanted}.",
            other=other.words,
            wanted=_joined(tuple(off(wanted, other))),
        )
        return (*looked.fitting, other), because
    if wanted.at_most is not None:
        return None
    for one, other in combinations(looked.fitting, 2):
        if repeats(order_of(one.written), order_of(other.written)) is not None:
            because = msg("The same was ordered twice: {orders}.", orders=_listed((one, other)))
            return (one, other), because
    return None
