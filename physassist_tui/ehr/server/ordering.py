"""The order in which a record is sent: what is referred to before what refers to it.

Servers that check references refuse what leads to nothing; resources that refer to each other
in a ring must come in one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.json_input import reference_nodes
from physassist_tui.ehr.protocol import Resource


def rings(resources: Mapping[str, Resource]) -> list[list[str]]:
    """The keys of `resources` (by `Type/id`), in rings of those that refer to each other.

    A ring comes after all that it refers to. Nearly every ring has one member.
    """
    return list(_Walk(resources).rings())


class _Walk:
    """Tarjan's walk for strongly connected components, without recursion."""

    def __init__(self, resources: Mapping[str, Resource]) -> None:
        self._resources = resources
        self._number: dict[str, int] = {}
        self._low: dict[str, int] = {}
        self._open: list[str] = []
        self._is_open: set[str] = set()

    def rings(self) -> Iterator[list[str]]:
        for start in self._resources:
            if start not in self._number:
                yield from self._from(start)

    def _from(self, start: str) -> Iterator[list[str]]:
        path: list[tuple[str, Iterator[str]]] = [self._enter(start)]
        while path:
            key, following = path[-1]
            target = next(following, None)
            if target is None:
                path.pop()
                if path:
                    self._lower(path[-1][0], self._low[key])
                if self._low[key] == self._number[key]:
                    yield self._closed(key)
            elif target not in self._number:
                path.append(self._enter(target))
            elif target in self._is_open:
                self._lower(key, self._number[target])

    def _enter(self, key: str) -> tuple[str, Iterator[str]]:
        self._number[key] = self._low[key] = len(self._number)
        self._open.append(key)
        self._is_open.add(key)
        return key, iter(self._targets(key))

    def _lower(self, key: str, by: int) -> None:
        self._low[key] = min(self._low[key], by)

    def _closed(self, key: str) -> list[str]:
        at = self._open.index(key)
        ring = self._open[at:]
        del self._open[at:]
        self._is_open.difference_update(ring)
        return ring

    def _targets(self, key: str) -> Sequence[str]:
        found = (
            reference_key(node["reference"])
            for node in reference_nodes(self._resources[key], key)
            if isinstance(node["reference"], str)
        )
        return list(dict.fromkeys(one for one in found if one in self._resources and one != key))


def batches(
    ordered: Sequence[Sequence[str]], sizes: Mapping[str, int], *, most: int, largest: int
) -> Iterator[list[str]]:
    """`rings` in batches of at most `most` keys and `largest` bytes; a ring is never cut."""
    batch: list[str] = []
    size = 0
    for ring in ordered:
        more = sum(sizes[key] for key in ring)
        if batch and (len(batch) + len(ring) > most or size + more > largest):
            yield batch
            batch, size = [], 0
        batch.extend(ring)
        size += more
    if batch:
        yield batch
