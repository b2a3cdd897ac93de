"""A session as JSON lines: a header, then one event a line. Written here and read back here.

Header: `{"physassist": "session", "format": 1, "session", "scenario", "language",
"app_version", "events", "last_hash", "part", "redacted"}`. `last_hash` is the last link of the
session's chain (see `chain`), so that whoever reads the file can tell that it is whole; it is
`null` where the file is `part` of a session, or `redacted`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import msg
from physassist_tui.store.chain import first_hash, from_json, row_hash, row_json, to_row

FORMAT = 1


@dataclass(frozen=True)
class SessionFile:
    """What a file of JSON lines holds.

    `last_hash` is what its header says of its chain, `found_hash` what its lines give: they
    differ where it was changed. `None`: a part, or redacted; no hash proves it.
    """

    session: str
    events: list[ev.AnyEvent]
    part: bool = False
    redacted: bool = False
    last_hash: str | None = None
    found_hash: str | None = None


@dataclass(frozen=True)
class Segment:
    """The events that lie under one session: its own, after those that it shares."""

    session: str
    events: list[ev.AnyEvent]


def segments(session: str, events: Sequence[ev.AnyEvent]) -> list[Segment]:
    """The sessions that a session's events lie under: its oldest ancestor first, itself last."""
    found: list[Segment] = []
    rest, name = list(events), session
    while True:
        start = next((e for e in reversed(rest) if isinstance(e, ev.SessionStarted)), None)
        at = rest.index(start) if start is not None else 0
        found.append(Segment(name, rest[at:]))
        if start is None or at == 0:
            return found[::-1]
        rest, name = rest[:at], start.data.parent_session or ""


def chain_end(session: str, events: Sequence[ev.AnyEvent], data: Sequence[str] = ()) -> str:
    """The hash of the last event, as the session's chain in a recordings file has it.

    `data` are the events' data as they were written: another version may write them otherwise.
    """
    link, at = "", 0
    for segment in segments(session, events):
        link = link or first_hash(segment.session)
        for event in segment.events:
            row = to_row(segment.session, event)
            link = row_hash(row._replace(data=data[at]) if data else row, link)
            at += 1
    return link


def to_lines(
    session: str, events: Sequence[ev.AnyEvent], *, part: bool = False, redacted: bool = False
) -> Iterator[str]:
    """The lines of the file, each with its line feed."""
    starts = [e.data for e in events if isinstance(e, ev.SessionStarted)]
    whole = bool(starts) and not part and not redacted
    header = {
        "physassist": "session",
        "format": FORMAT,
        "session": session,
        "scenario": starts[-1].scenario if starts else None,
        "language": starts[-1].language if starts else None,
        "app_version": starts[-1].app_version if starts else None,
        "events": len(events),
        "last_hash": chain_end(session, events) if whole else None,
        "part": part,
        "redacted": redacted,
    }
    yield json.dumps(header, ensure_ascii=False) + "\n"
    for event in events:
        yield row_json(to_row(session, event)) + "\n"


def read_session_file(path: Path) -> SessionFile:
    """What a file holds. Raises `BadInput` that names the line where it is not right."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BadInput(msg("{file} cannot be read: {reason}", file=path, reason=reason)) from error
    lines = text.split("\n")
    header = _header(path, lines[0])
    written = [(n, line) for n, line in enumerate(lines[1:], start=2) if line.strip()]
    events = [_event(path, number, line) for number, line in written]
    file = SessionFile(
        session=header["session"],
        events=events,
        part=bool(header.get("part")),
        redacted=bool(header.get("redacted")),
        last_hash=header.get("last_hash"),
    )
    _check(path, header, file)
    if file.last_hash is None:
        return file
    data = [_data(line) for _number, line in written]
    return replace(file, found_hash=chain_end(file.session, events, data))


def _data(line: str) -> str:
    """An event's data as it stands in its line; in a text before it, quotes would be escaped."""
    return line.rstrip("\r").partition(',"data":')[2][:-1]


def _header(path: Path, line: str) -> dict[str, Any]:
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict) or header.get("physassist") != "session":
        raise BadInput(
            msg(
                "{file} is no session of ours: its first line must be the header that "
                "`physassist export --to jsonl` writes.",
                file=path,
            )
        )
    if header.get("format") != FORMAT:
        raise BadInput(
            msg(
                "{file} has format {found}; this program reads format {known}.",
                file=path,
                found=one_line(str(header.get("format"))),
                known=FORMAT,
            )
        )
    if not isinstance(header.get("session"), str) or not header["session"].strip():
        raise BadInput(msg("{file}, line 1: the header names no session.", file=path))
    return header


def _event(path: Path, number: int, line: str) -> ev.AnyEvent:
    try:
        event = from_json(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(
            msg("{file}, line {line}: this is no event.", file=path, line=number)
        ) from error
    if event.at.tzinfo is None:
        raise BadInput(
            msg("{file}, line {line}: the time has no time zone.", file=path, line=number)
        )
    return event


def _check(path: Path, header: dict[str, Any], file: SessionFile) -> None:
    if not file.events:
        raise BadInput(msg("{file} has no events.", file=path))
    if header.get("events") != len(file.events):
        raise BadInput(
            msg(
                "{file} has {found} events, and its header says {said}; part of it is missing.",
                file=path,
                found=len(file.events),
                said=one_line(str(header.get("events"))),
            )
        )
    fault = _out_of_order(file)
    if fault is not None:
        raise BadInput(
            msg(
                "{file}: event {seq} does not follow from those before it.",
                file=path,
                seq=fault.seq,
            )
        )


def _out_of_order(file: SessionFile) -> ev.AnyEvent | None:
    """The first event that cannot come where it is: a fold of it would stumble."""
    calls: dict[str, int] = {}
    turns: list[int] = []
    last = 0
    for event in file.events:
        if event.seq != last + 1 and not (file.part and event.seq > last):
            return event
        last = event.seq
        if event.seq == 1 and not isinstance(event, ev.SessionStarted):
            return event
        match event:
            case ev.SessionStarted(data=data) if event.seq > 1:
                if data.parent_session is None or data.parent_seq != event.seq - 1:
                    return event
            case ev.TurnStarted():
                turns.append(event.seq)
            case ev.ToolCalled(data=data):
                calls[data.call_id] = event.seq
            case ev.ToolReturned(data=data) if data.call_id not in calls:
                return event
            case ev.Answered() if not turns:
                return event
            case ev.Rewound(data=data):
                if not 1 <= data.to_seq < event.seq:
                    return event
                turns = [seq for seq in turns if seq <= data.to_seq]
                calls = {name: seq for name, seq in calls.items() if seq <= data.to_seq}
            case _:
                pass
    return None
