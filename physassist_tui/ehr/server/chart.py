"""The record as a server holds it: what a search can find, with all that is needed to date it.

When a resource begins, and what the clock hides in it, depends on others: its encounter, what it
refers to, the Medication that names its drug. Those are fetched with it, and kept: within a
session the record does not change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from threading import RLock

from physassist_tui.ehr import extract
from physassist_tui.ehr.gate import facts_of
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.r4_types import R4_TYPES
from physassist_tui.ehr.search_params import params_of
from physassist_tui.ehr.search_query import Query
from physassist_tui.ehr.server.fetching import Fetcher
from physassist_tui.ehr.server.marks import LAST, Held, held
from physassist_tui.ehr.server.narrowing import Asked, narrowed
from physassist_tui.ehr.shelf import MemoryShelf

Resources = dict[str, dict[str, Resource]]


class ServerChart:
    """What is on the server of one record. Raises `EhrFault`; may be used from several threads.

    `record` is the key of the loaded record that is seen; empty: what belongs to none.
    """

    def __init__(self, fetcher: Fetcher, record: str) -> None:
        self._fetcher = fetcher
        self._record = record
        own = fetcher.capabilities.own.rstrip("/")
        bases = {fetcher.connection.base, f"{own}/" if own else fetcher.connection.base}
        self._bases = tuple(sorted(bases))
        self._known: dict[str, Held | None] = {}
        self._lock = RLock()

    def asked(self, query: Query) -> Asked | None:
        """What the server is asked with for a search; `None`: nothing of it."""
        return narrowed(query, self._fetcher.capabilities, self._record)

    def found(self, query: Query, asked: Asked | None) -> MemoryShelf:
        """A shelf with all of the record that the search can find, and what dates it."""
        kind = query.resource_type
        if asked is None:
            return MemoryShelf({})
        if query.ids:
            names = frozenset.intersection(*query.ids)
            stored = list(self._fetcher.by_id(kind, sorted(names)).values())
        else:
            stored = self._fetcher.search(kind, asked)
        return self._shelf(kind, [one for one in map(self._held, stored) if self._is_seen(one)])

    def one(self, kind: str, name: str) -> MemoryShelf:
        """A shelf with one resource of the record, if there is one, and what dates it."""
        with self._lock:
            known = self._known_or_read(kind, name)
        return self._shelf(kind, [] if known is None else [known])

    def _known_or_read(self, kind: str, name: str) -> Held | None:
        key = f"{kind}/{name}"
        if key not in self._known:
            stored = self._fetcher.read(kind, name)
            one = None if stored is None else self._held(stored)
            # What is not there yet may come: another program may be loading the record.
            if one is None or not self._is_seen(one):
                return None
            self._known[key] = one
        return self._known[key]

    def _held(self, stored: Resource) -> Held:
        return held(stored, self._bases, self._record)

    def _is_seen(self, one: Held) -> bool:
        if one.layer is not None:
            return False
        return self._record in one.records if self._record else not one.records

    def _shelf(self, kind: str, found: list[Held]) -> MemoryShelf:
        with self._lock:
            placed = {_key(one.resource): one for one in found}
            pending = list(found)
            while pending:
                wanted = {key for one in pending for key in _leads_to(one.resource)} - set(placed)
                self._learn(wanted)
                support = {key: one for key in wanted if (one := self._known.get(key)) is not None}
                placed |= support
                # What is of the searched type is searched too, and must be dated like the rest;
                # of the others only when they begin counts, which their encounter may decide.
                pending = [
                    one
                    for one in support.values()
                    if one.resource["resourceType"] == kind or _is_undated(one.resource)
                ]
        resources: Resources = {}
        for one in sorted(placed.values(), key=self._place):
            by_id = resources.setdefault(one.resource["resourceType"], {})
            by_id[str(one.resource["id"])] = one.resource
        return MemoryShelf(resources)

    def _place(self, one: Held) -> int:
        return one.places.get(self._record, LAST)

    def _learn(self, keys: Iterable[str]) -> None:
        by_kind: dict[str, list[str]] = {}
        for key in sorted(keys):
            kind, slash, name = key.partition("/")
            if slash and key not in self._known and kind in R4_TYPES:
                by_kind.setdefault(kind, []).append(name)
        for kind, names in by_kind.items():
            there = self._fetcher.by_id(kind, names)
            for name in names:
                one = self._held(there[name]) if name in there else None
                self._known[f"{kind}/{name}"] = one if one and self._is_seen(one) else None


def _key(resource: Mapping[str, object]) -> str:
    return f"{resource['resourceType']}/{resource['id']}"


def _leads_to(resource: Resource) -> list[str]:
    """What decides when a resource begins and what of it is seen, and the drug it is about."""
    facts = facts_of(resource)
    keys = list(facts.references)
    if facts.encounter is not None:
        keys.append(facts.encounter)
    params = params_of(resource["resourceType"])
    if "code" in params and "medication" in params:
        keys += extract.references(resource.get("medicationReference"))
    return [key for key in keys if not key.startswith("#")]


def _is_undated(resource: Resource) -> bool:
    return facts_of(resource).begins is None
