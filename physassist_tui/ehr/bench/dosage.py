"""What a medication order says of dose, route, frequency and supply, made into FHIR.

What is understood is coded; words that are not are kept as they are, as in the paper, whose
orders take any frequency. A dose is a number above nothing with a unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from physassist_tui.ehr.dosing import SNOMED, UCUM, read_dose, read_route, routes_by_code
from physassist_tui.ehr.fhirtext import number_text
from physassist_tui.ehr.frequency import read_frequency
from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.i18n import msg

_MOST = 10_000_000
_LENGTHS = {"d": "days", "wk": "weeks", "mo": "months", "h": "hours", "a": "years"}


def dosage_and_supply(values: Mapping[str, Any]) -> Resource:
    """`dosageInstruction` and `dispenseRequest`, of what was given of them. Raises `EhrError`."""
    duration = _pair(values, "duration_value", "duration_unit")
    length = None if duration is None else _length(*duration)
    fields: Resource = {}
    dosage = _dosage(values, length)
    if dosage:
        fields["dosageInstruction"] = [dosage]
    supply: Resource = {}
    if length is not None:
        supply["expectedSupplyDuration"] = length
    quantity = values.get("dispense_quantity")
    if quantity is not None:
        counted: dict[str, Any] = {"value": _positive("dispense_quantity", quantity)}
        if "dispense_unit" in values:
            counted["unit"] = str(values["dispense_unit"])
        supply["quantity"] = counted
    elif "dispense_unit" in values:
        raise _needs("dispense_unit", "dispense_quantity")
    if "num_refills" in values:
        supply["numberOfRepeatsAllowed"] = values["num_refills"]
    if supply:
        fields["dispenseRequest"] = supply
    return fields


def _dosage(values: Mapping[str, Any], length: Resource | None) -> Resource:
    dosage: Resource = {}
    words: list[str] = []
    dose = _pair(values, "dose_value", "dose_unit")
    if dose is not None:
        dosage["doseAndRate"] = [_dose(*dose)]
        words.append(f"{number_text(dose[0])} {dose[1]}")
    route = _route(values.get("route_code"), values.get("route_display"))
    if route is not None:
        dosage["route"] = route
        words.append(str(route["text"]))
    frequency_text = values.get("frequency_text")
    timing: Resource = {}
    if frequency_text is not None:
        frequency = read_frequency(str(frequency_text))
        timing = {"code": {"text": str(frequency_text)}}
        if frequency is not None:
            timing = frequency.timing(str(frequency_text))
            if frequency.reason:
                dosage["asNeededCodeableConcept"] = {"text": frequency.reason}
            elif frequency.as_needed:
                dosage["asNeededBoolean"] = True
            if frequency.days is not None and length is None:
                length = _length(frequency.days, "d")
        words.append(str(frequency_text))
    if length is not None:
        timing["repeat"] = {**timing.get("repeat", {}), "boundsDuration": length}
    if timing:
        dosage["timing"] = timing
    return {"text": " ".join(words), **dosage} if words else dosage


def _dose(value: float, unit: str) -> Resource:
    read = read_dose(f"{number_text(value)} {unit}")
    if read is not None and read.dose_and_rate:
        return read.dose_and_rate
    return {"doseQuantity": {"value": _plain_number(value), "unit": unit}}


def _route(code: object, display: object) -> Resource | None:
    if code is None and display is None:
        return None
    known = read_route(str(display)) if display is not None else None
    if code is None:
        if known is None:
            return {"text": str(display)}
        coding = {"system": SNOMED, "code": known[0], "display": known[1]}
        return {"coding": [coding], "text": str(display)}
    name = routes_by_code().get(str(code))
    if name is None and display is None:
        raise EhrError(
            msg("route_code {code} is not known; say the route in route_display.", code=str(code)),
            field="route_display",
        )
    if known is not None and name is not None and known[0] != str(code):
        raise EhrError(
            msg(
                "route_code {code} is {name}, and route_display says {display}.",
                code=str(code),
                name=name,
                display=str(display),
            ),
            field="route_code",
        )
    shown = str(display) if display is not None else str(name)
    coding = {"system": SNOMED, "code": str(code), "display": name or shown}
    return {"coding": [coding], "text": shown}


def _length(value: float, unit: str) -> Resource:
    return {"value": _plain_number(value), "unit": _LENGTHS[unit], "system": UCUM, "code": unit}


def _pair(values: Mapping[str, Any], number: str, unit: str) -> tuple[float, str] | None:
    """A number with its unit; `None` for neither. Raises `EhrError` for one of them."""
    if number not in values and unit not in values:
        return None
    if unit not in values:
        raise _needs(number, unit)
    if number not in values:
        raise _needs(unit, number)
    return _positive(number, values[number]), str(values[unit])


def _positive(field: str, value: float) -> float:
    if not 0 < value <= _MOST:
        raise EhrError(
            msg("{field} must be above 0 and at most {most}.", field=field, most=_MOST), field=field
        )
    return _plain_number(value)


def _plain_number(value: float) -> float:
    return int(value) if value == int(value) else value


def _needs(given: str, missing: str) -> EhrError:
    return EhrError(msg("{field} needs {other}.", field=given, other=missing), field=missing)
