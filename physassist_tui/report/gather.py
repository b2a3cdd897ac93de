"""Reads sessions from the recordings, each with its latest score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import Message
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.free import is_free
from physassist_tui.report.played import CHANGED, NO_SCENARIO, Played, played_of
from physassist_tui.store.recordings import Recordings

Progress = Callable[[int, int | None], None]


def gather(
    recordings: Recordings,
    *,
    sessions: Sequence[str] = (),
    scenario: str | None = None,
    root: Path | None = None,
    progress: Progress | None = None,
    known: Mapping[str, Loaded] = MappingProxyType({}),
) -> tuple[Played, ...]:
    """The sessions named (by id or the start of one), those of one scenario, or all.

    A session's score is the last one kept of all its events. One that has none yet is graded
    here from its events, without being kept; where its scenario is not at hand or has changed,
    it is listed as not graded, with the reason. `known` are scenarios by id that need not be
    looked for. In order of id; each session once.
    """
    if sessions:
        wanted = {recordings.resolve(one) for one in sessions}
    else:
        rows = recordings.sessions(scenario=scenario)
        # A free session has no rubric: no figure of a report is of it.
        wanted = {row.id for row in rows if not is_free(row.scenario)}
    grading = _Grading(root, progress, known)
    return tuple(_played(recordings, session, grading) for session in sorted(wanted))


def _played(recordings: Recordings, session: str, grading: _Grading) -> Played:
    events = recordings.events(session)
    kept = [
        score
        for score in recordings.scores(session)
        if score.last_seq == len(events) and "about" in score.data
    ]
    if kept:
        return played_of(session, events, kept[-1].data)
    score, why_not = grading.score(recordings, session, events)
    return played_of(session, events, score, why_not)


class _Grading:
    """Grades sessions whose score is not kept; opens each scenario and record once."""

    def __init__(
        self, root: Path | None, progress: Progress | None, known: Mapping[str, Loaded]
    ) -> None:
        self._root = root
        self._progress = progress
        self._loaded: dict[str, Loaded | None] = dict(known)
        self._charts: dict[str, Any] = {}

    def score(
        self, recordings: Recordings, session: str, events: Sequence[AnyEvent]
    ) -> tuple[dict[str, Any] | None, Message | None]:
        """The `score` object, by rules and people, or why there is none."""
        from physassist_tui.score.keeping import people_opinions
        from physassist_tui.score.raters import Raters
        from physassist_tui.score.session import score_session

        started = [event.data for event in events if event.kind == "session_started"][-1]
        loaded = self._scenario(started.scenario)
        if loaded is None:
            return None, NO_SCENARIO
        if loaded.content_hash != started.scenario_hash:
            return None, CHANGED
        raters = Raters(people_opinions(recordings, session, loaded.rubric_hash))
        score = score_session(events, loaded.scenario, self._chart(loaded), raters)
        return score.to_json("en"), None

    def _scenario(self, name: str) -> Loaded | None:
        if name not in self._loaded:
            try:
                self._loaded[name] = load_scenario(name, self._root)
            except BadInput:
                # The report says of each session that lacks its scenario that it does.
                self._loaded[name] = None
        return self._loaded[name]

    def _chart(self, loaded: Loaded) -> Any:
        from physassist_tui.ehr.record import open_record

        name = loaded.scenario.id
        if name not in self._charts:
            record = open_record(loaded.record_path, progress=self._progress)
            self._charts[name] = record.at(loaded.scenario.clock)
        return self._charts[name]
