"""A transcript as one HTML page that needs nothing else: no network, no script, no font.

It can be printed and read aloud: headings by turn, tables with heads, and nothing told by colour
alone. Whatever anybody wrote is text, never markup. `raw` adds each result as JSON, folded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import tzinfo
from functools import lru_cache
from pathlib import Path
from typing import Any

from physassist_tui import __version__
from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import call_words
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import end_name, seat_name
from physassist_tui.core.tools import WRITE_FILE
from physassist_tui.core.words import Seat
from physassist_tui.export.said import arguments_told, desk_words, file_words
from physassist_tui.export.source import Source
from physassist_tui.i18n import Lang, Message, format_datetime, msg, nmsg
from physassist_tui.replay import Frame
from physassist_tui.report.markup import Markup, el, join

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LANGUAGE = {"en": "en", "zh": "zh-CN"}


def page(source: Source, lang: Lang, *, raw: bool = False) -> str:
    """The whole page, its own words in `lang`. The same events give the same bytes."""
    return _Page(source, lang, raw).whole()


class _Page:
    def __init__(self, source: Source, lang: Lang, raw: bool) -> None:
        self.source = source
        self.lang: Lang = lang
        self.raw = raw
        standing = source.standing
        self.zone: tzinfo | None = standing.clock.tzinfo if standing is not None else None
        self.frames = source.replay.frames
        self.calls = {e.data.call_id: e.data for e in source.events if isinstance(e, ev.ToolCalled)}

    def say(self, words: Message) -> str:
        return words.render(self.lang)

    def whole(self) -> str:
        title = self.title()
        head = el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", http_equiv="Content-Security-Policy", content=_POLICY),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("title", title),
            el("style", Markup(Path(__file__).with_name("page.css").read_text("utf-8"))),
        )
        made = self.say(msg("Made by physassist {version}.", version=__version__))
        care = self.say(msg("For evaluation and training, not for the care of patients."))
        body = el(
            "body",
            el("header", el("h1", title), self.about(), *self.notes()),
            self.contents(),
            el("main", *self.turns()),
            el("footer", el("p", f"{made} {care}", class_="note")),
        )
        return f"<!DOCTYPE html>\n{el('html', head, body, lang=_LANGUAGE[self.lang])}\n"

    def title(self) -> str:
        standing = self.source.standing
        return one_line(standing.title if standing else self.source.started.scenario)

    def about(self) -> Markup:
        source, started, say = self.source, self.source.started, self.say
        rows: list[tuple[str, str]] = [(say(msg("Scenario")), started.scenario)]
        rows.append((say(msg("Session")), source.session))
        when = say(msg("{when} (UTC)", when=format_datetime(source.events[0].at)))
        rows.append((say(msg("Recorded")), when))
        rows += [(say(seat_name(seat)), player) for seat, player in started.seats.items()]
        if source.standing is not None:
            chart = source.standing.banner
            age = (
                msg("age unknown")
                if chart.age is None
                else nmsg("{n} year", "{n} years", chart.age)
            )
            who = msg(
                "{name}, {age}, {sex}, born {born}",
                name=chart.name,
                age=age,
                sex=chart.sex,
                born=chart.birth_date,
            )
            rows.append((say(msg("Chart of")), say(who)))
            rows.append((say(msg("Now")), format_datetime(source.standing.clock)))
        ended = [e.data.reason for e in source.events if isinstance(e, ev.SessionEnded)]
        if ended or not source.part:
            rows.append((say(msg("End")), say(end_name(ended[-1]) if ended else msg("unfinished"))))
        return el("dl", *(join(el("dt", name), el("dd", one_line(is_))) for name, is_ in rows))

    def notes(self) -> Iterator[Markup]:
        if self.source.redacted:
            said = msg("Names, identifiers and dates of this recording were taken out or changed.")
            yield el("p", self.say(said), class_="note")
        if self.source.part:
            yield el("p", self.say(msg("This is a part of the recording.")), class_="note")

    def contents(self) -> Markup:
        links = [
            el("li", el("a", self.turn_name(frame.event, bool(frame.undone_by)), href=f"#{name}"))
            for name, frame in self.turn_ids()
            if isinstance(frame.event, ev.TurnStarted)
        ]
        label = self.say(msg("Contents"))
        return el("nav", el("ul", *links), aria_label=label)

    def turn_ids(self) -> Iterator[tuple[str, Frame]]:
        for frame in self.frames:
            if isinstance(frame.event, ev.TurnStarted):
                yield f"turn-{frame.event.seq}", frame

    def turn_name(self, turn: ev.TurnStarted, undone: bool) -> str:
        name = msg("A free turn")
        if turn.data.scripted:
            name = msg("Turn {turn}", turn=turn.data.scenario_turn or turn.turn)
        return self.say(msg("{turn} (undone)", turn=name) if undone else name)

    def turns(self) -> Iterator[Markup]:
        """A section a request; what comes before the first has none.

        A rewind to an earlier request begins a section of that request again.
        """
        parts: list[Markup] = []
        head: Markup | None = None
        key = ""
        for frame in self.frames:
            event = frame.event
            if isinstance(event, ev.TurnStarted):
                yield self.section(head, key, parts)
                parts, key = [], f"turn-{event.seq}"
                head = el("h2", self.turn_name(event, bool(frame.undone_by)))
            item = self.item(frame)
            if item is not None:
                parts.append(item)
            back = self.back_at(event) if isinstance(event, ev.Rewound) else None
            if back is not None and f"turn-{back.seq}" != key.partition("-again")[0]:
                yield self.section(head, key, parts)
                parts, key = [], f"turn-{back.seq}-again-{event.seq}"
                head = el("h2", self.say(msg("{turn}, again", turn=self.turn_name(back, False))))
        yield self.section(head, key, parts)

    def back_at(self, rewound: ev.Rewound) -> ev.TurnStarted | None:
        """The request that a rewind brought back."""
        found: ev.TurnStarted | None = None
        for _name, frame in self.turn_ids():
            turn = frame.event
            if isinstance(turn, ev.TurnStarted) and turn.seq <= rewound.data.to_seq:
                found = found if frame.undone(rewound.seq) else turn
        return found

    def section(self, head: Markup | None, key: str, parts: list[Markup]) -> Markup:
        if head is None:
            return join(*parts)
        return el("section", head, *parts, id=key)

    def item(self, frame: Frame) -> Markup | None:
        event, say = frame.event, self.say
        match event:
            case ev.TurnStarted(data=data):
                wanted = None
                if data.answer_format:
                    form = msg("Answer wanted as: {form}", form=data.answer_format)
                    wanted = el("p", say(form), class_="note")
                return self.article(frame, Seat.PHYSICIAN, el("p", data.request), wanted)
            case ev.Answered(data=data):
                words = data.text or say(msg("(no answer)"))
                return self.article(frame, Seat.ASSISTANT, el("p", words), to=Seat.PHYSICIAN)
            case ev.MessageSent(data=data):
                words = data.text or one_line(call_words(data.via or "", data.arguments))
                return self.article(frame, data.sender, el("p", words), to=data.recipient)
            case ev.ToolCalled(data=data) if not data.tool.startswith("patient."):
                called = el("code", one_line(call_words(data.tool, arguments_told(data))))
                return self.article(frame, Seat.ASSISTANT, el("p", called))
            case ev.FileWritten(data=data):
                return self.article(
                    frame, None, el("pre", data.text), name=self.say(file_words(data))
                )
            case ev.ToolReturned(data=data):
                return self.returned(frame, data)
            case ev.ModelCalled(data=data):
                return self.model_called(frame, data)
            case _:
                told = desk_words(event)
                return None if told is None else self.desk(frame, say(told))

    def article(
        self, frame: Frame, seat: Seat | None, *parts: Markup | None, to: Seat | None = None,
        name: str = "",
    ) -> Markup:  # fmt: skip
        head = name or (self.say(seat_name(seat)) if seat is not None else "")
        if to is not None:
            head = self.say(msg("{seat} to {other}", seat=head, other=seat_name(to)))
        undone = el("span", self.say(msg("undone")), class_="tag") if frame.undone_by else None
        player = frame.event.player or ""
        beside = msg("event {seq}, {player}", seq=frame.event.seq, player=one_line(player))
        if not player:
            beside = msg("event {seq}", seq=frame.event.seq)
        heading = el("h3", head, Markup(" "), el("small", self.say(beside)), Markup(" "), undone)
        style = seat.value if seat is not None else "ehr"
        if frame.undone_by:
            style += " undone"
        return el("article", heading, *parts, class_=style, id=f"event-{frame.event.seq}")

    def desk(self, frame: Frame, words: str) -> Markup:
        stands = not frame.undone_by or frame.event.kind == "marked"
        undone = None if stands else el("span", self.say(msg("undone")), class_="tag")
        line = el("p", words, Markup(" "), undone)
        return el("article", line, class_="desk", id=f"event-{frame.event.seq}")

    def returned(self, frame: Frame, data: ev.ToolReturnedData) -> Markup | None:
        called = self.calls.get(data.call_id)
        tool = called.tool if called is not None else ""
        if not data.ok:
            why = self.say(msg("refused. {why}", why=str(data.result.get("error", ""))))
            return self.article(
                frame, None, el("p", why, class_="refused"), name=self.say(msg("EHR"))
            )
        if tool.startswith("patient.") or tool == WRITE_FILE:
            return None
        parts = [*self.table(data.result, tool)]
        if self.raw:
            parts.append(self.folded(msg("As JSON"), _json(data.result)))
        return self.article(frame, None, *parts, name=self.say(msg("EHR")))

    def table(self, result: dict[str, Any], tool: str) -> Iterator[Markup]:
        from physassist_tui.ehr.tables import rows

        table = rows(result, tool, self.lang, zone=self.zone)
        if table.rows:
            heads = el("tr", *(_head(head) for head in table.columns))
            body = (el("tr", *(_cell(cell) for cell in row)) for row in table.rows)
            made = el("table", el("thead", heads), el("tbody", *body))
            yield el("div", made, class_="scroll", tabindex="0")
        elif isinstance(result.get("total"), int):
            yield el("p", self.say(nmsg("{n} found", "{n} found", result["total"])))
        for trend in table.trends:
            words = msg("Trend: {trend}", trend=one_line(trend.text(self.lang)))
            yield el("p", self.say(words))
        for note in table.notes:
            yield el("p", note)
        for title, body_text in table.texts:
            yield el("details", el("summary", title), el("pre", body_text), open="open")
        if result.get("pages", 1) > result.get("page", 1):
            words = msg("Page {page} of {pages}.", page=result["page"], pages=result["pages"])
            yield el("p", self.say(words), class_="note")

    def model_called(self, frame: Frame, data: ev.ModelCalledData) -> Markup:
        figures = msg(
            "{model}: {ms} ms, {tokens_in} tokens in, {tokens_out} out",
            model=one_line(data.model),
            ms=_figure(data.total_ms),
            tokens_in=_figure(data.tokens_in),
            tokens_out=_figure(data.tokens_out),
        )
        parts = [el("p", self.say(figures))]
        for words, text in (
            (msg("What it wrote"), data.text),
            (msg("Its reasoning"), data.reasoning),
            (msg("What it was told"), data.rejected),
            (msg("Fault"), data.error),
        ):
            if text:
                parts.append(self.folded(words, text))
        return el("article", *parts, class_="desk", id=f"event-{frame.event.seq}")

    def folded(self, words: Message, text: str) -> Markup:
        return el("details", el("summary", self.say(words)), el("pre", text))


# What stands in a chart's tables is mostly the same words again and again.


@lru_cache(maxsize=20_000)
def _cell(words: str) -> Markup:
    return el("td", words)


@lru_cache(maxsize=1000)
def _head(words: str) -> Markup:
    return el("th", words, scope="col")


def _figure(value: int | None) -> str:
    return "?" if value is None else str(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)
