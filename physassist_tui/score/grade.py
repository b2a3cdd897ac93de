"""What a grader is given and what it gives."""

from __future__ import annotations

from dataclasses import dataclass, field

from physassist_tui.core.scenario import Scenario, Turn
from physassist_tui.core.state import Call, SessionState, TurnState
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.i18n import Lang, Message
from physassist_tui.score.paste import BOUNDS, DOCUMENT_BOUNDS, PasteBounds
from physassist_tui.score.recall import Recall


@dataclass(frozen=True)
class TurnContext:
    """One answered turn, as a grader sees it.

    `record` is the scenario's record at its clock, without the session's writes. `state` is
    the session's state when the turn was answered: nothing that comes later can change the
    turn's grades. An answer may be in either language, whatever `language` the session is in.
    `decided` is what raters, models or people, came to on the item that is being graded.

    Where an item reads a file in place of the answer, `answer` is the file's text and `text_seq`
    the event that last wrote it. `answered` is false for a long task that stopped without an
    answer: its `answer` is empty and its `answer_seq` lies behind the last event.

    `recall` keeps what rests on the scenario and its record alone, for all contexts of these that
    share it.
    """

    scenario: Scenario
    turn: Turn
    number: int
    language: Lang
    record: EhrStore
    state: SessionState
    answer: str
    answer_seq: int
    decided: Grade | None = None
    text_seq: int = 0
    answered: bool = True
    recall: Recall = field(default_factory=Recall, compare=False, repr=False)

    @property
    def read_seq(self) -> int:
        """The event of the text that is graded: the answer's, or that of the file in its place."""
        return self.text_seq or self.answer_seq

    @property
    def paste_bounds(self) -> PasteBounds:
        """What of the text that is graded would be too much of the chart."""
        return DOCUMENT_BOUNDS if self.text_seq else BOUNDS

    @property
    def played(self) -> TurnState | None:
        """The session's turn that is graded. Free turns before it shift its number."""
        for turn in self.state.turns:
            if self.answered and turn.answer_seq == self.answer_seq:
                return turn
            if not self.answered and turn.scenario_turn == self.number:
                return turn
        return None

    @property
    def requests(self) -> tuple[str, ...]:
        """The request of this turn, as it was put."""
        return (self.played.request,) if self.played is not None else ()

    def calls_before_answer(self) -> tuple[Call, ...]:
        """The calls, of this turn and earlier ones, that had returned before the answer."""
        return tuple(c for c in self.state.calls if 0 < c.returned_seq < self.answer_seq)


@dataclass(frozen=True)
class Grade:
    """What a grader decided, and why.

    `evidence` are the `seq` of the events that decided it; `words` are the words of the
    answer that did, if any; `because` is one sentence for a reader.
    """

    verdict: Verdict
    grader: str
    version: int
    because: Message
    evidence: tuple[int, ...] = ()
    words: str = ""
