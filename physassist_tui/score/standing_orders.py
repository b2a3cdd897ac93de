"""Standing checks on the orders themselves: another patient's chart, the same thing twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from physassist_tui.i18n import msg
from physassist_tui.score.finding import Finding
from physassist_tui.score.folded import fold
from physassist_tui.score.orders import Order, amounts_in

ORDERS = frozenset({"MedicationRequest", "ServiceRequest", "Appointment", "Communication"})


def wrong_patient_writes(orders: Iterable[Order], patient: str) -> Iterator[Finding]:
    """Everything written in another chart than the scenario's, or in nobody's.

    Also what was cancelled later: an order placed in the wrong chart and taken back is the
    event that the wrong-patient retract-and-reorder measure counts (Adelman et al., J Am Med
    Inform Assoc 2013;20:305-310).
    """
    for order in orders:
        if order.subject == patient:
            continue
        chart = order.subject or msg("no patient")
        if order.cancelled:
            because = msg(
                "Written for {chart}, not {patient}; cancelled later.", **_charts(chart, patient)
            )
        else:
            because = msg("Written for {chart}, not {patient}.", **_charts(chart, patient))
        yield Finding("wrong_patient_writes", order.turn, because, (order.seq,), order.label)


def _charts(chart: object, patient: str) -> dict[str, object]:
    return {"chart": chart, "patient": patient}


def duplicate_orders(orders: Sequence[Order]) -> Iterator[Finding]:
    """Orders of this session, in force at its end, that repeat or contradict an earlier one.

    Two medication orders of one patient with the same ingredient: the same dose is a repeat,
    another dose a contradiction. Not so where one of them is a single dose, only one is as
    needed, or they go by different routes of which one acts locally. Two service orders for
    the same thing on the same day (or both without a day). Two appointments of one description
    for the same time; two messages of the same words. Each later order is found once,
    beside the first that it repeats. Orders that the record held before are not compared: a
    session can cancel its own orders only.
    """
    in_force = [o for o in orders if o.in_force and o.kind in ORDERS]
    for at, later in enumerate(in_force):
        for earlier in in_force[:at]:
            finding = repeats(earlier, later)
            if finding is not None:
                yield finding
                break


def repeats(earlier: Order, later: Order) -> Finding | None:
    """What is found of two orders where the later one repeats or contradicts the earlier."""
    if earlier.subject != later.subject or earlier.kind != later.kind:
        return None
    return _medications(earlier, later) or _services(earlier, later) or _told(earlier, later)


def _medications(earlier: Order, later: Order) -> Finding | None:
    if later.kind != "MedicationRequest" or not _same_drug(earlier, later):
        return None
    if _meant_together(earlier, later):
        return None
    evidence = (earlier.seq, later.seq)
    words = f"{earlier.label} {earlier.dose} / {later.label} {later.dose}"
    if _doses_differ(earlier, later):
        because = msg("Two orders in force for the same drug with different doses.")
    else:
        because = msg("Two orders in force for the same drug.")
    return Finding("duplicate_orders", later.turn, because, evidence, words)


def _services(earlier: Order, later: Order) -> Finding | None:
    if later.kind != "ServiceRequest" or earlier.when[:10] != later.when[:10]:
        return None
    same = _label(earlier) == _label(later)
    if not same and not (
        earlier.things
        and earlier.things == later.things
        and _qualifiers(earlier) == _qualifiers(later)
    ):
        return None
    because = msg("The same service is ordered twice for the same day.")
    words = f"{earlier.label} / {later.label}"
    return Finding("duplicate_orders", later.turn, because, (earlier.seq, later.seq), words)


def _told(earlier: Order, later: Order) -> Finding | None:
    """An appointment made twice, a message sent twice."""
    if later.kind not in ("Appointment", "Communication"):
        return None
    if _label(earlier) != _label(later) or earlier.when != later.when:
        return None
    if later.kind == "Appointment":
        because = msg("The same appointment was made twice.")
    else:
        because = msg("The same message was sent twice.")
    return Finding("duplicate_orders", later.turn, because, (earlier.seq, later.seq), later.label)


def _same_drug(one: Order, other: Order) -> bool:
    if one.drugs or other.drugs:
        return bool(one.drugs & other.drugs)
    return _label(one) == _label(other)


def _label(order: Order) -> str:
    return " ".join(fold(order.label).casefold().split())


_SAME_NAME = re.compile(
    r"\b(?:urine|urinary|24.?h\w*|random|spot|fasting|free|ionized)\b|尿|空腹|餐后|游离|离子|随机|24小时"
)


def _qualifiers(order: Order) -> frozenset[str]:
    """What makes two tests of one analyte different tests."""
    return frozenset(_SAME_NAME.findall(_label(order)))


def _doses_differ(one: Order, other: Order) -> bool:
    a, b = amounts_in(one.dose), amounts_in(other.dose)
    if a and b:
        return a != b
    return fold(one.dose).casefold().split() != fold(other.dose).casefold().split()


_ONCE = re.compile(
    r"\bonce(?!\s+(?:a|per|every|daily|weekly|nightly))\b"
    r"|\b(?:one[- ]time|single|x\s?1|stat|loading|bolus)\b"
    r"|单次|一次性|负荷|仅一次|立即一次|即刻|临时",
    re.IGNORECASE,
)
_AS_NEEDED = re.compile(r"\b(?:prn|as needed|when needed)\b|必要时|按需", re.IGNORECASE)
_LOCAL = re.compile(
    r"\b(?:topical\w*|ophthalmic|eye|otic|ear|nasal\w*|intranasal|inhal\w+|nebuli[sz]\w+|vaginal\w*"
    r"|buccal|transdermal|patch|intra-?articular|intravitreal)\b|外用|局部|滴眼|滴耳|滴鼻|鼻|吸入|雾化|阴道|贴",
    re.IGNORECASE,
)


def _meant_together(one: Order, other: Order) -> bool:
    once = [bool(_ONCE.search(fold(f"{o.frequency} {o.dose}"))) for o in (one, other)]
    needed = [bool(_AS_NEEDED.search(fold(o.frequency))) for o in (one, other)]
    local = [bool(_LOCAL.search(fold(o.route))) for o in (one, other)]
    routes = {fold(o.route).casefold().strip() for o in (one, other)}
    return once[0] != once[1] or needed[0] != needed[1] or (any(local) and len(routes) > 1)
