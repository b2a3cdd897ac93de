"""The order in which each participant plays: counterbalanced, seeded, a pure function.

Rows come from a Williams design: a Latin square in which every place follows every other equally
often (for an odd number of places, a pair of squares). Over as many people in a row as it has
rows, each place is played first, second, … equally often, and carries over to each other equally
often. Source: Williams EJ, Aust J Sci Res A 1949;2:149–168. The seed decides only which place
stands for which number of the square. People take rows in the order of the file, models apart
from them, so that one added at the end changes nobody's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import lcm
from typing import TypeVar

from physassist_tui.core.words import Requests
from physassist_tui.i18n import Lang
from physassist_tui.study.model import Condition, Participant, Study

T = TypeVar("T")


@dataclass(frozen=True)
class Planned:
    """One session of a participant's order. `position` and `trial` count from 1.

    `language` is `None` where neither condition nor participant names one: the scenario's first.
    `seed` is the same for all who play that scenario in that trial: they meet one patient.
    """

    position: int
    trial: int
    scenario: str
    condition: str
    language: Lang | None
    requests: Requests
    seconds: float | None
    player: str
    seed: int


def plan(study: Study, participant: Participant) -> tuple[Planned, ...]:
    """The whole order of a participant of the study."""
    index = _alike(study, participant).index(participant)
    cells = [
        (trial, scenario, condition)
        for trial in range(study.trials)
        for scenario, condition in _block(study, participant, index, trial)
    ]
    return tuple(
        Planned(
            position=position,
            trial=trial + 1,
            scenario=scenario,
            condition=condition.id,
            language=condition.language or participant.language,
            requests=condition.requests,
            seconds=condition.seconds,
            player=condition.assistant if condition.copilot else participant.player,
            seed=_number(study, "patient", scenario, str(trial)),
        )
        for position, (trial, scenario, condition) in enumerate(cells, start=1)
    )


def square(n: int) -> tuple[tuple[int, ...], ...]:
    """A Williams design of the numbers below `n`: `n` rows, or `2n` where `n` is odd above 1."""
    first = [(at + 1) // 2 if at % 2 else -(at // 2) for at in range(n)]
    rows = [tuple((number + by) % n for number in first) for by in range(n)]
    return tuple(rows + [row[::-1] for row in rows] if n % 2 and n > 1 else rows)


def _alike(study: Study, participant: Participant) -> list[Participant]:
    return [one for one in study.participants if one.is_person == participant.is_person]


def _block(
    study: Study, participant: Participant, index: int, trial: int
) -> list[tuple[str, Condition]]:
    """One trial: everything that is played once in it, in order."""
    conditions = study.conditions_of(participant)
    if study.design == "crossed":
        places = [(s, c) for s in study.scenarios for c in conditions]
        names = [f"{s} {c.id}" for s, c in places]
        return _in_order(study, places, names, index + trial)
    order = _in_order(study, study.scenarios, study.scenarios, index + trial)
    rows, many = len(square(len(study.scenarios))), len(conditions)
    # Every row meets every condition once over rows × conditions people, and the first few
    # people meet different ones already.
    shift = index + index // lcm(rows, many) + trial
    rank = {scenario: at for at, scenario in enumerate(study.scenarios)}
    return [(s, conditions[(rank[s] + shift) % many]) for s in order]


def _in_order(study: Study, places: Sequence[T], names: Sequence[str], row: int) -> list[T]:
    mixed = sorted(range(len(places)), key=lambda at: (_number(study, names[at]), names[at]))
    rows = square(len(places))
    return [places[mixed[number]] for number in rows[row % len(rows)]]


def _number(study: Study, *words: str) -> int:
    """A number that follows from the seed and some words, the same on every machine."""
    text = "\n".join((study.id, str(study.seed), *words))
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big")
