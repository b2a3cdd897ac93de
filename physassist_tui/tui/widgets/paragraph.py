"""A paragraph that breaks Chinese between characters, as Chinese is broken."""

from __future__ import annotations

from textual.geometry import Size
from textual.widgets import Static

from physassist_tui.core.foreign import visible
from physassist_tui.tui.content import Content, plain
from physassist_tui.tui.widgets.wrapping import wrap


class Paragraph(Static):
    """Text over as many lines as it takes at the width that there is.

    Textual breaks at spaces only; a Chinese sentence has none and would begin a new line of
    its own after every English word.
    """

    def __init__(self, text: str, *, id: str | None = None, classes: str = "paragraph") -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id, classes=classes)
        self._whole = visible(text)

    def tell(self, text: str) -> None:
        """Shows another text."""
        if (whole := visible(text)) != self._whole:
            self._whole = whole
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """How many lines the text takes in `width` cells."""
        del container, viewport
        return len(wrap(self._whole, width))

    def render(self) -> Content:
        """The lines."""
        return plain("\n".join(wrap(self._whole, self.content_size.width)))


class Slip(Paragraph):
    """The line that says what is wrong, beside where it was written."""

    DEFAULT_CSS = "Slip { text-style: bold; }"

    def __init__(self, *, id: str, text: str = "", classes: str = "") -> None:  # noqa: A002 - as above
        super().__init__(text, id=id, classes=classes)

    def tell_if_any(self, text: str) -> None:
        """Shows the text, or nothing, and takes no line then."""
        self.tell(text)
        self.display = bool(text)
