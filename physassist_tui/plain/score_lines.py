"""The score in lines: every item with its evidence, then the figures with their formulas."""

from __future__ import annotations

from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import _, current_language, format_percent, msg, nmsg
from physassist_tui.plain.printer import order_text
from physassist_tui.plain.words import check_name, end_name, verdict_name
from physassist_tui.score.keeping import Kept

_SHOWN = 100


def score_lines(kept: Kept) -> list[str]:
    """The whole score of a session as lines for a person, in the interface language."""
    result = kept.result(current_language())
    score = result["score"]
    lines = [_("Score of session {session}", session=kept.session)]
    if kept.state.ended is not None:
        lines.append(_("End: {reason}", reason=end_name(kept.state.ended)))
    else:
        lines.append(_("The session is not finished; turns without an answer fail."))
    by_seq = {event.seq: event for event in kept.events}
    for turn in score["turns"]:
        lines += ["", *_turn_lines(turn, by_seq, kept)]
    lines += ["", *_check_lines(score), "", *_figure_lines(score)]
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
            lines.append("    " + _("Your words: {words}", words=one_line(_cut(item["words"]))))
        for seq in item["evidence"]:
            event = by_seq.get(seq)
            if event is not None and not isinstance(event, ev.Answered):
                lines.append("    " + _("Evidence: {event}", event=event_line(event, kept)))
    return lines


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
                lines.append("    " + _("Words: {words}", words=one_line(_cut(detail["words"]))))
    return lines


def _figure_lines(score: dict[str, Any]) -> list[str]:
    lines = [
        _(
            "mRS (mean of the turn scores; turn score = passed / graded items): {value}",
            value=_figure(score["mrs"]),
        ),
        _("Graded share (graded / all items): {value}", value=_figure(score["graded_share"])),
    ]
    for threshold, value in score["pass_turn"].items():
        lines.append(
            _(
                "Pass@Turn({threshold}) (share of turns that score at least that): {value}",
                threshold=threshold,
                value=_figure(value),
            )
        )
    for threshold, passed in score["pass_session"].items():
        lines.append(
            _(
                "Pass@Session({threshold}) (every turn scores at least that): {value}",
                threshold=threshold,
                value=_yes_no(passed),
            )
        )
    lines.append(
        _(
            "Checkpoint rate (passed / graded items of the session): {value}",
            value=_figure(score.get("checkpoint_rate")),
        )
    )
    lines.append(
        _("Task success (every item passes): {value}", value=_yes_no(score["task_success"]))
    )
    return lines


def _figure(value: float | None) -> str:
    return _("unknown") if value is None else format_percent(value)


def _yes_no(value: bool | None) -> str:
    if value is None:
        return _("unknown")
    return _("yes") if value else _("no")


def event_line(event: ev.AnyEvent, kept: Kept) -> str:
    """An event in one line, for a person who wants to know what decided."""
    match event:
        case ev.ToolCalled(data=data):
            arguments = " ".join(f"{k}={v}" for k, v in data.arguments_given.items())
            text = f"{data.tool} {arguments}"
        case ev.ToolReturned(data=data):
            total = data.result.get("total")
            found = nmsg("{n} entry", "{n} entries", total) if isinstance(total, int) else ""
            text = _("what call {call} gave {found}", call=data.call_id, found=found)
        case ev.ResourceWritten(data=data):
            text = _("written: {order}", order=order_text(data.resource))
        case ev.FactRevealed(data=data):
            text = _("the patient told: {fact}", fact=_fact_text(data.fact, kept))
        case ev.MessageSent(data=data):
            text = data.text or (data.via or "")
        case ev.Answered(data=data):
            text = data.text
        case _:
            text = event.kind
    return msg("event {seq}, {text}", seq=event.seq, text=one_line(_cut(text))).render()


def _fact_text(fact_id: str, kept: Kept) -> str:
    say = kept.loaded.scenario.fact(fact_id).say
    lang = current_language()
    wording = getattr(say, lang) or say.en or say.zh
    return wording.medium if wording is not None else fact_id


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
