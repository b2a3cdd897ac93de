"""What a grader is given, made from a session under construction."""

from __future__ import annotations

from physassist_tui.core.scenario import Scenario
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.session_view import session_view
from tests.unit.builders import Play


def context_of(play: Play, scenario: Scenario, record: EhrStore, turn: int = 1) -> TurnContext:
    """The context of an answered turn, as `score_session` makes it."""
    view = session_view(play.events, scenario, record)
    answered = view.answered[turn - 1]
    started = view.state.started
    assert started is not None
    return TurnContext(
        scenario=scenario,
        turn=scenario.turns[turn - 1],
        number=turn,
        language=started.language,
        record=record,
        state=answered.state,
        answer=answered.answer,
        answer_seq=answered.seq,
    )
