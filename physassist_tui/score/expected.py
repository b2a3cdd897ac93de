"""The value that a `value` item expects, derived from the record or computed by a formula."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any

from physassist_tui.core.graders import Found, ValueGrader
from physassist_tui.ehr.fhirtext import nodes, part
from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.i18n import Message, msg
from physassist_tui.score.evidence import for_patient
from physassist_tui.score.fhirpath import BadPath, evaluate
from physassist_tui.score.formulas import BadFormula, NamedFormula, compute, formula_named
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.units import convert
from physassist_tui.terms import (
    Analyte,
    analyte_by_id,
    analyte_for_code,
    analyte_for_name,
    drug_in,
)


class NoExpectation(Exception):
    """The record or the item does not give an expected value: a fault of the scenario."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


_UREAS = frozenset({"a:urea", "a:urea-nitrogen"})


@dataclass(frozen=True)
class Expected:
    """What an answer should state.

    `value` is in `unit` (UCUM). `ids` are what mentions of it are called in `mentions`;
    `analyte` converts mass and amount. `days` are the days it holds for, empty where it has
    none; `latest` whether no later result of its kind exists, `None` where that is unknown.
    `comparator` is that of the record's quantity. `others` are the values of the other results
    that the item's search finds when it is not cut to one. `is_change` marks a difference, which
    answers state as "rose by".
    """

    value: Decimal
    unit: str
    patient: str
    ids: frozenset[str] = frozenset({"x"})
    analyte: Analyte | None = None
    days: frozenset[date] = frozenset()
    latest: bool | None = None
    admission: frozenset[date] = frozenset()
    comparator: str = ""
    is_change: bool = False
    names: tuple[str, ...] = ()
    others: tuple[Decimal, ...] = ()

    @property
    def ids_in_moles(self) -> frozenset[str]:
        """What it may be called in moles as well: urea and urea nitrogen are one there."""
        return _UREAS if self.ids & _UREAS else frozenset()


@dataclass(frozen=True)
class _Raw:
    value: Decimal | str
    unit: str | None
    resource: Resource
    comparator: str
    analyte: Analyte | None


def expected_value(spec: ValueGrader, context: TurnContext) -> Expected:
    """The expected value of `spec`; `NoExpectation` where there is none.

    It rests on the record and the scenario alone, whatever was done and said.
    """
    return context.recall.of(spec, lambda: _expected(spec, context))


def _expected(spec: ValueGrader, context: TurnContext) -> Expected:
    try:
        if spec.from_ is not None:
            return _from_record(spec, spec.from_, context)
        return _from_formula(spec, context)
    except EhrError as fault:
        raise NoExpectation(
            msg("The item's own search is refused: {fault}", fault=fault.message)
        ) from fault
    except (BadPath, BadFormula) as fault:
        raise NoExpectation(
            msg("The item's expected value cannot be derived: {fault}", fault=str(fault))
        ) from fault


def _from_record(spec: ValueGrader, found: Found, context: TurnContext) -> Expected:
    raw = _raw(found, context)
    value = _number_in(raw, spec.unit)
    resource = raw.resource
    days = _days(resource, context.scenario.clock)
    ids = {f"a:{raw.analyte.id}"} if raw.analyte else set()
    ids |= _drug_ids(resource)
    return Expected(
        value=value,
        unit=spec.unit,
        patient=_patient(resource, context),
        ids=frozenset(ids | {"x"}),
        analyte=raw.analyte,
        days=days,
        latest=_is_latest(resource, context) if days else None,
        admission=_admission(context),
        comparator=raw.comparator,
        names=spec.names.every() + _display_names(resource, raw.analyte),
        others=_others(spec, found, value, context),
    )


_CUT = re.compile(r"(?<=[?&])_count=\d+&?")


def _others(
    spec: ValueGrader, found: Found, value: Decimal, context: TurnContext
) -> tuple[Decimal, ...]:
    """The values of the other results of the kind, in the item's unit."""
    every = _found(Found(search=_CUT.sub("", found.search), path=found.path), context)
    values = set()
    for resource in every:
        for one in evaluate(resource, found.path):
            try:
                values.add(_number_in(_read(one, found.path, resource), spec.unit))
            except NoExpectation:
                continue
    return tuple(sorted(values - {value}))


def _found(found: Found, context: TurnContext) -> list[Resource]:
    from physassist_tui.ehr.search_url import search_all

    return list(search_all(context.record, for_patient(found.search, context.scenario.patient)))


def _raw(found: Found, context: TurnContext) -> _Raw:
    resources = _found(found, context)
    if not resources:
        raise NoExpectation(
            msg("The item's own search finds nothing: {search}", search=found.search)
        )
    resource = resources[0]
    values = evaluate(resource, found.path)
    if len(values) != 1:
        raise NoExpectation(
            msg(
                "{path} gives {n} values in {ref}, not one.",
                path=found.path,
                n=len(values),
                ref=f"{resource.get('resourceType')}/{resource.get('id')}",
            )
        )
    return _read(values[0], found.path, resource)


def _read(value: Any, path: str, resource: Resource) -> _Raw:
    analyte = _analyte(path, resource)
    if isinstance(value, dict) and "value" in value:
        written = value.get("code") or value.get("unit") or None
        if written is not None and not isinstance(written, str):
            raise NoExpectation(msg("The record has {value} there, which is no unit.",
                                    value=str(written)))  # fmt: skip
        comparator = str(value.get("comparator", ""))
        return _Raw(_decimal(value["value"]), written, resource, comparator, analyte)
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _Raw(_decimal(value), _sibling_unit(path, resource), resource, "", analyte)
    return _Raw(str(value), None, resource, "", analyte)


_LARGEST = Decimal("1e15")
"""No clinical value is larger; what is has been written wrongly."""


def _decimal(value: object) -> Decimal:
    """The number, or `NoExpectation` where it is none that can be a value."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        number = Decimal("NaN")
    if isinstance(value, bool) or not number.is_finite() or abs(number) > _LARGEST:
        raise NoExpectation(
            msg("The record has {value} there, which is no number.", value=str(value)[:40])
        )
    return number


def _sibling_unit(path: str, resource: Resource) -> str | None:
    """The unit beside a bare `….value` of a quantity."""
    if not path.endswith(".value"):
        return None
    codes = evaluate(resource, path.removesuffix(".value") + ".code")
    return str(codes[0]) if len(codes) == 1 and isinstance(codes[0], str) else None


_LOINC = re.compile(r"\b\d{1,5}-\d\b")


def _analyte(path: str, resource: Resource) -> Analyte | None:
    """What the value is of: the component that the path picks, else the resource's code."""
    for code in _LOINC.findall(path):
        found = analyte_for_code(code)
        if found is not None:
            return found
    concept = resource.get("code")
    if not isinstance(concept, dict):
        return None
    for coding in nodes(concept.get("coding")):
        found = analyte_for_code(str(coding.get("code", "")))
        if found is not None:
            return found
    names = [c.get("display") for c in nodes(concept.get("coding"))] + [concept.get("text")]
    return next((a for n in names if n and (a := analyte_for_name(str(n)))), None)


def _display_names(resource: Resource, analyte: Analyte | None) -> tuple[str, ...]:
    """What the record itself calls it, where the terms room does not know its code."""
    concept = resource.get("code")
    if analyte is not None or not isinstance(concept, dict):
        return ()
    names = [c.get("display") for c in nodes(concept.get("coding"))] + [concept.get("text")]
    return tuple(str(name) for name in names if name)


def _drug_ids(resource: Resource) -> set[str]:
    concept = resource.get("medicationCodeableConcept")
    if not isinstance(concept, dict):
        return set()
    names = [concept.get("text")] + [c.get("display") for c in nodes(concept.get("coding"))]
    drugs = (drug_in(str(name)) for name in names if name)
    return {f"d:{drug.id}" for drug in drugs if drug}


def _number_in(raw: _Raw, unit: str) -> Decimal:
    if isinstance(raw.value, str):
        return _decimal(raw.value)
    if raw.unit is None:
        return raw.value
    converted = convert_decimal(raw.value, raw.unit, unit, raw.analyte)
    if converted is None:
        raise NoExpectation(
            msg("{unit} cannot be converted to {wanted}.", unit=raw.unit, wanted=unit)
        )
    return _decimal(converted)


def convert_decimal(
    value: Decimal, from_unit: str, to_unit: str, analyte: Analyte | None
) -> Decimal | None:
    """`convert` on decimals; the same unit changes no digit."""
    if from_unit == to_unit:
        return value
    converted = convert(float(value), from_unit, to_unit, analyte)
    return None if converted is None else Decimal(repr(converted))


def _patient(resource: Resource, context: TurnContext) -> str:
    if resource.get("resourceType") == "Patient":
        return f"Patient/{resource.get('id')}"
    for key in ("subject", "patient"):
        reference = resource.get(key)
        if isinstance(reference, dict) and reference.get("reference"):
            return str(reference["reference"])
    return context.scenario.patient


_DATES = (
    "effectiveDateTime",
    "effectiveInstant",
    "effectivePeriod",
    "performedDateTime",
    "performedPeriod",
    "authoredOn",
    "recordedDate",
    "date",
    "issued",
)


def _moment(resource: Resource) -> str | None:
    for key in _DATES:
        found = resource.get(key)
        if isinstance(found, dict):
            found = found.get("start")
        if isinstance(found, str):
            return found
    return None


def _days(resource: Resource, clock: datetime) -> frozenset[date]:
    """The day it was taken, as the record writes it and as the clock's zone sees it."""
    moment = _moment(resource)
    return _days_of(moment, clock) if moment else frozenset()


def _days_of(moment: str, clock: datetime) -> frozenset[date]:
    try:
        written = date.fromisoformat(moment[:10])
    except ValueError:
        return frozenset()
    try:
        there = datetime.fromisoformat(moment)
    except ValueError:
        return frozenset({written})
    if there.tzinfo is None or "T" not in moment:
        return frozenset({written})
    try:
        return frozenset({written, there.astimezone(clock.tzinfo).date()})
    except OverflowError:
        # The first or last day there is, in another zone.
        return frozenset({written})


def _is_latest(resource: Resource, context: TurnContext) -> bool | None:
    if resource.get("resourceType") != "Observation":
        return None
    from physassist_tui.ehr.search_url import search_all

    coding = next(iter(nodes(part(resource, "code").get("coding"))), None)
    if not coding or not coding.get("code"):
        return None
    token = f"{coding['system']}|{coding['code']}" if coding.get("system") else coding["code"]
    patient = _patient(resource, context)
    found = search_all(
        context.record, f"Observation?code={token}&patient={patient}&_sort=-date&_count=1"
    )
    return not found or found[0].get("id") == resource.get("id")


def _admission(context: TurnContext) -> frozenset[date]:
    """The day on which the scenario's encounter began, and the day after."""
    reference = context.scenario.encounter
    if reference is None:
        return frozenset()
    try:
        encounter = context.record.read(*reference.split("/", 1))
    except EhrError:
        return frozenset()
    start = part(encounter, "period").get("start")
    days = _days_of(start, context.scenario.clock) if isinstance(start, str) else frozenset()
    return days | {day + timedelta(days=1) for day in days if day < date.max}


def _from_formula(spec: ValueGrader, context: TurnContext) -> Expected:
    assert spec.formula is not None
    formula = formula_named(spec.formula.name)
    raws = {
        name: _raw(source, context)
        for name, source in spec.formula.inputs.items()
        if isinstance(source, Found)
    }
    inputs: dict[str, float | str] = {}
    for name, source in spec.formula.inputs.items():
        wanted = formula.inputs.get(name, "")
        if wanted == "*":
            wanted = _common_unit(formula, spec, raws)
        inputs[name] = _input(raws.get(name), source, wanted, context)
    value = _decimal(compute(formula.name, inputs))
    analyte = analyte_by_id(formula.analyte) if formula.analyte else None
    unit = formula.unit or spec.unit
    converted = convert_decimal(value, unit, spec.unit, analyte)
    if converted is None:
        raise NoExpectation(
            msg("{unit} cannot be converted to {wanted}.", unit=unit, wanted=spec.unit)
        )
    return _formula_expectation(spec, formula, analyte, converted, raws, context)


def _formula_expectation(
    spec: ValueGrader,
    formula: NamedFormula,
    analyte: Analyte | None,
    value: Decimal,
    raws: Mapping[str, _Raw],
    context: TurnContext,
) -> Expected:
    sources = [raw for raw in raws.values() if raw.resource.get("resourceType") != "Patient"]
    clock = context.scenario.clock
    days = frozenset(day for raw in sources for day in _days(raw.resource, clock))
    is_change = formula.name in ("delta", "percent_change")
    ids = {f"a:{analyte.id}"} if analyte else set()
    if is_change or formula.name == "ratio":
        ids |= {f"a:{raw.analyte.id}" for raw in sources if raw.analyte}
        analyte = next((raw.analyte for raw in sources if raw.analyte), None)
    latest = [_is_latest(raw.resource, context) for raw in sources]
    return Expected(
        value=_decimal(value),
        unit=spec.unit,
        patient=_patient(sources[0].resource, context) if sources else context.scenario.patient,
        ids=frozenset(ids | {"x"}),
        analyte=analyte,
        days=frozenset() if is_change or formula.name == "days_between" else days,
        latest=None if is_change or not latest else all(one is not False for one in latest),
        admission=_admission(context),
        is_change=is_change,
        names=spec.names.every() + formula.names,
    )


def _common_unit(formula: NamedFormula, spec: ValueGrader, raws: Mapping[str, _Raw]) -> str:
    """Differences are taken in the item's unit, quotients in that of the first input."""
    if not formula.unit:
        return spec.unit
    return next((raw.unit for raw in raws.values() if raw.unit), "1")


def _input(
    raw: _Raw | None, source: Found | float | str, unit: str, context: TurnContext
) -> float | str:
    value: Decimal | str | float = raw.value if raw is not None else source  # type: ignore[assignment]
    if unit == "date":
        return float(_day_number(str(value)))
    if unit == "sex":
        return str(value)
    if raw is None:
        return value if isinstance(value, str) else float(value)
    if unit == "a" and isinstance(value, str):
        return float(age_at(value, context.scenario.clock))
    if unit in ("", "1") or raw.unit is None:
        return (
            float(_number_in(raw, unit)) if not isinstance(value, str) else float(_as_flag(value))
        )
    return float(_number_in(raw, unit))


def _as_flag(value: str) -> float:
    flags = {"true": 1.0, "false": 0.0}
    if value.casefold() in flags:
        return flags[value.casefold()]
    try:
        return float(value)
    except ValueError as fault:
        raise NoExpectation(
            msg("The record has {value} there, which is no number.", value=value)
        ) from fault


def _day_number(moment: str) -> int:
    try:
        return date.fromisoformat(moment[:10]).toordinal()
    except ValueError as fault:
        raise NoExpectation(msg("{value} is no date.", value=moment)) from fault


_BIRTH = re.compile(r"[0-9]{4}(?:-[0-9]{2}){0,2}")


def age_at(birth: str, clock: datetime) -> int:
    """Whole years of age at `clock` of somebody born on `birth` (a FHIR date)."""
    if _BIRTH.fullmatch(birth[:10]) is None:
        raise NoExpectation(msg("{value} is no date.", value=birth))
    year, month, day = (*(int(piece) for piece in birth[:10].split("-")), 1, 1)[:3]
    return clock.year - year - ((clock.month, clock.day) < (month, day))
