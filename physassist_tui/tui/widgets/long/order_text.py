"""Drafts and signed orders as lines and blocks. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from physassist_tui.core.parts import Written
from physassist_tui.core.view import AssistantView
from physassist_tui.ehr.orders import number_of
from physassist_tui.i18n import _, nmsg
from physassist_tui.play.paperwork.order_words import order_line, order_name, order_parts
from physassist_tui.play.paperwork.papers import DraftOrder, Papers
from physassist_tui.play.paperwork.warnings import warnings
from physassist_tui.tui.widgets.orders import order_line as order_state
from physassist_tui.tui.widgets.transcript import Block

Faulty = Mapping[int, str]
"""Why a draft cannot be signed, by its number; drafts that can be are not in it."""


def draft_line(draft: DraftOrder, papers: Papers, view: AssistantView, faulty: Faulty) -> str:
    """A draft on a line, with how many things look wrong with it."""
    tool = view.toolset.tool(draft.tool)
    what = draft.tool if tool is None else order_line(tool, draft.arguments)
    told = _("Draft {number}: {what}", number=draft.number, what=what)
    count = len(warnings(draft, papers, view)) + int(draft.number in faulty)
    if count:
        told += "  ! " + nmsg("{n} warning", "{n} warnings", count).render()
    return told


def draft_blocks(
    draft: DraftOrder, papers: Papers, view: AssistantView, faulty: Faulty
) -> list[Block]:
    """All that a draft would write, and what looks wrong with it."""
    tool = view.toolset.tool(draft.tool)
    if tool is None:
        return []
    name = order_name(tool, draft.arguments)
    head = _("Draft {number}: {what}", number=draft.number, what=name)
    blocks = [Block(head, "bold")]
    told = [_("! Cannot be signed yet: {why}", why=faulty[draft.number])] if (
        draft.number in faulty) else []  # fmt: skip
    told += [f"! {one.render()}" for one in warnings(draft, papers, view)]
    blocks += [Block(text, "bold", indent=2) for text in told]
    number = order_number(draft, papers, view)
    told_number = _("signed now, it becomes order {number} ({tool})", number=number, tool=tool.name)
    return [
        *blocks,
        *part_blocks(order_parts(draft.arguments)),
        Block(told_number, "dim", indent=2),
    ]


def warning_blocks(papers: Papers, view: AssistantView, faulty: Faulty) -> list[Block]:
    """What looks wrong with any draft, before all of them; nothing where nothing does."""
    blocks = []
    for draft in papers.drafts:
        told = [faulty[draft.number]] if draft.number in faulty else []
        told += [one.render() for one in warnings(draft, papers, view)]
        label = f"! {draft.number}."
        blocks += [Block(why, "bold", indent=len(label) + 1, label=label) for why in told]
    return [*blocks, Block("")] if blocks else []


def part_blocks(parts: Sequence[tuple[object, str]]) -> list[Block]:
    """The parts of an order, one on a line."""
    return [
        Block(_("{head}: {value}", head=getattr(label, "render", lambda: "")(), value=value),
              indent=2)
        for label, value in parts
    ]  # fmt: skip


def signed_blocks(written: Written, view: AssistantView) -> list[Block]:
    """A signed order, part by part as its call gave it."""
    call = next((one for one in view.calls if one.call_id == written.call_id), None)
    blocks = [Block(order_state(written), "bold")]
    tool = view.toolset.tool(call.tool) if call is not None else None
    if call is None or tool is None:
        return blocks
    return [*blocks, *part_blocks(order_parts(call.arguments_given))]


def order_number(draft: DraftOrder, papers: Papers, view: AssistantView) -> int:
    """The number that a draft gets when all are signed now, in order."""
    before = sum(1 for one in papers.drafts if one.number < draft.number)
    placed = max((number_of(one.resource) for one in view.written), default=0)
    return placed + before + 1
