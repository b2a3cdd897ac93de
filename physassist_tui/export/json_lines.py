"""JSON lines: a header, then one event a line. `physassist import` reads them back."""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.export.source import Source
from physassist_tui.store.session_file import to_lines


def json_lines(source: Source) -> Iterator[str]:
    """The lines of the file, each with its line feed."""
    return to_lines(source.session, source.events, part=source.part, redacted=source.redacted)
