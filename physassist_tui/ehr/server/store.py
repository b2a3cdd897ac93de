"""The store of a session whose record, and whose layer, a FHIR server holds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from threading import RLock

from physassist_tui.ehr.protocol import Code, EhrError, EhrFault, Params, Resource
from physassist_tui.ehr.r4_types import require_type
from physassist_tui.ehr.search_query import Query, parse_query
from physassist_tui.ehr.server.chart import ServerChart
from physassist_tui.ehr.server.layer import Key, Layer
from physassist_tui.ehr.server.narrowing import Asked
from physassist_tui.ehr.shelf import Shelf, copy_json
from physassist_tui.ehr.store import EmbeddedStore
from physassist_tui.i18n import msg


class ServerStore:
    """See `protocol.EhrStore`. Made by `EhrServer.store`; may be used from several threads.

    Every search asks the server anew. `EhrFault` where it does not do its part.
    """

    def __init__(self, chart: ServerChart, layer: Layer, clock: datetime) -> None:
        self._chart = chart
        self._on_server = layer
        self._clock = clock
        self._layer: dict[Key, Resource] = {}
        self._in_step = False
        self._begun = False
        self._written = 0
        self._paged: tuple[tuple[str, Asked | None], EmbeddedStore] | None = None
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
        self._get_in_step()
        asked = self._chart.asked(query)
        key = (query.resource_type, asked if not query.ids else [("_id", repr(query.ids))])
        if query.offset and self._paged is not None and self._paged[0] == key:
            return self._paged[1]  # a later page of what has just been found
        view = self._view(self._chart.found(query, asked))
        self._paged = (key, view)
        return view

    def _view(self, shelf: Shelf) -> EmbeddedStore:
        view = EmbeddedStore(shelf, self._clock)
        view.restore(list(self._layer.values()))
        return view

    # Writing

    def create(self, resource: Resource) -> Resource:
        """See `protocol.EhrStore`."""
        kind = require_type(str(resource.get("resourceType", "")))
        with self._lock:
            self._get_in_step()
            stored: Resource = copy_json(resource)
            if not stored.get("id"):
                stored["id"] = self._fresh_id(kind)
            elif self._is_taken(kind, str(stored["id"])):
                message = msg("{type} {id} exists already.", type=kind, id=stored["id"])
                raise EhrError(message, field="id")
            self._lay(stored)
            copied: Resource = copy_json(stored)
            return copied

    def put(self, resource: Resource) -> None:
        """See `protocol.EhrStore`. A version of a record's resource hides that one."""
        _check(resource)
        with self._lock:
            self._get_in_step()
            self._lay(copy_json(resource))

    def restore(self, resources: Sequence[Resource]) -> None:
        """See `protocol.EhrStore`.

        Where the server fails it is the next call that says so, but for the first time.
        """
        for resource in resources:
            _check(resource)
        with self._lock:
            first, self._begun = not self._begun, True
            self._layer = {
                (one["resourceType"], str(one["id"])): copy_json(one) for one in resources
            }
            self._in_step = False
            self._paged = None
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
        self._paged = None

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


def _check(resource: Resource) -> None:
    require_type(str(resource.get("resourceType", "")))
    if not resource.get("id"):
        raise EhrError(msg("A resource needs an id."), field="id")
