"""A mutation of a gold play, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.library import FieldPath


class Kind(StrEnum):
    """What a mutation changes."""

    DOSE = "dose"
    UNIT = "unit"
    DRUG = "drug"
    FREQUENCY = "frequency"
    DATE = "date"
    PATIENT = "patient"
    NEGATION = "negation"
    OMISSION = "omission"


@dataclass(frozen=True)
class Mutation:
    """One changed gold play of `turn` (from 1), aimed at `items`.

    Aimed at one item it must fail it; at several (an act that they share and none of them reads
    more closely) it must fail one of them. `language` is `None` where an act was changed: what
    is written is the same in every language. `change` says what was done, `became` are the
    words or the call as they are now.
    """

    turn: int
    items: tuple[str, ...]
    language: Lang | None
    kind: Kind
    change: Message
    became: str


@dataclass(frozen=True)
class Outcome:
    """What came of a mutation.

    `failed` are the items that passed in gold and fail now; `shared` those that read some of
    what was changed, beside the ones aimed at; `strays` those that fail and read none of it.
    """

    mutation: Mutation
    failed: tuple[str, ...]
    shared: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()

    @property
    def survived(self) -> bool:
        """Whether no item that the mutation is aimed at noticed it."""
        return not set(self.mutation.items) & set(self.failed)

    @property
    def alone(self) -> bool:
        """Whether exactly one item failed, and it was aimed at."""
        return len(self.failed) == 1 and not self.survived

    def to_json(self, lang: Lang | None = None) -> dict[str, Any]:
        """Everything about it, as `--json` gives it."""
        mutation = self.mutation
        return {
            "turn": mutation.turn,
            "items": list(mutation.items),
            "language": mutation.language,
            "kind": mutation.kind.value,
            "change": mutation.change.render(lang),
            "became": mutation.became,
            "survived": self.survived,
            "failed": list(self.failed),
            "shared": list(self.shared),
            "strays": list(self.strays),
        }


Place = tuple[FieldPath, Message]


@dataclass(frozen=True)
class Mutations:
    """All mutations of one scenario.

    `untried` are items decided by rule of which no mutation could be made, as (turn, item);
    `left_to_raters` those that a model or a person decides alone.
    """

    outcomes: tuple[Outcome, ...]
    untried: tuple[tuple[int, str], ...] = ()
    left_to_raters: tuple[tuple[int, str], ...] = ()

    @property
    def survivors(self) -> tuple[Outcome, ...]:
        """The mutations that nothing noticed."""
        return tuple(outcome for outcome in self.outcomes if outcome.survived)

    @property
    def together(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Items that never failed alone, each with those that failed with it most narrowly.

        They are graded on the same words or act: one cannot be wrong without the others.
        """
        found: dict[tuple[int, str], set[str]] = {}
        for outcome in self.outcomes:
            for item in set(outcome.mutation.items) & set(outcome.failed):
                key = (outcome.mutation.turn, item)
                others = set(outcome.failed) - {item}
                if key not in found or len(others) < len(found[key]):
                    found[key] = others
        groups = {(turn, tuple(sorted({item, *rest}))) for (turn, item), rest in found.items()
                  if rest}  # fmt: skip
        return tuple(sorted(groups))

    def to_json(self, lang: Lang | None = None) -> dict[str, Any]:
        """`{made, survived, alone, together, untried, left_to_raters, mutations}`."""
        return {
            "made": len(self.outcomes),
            "survived": len(self.survivors),
            "alone": sum(outcome.alone for outcome in self.outcomes),
            "together": [{"turn": turn, "items": list(items)} for turn, items in self.together],
            "untried": [{"turn": turn, "item": item} for turn, item in self.untried],
            "left_to_raters": [{"turn": turn, "item": item} for turn, item in self.left_to_raters],
            "mutations": [outcome.to_json(lang) for outcome in self.outcomes],
        }


def kind_words(kind: Kind) -> Message:
    """What a kind of mutation changes, in a reader's words."""
    return {
        Kind.DOSE: msg("another number"),
        Kind.UNIT: msg("another unit"),
        Kind.DRUG: msg("another drug or thing"),
        Kind.FREQUENCY: msg("another frequency"),
        Kind.DATE: msg("another date"),
        Kind.PATIENT: msg("another patient"),
        Kind.NEGATION: msg("the opposite"),
        Kind.OMISSION: msg("left out"),
    }[kind]
