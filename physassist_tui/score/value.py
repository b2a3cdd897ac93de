"""`value`: a number with its unit and meaning in the answer, against one from the record.

Passes where the answer states the expected value about that thing, of that patient, for that
day, and contradicts it nowhere. The rules, the tolerance and examples are in docs/graders.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

from physassist_tui.core.graders import GraderSpec, ValueGrader
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, msg
from physassist_tui.score.expected import (
    Expected,
    NoExpectation,
    convert_decimal,
    expected_value,
)
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.mentions import OTHER, mentions
from physassist_tui.score.paste import is_paste
from physassist_tui.score.patients_in_text import Subjects, people
from physassist_tui.score.quantities import quantities
from physassist_tui.score.repeats import masked
from physassist_tui.score.shown import requests, shown_texts
from physassist_tui.score.stated import Statement, statements
from physassist_tui.score.units import same_kind
from physassist_tui.score.wording import clause_words, unit_words

VALUE_VERSION = 4

ROUNDING_SHARE = Decimal("0.025")
"""How far a rounded value may be from the expected one, as a share of it."""

Fault = Literal[
    "", "value", "unit", "day", "patient", "denied", "supposed", "spoilt", "reference", "change",
    "bare",
]  # fmt: skip
_SPOILT = re.compile(r"h(?:a)?emoly[sz]|溶血|contaminat|clotted", re.IGNORECASE)
_SI_UNITS = ("umol/L", "mmol/L", "nmol/L", "pmol/L", "g/L")


@dataclass(frozen=True)
class Judged:
    """A statement about the right thing, and what is wrong with it (nothing: empty).

    `own` is whether it speaks of the patient meant.
    """

    statement: Statement
    fault: Fault
    own: bool = True


def grade_value(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `value` of `spec`; abstains where the record gives no expected value."""
    wanted = spec.value
    if wanted is None:
        raise ValueError("this is no value grader")
    try:
        expected = expected_value(wanted, context)
    except NoExpectation as fault:
        return Grade(Verdict.ABSTAIN, "value", VALUE_VERSION, fault.message)
    answer = context.answer
    if not answer.strip():
        return _grade(Verdict.FAIL, msg("The answer is empty."), context)
    if is_paste(answer, shown_texts(context), context.paste_bounds):
        because = msg("The answer is a paste of results, not a statement of one.")
        return _grade(Verdict.FAIL, because, context)
    judged = _judge(wanted, expected, context)
    return _decide(judged, expected, context)


def right_statements(wanted: ValueGrader, context: TurnContext) -> tuple[Statement, ...]:
    """The statements of the answer that give the expected value; none where it is not known."""
    try:
        expected = expected_value(wanted, context)
    except NoExpectation:
        return ()
    judged = _judge(wanted, expected, context)
    return tuple(one.statement for one in judged if not one.fault)


def _grade(verdict: Verdict, because: Message, context: TurnContext, words: str = "") -> Grade:
    return Grade(verdict, "value", VALUE_VERSION, because, (context.read_seq,), words)


def _decide(judged: Sequence[Judged], expected: Expected, context: TurnContext) -> Grade:
    shown = _shown(expected)
    right = next((j for j in judged if not j.fault), None)
    if right is None:
        return _failed(judged, shown, context)
    words = clause_words(context.answer, right.statement.quantity.start)
    against = _contradiction(judged, right, expected, context.answer)
    if against is not None:
        other = clause_words(context.answer, against.quantity.start)
        because = msg(
            "The answer states {expected} and also {other} for the same thing and day.",
            expected=shown,
            other=_written(against, context.answer),
        )
        return _grade(Verdict.FAIL, because, context, " … ".join(dict.fromkeys((words, other))))
    return _grade(
        Verdict.PASS, msg("The answer states {expected}.", expected=shown), context, words
    )


def _failed(judged: Sequence[Judged], shown: str, context: TurnContext) -> Grade:
    """The fail, explained by the statement that came nearest."""
    if not judged:
        because = msg("The answer states no value for it; {expected} was expected.", expected=shown)
        return _grade(Verdict.FAIL, because, context)
    order: tuple[Fault, ...] = (
        "day", "patient", "denied", "supposed", "spoilt", "bare", "change", "reference", "value",
        "unit",
    )  # fmt: skip
    nearest = min(judged, key=lambda j: order.index(j.fault))
    written = _written(nearest.statement, context.answer)
    reasons: dict[Fault, Message] = {
        "day": msg("The answer gives {stated} for another day.", stated=written),
        "patient": msg("The answer gives {stated} for another patient.", stated=written),
        "denied": msg("The answer denies {stated}.", stated=written),
        "supposed": msg("The answer only supposes {stated}.", stated=written),
        "spoilt": msg("The answer gives {stated} as of a spoilt sample.", stated=written),
        "bare": msg("The answer does not say what {stated} is.", stated=written),
        "change": msg("The answer gives {stated} as a change, not as the value.", stated=written),
        "reference": msg("The answer gives {stated} as a limit or range.", stated=written),
        "value": msg("The answer states {stated}; {expected} was expected.",
                     stated=written, expected=shown),
        "unit": msg("The answer states {stated}, in another kind of unit; {expected} was expected.",
                    stated=written, expected=shown),
    }  # fmt: skip
    words = clause_words(context.answer, nearest.statement.quantity.start)
    return _grade(Verdict.FAIL, reasons[nearest.fault], context, words)


def _shown(expected: Expected) -> str:
    rounded = expected.value.quantize(Decimal("0.0001")).normalize()
    return f"{rounded:f} {unit_words(expected.unit)}".strip()


def _written(statement: Statement, answer: str) -> str:
    return answer[statement.quantity.start : statement.quantity.end].strip()


# Judging each statement.


def _judge(wanted: ValueGrader, expected: Expected, context: TurnContext) -> list[Judged]:
    text = masked(context.answer, requests(context))
    found = statements(
        text,
        context.scenario.clock,
        expected.names,
        _subject_of_request(expected, context),
        wanted=lambda ids: not ids or bool(ids & expected.ids) or bool(ids & expected.ids_in_moles),
    )
    known = context.recall.of(expected, lambda: people(context.record, expected.patient))
    own = Subjects(text, known)
    # What the chart itself says of a sample may be said after it.
    spoilt = _tells_of_spoilt(shown_texts(context))
    judged = []
    for statement in found:
        if not _is_about(statement, expected):
            if not statement.ids and _matches(statement, expected, wanted):
                judged.append(Judged(statement, "bare"))
            continue
        is_own = own.is_own(statement.quantity.start)
        fault = _fault(statement, expected, wanted, is_own, spoilt)
        judged.append(Judged(statement, fault, is_own))
    return judged


# Every item of a turn asks the same of the same texts.
@lru_cache(maxsize=16)
def _tells_of_spoilt(shown: tuple[str, ...]) -> bool:
    return any(_SPOILT.search(text) for text in shown)


def _is_about(statement: Statement, expected: Expected) -> bool:
    """Whether it is about the expected thing; in moles, urea and urea nitrogen are one."""
    if statement.ids & expected.ids:
        return True
    in_moles = "mol" in (statement.quantity.unit or "")
    return in_moles and bool(statement.ids & expected.ids_in_moles)


def _subject_of_request(expected: Expected, context: TurnContext) -> frozenset[str]:
    """What the request asks for, where that is one thing and the expected one."""
    request = next(iter(context.requests), "")
    request = request or context.turn.request.text(context.language)
    named = [m for m in mentions(request, expected.names) if not m.implied]
    asked = {frozenset(m.ids) for m in named if m.ids != {OTHER}}
    if len(asked) == 1 and next(iter(asked)) & expected.ids:
        return next(iter(asked)) | {"x"}
    return frozenset()


def _fault(
    statement: Statement,
    expected: Expected,
    wanted: ValueGrader,
    is_own: bool,
    spoilt_in_chart: bool,
) -> Fault:
    """What is wrong with a statement about the right thing; empty where nothing is."""
    quantity = statement.quantity
    readings = _readings(statement, expected)
    if not readings:
        return "unit"
    if quantity.unit is None and not statement.naming.near:
        return "value"
    if not _matches(statement, expected, wanted) or not _direction_fits(statement, expected):
        return "value"
    if quantity.comparator in ("<", "<=", ">", ">=") and quantity.comparator != expected.comparator:
        return "reference"
    if statement.role == "change" and not expected.is_change:
        return "change"
    if expected.is_change and not _is_stated_change(statement):
        return "value"
    if statement.role in ("operand", "reference"):
        return "reference"
    if statement.role in ("denied", "supposed"):
        return statement.role
    if statement.role == "spoilt" and not spoilt_in_chart:
        return "spoilt"
    if not is_own:
        return "patient"
    if wanted.day_matters and not _day_fits(statement, expected):
        return "day"
    return ""


def _day_fits(statement: Statement, expected: Expected) -> bool:
    """Whether the time attached to the number can be the expected result's."""
    when = statement.when
    if when is not None and when.kind in ("day", "year") and expected.days:
        return bool(when.days & expected.days)
    if when is not None and when.kind == "admission":
        if expected.admission and expected.days:
            return bool(expected.admission & expected.days) or expected.latest is False
        return expected.latest is not True
    if when is not None and when.kind == "now":
        return expected.latest is not False
    if statement.earlier or (when is not None and when.kind == "earlier"):
        return expected.latest is not True
    return True


# Numbers against the expected value.


def _readings(statement: Statement, expected: Expected) -> list[tuple[Decimal, Decimal]]:
    """The number in the expected unit, with half of its last digit there; one per reading.

    A number without a unit may be in the item's unit or in another that the analyte is
    usually reported in.
    """
    quantity = statement.quantity
    units = [quantity.unit] if quantity.unit is not None else _usual_units(expected)
    if quantity.unit in ("10*3", "10*4", "10*6") and "/" in expected.unit:
        # "WBC 12.3K", 白细胞1.23万: by convention per microlitre.
        units = [f"{quantity.unit}/uL"]
    found = []
    for unit in units:
        value = convert_decimal(quantity.value, unit, expected.unit, expected.analyte)
        upper = convert_decimal(
            quantity.value + quantity.rounding, unit, expected.unit, expected.analyte
        )
        if value is not None and upper is not None:
            found.append((value, abs(upper - value)))
    return found


def _usual_units(expected: Expected) -> list[str]:
    units = [expected.unit]
    analyte = expected.analyte
    if analyte is not None and not expected.is_change:
        candidates = [analyte.unit]
        if analyte.molar_mass is not None or analyte.unit in ("g/dL",):
            candidates += _SI_UNITS
        if analyte.unit.startswith("10*"):
            candidates.append("/uL")
        units += [u for u in candidates if u not in units and same_kind(u, expected.unit, analyte)]
    return units


def _matches(statement: Statement, expected: Expected, wanted: ValueGrader) -> bool:
    return any(
        _within(value, rounding, expected, wanted)
        for value, rounding in _readings(statement, expected)
    )


def _within(value: Decimal, rounding: Decimal, expected: Expected, wanted: ValueGrader) -> bool:
    """Within the item's tolerance, or the expected value as somebody rounds it.

    The tolerance is the larger of `tolerance` and `tolerance_percent`. A value written with
    fewer digits passes where the expected one rounds to it and is no more than 2.5 % away.
    Where the day matters, what is another result of the kind, and not the expected one rounded,
    is that result: no tolerance makes yesterday's value today's.
    """
    target = abs(expected.value) if _unsigned(value, expected) else expected.value
    off = abs(value - target)
    share = abs(expected.value) * Decimal(str(wanted.tolerance_percent)) / 100
    slack = Decimal("1e-9") + abs(expected.value) * Decimal("1e-9")
    if off <= max(Decimal(str(wanted.tolerance)), share) + slack:
        is_another = any(abs(value - other) <= rounding + slack for other in expected.others)
        return not (wanted.day_matters and is_another and off > rounding + slack)
    return off <= min(rounding, abs(expected.value) * ROUNDING_SHARE) + slack


def _unsigned(value: Decimal, expected: Expected) -> bool:
    """A fall is stated without its sign: "fell by 0.8"."""
    return expected.is_change and value >= 0


def _is_stated_change(statement: Statement) -> bool:
    """Whether the words say that it is a change: "rose by", a sign, "the change is"."""
    signed = statement.quantity.value < 0 or statement.direction != 0
    return statement.role == "change" or signed or "x" in statement.ids


def _direction_fits(statement: Statement, expected: Expected) -> bool:
    """A change goes the expected way: by its sign, else by the words beside it."""
    if not expected.is_change or expected.value == 0:
        return True
    rises = expected.value > 0
    if statement.quantity.value < 0:
        return not rises
    if statement.direction:
        return (statement.direction > 0) == rises
    return rises


# Contradictions.


def _contradiction(
    judged: Sequence[Judged], right: Judged, expected: Expected, answer: str
) -> Statement | None:
    """Another value stated of the same thing for the same day, which makes the first a guess.

    The points that a score is added up from are no other values of it.
    """
    others = list(_others(judged, right, expected))
    if others and expected.unit == "{score}" and _adds_up(others, expected, answer):
        return None
    return others[0] if others else None


def _adds_up(others: Sequence[Statement], expected: Expected, answer: str) -> bool:
    """Whether the other numbers are the points of the score, told one by one."""
    if len(others) > 1 and sum(other.quantity.value for other in others) <= expected.value:
        return True
    told = [q for q in quantities(answer) if q.unit == "{score}" and not q.comparator]
    points = [q.value for q in told if q.value != expected.value]
    return len(points) > 1 and sum(points) == expected.value


def _others(judged: Sequence[Judged], right: Judged, expected: Expected) -> Iterator[Statement]:
    for other in judged:
        statement = other.statement
        if (
            other.fault != "value"
            or not other.own
            or statement.role != ("change" if expected.is_change else "value")
            or statement.earlier
        ):
            continue
        if statement.quantity.comparator in ("<", "<=", ">", ">="):
            continue
        if statement.quantity.unit is None and not statement.naming.close:
            continue
        if statement.quantity.pair and expected.analyte and expected.analyte.id == "map":
            continue
        if _is_dose(statement, expected):
            continue
        if statement.timed and right.statement.timed and statement.timed != right.statement.timed:
            continue
        if _same_day(statement, right.statement, expected):
            yield statement


_DOSE_UNITS = frozenset({"mg", "ug", "ng"})


def _is_dose(statement: Statement, expected: Expected) -> bool:
    """No body is weighed in milligrams: beside a weight such a number is a drug's dose."""
    if expected.unit not in ("kg", "[lb_av]"):
        return False
    return statement.quantity.unit in _DOSE_UNITS


def _same_day(statement: Statement, right: Statement, expected: Expected) -> bool:
    if right.earlier and not statement.earlier:
        return False
    if statement.when is None or statement.when.kind == "now":
        # Undated beside dated: "1.1 on admission … 1.9 today … 2.4" leaves two for today.
        return expected.latest is not False or right.when is None
    if statement.when.kind in ("day", "year"):
        if expected.days:
            return bool(statement.when.days & expected.days)
        return right.when is not None and statement.when.days == right.when.days
    return (
        expected.latest is False
        and right.when is not None
        and right.when.kind == statement.when.kind
    )
