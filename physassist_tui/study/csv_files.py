"""Writes an export: tidy CSV files, and what their columns mean in one more."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import csv_text
from physassist_tui.i18n import msg
from physassist_tui.study.columns import Column, files
from physassist_tui.study.load import LoadedStudy
from physassist_tui.study.tables import held_of, response_rows, session_row, turn_rows

if TYPE_CHECKING:
    from physassist_tui.core.events import AnyEvent
    from physassist_tui.core.studying import Assignment
    from physassist_tui.ehr.record import Record
    from physassist_tui.store.recordings import Recordings

DICTIONARY = "dictionary.csv"


def export(loaded: LoadedStudy, recordings: Recordings, folder: Path) -> list[Path]:
    """Writes the files of a study into `folder`, which is made; gives their paths.

    A score is the last one kept of all a session's events, else it is made now and not kept.
    Raises `BadInput` where a file cannot be written.
    """
    held = held_of(loaded, recordings, _Scores(loaded, recordings).of)
    said = recordings.studies.responses(loaded.study.id)
    rows = {
        "sessions.csv": [session_row(one) for one in held],
        "turns.csv": [row for one in held for row in turn_rows(one)],
        "responses.csv": list(response_rows(said, held)),
    }
    texts = {name: to_csv(columns, rows[name]) for name, columns in files()}
    texts[DICTIONARY] = dictionary()
    return [_write(folder, name, text) for name, text in texts.items()]


def to_csv(columns: Sequence[Column], rows: Iterable[Mapping[str, Any]]) -> str:
    """The rows under the columns' names; a value that a row lacks is empty."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [column.name for column in columns]
    writer.writerow(names)
    for row in rows:
        unknown = row.keys() - set(names)
        if unknown:
            raise ValueError(f"columns without a meaning: {sorted(unknown)}")
        writer.writerow([_field(row.get(name)) for name in names])
    return text.getvalue()


def dictionary() -> str:
    """The data dictionary: file, column, type and meaning in both languages."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["file", "column", "type", "meaning_en", "meaning_zh"])
    for name, columns in files():
        for one in columns:
            meanings = [one.meaning.render("en"), one.meaning.render("zh")]
            writer.writerow([name, one.name, one.type, *meanings])
    return text.getvalue()


def _field(value: Any) -> Any:
    return csv_text(value) if isinstance(value, str) else value


def _write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            msg("{file} cannot be written: {reason}", file=path, reason=reason)
        ) from error
    return path


class _Scores:
    """The scores of a study's sessions; opens each scenario's record once."""

    def __init__(self, loaded: LoadedStudy, recordings: Recordings) -> None:
        self._by_id = {one.scenario.id: one for one in loaded.scenarios.values()}
        self._recordings = recordings
        self._records: dict[str, Record] = {}

    def of(self, assignment: Assignment, events: Sequence[AnyEvent]) -> Mapping[str, Any] | None:
        """The `score` object of a session; `None` where it cannot be made."""
        kept = [
            score
            for score in self._recordings.scores(assignment.session)
            if score.last_seq == len(events) and "about" in score.data
        ]
        return kept[-1].data if kept else self._made(assignment, events)

    def _made(self, assignment: Assignment, events: Sequence[AnyEvent]) -> Mapping[str, Any] | None:
        from physassist_tui.ehr.record import open_record
        from physassist_tui.score.keeping import people_opinions
        from physassist_tui.score.raters import Raters
        from physassist_tui.score.session import score_session

        scenario = self._by_id.get(assignment.scenario)
        started = events[0]
        if scenario is None or started.kind != "session_started":
            return None
        if scenario.content_hash != started.data.scenario_hash:
            return None
        if assignment.scenario not in self._records:
            self._records[assignment.scenario] = open_record(scenario.record_path)
        record = self._records[assignment.scenario].at(scenario.scenario.clock)
        said = people_opinions(self._recordings, assignment.session, scenario.rubric_hash)
        return score_session(events, scenario.scenario, record, Raters(said)).to_json("en")
