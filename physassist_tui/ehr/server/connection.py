"""Requests to one FHIR server: the token, retries, and every fault as an `EhrFault`.

No message names the server: faults of a play are recorded, host names never are.
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.json_input import parse_json
from physassist_tui.ehr.protocol import EhrFault, FaultKind
from physassist_tui.i18n import Message, msg

if TYPE_CHECKING:
    import httpx

TOKEN = "PHYSASSIST_EHR_TOKEN"
TIMEOUT = "PHYSASSIST_EHR_TIMEOUT"
TIMEOUT_S = 30.0
TRIES = 4
LONGEST_WAIT_S = 10.0
"""The longest that a server may ask us to wait; who asks for more is told to be down."""

_SERVICE, _KEYRING_NAME = "physassist", "ehr"
_LARGEST = 128_000_000
_FHIR_JSON = "application/fhir+json"
_AGAIN = frozenset({429, 500, 502, 503, 504})
_FIRST_WAIT_S = 0.25
_URL = re.compile(r"[a-z][a-z0-9+.\-]*://\S+", re.IGNORECASE)
_HERE = frozenset({"localhost", "127.0.0.1", "::1"})


class Answer(NamedTuple):
    """What came back: the status, the bytes, and what kind of content they are."""

    status: int
    content: bytes
    kind: str
    retry_after: str

    @property
    def ok(self) -> bool:
        """Whether the server did what it was asked."""
        return 200 <= self.status < 300


class Connection:
    """One server. May be used from several threads.

    `wait` is told how many seconds to let pass before a request is tried again. All requests
    are such that doing them twice is as doing them once.
    """

    def __init__(
        self,
        address: str,
        environ: Mapping[str, str] = os.environ,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """`BadInput` for what is no address, or holds a password, or a timeout that is none."""
        self.base = address.strip().rstrip("/") + "/"
        self._origins = {_checked(self.base)}
        self._token = environ.get(TOKEN, "").strip()
        self._asked_keyring = bool(self._token)
        self._timeout = _timeout(environ.get(TIMEOUT, ""))
        self._wait = wait
        self._client: httpx.Client | None = None

    def close(self) -> None:
        """Lets the connections go."""
        if self._client is not None:
            self._client.close()
            self._client = None

    # Addresses

    def address(self, path: str, params: Sequence[tuple[str, str]] = ()) -> str:
        """The address of a path on this server."""
        return urljoin(self.base, path) + (f"?{urlencode(params)}" if params else "")

    def following(self, link: str, page: str) -> str:
        """Where a page's next link leads. Raises `EhrFault` where that is another server."""
        try:
            found = urljoin(page, link)
            own = urlsplit(found)[:2] in self._origins
        except ValueError:
            found, own = link, False
        if not own:
            raise self.fault("GET", page, msg("leads on to another server"), "ehr_bad_answer")
        return found

    # Requests

    def get(self, address: str, *, missing: frozenset[int] = frozenset()) -> Any:
        """The JSON at an address; `None` where the status is one of `missing`."""
        answer = self._sent("GET", address, None, missing)
        return None if answer.status in missing else self._parsed("GET", address, answer)

    def put(self, address: str, resource: Any) -> Any:
        """Puts a resource; what the server says it has stored, `None` where it does not say."""
        answer = self._sent("PUT", address, resource, frozenset())
        return self._parsed("PUT", address, answer) if answer.content.strip() else None

    def post(self, address: str, bundle: Any) -> Any:
        """Posts a bundle whose entries are all puts; the JSON that comes back."""
        answer = self._sent("POST", address, bundle, frozenset())
        return self._parsed("POST", address, answer)

    def delete(self, address: str) -> None:
        """Deletes what is at an address; what is not there is as good as deleted.

        Tried twice only: a session that ends is not to wait long, and there is `ehr clean`.
        """
        self._sent("DELETE", address, None, frozenset({404, 410}), tries=2)

    def _sent(
        self, method: str, address: str, body: Any, fine: frozenset[int], tries: int = TRIES
    ) -> Answer:
        tried = 0
        while True:
            tried += 1
            answer, fault = self._once(method, address, body)
            if answer is not None and answer.status == 401 and self._token_of_keyring():
                answer, fault = self._once(method, address, body)
            if answer is not None:
                if answer.ok or answer.status in fine:
                    return answer
                fault = self._refused(method, address, answer)
            assert fault is not None
            pause = _pause(answer, tried)
            may_help = answer is None or answer.status in _AGAIN
            if not may_help or tried == tries or pause > LONGEST_WAIT_S:
                raise fault
            self._wait(pause)

    def _once(self, method: str, address: str, body: Any) -> tuple[Answer | None, EhrFault | None]:
        import httpx

        # Some servers give a search of a minute ago once more unless they are told not to.
        headers = {"Accept": _FHIR_JSON, "Cache-Control": "no-cache"}
        content = None
        if body is not None:
            wanted = "representation" if method == "PUT" else "minimal"
            headers |= {"Content-Type": _FHIR_JSON, "Prefer": f"return={wanted}"}
            content = json.dumps(body, separators=(",", ":")).encode()
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        try:
            return self._read(method, address, headers, content), None
        except httpx.TimeoutException:
            what = msg("gives no answer within {n} s", n=f"{self._timeout:g}")
        except httpx.ConnectError as error:
            what = msg("cannot be reached ({reason})", reason=_reason(error))
        except (httpx.HTTPError, httpx.StreamError) as error:
            what = msg("breaks off ({reason})", reason=_reason(error))
        except (httpx.InvalidURL, ValueError) as error:
            what = msg("has an address that cannot be asked ({reason})", reason=_reason(error))
            raise self.fault(method, address, what, "ehr_bad_answer") from error
        return None, self.fault(method, address, what, "ehr_unavailable")

    def _read(
        self, method: str, address: str, headers: Mapping[str, str], content: bytes | None
    ) -> Answer:
        import httpx

        until = time.monotonic() + 2 * self._timeout
        pieces: list[bytes] = []
        size = 0
        with self._opened().stream(method, address, headers=headers, content=content) as answer:
            for piece in answer.iter_bytes():
                pieces.append(piece)
                size += len(piece)
                if size > _LARGEST or time.monotonic() > until:
                    raise httpx.ReadTimeout("too much or too slowly")
            return Answer(
                answer.status_code,
                b"".join(pieces),
                answer.headers.get("content-type", "").split(";")[0].strip(),
                answer.headers.get("retry-after", ""),
            )

    def _opened(self) -> httpx.Client:
        import httpx

        if self._client is None:
            here = urlsplit(self.base).hostname in _HERE
            self._client = httpx.Client(
                timeout=self._timeout,
                follow_redirects=False,
                trust_env=not here,  # a server on this machine is not behind a proxy
            )
        return self._client

    def _token_of_keyring(self) -> bool:
        """Looks once for a token in the keyring; whether there is one to try."""
        if self._asked_keyring:
            return False
        self._asked_keyring = True
        import keyring
        from keyring.errors import KeyringError

        try:
            self._token = (keyring.get_password(_SERVICE, _KEYRING_NAME) or "").strip()
        except (KeyringError, OSError, RuntimeError):
            return False
        return bool(self._token)

    # Faults

    def _parsed(self, method: str, address: str, answer: Answer) -> Any:
        if "json" not in answer.kind and answer.content.lstrip()[:1] not in (b"{", b"["):
            what = msg("answers with {kind}, not FHIR JSON", kind=answer.kind[:60] or "?")
            raise self.fault(method, address, what, "ehr_bad_answer")
        try:
            parsed = parse_json(answer.content, msg("the answer"))
        except BadInput as error:
            what = msg("gives no whole JSON ({reason})", reason=error.message)
            raise self.fault(method, address, what, "ehr_bad_answer") from error
        if not isinstance(parsed, dict):
            # Also null, which would else pass for what is not there.
            raise self.fault(method, address, msg("gives no FHIR resource"), "ehr_bad_answer")
        return parsed

    def _refused(self, method: str, address: str, answer: Answer) -> EhrFault:
        status, said = answer.status, self.said(_json_or_none(answer.content))
        kind: FaultKind = "ehr_rejected"
        if status in (401, 403):
            kind = "ehr_sign_in"
            what = msg(
                "asks for a sign-in ({status}); put a bearer token into {token}",
                status=status,
                token=TOKEN,
            )
        elif status in (409, 412):
            kind = "ehr_conflict"
            what = msg("has something else there by now ({status}{said})", status=status, said=said)
        elif 300 <= status < 400:
            what = msg("has moved ({status}); give its new address", status=status)
        elif status in _AGAIN:
            kind = "ehr_unavailable"
            what = msg("fails with {status}{said}", status=status, said=said)
        else:
            what = msg("refuses with {status}{said}", status=status, said=said)
        return self.fault(method, address, what, kind)

    def said(self, outcome: Any) -> str:
        """What an OperationOutcome says, without addresses, as the end of a phrase."""
        issues = outcome.get("issue") if isinstance(outcome, dict) else None
        for issue in issues if isinstance(issues, list) else ():
            if not isinstance(issue, dict):
                continue
            details = issue.get("details")
            words = issue.get("diagnostics") or (
                details.get("text") if isinstance(details, dict) else None
            )
            if isinstance(words, str) and words.strip():
                return f": {self._scrubbed(words)[:200]}"
        return ""

    def _scrubbed(self, text: str) -> str:
        text = _URL.sub("…", " ".join(text.split()))
        for _scheme, place in self._origins:
            text = text.replace(place, "…")
        return text.replace(self._token, "…") if self._token else text

    def fault(self, method: str, address: str, what: Message, kind: FaultKind) -> EhrFault:
        """The fault `what` of one request."""
        path = address.removeprefix(self.base).split("?", 1)[0]
        asked = f"{method} {path[:80]}" if not path.startswith("http") else method
        return EhrFault(msg("The FHIR server {what}: {request}.", what=what, request=asked), kind)


def _checked(base: str) -> tuple[str, str]:
    """Scheme and place of an address. Raises `BadInput`."""
    try:
        parts = urlsplit(base)
        named, _port = parts.hostname, parts.port
    except ValueError as error:
        raise _no_address(base) from error
    if parts.username or parts.password:
        raise BadInput(
            msg("Leave the password out of the address; {token} holds a token.", token=TOKEN)
        )
    spaced = any(char.isspace() for char in base)
    other = parts.scheme not in ("http", "https") or parts.query or parts.fragment
    if spaced or other or not named:
        raise _no_address(base)
    return parts.scheme, parts.netloc


def _no_address(base: str) -> BadInput:
    return BadInput(
        msg(
            "{address} is no address of a FHIR server, as http://127.0.0.1:8080/fhir.",
            address=base.rstrip("/")[:200],
        )
    )


def _timeout(text: str) -> float:
    try:
        seconds = float(text) if text.strip() else TIMEOUT_S
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise BadInput(msg("{name} must be a number of seconds above 0.", name=TIMEOUT))
    return seconds


def _pause(answer: Answer | None, tried: int) -> float:
    """How many seconds to wait before the next try: what the server asks for, else longer and
    longer."""
    asked = answer.retry_after.strip() if answer is not None else ""
    if asked.isascii() and asked.isdigit():
        return float(asked[:6])
    if asked:
        try:
            when = parsedate_to_datetime(asked)
        except ValueError:
            when = None
        if when is not None and when.tzinfo is not None:
            return max(0.0, (when - datetime.now(UTC)).total_seconds())
    return float(_FIRST_WAIT_S * 2 ** (tried - 1))


def _reason(error: Exception) -> str:
    """What the system says, without addresses or host names."""
    text = _URL.sub("…", str(error).split("\n", 1)[0])
    found = re.search(r"\[Errno -?\d+\][^:']*|CERTIFICATE_VERIFY_FAILED", text)
    return found[0].strip() if found else type(error).__name__


def _json_or_none(content: bytes) -> Any:
    try:
        return parse_json(content, "")
    except BadInput:
        return None
