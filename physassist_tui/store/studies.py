"""Studies in the recordings: versions of their files, assignments, responses. Only ever added."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.core.studying import RESPONSE_KINDS, Assignment, Response, StudyVersion
from physassist_tui.i18n import LANGUAGES, msg
from physassist_tui.store.chain import stamp

if TYPE_CHECKING:
    from sqlite3 import Connection

    from physassist_tui.store.handle import Handle

STUDY = "study, hash, at, data"
ASSIGNMENT = (
    "study, participant, position, trial, scenario, condition, language, requests, seconds, "
    "player, seed, session, study_hash, at"
)
RESPONSE = (
    "study, participant, session, at, kind, language, study_hash, question, part, value, text"
)


def study_hash(data: dict[str, Any]) -> str:
    """`sha256:…` over a study as canonical JSON."""
    return f"sha256:{sha256(_canonical(data).encode()).hexdigest()}"


class Studies:
    """What the recordings keep of studies. Errors are those of `Recordings`."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    # Writing

    def keep(self, study: str, data: dict[str, Any]) -> str:
        """Keeps a version of a study's file, where it is not here yet; gives its hash."""
        hashed = study_hash(data)

        def insert(connection: Connection) -> None:
            known = connection.execute(
                "SELECT 1 FROM study WHERE study = ? AND hash = ?", (study, hashed)
            ).fetchone()
            if known is None:
                _insert(connection, "study", STUDY, (study, hashed, _now(), _canonical(data)))

        self._handle.write(insert)
        return hashed

    def assign(self, rows: Sequence[Assignment]) -> None:
        """Keeps a participant's whole order. Raises `BadInput` where there is one already."""

        def insert(connection: Connection) -> None:
            first = rows[0]
            if find_assignments(connection, first.study, first.participant):
                raise BadInput(
                    msg(
                        "Participant {participant} of study {study} has an order already; "
                        "another program has just begun it.",
                        participant=first.participant,
                        study=first.study,
                    )
                )
            for row in rows:
                _insert(connection, "assignment", ASSIGNMENT, _values(row, ASSIGNMENT))

        if rows:
            self._handle.write(insert)

    def respond(self, rows: Sequence[Response]) -> None:
        """Keeps what a participant said, all of it or nothing."""

        def insert(connection: Connection) -> None:
            for row in rows:
                _insert(connection, "response", RESPONSE, _values(row, RESPONSE))

        self._handle.write(insert)

    # Reading

    def versions(self, study: str) -> list[StudyVersion]:
        """The versions of a study's file that people were led through, the oldest first."""
        with self._handle.reading() as connection:
            rows = connection.execute(
                f"SELECT {STUDY} FROM study WHERE study = ? ORDER BY id", (study,)
            ).fetchall()
        return [
            StudyVersion(name, hashed, datetime.fromisoformat(at), json.loads(data))
            for name, hashed, at, data in rows
        ]

    def assignments(self, study: str, participant: str | None = None) -> list[Assignment]:
        """Who plays what, in the order in which people began and then that of each."""
        with self._handle.reading() as connection:
            return find_assignments(connection, study, participant)

    def assignment_of(self, session: str) -> Assignment | None:
        """The place that a session has in a study; `None`: it belongs to none."""
        with self._handle.reading() as connection:
            row = connection.execute(
                f"SELECT {ASSIGNMENT} FROM assignment WHERE session = ?", (session,)
            ).fetchone()
        return None if row is None else assignment_of_row(row)

    def responses(self, study: str, participant: str | None = None) -> list[Response]:
        """What participants said, in order."""
        with self._handle.reading() as connection:
            return find_responses(connection, study, participant)


def find_assignments(
    connection: Connection, study: str, participant: str | None = None
) -> list[Assignment]:
    """The assignments of a study, of one participant or all. `ServiceFailed`: damaged."""
    rows = connection.execute(
        f"SELECT {ASSIGNMENT} FROM assignment WHERE study = ? AND (? IS NULL OR participant = ?) "
        "ORDER BY id",
        (study, participant, participant),
    ).fetchall()
    return [assignment_of_row(row) for row in rows]


def find_responses(
    connection: Connection, study: str, participant: str | None = None
) -> list[Response]:
    """The responses of a study, of one participant or all. `ServiceFailed`: damaged."""
    rows = connection.execute(
        f"SELECT {RESPONSE} FROM response WHERE study = ? AND (? IS NULL OR participant = ?) "
        "ORDER BY id",
        (study, participant, participant),
    ).fetchall()
    return [_response(row) for row in rows]


def assignment_of_row(row: Sequence[Any]) -> Assignment:
    """A row of the columns `ASSIGNMENT`. Raises `ServiceFailed` where it is damaged."""
    values: dict[str, Any] = dict(zip(ASSIGNMENT.split(", "), row, strict=True))
    known = values["language"] in LANGUAGES and values["requests"] in ("implicit", "explicit")
    return Assignment(**_dated(values, whole=known))


def _response(row: Sequence[Any]) -> Response:
    values: dict[str, Any] = dict(zip(RESPONSE.split(", "), row, strict=True))
    known = values["language"] in LANGUAGES and values["kind"] in RESPONSE_KINDS
    return Response(**_dated(values, whole=known))


def _dated(values: dict[str, Any], *, whole: bool) -> dict[str, Any]:
    try:
        if not whole:
            raise ValueError
        return values | {"at": datetime.fromisoformat(values["at"])}
    except (ValueError, TypeError) as error:
        raise ServiceFailed(
            msg(
                "What study {study} keeps of participant {participant} is damaged. "
                "`physassist db verify` tells more.",
                study=one_line(str(values["study"])),
                participant=one_line(str(values["participant"])),
            )
        ) from error


def _values(row: Assignment | Response, columns: str) -> tuple[Any, ...]:
    return tuple(
        stamp(row.at) if column == "at" else getattr(row, column) for column in columns.split(", ")
    )


def _insert(connection: Connection, table: str, columns: str, values: Sequence[Any]) -> None:
    marks = ", ".join("?" * len(values))
    connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(values))


def _canonical(data: dict[str, Any]) -> str:
    return json.dumps(data, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def _now() -> str:
    return stamp(datetime.now(UTC))
