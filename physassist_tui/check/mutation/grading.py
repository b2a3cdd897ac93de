"""Grades a changed turn, grading again only what can have changed."""

from __future__ import annotations

from dataclasses import replace

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.state import SessionState
from physassist_tui.core.words import Verdict
from physassist_tui.score.file_grader import reading_file
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.registry import grade_item

OF_THE_ANSWER = frozenset({"says", "value"})
OF_THE_ACTS = frozenset({"state", "order", "file", "evidence", "exchange"})

_ORDER = (Verdict.FAIL, Verdict.ABSTAIN, Verdict.PARTIAL, Verdict.PASS)

Leaves = dict[tuple[int, int], Verdict]


class TurnGrader:
    """The grades of one turn of gold, and of changed plays of it.

    Where the answer is changed, what is graded on the acts stands, and the other way round: no
    grader of acts reads the answer, and none of the answer reads acts but to tell a paste.
    """

    def __init__(self, context: TurnContext) -> None:
        self.context = context
        self.leaves = [item.grader.leaves() for item in context.turn.rubric]
        self._gold: Leaves = {
            (item, at): self._verdict(item, leaf, context)
            for item, leaves in enumerate(self.leaves)
            for at, leaf in enumerate(leaves)
        }
        self.gold = self._items(self._gold)

    def answered(self, answer: str, path: str | None = None) -> frozenset[int]:
        """The items that no longer pass with another answer, or another text of a file."""
        context = self.context
        if path is not None:
            files = tuple(
                replace(file, text=answer) if file.path == path else file
                for file in context.state.files
            )
            changed = replace(context, state=replace(context.state, files=files))
            return self._again(changed, OF_THE_ANSWER | {"file"})
        if not answer.strip():
            return frozenset(range(len(self.leaves))) - self._failing(self.gold)
        return self._again(replace(context, answer=answer), OF_THE_ANSWER)

    def acted(self, state: SessionState) -> frozenset[int]:
        """The items that no longer pass with other acts before the answer."""
        names = OF_THE_ACTS
        if state.files != self.context.state.files:
            names |= OF_THE_ANSWER
        return self._again(replace(self.context, state=state), names)

    def _again(self, context: TurnContext, names: frozenset[str]) -> frozenset[int]:
        leaves = dict(self._gold)
        for item, at in self._gold:
            leaf: GraderSpec = self.leaves[item][at]
            if leaf.name in names or self._without_its_file(item, context):
                leaves[item, at] = self._verdict(item, leaf, context)
        return self._failing(self._items(leaves)) - self._failing(self.gold)

    def _verdict(self, item: int, leaf: GraderSpec, context: TurnContext) -> Verdict:
        path = self.context.turn.rubric[item].in_file
        if path is None:
            return grade_item(leaf, context).verdict
        reading = reading_file(path, context)
        return Verdict.FAIL if reading is None else grade_item(leaf, reading).verdict

    def _without_its_file(self, item: int, context: TurnContext) -> bool:
        path = self.context.turn.rubric[item].in_file
        return path is not None and context.state.file(path) is None

    def _items(self, leaves: Leaves) -> tuple[Verdict, ...]:
        return tuple(
            min((leaves[item, at] for at in range(len(own))), key=_ORDER.index)
            for item, own in enumerate(self.leaves)
        )

    @staticmethod
    def _failing(items: tuple[Verdict, ...]) -> frozenset[int]:
        return frozenset(at for at, verdict in enumerate(items) if verdict is Verdict.FAIL)
