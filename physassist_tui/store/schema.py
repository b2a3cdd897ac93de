"""The data model of a recordings file, and its numbered migrations.

| table     | a row is                        | key                    |
|-----------|---------------------------------|------------------------|
| session   | one play, as its events left it | number; id             |
| event     | one thing that happened in it   | id; (session, seq)     |
| score     | one scoring of a session        | id                     |
| grade     | one rubric item of a score      | (score, turn, item)    |
| rating    | one thing a rater did           | id                     |
| judgement | one item set put to a judge     | id                     |
| study     | one version of a study's file   | id; (study, hash)      |
| assignment| one session someone is to play  | id; session            |
| response  | one thing a participant said    | id                     |
| migration | one step of this schema         | number                 |

The view `spoken` has the words that were said, asked, answered and written to files;
`spoken_text` is the full-text index over it (FTS5, trigrams), made when it is first needed. Rows
of `rating`, `judgement`, `study`, `assignment` and `response` are only added: triggers refuse
anything else.

The events are the truth. Everything in `session` but its id and its number, which counts the
sessions of this file, follows from them (`derived`); everything in `grade` and the plain columns
of `score` follow from `score.data`, and a score can be made again from the events. Nothing in
this program changes or removes a row of `event`.

How to prove a file whole (`verify` does all of it):

1. `PRAGMA integrity_check` and `PRAGMA foreign_key_check` find nothing;
2. the rows of each session are numbered 1, 2, … without a gap, in the order of their `id`; those
   of a fork go on from the row of its parent that it was forked at (`lineage`);
3. each row's `hash` is that of its canonical form (`chain`), and its `prev_hash` is the hash of
   the row before it, which for a fork's first is its parent's: no row was changed, removed,
   inserted or moved;
4. `session.last_seq` and `session.last_hash` are those of the session's last row: none is
   missing at the end;
5. `session.number` counts 1, 2, … up to the number that SQLite keeps in `sqlite_sequence`: no
   whole session is missing;
6. the other columns of `session`, `score` and `grade` are what they follow from, and sessions
   that were assigned in a study are what was assigned.

A chain without a secret shows every change but that of a forger who computes all later hashes
anew and the session's row with them, or who removes the newest sessions and lowers SQLite's own
count. Whoever wrote down a session's `last_hash` when it ended can show that as well.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from datetime import UTC, datetime

from physassist_tui.store.chain import stamp

APPLICATION_ID = 0x50484153
"""`PHAS`: what `PRAGMA application_id` says of our files."""


@dataclass(frozen=True)
class Migration:
    """One step of the schema. Steps are never changed once they are released."""

    number: int
    name: str
    statements: tuple[str, ...]


def _only_added(*tables: str) -> tuple[str, ...]:
    """The triggers that refuse to change or remove a row."""
    return tuple(
        f"CREATE TRIGGER {table}_is_kept_{act} BEFORE {act} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END"
        for table in tables
        for act in ("UPDATE", "DELETE")
    )


MIGRATIONS: tuple[Migration, ...] = (
    Migration(
        1,
        "sessions, events, scores, grades",
        (
            f"PRAGMA application_id = {APPLICATION_ID}",
            """
            CREATE TABLE migration (
              number INTEGER PRIMARY KEY,
              name TEXT NOT NULL,
              applied_at TEXT NOT NULL
            )
            """,
            # AUTOINCREMENT keeps the highest number ever given, so that the last session cannot
            # vanish without a trace.
            """
            CREATE TABLE session (
              number INTEGER PRIMARY KEY AUTOINCREMENT,
              id TEXT NOT NULL UNIQUE,
              scenario TEXT NOT NULL,
              scenario_hash TEXT NOT NULL,
              rubric_hash TEXT NOT NULL,
              toolset TEXT NOT NULL,
              language TEXT NOT NULL,
              seed INTEGER NOT NULL,
              physician TEXT,
              assistant TEXT,
              patient TEXT,
              app_version TEXT NOT NULL,
              patient_version TEXT NOT NULL,
              parent_session TEXT,
              parent_seq INTEGER,
              started_at TEXT NOT NULL,
              last_at TEXT NOT NULL,
              last_seq INTEGER NOT NULL,
              last_hash TEXT NOT NULL,
              active_ms INTEGER NOT NULL,
              turn INTEGER NOT NULL,
              ended TEXT
            )
            """,
            "CREATE INDEX session_by_scenario ON session (scenario)",
            # No other index on what changes with every event: each is one more page to write.
            """
            CREATE TABLE event (
              id INTEGER PRIMARY KEY,
              session TEXT NOT NULL REFERENCES session (id),
              seq INTEGER NOT NULL,
              at TEXT NOT NULL,
              active_ms INTEGER NOT NULL,
              turn INTEGER NOT NULL,
              seat TEXT,
              player TEXT,
              kind TEXT NOT NULL,
              data TEXT NOT NULL,
              prev_hash TEXT NOT NULL,
              hash TEXT NOT NULL,
              UNIQUE (session, seq)
            )
            """,
            """
            CREATE TABLE score (
              id INTEGER PRIMARY KEY,
              session TEXT NOT NULL REFERENCES session (id),
              scored_at TEXT NOT NULL,
              last_seq INTEGER NOT NULL,
              identity_hash TEXT NOT NULL,
              mrs REAL,
              graded_share REAL,
              task_success INTEGER,
              data TEXT NOT NULL
            )
            """,
            "CREATE INDEX score_by_session ON score (session)",
            """
            CREATE TABLE grade (
              score INTEGER NOT NULL REFERENCES score (id),
              turn INTEGER NOT NULL,
              item TEXT NOT NULL,
              kind TEXT,
              grader TEXT,
              grade TEXT NOT NULL,
              because TEXT,
              evidence TEXT NOT NULL,
              PRIMARY KEY (score, turn, item)
            )
            """,
            """
            CREATE VIEW spoken AS
            SELECT id, session, seq, turn, seat, kind,
              CASE kind WHEN 'turn_started' THEN json_extract(data, '$.request')
                ELSE json_extract(data, '$.text') END AS text
            FROM event WHERE kind IN ('turn_started', 'message', 'answered')
            """,
        ),
    ),
    Migration(
        2,
        "what raters and judges say",
        (
            """
            CREATE TABLE rating (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              session TEXT NOT NULL REFERENCES session (id),
              rater TEXT NOT NULL,
              at TEXT NOT NULL,
              kind TEXT NOT NULL,
              scenario_hash TEXT NOT NULL,
              rubric_hash TEXT NOT NULL,
              last_seq INTEGER NOT NULL,
              turn INTEGER NOT NULL,
              item TEXT NOT NULL,
              grade TEXT,
              dispute TEXT,
              text TEXT NOT NULL,
              ms INTEGER NOT NULL
            )
            """,
            "CREATE INDEX rating_by_session ON rating (session, rater)",
            """
            CREATE TABLE judgement (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              session TEXT NOT NULL REFERENCES session (id),
              turn INTEGER NOT NULL,
              judge TEXT NOT NULL,
              prompt_hash TEXT NOT NULL,
              request_hash TEXT NOT NULL,
              made_at TEXT NOT NULL,
              data TEXT NOT NULL
            )
            """,
            "CREATE INDEX judgement_by_session ON judgement (session)",
            *_only_added("rating", "judgement"),
        ),
    ),
    Migration(
        3,
        "studies",
        (
            """
            CREATE TABLE study (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              study TEXT NOT NULL,
              hash TEXT NOT NULL,
              at TEXT NOT NULL,
              data TEXT NOT NULL,
              UNIQUE (study, hash)
            )
            """,
            # A session's id is given before the session begins: no key holds it to one.
            """
            CREATE TABLE assignment (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              study TEXT NOT NULL,
              participant TEXT NOT NULL,
              position INTEGER NOT NULL,
              trial INTEGER NOT NULL,
              scenario TEXT NOT NULL,
              condition TEXT NOT NULL,
              language TEXT NOT NULL,
              requests TEXT NOT NULL,
              seconds REAL,
              player TEXT NOT NULL,
              seed INTEGER NOT NULL,
              session TEXT NOT NULL UNIQUE,
              study_hash TEXT NOT NULL,
              at TEXT NOT NULL,
              UNIQUE (study, participant, position)
            )
            """,
            """
            CREATE TABLE response (
              id INTEGER PRIMARY KEY AUTOINCREMENT,
              study TEXT NOT NULL,
              participant TEXT NOT NULL,
              session TEXT,
              at TEXT NOT NULL,
              kind TEXT NOT NULL,
              language TEXT NOT NULL,
              study_hash TEXT NOT NULL,
              question TEXT NOT NULL,
              part TEXT NOT NULL,
              value REAL,
              text TEXT NOT NULL
            )
            """,
            "CREATE INDEX response_by_participant ON response (study, participant)",
            *_only_added("study", "assignment", "response"),
        ),
    ),
    Migration(
        4,
        "what was written to files is found",
        (
            "DROP VIEW spoken",
            """
            CREATE VIEW spoken AS
            SELECT id, session, seq, turn, seat, kind,
              CASE kind WHEN 'turn_started' THEN json_extract(data, '$.request')
                ELSE json_extract(data, '$.text') END AS text
            FROM event WHERE kind IN ('turn_started', 'message', 'answered', 'file_written')
            """,
        ),
    ),
)

LATEST = MIGRATIONS[-1].number


def version_of(connection: sqlite3.Connection) -> int:
    """The number of the last migration a file has had; 0 where it has none."""
    if not has_table(connection, "migration"):
        return 0
    (number,) = connection.execute("SELECT coalesce(max(number), 0) FROM migration").fetchone()
    return int(number)


def has_table(connection: sqlite3.Connection, name: str) -> bool:
    """Whether a table or view of that name is there."""
    found = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    return found is not None


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a file up to date, inside the caller's transaction.

    It looks at the version again, since another program may just have done the same.
    """
    version = version_of(connection)
    for step in MIGRATIONS:
        if step.number <= version:
            continue
        for statement in step.statements:
            connection.execute(statement)
        connection.execute(
            "INSERT INTO migration (number, name, applied_at) VALUES (?, ?, ?)",
            (step.number, step.name, stamp(datetime.now(UTC))),
        )
