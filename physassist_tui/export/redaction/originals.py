"""Who and what a record names: the words that an export must not hold. Pure but for the record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from physassist_tui.ehr.fhirtext import items, nodes
from physassist_tui.ehr.paging import every_page
from physassist_tui.ehr.record import Record
from physassist_tui.export.redaction.rules import Rules

Kind = Literal["name", "id", "contact", "address", "word", "date"]
PERSONS = ("Patient", "Practitioner", "RelatedPerson", "Person")
WALKED = 20_000
"""A record of more resources is looked through for its persons only."""

_PERSON_REF = re.compile(r"(?:^|/)(?:Patient|Practitioner|RelatedPerson|Person)/")
_TITLE = re.compile(r"(?i)\b(?:dr|mr|mrs|ms|miss|prof|md|rn|phd|do|np|pa|jr|sr|ii|iii)\b\.?|[,;]")
_HOUSE = re.compile(r"^\d+[A-Za-z]?,? +|,.*$")
_CJK = re.compile(r"[\u3400-\u9fff]")
_SHORTEST = {"name": 2, "id": 4, "contact": 5, "address": 4, "word": 1, "date": 1}


@dataclass(frozen=True)
class Original:
    """Words to take out. `group` holds together what one sign stands for: a person's names."""

    text: str
    kind: Kind
    group: str


def originals_of(record: Record | None, events: Iterable[Any], rules: Rules) -> list[Original]:
    """What the rules take out, as the record and the `events`' JSON name it; longest first.

    Names that nobody in the record bears (a neighbour whom the patient mentions) cannot be known.
    """
    found: dict[tuple[str, Kind], Original] = {}
    for one in _all(record, events, rules):
        text = " ".join(one.text.split())
        short = len(text) < _SHORTEST[one.kind] and not _CJK.search(text)
        if short or text in rules.keep or (one.kind == "name" and text.isdecimal()):
            continue
        found.setdefault((text, one.kind), Original(text, one.kind, one.group))
    return sorted(found.values(), key=lambda one: (-len(one.text), one.text, one.kind))


def _all(record: Record | None, events: Iterable[Any], rules: Rules) -> Iterator[Original]:
    for word in rules.also:
        yield Original(word, "word", word)
    for resource in _resources(record):
        yield from _of_resource(resource, rules)
    for one in events:
        for resource in _inside(one):
            yield from _of_resource(resource, rules)
        yield from _displays(one, rules)


def _resources(record: Record | None) -> Iterator[dict[str, Any]]:
    if record is None:
        return
    store = record.at(datetime(2999, 1, 1, tzinfo=UTC))  # whatever the clock would hide
    kinds = record.types() if record.size() <= WALKED else PERSONS
    for kind in kinds:
        if kind in record.types():
            yield from every_page(store, kind, [])


def _inside(value: Any) -> Iterator[dict[str, Any]]:
    """The resources inside an event's JSON."""
    if isinstance(value, dict):
        if "resourceType" in value:
            yield value
        for child in value.values():
            yield from _inside(child)
    elif isinstance(value, list):
        for child in value:
            yield from _inside(child)


def _of_resource(resource: dict[str, Any], rules: Rules) -> Iterator[Original]:
    kind, ident = resource.get("resourceType"), str(resource.get("id", ""))
    person = kind in PERSONS
    if person and rules.identifiers and ident:
        yield Original(ident, "id", f"{kind}/{ident}")
    if rules.identifiers:
        for node in nodes(resource.get("identifier")):
            yield Original(str(node.get("value", "")), "id", str(node.get("value")))
    if person:
        yield from _person(resource, f"{kind}/{ident}", rules)
        for at, contact in enumerate(nodes(resource.get("contact"))):
            yield from _person(contact, f"{kind}/{ident}#{at}", rules)
    for contained in nodes(resource.get("contained")):
        yield from _of_resource(contained, rules)
    yield from _displays(resource, rules)


def _person(node: dict[str, Any], group: str, rules: Rules) -> Iterator[Original]:
    if rules.names:
        for name in nodes(node.get("name")):
            for text in names_in(name):
                yield Original(text, "name", group)
    if rules.contacts:
        for one in nodes(node.get("telecom")):
            yield Original(str(one.get("value", "")), "contact", str(one.get("value")))
    if rules.addresses:
        for one in nodes(node.get("address")):
            lines = [str(line) for line in items(one.get("line"))]
            streets = [_HOUSE.sub("", line) for line in lines]
            parts = [*lines, *streets, one.get("city"), one.get("district")]
            for part in (*parts, one.get("postalCode"), one.get("text")):
                if part:
                    yield Original(str(part), "address", group)


def _displays(value: Any, rules: Rules) -> Iterator[Original]:
    """The names beside references to persons."""
    if not rules.names:
        return
    if isinstance(value, dict):
        reference, display = value.get("reference"), value.get("display")
        if (
            isinstance(reference, str)
            and isinstance(display, str)
            and _PERSON_REF.search(reference)
        ):
            for text in _words_of(display):
                yield Original(text, "name", reference.split("/_history")[0])
        for child in value.values():
            yield from _displays(child, rules)
    elif isinstance(value, list):
        for child in value:
            yield from _displays(child, rules)


def names_in(name: dict[str, Any]) -> Iterator[str]:
    """The ways in which a HumanName is written, and its words one by one."""
    family = str(name.get("family") or "").strip()
    given = [str(one).strip() for one in items(name.get("given")) if str(one).strip()]
    text = str(name.get("text") or "").strip()
    yield from _words_of(text)
    if family and given:
        first = " ".join(given)
        yield from (f"{first} {family}", f"{given[0]} {family}", f"{family}, {first}")
        yield from (f"{family} {first}", f"{family}{''.join(given)}")
    yield family
    yield from given
    for part in (family, *given):
        yield from _words_of(part)


def _words_of(text: str) -> Iterator[str]:
    """A name as it is written, without its titles, and its words."""
    bare = " ".join(_TITLE.sub(" ", text).split())
    if not bare:
        return
    yield bare
    if len(bare.split()) > 1:
        yield from bare.split()
