"""Rows of a list that break as text of both languages is broken, with a hanging indent. Pure.

Textual breaks a row at spaces only; a Chinese sentence has none.
"""

from __future__ import annotations

from physassist_tui.core.foreign import one_line
from physassist_tui.tui.content import Content, plain
from physassist_tui.tui.widgets.wrapping import wrap


def hanging(text: str, width: int, indent: int, style: str = "") -> Content:
    """`text` in lines of `width` cells, those after the first `indent` cells in."""
    safe = one_line(text)
    first, *rest = wrap(safe, max(width, indent + 8))
    if rest:
        whole = safe[len(first) :].lstrip(" ")
        more = wrap(whole, max(width - indent, 8))
        return plain("\n".join([first, *(" " * indent + one for one in more)]), style)
    return plain(first, style)
