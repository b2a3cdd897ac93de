"""A Bundle as resources: ids given, duplicates refused, references within it made `Type/id`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr import extract
from physassist_tui.ehr.json_input import (
    bad,
    reference_nodes,
    reference_nodes_of,
    require_resource,
)
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import Message, msg

Resources = Mapping[str, Mapping[str, Resource]]
"""Resources by type and id, in the order of the record."""

_URL_ID = re.compile(r"(?:^urn:uuid:|/)([A-Za-z0-9.\-]{1,64})$")
_CONDITIONAL = re.compile(r"([A-Z][A-Za-z]+)\?(?:.*&)?identifier=([^&]+)")


def resources_of(bundle: Any, place: object) -> Resources:
    """The resources of a Bundle of any type.

    References to an entry's `fullUrl` and conditional references that one entry satisfies
    become `Type/id`; other conditional references stay. `BadInput` names the entry that is no
    resource or has no id, that repeats an id with other content, or whose `urn:` reference
    leads nowhere. The Bundle's own objects are changed and kept.
    """
    found: dict[str, dict[str, Resource]] = {}
    places: dict[str, int] = {}
    by_url: dict[str, str] = {}
    for number, entry in enumerate(_entries(bundle, place), start=1):
        here = _at(place, number)
        resource = _resource(entry, here)
        if resource is None:
            continue
        kind, resource_id = resource["resourceType"], resource["id"]
        key = f"{kind}/{resource_id}"
        if isinstance(entry.get("fullUrl"), str):
            by_url[entry["fullUrl"]] = key
        earlier = found.setdefault(kind, {}).setdefault(resource_id, resource)
        if earlier is resource:
            places[key] = number
        elif earlier != resource:
            raise bad(here, _twice(key, places[key]))
    if not found:
        raise bad(place, msg("is a Bundle without resources."))
    _mend_references(found, by_url, places, place)
    return found


def _mend_references(
    found: Resources, by_url: Mapping[str, str], places: Mapping[str, int], place: object
) -> None:
    """Makes references to an entry `Type/id`; `places` are the numbers of the entries."""
    nodes = reference_nodes_of(one for by_id in found.values() for one in by_id.values())
    targets = [node["reference"] for node in nodes or ()]
    if nodes is None or any(_leads_nowhere(target, by_url) for target in targets):
        raise _first_fault(found, by_url, places, place)
    identifiers: dict[str, list[str]] | None = None
    for node, target in zip(nodes, targets, strict=True):
        if not isinstance(target, str):
            continue
        if target in by_url:
            node["reference"] = by_url[target]
        elif "?" in target and _CONDITIONAL.fullmatch(target):
            if identifiers is None:
                identifiers = _identifiers(found)
            node["reference"] = _conditional(target, identifiers)


def _leads_nowhere(target: object, by_url: Mapping[str, str]) -> bool:
    return isinstance(target, str) and target.startswith("urn:") and target not in by_url


def _first_fault(
    found: Resources, by_url: Mapping[str, str], places: Mapping[str, int], place: object
) -> BadInput:
    """The first entry that is nested too deeply or refers to nowhere, looked for one by one."""
    for key, number in places.items():
        kind, _slash, resource_id = key.partition("/")
        here = _at(place, number)
        for node in reference_nodes(found[kind][resource_id], here):
            if _leads_nowhere(node["reference"], by_url):
                return bad(here, _nowhere(key, node["reference"]))
    raise AssertionError


def _at(place: object, number: int) -> Message:
    return msg("{place}, entry {number}", place=place, number=number)


def _twice(key: str, number: int) -> Message:
    return msg("{resource} is in entry {number} too, with other content.",
               resource=key, number=number)  # fmt: skip


def _nowhere(key: str, target: str) -> Message:
    return msg(
        "{resource} refers to {target}, which is no entry's fullUrl.",
        resource=key,
        target=target[:80],
    )


def _entries(bundle: Any, place: object) -> list[dict[str, Any]]:
    if not isinstance(bundle, dict) or "resourceType" not in bundle:
        raise bad(place, msg("is not a FHIR Bundle."))
    if bundle["resourceType"] != "Bundle":
        kind = str(bundle["resourceType"])[:64]
        raise bad(place, msg("is a {type}, not a Bundle; put it into one.", type=kind))
    entries = bundle.get("entry", [])
    if not isinstance(entries, list):
        raise bad(place, msg("is a Bundle whose entry is not a list."))
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, dict):
            raise bad(_at(place, number), msg("is not an entry of a Bundle."))
    return entries


def _resource(entry: dict[str, Any], here: Message) -> Resource | None:
    """The entry's resource with an id, or `None` for a searchset's remark on itself."""
    resource = entry.get("resource")
    if resource is None:
        raise bad(here, msg("has no resource."))
    search = entry.get("search")
    if isinstance(search, dict) and search.get("mode") == "outcome":
        return None
    if isinstance(resource, dict) and not resource.get("id"):
        # A transaction leaves the id to the server; the entry's own address serves.
        match = _URL_ID.search(entry["fullUrl"]) if isinstance(entry.get("fullUrl"), str) else None
        if match:
            resource["id"] = match[1]
    return require_resource(resource, here)


def _identifiers(found: Resources) -> dict[str, list[str]]:
    keys: dict[str, list[str]] = {}
    for kind, by_id in found.items():
        for resource_id, resource in by_id.items():
            for node in extract.elements(resource, ("identifier",)):
                for token in extract.tokens(node):
                    for value in (token.code, f"{token.system}|{token.code}"):
                        keys.setdefault(f"{kind}?{value}", []).append(f"{kind}/{resource_id}")
    return keys


def _conditional(target: str, identifiers: dict[str, list[str]]) -> str:
    match = _CONDITIONAL.fullmatch(target)
    assert match is not None
    known = set(identifiers.get(f"{match[1]}?{match[2]}", ()))
    return known.pop() if len(known) == 1 else target
