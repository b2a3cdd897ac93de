"""The server: resources by type, pages of a few, and faults at the paths that are told."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

Resource = dict[str, Any]
FHIR = "application/fhir+json"


@dataclass(frozen=True)
class Reply:
    """What is sent. `length` is the length that is promised, where it is another."""

    status: int = 200
    body: bytes = b""
    kind: str = FHIR
    headers: Mapping[str, str] = field(default_factory=dict)
    length: int | None = None

    @classmethod
    def of(cls, value: Any, status: int = 200, **headers: str) -> Reply:
        """A reply of JSON."""
        return cls(status, json.dumps(value).encode(), headers=headers)


class FhirServer:
    """Serves `resources`. `faults` maps a path to replies that come first, one a request."""

    def __init__(
        self,
        resources: Sequence[Resource],
        *,
        page: int = 3,
        export: bool = False,
        faults: Mapping[str, Sequence[Reply]] | None = None,
    ) -> None:
        self.by_type: dict[str, list[Resource]] = {}
        for one in resources:
            self.by_type.setdefault(one["resourceType"], []).append(one)
        self.page = page
        self.export = export
        self.faults = {path: list(replies) for path, replies in (faults or {}).items()}
        self.asked: list[tuple[str, dict[str, str]]] = []
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def root(self) -> str:
        """The server without the path."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    @property
    def base(self) -> str:
        """What an importer is given."""
        return f"{self.root}/fhir"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def reply(self, target: str) -> Reply:
        """What a GET of `target` gives."""
        parts = urlsplit(target)
        path, query = parts.path.removeprefix("/fhir/"), parse_qs(parts.query)
        faults = self.faults.get(path)
        if faults:
            return faults.pop(0)
        if path == "metadata":
            return Reply.of(self._capabilities())
        if path == "$export":
            return Reply(202, headers={"Content-Location": f"{self.base}/job/1"})
        if path == "job/1":
            return Reply.of(self._note())
        if path.startswith("files/"):
            rows = self.by_type[path.removeprefix("files/")]
            body = "\n".join(json.dumps(one) for one in rows).encode()
            return Reply(200, body, "application/fhir+ndjson")
        kind, slash, name = path.partition("/")
        if slash:
            found = [one for one in self.by_type.get(kind, []) if one["id"] == name]
            return Reply.of(found[0]) if found else Reply.of(outcome("not there"), 404)
        return Reply.of(self._searchset(kind, int(query.get("from", ["0"])[0])))

    def _capabilities(self) -> Resource:
        kinds = [{"type": kind, "interaction": [{"code": "read"}, {"code": "search-type"}]}
                 for kind in (*self.by_type, "ValueSet") if kind != "Binary"]  # fmt: skip
        rest: dict[str, Any] = {"mode": "server", "resource": kinds}
        if self.export:
            rest["operation"] = [{"name": "export", "definition": "x"}]
        return {"resourceType": "CapabilityStatement", "fhirVersion": "4.0.1", "rest": [rest]}

    def _note(self) -> Resource:
        output = [
            {"type": kind, "url": f"{self.base}/files/{kind}", "count": len(rows)}
            for kind, rows in self.by_type.items()
        ]
        return {"transactionTime": "2026-01-01T00:00:00Z", "requiresAccessToken": True,
                "output": output, "error": []}  # fmt: skip

    def _searchset(self, kind: str, start: int) -> Resource:
        rows = self.by_type.get(kind, [])
        links = [{"relation": "self", "url": f"{self.base}/{kind}"}]
        if start + self.page < len(rows):
            links.append({"relation": "next", "url": f"{kind}?from={start + self.page}"})
        entries = [{"resource": one} for one in rows[start : start + self.page]]
        return {"resourceType": "Bundle", "type": "searchset", "total": len(rows),
                "link": links, "entry": entries}  # fmt: skip


def outcome(text: str) -> Resource:
    """An OperationOutcome that says `text`."""
    return {
        "resourceType": "OperationOutcome",
        "issue": [{"severity": "error", "code": "processing", "diagnostics": text}],
    }


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    owner: FhirServer


class _Handler(BaseHTTPRequestHandler):
    server: _Http
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece: no waiting for an acknowledgement between

    def do_GET(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.owner.asked.append((self.path, headers))
        reply = self.server.owner.reply(self.path)
        self.send_response(reply.status)
        self.send_header("Content-Type", reply.kind)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        length = len(reply.body) if reply.length is None else reply.length
        self.send_header("Content-Length", str(length))
        self.end_headers()
        self.wfile.write(reply.body)
        self.wfile.flush()
        if length != len(reply.body):
            self.close_connection = True

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        pass
