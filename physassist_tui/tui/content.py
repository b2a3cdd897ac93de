"""Text made safe to draw: the one way from a string to a widget.

What comes from patients, models, records and people, and our own strings with such values in
them, is never parsed as markup; what a terminal would obey is shown as a sign
(`core.foreign.visible`). Widgets are given `Content`, table cells `Text`, never a string.
"""

from __future__ import annotations

from rich.text import Text
from textual.content import Content

from physassist_tui.core.foreign import one_line, visible

__all__ = ["Content", "Text", "cell", "joined", "line", "plain"]


def plain(text: str, style: str = "") -> Content:
    """`text` as it is, over several lines where it has line ends. `style` is a style of ours."""
    safe = visible(text)
    return Content.styled(safe, style) if style else Content(safe)


def line(text: str, style: str = "") -> Content:
    """`text` on one line, its line ends shown as `⏎`; for titles, options and labels."""
    safe = one_line(text)
    return Content.styled(safe, style) if style else Content(safe)


def cell(text: str, style: str = "") -> Text:
    """`text` as a cell of a table, on one line."""
    return Text(one_line(text), style=style, no_wrap=True, end="")


def joined(*parts: Content, by: str = "") -> Content:
    """The parts one after another, with `by` between them."""
    return Content(by).join(parts)
