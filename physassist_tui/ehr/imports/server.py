"""A record from a FHIR R4 server: its bulk export where it has one, else search, type by type.

Bulk Data Access 2.0 (`$export`, asynchronous), else `GET [type]?_count=…` and the pages' next
links. A link to another server is not followed; the files of an export may lie elsewhere, where
the token is not sent along unless the export asks for it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.ehr.imports.http import FHIR_JSON, LONGEST_WAIT_S, Asker
from physassist_tui.ehr.imports.kept import targets
from physassist_tui.ehr.imports.reading import Done, line_of
from physassist_tui.ehr.json_input import parse_json, require_resource
from physassist_tui.ehr.ndjson import Line
from physassist_tui.ehr.r4_types import R4_TYPES
from physassist_tui.i18n import msg

PAGE = 200
LONGEST_EXPORT_S = 3600.0
_POLL_S = 1.0
_ABOUT_FHIR = """
    ActivityDefinition AuditEvent Binary Bundle CapabilityStatement CodeSystem ConceptMap
    CompartmentDefinition ExampleScenario GraphDefinition ImplementationGuide Library
    MessageDefinition NamingSystem OperationDefinition OperationOutcome Parameters PlanDefinition
    Questionnaire SearchParameter StructureDefinition StructureMap Subscription
    TerminologyCapabilities TestReport TestScript ValueSet
"""
_NOT_RECORDS = frozenset(_ABOUT_FHIR.split())
"""What a server holds about itself and about FHIR, not about patients."""


class Server:
    """A source at the address of a FHIR server; see `reading.Source`."""

    licence = ""
    aside: tuple[str, ...] = ()

    def __init__(
        self,
        address: str,
        environ: Mapping[str, str] = os.environ,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """`BadInput` for what is no address."""
        self._ask = Asker(address, environ, wait)
        self.told = self._ask.base.rstrip("/")
        self.announced: dict[str, int] = {}
        self._read = 0
        self._binaries: dict[str, None] = {}

    def read(self, done: Done) -> Iterator[Line | BadInput]:
        """See `Source`. Raises `ServiceFailed` where the server does not do its part."""
        try:
            rest = self._rest()
            exported = self._export() if _offers_export(rest) else None
            if exported is not None:
                yield from self._files(exported, done)
                return
            for kind in _searchable(rest):
                yield from self._search(kind, done)
            yield from self._attachments(done)
        finally:
            self._ask.close()

    def _rest(self) -> dict[str, Any]:
        address = self._ask.absolute("metadata")
        told = self._ask.json(address)
        if not isinstance(told, dict) or told.get("resourceType") != "CapabilityStatement":
            raise self._ask.fault(address, msg("is no FHIR server"))
        version = str(told.get("fhirVersion", ""))
        if not version.startswith("4."):
            raise self._ask.fault(address, msg("speaks FHIR {version}, not R4", version=version))
        rest = told.get("rest")
        return rest[0] if isinstance(rest, list) and rest and isinstance(rest[0], dict) else {}

    # Search

    def _search(self, kind: str, done: Done) -> Iterator[Line | BadInput]:
        address: str | None = self._ask.absolute(f"{kind}?_count={PAGE}")
        seen: set[str] = set()
        while address is not None:
            if address in seen:
                raise self._ask.fault(address, msg("leads round in a circle"))
            seen.add(address)
            page = self._ask.json(address)
            if not isinstance(page, dict) or page.get("resourceType") != "Bundle":
                raise self._ask.fault(address, msg("gives no Bundle"))
            if len(seen) == 1 and isinstance(page.get("total"), int):
                self.announced[kind] = page["total"]
            entries = page.get("entry", [])
            for number, entry in enumerate(entries if isinstance(entries, list) else (), 1):
                item = _resource(entry, f"{address}, {number}")
                if item is not None:
                    self._read += 1
                    yield item
                if isinstance(item, Line):
                    self._binaries.update(dict.fromkeys(_binaries(item)))
            done(self._read, None)
            address = self._next(page, address)

    def _next(self, page: dict[str, Any], address: str) -> str | None:
        links = page.get("link")
        for link in links if isinstance(links, list) else ():
            if isinstance(link, dict) and link.get("relation") == "next" and link.get("url"):
                following = self._ask.absolute(str(link["url"]), address)
                if not self._ask.own(following):
                    message = msg("leads on to another server, {place}", place=following[:100])
                    raise self._ask.fault(address, message)
                return following
        return None

    def _attachments(self, done: Done) -> Iterator[Line | BadInput]:
        """The texts that notes keep apart: no search finds them."""
        for key in self._binaries:
            address = self._ask.absolute(key)
            try:
                told = self._ask.json(address)
                item: Line | BadInput = line_of(require_resource(told, address), address)
            except (BadInput, ServiceFailed) as fault:
                item = BadInput(fault.message)
            self._read += 1
            yield item
            done(self._read, None)

    # Bulk export

    def _export(self) -> dict[str, Any] | None:
        """The note of a finished export; `None` where the server does not begin one."""
        address = self._ask.absolute("$export")
        headers = {"Prefer": "respond-async", "Accept": FHIR_JSON}
        begun = self._ask.begin(address, headers)
        if begun is None:
            return None
        waited = 0.0
        while waited <= LONGEST_EXPORT_S:
            answer = self._ask.get(begun, {"Accept": "application/json"})
            if answer.status_code != 202:
                note = self._ask.parsed(answer, begun)
                return note if isinstance(note, dict) else {}
            asked = answer.headers.get("retry-after", "")
            pause = min(float(asked), LONGEST_WAIT_S) if asked.isdigit() else _POLL_S
            self._ask.wait(pause)
            waited += max(pause, _POLL_S)
        raise self._ask.fault(begun, msg("has not finished its export within an hour"))

    def _files(self, note: dict[str, Any], done: Done) -> Iterator[Line | BadInput]:
        output = note.get("output")
        for file in output if isinstance(output, list) else ():
            if not isinstance(file, dict) or not isinstance(file.get("url"), str):
                continue
            kind, count = str(file.get("type", "")), file.get("count")
            if isinstance(count, int):
                self.announced[kind] = self.announced.get(kind, 0) + count
            address = self._ask.absolute(file["url"])
            token = note.get("requiresAccessToken") is not False
            with self._ask.lines(address, with_token=token) as lines:
                for number, raw in enumerate(lines, 1):
                    if raw.strip():
                        self._read += 1
                        yield _line(raw.strip(), f"{address}:{number}")
                    if number % PAGE == 0:
                        done(self._read, None)
            done(self._read, None)


def _offers_export(rest: dict[str, Any]) -> bool:
    operations = rest.get("operation")
    return any(
        isinstance(one, dict) and str(one.get("name", "")).lstrip("$") == "export"
        for one in (operations if isinstance(operations, list) else ())
    )


def _searchable(rest: dict[str, Any]) -> list[str]:
    """The types of records that the server lets be searched, patients first."""
    found = []
    resources = rest.get("resource")
    for one in resources if isinstance(resources, list) else ():
        kind = one.get("type") if isinstance(one, dict) else None
        if not isinstance(kind, str) or kind not in R4_TYPES or kind in _NOT_RECORDS:
            continue
        does = one.get("interaction")
        codes = [act.get("code") for act in does if isinstance(act, dict)] if does else None
        if codes is None or "search-type" in codes:
            found.append(kind)
    return sorted(found, key=lambda kind: (kind != "Patient", kind))


def _resource(entry: Any, place: str) -> Line | BadInput | None:
    if not isinstance(entry, dict):
        return BadInput(msg("{place}: is not an entry of a Bundle.", place=place))
    search = entry.get("search")
    if isinstance(search, dict) and search.get("mode") == "outcome":
        return None
    try:
        return line_of(require_resource(entry.get("resource"), place), place)
    except BadInput as fault:
        return fault


def _binaries(line: Line) -> list[str]:
    if b"Binary/" not in line.raw:
        return []
    return [key for key in targets(line.raw) if key.startswith("Binary/")]


def _line(raw: bytes, place: str) -> Line | BadInput:
    try:
        return Line(require_resource(parse_json(raw, place), place), raw, place)
    except BadInput as fault:
        return fault
