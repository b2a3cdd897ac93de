"""What stands in each pane, from the assistant's view alone. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import tzinfo

from physassist_tui.core.state import Call, Said
from physassist_tui.core.view import AssistantView
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, _, current_language
from physassist_tui.play.casting import HUMAN
from physassist_tui.tui.widgets.result_text import call_words, result_blocks
from physassist_tui.tui.widgets.transcript import Block
from physassist_tui.tui.widgets.wrapping import cells

BLANK = Block("")


def physician_blocks(view: AssistantView) -> list[Block]:
    """The requests and the answers, turn by turn."""
    indent = max(3, *(cells(_who(turn.answered_by)) for turn in view.turns), cells(_who(""))) + 1
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
            who = _who(turn.answered_by)
            blocks.append(Block(answer, indent=indent, label=who, ref=str(turn.answer_seq)))
        blocks.append(Block(""))
    return blocks


def patient_blocks(view: AssistantView) -> list[Block]:
    """What was asked and what the patient said."""
    patient = _("Patient")
    askers = {said.player for said in view.messages if said.sender is not Seat.PATIENT}
    indent = max(cells(patient), cells(_who("")), *map(cells, map(_who, askers))) + 1
    blocks: list[Block] = []
    for said in view.messages:
        label = patient if said.sender is Seat.PATIENT else _who(said.player)
        blocks.append(Block(_said(said), indent=indent, label=label, ref=str(said.seq)))
        if said.sender is Seat.PATIENT:
            blocks.append(Block(""))
    for call in view.calls:
        if call.tool.startswith("patient.") and call.returned_seq and not call.ok:
            blocks.append(Block(call_words(call), "bold", ref=call.call_id))
            blocks += result_blocks(call, view.now.tzinfo)
    return blocks


def _who(player: str) -> str:
    """What the assistant is called to the person at the screen: you, or who else sat there."""
    return _("You") if player in ("", HUMAN) else _("Assistant")


def _said(said: Said) -> str:
    if said.text:
        return said.text
    told = " ".join(f"{name}={value}" for name, value in said.arguments.items())
    return f"({said.via or ''} {told})".replace(" )", ")")


def ehr_calls(view: AssistantView) -> list[Call]:
    """The calls that the EHR pane shows."""
    return [call for call in view.calls if not call.tool.startswith("patient.")]


class Told:
    """A call and what it gave, in short; put into words whenever it is laid out.

    The words are not kept, as there may be thousands of calls, but for those of `prepare`.
    """

    __slots__ = ("_blocks", "_call", "_number", "_zone")

    def __init__(self, number: int, call: Call, zone: tzinfo | None) -> None:
        self._number, self._call, self._zone = number, call, zone
        self._blocks: Sequence[Block] | None = None

    def __call__(self) -> Sequence[Block]:
        """The blocks."""
        if self._blocks is not None:
            return self._blocks
        result = result_blocks(self._call, self._zone)
        return [_head(self._number, self._call, chosen=False), *result, BLANK]

    def prepare(self) -> None:
        """Puts it into words that are kept, where that takes long."""
        self._blocks = self()

    def opening(self) -> Sequence[Block]:
        """The blocks that stand there meanwhile."""
        head = _head(self._number, self._call, chosen=False)
        return [head, Block(_("Opening…"), "dim", indent=2, ref=self._call.call_id), BLANK]

    def chosen(self) -> Sequence[Block]:
        """The blocks, where the keys open this call."""
        return [_head(self._number, self._call, chosen=True), *self()[1:]]


Laid = dict[tuple[str, int, Lang], Block]
"""What stands for each call, made before: by call, its return, and language."""

HEAVY_ENTRIES, HEAVY_TEXT = 200, 50_000


def ehr_blocks(
    view: AssistantView, current: str | None, laid: Laid, heavy: Callable[[Call, Told], object]
) -> list[Block]:
    """A block for each call with what it gave, in short; `current` is the one that keys open.

    What would take long to be put into words is left to `heavy`, which puts it into `laid` in
    the end. `laid` is kept from one time to the next.
    """
    blocks: list[Block] = []
    lang, zone = current_language(), view.now.tzinfo
    for number, call in enumerate(ehr_calls(view), start=1):
        which = call.call_id, call.returned_seq, lang
        block = laid.get(which)
        if block is None:
            told = Told(number, call, zone)
            if is_heavy(call):
                block = laid[which] = Block("", ref=call.call_id, late=told.opening)
                heavy(call, told)
            else:
                block = laid[which] = Block("", ref=call.call_id, late=told)
        if call.call_id == current and isinstance(block.late, Told):
            block = Block("", ref=call.call_id, late=block.late.chosen)
        blocks.append(block)
    return blocks


def is_heavy(call: Call) -> bool:
    """Whether what a call gave takes long to be put into words."""
    entries = (call.result or {}).get("entries")
    if not isinstance(entries, list):
        return False
    if len(entries) > HEAVY_ENTRIES:
        return True
    texts = (entry.get("text") for entry in entries if isinstance(entry, dict))
    return sum(len(text) for text in texts if isinstance(text, str)) > HEAVY_TEXT


def _head(number: int, call: Call, *, chosen: bool) -> Block:
    label = f"{number}▸" if chosen else f"{number} "
    style = "bold reverse" if chosen else "bold"
    return Block(call_words(call), style, indent=cells(label) + 1, label=label, ref=call.call_id)
