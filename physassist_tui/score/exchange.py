"""`exchange`: decided on what the patient had told before the answer."""

from __future__ import annotations

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import msg, several
from physassist_tui.score.grade import Grade, TurnContext

EXCHANGE_VERSION = 1


def grade_exchange(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `exchange` of `spec`: every fact it names was revealed before the answer.

    In this turn or an earlier one; what the patient told after the answer is too late.
    Abstains where the scenario has no such fact.
    """
    wanted = spec.exchange
    if wanted is None:
        raise ValueError("this is no exchange grader")
    known = {fact.id for fact in context.scenario.facts}
    unknown = [fact for fact in wanted.facts if fact not in known]
    if unknown:
        because = msg("The scenario has no fact {facts}.", facts=several(unknown))
        return Grade(Verdict.ABSTAIN, "exchange", EXCHANGE_VERSION, because)
    first: dict[str, int] = {}
    for revealed in context.state.revealed:
        if revealed.seq < context.answer_seq:
            first.setdefault(revealed.fact, revealed.seq)
    evidence = tuple(sorted(first[fact] for fact in set(wanted.facts) if fact in first))
    missing = [fact for fact in wanted.facts if fact not in first]
    if missing:
        because = msg(
            "Before the answer the patient had not said: {facts}",
            facts=" … ".join(_in_words(fact, context) for fact in missing),
        )
        return Grade(Verdict.FAIL, "exchange", EXCHANGE_VERSION, because, evidence)
    because = msg("The patient had told it before the answer.")
    return Grade(Verdict.PASS, "exchange", EXCHANGE_VERSION, because, evidence)


def _in_words(fact_id: str, context: TurnContext) -> str:
    """The fact as the patient says it, in the session's language where it is worded in it."""
    say = context.scenario.fact(fact_id).say
    first, second = (say.zh, say.en) if context.language == "zh" else (say.en, say.zh)
    wording = first or second
    return wording.medium if wording is not None else fact_id
