"""A comparison in words: rows for tables, what a side did as labelled lines. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from physassist_tui.core.names import check_name, kind_name, verdict_name
from physassist_tui.core.words import ItemKind, Verdict
from physassist_tui.i18n import Message, format_datetime, msg, nmsg
from physassist_tui.report.cells import Writer, letter
from physassist_tui.report.compare import ComparedItem, ComparedTurn, Comparison, SideGrade
from physassist_tui.report.compare_turns import ComparedCall, SidePlay
from physassist_tui.report.lines import ORDERED, behind_words, difference_line
from physassist_tui.report.naming import effort_name, ending_name, figure_name, formula
from physassist_tui.score.effort import EFFORTS

MOST_SEEN = 10
"""How many of the things that one side alone saw are named."""


@dataclass(frozen=True)
class Row:
    """A figure with the value of each side, and how it is made."""

    name: str
    values: tuple[str, ...]
    made: str = ""


@dataclass(frozen=True)
class Told:
    """A labelled text; `label` may be empty."""

    label: str
    text: str


class Words:
    """Says a comparison in its language. All texts may hold what others wrote, as it is."""

    def __init__(self, made: Comparison) -> None:
        self._made = made
        sessions = tuple(side.session for side in made.sides)
        self._write = Writer(made.lang, sessions)

    def _say(self, words: Message | str) -> str:
        return words.render(self._made.lang) if isinstance(words, Message) else words

    # The sides

    @property
    def names(self) -> tuple[str, ...]:
        """The sides by letter and player: `A person`."""
        return tuple(
            f"{letter(at)} {self._write.player_name(side.played.player)}"
            for at, side in enumerate(self._made.sides)
        )

    def side(self, at: int) -> str:
        """Which session a side is, when it was begun, and how it ended."""
        side = self._made.sides[at]
        when = datetime.fromisoformat(side.started_at).astimezone()
        parts = [
            self.names[at],
            self._say(msg("session {session}", session=side.session)),
            format_datetime(when),
            self._say({"en": msg("English"), "zh": msg("Chinese")}[side.played.language]),
            self._say(ending_name(side.played.ended or "unfinished")),
        ]
        if side.played.not_graded is not None:
            parts.append(self._say(msg("not graded: {why}", why=side.played.not_graded)))
        return " · ".join(parts)

    # Scores

    def score_rows(self) -> Iterator[Row]:
        """Every figure of the scores, side by side, with its formula."""
        for key in ("mrs", "mrs_lenient", "graded_share"):
            yield self._row(figure_name(key), [key], formula(key))
        for key in ("pass_turn", "pass_session"):
            for threshold in ("0.60", "0.75"):
                name = f"{key}_{threshold}"
                yield self._row(figure_name(name), [key, threshold], formula(key))
        for key in ("checkpoint_rate", "task_success"):
            yield self._row(figure_name(key), [key], formula(key))

    def check_rows(self) -> Iterator[Row]:
        """The findings of the standing checks, which are beside the score."""
        scored = [side.figures["checks"] for side in self._made.sides if side.figures is not None]
        for check in scored[0] if scored else ():
            yield self._row(check_name(check), ["checks", check], "")

    def effort_rows(self) -> Iterator[Row]:
        """What each play took."""
        for name in EFFORTS:
            values = tuple(
                self._number(getattr(side.played.effort, name), name) for side in self._made.sides
            )
            yield Row(self._say(effort_name(name)), values)

    def _row(self, name: Message | str, path: list[str], made: Message | str) -> Row:
        values = tuple(self._figure(side.figures, path) for side in self._made.sides)
        return Row(self._say(name), values, self._say(made))

    def _figure(self, figures: Mapping[str, Any] | None, path: list[str]) -> str:
        value: Any = figures
        for key in path:
            value = None if value is None else value.get(key)
        match value:
            case None:
                return self._say(msg("unknown"))
            case bool():
                return self._say(msg("yes") if value else msg("no"))
            case float():
                return self._write.percent(value)
            case _:
                return str(value)

    def _number(self, value: float | None, name: str) -> str:
        if value is None:
            return self._say(msg("unknown"))
        return self._write.number(value / 1000 if name.endswith("_ms") else value)

    def ranking(self) -> Iterator[str]:
        """The order of those that were scored alike; which are not ranked, and what differs."""
        names = dict(zip((s.session for s in self._made.sides), self.names, strict=True))
        for order in self._made.ranking.orders:
            yield self._say(ORDERED)
            for number, place in enumerate(order, start=1):
                behind = behind_words(self._write, place)
                told = f"{names[place.player]}  {self._write.percent(place.mrs)}  {behind}"
                yield f"  {number}. {told.rstrip()}"
        for refused in self._made.ranking.refused:
            left, right = (
                self._write.listed(names[one] for one in side)
                for side in (refused.left, refused.right)
            )
            yield self._say(
                msg("Not ranked: {left} with {right}, whose scores differ in:",
                    left=left, right=right)
            )  # fmt: skip
            sides = names[refused.left[0]], names[refused.right[0]]
            for one in refused.differences:
                yield "  " + difference_line(self._write, *sides, one)

    # Turns

    def turn(self, turn: ComparedTurn) -> str:
        """The head of a turn."""
        if turn.number == 0:
            return self._say(msg("Free turns"))
        return self._say(msg("Turn {turn}", turn=turn.number))

    def verdict(self, grade: SideGrade | None) -> str:
        """A grade in a word."""
        if grade is None:
            return self._say(msg("no such item"))
        return self._say(verdict_name(grade.verdict))

    def item(self, item: ComparedItem) -> str:
        """An item with the grade of each side, and the reasons of those that did not pass."""
        lines = [self._headed(self._say(kind_name(ItemKind(item.kind))), item.text)]
        for name, grade in zip(self.names, item.grades, strict=True):
            told = self._headed(name, self.verdict(grade))
            lines.append(f"{told}  {grade.because}" if grade is not None else told)
            if grade is not None and grade.words:
                lines.append("  " + self._say(msg("Words: {words}", words=grade.words)))
        return "\n".join(lines)

    def play(self, turn: ComparedTurn, at: int) -> Iterator[Told]:
        """What one side saw, did and missed in a turn."""
        play = turn.plays[at]
        if not play.played:
            yield Told("", self._say(msg("This session did not come to this turn.")))
            return
        if len(turn.requests) > 1:
            yield Told(self._say(msg("Request")), play.request)
        for call in play.calls:
            yield Told(self._say(msg("Call")), f"{call.words}\n{self._gave(call)}")
        for question, reply in play.exchanges:
            yield Told(self._say(msg("Question")), question)
            yield Told(self._say(msg("Reply")), reply)
        for order in play.orders:
            yield Told(self._say(msg("Order")), order)
        yield from self._answer(play)
        yield from self._seen(play)
        yield from self._missed(turn, at)

    def _gave(self, call: ComparedCall) -> str:
        if not call.returned:
            return self._say(msg("No answer yet."))
        if call.refused:
            return self._say(msg("Refused. {why}", why=call.refused))
        if call.total is None or call.tool.endswith((".create", ".cancel")):
            return self._say(msg("done"))
        return self._say(nmsg("{n} found", "{n} found", call.total))

    def _answer(self, play: SidePlay) -> Iterator[Told]:
        label = self._say(msg("Answer"))
        if play.seconds is not None:
            took = self._write.number(play.seconds)
            label = self._say(msg("Answer after {seconds} s", seconds=took))
        yield Told(label, play.answer or self._say(msg("(no answer)")))

    def _seen(self, play: SidePlay) -> Iterator[Told]:
        if not play.only:
            return
        shown = list(play.only[:MOST_SEEN])
        more = len(play.only) - len(shown)
        if more:
            shown.append(self._say(nmsg("… and {n} more", "… and {n} more", more)))
        yield Told(self._say(msg("Seen by this one only")), "\n".join(shown))

    def _missed(self, turn: ComparedTurn, at: int) -> Iterator[Told]:
        missed = [
            self._headed(self.verdict(grade), item.text)
            for item in turn.items
            if (grade := item.grades[at]) is not None and grade.verdict is not Verdict.PASS
        ]
        if missed:
            yield Told(self._say(msg("Not passed")), "\n".join(missed))
        elif turn.items:
            yield Told(self._say(msg("Not passed")), self._say(msg("none")))

    def _headed(self, head: str, value: str) -> str:
        return self._say(msg("{head}: {value}", head=head, value=value))
