"""Where a record's resources stand: numbered by type, indexed, and never changed.

`MemoryShelf` is for what fits in memory; `cache.FileShelf` reads a large import from disk.
"""

from __future__ import annotations

import marshal
from collections.abc import Mapping, Sequence
from threading import RLock
from typing import Any, Protocol

from physassist_tui.ehr.dates import Instants
from physassist_tui.ehr.gate import Facts, facts_of
from physassist_tui.ehr.index import TypeIndex, build_index
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.timeline import Timeline, begins_by, build_timeline


class Shelf(Protocol):
    """The resources of a record. Ordinals count a type's resources from 0."""

    def types(self) -> Sequence[str]:
        """The types that have resources, sorted."""

    def size(self, resource_type: str) -> int:
        """How many resources of a type there are."""

    def ordinal(self, resource_type: str, resource_id: str) -> int | None:
        """The ordinal of a resource, or `None`."""

    def body(self, resource_type: str, ordinal: int) -> Resource:
        """A resource; the caller's own copy."""

    def ids(self, resource_type: str) -> Sequence[str]:
        """The ids of a type by ordinal."""

    def index(self, resource_type: str) -> TypeIndex:
        """The index of a type."""

    def timeline(self, resource_type: str) -> Timeline:
        """The timeline of a type."""


def copy_json(node: Any) -> Any:
    """A deep copy of JSON; several times quicker than `copy.deepcopy`."""
    if isinstance(node, dict):
        return {key: copy_json(value) for key, value in node.items()}
    if isinstance(node, list):
        return [copy_json(item) for item in node]
    return node


class MemoryShelf:
    """A shelf in memory. A type's index is built at its first search."""

    def __init__(self, resources: Mapping[str, Mapping[str, Resource]]) -> None:
        """`resources` by type and id, in the record's order; the shelf keeps them."""
        self._resources = {kind: list(by_id.values()) for kind, by_id in resources.items()}
        self._ids = {kind: list(by_id) for kind, by_id in resources.items()}
        self._packed: dict[tuple[str, int], bytes] = {}
        self._ordinals: dict[str, dict[str, int]] = {}
        self._indexes: dict[str, TypeIndex] = {}
        self._facts: dict[str, list[Facts]] = {}
        self._timelines: dict[str, Timeline] = {}
        self._lock = RLock()

    def types(self) -> Sequence[str]:
        """See `Shelf`."""
        return sorted(self._resources)

    def size(self, resource_type: str) -> int:
        """See `Shelf`."""
        return len(self._resources.get(resource_type, ()))

    def ordinal(self, resource_type: str, resource_id: str) -> int | None:
        """See `Shelf`."""
        with self._lock:
            known = self._ordinals.get(resource_type)
            if known is None:
                ids = self._ids.get(resource_type, [])
                known = self._ordinals[resource_type] = {one: at for at, one in enumerate(ids)}
        return known.get(resource_id)

    def body(self, resource_type: str, ordinal: int) -> Resource:
        """See `Shelf`."""
        # Unpacked several times as fast as copied. Only what is asked for is packed.
        packed = self._packed.get((resource_type, ordinal))
        if packed is None:
            packed = marshal.dumps(self._resources[resource_type][ordinal])
            self._packed[resource_type, ordinal] = packed
        resource: Resource = marshal.loads(packed)
        return resource

    def ids(self, resource_type: str) -> Sequence[str]:
        """See `Shelf`."""
        return self._ids.get(resource_type, [])

    def index(self, resource_type: str) -> TypeIndex:
        """See `Shelf`."""
        with self._lock:
            if resource_type not in self._indexes:
                found = self._resources.get(resource_type, [])
                self._indexes[resource_type] = build_index(resource_type, found, self._lookup)
            return self._indexes[resource_type]

    def _lookup(self, key: str) -> Resource | None:
        kind, _slash, resource_id = key.partition("/")
        ordinal = self.ordinal(kind, resource_id)
        return None if ordinal is None else self._resources[kind][ordinal]

    def timeline(self, resource_type: str) -> Timeline:
        """See `Shelf`."""
        with self._lock:
            if resource_type not in self._timelines:
                self._timelines[resource_type] = build_timeline(
                    self._facts_of(resource_type), self._closes_of, self._begins_of
                )
            return self._timelines[resource_type]

    def _facts_of(self, kind: str) -> list[Facts]:
        if kind not in self._facts:
            self._facts[kind] = [facts_of(one) for one in self._resources.get(kind, [])]
        return self._facts[kind]

    def _fact(self, key: str) -> Facts | None:
        kind, _slash, resource_id = key.partition("/")
        ordinal = self.ordinal(kind, resource_id)
        return None if ordinal is None else self._facts_of(kind)[ordinal]

    def _closes_of(self, key: str) -> Instants | None:
        fact = self._fact(key)
        return None if fact is None else fact.closes

    def _begins_of(self, key: str) -> Instants | None:
        fact = self._fact(key)
        return None if fact is None else begins_by(fact, self._closes_of)
