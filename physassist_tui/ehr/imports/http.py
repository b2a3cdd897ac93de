"""Asking a FHIR server: retries, the token, and every fault as one line."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.ehr.json_input import parse_json
from physassist_tui.i18n import Message, msg

if TYPE_CHECKING:
    import httpx

TOKEN = "PHYSASSIST_FHIR_TOKEN"
FHIR_JSON = "application/fhir+json"
TIMEOUT_S = 60.0
TRIES = 4
LONGEST_WAIT_S = 60.0
"""What a server may ask us to wait between two tries."""
_AGAIN = frozenset({429, 500, 502, 503, 504})
_FIRST_WAIT_S = 0.25
_NOT_DONE = frozenset({400, 403, 404, 405, 406, 422, 501})


class Asker:
    """Requests to one server. `wait` is told how many seconds to let pass before a new try."""

    def __init__(
        self,
        base: str,
        environ: Mapping[str, str] = os.environ,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.base = base.rstrip("/") + "/"
        self._token = environ.get(TOKEN, "")
        self.wait = wait
        try:
            parts = urlsplit(self.base)
        except ValueError as error:
            raise _no_address(base) from error
        if not parts.hostname:
            raise _no_address(base)
        if parts.username or parts.password:
            raise BadInput(
                msg("Leave the password out of the address; {token} holds a token.", token=TOKEN)
            )
        self._client: httpx.Client | None = None

    def close(self) -> None:
        """Lets the connections go."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def own(self, address: str) -> bool:
        """Whether an address is of this very server."""
        return urlsplit(address)[:2] == urlsplit(self.base)[:2]

    def absolute(self, address: str, page: str = "") -> str:
        """An address as a page of this server gives it."""
        return urljoin(page or self.base, address)

    def json(self, address: str) -> Any:
        """What a GET gives, as JSON. Raises `ServiceFailed`."""
        answer = self.get(address)
        return self.parsed(answer, address)

    def parsed(self, answer: httpx.Response, address: str) -> Any:
        """The JSON of an answer. Raises `ServiceFailed` for a page of HTML or half an answer."""
        kind = answer.headers.get("content-type", "").split(";")[0].strip()
        if "json" not in kind and not answer.content.lstrip()[:1] == b"{":
            raise self.fault(address, msg("answers with {kind}, not FHIR JSON", kind=kind or "?"))
        try:
            return parse_json(answer.content, address)
        except BadInput as error:
            raise ServiceFailed(error.message) from error

    def get(self, address: str, headers: Mapping[str, str] | None = None) -> httpx.Response:
        """A GET that succeeded, tried again where that can help. Raises `ServiceFailed`."""
        for tried in range(1, TRIES + 1):
            answer, fault = self._once(address, headers)
            if answer is not None and fault is None:
                return answer
            if tried == TRIES or not (answer is None or answer.status_code in _AGAIN):
                break
            self.wait(_wait_s(answer, tried))
        raise self.fault(address, fault or msg("gives no answer"))

    def _once(
        self, address: str, headers: Mapping[str, str] | None
    ) -> tuple[httpx.Response | None, Message | None]:
        import httpx

        try:
            answer = self._opened().get(address, headers=self._headers(address, headers))
        except httpx.TimeoutException:
            return None, msg("gives no answer within {n} s", n=round(TIMEOUT_S))
        except (httpx.TransportError, httpx.DecodingError) as error:
            return None, _broken(error)
        except (httpx.InvalidURL, httpx.TooManyRedirects, ValueError) as error:
            raise self.fault(address, _broken(error)) from error
        return (answer, None) if answer.is_success else (answer, _refused(answer))

    def begin(self, address: str, headers: Mapping[str, str]) -> str | None:
        """Asks for work that is done meanwhile: the address to ask after it, or `None`.

        `None` where the server says that it does not do such work. Raises `ServiceFailed`.
        """
        answer, fault = self._once(address, headers)
        if answer is not None and answer.status_code in _NOT_DONE:
            return None
        if answer is None or fault is not None or answer.status_code != 202:
            raise self.fault(address, fault or msg("begins no export"))
        place = self.absolute(answer.headers.get("content-location", ""), address)
        if not self.own(place) or place == address:
            raise self.fault(address, msg("does not say where its export is"))
        return place

    @contextmanager
    def lines(self, address: str, *, with_token: bool) -> Iterator[Iterator[bytes]]:
        """The lines of a file of a bulk export as they come. Raises `ServiceFailed`."""
        import httpx

        headers = {"Accept": "application/fhir+ndjson"}
        own = self._headers(address, headers) if with_token else headers
        try:
            with self._opened().stream("GET", address, headers=own) as answer:
                if not answer.is_success:
                    answer.read()
                    raise self.fault(address, _refused(answer))
                yield _lines(answer.iter_bytes())
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise self.fault(address, _broken(error)) from error

    def _opened(self) -> httpx.Client:
        import httpx

        if self._client is None:
            self._client = httpx.Client(timeout=TIMEOUT_S, follow_redirects=False)
        return self._client

    def _headers(self, address: str, more: Mapping[str, str] | None) -> dict[str, str]:
        headers = {"Accept": FHIR_JSON, **(more or {})}
        if self._token and self.own(address):
            headers["Authorization"] = f"Bearer {self._token}"
        return headers

    def fault(self, address: str, what: Message) -> ServiceFailed:
        """The fault of one request."""
        return ServiceFailed(
            msg("{address} {what}; nothing is imported.", address=address[:200], what=what)
        )


def _no_address(text: str) -> BadInput:
    return BadInput(msg("{address} is no address of a FHIR server.", address=text[:200]))


def _lines(pieces: Iterator[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        yield from whole
    if rest.strip():
        yield rest


def _wait_s(answer: httpx.Response | None, tried: int) -> float:
    asked = answer.headers.get("retry-after", "") if answer is not None else ""
    if asked.isdigit():
        return min(float(asked), LONGEST_WAIT_S)
    return float(_FIRST_WAIT_S * 2 ** (tried - 1))


def _broken(error: Exception) -> Message:
    reason = str(error).split("\n", 1)[0][:200] or type(error).__name__
    return msg("breaks off ({reason})", reason=reason)


def _refused(answer: httpx.Response) -> Message:
    if answer.status_code in (401, 403):
        return msg(
            "asks for a sign-in ({status}); put a bearer token into {token}",
            status=answer.status_code,
            token=TOKEN,
        )
    if answer.is_redirect:
        return msg("has moved to {place}", place=answer.headers.get("location", "?")[:200])
    said = _diagnostics(answer)
    return msg("refuses with {status}{said}", status=answer.status_code, said=said)


def _diagnostics(answer: httpx.Response) -> str:
    """What an OperationOutcome says, as the end of a line."""
    try:
        outcome = parse_json(answer.content, "")
    except BadInput:
        return ""
    issues = outcome.get("issue") if isinstance(outcome, dict) else None
    for issue in issues if isinstance(issues, list) else ():
        text = issue.get("diagnostics") if isinstance(issue, dict) else None
        if isinstance(text, str) and text.strip():
            return f" ({' '.join(text.split())[:200]})"
    return ""
