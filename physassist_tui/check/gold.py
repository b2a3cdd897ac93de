"""Check 2: the author's perfect play passes every item, in every language, by rule."""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.check.case import Case, Play
from physassist_tui.core.events import ToolReturned
from physassist_tui.core.scenario import GoldAnswer, Turn
from physassist_tui.core.words import EndReason, Verdict
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.library import FieldPath, Problem

GOLD = "script:gold"


def check_gold(case: Case) -> list[Problem]:
    """The items that gold does not pass, the calls of it that fail, and a play cut short."""
    problems = []
    for lang in case.scenario.languages:
        play = case.play(GOLD, lang)
        for path, words in (
            *_cut_short(play),
            *_failed_calls(case, play),
            *_items(case, play, lang),
        ):
            problem = case.problem(path, words)
            if problem not in problems:
                problems.append(problem)
    return problems


def _cut_short(play: Play) -> Iterator[tuple[FieldPath, Message]]:
    if play.state.ended is not EndReason.COMPLETED:
        ended = play.state.ended.value if play.state.ended else "-"
        number = max(0, play.state.turn_number - 1)
        yield (
            ("turns", number, "gold"),
            msg("script:gold does not reach the end of the session: {reason}", reason=ended),
        )


def _failed_calls(case: Case, play: Play) -> Iterator[tuple[FieldPath, Message]]:
    called = {call.call_id: call for call in play.state.calls}
    for event in play.events:
        if not isinstance(event, ToolReturned) or event.data.ok:
            continue
        call = called[event.data.call_id]
        before = [c for c in play.state.calls if c.turn == call.turn and c.seq < call.seq]
        step = min(len(before), len(case.scenario.turns[call.turn - 1].gold) - 1)
        yield (
            ("turns", call.turn - 1, "gold", step),
            msg(
                "script:gold's call of {tool} fails: {error}",
                tool=call.tool,
                error=event.data.result.get("error", ""),
            ),
        )


def _items(case: Case, play: Play, lang: Lang) -> Iterator[tuple[FieldPath, Message]]:
    for turn, scored in zip(case.scenario.turns, play.score.turns, strict=True):
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


def gold_answer_at(turn: Turn) -> int:
    """Which gold step of a turn is its answer."""
    return next(at for at, step in enumerate(turn.gold) if isinstance(step, GoldAnswer))
