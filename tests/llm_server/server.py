"""The server: a thread a connection, HTTP/1.1, kept alive, chunks sent as they are made."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from tests.llm_server.clients import forget_clients
from tests.llm_server.replies import Answer, Refusal, Reply


@dataclass(frozen=True)
class Request:
    """One request as it came, `at` on the monotonic clock. Header names in small letters."""

    number: int
    body: dict[str, Any]
    headers: dict[str, str]
    at: float

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The chat."""
        found: list[dict[str, Any]] = self.body["messages"]
        return found

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The functions offered, each as `{name, description, parameters}`."""
        return [tool["function"] for tool in self.body.get("tools") or []]


class LlmServer:
    """A provider that answers as it is told. `gone` counts clients that left before the end."""

    def __init__(self, reply: Answer | Sequence[Answer] | Callable[[Request], Answer]) -> None:
        self._decide = _decider(reply)
        self._lock = threading.Lock()
        self.requests: list[Request] = []
        self.gone = 0
        self.arrived = threading.Event()
        self.left = threading.Event()
        self.closing = threading.Event()
        self.failure: BaseException | None = None
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(
            target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def base_url(self) -> str:
        """What a client is given as its base URL."""
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.closing.set()
        self._http.shutdown()
        self._thread.join()
        self._http.hang_up()
        self._http.server_close()
        forget_clients(self.base_url)
        if self.failure is not None and error is None:
            raise self.failure

    def open_connections(self) -> int:
        """How many connections clients hold open now."""
        return len(self._http.connections)

    def answer_to(self, body: dict[str, Any], headers: dict[str, str]) -> Answer:
        """What is said to a request, which is recorded first."""
        with self._lock:
            request = Request(len(self.requests) + 1, body, headers, time.monotonic())
            self.requests.append(request)
            self.arrived.set()
            try:
                return self._decide(request)
            except BaseException as error:
                self.failure = error
                raise

    def client_left(self) -> None:
        """Counts a client that left before the end of its answer."""
        with self._lock:
            self.gone += 1
        self.left.set()


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = True
    owner: LlmServer

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.connections: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.connections.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that breaks off is none of ours; anything else was kept in `failure`."""

    def hang_up(self) -> None:
        for connection in tuple(self.connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Http

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Says nothing."""

    def do_GET(self) -> None:
        body = json.dumps({"object": "list", "data": [{"id": "m", "object": "model"}]}).encode()
        self._whole(200, body)

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        owner = self.server.owner
        answer = owner.answer_to(body, headers)
        if answer.delay_s and not self._waited(answer.delay_s):
            return
        if isinstance(answer, Refusal):
            self._whole(answer.status, answer.body(), answer.headers)
            return
        try:
            self._stream(answer, str(body["model"]))
        except OSError:
            self.close_connection = True
            owner.client_left()

    def _stream(self, reply: Reply, model: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        waits = (reply.first_s, *[reply.between_s] * 1_000_000)
        for data, wait in zip(_lines(reply, model), waits, strict=False):
            if wait and not self._waited(wait):
                return
            if data is None:
                self._waited(3600)
                return
            if data == b"":
                self.close_connection = True
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.write(b"0\r\n\r\n")

    def _whole(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _waited(self, seconds: float) -> bool:
        """Waits; `False` where the client left or the server closes meanwhile."""
        self.connection.settimeout(seconds)
        try:
            nothing_more = self.connection.recv(1) == b""
        except TimeoutError:
            self.connection.settimeout(None)
            return True
        except OSError:
            nothing_more = True
        self.close_connection = True
        if nothing_more and not self.server.owner.closing.is_set():
            self.server.owner.client_left()
        return False


def _lines(reply: Reply, model: str) -> Iterator[bytes | None]:
    """The stream's pieces; `b""` breaks the connection off, `None` falls silent."""
    for at, chunk in enumerate(reply.chunks(model)):
        if reply.fault == "empty_choice":
            if not chunk.get("usage"):
                yield _event({**chunk, "choices": []})
            continue
        if reply.fault and at == reply.after:
            if reply.fault == "duplicate":
                yield _event(chunk)
            elif reply.fault == "cut_clean":
                return
            else:
                yield _fault(reply.fault)
        yield _event(chunk)
    yield b"data: [DONE]\n\n"


def _fault(fault: str) -> bytes | None:
    if fault == "error_event":
        return _event({"error": {"message": "Overloaded", "type": "overloaded_error", "code": 529}})
    return {
        "cut": b"",
        "silence": None,
        "malformed": b'data: {"id": "chatcmpl-1", "choices": [{"del\n\n',
        "wrong_shape": b'data: [1, "two", null]\n\n',
        "non_utf8": b'data: {"choices": [{"delta": {"content": "caf\xe9 \xff"}}]}\n\n',
    }[fault]


def _event(chunk: dict[str, Any]) -> bytes:
    return b"data: %s\n\n" % json.dumps(chunk, ensure_ascii=False).encode()


def _decider(
    reply: Answer | Sequence[Answer] | Callable[[Request], Answer],
) -> Callable[[Request], Answer]:
    if callable(reply):
        return reply
    answers = [reply] if isinstance(reply, Reply | Refusal) else list(reply)
    return lambda request: answers[min(request.number, len(answers)) - 1]
