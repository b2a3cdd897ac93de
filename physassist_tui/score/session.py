"""The score of a session: a pure function of its events, its scenario and the grader set."""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.scenario import Scenario, Turn
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.i18n import Lang, msg
from physassist_tui.score.about import about
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.identity import identity_of
from physassist_tui.score.registry import grade_item, unanswered
from physassist_tui.score.report import ItemScore, Score, TurnScore
from physassist_tui.score.session_view import AnsweredTurn, SessionView, session_view
from physassist_tui.score.standing import CHECKS_VERSION, standing_findings

__all__ = ["Score", "score_session"]


def score_session(events: Sequence[AnyEvent], scenario: Scenario, record: EhrStore) -> Score:
    """Grades a session, over or under way, from its events alone.

    `record` is the scenario's record at its clock, without anybody's writes. Neither the wall
    clock nor where the events were stored matters: the same events give the same score.

    The scenario's turns are met in order by the session's scripted turns; free turns are not
    graded. A turn that was never started, is under way, or was answered with white space is
    unanswered and fails all its items. Raises `BadInput` where the events do not begin a
    session of this scenario.
    """
    view = session_view(events, scenario, record)
    started = view.state.started
    if started is None:
        raise BadInput(msg("These events do not begin a session: 'session_started' is missing."))
    if started.scenario != scenario.id:
        raise BadInput(
            msg(
                "This session was played on {played}; it cannot be graded by {other}.",
                played=started.scenario,
                other=scenario.id,
            )
        )
    answered = {turn.turn.seq: turn for turn in view.answered}
    scripted = [turn for turn in view.state.turns if turn.scripted]
    turns = []
    for number, turn in enumerate(scenario.turns, start=1):
        played = scripted[number - 1] if number <= len(scripted) else None
        answer = answered.get(played.seq) if played is not None else None
        turns.append(_turn_score(view, started.language, number, turn, answer))
    identity = identity_of(view.events, started, scenario, CHECKS_VERSION)
    return Score(tuple(turns), standing_findings(view), identity, about(scenario))


def _turn_score(
    view: SessionView, lang: Lang, number: int, turn: Turn, answer: AnsweredTurn | None
) -> TurnScore:
    if answer is None or not answer.answer.strip():
        items = [
            ItemScore(item.id, item.kind, item.text, unanswered(item.grader))
            for item in turn.rubric
        ]
        return TurnScore(number, False, tuple(items))
    context = TurnContext(
        scenario=view.scenario,
        turn=turn,
        number=number,
        language=lang,
        record=view.record,
        state=answer.state,
        answer=answer.answer,
        answer_seq=answer.seq,
    )
    items = [
        ItemScore(item.id, item.kind, item.text, grade_item(item.grader, context))
        for item in turn.rubric
    ]
    return TurnScore(number, True, tuple(items))
