"""The store of a session whose record, and whose layer, a FHIR server holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from threading import RLock

from physassist_tui.ehr.protocol import Code, EhrFault, Params, Resource
from physassist_tui.ehr.r4_types import require_type
from physassist_tui.ehr.search_query import Query, parse_query
from physassist_tui.ehr.server.chart import ServerChart
from physassist_tui.ehr.server.layer import Key, Layer
from physassist_tui.ehr.server.narrowing import Asked
from physassist_tui.ehr.shelf import Shelf, copy_json
from physassist_tui.ehr.store import EmbeddedStore
from physassist_tui.ehr.versions import check_version, created


@dataclass
class _Fetched:
    """What was last fetched of a type, and the searches that it has served."""

    asked: Asked | None
    shelf: Shelf
    searches: set[tuple[tuple[str, str], ...]] = field(default_factory=set)
    view: EmbeddedStore | None = None

    def serves(self, query: Query, asked: Asked | None) -> bool:
        """Whether it holds all that a search can find, and the search is not asked again."""
        same = self.asked == ([_by_id(query)] if query.ids else asked)
        return same and (query.offset > 0 or query.given not in self.searches)


def _by_id(query: Query) -> tuple[str, str]:
    return "_id", repr([sorted(ids) for ids in query.ids])


class ServerStore:
    """See `protocol.EhrStore`. Made by `EhrServer.store`; may be used from several threads.

    What was fetched for a search serves the next ones that would fetch the same; the same search
    again asks the server anew. `EhrFault` where the server does not do its part.
    """

    def __init__(self, chart: ServerChart, layer: Layer, clock: datetime) -> None:
        self._chart = chart
        self._on_server = layer
        self._clock = clock
        self._layer: dict[Key, Resource] = {}
        self._in_step = False
        self._begun = False
        self._written = 0
        self._fetched: dict[str, _Fetched] = {}
        self._lock = RLock()
        self.left_behind = False
        """Whether the session's resources could not be removed when it ended."""

    @property
    def clock(self) -> datetime:
        """The now that the record is seen at."""
        return self._clock

    # Reading

    def read(self, resource_type: str, resource_id: str) -> Resource:
        """See `protocol.EhrStore`."""
        kind = require_type(resource_type)
        wanted = str(resource_id).strip().removeprefix(f"{kind}/")
        with self._lock:
            self._get_in_step()
            if (kind, wanted) in self._layer:
                copied: Resource = copy_json(self._layer[kind, wanted])
                return copied
            return self._view(self._chart.one(kind, wanted)).read(kind, wanted)

    def search(self, resource_type: str, params: Params) -> Resource:
        """See `protocol.EhrStore`; pages and order as the embedded store's."""
        require_type(resource_type)
        query = parse_query(resource_type, params)
        with self._lock:
            return self._searched(query).search(resource_type, params)

    def codes(self, resource_type: str, param: str, params: Params = ()) -> Sequence[Code]:
        """See `protocol.EhrStore`."""
        require_type(resource_type)
        query = parse_query(resource_type, params)
        with self._lock:
            return self._searched(query).codes(resource_type, param, params)

    def _searched(self, query: Query) -> EmbeddedStore:
        """A view of all that the search can find."""
        self._get_in_step()
        kind, asked = query.resource_type, self._chart.asked(query)
        last = self._fetched.get(kind)
        if last is None or not last.serves(query, asked):
            shelf = self._chart.found(query, asked)
            asked = [_by_id(query)] if query.ids else asked
            last = self._fetched[kind] = _Fetched(asked, shelf)
        last.searches.add(query.given)
        if last.view is None:
            last.view = self._view(last.shelf)
        return last.view

    def _view(self, shelf: Shelf) -> EmbeddedStore:
        view = EmbeddedStore(shelf, self._clock)
        view.restore(list(self._layer.values()))
        return view

    def _layer_changed(self) -> None:
        for one in self._fetched.values():
            one.view = None

    # Writing

    def create(self, resource: Resource) -> Resource:
        """See `protocol.EhrStore`."""
        require_type(str(resource.get("resourceType", "")))  # before the server is asked
        with self._lock:
            self._get_in_step()
            stored = created(resource, self._fresh_id, self._is_taken)
            self._lay(stored)
            copied: Resource = copy_json(stored)
            return copied

    def put(self, resource: Resource) -> None:
        """See `protocol.EhrStore`. A version of a record's resource hides that one."""
        check_version(resource)
        with self._lock:
            self._get_in_step()
            self._lay(copy_json(resource))

    def restore(self, resources: Sequence[Resource]) -> None:
        """See `protocol.EhrStore`.

        Where the server fails it is the next call that says so, but for the first time.
        """
        for resource in resources:
            check_version(resource)
        with self._lock:
            first, self._begun = not self._begun, True
            self._layer = {
                (one["resourceType"], str(one["id"])): copy_json(one) for one in resources
            }
            self._in_step = False
            self._layer_changed()
            try:
                self._get_in_step()
            except EhrFault:
                if first:
                    raise

    def session_over(self) -> None:
        """See `protocol.EhrStore`. What cannot be removed is told by `left_behind`."""
        with self._lock:
            try:
                self._on_server.equal({})
            except EhrFault:
                self.left_behind = True

    def _get_in_step(self) -> None:
        if not self._in_step:
            self._on_server.equal(self._layer)
            self._in_step = True

    def _lay(self, resource: Resource) -> None:
        """Stores a resource on the server, and only then here."""
        laid = {**self._layer, (resource["resourceType"], str(resource["id"])): resource}
        self._in_step = False  # a request that fails may have done its work
        self._on_server.equal(laid)
        self._in_step = True
        self._layer = laid
        self._layer_changed()

    def _fresh_id(self, kind: str) -> str:
        while True:
            self._written += 1
            fresh = f"new-{self._written}"
            if not self._is_taken(kind, fresh):
                return fresh

    def _is_taken(self, kind: str, resource_id: str) -> bool:
        if (kind, resource_id) in self._layer:
            return True
        return self._chart.one(kind, resource_id).ordinal(kind, resource_id) is not None
