"""Observations and the reports over them, as entries."""

from __future__ import annotations

from typing import Any

from physassist_tui.ehr.attachments import attachments_text
from physassist_tui.ehr.fhirtext import (
    References,
    clean_number,
    concept_code,
    concept_text,
    items,
    nodes,
    notes_text,
    period_text,
    quantity_unit,
    range_text,
    ratio_text,
)
from physassist_tui.ehr.protocol import Resource

Entry = dict[str, Any]


def value_fields(holder: Resource) -> Entry:
    """The value of an Observation, component or extension, whichever of the types it has."""
    quantity = holder.get("valueQuantity")
    if isinstance(quantity, dict):
        fields: Entry = {}
        if "value" in quantity:
            fields["value"] = clean_number(quantity["value"])
        if quantity.get("comparator"):
            fields["comparator"] = quantity["comparator"]
        if quantity_unit(quantity):
            fields["unit"] = quantity_unit(quantity)
        return fields
    concept = holder.get("valueCodeableConcept") or holder.get("valueCoding")
    if concept:
        fields = {"value": concept_text(concept)}
        code = concept_code(concept)
        if code and code != fields["value"]:
            fields["value_code"] = code
        return fields
    for key in (
        "valueString",
        "valueBoolean",
        "valueInteger",
        "valueDecimal",
        "valueDateTime",
        "valueDate",
        "valueTime",
        "valueCode",
        "valueUri",
    ):
        if key in holder:
            return {"value": clean_number(holder[key])}
    return _other_value(holder)


def _other_value(holder: Resource) -> Entry:
    if "valueRange" in holder:
        return {"value": range_text(holder["valueRange"])}
    if "valueRatio" in holder:
        return {"value": ratio_text(holder["valueRatio"])}
    if "valuePeriod" in holder:
        return {"value": period_text(holder["valuePeriod"])}
    sampled = holder.get("valueSampledData")
    if isinstance(sampled, dict):
        return {"value": str(sampled.get("data", "")), "period_ms": sampled.get("period")}
    return {}


def measured(holder: Resource) -> Entry:
    """Value, unit, flag, range and absence: what an Observation and a component share."""
    fields = value_fields(holder)
    flags = [concept_code(one) or concept_text(one) for one in items(holder.get("interpretation"))]
    if any(flags):
        fields["flag"] = ",".join(filter(None, flags))
        words = concept_text(holder["interpretation"])
        if words and words != fields["flag"]:
            fields["interpretation"] = words
    ranges = [_reference_range(one) for one in nodes(holder.get("referenceRange"))]
    if any(ranges):
        fields["range"] = "; ".join(filter(None, ranges))
    if "dataAbsentReason" in holder:
        fields["absent"] = concept_text(holder["dataAbsentReason"])
    return fields


def _reference_range(span: Resource) -> str:
    text = range_text(span)
    words = span.get("text", "")
    who = concept_text(span.get("appliesTo"))
    kind = concept_text(span.get("type"))
    aside = ", ".join(filter(None, (kind if kind.casefold() != "normal range" else "", who)))
    if not text:
        text = str(words)
    return f"{text} ({aside})" if text and aside else text


def observation(resource: Resource, refs: References) -> Entry:
    """An Observation: its value or the reason why there is none, and its components."""
    entry: Entry = {
        "name": concept_text(resource.get("code")),
        "code": concept_code(resource.get("code")),
        "category": concept_text(resource.get("category")),
        **measured(resource),
        "status": resource.get("status"),
    }
    components = [
        {"name": concept_text(part.get("code")), "code": concept_code(part.get("code"))}
        | measured(part)
        for part in nodes(resource.get("component"))
    ]
    if components:
        entry["components"] = components
    entry |= {
        "body_site": concept_text(resource.get("bodySite")),
        "method": concept_text(resource.get("method")),
        "specimen": _specimen(resource, refs),
        "members": refs.names(resource.get("hasMember"), resource),
        "derived_from": refs.names(resource.get("derivedFrom"), resource),
        "details": [
            {"name": str(one.get("url", "")).rsplit("/", 1)[-1], **value_fields(one)}
            for one in nodes(resource.get("extension"))
            if value_fields(one)
        ],
        "note": notes_text(resource.get("note")),
    }
    return entry


def _specimen(resource: Resource, refs: References) -> str:
    reference = resource.get("specimen")
    if reference is None:
        return ""
    specimen = refs.get(reference, resource)
    return concept_text(specimen.get("type")) if specimen else refs.name(reference, resource)


def observation_date(resource: Resource) -> tuple[str, str]:
    """When it was observed: start and, of a period, end."""
    period = resource.get("effectivePeriod")
    if isinstance(period, dict):
        return str(period.get("start") or period.get("end") or ""), str(period.get("end") or "")
    for key in ("effectiveDateTime", "effectiveInstant", "issued"):
        if resource.get(key):
            return str(resource[key]), ""
    return "", ""


def report(resource: Resource, refs: References) -> Entry:
    """A DiagnosticReport: conclusion, every result, and the text to its end."""
    results: list[Entry] = []
    for reference in items(resource.get("result")):
        found = refs.get(reference, resource)
        if found is None or found.get("resourceType") != "Observation":
            results.append({"name": refs.name(reference, resource)})
            continue
        line = {k: v for k, v in observation(found, refs).items() if v not in (None, "", [], {})}
        line.pop("category", None)
        if line.get("status") == resource.get("status"):
            line.pop("status", None)
        if not str(reference.get("reference", "")).startswith("#"):
            line = {"ref": f"Observation/{found.get('id', '')}"} | line
        date = observation_date(found)[0]
        if date and date != observation_date(resource)[0]:
            line["date"] = date
        results.append(line)
    return {
        "name": concept_text(resource.get("code")),
        "code": concept_code(resource.get("code")),
        "category": concept_text(resource.get("category")),
        "status": resource.get("status"),
        "issued": resource.get("issued"),
        "conclusion": resource.get("conclusion"),
        "conclusion_codes": [concept_text(one) for one in items(resource.get("conclusionCode"))],
        "results": results,
        "specimen": ", ".join(
            concept_text(found["type"])
            for one in items(resource.get("specimen"))
            if (found := refs.get(one, resource)) and "type" in found
        ),
        "performer": ", ".join(refs.names(resource.get("performer"), resource)),
        "text": attachments_text(resource.get("presentedForm"), refs, resource),
    }
