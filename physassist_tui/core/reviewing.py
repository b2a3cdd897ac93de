"""What a rater does in a review, as rows that are only ever added.

A review is one rater's grading of one session. Everything the rater does is a `ReviewRow`, kept
at once; where a later row says something else of the same item, the later one counts.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import visible
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import msg

ReviewKind = Literal[
    "opened", "graded", "noted", "disputed", "skipped", "paused", "resumed", "locked"
]
"""What a row says: begun or come back to, a grade, a note, a dispute, and so on."""

DisputeKind = Literal["wrong", "unclear", "unsafe"]
"""What a rater holds against a rubric item."""

REVIEW_KINDS: tuple[ReviewKind, ...] = get_args(ReviewKind)
DISPUTE_KINDS: tuple[DisputeKind, ...] = get_args(DisputeKind)
GRADES: tuple[Verdict, ...] = (Verdict.PASS, Verdict.PARTIAL, Verdict.FAIL)
"""What a person or a judge can say of an item; nobody says to abstain."""

LONGEST_RATER = 64


@dataclass(frozen=True)
class ReviewRow:
    """One thing that a rater did.

    `turn` is the scenario's turn, from 1, and `item` the rubric item's id; 0 and empty where the
    row is about the review. `grade` is set in `graded` rows; `dispute` in `disputed` ones, where
    `None` takes an earlier dispute back; `text` is the note or the words of the dispute. `ms` is
    how long the item was before the rater since the row before, pauses left out; in a `resumed`
    row it is how long the pause was. `last_seq` is how far the session had been recorded.
    """

    session: str
    rater: str
    at: datetime
    kind: ReviewKind
    scenario_hash: str
    rubric_hash: str
    last_seq: int
    turn: int = 0
    item: str = ""
    grade: Verdict | None = None
    dispute: DisputeKind | None = None
    text: str = ""
    ms: int = 0


def rater_id(text: str) -> str:
    """`text` as the id of a rater: trimmed, composed, without anything invisible.

    Raises `BadInput` where it is empty, too long or holds what cannot be seen: two raters who
    look the same must be the same.
    """
    rater = unicodedata.normalize("NFC", text.strip())
    if not rater or len(rater) > LONGEST_RATER or visible(rater) != rater or "\n" in rater:
        raise BadInput(
            msg(
                "A rater's id is 1 to {most} visible characters in one line, as --rater anna.",
                most=LONGEST_RATER,
            )
        )
    return rater
