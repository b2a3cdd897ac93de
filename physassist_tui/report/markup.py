"""HTML and SVG as strings in which every text is escaped, whoever wrote it."""

from __future__ import annotations

from html import escape

from physassist_tui.core.foreign import visible


class Markup(str):
    """A string that is markup already. Whatever is not is escaped before it is put in."""

    __slots__ = ()


Child = Markup | str | None

_VOID = frozenset({"meta", "wbr"})
_EMPTY = frozenset({"line", "circle", "rect", "path"})
"""Elements without content: of HTML, and of SVG, which closes them."""


def text(words: str) -> Markup:
    """Words that show as they are; what cannot be seen or would turn a line is a sign."""
    return Markup(escape(visible(words), quote=True))


def el(tag: str, *children: Child, **attributes: str | float | None) -> Markup:
    """An element. `class_` is the attribute `class`, `stroke_width` is `stroke-width`.

    Attributes are written in the order given; `None` leaves one out.
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for name, value in attributes.items()
        if value is not None
    )
    if tag in _VOID or tag in _EMPTY:
        return Markup(f"<{tag}{written}{'/' if tag in _EMPTY else ''}>")
    return Markup(f"<{tag}{written}>{join(*children)}</{tag}>")


def join(*children: Child) -> Markup:
    """The children one after the other; strings that are no markup are escaped."""
    return Markup("".join(_child(child) for child in children if child is not None))


def _child(child: Markup | str) -> str:
    return child if isinstance(child, Markup) else text(child)


def _value(value: str | float) -> Markup | str:
    if isinstance(value, str):
        return text(value)
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
