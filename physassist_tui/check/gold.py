"""Check 2: the author's perfect play passes every item, in every language, by rule."""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.check.case import Case
from physassist_tui.core.state import SessionState
from physassist_tui.core.words import EndReason, Verdict
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.library import FieldPath, Problem

GOLD = "script:gold"


def check_gold(case: Case) -> list[Problem]:
    """The items that gold does not pass, the calls of it that fail, and a play cut short."""
    problems = []
    for lang in case.scenario.languages:
        state = case.state(GOLD, lang)
        for path, words in (
            *_cut_short(state),
            *_failed_calls(case, state),
            *_items(case, lang),
        ):
            problem = case.problem(path, words)
            if problem not in problems:
                problems.append(problem)
    return problems


def _cut_short(state: SessionState) -> Iterator[tuple[FieldPath, Message]]:
    if state.ended is not EndReason.COMPLETED:
        ended = state.ended.value if state.ended else "-"
        number = max(0, state.turn_number - 1)
        yield (
            ("turns", number, "gold"),
            msg("script:gold does not reach the end of the session: {reason}", reason=ended),
        )


def _failed_calls(case: Case, state: SessionState) -> Iterator[tuple[FieldPath, Message]]:
    for number, turn in enumerate(case.scenario.turns, start=1):
        calls = [call for call in state.calls if call.turn == number]
        for at, call in enumerate(calls[: len(turn.gold)]):
            if not call.ok and call.returned_seq:
                error = (call.result or {}).get("error", "")
                yield (
                    ("turns", number - 1, "gold", at),
                    msg("script:gold's call of {tool} fails: {error}", tool=call.tool, error=error),
                )


def _items(case: Case, lang: Lang) -> Iterator[tuple[FieldPath, Message]]:
    for turn, scored in zip(case.scenario.turns, case.turns(GOLD, lang), strict=True):
        for at, (item, graded) in enumerate(zip(turn.rubric, scored.items, strict=True)):
            verdict = graded.grade.verdict
            waits = verdict is Verdict.ABSTAIN and not item.grader.by_rule
            if verdict is Verdict.PASS or waits:
                continue
            path: FieldPath = ("turns", scored.turn - 1, "rubric", at)
            yield (
                path,
                msg(
                    "script:gold does not pass '{item}' in '{language}' ({verdict}): {because}",
                    item=item.id,
                    language=lang,
                    verdict=verdict.value,
                    because=graded.grade.because,
                ),
            )
