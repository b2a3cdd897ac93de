"""Plays gold again without the questions that bring a fact out."""

from __future__ import annotations

from dataclasses import replace

from physassist_tui.check.case import Case
from physassist_tui.core.scenario import GoldAsk, GoldCall, Scenario
from physassist_tui.core.state import SessionState
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.session import answered_turns

_MOST_ROUNDS = 12


def without_fact(case: Case, context: TurnContext, fact: str) -> tuple[SessionState, str] | None:
    """The state at the turn's answer when nobody had asked for `fact`, and what was left out.

    A question may bring out what an earlier one, now left out, had brought; so questions are
    taken out until the fact stays in. `None` where gold never brings it out.
    """
    scenario, told = case.scenario, []
    for _round in range(_MOST_ROUNDS):
        state = _played(case, scenario, context)
        brought = next((r for r in state.revealed if r.fact == fact), None)
        if brought is None:
            break
        question = next(m for m in state.messages if m.seq == brought.message_seq)
        calls = [c for c in state.calls if c.turn == brought.turn]
        at = max(i for i, c in enumerate(calls) if c.seq < brought.seq)
        told.append(question.text)
        scenario = _without_step(scenario, brought.turn - 1, at)
    else:
        return None
    return (state, " / ".join(told)) if told else None


def _played(case: Case, scenario: Scenario, context: TurnContext) -> SessionState:
    from physassist_tui.play.headless import play_script

    if scenario is case.scenario:
        return context.state
    loaded = replace(case.loaded, scenario=scenario)
    events = play_script(loaded, "script:gold", context.language, record=case.record)
    return answered_turns(events, scenario, context.record)[context.number - 1].state


def _without_step(scenario: Scenario, turn: int, at: int) -> Scenario:
    """The scenario whose gold lacks its call or question number `at` of a turn."""
    steps = scenario.turns[turn].gold
    acts = [i for i, step in enumerate(steps) if isinstance(step, GoldCall | GoldAsk)]
    kept = tuple(step for i, step in enumerate(steps) if i != acts[at])
    changed = scenario.turns[turn].model_copy(update={"gold": kept})
    turns = (*scenario.turns[:turn], changed, *scenario.turns[turn + 1 :])
    return scenario.model_copy(update={"turns": turns})
