"""A FHIR server that keeps what it is given and is lax about the rest: it ignores every search
parameter but those of paging, and fails where it is told to."""

from __future__ import annotations

import copy
import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qsl, urlsplit

from physassist_tui.ehr.json_input import reference_nodes
from tests.fhir_server.server import Reply, Resource, outcome

DOES = ("read", "search-type", "create", "update", "delete")
_TYPES = """
    Patient Encounter Condition AllergyIntolerance Observation MedicationRequest Procedure
    MedicationAdministration MedicationStatement Medication DiagnosticReport DocumentReference
    ServiceRequest CarePlan Flag Communication Appointment Practitioner Organization Location
    Binary
"""
TYPES = tuple(_TYPES.split())
Fault = Reply | float | Callable[[Resource], Resource] | str | None
"""Instead of the answer a reply, or seconds that it takes, or a change of it; "lost": what is
asked is done, and the answer breaks off; `None`: no fault."""


class LaxServer:
    """Keeps resources. `faults` maps "METHOD path" to what happens, one a request, the last for
    ever where it comes twice."""

    def __init__(
        self,
        *,
        types: Sequence[str] = TYPES,
        params: Sequence[str] = ("_id", "_tag", "patient", "code"),
        transaction: bool = True,
        update_create: bool = True,
        does: Sequence[str] = DOES,
        page: int = 1000,
        token: str = "",
        integrity: bool = False,
    ) -> None:
        """`integrity`: a reference must lead to something, and what is referred to stays."""
        self.kept: dict[str, dict[str, Resource]] = {}
        self.faults: dict[str, list[Fault]] = {}
        self.asked: list[str] = []
        self.headers: list[dict[str, str]] = []
        self.types, self.params, self.does = types, params, does
        self.transaction, self.update_create = transaction, update_create
        self.page = page
        self.token = token
        self.integrity = integrity
        self.lock = threading.RLock()
        self._version = 0
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def base(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/fhir"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def everything(self) -> list[Resource]:
        """All that is kept."""
        with self.lock:
            return [copy.deepcopy(one) for kept in self.kept.values() for one in kept.values()]

    def fail(self, request: str, *faults: Fault) -> None:
        """From now on `request` fails in these ways, one after the other, then no more."""
        self.faults[request] = list(faults)

    def fail_for_ever(self, request: str, fault: Fault) -> None:
        """From now on `request` always fails."""
        self.faults[request] = [fault, fault]

    def answer(self, method: str, target: str, body: Any) -> Reply:
        """What a request gives."""
        parts = urlsplit(target)
        path = parts.path.removeprefix("/fhir").strip("/")
        fault = self._fault(f"{method} {path}") or self._fault(f"{method} {path.split('/')[0]}/*")
        if isinstance(fault, Reply):
            return fault
        if isinstance(fault, float):
            time.sleep(fault)
        query = dict(parse_qsl(parts.query))
        with self.lock:
            before = {kind: dict(kept) for kind, kept in self.kept.items()}
            reply = self._done(method, path, query, body)
            lost = self._leads_nowhere() if self.integrity and method != "GET" else None
            if lost is not None:
                self.kept = before
                return Reply.of(outcome(f"nothing at {lost}"), 409)
        if fault == "lost":
            return Reply(reply.status, reply.body, length=len(reply.body) + 9)
        if callable(fault):
            return Reply.of(fault(json.loads(reply.body)), reply.status)
        return reply

    def _leads_nowhere(self) -> str | None:
        for one in self.everything():
            for node in reference_nodes(one, ""):
                kind, slash, name = str(node["reference"]).partition("/")
                if slash and name not in self.kept.get(kind, {}):
                    return str(node["reference"])
        return None

    def _fault(self, request: str) -> Fault:
        faults = self.faults.get(request) or self.faults.get(
            request.split(" ", maxsplit=1)[0] + " *"
        )
        if not faults:
            return None
        for_ever = len(faults) == 2 and faults[0] is faults[1]
        return faults[0] if for_ever else faults.pop(0)

    def _done(self, method: str, path: str, query: Mapping[str, str], body: Any) -> Reply:
        kind, _slash, name = path.partition("/")
        match method:
            case "GET" if path == "metadata":
                return Reply.of(self._statement())
            case "GET" if name:
                found = self.kept.get(kind, {}).get(name)
                return Reply.of(found) if found else Reply.of(outcome("not known"), 404)
            case "GET":
                return Reply.of(self._searchset(kind, int(query.get("_offset", "0"))))
            case "PUT":
                return Reply.of(self._put(kind, name, body), 200)
            case "DELETE":
                self.kept.get(kind, {}).pop(name, None)
                return Reply(204)
            case "POST" if not path:
                entries = [self._entry(one) for one in body["entry"]]
                return Reply.of(
                    {"resourceType": "Bundle", "type": "transaction-response", "entry": entries}
                )
        return Reply.of(outcome("not done here"), 405)

    def _entry(self, entry: Resource) -> Resource:
        kind, _slash, name = entry["request"]["url"].partition("/")
        stored = self._put(kind, name, entry["resource"])
        return {"resource": stored, "response": {"status": "201 Created"}}

    def _put(self, kind: str, name: str, resource: Resource) -> Resource:
        self._version += 1
        stored = copy.deepcopy(resource)
        stamps = {"versionId": str(self._version), "lastUpdated": "2026-11-30T02:00:00.000Z"}
        stored["meta"] = {**stored.get("meta", {}), **stamps, "source": "#req"}
        self.kept.setdefault(kind, {})[name] = stored
        return stored

    def _searchset(self, kind: str, start: int) -> Resource:
        rows = list(self.kept.get(kind, {}).values())
        links = [{"relation": "self", "url": f"{self.base}/{kind}"}]
        end = start + self.page
        if end < len(rows):
            links.append({"relation": "next", "url": f"{self.base}/{kind}?_offset={end}"})
        entries = [{"resource": one, "search": {"mode": "match"}} for one in rows[start:end]]
        return {"resourceType": "Bundle", "type": "searchset", "total": len(rows),
                "link": links, "entry": entries}  # fmt: skip

    def _statement(self) -> Resource:
        resources = [
            {
                "type": kind,
                "interaction": [{"code": one} for one in self.does],
                "updateCreate": self.update_create,
                "searchParam": [{"name": name, "type": "token"} for name in self.params],
            }
            for kind in self.types
        ]
        interaction = [{"code": "transaction"}] if self.transaction else []
        rest = {"mode": "server", "resource": resources, "interaction": interaction}
        return {"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1", "rest": [rest]}


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    owner: LaxServer


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def _do(self) -> None:
        owner = self.server.owner
        length = int(self.headers.get("Content-Length") or 0)
        raw = self.rfile.read(length)
        owner.asked.append(f"{self.command} {self.path}")
        owner.headers.append({name.lower(): value for name, value in self.headers.items()})
        if owner.token and self.headers.get("Authorization") != f"Bearer {owner.token}":
            reply = Reply.of(outcome("who are you"), 401)
        else:
            reply = owner.answer(self.command, self.path, json.loads(raw) if raw else None)
        try:
            self._send(reply)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True  # whoever asked has stopped waiting

    def _send(self, reply: Reply) -> None:
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        length = len(reply.body) if reply.length is None else reply.length
        if reply.status != 204:
            self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(reply.body)
        self.wfile.flush()
        if length != len(reply.body):
            self.close_connection = True

    do_GET = do_PUT = do_POST = do_DELETE = _do

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass
