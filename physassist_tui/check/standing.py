"""Check 3: doing nothing scores nothing, and doing it the wrong way scores next to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from physassist_tui.check.case import Case
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, Message, format_percent, msg, several
from physassist_tui.library import Problem
from physassist_tui.score.figures import session_mean
from physassist_tui.score.report import TurnScore

NULL = "script:null"
WRONG = ("script:echo", "script:dump", "script:wrong-patient")
LIMIT = Fraction(1, 4)
"""A wrong way of playing must stay under this share of the session (its mean turn score)."""


@dataclass(frozen=True)
class Figures:
    """What a standing player scored: strict shares from 0 to 1, `None` where none is graded."""

    player: str
    language: Lang
    session: float | None
    turns: tuple[float | None, ...]


def standing_figures(case: Case) -> list[Figures]:
    """What each standing player scores of each turn and of the session, in each language."""
    figures = []
    for lang in case.scenario.languages:
        for player in ("script:gold", NULL, *WRONG):
            tallies = [turn.tally for turn in case.turns(player, lang)]
            figures.append(
                Figures(
                    player,
                    lang,
                    _float(session_mean(tallies)),
                    tuple(_float(tally.strict) for tally in tallies),
                )
            )
    return figures


def _float(share: Fraction | None) -> float | None:
    return None if share is None else float(share)


def check_standing(case: Case) -> list[Problem]:
    """Turns in which nothing scores something, and sessions that a wrong way scores in."""
    problems = []
    for lang in case.scenario.languages:
        for turn in case.turns(NULL, lang):
            for item in _passed(turn):
                at = [one.id for one in turn.items].index(item)
                problems.append(
                    case.problem(
                        ("turns", turn.turn - 1, "rubric", at),
                        msg(
                            "script:null passes '{item}' in '{language}' by doing nothing",
                            item=item,
                            language=lang,
                        ),
                    )
                )
        for player in WRONG:
            graded = case.turns(player, lang)
            mean = session_mean([turn.tally for turn in graded])
            if mean is not None and mean >= LIMIT:
                problems.append(case.problem(("turns",), _too_much(player, lang, mean, graded)))
    return problems


def _passed(turn: TurnScore) -> list[str]:
    passing = (Verdict.PASS, Verdict.PARTIAL)
    return [item.id for item in turn.items if item.grade.verdict in passing]


def _too_much(player: str, lang: Lang, mean: Fraction, graded: Sequence[TurnScore]) -> Message:
    turns: Message | None = None
    for turn in graded:
        share = turn.tally.strict
        told = msg(
            "turn {turn}: {share} ({items})",
            turn=turn.turn,
            share="-" if share is None else format_percent(float(share)),
            items=several(_passed(turn)) or "-",
        )
        turns = told if turns is None else msg("{first}; {then}", first=turns, then=told)
    return msg(
        "{player} scores {share} of the session in '{language}', {limit} or more: {turns}",
        player=player,
        share=format_percent(float(mean)),
        language=lang,
        limit=format_percent(float(LIMIT)),
        turns=turns or "",
    )
