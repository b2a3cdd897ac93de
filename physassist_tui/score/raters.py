"""What raters say of an item, models and people, and how that decides it.

- Judges: the verdict that more than half of the judges with a verdict give; else abstain.
- People: the same among the people whose review is locked.
- Where a person has rated, people decide in place of the judges; where people are split they
  abstain, and no judge is asked instead.
- A rule that has a verdict is never overruled. A person decides where a rule abstains.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from physassist_tui.core.reviewing import DisputeKind
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, msg
from physassist_tui.score.grade import Grade

JUDGE_VERSION = 1
PEOPLE_VERSION = 1
"""Of the rule by which people decide; it belongs to the identity where any has."""


@dataclass(frozen=True)
class Opinion:
    """What one rater says of one item.

    `rater` is `judge:NAME` or `human:ID`. `grade` is `None` where a person only disputed the
    item. `seconds` is how long a person took; `None`: unknown.
    """

    rater: str
    grade: Grade | None
    seconds: float | None = None
    dispute: DisputeKind | None = None
    dispute_words: str = ""

    @property
    def by_person(self) -> bool:
        """Whether a person says it."""
        return self.rater.startswith("human:")

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """For a program; `grade` is `None` where there is only a dispute."""
        grade = self.grade
        dispute = {"kind": self.dispute, "words": self.dispute_words} if self.dispute else None
        return {
            "rater": self.rater,
            "rater_kind": "person" if self.by_person else "judge",
            "grade": None if grade is None else grade.verdict.value,
            "words": "" if grade is None else grade.words,
            "because": "" if grade is None else grade.because.render(lang),
            "seconds": self.seconds,
            "dispute": dispute,
        }


@dataclass(frozen=True)
class JudgeIdentity:
    """What of a judge belongs to a score's identity. `settings` are those of its profile."""

    name: str
    prompt_hash: str
    settings: Mapping[str, Any] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """For the identity."""
        return {"name": self.name, "prompt": self.prompt_hash, "settings": dict(self.settings)}


Items = Mapping[tuple[int, str], tuple[Opinion, ...]]


@dataclass(frozen=True)
class Raters:
    """All that raters say of a session, by scenario turn and item; and who the judges are."""

    opinions: Items = field(default_factory=lambda: MappingProxyType({}))
    judges: tuple[JudgeIdentity, ...] = ()

    def of(self, turn: int, item: str) -> tuple[Opinion, ...]:
        """What is said of an item, judges first, each side in order of name."""
        found = self.opinions.get((turn, item), ())
        return tuple(sorted(found, key=lambda one: (one.by_person, one.rater)))


NOBODY = Raters()


def decided(opinions: Sequence[Opinion]) -> Grade | None:
    """The grade that raters come to; `None` where there is none to go by."""
    people = [one.grade for one in opinions if one.by_person and one.grade is not None]
    judges = [one.grade for one in opinions if not one.by_person and one.grade is not None]
    if people:
        return _majority(people, "human", PEOPLE_VERSION)
    return _majority(judges, "judge", JUDGE_VERSION) if judges else None


def majority(verdicts: Sequence[Verdict]) -> Verdict:
    """The verdict of more than half; those that abstain have no vote. Else abstain."""
    votes = Counter(verdict for verdict in verdicts if verdict is not Verdict.ABSTAIN)
    for verdict, count in votes.items():
        if 2 * count > votes.total():
            return verdict
    return Verdict.ABSTAIN


def _majority(grades: Sequence[Grade], grader: str, version: int) -> Grade:
    if len(grades) == 1:
        return grades[0]
    verdict = majority([grade.verdict for grade in grades])
    agreeing = [grade for grade in grades if grade.verdict is verdict]
    voted = [grade for grade in grades if grade.verdict is not Verdict.ABSTAIN]
    evidence = tuple(sorted({seq for grade in agreeing for seq in grade.evidence}))
    if verdict is Verdict.ABSTAIN and voted:
        because = msg("The raters are split: none of the verdicts has more than half of them.")
        return Grade(verdict, grader, version, because)
    first = agreeing[0]
    if verdict is Verdict.ABSTAIN:
        return first
    because = msg(
        "{count} of {of} raters say so. {because}",
        count=len(agreeing),
        of=len(voted),
        because=first.because,
    )
    return Grade(verdict, grader, version, because, evidence, first.words)
