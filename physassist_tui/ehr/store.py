"""The embedded store: a record seen at a clock, under a layer of what one session wrote.

A search runs over three parts that share one meaning (`search_run`): resources that exist
whole at the clock, resources that exist in part (in their redacted form; see `gate`), and the
session's layer. Their results are sorted, paged and counted as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import RLock
from typing import Any, NamedTuple

from physassist_tui.ehr.dates import Moment
from physassist_tui.ehr.index import build_index
from physassist_tui.ehr.protocol import Code, EhrError, Params, Resource
from physassist_tui.ehr.r4_types import require_type
from physassist_tui.ehr.redaction import redacted
from physassist_tui.ehr.search_params import params_of
from physassist_tui.ehr.search_query import Query, SortKey, parse_query
from physassist_tui.ehr.search_run import Searcher
from physassist_tui.ehr.search_url import search_url
from physassist_tui.ehr.shelf import Shelf, copy_json
from physassist_tui.ehr.versions import check_version, created
from physassist_tui.i18n import msg


@dataclass
class _Part:
    """Resources that are searched together. `rank` places them in the record's order."""

    searcher: Searcher
    universe: frozenset[int]
    rank: Callable[[int], int]
    body: Callable[[int], Resource]
    id_of: Callable[[int], str]
    ordinal_of: Callable[[str], int | None]


class _Hit(NamedTuple):
    part: _Part
    ordinal: int


@dataclass
class _Layer:
    """What the session wrote of one type, by id, in the order of writing."""

    resources: dict[str, Resource] = field(default_factory=dict)
    part: _Part | None = None


class EmbeddedStore:
    """See `protocol.EhrStore`. Made by `Record.at`; may be used from several threads."""

    def __init__(self, shelf: Shelf, clock: datetime) -> None:
        """A view of `shelf` at an aware `clock`; `ValueError` where it has no UTC offset."""
        self._shelf = shelf
        self._clock = clock
        self._moment = Moment.of(clock)
        self._layers: dict[str, _Layer] = {}
        self._parts: dict[str, tuple[_Part, _Part | None]] = {}
        self._written = 0
        self._lock = RLock()

    @property
    def clock(self) -> datetime:
        """The now that the record is seen at."""
        return self._clock

    def types(self) -> Sequence[str]:
        """The types that have resources at the clock or in the layer, sorted."""
        with self._lock:
            existing = (
                kind
                for kind in self._shelf.types()
                if self._shelf.timeline(kind).any_exists(self._moment)
            )
            return sorted({*existing, *self._layers})

    def read(self, resource_type: str, resource_id: str) -> Resource:
        """See `protocol.EhrStore`; what is not yet is refused like what never will be."""
        require_type(resource_type)
        wanted = str(resource_id).strip().removeprefix(f"{resource_type}/")
        with self._lock:
            layer = self._layers.get(resource_type)
            if layer is not None and wanted in layer.resources:
                copied: Resource = copy_json(layer.resources[wanted])
                return copied
            ordinal = self._shelf.ordinal(resource_type, wanted)
            if ordinal is None or not self._exists(resource_type, ordinal):
                raise EhrError(
                    msg("There is no {type} {id} in the record.", type=resource_type, id=wanted),
                    field="id",
                )
            return self._as_seen(resource_type, ordinal)

    def _exists(self, kind: str, ordinal: int) -> bool:
        return self._shelf.timeline(kind).exists(ordinal, self._moment)

    def _as_seen(self, kind: str, ordinal: int) -> Resource:
        return redacted(self._shelf.body(kind, ordinal), self._moment, self._comes_later)

    def _comes_later(self, key: str) -> bool:
        kind, _slash, resource_id = key.partition("/")
        ordinal = self._shelf.ordinal(kind, resource_id)
        return ordinal is not None and not self._exists(kind, ordinal)

    def create(self, resource: Resource) -> Resource:
        """See `protocol.EhrStore`. A resource without an id is given one.

        `EhrError` where the type is not R4's or the id is taken.
        """
        with self._lock:
            stored = created(resource, self._fresh_id, self._is_taken)
            self._lay(stored)
            copied: Resource = copy_json(stored)
            return copied

    def put(self, resource: Resource) -> None:
        """See `protocol.EhrStore`. A version of a record's resource hides that one."""
        check_version(resource)
        with self._lock:
            self._lay(copy_json(resource))

    def restore(self, resources: Sequence[Resource]) -> None:
        """See `protocol.EhrStore`. What a rewind has undone is found by no later search."""
        kept = [copy_json(resource) for resource in resources]
        for resource in kept:
            check_version(resource)
        with self._lock:
            self._layers = {}
            for resource in kept:
                self._lay(resource)

    def session_over(self) -> None:
        """See `protocol.EhrStore`. Nothing of a session outlives its store."""

    def _fresh_id(self, kind: str) -> str:
        while True:
            self._written += 1
            fresh = f"new-{self._written}"
            if not self._is_taken(kind, fresh):
                return fresh

    def _is_taken(self, kind: str, resource_id: str) -> bool:
        layer = self._layers.get(kind)
        return (layer is not None and resource_id in layer.resources) or (
            self._shelf.ordinal(kind, resource_id) is not None
        )

    def _lay(self, resource: Resource) -> None:
        layer = self._layers.setdefault(resource["resourceType"], _Layer())
        layer.resources[str(resource["id"])] = resource
        layer.part = None

    def search(self, resource_type: str, params: Params) -> Resource:
        """See `protocol.EhrStore`. A page holds 50 unless `_count` says otherwise (1000 at most).

        Without `_sort` the order is the record's, then the session's. Pages are told apart by
        `_offset`.
        """
        require_type(resource_type)
        query = parse_query(resource_type, params)
        with self._lock:
            found = self._found(query)
            total = sum(len(matches) for _part, matches in found)
            page: list[_Hit] = []
            if not query.only_total:
                top = self._top(query, found, query.offset + query.count)
                page = top[query.offset :]
            bodies = [hit.part.body(hit.ordinal) for hit in page]
        return _bundle(query, total, bodies)

    def _found(self, query: Query) -> list[tuple[_Part, frozenset[int]]]:
        found = []
        for part in self._parts_of(query.resource_type):
            universe = part.universe
            for ids in query.ids:
                wanted = {part.ordinal_of(one) for one in ids}
                universe = universe & wanted
            matches = part.searcher.matches(query.clauses, universe)
            if matches:
                found.append((part, matches))
        return found

    def _top(self, query: Query, found: list[tuple[_Part, frozenset[int]]], top: int) -> list[_Hit]:
        hits: list[_Hit] = []
        for part, matches in found:
            best = part.searcher.ordered(matches, query.sort, part.id_of, top)
            hits.extend(_Hit(part, ordinal) for ordinal in best)
        if len(found) > 1:
            hits.sort(key=lambda hit: hit.part.rank(hit.ordinal))
            for key in reversed(query.sort):
                hits = _sorted_hits(hits, key)
        return hits[:top]

    def _parts_of(self, kind: str) -> Iterator[_Part]:
        layer = self._layers.get(kind)
        whole, partial = self._record_parts(kind)
        if layer is None:
            yield whole
            if partial is not None:
                yield partial
            return
        for part in (whole, partial):
            if part is not None:
                hidden = {part.ordinal_of(one) for one in layer.resources}
                universe = part.universe - hidden
                yield part if len(universe) == len(part.universe) else _within(part, universe)
        if layer.part is None:
            layer.part = self._built_part(
                kind, list(layer.resources.values()), self._shelf.size(kind).__add__
            )
        yield layer.part

    def _record_parts(self, kind: str) -> tuple[_Part, _Part | None]:
        if kind not in self._parts:
            whole, partial = self._shelf.timeline(kind).split(self._moment)
            shelf = self._shelf
            record = _Part(
                Searcher(shelf.index(kind), self._moment),
                whole,
                _same,
                lambda at: shelf.body(kind, at),
                lambda at: shelf.ids(kind)[at],
                lambda one: shelf.ordinal(kind, one),
            )
            seen = [self._as_seen(kind, ordinal) for ordinal in partial]
            in_part = self._built_part(kind, seen, partial.__getitem__) if seen else None
            self._parts[kind] = (record, in_part)
        return self._parts[kind]

    def _built_part(
        self, kind: str, resources: list[Resource], rank: Callable[[int], int]
    ) -> _Part:
        index = build_index(kind, resources, self._medication)
        ids = [str(resource["id"]) for resource in resources]
        ordinals = {one: at for at, one in enumerate(ids)}
        return _Part(
            Searcher(index, self._moment),
            frozenset(range(len(resources))),
            rank,
            lambda at: _copied(resources[at]),
            ids.__getitem__,
            ordinals.get,
        )

    def _medication(self, key: str) -> Resource | None:
        kind, _slash, resource_id = key.partition("/")
        try:
            return self.read(kind, resource_id)
        except EhrError:
            return None

    def codes(self, resource_type: str, param: str, params: Params = ()) -> tuple[Code, ...]:
        """See `protocol.EhrStore`."""
        require_type(resource_type)
        known = params_of(resource_type).get(param)
        if known is None or known.kind != "token":
            tokens = [one.name for one in params_of(resource_type).values() if one.kind == "token"]
            message = msg("{type} has no coded parameter {name}.", type=resource_type, name=param)
            raise EhrError(message, field=param, allowed=tokens)
        counts: dict[tuple[str, str], list[Any]] = {}
        with self._lock:
            for part, matches in self._found(parse_query(resource_type, params)):
                for entry in part.searcher.index.vocabulary(param):
                    n = len(matches.intersection(entry.ordinals))
                    if n:
                        row = counts.setdefault((entry.system, entry.code), ["", 0])
                        row[0] = row[0] or entry.display
                        row[1] += n
        codes = [Code(system, code, row[0], row[1]) for (system, code), row in counts.items()]
        return tuple(sorted(codes, key=lambda one: (-one.count, one.display, one.code)))


def _same(ordinal: int) -> int:
    return ordinal


def _copied(resource: Resource) -> Resource:
    copied: Resource = copy_json(resource)
    return copied


def _within(part: _Part, universe: frozenset[int]) -> _Part:
    return _Part(part.searcher, universe, part.rank, part.body, part.id_of, part.ordinal_of)


def _sorted_hits(hits: list[_Hit], key: SortKey) -> list[_Hit]:
    valued: list[tuple[Any, _Hit]] = []
    absent: list[_Hit] = []
    for hit in hits:
        value = hit.part.searcher.value_of(key, hit.part.id_of)(hit.ordinal)
        if value is None:
            absent.append(hit)
        else:
            valued.append((value, hit))
    valued.sort(key=lambda pair: pair[0], reverse=key.descending)
    return [hit for _value, hit in valued] + absent


def _bundle(query: Query, total: int, bodies: list[Resource]) -> Resource:
    def link(relation: str, offset: int) -> dict[str, str]:
        params = [*query.given, ("_offset", str(offset))] if offset else query.given
        return {"relation": relation, "url": search_url(query.resource_type, params)}

    links = [link("self", query.offset)]
    if not query.only_total:
        if query.offset + query.count < total:
            links.append(link("next", query.offset + query.count))
        if query.offset > 0:
            links.append(link("previous", max(0, query.offset - query.count)))
    bundle: Resource = {
        "resourceType": "Bundle",
        "type": "searchset",
        "total": total,
        "link": links,
    }
    if bodies:
        bundle["entry"] = [
            {
                "fullUrl": f"{query.resource_type}/{body['id']}",
                "resource": body,
                "search": {"mode": "match"},
            }
            for body in bodies
        ]
    return bundle
