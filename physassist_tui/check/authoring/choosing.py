"""Settles what an author gave: each choice is of what the record offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from physassist_tui.check.authoring.offered import Choice, clocks, encounters, patients
from physassist_tui.check.authoring.skeleton import Plan
from physassist_tui.core.errors import BadInput
from physassist_tui.core.names import category_name
from physassist_tui.core.words import Category
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import Lang, Message, msg, several

Choose = Callable[[Message, Sequence[Choice]], str]
"""Asks a person for one of several; gives the `value` of a choice, or words of the person's own."""

_MOST_TOLD = 12


def settle(
    record: Record, folder: Path, given: dict[str, str | None], languages: tuple[Lang, ...],
    difficulty: int, choose: Choose | None,
) -> Plan:  # fmt: skip
    """The plan of a scenario. `given` has `category`, `patient`, `encounter` and `clock`.

    What is not given is asked for with `choose`; without it, `BadInput` names the option and
    what there is to choose from, as it does for what is not in the record.
    """
    options = [Choice(one.value, category_name(one).render()) for one in Category]
    category = Category(_settled("category", given["category"], options, choose))
    patient = _settled("patient", given["patient"], patients(record), choose)
    stays = encounters(record, patient)
    encounter: str | None = None
    if stays or given["encounter"]:
        encounter = _settled("encounter", given["encounter"], stays, choose)
    clock = _settled("clock", given["clock"], clocks(record, patient, encounter), choose, free=True)
    slug = re.sub(r"[^a-z0-9]+", "-", folder.resolve().name.casefold()).strip("-") or "new"
    scenario_id = f"{category.value.replace('_', '-')}/{slug}"
    return Plan(scenario_id, category, difficulty, languages, patient, encounter, _clock(clock))


def _settled(
    option: str, given: str | None, choices: Sequence[Choice], choose: Choose | None,
    *, free: bool = False,
) -> str:  # fmt: skip
    if given is None and not choices and not free:
        raise BadInput(msg("The record has no {option} to choose.", option=option))
    if given is None and choose is not None:
        given = choose(msg("Which {option}?", option=option), choices)
    if given is None:
        raise BadInput(
            msg("--{option} is missing; one of: {choices}", option=option, choices=_told(choices))
        )
    if free or given in {choice.value for choice in choices}:
        return given
    raise BadInput(
        msg(
            "--{option}: there is no '{given}'; one of: {choices}",
            option=option,
            given=given,
            choices=_told(choices),
        )
    )


def _told(choices: Sequence[Choice]) -> Message:
    told = (f"{one.value} ({one.words})" if one.words else one.value for one in choices)
    return several(told, "; ", most=_MOST_TOLD)


def _clock(text: str) -> str:
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        when = None
    if when is None or when.tzinfo is None:
        raise BadInput(
            msg("--clock: a date and time with its offset, as 2026-03-04T09:30:00-05:00")
        )
    return text
