"""Words found in blocks of text, between other things, so that no key waits for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence

from physassist_tui.tui.widgets.laying import Block, prepared

Place = tuple[int, int, int]
"""A block, where in its text (as `laying.prepared` has it) something begins, how long it is."""

SLICE_S = 0.01
_LINES, _CHARACTERS = 40, 4000


async def search(blocks: Sequence[Block], words: str) -> list[Place]:
    """Every place of `words`, whatever the case; what is broken over two lines is found too."""
    places: list[Place] = []
    until = time.monotonic() + SLICE_S
    for number, block in enumerate(blocks):
        places += [(number, at, len(words)) for at in _places(prepared(block), words)]
        if time.monotonic() > until:
            await asyncio.sleep(0)
            until = time.monotonic() + SLICE_S
    return places


def _places(text: str, words: str) -> Iterator[int]:
    low, sought = text.lower(), words.lower()
    if len(low) != len(text) or sought not in low:
        low, sought = text, words
    at = low.find(sought)
    while at >= 0:
        yield at
        at = low.find(sought, at + len(sought))


def blocks_of(text: str, *, wrapped: bool) -> list[Block]:
    """A text as blocks of whole lines, small enough to be laid one by one."""
    blocks: list[Block] = []
    some: list[str] = []
    size = 0
    for line in text.split("\n"):
        if some and (len(some) == _LINES or size + len(line) > _CHARACTERS):
            blocks.append(Block("\n".join(some), wrapped=wrapped))
            some, size = [], 0
        some.append(line)
        size += len(line)
    return [*blocks, Block("\n".join(some), wrapped=wrapped)]
