"""A terminal recording for asciinema: asciicast version 3, or 2 for the players of before.

Format: https://docs.asciinema.org/manual/asciicast/v3/ (2025). A header object, then arrays of
interval in seconds since the event before, code and data: `o` output, `m` a marker, `x` the end.
Version 2 (https://docs.asciinema.org/manual/asciicast/v2/) counts seconds from the beginning and
has no `x`. The output is what plain mode prints, broken to the terminal's width, at the recorded
pace.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from physassist_tui.core import events as ev
from physassist_tui.core.foreign import one_line, visible
from physassist_tui.export.lines import Lines
from physassist_tui.export.source import Source
from physassist_tui.export.wrapping import wrapped
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.replay import Frame, Pace

LEAST_MS = 400
"""Output of scripts comes all at once; so much is left between two events to be seen at all."""


@dataclass(frozen=True)
class Terminal:
    """The size of the terminal to play in, in cells."""

    cols: int = 100
    rows: int = 30


Version = Literal[2, 3]


def cast(
    source: Source,
    lines: Lines,
    lang: Lang,
    pace: Pace,
    terminal: Terminal | None = None,
    version: Version = 3,
) -> Iterator[str]:
    """The lines of the file, each with its line feed."""
    size = terminal or Terminal()
    yield _line(_header(source, pace, size, version))
    clock = 0
    for wait, code, data in _events(source, lines, lang, pace, size):
        clock += wait
        if version == 3 or code != "x":
            yield _line([(wait if version == 3 else clock) / 1000, code, data])


def _header(source: Source, pace: Pace, size: Terminal, version: Version) -> dict[str, object]:
    standing = source.standing
    shape: dict[str, object] = {"width": size.cols, "height": size.rows}
    if version == 3:
        shape = {"term": {"cols": size.cols, "rows": size.rows, "type": "xterm-256color"}}
    cap = pace.idle_cap_ms
    return {
        "version": version,
        **shape,
        "timestamp": int(source.events[0].at.timestamp()),
        **({} if cap is None else {"idle_time_limit": cap / 1000}),
        "title": one_line(standing.title if standing is not None else source.started.scenario),
    }


def _events(
    source: Source, lines: Lines, lang: Lang, pace: Pace, size: Terminal
) -> Iterator[tuple[int, str, str]]:
    """Milliseconds since the one before, code and data."""
    yield 0, "o", _output(lines.opening(), size.cols)
    owed = 0
    for frame in source.replay.frames:
        owed += pace.wait_ms(frame) if frame.index else 0
        marker, shown = _marker(frame, lang), lines.of(frame)
        if marker is not None:
            yield max(owed, LEAST_MS), "m", marker
            owed = 0
        if shown:
            yield max(owed, 0 if marker is not None else LEAST_MS), "o", _output(shown, size.cols)
            owed = 0
    yield max(owed, LEAST_MS), "x", "0"


def _marker(frame: Frame, lang: Lang) -> str | None:
    match frame.event:
        case ev.TurnStarted(turn=turn):
            words: Message = msg("Turn {turn}", turn=turn)
        case ev.Marked(data=data):
            words = msg("Mark: {label}", label=one_line(f"{data.label} {data.text}".strip()))
        case _:
            return None
    return words.render(lang)


def _output(lines: list[str], cols: int) -> str:
    return "".join(f"{piece}\r\n" for line in lines for piece in wrapped(visible(line), cols))


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False) + "\n"
