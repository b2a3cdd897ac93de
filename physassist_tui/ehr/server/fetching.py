"""Everything that a search finds on a server, to the last page, or a fault.

A page that lacks what it promised is no answer: a total that is not reached, a next link that
fails or leads elsewhere or round in a circle, an entry of another type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from physassist_tui.ehr.fhirtext import items, nodes
from physassist_tui.ehr.protocol import EhrFault, Resource
from physassist_tui.ehr.server.capabilities import Capabilities
from physassist_tui.ehr.server.connection import Connection
from physassist_tui.i18n import Message, msg

PAGE = 1000
IDS_AT_ONCE = 100
_TRIES = 3
_MOST = 500_000
_MOST_EMPTY_PAGES = 3
_NOT_HELD = frozenset({400, 404, 501})
"""How a server says that it does not hold a type at all."""
_ID = re.compile(r"[A-Za-z0-9.\-]{1,64}", re.ASCII)
_GONE = frozenset({404, 410})


def is_id(name: str) -> bool:
    """Whether a server can have a resource of that id; nothing else is put into an address."""
    return _ID.fullmatch(name) is not None and name.strip(".") != ""


class _Moved(Exception):
    """What was found changed while it was paged through."""

    def __init__(self, what: Message) -> None:
        super().__init__(what)
        self.what = what


class Fetcher:
    """Reads and searches, as the server has them. Raises `EhrFault`."""

    def __init__(self, connection: Connection, capabilities: Capabilities) -> None:
        self.connection = connection
        self.capabilities = capabilities

    def read(self, kind: str, name: str) -> Resource | None:
        """One resource; `None` where there is none."""
        if not is_id(name):
            return None
        address = self.connection.address(f"{kind}/{name}")
        fine = _GONE if kind in self.capabilities.types else _GONE | _NOT_HELD
        found = self.connection.get(address, missing=fine)
        if found is None:
            return None
        if (
            not isinstance(found, dict)
            or found.get("resourceType") != kind
            or found.get("id") != name
        ):
            raise self._fault(address, msg("gives something else than {type}", type=kind))
        return found

    def search(self, kind: str, asked: Sequence[tuple[str, str]]) -> list[Resource]:
        """All that a search finds, in the server's order."""
        for tried in range(1, _TRIES + 1):
            try:
                return self._paged(kind, asked)
            except _Moved as moved:
                # Somebody wrote meanwhile; a server that keeps counting wrong is at fault.
                if tried == _TRIES:
                    address = self.connection.address(kind)
                    raise self._fault(address, moved.what) from moved
        raise AssertionError

    def count(self, kind: str, asked: Sequence[tuple[str, str]]) -> int | None:
        """How many a search finds, by the server's own word; `None` where it does not say."""
        address = self.connection.address(kind, [*asked, ("_summary", "count")])
        page = self.connection.get(address)
        self._check_page(page, address)
        total = page.get("total")
        return total if isinstance(total, int) else None

    def by_id(self, kind: str, names: Iterable[str]) -> dict[str, Resource]:
        """Those of the named resources that there are."""
        wanted = [name for name in dict.fromkeys(names) if is_id(name)]
        found: dict[str, Resource] = {}
        if not self.capabilities.declares(kind, "_id"):
            for name in wanted:
                one = self.read(kind, name)
                if one is not None:
                    found[name] = one
            return found
        for at in range(0, len(wanted), IDS_AT_ONCE):
            batch = wanted[at : at + IDS_AT_ONCE]
            for one in self.search(kind, [("_id", ",".join(batch))]):
                if one["id"] in batch:
                    found[one["id"]] = one
        return found

    def _paged(self, kind: str, asked: Sequence[tuple[str, str]]) -> list[Resource]:
        following: str | None = self.connection.address(kind, [*asked, ("_count", str(PAGE))])
        fine = frozenset() if kind in self.capabilities.types else _NOT_HELD
        seen: set[str] = set()
        totals: set[int] = set()
        found: dict[str, Resource] = {}
        empty = 0
        while following is not None:
            if following in seen or empty > _MOST_EMPTY_PAGES or len(found) > _MOST:
                raise self._fault(following, msg("leads on without an end"))
            seen.add(following)
            page = self.connection.get(following, missing=fine)
            if page is None:
                return []
            self._check_page(page, following)
            if isinstance(page.get("total"), int):
                totals.add(page["total"])
            matches = self._matches(page, kind, following)
            empty = 0 if matches else empty + 1
            for one in matches:
                if one["id"] in found:
                    raise _Moved(msg("gives {type} twice", type=f"{kind}/{one['id']}"))
                found[one["id"]] = one
            following = self._next(page, following)
        if totals and totals != {len(found)}:
            what = msg(
                "promises {total} of {type} and gives {n}",
                total=max(totals),
                type=kind,
                n=len(found),
            )
            raise _Moved(what)
        return list(found.values())

    def _check_page(self, page: Any, address: str) -> None:
        if (
            not isinstance(page, dict)
            or page.get("resourceType") != "Bundle"
            or page.get("type") != "searchset"
        ):
            raise self._fault(address, msg("gives no searchset"))

    def _matches(self, page: Resource, kind: str, address: str) -> list[Resource]:
        matches: list[Resource] = []
        for entry in items(page.get("entry")):
            resource = entry.get("resource") if isinstance(entry, dict) else None
            search = entry.get("search") if isinstance(entry, dict) else None
            mode = search.get("mode", "match") if isinstance(search, dict) else "match"
            told = isinstance(resource, dict) and resource.get("resourceType") == "OperationOutcome"
            if told and (mode == "outcome" or kind != "OperationOutcome"):
                self._check_outcome(resource, address)
            elif mode != "include":
                if (
                    not isinstance(resource, dict)
                    or resource.get("resourceType") != kind
                    or not isinstance(resource.get("id"), str)
                ):
                    raise self._fault(address, msg("gives something else than {type}", type=kind))
                matches.append(resource)
        return matches

    def _check_outcome(self, outcome: Any, address: str) -> None:
        """A warning is passed over: what is too much is left out here. An error is a fault."""
        issues = nodes(outcome.get("issue"))
        if any(one.get("severity") in ("error", "fatal") for one in issues):
            said = self.connection.said(outcome)
            raise self._fault(address, msg("answers with an error{said}", said=said))

    def _next(self, page: Resource, address: str) -> str | None:
        for link in nodes(page.get("link")):
            if link.get("relation") == "next" and isinstance(link.get("url"), str):
                return self.connection.following(link["url"], address)
        return None

    def _fault(self, address: str, what: Message) -> EhrFault:
        return self.connection.fault("GET", address, what, "ehr_bad_answer")
