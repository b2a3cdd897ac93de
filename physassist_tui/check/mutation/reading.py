"""What each item reads of a turn's gold play.

An item reads, of the answer, the words by which its `says` and `value` are met: each of its
terms that stands as it should, each number that gives its value, wherever they are repeated. How
those stand (denied, dated, of whom) is read from the sentence around them, and a value's name
and day also from the sentence before. Of the acts it reads the written resources that its
`state` counts, the calls that showed what its `evidence` finds, and the questions that brought
the facts of its `exchange`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from physassist_tui.check.mutation.words import Span
from physassist_tui.core.graders import GraderSpec
from physassist_tui.score.clauses import Sentence, sentences
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.repeats import masked
from physassist_tui.score.says import occurrences
from physassist_tui.score.shown import requests
from physassist_tui.score.value import right_statements


@dataclass(frozen=True)
class Hit:
    """Words that meet group `group` of a `says` (0 for a `value`). `number_end`: of a number."""

    start: int
    end: int
    group: int = 0
    number_end: int = 0


@dataclass(frozen=True)
class Reading:
    """What one `says` or `value` of the item at `item` of the rubric reads of the answer."""

    item: int
    leaf: GraderSpec
    hits: tuple[Hit, ...]

    @property
    def groups(self) -> int:
        """How many groups of words must be met."""
        return len(self.leaf.says.each) if self.leaf.says is not None else 1


class Answer:
    """A turn's gold answer, cut into sentences, with what each item reads of it.

    With `path` it is that file of the workspace, and the items that read it.
    """

    def __init__(self, context: TurnContext, path: str | None = None) -> None:
        self.context = context
        self.path = path
        self.text = context.answer
        self.sentences: Sequence[Sentence] = sentences(self.text)
        self.readings = tuple(
            Reading(at, leaf, _hits(leaf, context))
            for at, item in enumerate(context.turn.rubric)
            for leaf in item.grader.leaves()
            if item.in_file == path and (leaf.says is not None or leaf.value is not None)
        )

    def sentence_of(self, position: int) -> Sentence:
        """The sentence that holds `position`."""
        return next(s for s in self.sentences if s.start <= position < s.end)

    def clause_of(self, position: int) -> Span:
        """The clause that holds `position`; a comma between digits is none of its ends."""
        sentence = self.sentence_of(position)
        for start, end in sentence.clauses:
            if start <= position < end:
                return start, end
        return sentence.start, sentence.end

    def carriers(self, reading: Reading) -> list[Sentence]:
        """The sentences that say what the item asks for.

        Those that meet every group of its words; where none does, those that meet the group
        that fewest sentences meet.
        """
        met = [
            (sentence, {h.group for h in reading.hits if sentence.start <= h.start < sentence.end})
            for sentence in self.sentences
        ]
        whole = [sentence for sentence, groups in met if len(groups) == reading.groups]
        if whole:
            return whole
        by_group = [
            [sentence for sentence, groups in met if group in groups]
            for group in range(reading.groups)
        ]
        return min((one for one in by_group if one), key=len, default=[])

    def readers(
        self, spans: Sequence[Span], *, around: bool, onwards: bool = False
    ) -> frozenset[int]:
        """The items that read what was changed at `spans`.

        `around`: how words stand was changed, too; `onwards`: of whom the text speaks, which
        holds for every number that follows.
        """
        first = min(start for start, _end in spans)
        found = set()
        for reading in self.readings:
            for hit in reading.hits:
                own: list[Span] = [(hit.start, hit.end)]
                if around or reading.leaf.value is not None:
                    own = self._around(hit, before=reading.leaf.value is not None)
                if onwards and reading.leaf.value is not None and first < hit.end:
                    found.add(reading.item)
                if any(a < end and start < b for start, end in spans for a, b in own):
                    found.add(reading.item)
        return frozenset(found)

    def _around(self, hit: Hit, *, before: bool) -> list[Span]:
        here = self.sentence_of(hit.start)
        spans = [(here.start, here.end)]
        if before:
            spans += [(a.start, a.end) for a, b in pairwise(self.sentences) if b == here]
        return spans


def _hits(leaf: GraderSpec, context: TurnContext) -> tuple[Hit, ...]:
    if leaf.value is not None:
        return tuple(
            Hit(s.quantity.start, s.quantity.end, 0, s.quantity.number_end)
            for s in right_statements(leaf.value, context)
        )
    says = leaf.says
    if says is None:
        return ()
    standing = "denied" if says.negated else "affirmed"
    text = masked(context.answer, requests(context))
    return tuple(
        Hit(o.start, o.end, o.group)
        for o in occurrences(text, says)
        if o.group >= 0 and o.standing == standing
    )
