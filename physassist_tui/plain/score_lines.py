"""The score in lines: every item with its evidence, then the figures with their formulas."""

from __future__ import annotations

from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import cause_name, check_name, end_name, verdict_name
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import _, current_language
from physassist_tui.score.keeping import Kept
from physassist_tui.score.telling import cut, event_line, figure_lines


def score_lines(kept: Kept) -> list[str]:
    """The whole score of a session as lines for a person, in the interface language."""
    result = kept.result(current_language())
    score = result["score"]
    lines = [_("Score of session {session}", session=kept.session)]
    free = kept.loaded.scenario.free
    if kept.state.ended is not None:
        lines.append(_("End: {reason}", reason=end_name(kept.state.ended)))
    elif not free:
        lines.append(_("The session is not finished; turns without an answer fail."))
    if free:
        lines.append(_("A free session has no rubric; only the standing checks look at it."))
        return [*lines, "", *_check_lines(score)]
    by_seq = {event.seq: event for event in kept.events}
    for turn in score["turns"]:
        lines += ["", *_turn_lines(turn, by_seq, kept)]
    lines += [*_cause_lines(score, by_seq, kept), "", *_check_lines(score)]
    return [*lines, "", *figure_lines(score)]


def _cause_lines(score: dict[str, Any], by_seq: dict[int, ev.AnyEvent], kept: Kept) -> list[str]:
    """The simple causes of what failed; nothing where there is none."""
    causes = score.get("causes", [])
    lines = ["", _("What went wrong, as far as the events tell")] if causes else []
    for cause in causes:
        told = _("{head}: {value}", head=cause_name(cause["kind"]), value=cause["because"])
        lines.append("  " + one_line(told))
        for seq in cause["evidence"]:
            event = by_seq.get(seq)
            if event is not None and not isinstance(event, ev.Answered):
                lines.append(
                    "    " + _("Evidence: {event}", event=event_line(event, kept.loaded.scenario))
                )
    return lines


def _turn_lines(turn: dict[str, Any], by_seq: dict[int, ev.AnyEvent], kept: Kept) -> list[str]:
    lines = [
        _(
            "Turn {turn}: {passed} of {graded} graded items passed",
            turn=turn["turn"],
            passed=turn["passed"],
            graded=turn["graded"],
        )
    ]
    texts = {
        item.id: item.text.text(current_language())
        for item in kept.loaded.scenario.turns[turn["turn"] - 1].rubric
    }
    for item in turn["items"]:
        verdict = verdict_name(Verdict(item["grade"])).render()
        text = one_line(texts.get(item["id"], item["id"]))
        lines.append("  " + _("{head}: {value}", head=verdict, value=text))
        lines.append("    " + _("Because: {reason}", reason=one_line(item["because"])))
        if item.get("words"):
            lines.append("    " + _("Your words: {words}", words=one_line(cut(item["words"]))))
        lines += ["    " + _rating_line(rating) for rating in item.get("ratings", ())]
        for seq in item["evidence"]:
            event = by_seq.get(seq)
            if event is not None and not isinstance(event, ev.Answered):
                lines.append(
                    "    " + _("Evidence: {event}", event=event_line(event, kept.loaded.scenario))
                )
    return lines


def _rating_line(rating: dict[str, Any]) -> str:
    """What one rater said, whether or not it decided."""
    said = verdict_name(Verdict(rating["grade"])).render() if rating["grade"] else _("no grade")
    if rating["dispute"]:
        said += _("; ") + _("disputed: {words}", words=one_line(cut(rating["dispute"]["words"])))
    return _("Rated by {rater}: {said}", rater=one_line(rating["rater"]), said=said)


def _check_lines(score: dict[str, Any]) -> list[str]:
    lines = [_("Standing checks (beside the score, not in it)")]
    details = score.get("checks_detail", [])
    for name, count in score["checks"].items():
        lines.append("  " + _("{head}: {value}", head=check_name(name), value=count))
        for detail in details:
            if detail["check"] != name:
                continue
            lines.append("    " + one_line(detail["because"]))
            if detail.get("words"):
                lines.append("    " + _("Words: {words}", words=one_line(cut(detail["words"]))))
    return lines
