"""The canonical form of an event's row, and the hash chain over a session's rows.

Canonical form, as UTF-8 bytes: three parts joined by one line feed (U+000A) each:

1. `prev_hash`: the hash of the row before it, 64 lower-case hex digits. The first row's is the
   SHA-256 of `physassist session `, followed by the session's id;
2. the JSON array `[session, seq, at, active_ms, turn, seat, player, kind]` without white space,
   `null` for an absent value, and no character escaped that JSON allows as it is;
3. `data`, the JSON text exactly as it is stored.

`hash` is the SHA-256 of that, in lower-case hex. Parts 1 and 2 cannot hold a line feed, so two
different rows never have one canonical form.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from hashlib import sha256
from typing import NamedTuple

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError, to_json

from physassist_tui.core.events import EVENT, AnyEvent


class Row(NamedTuple):
    """An event's row, without its hashes. `at` is `2026-03-04T14:30:00.000000Z`."""

    session: str
    seq: int
    at: str
    active_ms: int
    turn: int
    seat: str | None
    player: str | None
    kind: str
    data: str


def first_hash(session: str) -> str:
    """What stands for the hash of the row before a session's first."""
    return sha256(f"physassist session {session}".encode()).hexdigest()


def row_hash(row: Row, prev_hash: str) -> str:
    """The hash of a row that follows the one whose hash is `prev_hash`.

    Raises `ValueError` where the row holds what is no text (only tampering can bring that in).
    """
    parts = (prev_hash.encode(), to_json(row[:8]), row.data.encode())
    return sha256(b"\n".join(parts)).hexdigest()


def stamp(at: datetime) -> str:
    """A time in UTC, always of the same width, so that text sorts as time does.

    Raises `ValueError` where `at` has no time zone.
    """
    if at.tzinfo is None:
        raise ValueError(f"an event's time needs a time zone: {at}")
    if at.tzinfo is not UTC:
        at = at.astimezone(UTC)
    return at.isoformat(timespec="microseconds")[:-6] + "Z"


def to_row(session: str, event: AnyEvent) -> Row:
    """The row of an event."""
    return Row(
        session,
        event.seq,
        stamp(event.at),
        event.active_ms,
        event.turn,
        None if event.seat is None else event.seat.value,
        event.player,
        event.kind,
        _data_json(event),
    )


def _data_json(event: AnyEvent) -> str:
    try:
        return event.data.model_dump_json()
    except PydanticSerializationError:
        # Half a surrogate pair: what a terminal makes of bytes that are no UTF-8. It can only
        # be written as an escape.
        return json.dumps(event.data.model_dump(), separators=(",", ":"))


def is_typed(row: Row) -> bool:
    """Whether each column holds what `to_row` puts there: SQLite itself takes anything."""
    return (
        all(type(number) is int for number in (row.seq, row.active_ms, row.turn))
        and all(isinstance(text, str) for text in (row.session, row.at, row.kind, row.data))
        and all(text is None or isinstance(text, str) for text in (row.seat, row.player))
    )


def row_json(row: Row) -> str:
    """The JSON of a row's event. Raises `ValueError` where a column holds what is no text."""
    common = row._asdict()
    del common["session"], common["data"]
    return f'{to_json(common)[:-1].decode()},"data":{row.data}}}'


EVENT_JSON = """
'{"seq":' || seq || ',"at":' || json_quote(at) || ',"active_ms":' || active_ms
|| ',"turn":' || turn || ',"seat":' || json_quote(seat) || ',"player":' || json_quote(player)
|| ',"kind":' || json_quote(kind) || ',"data":' || data || '}'
"""
"""`row_json` in SQL, for reading many."""


def from_json(text: str) -> AnyEvent:
    """The event in what `row_json` gave. Raises `ValueError` where it is none."""
    try:
        return EVENT.validate_json(text)
    except ValidationError as first:
        # Python's reader takes what pydantic's does not: lone surrogates and deep nesting.
        try:
            return EVENT.validate_python(json.loads(text))
        except (ValueError, RecursionError):
            raise first from None
