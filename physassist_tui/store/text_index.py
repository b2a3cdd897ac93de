"""Full-text search over what was said: requests, messages and answers, in either language.

The index (`spoken_text`) is made of trigrams, so that Chinese, which has no spaces, is found by
any three characters in a row. Shorter words are looked for without it. It is no part of the
recording: rows are added to it after they are committed (before a search and on closing), so
that recording does not wait for it, and a SQLite without FTS5 or trigrams (before 3.34) does
without it and searches row by row.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from physassist_tui.store.connection import roll_back
from physassist_tui.store.schema import has_table

TOKENIZER = "trigram"
_SHORTEST = 3
_BATCH = 2000


@dataclass(frozen=True)
class Hit:
    """Words that were found. `seq` is their event's."""

    session: str
    seq: int
    turn: int
    seat: str | None
    kind: str
    text: str


def available(connection: sqlite3.Connection, tokenizer: str = TOKENIZER) -> bool:
    """Whether this SQLite can make and write the index."""
    try:
        connection.execute(
            f"CREATE VIRTUAL TABLE temp.probe USING fts5(text, tokenize = '{tokenizer}')"
        )
    except sqlite3.OperationalError as error:
        if "no such" in str(error):  # module: fts5, or tokenizer: trigram
            return False
        raise
    connection.execute("DROP TABLE temp.probe")
    return True


def behind(connection: sqlite3.Connection) -> bool:
    """Whether there are words that the index does not have."""
    newest = connection.execute(
        "SELECT id FROM spoken WHERE text IS NOT NULL ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return newest is not None and newest[0] > _indexed(connection)


def catch_up(connection: sqlite3.Connection) -> None:
    """Adds what is missing, in short transactions so that other writers get in between."""
    while behind(connection):
        connection.execute("BEGIN IMMEDIATE")
        try:
            _add_some(connection)
            connection.execute("COMMIT")
        except BaseException:
            roll_back(connection)
            raise


def _add_some(connection: sqlite3.Connection) -> None:
    connection.execute(
        "CREATE VIRTUAL TABLE IF NOT EXISTS spoken_text USING fts5("
        f"text, content = 'spoken', content_rowid = 'id', tokenize = '{TOKENIZER}')"
    )
    connection.execute(
        "INSERT INTO spoken_text (rowid, text) SELECT id, text FROM spoken "
        "WHERE id > ? AND text IS NOT NULL ORDER BY id LIMIT ?",
        (_indexed(connection), _BATCH),
    )


def _indexed(connection: sqlite3.Connection) -> int:
    if not has_table(connection, "spoken_text"):
        return 0
    (newest,) = connection.execute(
        "SELECT coalesce(max(id), 0) FROM spoken_text_docsize"
    ).fetchone()
    return int(newest)


def find(connection: sqlite3.Connection, query: str, limit: int) -> list[Hit]:
    """Where every word of `query` was said, newest first. White space parts the words.

    The words are plain: nothing in them is an operator. ASCII letters match in either case. An
    index that lacks words is not asked.
    """
    words = query.split()
    if not words:
        return []
    indexed = not behind(connection) and available(connection)
    long = [word for word in words if len(word) >= _SHORTEST] if indexed else []
    rest = [word for word in words if word not in long]
    source, where, args = "spoken", [], []
    if long:
        source = "spoken JOIN spoken_text ON spoken_text.rowid = spoken.id"
        where.append("spoken_text MATCH ?")
        args.append(" ".join('"' + word.replace('"', '""') + '"' for word in long))
    for word in rest:
        where.append("spoken.text LIKE ? ESCAPE '\\'")
        args.append(f"%{_escaped(word)}%")
    rows = connection.execute(
        "SELECT session, seq, turn, seat, kind, spoken.text "
        f"FROM {source} WHERE {' AND '.join(where)} ORDER BY spoken.id DESC LIMIT ?",
        (*args, limit),
    )
    return [Hit(*row) for row in rows.fetchall()]


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
