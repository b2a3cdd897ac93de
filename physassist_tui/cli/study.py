"""`physassist study check|run|status|export`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import (
    db_option,
    full_screen,
    json_option,
    lang_option,
    library_option,
    open_recordings,
    plain_option,
    print_json,
    progress_on_stderr,
)
from physassist_tui.cli.texts import Group, option
from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import end_name
from physassist_tui.core.words import EndReason
from physassist_tui.i18n import _, msg, nmsg, use_language

if TYPE_CHECKING:
    from physassist_tui.play.opening import Opened
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.study.leading import Leading, Play
    from physassist_tui.study.progress import Progress

participant_option = option(
    "--participant",
    required=True,
    metavar="ID",
    help=msg("Who plays: the id of a participant in the study's file.").msgid,
)


@click.group(cls=Group, help=msg("Lead people and models through a study.").msgid)
def study() -> None:
    """Studies."""


@study.command(
    "check",
    help=msg("Say whether a study's file can be used. Leaves with 1 where it cannot.").msgid,
)
@click.argument("file", type=click.Path(path_type=Path))
@lang_option
@library_option
@json_option
def check(file: Path, lang: str | None, root: Path | None, as_json: bool) -> int:
    """Checks a study's file."""
    from physassist_tui.study.load import StudyProblems, load_study
    from physassist_tui.study.order import plan

    del lang
    try:
        loaded = load_study(file, root)
    except StudyProblems as found:
        if as_json:
            problems = [problem.to_json() for problem in found.problems]
            print_json({"ok": False, "id": None, "sessions": None, "problems": problems})
        else:
            click.echo(str(found))
        return 1
    plans = [plan(loaded.study, one) for one in loaded.study.participants]
    sessions = sum(len(one) for one in plans)
    if as_json:
        print_json({"ok": True, "id": loaded.study.id, "sessions": sessions, "problems": []})
        return 0
    for participant, order in zip(loaded.study.participants, plans, strict=True):
        count = nmsg("{n} session", "{n} sessions", len(order))
        click.echo(_("{head}: {value}", head=participant.id, value=count))
        for one in order:
            scenario = loaded.scenarios[one.scenario].scenario.id
            click.echo(f"  {one.position}. {scenario} · {one.condition} · {one.trial}")
    return 0


@study.command(
    "run",
    help=msg(
        "Lead a participant through what comes next: consent, instructions, session, questions. "
        "You can stop at any place; the same command goes on. A model plays all that is left."
    ).msgid,
)
@click.argument("file", type=click.Path(path_type=Path))
@participant_option
@plain_option
@lang_option
@library_option
@db_option
def run(
    file: Path,
    participant: str,
    plain: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
) -> int:
    """Leads a person, or lets a model play."""
    from physassist_tui.study.leading import Leading
    from physassist_tui.study.load import load_study

    del lang
    loaded = load_study(file, root)
    with open_recordings(db) as recordings:
        leading = Leading(loaded, recordings, participant)
        if not leading.participant.is_person:
            return _all_by_itself(leading, recordings)
        use_language(leading.language)
        from physassist_tui.plain.studying import lead

        command = _command(file, participant, root, db, plain=plain)
        held = _Held(leading, recordings, root, command, lines=not full_screen(plain=plain))
        return lead(leading, held.play, command)


def _command(
    file: Path, participant: str, root: Path | None, db: Path | None, *, plain: bool
) -> str:
    words = ["physassist", "study", "run", str(file), "--participant", participant]
    words += ["--plain"] if plain else []
    words += ["--scenarios", str(root)] if root else []
    words += ["--db", str(db)] if db else []
    return shlex.join(words)


class _Held:
    """Plays a person's sessions, in the app or in lines."""

    def __init__(
        self,
        leading: Leading,
        recordings: Recordings,
        root: Path | None,
        command: str,
        *,
        lines: bool,
    ) -> None:
        self._leading = leading
        self._recordings = recordings
        self._root = root
        self._command = command
        self._lines = lines

    def play(self, step: Play) -> bool:
        """Plays a session until it is over or the person leaves; whether it is over."""
        if self._lines:
            from physassist_tui.plain.session import play_in_lines

            play_in_lines(self._open(self._recordings, step), self._recordings)
        else:
            self._on_screen(step)
        return not self._recordings.session(step.assignment.session).unfinished

    def _open(self, recordings: Recordings, step: Play) -> Opened:
        from physassist_tui.study.playing import open_assigned

        return open_assigned(
            self._leading.loaded,
            recordings,
            step.assignment,
            command=self._command,
            progress=progress_on_stderr,
        )

    def _on_screen(self, step: Play) -> None:
        from physassist_tui.store.recordings import Recordings
        from physassist_tui.tui.running import run_app

        # The app closes the recordings that it is given.
        shown = Recordings.open(self._recordings.path)
        try:
            opened = self._open(shown, step)
            run_app(shown, root=self._root, language=self._leading.language, opened=opened)
        finally:
            shown.close()
        if opened.director.state.ended is not None:
            _grade(self._recordings, opened)


def _grade(recordings: Recordings, opened: Opened) -> None:
    """Keeps a score of what was played, where none is kept yet."""
    from physassist_tui.score.keeping import score_and_keep

    if not recordings.scores(opened.director.session):
        score_and_keep(recordings, opened.director.session, opened.loaded, opened.record)


def _all_by_itself(leading: Leading, recordings: Recordings) -> int:
    """Lets a model or script play everything that is left; a line a session."""
    from physassist_tui.play.headless import run as play_headless
    from physassist_tui.study.leading import Play
    from physassist_tui.study.playing import open_assigned

    while isinstance(step := leading.step(), Play):
        opened = open_assigned(
            leading.loaded, recordings, step.assignment, progress=progress_on_stderr
        )
        ended = play_headless(opened)
        _grade(recordings, opened)
        told = _("Session {number} of {of}", number=step.assignment.position, of=step.of)
        click.echo(_("{head}: {value}", head=told, value=end_name(ended)))
        if ended in (EndReason.PROVIDER_FAILED, EndReason.CONTEXT_FULL):
            detail = one_line(opened.director.state.ended_detail)
            raise ServiceFailed(
                msg(
                    "The model gave no answer. {detail} The same command goes on with the next "
                    "session.",
                    detail=detail,
                )
            )
    return 0


@study.command("status", help=msg("Show how far everybody in a study is.").msgid)
@click.argument("file", type=click.Path(path_type=Path))
@lang_option
@library_option
@db_option
@json_option
def status(file: Path, lang: str | None, root: Path | None, db: Path | None, as_json: bool) -> int:
    """Shows the progress of a study."""
    from physassist_tui.study.load import load_study
    from physassist_tui.study.progress import progress_of, total

    del lang
    loaded = load_study(file, root)
    with open_recordings(db) as recordings:
        rows = progress_of(loaded, recordings)
    if as_json:
        print_json(
            {
                "study": loaded.study.id,
                "participants": [row.to_json() for row in rows],
                "total": {k: v for k, v in total(rows).to_json().items() if isinstance(v, int)},
            }
        )
        return 0
    for row in rows:
        click.echo(_status_line(row, row.participant))
    click.echo(_status_line(total(rows), _("all")))
    return 0


def _status_line(row: Progress, name: str) -> str:
    return _(
        "{name}: {planned} planned, {attempted} begun, {finished} finished, {graded} graded, "
        "{questions} with questions done",
        name=name,
        planned=row.planned,
        attempted=row.attempted,
        finished=row.finished,
        graded=row.graded,
        questions=row.questions,
    )


@study.command(
    "export",
    help=msg(
        "Write a study as tidy CSV: a row a session, a row a turn, a row a response, and what "
        "the columns mean."
    ).msgid,
)
@click.argument("file", type=click.Path(path_type=Path))
@option(
    "--csv",
    "folder",
    required=True,
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=msg("The folder that the files are written into.").msgid,
)
@lang_option
@library_option
@db_option
def export(file: Path, folder: Path, lang: str | None, root: Path | None, db: Path | None) -> int:
    """Writes the files of an export."""
    from physassist_tui.study.csv_files import export as write
    from physassist_tui.study.load import load_study

    del lang
    loaded = load_study(file, root)
    with open_recordings(db, readonly=True) as recordings:
        for path in write(loaded, recordings, folder):
            click.echo(str(path))
    return 0
