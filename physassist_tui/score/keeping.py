"""Scores a recorded session and lays the score beside it; earlier scores stay."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded
from physassist_tui.score.change import Change, change_between
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.judge.judgement import Judgement
from physassist_tui.score.judge.judging import Judge, judge_turns, judgement_of
from physassist_tui.score.judge.prompt import prompt_of
from physassist_tui.score.raters import JudgeIdentity, Opinion, Raters
from physassist_tui.score.regrading import regraded
from physassist_tui.score.result import result_json
from physassist_tui.score.review.rows import Place, locked_opinions
from physassist_tui.score.session import Score, answered_turns, score_session
from physassist_tui.store.recordings import Recordings


@dataclass(frozen=True)
class Kept:
    """A score, and the session that it is of.

    `change` is what it says otherwise than the score before it; `None`: it is the first.
    `went_on` says whether the session went on in between.
    """

    session: str
    events: tuple[AnyEvent, ...]
    state: SessionState
    score: Score
    loaded: Loaded
    change: Change | None = None
    went_on: bool = False

    def result(self, lang: Lang) -> dict[str, Any]:
        """What a program reads; see `result_json`.

        `change` is there only where the score before said otherwise.
        """
        result = result_json(self.session, self.state, self.score, lang)
        return {**result, "change": self.change.to_json()} if self.change else result


def score_and_keep(
    recordings: Recordings,
    session: str,
    loaded: Loaded,
    record: Record,
    judges: Sequence[Judge] = (),
    *,
    again: bool = False,
    stop: Event | None = None,
    kept_judges: bool = False,
) -> Kept:
    """Grades a session from its events and what raters said, and keeps the score beside others.

    Each judge is asked of each answered turn, unless its reply is in the recordings (`again`:
    even so), and its replies are kept before the next is asked. With `kept_judges` no judge is
    asked, and all whose replies are kept count. People count whose review of this rubric is
    locked. Raises `BadInput`, `ServiceFailed`, and `Stopped` where `stop` is set.
    """
    events = recordings.events(session)
    own_record = record.at(loaded.scenario.clock)
    opinions = people_opinions(recordings, session, loaded.rubric_hash)
    identities = judge_identities(judges, events)
    if kept_judges:
        raters = kept_raters(recordings, session, loaded, events, own_record)
        opinions, identities = dict(raters.opinions), raters.judges
    elif judges:
        contexts = answered_turns(events, loaded.scenario, own_record)
        kept = () if again else recordings.judgements(session)
        for asked in judge_turns(contexts, judges, kept, stop=stop):
            if asked.new:
                _keep(recordings, session, asked.judgement)
            _add(opinions, asked.judgement)
    raters = Raters(opinions, identities)
    score = score_session(events, loaded.scenario, own_record, raters)
    started = fold(events).started
    if started is not None:
        score = replace(score, identity=regraded(score.identity, loaded, started))
    written = score.to_json("en")
    before = recordings.scores(session)[-1:]
    identity = json.dumps(written["identity"], sort_keys=True, ensure_ascii=False)
    recordings.save_score(session, written, hashlib.sha256(identity.encode()).hexdigest())
    return Kept(
        session,
        tuple(events),
        fold(events),
        score,
        loaded,
        change_between(before[0].data, written) if before else None,
        bool(before) and before[0].last_seq < len(events),
    )


def judged_by(score: Score, judge: str) -> tuple[int, int]:
    """How many items a judge graded, and how many it was asked to."""
    grades = [
        opinion.grade.verdict
        for turn in score.turns
        for item in turn.items
        for opinion in item.ratings
        if opinion.rater == f"judge:{judge}" and opinion.grade is not None
    ]
    return sum(verdict is not Verdict.ABSTAIN for verdict in grades), len(grades)


def people_opinions(
    recordings: Recordings, session: str, rubric_hash: str
) -> dict[Place, tuple[Opinion, ...]]:
    """What people whose review is locked say of a session, graded by that very rubric."""
    rows = [row for row in recordings.ratings(session) if row.rubric_hash == rubric_hash]
    return locked_opinions(rows)


def kept_judge_opinions(
    recordings: Recordings, session: str, contexts: Sequence[TurnContext]
) -> dict[Place, tuple[Opinion, ...]]:
    """What judges said of a session, from their kept replies; each judge's latest counts."""
    by_turn = {context.number: context for context in contexts}
    latest = {(saved.judge, saved.turn): saved for saved in recordings.judgements(session)}
    opinions: dict[Place, tuple[Opinion, ...]] = {}
    for (_judge, turn), saved in sorted(latest.items()):
        context = by_turn.get(turn)
        if context is not None and context.answer_seq == saved.data["answer_seq"]:
            _add(opinions, judgement_of(saved, context))
    return opinions


def kept_raters(
    recordings: Recordings,
    session: str,
    loaded: Loaded,
    events: Sequence[AnyEvent],
    record: EhrStore,
) -> Raters:
    """All that is kept of what raters said of a session: locked reviews, and judges' replies.

    `record` is the chart at the scenario's clock. Nobody is asked. A judge's settings are those
    of the latest of its replies that counts.
    """
    opinions = people_opinions(recordings, session, loaded.rubric_hash)
    contexts = answered_turns(events, loaded.scenario, record)
    heard = kept_judge_opinions(recordings, session, contexts)
    for place, said in heard.items():
        opinions[place] = (*opinions.get(place, ()), *said)
    names = {one.rater for said in heard.values() for one in said}
    latest = {saved.judge: saved for saved in recordings.judgements(session)}
    return Raters(
        opinions,
        tuple(
            JudgeIdentity(name, saved.prompt_hash, saved.data.get("settings") or {})
            for name, saved in sorted(latest.items())
            if f"judge:{name}" in names
        ),
    )


def judge_identities(
    judges: Sequence[Judge], events: Sequence[AnyEvent]
) -> tuple[JudgeIdentity, ...]:
    """What of the judges belongs to the score's identity, in order of name."""
    started = fold(events).started
    lang: Lang = started.language if started is not None else "en"
    return tuple(
        JudgeIdentity(judge.name, prompt_of(lang).hash, judge.settings)
        for judge in sorted(judges, key=lambda judge: judge.name)
    )


def _keep(recordings: Recordings, session: str, judgement: Judgement) -> None:
    recordings.add_judgement(
        session,
        judgement.turn,
        judgement.judge,
        judgement.prompt_hash,
        judgement.request_hash,
        judgement.to_data(),
    )


def _add(opinions: dict[Place, tuple[Opinion, ...]], judgement: Judgement) -> None:
    for item, grade in judgement.grades().items():
        place = (judgement.turn, item)
        opinion = Opinion(f"judge:{judgement.judge}", grade)
        opinions[place] = (*opinions.get(place, ()), opinion)
