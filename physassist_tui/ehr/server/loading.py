"""Brings a record to a server under its own ids, and proves that it came whole."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from physassist_tui.core.errors import AnswerIsNo, BadInput
from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.fhirtext import nodes
from physassist_tui.ehr.json_input import reference_nodes
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.server.checking import lacking_for_load
from physassist_tui.ehr.server.fetching import Fetcher
from physassist_tui.ehr.server.layer import lost_part
from physassist_tui.ehr.server.marks import (
    LAYER_TAG,
    RECORD_TAG,
    also_marked,
    held,
    marked,
    tag_codes,
)
from physassist_tui.ehr.server.ordering import batches, rings
from physassist_tui.ehr.shelf import copy_json
from physassist_tui.i18n import msg

MOST_AT_ONCE = 200
LARGEST_AT_ONCE = 3_000_000
"""Resources and bytes in one transaction."""

_ID = re.compile(r"[A-Za-z0-9\-.]{1,64}", re.ASCII)
_STAMPS = ("lastUpdated", "versionId")
Done = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Loading:
    """What a load did. `already` were there and the same; `replaced` were there and differed."""

    record: str
    resources: int
    written: int
    already: int
    replaced: int

    def to_json(self) -> dict[str, Any]:
        """`{record, resources, written, already, replaced}`."""
        return {
            "record": self.record,
            "resources": self.resources,
            "written": self.written,
            "already": self.already,
            "replaced": self.replaced,
        }


class Loader:
    """One load. Raises `EhrFault` where the server fails; what came by then stays, and a new
    load goes on from there."""

    def __init__(self, fetcher: Fetcher, key: str, *, replace: bool, done: Done) -> None:
        self._fetcher = fetcher
        self._connection = fetcher.connection
        self._key = key
        self._replace = replace
        self._done = done

    def load(self, resources: Iterable[Resource]) -> Loading:
        """Loads a record. `AnswerIsNo` where the server lacks what it takes, or has other
        resources under the same ids; then nothing is written."""
        problems = lacking_for_load(self._fetcher.capabilities)
        if problems:
            raise AnswerIsNo(msg("The FHIR server cannot take a record. {problem}",
                                 problem=problems[0]))  # fmt: skip
        record = _by_key(resources)
        places = {key: at for at, key in enumerate(record)}
        sent = {key: marked(one, self._key, places[key]) for key, one in record.items()}
        there = self._there(record)
        differing = [key for key in there if not _equal(there[key], record[key], self._bases())]
        if differing and not self._replace:
            raise AnswerIsNo(
                msg(
                    "The FHIR server has {n} of these resources with other content, as "
                    "{example}; --replace puts the record's in their place.",
                    n=len(differing),
                    example=differing[0],
                )
            )
        changed = set(differing)
        for key, stored in there.items():
            if key not in changed:
                sent[key] = also_marked(stored, sent[key])
        todo = {
            key: one
            for key, one in sent.items()
            if key not in there or key in changed or self._key not in _records(there[key])
        }
        self._write({key: record[key] for key in todo}, todo)
        self._prove(record, todo)
        return Loading(self._key, len(record), len(todo), len(record) - len(todo), len(changed))

    def _bases(self) -> tuple[str, ...]:
        own = self._fetcher.capabilities.own.rstrip("/")
        base = self._connection.base
        return (base, f"{own}/") if own else (base,)

    def _there(self, record: Mapping[str, Resource]) -> dict[str, Resource]:
        """Those of the record's resources that the server has, as it has them."""
        by_kind: dict[str, list[str]] = {}
        for key in record:
            kind, _slash, name = key.partition("/")
            by_kind.setdefault(kind, []).append(name)
        found: dict[str, Resource] = {}
        for kind, names in by_kind.items():
            for name, stored in self._fetcher.by_id(kind, names).items():
                found[f"{kind}/{name}"] = stored
        return found

    def _write(self, record: Mapping[str, Resource], todo: Mapping[str, Resource]) -> None:
        sizes = {key: len(json.dumps(one)) for key, one in todo.items()}
        written = 0
        self._done(0, len(todo))
        for batch in batches(rings(record), sizes, most=MOST_AT_ONCE, largest=LARGEST_AT_ONCE):
            if self._fetcher.capabilities.transaction:
                self._transact(batch, todo)
            else:
                for key in batch:
                    self._connection.put(self._connection.address(key), todo[key])
            written += len(batch)
            self._done(written, len(todo))

    def _transact(self, batch: list[str], todo: Mapping[str, Resource]) -> None:
        entries = [
            {
                "fullUrl": self._connection.address(key),
                "resource": todo[key],
                "request": {"method": "PUT", "url": key},
            }
            for key in batch
        ]
        bundle = {"resourceType": "Bundle", "type": "transaction", "entry": entries}
        address = self._connection.base.rstrip("/")
        answer = self._connection.post(address, bundle)
        statuses = [
            str(one.get("response", {}).get("status", ""))
            for one in nodes(answer.get("entry") if isinstance(answer, dict) else None)
            if isinstance(one.get("response"), dict)
        ]
        if len(statuses) != len(batch) or not all(one.startswith("2") for one in statuses):
            what = msg("does not carry a transaction out whole")
            raise self._connection.fault("POST", address, what, "ehr_bad_answer")

    def _prove(self, record: Mapping[str, Resource], todo: Mapping[str, Resource]) -> None:
        """Reads back what was written. Raises `EhrFault` where any of it was lost or changed."""
        back = self._there({key: record[key] for key in todo})
        for key, sent in todo.items():
            lost = lost_part(sent, back.get(key))
            if lost is not None:
                what = msg("does not keep {element} of {resource}", element=lost, resource=key)
                address = self._connection.address(key)
                raise self._connection.fault("PUT", address, what, "ehr_bad_answer")


def _by_key(resources: Iterable[Resource]) -> dict[str, Resource]:
    """A record's resources as they are sent, in its order. `BadInput` for what none can hold."""
    record: dict[str, Resource] = {}
    for resource in resources:
        key = f"{resource['resourceType']}/{resource['id']}"
        if not _ID.fullmatch(str(resource["id"])):
            raise BadInput(
                msg(
                    "{resource} has an id that no FHIR server takes: at most 64 letters, digits, "
                    "- and . only.",
                    resource=key[:100],
                )
            )
        if tag_codes(resource, RECORD_TAG) or tag_codes(resource, LAYER_TAG):
            raise BadInput(
                msg("{resource} comes from a FHIR server that it was loaded to.", resource=key)
            )
        record[key] = copy_json(resource)
    for key, resource in record.items():
        for node in reference_nodes(resource, key):
            target = node["reference"]
            if isinstance(target, str) and "/" in target:
                short = reference_key(target)
                # Only so can a server know what it refers to.
                node["reference"] = short if short in record else target
    return record


def _records(stored: Resource) -> frozenset[str]:
    return tag_codes(stored, RECORD_TAG)


def _equal(stored: Resource, own: Resource, bases: tuple[str, ...]) -> bool:
    """Whether a server's resource is the record's, whatever its marks and stamps."""
    theirs = held(copy_json(stored), bases).resource
    return _without_stamps(theirs) == _without_stamps(own)


def _without_stamps(resource: Resource) -> Resource:
    meta = resource.get("meta")
    if not isinstance(meta, dict):
        return {name: value for name, value in resource.items() if name != "meta"}
    kept = {name: value for name, value in meta.items() if name not in _STAMPS and value != []}
    bare = {name: value for name, value in resource.items() if name != "meta"}
    return {**bare, "meta": kept} if kept else bare


def every_resource(shelf: Any) -> Iterator[Resource]:
    """All resources of a shelf, type by type, in the record's order."""
    for kind in shelf.types():
        for at in range(shelf.size(kind)):
            yield shelf.body(kind, at)
