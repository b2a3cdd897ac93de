"""The score of a session: a pure function of its events, its scenario and the grader set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent, SessionStartedData
from physassist_tui.core.scenario import RubricItem, Scenario, Turn
from physassist_tui.core.words import EndReason, Verdict
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.i18n import Lang, msg
from physassist_tui.score.about import about
from physassist_tui.score.causes import causes_of
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.identity import identity_of
from physassist_tui.score.raters import NOBODY, Opinion, Raters, decided
from physassist_tui.score.recall import Recall
from physassist_tui.score.registry import grade_rubric_item, not_charged, unanswered
from physassist_tui.score.report import ItemScore, Score, TurnScore
from physassist_tui.score.session_view import AnsweredTurn, SessionView, session_view
from physassist_tui.score.standing import CHECKS_VERSION, standing_findings

__all__ = [
    "EXCUSED",
    "Score",
    "answered_turns",
    "graded_turns",
    "score_session",
    "turns_to_grade",
]

EXCUSED = frozenset({EndReason.PROVIDER_FAILED, EndReason.CRASHED})
"""How a session ends that the assistant did not end and could not have gone on with."""


def score_session(
    events: Sequence[AnyEvent], scenario: Scenario, record: EhrStore, raters: Raters = NOBODY
) -> Score:
    """Grades a session, over or under way, from its events and what raters said of it.

    `record` is the scenario's record at its clock, without anybody's writes. Neither the wall
    clock nor where the events were stored matters: the same events, and the same words of the
    same `raters`, give the same score.

    Each of the scenario's turns is met by the session's turn that plays it (`scenario_turn`);
    free turns are not graded. A turn that was never started, is under way, or was answered with
    white space is unanswered and fails all its items; but of a long task what was written is
    graded all the same (`grade_rubric_item`), and where the session ended through no fault of
    the assistant (`EXCUSED`), what it had no chance to answer abstains. Raises
    `BadInput` where the events do not begin a session of this scenario.
    """
    view = session_view(events, scenario, record)
    started = _started(view)
    to_grade = turns_to_grade(view)
    turns = _turn_scores(view, to_grade, raters)
    identity = identity_of(
        view.events,
        started,
        scenario,
        CHECKS_VERSION,
        raters.judges,
        people=any(_people_decided(*one, raters) for one in to_grade),
    )
    findings = standing_findings(view)
    graded = [
        (context, [item.grade for item in turn.items])
        for (_n, _turn, context), turn in zip(to_grade, turns, strict=True)
    ]
    causes = causes_of(view, graded, findings)
    return Score(turns, findings, identity, about(scenario, started.requests), causes)


def graded_turns(
    events: Sequence[AnyEvent],
    scenario: Scenario,
    record: EhrStore,
    recall: Recall | None = None,
) -> tuple[TurnScore, ...]:
    """The turns of the score that rules alone give, without what is found beside the rubric.

    Plays of one scenario over one record may share a `recall`.
    """
    view = session_view(events, scenario, record, recall)
    return _turn_scores(view, turns_to_grade(view), NOBODY)


def answered_turns(
    events: Sequence[AnyEvent],
    scenario: Scenario,
    record: EhrStore,
    recall: Recall | None = None,
) -> tuple[TurnContext, ...]:
    """The turns of the scenario that there is something to grade of; raises `BadInput`.

    Those that were answered, and a long task's that stopped without an answer. Plays of one
    scenario over one record may share a `recall`.
    """
    view = session_view(events, scenario, record, recall)
    return tuple(context for _n, _turn, context in turns_to_grade(view) if context is not None)


ToGrade = tuple[int, Turn, TurnContext | None]


def turns_to_grade(view: SessionView) -> tuple[ToGrade, ...]:
    """The scenario's turns by number; with what a grader is given where one was answered."""
    started = _started(view)
    answered = {turn.turn.seq: turn for turn in view.answered}
    played_as = {turn.scenario_turn: turn for turn in view.state.turns if turn.scripted}
    turns = []
    for number, turn in enumerate(view.scenario.turns, start=1):
        played = played_as.get(number)
        answer = answered.get(played.seq) if played is not None else None
        context = _context(view, started.language, number, turn, answer)
        if context is None and view.scenario.long_task and played is not None:
            context = _stopped(view, started.language, number, turn, answer)
        turns.append((number, turn, context))
    return tuple(turns)


def _started(view: SessionView) -> SessionStartedData:
    started = view.state.started
    if started is None:
        raise BadInput(msg("These events do not begin a session: 'session_started' is missing."))
    if started.scenario != view.scenario.id:
        raise BadInput(
            msg(
                "This session was played on {played}; it cannot be graded by {other}.",
                played=started.scenario,
                other=view.scenario.id,
            )
        )
    return started


def _context(
    view: SessionView, lang: Lang, number: int, turn: Turn, answer: AnsweredTurn | None
) -> TurnContext | None:
    if answer is None or not answer.answer.strip():
        return None
    return TurnContext(
        scenario=view.scenario,
        turn=turn,
        number=number,
        language=lang,
        record=view.record,
        state=answer.state,
        answer=answer.answer,
        answer_seq=answer.seq,
        recall=view.recall,
    )


def _stopped(
    view: SessionView, lang: Lang, number: int, turn: Turn, answer: AnsweredTurn | None
) -> TurnContext:
    """A long task that was not answered: what it left in the chart and the workspace."""
    return TurnContext(
        scenario=view.scenario,
        turn=turn,
        number=number,
        language=lang,
        record=view.record,
        state=view.state if answer is None else answer.state,
        answer="",
        answer_seq=view.state.last_seq + 1 if answer is None else answer.seq,
        answered=False,
        recall=view.recall,
    )


def _excused(view: SessionView) -> frozenset[int]:
    """The scenario's turns that were not answered because the session broke off."""
    if view.state.ended not in EXCUSED:
        return frozenset()
    answered = {turn.scenario_turn for turn in view.state.turns if turn.answer is not None}
    return frozenset(range(1, len(view.scenario.turns) + 1)) - answered


def _turn_scores(
    view: SessionView, to_grade: Sequence[ToGrade], raters: Raters
) -> tuple[TurnScore, ...]:
    excused = _excused(view)
    return tuple(
        _turn_score(number, turn, context, raters, excused=number in excused)
        for number, turn, context in to_grade
    )


def _turn_score(
    number: int, turn: Turn, context: TurnContext | None, raters: Raters, *, excused: bool
) -> TurnScore:
    items = []
    for item in turn.rubric:
        if context is None or (excused and not context.answered):
            grade = not_charged(item.grader) if excused else unanswered(item.grader)
            items.append(ItemScore(item.id, item.kind, item.text, grade))
            continue
        said = raters.of(number, item.id)
        items.append(ItemScore(item.id, item.kind, item.text, _grade(item, context, said), said))
    return TurnScore(number, context is not None and context.answered, tuple(items))


def _grade(item: RubricItem, context: TurnContext, said: tuple[Opinion, ...]) -> Grade:
    """The item's grade: a person's also where its rules abstain."""
    by_raters = decided(said)
    grade = grade_rubric_item(item, replace(context, decided=by_raters))
    people_say = by_raters is not None and by_raters.grader == "human"
    if grade.verdict is Verdict.ABSTAIN and people_say and by_raters is not None:
        return by_raters
    return grade


def _people_decided(number: int, turn: Turn, context: TurnContext | None, raters: Raters) -> bool:
    """Whether any grade of a turn is another than it would be if no person had rated."""
    if context is None:
        return False
    for item in turn.rubric:
        said = raters.of(number, item.id)
        judges = tuple(one for one in said if not one.by_person)
        if said != judges and _grade(item, context, said) != _grade(item, context, judges):
            return True
    return False
