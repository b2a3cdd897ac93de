"""A session's own resources on the server.

Each is a copy under an id of the session's own, so that two sessions that share a resource, as a
fork and its parent, never share what is on the server; references between them lead to those
copies. What the layer holds is known here from the session's events: the server is kept equal to
it, and what a request has left in doubt is put right before the next.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from physassist_tui.ehr.fhirtext import items
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.server.fetching import Fetcher
from physassist_tui.ehr.server.marks import ANY_LAYER, LAYER_TAG, tag_codes
from physassist_tui.ehr.shelf import copy_json
from physassist_tui.i18n import msg

WRITTEN = ("MedicationRequest", "ServiceRequest", "Flag", "Communication", "Appointment")
"""The types that tools write."""

_NAMESPACE = uuid.UUID("0f6f4c0a-9d0e-5f5e-8a39-6a1b8b0d7c52")

Key = tuple[str, str]
"""Type and id."""


def server_id(session: str, kind: str, name: str) -> str:
    """The id on the server of a resource that is `name` in the session."""
    return str(uuid.uuid5(_NAMESPACE, f"{session}/{kind}/{name}"))


class Layer:
    """What one session has on the server. Raises `EhrFault`."""

    def __init__(self, fetcher: Fetcher, session: str, *, fresh: bool) -> None:
        """`fresh`: nothing can be there yet, and it is not looked for."""
        self._fetcher = fetcher
        self._session = session
        self._there: dict[Key, Resource | None] | None = {} if fresh else None
        """What is on the server by its key there; `None` for what is in doubt."""

    def equal(self, resources: Mapping[Key, Resource]) -> None:
        """Makes the server hold copies of `resources` and nothing else of the session."""
        if self._there is None:
            self._there = self._found()
        names = {key: (key[0], server_id(self._session, *key)) for key in resources}
        wanted = {names[key]: self._copy(resources[key], names) for key in resources}
        for key in reversed([key for key in self._there if key not in wanted]):
            self._fetcher.connection.delete(self._address(key))
            del self._there[key]
        for key, copy in wanted.items():
            if self._there.get(key) != copy:
                self._there[key] = None
                self._put(key, copy)
                self._there[key] = copy

    def _address(self, key: Key) -> str:
        return self._fetcher.connection.address("/".join(key))

    def _put(self, key: Key, copy: Resource) -> None:
        connection, address = self._fetcher.connection, self._address(key)
        stored = connection.put(address, copy)
        if not isinstance(stored, dict) or stored.get("resourceType") != key[0]:
            stored = connection.get(address)
        lost = lost_part(copy, stored)
        if lost is not None:
            what = msg("does not keep {element} of what is written", element=lost)
            raise connection.fault("PUT", address, what, "ehr_bad_answer")

    def _copy(self, resource: Resource, names: Mapping[Key, Key]) -> Resource:
        """A resource as the server is to hold it."""
        copy: Resource = copy_json(resource)
        copy["id"] = names[(resource["resourceType"], str(resource["id"]))][1]
        meta = dict(copy.get("meta") or {})
        meta["tag"] = [
            *items(meta.get("tag")),
            {"system": ANY_LAYER[0], "code": ANY_LAYER[1]},
            {"system": LAYER_TAG, "code": self._session},
        ]
        copy["meta"] = meta
        targets = {"/".join(key): "/".join(there) for key, there in names.items()}
        _refer(copy, targets)
        return copy

    def _found(self) -> dict[Key, Resource | None]:
        """The keys of what the session left on the server; what it says is not trusted."""
        return dict.fromkeys(left_by(self._fetcher, self._session).get(self._session, ()))


def left_by(fetcher: Fetcher, session: str | None = None) -> dict[str, list[Key]]:
    """What sessions have on the server, by session: one of them, or all. Raises `EhrFault`."""
    tag = "|".join(ANY_LAYER) if session is None else f"{LAYER_TAG}|{session}"
    capabilities = fetcher.capabilities
    kinds = dict.fromkeys(WRITTEN)
    kinds.update(
        dict.fromkeys(
            kind for kind in capabilities.searchable() if capabilities.declares(kind, "_tag")
        )
    )
    found: dict[str, list[Key]] = {}
    for kind in kinds:
        asked = [("_tag", tag)] if capabilities.declares(kind, "_tag") else []
        for one in fetcher.search(kind, asked):
            for owner in tag_codes(one, LAYER_TAG):
                if session in (None, owner):
                    found.setdefault(owner, []).append((kind, str(one["id"])))
    return found


def remove(fetcher: Fetcher, keys: list[Key]) -> None:
    """Deletes what sessions left, what refers to others before those."""
    order = {kind: at for at, kind in enumerate(WRITTEN)}
    for key in sorted(keys, key=lambda one: -order.get(one[0], len(WRITTEN))):
        fetcher.connection.delete(fetcher.connection.address("/".join(key)))


def lost_part(sent: object, got: object) -> str | None:
    """The first element of `sent` that `got` has not; `None` where all is there.

    What a server adds is no loss, and tags may come in another order.
    """
    if isinstance(sent, dict):
        if not isinstance(got, dict):
            return "?"
        name: str
        for name, child in sent.items():
            if name == "tag" and isinstance(child, list):
                if not all(_has_tag(got.get(name), tag) for tag in child):
                    return name
            elif name not in got or lost_part(child, got[name]) is not None:
                return name
        return None
    if isinstance(sent, list):
        if not isinstance(got, list) or len(got) < len(sent):
            return "?"
        lost = (lost_part(one, other) for one, other in zip(sent, got, strict=False))
        return next((one for one in lost if one is not None), None)
    return None if _same(sent, got) else "?"


def _same(sent: Any, got: Any) -> bool:
    if isinstance(sent, str) and isinstance(got, str):
        # A server may give a reference to itself with its own address before it.
        return got == sent or ("/" in sent and got.endswith("/" + sent))
    return bool(sent == got)


def _has_tag(tags: Any, wanted: Any) -> bool:
    return any(
        isinstance(tag, dict)
        and (tag.get("system"), tag.get("code")) == (wanted.get("system"), wanted.get("code"))
        for tag in items(tags)
    )


def _refer(node: Any, targets: Mapping[str, str]) -> None:
    if isinstance(node, list):
        for item in node:
            _refer(item, targets)
    elif isinstance(node, dict):
        target = node.get("reference")
        if isinstance(target, str) and target in targets:
            node["reference"] = targets[target]
        for child in node.values():
            if isinstance(child, dict | list):
                _refer(child, targets)
