"""Marked moments, each below what stood on the screen at that moment. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence

from physassist_tui.core.names import mark_name
from physassist_tui.core.parts import Mark
from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _
from physassist_tui.tui.messages import TARGETS, Target
from physassist_tui.tui.widgets.transcript import Block

Marked = Mapping[str, Sequence[Mark]]
"""The marks below each block, by what the block is about (`Block.ref`)."""


def label_name(label: str) -> str:
    """A mark's label, in the language of the moment where it is one of ours."""
    return str(mark_name(label))


def marks_in(view: AssistantView, marks: Sequence[Mark]) -> dict[Target, dict[str, list[Mark]]]:
    """The marks of each pane: each at the last thing that was shown by the marked event."""
    found: dict[Target, dict[str, list[Mark]]] = {target: {} for target in TARGETS}
    if not marks:
        return found
    shown = sorted(_shown(view))
    for mark in marks:
        at = bisect_right(shown, mark.marked_seq, key=lambda one: one[0])
        if at:
            _seq, target, ref = shown[at - 1]
            found[target].setdefault(ref, []).append(mark)
    return found


def _shown(view: AssistantView) -> list[tuple[int, Target, str]]:
    asked = [(turn.seq, turn.seq) for turn in view.turns]
    answered = [(turn.answer_seq, turn.answer_seq) for turn in view.turns if turn.answer_seq]
    shown: list[tuple[int, Target, str]] = [
        (seq, "physician", str(ref)) for seq, ref in (*asked, *answered)
    ]
    shown += [(said.seq, "patient", str(said.seq)) for said in view.messages]
    for call in view.calls:
        if not call.tool.startswith("patient."):
            seqs = {call.seq, call.returned_seq} - {0}
            shown += [(seq, "ehr", call.call_id) for seq in seqs]
    return shown


def with_marks(blocks: Sequence[Block], marked: Marked) -> list[Block]:
    """`blocks` with the marks below those that they are on."""
    if not marked:
        return list(blocks)
    found: list[Block] = []
    for at, block in enumerate(blocks):
        found.append(block)
        following = blocks[at + 1].ref if at + 1 < len(blocks) else ""
        if block.ref and block.ref != following:
            found += [_block(mark, block) for mark in marked.get(block.ref, ())]
    return found


def _block(mark: Mark, below: Block) -> Block:
    told = _("[marked {label}]", label=label_name(mark.label))
    return Block(f"{told} {mark.text}".strip(), "bold italic", indent=below.indent, ref=below.ref)
