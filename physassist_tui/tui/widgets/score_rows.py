"""A score as rows for a person: turns with their items, standing checks, figures. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.names import cause_name, check_name, end_name, kind_name, verdict_name
from physassist_tui.core.state import Call
from physassist_tui.core.words import ItemKind, Seat, Verdict
from physassist_tui.i18n import Lang, _, nmsg, several
from physassist_tui.report.change_lines import change_lines
from physassist_tui.score.keeping import Kept
from physassist_tui.score.telling import figure_lines
from physassist_tui.tui.widgets.result_text import call_words, full_text


@dataclass(frozen=True)
class Row:
    """A row. A heading cannot be chosen; `evidence` are the `seq` of events that decided."""

    text: str
    heading: bool = False
    detail: str = ""
    evidence: tuple[int, ...] = ()


def score_rows(kept: Kept, lang: Lang) -> list[Row]:
    """Every row, first to last."""
    score = kept.result(lang)["score"]
    return [
        *_how_it_ended(kept),
        *_not_graded(score),
        *_turns(score),
        *_causes(score),
        *_checks(score),
        *_figures(score),
        *_changes(kept),
    ]


def _how_it_ended(kept: Kept) -> Iterator[Row]:
    if kept.state.ended is None:
        told = _("The session is not finished; turns without an answer fail.")
    else:
        told = _("End: {reason}", reason=end_name(kept.state.ended))
    yield Row(told, detail=kept.state.ended_detail)


def _not_graded(score: dict[str, Any]) -> Iterator[Row]:
    left = [
        f"{turn['turn']}. {item['text']}"
        for turn in score["turns"]
        for item in turn["items"]
        if item["grade"] == Verdict.ABSTAIN.value
    ]
    if not left:
        return
    told = nmsg(
        "{n} of {of} items is not graded", "{n} of {of} items are not graded", len(left),
        of=score["total"],
    )  # fmt: skip
    how = _(
        "Where rules do not decide, people do, and without them judges: `physassist review` for "
        "a person, `physassist score --judge` for a model."
    )
    yield Row(told.render(), detail="\n".join([told.render(), how, "", *left]))


def _turns(score: dict[str, Any]) -> Iterator[Row]:
    for turn in score["turns"]:
        yield Row(
            _(
                "Turn {turn}: {passed} of {graded} graded items passed",
                turn=turn["turn"],
                passed=turn["passed"],
                graded=turn["graded"],
            ),
            heading=True,
        )
        for item in turn["items"]:
            verdict = verdict_name(Verdict(item["grade"])).render()
            detail = [
                item["text"],
                _("Because: {reason}", reason=item["because"]),
                _("Ability: {kind}", kind=kind_name(ItemKind(item["kind"]))),
                _("Grader: {grader}", grader=item["grader"]),
                _("Who decides: {who}", who=_who_decides(item)),
            ]
            detail += [_rating(one) for one in item["ratings"]]
            if item["words"]:
                detail.append(_("Your words: {words}", words=item["words"]))
            yield Row(
                _("{head}: {value}", head=verdict, value=item["text"]),
                detail="\n".join(detail),
                evidence=tuple(item["evidence"]),
            )


def _who_decides(item: dict[str, Any]) -> str:
    """Whose word the grade is; see `score.raters` for the rule."""
    people = any(one["rater_kind"] == "person" and one["grade"] for one in item["ratings"])
    abstains = item["grade"] == Verdict.ABSTAIN.value
    match item["grader"]:
        case "judge" | "human" if not item["ratings"]:
            return _("nobody yet")
        case "judge" | "human" if people:
            return _("nobody: the people are split") if abstains else _("people")
        case "judge" | "human":
            return _("nobody: no judge's word can be used") if abstains else _("judges")
        case "all":
            return _("several graders, the worst of them")
        case _:
            return _("its rule")


def _rating(rating: dict[str, Any]) -> str:
    """What a rater said, whether or not it decided."""
    grade = rating["grade"]
    said = _("no grade") if grade is None else verdict_name(Verdict(grade)).render()
    parts = [said, *([rating["because"]] if rating["because"] else [])]
    if rating["dispute"]:
        parts.append(_("disputed: {words}", words=rating["dispute"]["words"]))
    return _("Rated by {rater}: {said}", rater=rating["rater"], said=several(parts, "; "))


def _changes(kept: Kept) -> Iterator[Row]:
    told = [one.strip() for one in change_lines(kept) if one]
    for at, text in enumerate(told):
        yield Row(text, heading=at == 0 and len(told) > 1)


def _causes(score: dict[str, Any]) -> Iterator[Row]:
    """The simple causes of what failed; scores of before there were causes have none."""
    causes = score.get("causes", [])
    if causes:
        yield Row(_("What went wrong, as far as the events tell"), heading=True)
    for cause in causes:
        name = cause_name(cause["kind"])
        yield Row(
            _("{head}: {value}", head=name, value=cause["because"]),
            detail=f"{name}\n{cause['because']}",
            evidence=tuple(cause["evidence"]),
        )


def _checks(score: dict[str, Any]) -> Iterator[Row]:
    yield Row(_("Standing checks (beside the score, not in it)"), heading=True)
    for name, count in score["checks"].items():
        found = [one for one in score["checks_detail"] if one["check"] == name]
        yield Row(_("{head}: {value}", head=check_name(name), value=count))
        for one in found:
            detail = [one["because"]]
            if one["words"]:
                detail.append(_("Words: {words}", words=one["words"]))
            yield Row(
                "  " + one["because"],
                detail="\n".join(detail),
                evidence=tuple(one["evidence"]),
            )


def _figures(score: dict[str, Any]) -> Iterator[Row]:
    yield Row(_("Figures, with their formulas"), heading=True)
    for line in figure_lines(score):
        yield Row(line)


def event_text(event: ev.AnyEvent, kept: Kept, zone: tzinfo | None) -> str:
    """All that an event says, for a reader."""
    match event:
        case ev.ToolCalled(data=called):
            return call_words(_call(called.call_id, kept))
        case ev.ToolReturned(data=returned):
            call = _call(returned.call_id, kept)
            return f"{call_words(call)}\n\n{full_text(call, zone)}"
        case ev.ResourceWritten(data=written):
            return json.dumps(written.resource, ensure_ascii=False, indent=2)
        case ev.FactRevealed(data=revealed):
            question = revealed.message_seq
            asked = [e for e in kept.events if e.seq >= question and e.kind == "message"][:2]
            said = "\n\n".join(event_text(one, kept, zone) for one in asked)
            return _("the patient told: {fact}", fact=revealed.fact) + "\n\n" + said
        case ev.MessageSent(data=message):
            patient = message.sender is Seat.PATIENT
            text = message.text or f"{message.via} {message.arguments or ''}".strip()
            if patient:
                return _("Patient: {text}", text=text)
            return _("You to the patient: {text}", text=text)
        case ev.Answered(data=answered):
            return answered.text
        case _:
            return json.dumps(event.model_dump(mode="json"), ensure_ascii=False, indent=2)


def _call(call_id: str, kept: Kept) -> Call:
    return next(call for call in kept.state.calls if call.call_id == call_id)
