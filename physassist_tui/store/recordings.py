"""The recordings: the one door to the file for every other room."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from sqlite3 import OperationalError
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from physassist_tui.core.events import AnyEvent
from physassist_tui.store import appending, lineage, reading, text_index
from physassist_tui.store.connection import BUSY_SECONDS
from physassist_tui.store.failures import SessionTaken, told
from physassist_tui.store.handle import Handle
from physassist_tui.store.paths import default_path
from physassist_tui.store.summary import Summary
from physassist_tui.store.text_index import Hit

if TYPE_CHECKING:
    from sqlite3 import Connection

    from sqlite_utils import Database

    from physassist_tui.core.reviewing import ReviewRow
    from physassist_tui.store.fault import Fault
    from physassist_tui.store.judgements import SavedJudgement
    from physassist_tui.store.scores import SavedScore
    from physassist_tui.store.studies import Studies

__all__ = ["Hit", "Recordings", "SessionTaken", "Summary", "default_path"]


class Recordings:
    """A recordings file, open. Usable from several threads; a context manager that closes it.

    Every method raises `BadInput` or `ServiceFailed` with one line where the file, the disk or
    another program is in the way.
    """

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._database: Database | None = None
        self._end: appending.End | None = None

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        readonly: bool = False,
        busy_seconds: float = BUSY_SECONDS,
    ) -> Self:
        """The recordings at `path`.

        A missing file is made, with its folders, unless `create` is false or `readonly` true;
        an empty one becomes a recordings file. `busy_seconds` is how long to wait for another
        writer.
        """
        return cls(Handle(path, create=create, readonly=readonly, busy_seconds=busy_seconds))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Brings the text index up to date, writes the log back into the file and lets go.

        Every event is already safe before. Closing twice is allowed.
        """
        self._handle.close()

    @property
    def path(self) -> Path:
        """Where the file is."""
        return self._handle.path

    @property
    def readonly(self) -> bool:
        """Whether it was opened to be read only."""
        return self._handle.readonly

    @property
    def database(self) -> Database:
        """The same connection through sqlite-utils, for reading; loaded when first asked for."""
        if self._database is None:
            from sqlite_utils import Database

            self._database = Database(self._handle.connection, execute_plugins=False)
        return self._database

    @property
    def studies(self) -> Studies:
        """What the file keeps of studies."""
        from physassist_tui.store.studies import Studies

        return Studies(self._handle)

    # Writing

    def append(self, session_id: str, events: Sequence[AnyEvent]) -> None:
        """Commits `events`, all or none; on return they are on the disk.

        The first event of a session is its start, which makes the session. Raises
        `SessionTaken` where the numbers do not go on from the last event in the file: another
        program has played on. Raises `ValueError` for events that are not numbered in a row.
        """
        if not events:
            return
        rows = appending.rows_of(session_id, events)
        self._end = self._handle.write(
            lambda connection: appending.append(connection, self.path, events, rows, self._end)
        )

    def save_score(self, session_id: str, score_json: dict[str, Any], identity_hash: str) -> int:
        """Keeps a score (the `score` object of `score --json`) beside earlier ones.

        Gives its id. Raises `BadInput` for an unknown session.
        """
        from physassist_tui.store.scores import insert_score

        def insert(connection: Connection) -> int:
            found = reading.find_session(connection, session_id)
            if found is None:
                raise reading.unknown(session_id, self.path)
            return insert_score(
                self.database, session_id, found.last_seq, score_json, identity_hash
            )

        return self._handle.write(insert)

    def add_rating(self, row: ReviewRow) -> int:
        """Keeps what a rater just did; on return it is on the disk. Gives its id.

        Raises `BadInput` for an unknown session.
        """
        from physassist_tui.store.ratings import insert_rating

        def insert(connection: Connection) -> int:
            if reading.find_session(connection, row.session) is None:
                raise reading.unknown(row.session, self.path)
            return insert_rating(connection, row)

        return self._handle.write(insert)

    def add_judgement(
        self,
        session_id: str,
        turn: int,
        judge: str,
        prompt_hash: str,
        request_hash: str,
        data: dict[str, Any],
    ) -> int:
        """Keeps what a judge replied of a turn; gives its id. `BadInput`: no such session."""
        from physassist_tui.store.judgements import insert_judgement

        def insert(connection: Connection) -> int:
            if reading.find_session(connection, session_id) is None:
                raise reading.unknown(session_id, self.path)
            return insert_judgement(
                connection, session_id, turn, judge, prompt_hash, request_hash, data
            )

        return self._handle.write(insert)

    # Reading

    def ratings(self, session_id: str, rater: str | None = None) -> list[ReviewRow]:
        """What raters did in a session, of one rater or of all, in order; empty for none."""
        from physassist_tui.store.ratings import find_ratings

        with self._handle.reading() as connection:
            return find_ratings(connection, session_id, rater)

    def judgements(self, session_id: str) -> list[SavedJudgement]:
        """What judges replied of a session, the oldest first; empty for none."""
        from physassist_tui.store.judgements import find_judgements

        with self._handle.reading() as connection:
            return find_judgements(connection, session_id)

    def events(self, session_id: str) -> list[AnyEvent]:
        """All events of a session, in order; a fork's begin with those it shares.

        Raises `BadInput` for an unknown session, `ServiceFailed` where the recording is not
        whole enough to be read.
        """
        with self._handle.reading() as connection:
            return reading.session_events(connection, self.path, session_id)

    def holder(self, session_id: str, seq: int) -> str:
        """The session under which event `seq` of a session lies: itself, or one it shares it with.

        Raises `BadInput` for an unknown session.
        """
        with self._handle.reading() as connection:
            if reading.find_session(connection, session_id) is None:
                raise reading.unknown(session_id, self.path)
            return lineage.holder(connection, session_id, seq)

    def sessions(self, *, scenario: str | None = None, unfinished: bool = False) -> list[Summary]:
        """The sessions, the one that began last first; of one scenario, or those not yet over."""
        with self._handle.reading() as connection:
            return reading.find_sessions(connection, scenario=scenario, unfinished=unfinished)

    def session(self, session_id: str) -> Summary:
        """One session. Raises `BadInput` where there is none of that id."""
        with self._handle.reading() as connection:
            found = reading.find_session(connection, session_id)
        if found is None:
            raise reading.unknown(session_id, self.path)
        return found

    def latest_unfinished(self) -> str | None:
        """The id of the session that, of those not over, was played last; `None`: all are over."""
        unfinished = self.sessions(unfinished=True)
        last = max(unfinished, key=lambda one: one.last_text, default=None)
        return None if last is None else last.id

    def resolve(self, text: str) -> str:
        """The id of the session that `text` is, or begins, in either case of letters.

        Raises `BadInput` with the nearest ids where none or several do.
        """
        with self._handle.reading() as connection:
            return reading.resolve(connection, self.path, text)

    def scores(self, session_id: str) -> list[SavedScore]:
        """The scores of a session, the oldest first. Raises `BadInput` for an unknown session."""
        from physassist_tui.store.scores import find_scores

        with self._handle.reading() as connection:
            if reading.find_session(connection, session_id) is None:
                raise reading.unknown(session_id, self.path)
            return find_scores(self.database, session_id)

    def search_text(self, query: str, *, limit: int = 50) -> list[Hit]:
        """Where every word of `query` was asked, said or answered, the newest first."""
        handle = self._handle
        with handle.lock, told(self.path):
            # Without an index that is up to date it is looked for row by row.
            with suppress(OperationalError):
                handle.index_text()
            with handle.lenient_text():
                return text_index.find(handle.connection, query, limit)

    # Care of the file

    def verify(self, session_id: str | None = None) -> list[Fault]:
        """What is wrong with one session, or with the whole file; empty where it is whole.

        Raises `BadInput` for a session of which there is no trace.
        """
        from physassist_tui.store.verify import verify

        with self._handle.reading() as connection, self._handle.lenient_text():
            return verify(connection, self.path, session_id)

    def backup(self, to: Path) -> None:
        """Copies the file to `to`, which must not exist, while others may go on writing."""
        from physassist_tui.store.backup import backup

        with self._handle.lock, told(to):
            backup(self._handle.connection, to)

    def merge(self, other: Path) -> int:
        """Brings the sessions of another recordings file, and their scores, into this one.

        Gives how many sessions were added or made longer. The other file is verified first and
        not changed. Raises `BadInput` where it is not whole (then nothing is brought in), or
        where a session was played on in both files in different ways (then that one is left as
        it is here, and the others are brought in). A file of an older version is read from a copy
        that is brought up to date.
        """
        from physassist_tui.store.merge import check_whole, merge_into
        from physassist_tui.store.older import to_read

        with (
            to_read(other) as theirs,
            theirs._handle.reading() as their_connection,
        ):
            check_whole(theirs.verify(), other)
            merged = self._handle.write(lambda ours: merge_into(ours, their_connection))
        return merged.count_or_refusal(other)
