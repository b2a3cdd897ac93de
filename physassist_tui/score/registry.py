"""The closed set of graders, by name, and `all`, which joins several.

A grader is a function `(spec, TurnContext) -> Grade`. Those of a model or a person give what the
raters came to (`TurnContext.decided`) and abstain without.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import RubricItem, Scenario
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, msg
from physassist_tui.score.evidence import EVIDENCE_VERSION, grade_evidence
from physassist_tui.score.exchange import EXCHANGE_VERSION, grade_exchange
from physassist_tui.score.file_grader import FILE_VERSION, grade_file, missing_file, reading_file
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.order_grader import ORDER_VERSION, grade_order
from physassist_tui.score.says import SAYS_VERSION, grade_says
from physassist_tui.score.state_grader import STATE_VERSION, grade_state
from physassist_tui.score.value import VALUE_VERSION, grade_value

ALL_VERSION = 1
RATER_VERSION = 1

Grader = Callable[[GraderSpec, TurnContext], Grade]


READS_THE_ANSWER = frozenset({"says", "value", "judge", "human"})
"""Graders that read the answer, or the file that stands in its place."""
_RULES_OF_WORDS = frozenset({"says", "value"})


def grade_rubric_item(item: RubricItem, context: TurnContext) -> Grade:
    """The grade of one item of the rubric: on the file that it reads, where it reads one.

    Where a long task stopped without an answer, what was written is graded all the same; an
    item that reads the answer fails, and so does one that a session which wrote nothing would
    have passed: that nothing was ordered is no merit of who did not finish.
    """
    if not context.answered and _reads_the_answer(item):
        return unanswered(item.grader)
    if item.in_file is not None:
        reading = reading_file(item.in_file, context)
        if reading is None:
            return missing_file(
                item.in_file, context, item.grader.name, version_of(item.grader.name)
            )
        grade = grade_item(item.grader, reading)
        if not any(leaf.name in _RULES_OF_WORDS for leaf in item.grader.leaves()):
            return grade
        because = msg("Read in {path}: {reason}", path=item.in_file, reason=grade.because)
        return replace(grade, because=because)
    grade = grade_item(item.grader, context)
    if not context.answered and grade.verdict is Verdict.PASS:
        idle = replace(context, state=replace(context.state, calls=(), written=(), files=()))
        if grade_item(item.grader, idle).verdict is Verdict.PASS:
            return unanswered(item.grader)
    return grade


def _reads_the_answer(item: RubricItem) -> bool:
    leaves = item.grader.leaves()
    return item.in_file is None and any(leaf.name in READS_THE_ANSWER for leaf in leaves)


def grade_item(spec: GraderSpec, context: TurnContext) -> Grade:
    """The grade of one rubric item of an answered turn."""
    return _GRADERS[spec.name][0](spec, context)


def unanswered(spec: GraderSpec) -> Grade:
    """The grade of any item, also a rater's, of a turn that was not answered."""
    because = msg("The turn was not answered.")
    return Grade(Verdict.FAIL, spec.name, version_of(spec.name), because)


def not_charged(spec: GraderSpec) -> Grade:
    """The grade of any item of a turn that the assistant had no chance to answer."""
    because = msg(
        "The session broke off through no fault of the assistant; the turn is not charged."
    )
    return Grade(Verdict.ABSTAIN, spec.name, version_of(spec.name), because)


def version_of(grader: str) -> int:
    """The version of the grader of that name; `KeyError` where there is none."""
    return _GRADERS[grader][1]


def versions_used(scenario: Scenario) -> dict[str, int]:
    """The versions of the graders that a scenario's rubric uses, by name, in order of name."""
    specs = [item.grader for turn in scenario.turns for item in turn.rubric]
    names = {spec.name for spec in specs} | {leaf.name for s in specs for leaf in s.leaves()}
    return {name: version_of(name) for name in sorted(names)}


def grade_all(spec: GraderSpec, context: TurnContext) -> Grade:
    """Joins several graders: the worst of them decides.

    Fails where one fails; else abstains where one abstains; else is partial where one is
    partial; else passes. The reason is that of the parts that decided; evidence and words are
    those of all parts.
    """
    if spec.all is None:
        raise ValueError("this is no joined grader")
    parts = [grade_item(part, context) for part in spec.all]
    order = (Verdict.FAIL, Verdict.ABSTAIN, Verdict.PARTIAL, Verdict.PASS)
    verdict = min((part.verdict for part in parts), key=order.index)
    evidence = tuple(sorted({seq for part in parts for seq in part.evidence}))
    words = " … ".join(dict.fromkeys(part.words for part in parts if part.words))
    because = _joined([part.because for part in parts if part.verdict is verdict])
    return Grade(verdict, "all", ALL_VERSION, because, evidence, words)


def _joined(reasons: Sequence[Message]) -> Message:
    joined = reasons[0]
    for reason in reasons[1:]:
        joined = msg("{first} {then}", first=joined, then=reason)
    return joined


def _by_raters(spec: GraderSpec, context: TurnContext) -> Grade:
    decided = context.decided
    if decided is not None and (spec.judge is not None or decided.grader == "human"):
        return decided
    if spec.judge is not None:
        because = msg("No judge is set: this item is for a model or a person to grade.")
    else:
        because = msg("Nobody has rated this item yet.")
    return Grade(Verdict.ABSTAIN, spec.name, RATER_VERSION, because)


_GRADERS: Mapping[str, tuple[Grader, int]] = MappingProxyType(
    {
        "state": (grade_state, STATE_VERSION),
        "order": (grade_order, ORDER_VERSION),
        "file": (grade_file, FILE_VERSION),
        "evidence": (grade_evidence, EVIDENCE_VERSION),
        "value": (grade_value, VALUE_VERSION),
        "exchange": (grade_exchange, EXCHANGE_VERSION),
        "says": (grade_says, SAYS_VERSION),
        "judge": (_by_raters, RATER_VERSION),
        "human": (_by_raters, RATER_VERSION),
        "all": (grade_all, ALL_VERSION),
    }
)
