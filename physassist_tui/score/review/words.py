"""What a review says of an item, and what it tells once it is locked, as lines. Pure."""

from __future__ import annotations

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import seat_name, verdict_name
from physassist_tui.core.reviewing import DisputeKind
from physassist_tui.core.words import Seat, Verdict
from physassist_tui.i18n import Message, _, current_language, msg, several
from physassist_tui.score.review.rows import Marked
from physassist_tui.score.review.view import Reveal, Revealed


def dispute_name(kind: DisputeKind) -> Message:
    """As what an item is disputed."""
    names: dict[DisputeKind, Message] = {
        "wrong": msg("disputed as wrong"),
        "unclear": msg("disputed as unclear"),
        "unsafe": msg("disputed as unsafe"),
    }
    return names[kind]


def marked_words(marked: Marked) -> str:
    """What a rater said of an item, in a line."""
    parts = [str(verdict_name(marked.grade or Verdict.ABSTAIN))]
    if marked.skipped and marked.grade is None:
        parts.append(_("skipped"))
    if marked.dispute is not None:
        told = one_line(marked.dispute_words)
        parts.append(_("{head}: {value}", head=dispute_name(marked.dispute), value=told))
    if marked.note:
        parts.append(one_line(marked.note))
    return several(parts, "; ").render()


def revealed_lines(told: Reveal) -> list[str]:
    """Who played, and what each says of every item."""
    lines = [
        _("{head}: {value}", head=seat_name(Seat(seat)), value=one_line(who))
        for seat, who in told.players
    ]
    for one in told.items:
        lines += ["", *_item_lines(one)]
    return lines


def _item_lines(one: Revealed) -> list[str]:
    text = one_line(one.text.text(current_language()))
    lines = [
        _("Turn {turn}: {text}", turn=one.turn, text=text),
        "  " + _("You: {said}", said=marked_words(one.own)),
    ]
    if one.by_rules is not None:
        rules = _(
            "Rules: {verdict}. {because}",
            verdict=verdict_name(one.by_rules),
            because=one_line(one.rules_because),
        )
        lines.append("  " + rules)
    for rater, verdict, because in one.others:
        said = _(
            "{rater}: {verdict}. {because}",
            rater=one_line(rater),
            verdict=_("DISPUTED") if verdict is None else verdict_name(verdict),
            because=one_line(because),
        )
        lines.append("  " + said)
    return lines
