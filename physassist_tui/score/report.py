"""A score as data, and as the JSON that programs read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.words import ItemKind, Verdict
from physassist_tui.i18n import Lang
from physassist_tui.score import figures
from physassist_tui.score.causes import Cause
from physassist_tui.score.figures import Tally
from physassist_tui.score.finding import CHECKS, Finding
from physassist_tui.score.grade import Grade
from physassist_tui.score.raters import Opinion


@dataclass(frozen=True)
class ItemScore:
    """A rubric item and its grade. `id` is unique within its turn.

    `ratings` is what each rater, model or person, said of it, whatever decided.
    """

    id: str
    kind: ItemKind
    text: Bilingual
    grade: Grade
    ratings: tuple[Opinion, ...] = ()


@dataclass(frozen=True)
class TurnScore:
    """A turn of the scenario. `answered` is false too where it was never started."""

    turn: int
    answered: bool
    items: tuple[ItemScore, ...]

    @property
    def tally(self) -> Tally:
        """Its items, counted."""
        count = Counter(item.grade.verdict for item in self.items)
        return Tally(
            len(self.items), count[Verdict.PASS], count[Verdict.PARTIAL], count[Verdict.FAIL]
        )


@dataclass(frozen=True)
class Score:
    """Everything that grading says of one session. Two equal scores give the same JSON.

    `about` is what the scenario says of itself and its turns; see `about.about`. `causes` are
    the simple causes of what failed (`causes.causes_of`).
    """

    turns: tuple[TurnScore, ...]
    findings: tuple[Finding, ...]
    identity: dict[str, Any]
    about: dict[str, Any] = field(default_factory=dict)
    causes: tuple[Cause, ...] = ()

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The turns, counted: what the figures are made from."""
        return tuple(turn.tally for turn in self.turns)

    @property
    def checks(self) -> dict[str, int]:
        """How many findings each standing check has."""
        count = Counter(finding.check for finding in self.findings)
        return {check: count[check] for check in CHECKS}

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The `score` object that programs read, its reasons and item texts in `lang`.

        Shares are numbers between 0 and 1; what cannot be known is `None`, never 0.
        `strict` counts a partial grade 0, `lenient` one half; figures without either name in
        theirs are strict.
        """
        tallies = self.tallies
        rate = figures.checkpoint_rate([tallies])
        return {
            "turns": [_turn_json(turn, lang) for turn in self.turns],
            "total": sum(tally.total for tally in tallies),
            "graded": sum(tally.graded for tally in tallies),
            "passed": sum(tally.passed for tally in tallies),
            "mrs": _number(figures.session_mean(tallies)),
            "mrs_lenient": _number(figures.session_mean(tallies, lenient=True)),
            "graded_share": _number(figures.graded_share([tallies])),
            **_thresholds(tallies, lenient=False),
            **_thresholds(tallies, lenient=True),
            "checkpoint_rate": _number(rate.value),
            "task_success": figures.task_succeeds(tallies),
            "checks": self.checks,
            "checks_detail": [finding.to_json(lang) for finding in self.findings],
            "causes": [cause.to_json(lang) for cause in self.causes],
            "identity": self.identity,
            "about": self.about,
        }


def _thresholds(tallies: Sequence[Tally], *, lenient: bool) -> dict[str, Any]:
    suffix = "_lenient" if lenient else ""
    turns = {
        name: _number(figures.pass_turn([tallies], threshold, lenient=lenient).value)
        for name, threshold in figures.THRESHOLDS.items()
    }
    session = {
        name: figures.session_passes(tallies, threshold, lenient=lenient)
        for name, threshold in figures.THRESHOLDS.items()
    }
    return {"pass_turn" + suffix: turns, "pass_session" + suffix: session}


def _turn_json(turn: TurnScore, lang: Lang) -> dict[str, Any]:
    tally = turn.tally
    return {
        "turn": turn.turn,
        "answered": turn.answered,
        "total": tally.total,
        "graded": tally.graded,
        "passed": tally.passed,
        "partial": tally.partial,
        "strict": _number(tally.strict),
        "lenient": _number(tally.lenient),
        "items": [_item_json(item, lang) for item in turn.items],
    }


def _item_json(item: ItemScore, lang: Lang) -> dict[str, Any]:
    grade = item.grade
    return {
        "id": item.id,
        "kind": item.kind.value,
        "text": item.text.text(lang),
        "grader": grade.grader,
        "grade": grade.verdict.value,
        "evidence": list(grade.evidence),
        "words": grade.words,
        "because": grade.because.render(lang),
        "ratings": [opinion.to_json(lang) for opinion in item.ratings],
    }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
