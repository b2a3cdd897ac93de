"""A recording that a command is given: a session by its id, or a file of JSON lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import open_recordings, progress_on_stderr
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg

if TYPE_CHECKING:
    from physassist_tui.core.events import AnyEvent
    from physassist_tui.ehr.record import Record
    from physassist_tui.library import Loaded
    from physassist_tui.replay import Replay, Standing


@dataclass(frozen=True)
class Recorded:
    """A recording, and what it was played on where that is here."""

    replay: Replay
    loaded: Loaded | None = None
    record: Record | None = None
    standing: Standing | None = None
    score: dict[str, object] | None = None
    part: bool = False
    redacted: bool = False


def recorded(text: str, db: Path | None, root: Path | None) -> Recorded:
    """The recording named `text`: a file that is there, else an id or the start of one.

    Says on standard error where the scenario is not here.
    """
    from physassist_tui.replay import Replay

    score: dict[str, object] | None = None
    path = Path(text)
    if text.endswith(".jsonl") or path.is_file():
        from physassist_tui.store.session_file import read_session_file

        file = read_session_file(path)
        found = with_standing(Replay(file.events, file.session), root)
        return replace(found, part=file.part, redacted=file.redacted)
    with open_recordings(db, readonly=True) as recordings:
        session = recordings.resolve(text)
        replay = Replay(recordings.events(session), session)
        scores = recordings.scores(session)
        score = scores[-1].data if scores else None
    return with_standing(replay, root, score)


def events_of(text: str, db: Path | None) -> Sequence[AnyEvent]:
    """The events of the recording named `text`, as `recorded` takes it; no scenario is needed."""
    path = Path(text)
    if text.endswith(".jsonl") or path.is_file():
        from physassist_tui.store.session_file import read_session_file

        return read_session_file(path).events
    with open_recordings(db, readonly=True) as recordings:
        return recordings.events(recordings.resolve(text))


def with_standing(
    replay: Replay, root: Path | None, score: dict[str, object] | None = None
) -> Recorded:
    """A recording with its scenario and record, where they are here."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.library import ScenarioProblems
    from physassist_tui.play.free import load_played
    from physassist_tui.replay import standing_of

    started = replay.started
    if started is None:
        raise BadInput(msg("The recording has no start."))
    try:
        loaded = load_played(started.scenario, root)
    except ScenarioProblems:
        raise
    except BadInput:
        note = msg(
            "The scenario {scenario} is not here, and so the chart's head is not shown; "
            "--scenarios gives the folder that has it.",
            scenario=started.scenario,
        )
        click.echo(note.render(), err=True)
        return Recorded(replay, score=score)
    record = open_record(loaded.record_path, progress=progress_on_stderr)
    return Recorded(replay, loaded, record, standing_of(loaded, started, record), score)
