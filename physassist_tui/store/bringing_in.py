"""Brings a session of a file of JSON lines into the recordings: the same events, once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg
from physassist_tui.store.session_file import Segment, SessionFile, segments

if TYPE_CHECKING:
    from physassist_tui.core.events import AnyEvent
    from physassist_tui.store.recordings import Recordings

Brought = Literal["added", "extended", "same"]


def bring_in(recordings: Recordings, file: SessionFile) -> Brought:
    """Adds the session of `file`, and what a fork shares with its parent where that is not here.

    A session that is here already is gone on with where the file has more of it, and left where
    it has not. Raises `BadInput` where the file is a part, was changed since it was written, or
    went another way than the recording here; then nothing is changed.
    """
    if file.part:
        raise BadInput(
            msg("The file has a part of session {session} only; it can be replayed, not imported.",
                session=file.session)
        )  # fmt: skip
    if file.last_hash != file.found_hash:
        raise BadInput(
            msg(
                "The events of session {session} are not those that were exported: the file was "
                "changed.",
                session=file.session,
            )
        )
    parts = segments(file.session, file.events)
    known = {one.id for one in recordings.sessions()}
    wanted = [(part, _missing(recordings, part, known)) for part in parts]
    for part, missing in wanted:
        recordings.append(part.session, missing)
    if not wanted[-1][1]:
        return "same"
    return "extended" if file.session in known else "added"


def _missing(recordings: Recordings, part: Segment, known: set[str]) -> list[AnyEvent]:
    """The events of `part` that its session here has not."""
    if part.session not in known:
        return part.events
    first = part.events[0].seq
    here = [event for event in recordings.events(part.session) if event.seq >= first]
    common = min(len(here), len(part.events))
    if here[:common] != part.events[:common]:
        raise BadInput(
            msg(
                "Session {session} is in {path} already and went another way there; it was left "
                "as it is.",
                session=part.session,
                path=recordings.path,
            )
        )
    return part.events[common:]
