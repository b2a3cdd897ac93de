"""What stands in the panes of a review, from the rater's view alone. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import kind_name
from physassist_tui.ehr.order_text import order_text
from physassist_tui.i18n import _
from physassist_tui.score.review.view import ItemView, ReviewView
from physassist_tui.score.review.words import marked_words
from physassist_tui.score.transcript import Entry
from physassist_tui.tui.widgets.result_text import call_words, full_text
from physassist_tui.tui.widgets.transcript import Block
from physassist_tui.tui.widgets.wrapping import cells

INDENT = 2


def entry_blocks(entries: Sequence[Entry], zone: tzinfo | None) -> list[Block]:
    """What was asked, shown and said, under a heading for each turn; results are whole."""
    blocks: list[Block] = []
    turn = 0
    for entry in entries:
        if entry.said_twice:
            continue
        if entry.turn != turn:
            turn = entry.turn
            blocks += [Block("")] if blocks else []
            blocks.append(Block(_("Turn {turn}", turn=turn), "bold underline"))
        blocks += _entry(entry, zone)
    return blocks


def _entry(entry: Entry, zone: tzinfo | None) -> Iterator[Block]:
    text = "\n".join(entry.lines)
    ref = str(entry.seq)
    match entry.kind:
        case "request":
            yield _said(_("Physician"), text, ref)
        case "question":
            yield _said(_("To the patient"), text, ref)
        case "reply":
            yield _said(_("Patient"), text, ref)
        case "answer":
            yield _said(_("Answer"), text, ref)
        case "call":
            yield _said(_("EHR call"), _call_words(entry), ref)
            for line in _given(entry, text, zone).split("\n"):
                yield Block(line, indent=INDENT, ref=ref)


def _said(who: str, text: str, ref: str) -> Block:
    head = _("{head}:", head=who)
    return Block(text, indent=cells(head) + 1, label=head, ref=ref)


def _call_words(entry: Entry) -> str:
    return one_line(call_words(entry.call) if entry.call is not None else entry.head)


def _given(entry: Entry, text: str, zone: tzinfo | None) -> str:
    """What a call gave: the very text that the player was shown, else the whole table."""
    call = entry.call
    if call is None or call.result is None or call.shown is not None:
        return text
    return full_text(call, zone)


def item_blocks(view: ReviewView, item: ItemView) -> list[Block]:
    """The item first, then what it is about: the request, what was written, the answer."""
    told = item.text.text(view.language)
    blocks = [_said(_("To grade ({kind})", kind=kind_name(item.kind)), told, item.id)]
    if item.guidance:
        blocks.append(_said(_("The author's note"), item.guidance, ""))
    marked = item.marked
    if marked.settled or marked.note or marked.skipped:
        blocks.append(_said(_("You have said"), marked_words(marked), ""))
    blocks += [Block(""), _said(_("Physician"), item.request, "")]
    for written in item.orders:
        status = one_line(str(written.resource.get("status", "")))
        order = _("{order} ({status})", order=one_line(order_text(written.resource)), status=status)
        blocks.append(_said(_("Written"), order, written.ref))
    blocks.append(_said(_("Answer"), item.answer, ""))
    return blocks


def evidence_blocks(item: ItemView, zone: tzinfo | None) -> list[Block]:
    """What of the transcript has most to do with the item by its words."""
    if not item.evidence:
        return [Block(_("Nothing in the transcript has to do with this item by its words."))]
    return entry_blocks(item.evidence, zone)


def bar(done: int, of: int, width: int = 20) -> str:
    """How much is done, in signs; the words beside it say it too."""
    filled = done * width // of if of else 0
    return "█" * filled + "░" * (width - filled)
