"""The fields of a report's tables, in one language: a figure with what belongs beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Lang, Message, format_number, msg, nmsg, several
from physassist_tui.play.casting import HUMAN
from physassist_tui.report.extras import EffortFigures
from physassist_tui.report.figure import Figure
from physassist_tui.report.naming import formula
from physassist_tui.report.played import CONDITION


@dataclass(frozen=True)
class Cell:
    """A field of a table: what it says, what stands beside it, and how it was made."""

    text: str
    beside: str = ""
    made: str = ""

    @property
    def whole(self) -> str:
        """The text and what stands beside it."""
        return f"{self.text} ({self.beside})" if self.beside else self.text


@dataclass(frozen=True)
class Writer:
    """Writes fields in `lang`. `players` are in the order of their letters."""

    lang: Lang
    players: tuple[str, ...]

    def say(self, words: Message | str) -> str:
        """Words in the writer's language, on one line, with nothing a terminal would obey."""
        return one_line(words.render(self.lang) if isinstance(words, Message) else words)

    def player(self, name: str) -> str:
        """A player's name with the letter that stands for it in plots."""
        return f"{letter(self.players.index(name))} {self.player_name(name)}"

    def player_name(self, name: str) -> str:
        """A player's name as a reader says it: what is not a word of ours stays as it is."""
        arm, dot, condition = name.partition(CONDITION)
        players, *signs = arm.split(" [")
        said = [self.say(msg("person")) if one == HUMAN else one for one in players.split("+")]
        words = {"fork]": msg("forked"), "rewound]": msg("rewound")}
        noted = [self.say(words.get(sign, sign)) for sign in signs]
        shown = one_line("+".join(said)) + (f" [{self.listed(noted)}]" if noted else "")
        return shown + dot + one_line(condition)

    def listed(self, words: Iterable[str]) -> str:
        """Words one after the other."""
        return several(words).render(self.lang)

    def parts(self, words: Iterable[str]) -> str:
        """Parts of a sentence one after the other."""
        return several(words, "; ").render(self.lang)

    def headed(self, head: Message | str, value: str) -> str:
        """A value after its head."""
        return self.say(msg("{head}: {value}", head=head, value=value))

    def effort(self, effort: EffortFigures) -> Cell:
        """A kind of effort: its mean, and beside it interval, median and how much is known."""
        mean = effort.mean
        scale = 1000 if effort.name.endswith("_ms") else 1
        known = self.say(msg("known in {n} of {of}", n=mean.n, of=mean.n + mean.ungraded))
        if mean.value is None or effort.median is None:
            return Cell(self.say(msg("unknown")), known)
        parts = [self.say(msg("median {value}", value=self.number(effort.median / scale))), known]
        if mean.interval:
            low, high = mean.interval.low / scale, mean.interval.high / scale
            parts.insert(0, f"{self.number(low)}–{self.number(high)}")
        return Cell(self.number(mean.value / scale), self.parts(parts), self.say(formula("effort")))

    def figure(self, figure: Figure) -> Cell:
        """A figure: its value, its interval and n beside it, and how it was made."""
        parts = []
        if figure.interval:
            low, high = figure.interval.low, figure.interval.high
            parts.append(f"{self.bare(low)}–{self.bare(high)}")
        parts.append(self._of(figure))
        if figure.ungraded:
            parts.append(self.say(nmsg("{n} ungraded", "{n} ungraded", figure.ungraded)))
        return Cell(self.percent(figure.value), self.parts(parts), self._made(figure))

    def _of(self, figure: Figure) -> str:
        unit = {
            "sessions": nmsg("{n} session", "{n} sessions", figure.n),
            "turns": nmsg("{n} turn", "{n} turns", figure.n),
            "items": nmsg("{n} item", "{n} items", figure.n),
            "tasks": nmsg("{n} task", "{n} tasks", figure.n),
        }[figure.unit]
        if figure.hits is None:
            return self.say(unit)
        return self.say(msg("{hits} of {unit}", hits=figure.hits, unit=unit))

    def _made(self, figure: Figure) -> str:
        stem = figure.key.partition("_")[0]
        key = stem if stem in ("missed", "check", "cause") else figure.key
        parts = [self.say(formula(key)), self._of(figure)]
        if figure.interval and figure.hits is None:
            parts.append(self.say(msg("95% interval: bootstrap over sessions or tasks")))
        elif figure.interval:
            parts.append(self.say(msg("95% interval: Wilson")))
        if figure.clustered:
            low, high = self.bare(figure.clustered.low), self.bare(figure.clustered.high)
            parts.append(self.say(msg("bootstrap over sessions: {low}–{high}", low=low, high=high)))
        return self.parts(parts)

    def percent(self, value: Fraction | float | None) -> str:
        """A share as a percentage with one decimal; unknown where there is none."""
        return self.say(msg("unknown")) if value is None else f"{self.bare(value)}%"

    def bare(self, value: Fraction | float) -> str:
        """A share in per cent, without the sign for it."""
        return f"{float(value) * 100:.1f}".replace("-", "−")

    def number(self, value: Fraction | float) -> str:
        """A number to three digits, or to whole ones where it has more of them."""
        plain = float(value)
        rounded = float(f"{plain:.3g}") if abs(plain) < 100 else float(round(plain))
        return format_number(rounded, self.lang)


def letter(at: int) -> str:
    """The letter that stands for a player in plots: A, B, …, Z, A1, B1, …"""
    lap, place = divmod(at, 26)
    return chr(ord("A") + place) + (str(lap) if lap else "")
