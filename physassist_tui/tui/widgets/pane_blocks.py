"""What stands in each pane, from the assistant's view alone. Pure."""

from __future__ import annotations

from physassist_tui.core.state import Call, Said
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, _, current_language
from physassist_tui.tui.widgets.result_text import call_words, result_blocks
from physassist_tui.tui.widgets.transcript import Block
from physassist_tui.tui.widgets.wrapping import cells


def physician_blocks(view: AssistantView) -> list[Block]:
    """The requests and the answers, turn by turn."""
    you = _("You")
    indent = max(cells(you), 3) + 1
    blocks: list[Block] = []
    if view.hand_over is not None:
        note = _("Note of the one before you: {note}", note=view.hand_over.note)
        blocks += [Block(note, "italic"), Block("")]
    for turn in view.turns:
        label = f"{turn.number} ▸"
        blocks.append(Block(turn.request, indent=indent, label=label, ref=str(turn.seq)))
        if turn.answer_format:
            wanted = _("Answer wanted as: {form}", form=turn.answer_format)
            blocks.append(Block(wanted, "italic", indent=indent))
        if turn.answer is not None:
            answer = turn.answer or _("(no answer)")
            blocks.append(Block(answer, indent=indent, label=you, ref=str(turn.answer_seq)))
        blocks.append(Block(""))
    return blocks


def patient_blocks(view: AssistantView) -> list[Block]:
    """What was asked and what the patient said."""
    you, patient = _("You"), _("Patient")
    indent = max(cells(you), cells(patient)) + 1
    blocks: list[Block] = []
    for said in view.messages:
        label = patient if said.sender is Seat.PATIENT else you
        blocks.append(Block(_said(said), indent=indent, label=label, ref=str(said.seq)))
        if said.sender is Seat.PATIENT:
            blocks.append(Block(""))
    for call in view.calls:
        if call.tool.startswith("patient.") and call.returned_seq and not call.ok:
            blocks.append(Block(call_words(call), "bold", ref=call.call_id))
            blocks += result_blocks(call, view.now.tzinfo)
    return blocks


def _said(said: Said) -> str:
    if said.text:
        return said.text
    told = " ".join(f"{name}={value}" for name, value in said.arguments.items())
    return f"({said.via or ''} {told})".replace(" )", ")")


def ehr_calls(view: AssistantView) -> list[Call]:
    """The calls that the EHR pane shows."""
    return [call for call in view.calls if not call.tool.startswith("patient.")]


Laid = dict[tuple[str, int, Lang], list[Block]]
"""What calls gave, laid out before: by call, its return, and language."""


def ehr_blocks(view: AssistantView, current: str | None, laid: Laid) -> list[Block]:
    """The calls and what they gave, in short; `current` is the call that keys open.

    `laid` is kept from one time to the next, so that a long session is not laid out again.
    """
    blocks: list[Block] = []
    lang = current_language()
    for number, call in enumerate(ehr_calls(view), start=1):
        key = (call.call_id, call.returned_seq, lang)
        if key not in laid:
            told = result_blocks(call, view.now.tzinfo)
            laid[key] = [_head(number, call, chosen=False), *told, Block("")]
        if call.call_id == current:
            blocks.append(_head(number, call, chosen=True))
            blocks += laid[key][1:]
        else:
            blocks += laid[key]
    return blocks


def _head(number: int, call: Call, *, chosen: bool) -> Block:
    label = f"{number}▸" if chosen else f"{number} "
    style = "bold reverse" if chosen else "bold"
    return Block(call_words(call), style, indent=cells(label) + 1, label=label, ref=call.call_id)
