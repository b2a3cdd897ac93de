"""What of studies is not as it was written, as part of the proof that a file is whole."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from hashlib import sha256

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import msg
from physassist_tui.store.fault import Fault
from physassist_tui.store.studies import find_assignments, find_responses

_OTHERWISE = """
SELECT assignment.session FROM assignment JOIN event
ON event.session = assignment.session AND event.kind = 'session_started' AND event.seq = 1
WHERE json_extract(event.data, '$.scenario') IS NOT assignment.scenario
OR json_extract(event.data, '$.language') IS NOT assignment.language
OR coalesce(json_extract(event.data, '$.requests'), 'implicit') IS NOT assignment.requests
OR json_extract(event.data, '$.limits.session_seconds') IS NOT assignment.seconds
OR json_extract(event.data, '$.seats.assistant') IS NOT assignment.player
OR json_extract(event.data, '$.seed') IS NOT assignment.seed
ORDER BY assignment.id
"""


def study_faults(connection: sqlite3.Connection) -> Iterator[Fault]:
    """Versions whose hash is not theirs, damaged rows, sessions not played as assigned."""
    for study, hashed, data in connection.execute(
        "SELECT study, hash, data FROM study ORDER BY id"
    ).fetchall():
        whole = isinstance(data, str) and _is_json(data)
        if not whole or hashed != f"sha256:{sha256(data.encode()).hexdigest()}":
            name = one_line(str(study))
            yield Fault("", 0, msg("A version of study {study} was changed.", study=name))
    for (study,) in connection.execute(
        "SELECT study FROM assignment UNION SELECT study FROM response ORDER BY 1"
    ).fetchall():
        for find in (find_assignments, find_responses):
            try:
                find(connection, study)
            except ServiceFailed as damaged:
                yield Fault("", 0, damaged.message)
    try:
        for (session,) in connection.execute(_OTHERWISE).fetchall():
            words = msg("The session was played otherwise than its study assigned it.")
            yield Fault(one_line(str(session)), 0, words)
    except sqlite3.OperationalError:
        # An event that is no JSON any more, which the chain has told of.
        return


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False
