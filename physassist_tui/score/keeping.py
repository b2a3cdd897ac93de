"""Scores a recorded session and lays the score beside it; earlier scores stay."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import SessionState, fold
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded
from physassist_tui.score.result import result_json
from physassist_tui.score.session import Score, score_session
from physassist_tui.store.recordings import Recordings


@dataclass(frozen=True)
class Kept:
    """A score, and the session that it is of."""

    session: str
    events: tuple[AnyEvent, ...]
    state: SessionState
    score: Score
    loaded: Loaded

    def result(self, lang: Lang) -> dict[str, Any]:
        """What a program reads; see `result_json`."""
        return result_json(self.session, self.state, self.score, lang)


def score_and_keep(recordings: Recordings, session: str, loaded: Loaded, record: Record) -> Kept:
    """Grades a session from its events alone, and keeps the score with its identity."""
    events = recordings.events(session)
    score = score_session(events, loaded.scenario, record.at(loaded.scenario.clock))
    written = score.to_json("en")
    identity = json.dumps(written["identity"], sort_keys=True, ensure_ascii=False)
    recordings.save_score(session, written, hashlib.sha256(identity.encode()).hexdigest())
    return Kept(session, tuple(events), fold(events), score, loaded)
