"""What is written on a resource for a server to hold, and taken off when it is read.

Everything that a server stores for us says whose it is, in tags (`meta.tag`):

    urn:physassist:record | KEY      belongs to a loaded record; KEY is the start of its hash
    urn:physassist:layer  | SESSION  written by a session; seen by that session alone
    urn:physassist | layer           the same for every session, to find what sessions left

A record's resource also keeps, in an extension of its own (`urn:physassist:origin`, one for each
record it belongs to), what a server puts its own in place of: the order of the record, and the
`lastUpdated` and `versionId` that the record gave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.fhirtext import nodes
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.shelf import copy_json

OURS = "urn:physassist"
RECORD_TAG = f"{OURS}:record"
LAYER_TAG = f"{OURS}:layer"
ANY_LAYER = (OURS, "layer")
ORIGIN = f"{OURS}:origin"
_MARKS = frozenset({OURS, RECORD_TAG, LAYER_TAG})
_STAMPS: Mapping[str, str] = {"lastUpdated": "valueInstant", "versionId": "valueId"}
_NO_EXTENSION = frozenset({"Binary", "Bundle", "Parameters"})
"""Types that are no DomainResource: they have no extension at their root."""
LAST = 2**62
"""The place of what no loaded record has placed: after everything that has one."""


class Held(NamedTuple):
    """A resource as the record has it, with what its marks say."""

    resource: Resource
    records: frozenset[str]
    layer: str | None
    places: Mapping[str, int]
    """Where it stands in each record that has placed it."""


def tag_codes(resource: Mapping[str, Any], system: str) -> frozenset[str]:
    """The codes of a resource's tags of one system."""
    meta = resource.get("meta")
    tags = nodes(meta.get("tag")) if isinstance(meta, dict) else []
    return frozenset(str(tag.get("code")) for tag in tags if tag.get("system") == system)


def marked(resource: Resource, key: str, place: int) -> Resource:
    """A record's resource as it is sent: its stamps and its place kept, its record named."""
    sent: Resource = copy_json(resource)
    meta = dict(sent.get("meta") or {})
    kept = [{"url": "record", "valueString": key}, {"url": "place", "valueInteger": place}]
    for name, value in _STAMPS.items():
        stamp = meta.pop(name, None)
        if isinstance(stamp, str):
            kept.append({"url": name, value: stamp})
    meta["tag"] = [*nodes(meta.get("tag")), {"system": RECORD_TAG, "code": key}]
    sent["meta"] = meta
    if sent["resourceType"] not in _NO_EXTENSION:
        sent["extension"] = [
            *nodes(sent.get("extension")),
            {"url": ORIGIN, "extension": kept},
        ]
    return sent


def also_marked(stored: Resource, mine: Resource) -> Resource:
    """`mine` as it is sent, with the marks that `stored` has of other records."""
    both: Resource = copy_json(mine)
    own = tag_codes(mine, RECORD_TAG)
    others = tag_codes(stored, RECORD_TAG) - own
    both["meta"]["tag"] += [{"system": RECORD_TAG, "code": one} for one in sorted(others)]
    if "extension" in both:
        both["extension"] += [
            copy_json(one)
            for one in nodes(stored.get("extension"))
            if one.get("url") == ORIGIN and _told(one).get("record") not in own
        ]
    return both


def held(stored: Resource, bases: Iterable[str], key: str = "") -> Held:
    """A server's resource without its marks and the server's own stamps.

    References to one of `bases` become `Type/id`. `key` is the record whose stamps it gets.
    The resource itself is changed and kept.
    """
    origins = [_told(one) for one in nodes(stored.get("extension")) if one.get("url") == ORIGIN]
    records = tag_codes(stored, RECORD_TAG)
    layers = tag_codes(stored, LAYER_TAG)
    _without_marks(stored)
    own = next((one for one in origins if one.get("record") == key), origins[0] if origins else {})
    meta = stored.get("meta")
    meta = meta if isinstance(meta, dict) else {}
    for name in _STAMPS:
        meta.pop(name, None)
        if isinstance(own.get(name), str):
            meta[name] = own[name]
    if str(meta.get("source", "")).startswith("#"):
        del meta["source"]  # some servers note the request there
    if meta:
        stored["meta"] = meta
    else:
        stored.pop("meta", None)
    _relative(stored, tuple(bases))
    places = {
        str(one["record"]): one["place"]
        for one in origins
        if isinstance(one.get("record"), str) and isinstance(one.get("place"), int)
    }
    return Held(stored, records, next(iter(sorted(layers)), None), places)


def _told(extension: Mapping[str, Any]) -> dict[str, Any]:
    """The values of an origin by their names."""
    told: dict[str, Any] = {}
    for one in nodes(extension.get("extension")):
        value = next((value for name, value in one.items() if name.startswith("value")), None)
        told[str(one.get("url"))] = value
    return told


def _without_marks(stored: Resource) -> None:
    meta = stored.get("meta")
    if isinstance(meta, dict) and isinstance(meta.get("tag"), list):
        kept = [
            tag
            for tag in meta["tag"]
            if not (isinstance(tag, dict) and tag.get("system") in _MARKS)
        ]
        _set_or_drop(meta, "tag", kept)
    if isinstance(stored.get("extension"), list):
        kept = [
            one
            for one in stored["extension"]
            if not (isinstance(one, dict) and one.get("url") == ORIGIN)
        ]
        _set_or_drop(stored, "extension", kept)


def _set_or_drop(node: dict[str, Any], name: str, value: list[Any]) -> None:
    if value:
        node[name] = value
    else:
        del node[name]


def _relative(node: Any, bases: tuple[str, ...]) -> None:
    """Makes references to the server itself `Type/id`."""
    if isinstance(node, list):
        for item in node:
            _relative(item, bases)
    elif isinstance(node, dict):
        target = node.get("reference")
        if isinstance(target, str) and target.startswith(bases):
            node["reference"] = reference_key(target)
        for child in node.values():
            if isinstance(child, dict | list):
                _relative(child, bases)
