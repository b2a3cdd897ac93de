"""Which items a review has, and in which order: seeded by session and rater."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from physassist_tui.core.scenario import RubricItem
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.review.rows import Place


def queue_of(
    contexts: Sequence[TurnContext], session: str, rater: str, *, all_items: bool
) -> tuple[Place, ...]:
    """The items to grade, in this rater's order, which is the same each time.

    Those that no rule decides, or with `all_items` every one; of answered turns only, since an
    unanswered turn fails its items whoever looks. A turn's items stay together; the turns, and
    the items in each, are in an order that the session and the rater alone decide.
    """
    turns = sorted(contexts, key=lambda context: _draw(session, rater, str(context.number)))
    return tuple(
        (context.number, item.id)
        for context in turns
        for item in sorted(
            context.turn.rubric,
            key=lambda item: _draw(session, rater, f"{context.number} {item.id}"),
        )
        if all_items or not item.grader.by_rule
    )


def _draw(*seed: str) -> bytes:
    return hashlib.sha256("\n".join(seed).encode("utf-8", "replace")).digest()


def item_at(contexts: Sequence[TurnContext], place: Place) -> tuple[TurnContext, RubricItem]:
    """The turn and the item of a place in the queue; `KeyError` where there is none."""
    for context in contexts:
        if context.number == place[0]:
            for item in context.turn.rubric:
                if item.id == place[1]:
                    return context, item
    raise KeyError(place)
