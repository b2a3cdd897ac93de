"""Which facts may be said, decided before any wording.

A fact that has come out stays out. Otherwise, of the facts that a question is on:

- one that is not critical comes;
- a critical one comes, under `full`, at once; under `partial`, when the question is specific
  to it or an earlier question was on it too; under `critical_withheld`, only when the question
  is specific to it.

A question that is about something else is on no fact at all, whatever the disclosure. One that
asks for other things than those told brings only what is new, or what it names.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.patient.matcher import Reading


def opened(
    reading: Reading,
    earlier: Sequence[Reading],
    revealed: Collection[str],
    facts: Sequence[Fact],
    persona: Persona,
) -> tuple[Fact, ...]:
    """The facts that the reply may and must hold, in the scenario's order."""
    if reading.kind != "question":
        return ()
    return tuple(
        fact
        for fact in facts
        if fact.id in reading.on
        and (fact.id in revealed or _may_come(fact, reading, earlier, persona))
        and not (reading.other and fact.id in revealed and fact.id not in reading.specific)
    )


def _may_come(fact: Fact, reading: Reading, earlier: Sequence[Reading], persona: Persona) -> bool:
    if not fact.critical or fact.id in reading.specific:
        return True
    match persona.disclosure:
        case "full":
            return True
        case "partial":
            return any(fact.id in before.on for before in earlier)
        case "critical_withheld":
            return False
