"""What a review in lines prints. Foreign text goes through `say`, which makes it safe."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import tzinfo

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import kind_name
from physassist_tui.ehr.order_text import order_text
from physassist_tui.i18n import _
from physassist_tui.plain import printer
from physassist_tui.plain.printer import say
from physassist_tui.score.review.view import ItemView, Reveal, ReviewView
from physassist_tui.score.review.words import marked_words, revealed_lines
from physassist_tui.score.transcript import Entry


def entries(told: Sequence[Entry], zone: tzinfo | None) -> None:
    """A transcript, or a part of one; times are told in `zone`."""
    turn = 0
    for entry in told:
        if entry.turn != turn:
            turn = entry.turn
            say(_("Turn {turn}", turn=turn))
        text = "\n".join(entry.lines)
        match entry.kind:
            case "request":
                say(_("Physician: {text}", text=text))
            case "question":
                say(_("Assistant to the patient: {text}", text=text))
            case "reply":
                say(_("Patient: {text}", text=text))
            case "answer":
                say(_("Assistant's answer: {text}", text=text))
            case "call":
                _call(entry, text, zone)


def _call(entry: Entry, text: str, zone: tzinfo | None) -> None:
    say(_("EHR call: {call}", call=one_line(entry.head)))
    call = entry.call
    if call is None or call.result is None:
        return
    if call.shown is not None or call.tool.startswith("patient."):
        say(text)
        return
    data = ev.ToolReturnedData(call_id=call.call_id, ok=call.ok, result=call.result, refs=call.refs)
    printer.returned(call.tool, data, zone)


def evidence(item: ItemView, zone: tzinfo | None) -> None:
    """What of the transcript has most to do with the item."""
    say()
    if not item.evidence:
        say(_("Nothing in the transcript has to do with this item by its words."))
        return
    say(_("From the transcript, what has most to do with this item by its words:"))
    entries(item.evidence, zone)


def item(view: ReviewView, shown: ItemView) -> None:
    """The item, the answer, and what the rater has said of it so far."""
    lang = view.language
    say()
    say(
        _(
            "Item {number} of {count}, turn {turn}",
            number=shown.number,
            count=view.count,
            turn=shown.turn,
        )
    )
    say(_("Physician: {text}", text=shown.request))
    for written in shown.orders:
        status = str(written.resource.get("status", ""))
        say(
            _(
                "Written: {order} ({status})",
                order=one_line(order_text(written.resource)),
                status=one_line(status),
            )
        )
    say(_("Assistant's answer: {text}", text=shown.answer))
    say(_("To grade ({kind}): {text}", kind=kind_name(shown.kind), text=shown.text.text(lang)))
    if shown.guidance:
        say(_("The author's note: {note}", note=shown.guidance))
    if shown.marked.settled or shown.marked.note or shown.marked.skipped:
        say(_("You have said: {said}", said=marked_words(shown.marked)))


def listed(view: ReviewView) -> None:
    """All items with what the rater has said of them."""
    for line in view.lines:
        say(
            _(
                "{number}. Turn {turn}: {text} ({said})",
                number=line.number,
                turn=line.turn,
                text=one_line(line.text.text(view.language)),
                said=marked_words(line.marked),
            )
        )


def revealed(told: Reveal) -> None:
    """Who played, and what each says of every item."""
    say()
    for line in revealed_lines(told):
        say(line)
