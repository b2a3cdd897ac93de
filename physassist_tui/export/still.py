"""A still of a recording as an SVG: what had been printed at a moment. The same bytes each time.

Each cell of the terminal has its place, so that Chinese and Latin text line up whatever font
draws them; nothing is fetched, and no script runs.
"""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.core.foreign import one_line, visible
from physassist_tui.export.lines import Lines
from physassist_tui.export.source import Source
from physassist_tui.export.wrapping import width, wrapped
from physassist_tui.replay import Frame
from physassist_tui.report.markup import Markup, el

CELL, LINE, MARGIN, BAR, FONT = 8.4, 20.0, 18.0, 34.0, 14.0
_FONT = (
    "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', "
    "'Noto Sans CJK SC', monospace"
)
_COLOURS = {
    "physician": "#7a4a00",
    "assistant": "#0b5394",
    "patient": "#38761d",
    "": "#1c1c1c",
    "undone": "#6b6b6b",
}


def still(source: Source, lines: Lines, at: int, cols: int = 100, rows: int | None = None) -> str:
    """What had been printed once the event at position `at` was. `rows`: only the last so many."""
    frames = source.replay.frames
    seq = frames[at].event.seq if frames else 0
    drawn = [(piece, "") for line in lines.opening() for piece in wrapped(visible(line), cols)]
    for frame in frames[: at + 1]:
        undone = frame.undone(seq) and frame.event.kind != "marked"  # a mark stands
        tone = "undone" if undone else _tone(frame)
        for line in lines.of(frame):
            drawn += [(piece, tone) for piece in wrapped(visible(line), cols)]
    standing = source.standing
    title = standing.title if standing is not None else source.started.scenario
    return _svg(one_line(title), drawn if rows is None else drawn[-rows:], cols)


def _tone(frame: Frame) -> str:
    if frame.event.kind not in ("turn_started", "message", "answered"):
        return ""
    return frame.event.seat.value if frame.event.seat is not None else ""


def _svg(title: str, drawn: list[tuple[str, str]], cols: int) -> str:
    wide = round(cols * CELL + 2 * MARGIN)
    high = round(BAR + len(drawn) * LINE + MARGIN)
    texts = [
        piece
        for number, (line, tone) in enumerate(drawn)
        for piece in _texts(line, tone, BAR + (number + 0.75) * LINE)
    ]
    head = el(
        "text",
        title,
        font_family=_FONT,
        x=MARGIN,
        y=18,
        font_size=13,
        font_weight="bold",
        fill="#1c1c1c",
    )
    made = el(
        "svg",
        el("title", title),
        el("rect", width=wide, height=high, rx=8, fill="#fdfdfb", stroke="#8a8a8a"),
        el("rect", x=1, y=1, width=wide - 2, height=BAR - 8, rx=7, fill="#e8e8e4"),
        head,
        el("g", *texts, font_family=_FONT, style="white-space: pre"),
        xmlns="http://www.w3.org/2000/svg",
        width=wide,
        height=high,
        viewBox=f"0 0 {wide} {high}",
        role="img",
    )
    return f"{made}\n"


def _texts(line: str, tone: str, y: float) -> Iterator[Markup]:
    """One element a run of characters of one width; the runs stand where their cells are."""
    style = {"font_style": "italic"} if tone == "undone" else {}
    at = 0
    for run in _runs(line):
        cells = width(run)
        words = run.strip(" ")  # not everything that draws keeps spaces at the ends
        if words:
            # A wide character is as wide as its two cells, also where `textLength` is not known.
            size = 2 * CELL if width(words[0]) == 2 else FONT
            yield el(
                "text",
                words,
                x=MARGIN + (at + len(run) - len(run.lstrip(" "))) * CELL,
                y=y,
                font_size=size,
                textLength=width(words) * CELL,
                lengthAdjust="spacingAndGlyphs",
                fill=_COLOURS[tone],
                **style,
            )
        at += cells


def _runs(line: str) -> Iterator[str]:
    run = ""
    for character in line:
        if run and (width(character) == 2) != (width(run[-1]) == 2):
            yield run
            run = ""
        run += character
    if run:
        yield run
