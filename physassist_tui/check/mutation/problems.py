"""What the mutations of a scenario say is wrong with its rubric, for its author to mend."""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.check.case import Case
from physassist_tui.check.mutation.model import Kind, Mutations, Outcome
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Message, msg, several
from physassist_tui.library import FieldPath, Problem

_MOST = 160


def check_mutations(case: Case, mutations: Mutations) -> list[Problem]:
    """The mutations that survived, those that failed items which read nothing of them, and the
    items of which none could be made."""
    problems = []
    for outcome in mutations.outcomes:
        if outcome.survived:
            path = _path(case, outcome.mutation.turn, outcome.mutation.items[0])
            problems.append(case.problem(path, _survived(outcome)))
        for item in outcome.strays:
            path = _path(case, outcome.mutation.turn, item)
            problems.append(case.problem(path, _strayed(outcome, item)))
    for turn, item in mutations.untried:
        words = msg(
            "no mutation could be aimed at '{item}': its grader reads nothing of gold's answer or"
            " acts; let it read what the item asks for",
            item=item,
        )
        problems.append(case.problem(_path(case, turn, item), words))
    return problems


def _path(case: Case, turn: int, item: str) -> FieldPath:
    ids = [one.id for one in case.scenario.turns[turn - 1].rubric]
    return ("turns", turn - 1, "rubric", ids.index(item))


def _survived(outcome: Outcome) -> Message:
    mutation = outcome.mutation
    return msg(
        "{items}: passes though gold was changed ({kind}, {language}): {change}. {mend}",
        items=several(mutation.items),
        kind=mutation.kind.value,
        language=mutation.language or "-",
        change=_short(mutation.change),
        mend=_mend(mutation.kind, act=mutation.language is None),
    )


def _strayed(outcome: Outcome, item: str) -> Message:
    mutation = outcome.mutation
    return msg(
        "'{item}' fails where only '{other}' was changed ({kind}, {language}): {change}. It must"
        " not read what belongs to another item.",
        item=item,
        other=several(mutation.items),
        kind=mutation.kind.value,
        language=mutation.language or "-",
        change=_short(mutation.change),
    )


def _short(change: Message) -> Message:
    def cut(value: object) -> object:
        text = one_line(str(value))
        return text if len(text) <= _MOST else text[: _MOST - 1] + "…"

    return Message(change.msgid, {name: cut(value) for name, value in change.args.items()})


def _mend(kind: Kind, *, act: bool) -> Message:
    if act:
        return {
            Kind.DOSE: msg("Let a 'where' of the turn bound the dose's number."),
            Kind.UNIT: msg("Let a 'where' of the turn name the dose's unit."),
            Kind.DRUG: msg("Let a 'where' of the turn name what is ordered."),
            Kind.FREQUENCY: msg("Let a 'where' of the turn bound timing.repeat."),
            Kind.DATE: msg("Let a 'where' of the turn bound the date or duration."),
            Kind.PATIENT: msg("Count only what was written for this patient."),
            Kind.NEGATION: msg("Let the 'where' refuse the words that say the opposite."),
            Kind.OMISSION: msg("Count what gold does, so that doing less is noticed."),
        }[kind]
    return {
        Kind.DOSE: msg("Demand the number with its unit in a group of 'each', or a 'value'."),
        Kind.UNIT: msg("Check the unit of the 'value'."),
        Kind.DRUG: msg("Name the drug in a group of 'each'."),
        Kind.FREQUENCY: msg("Name the frequency in a group of 'each'."),
        Kind.DATE: msg("Name the day in a group of 'each', or let 'day_matters'."),
        Kind.PATIENT: msg("Take out terms that are met by words about others."),
        Kind.NEGATION: msg("Take out terms that other words of the answer meet as well."),
        Kind.OMISSION: msg("Take out terms that other sentences of the answer meet as well."),
    }[kind]


def summary(mutations: Mutations) -> Iterator[Message]:
    """What was tried, in a line or two."""
    made = len(mutations.outcomes)
    alone = sum(outcome.alone for outcome in mutations.outcomes)
    yield msg(
        "{made} mutations, {survived} survived; {alone} failed exactly the item aimed at",
        made=made,
        survived=len(mutations.survivors),
        alone=alone,
    )
    for turn, items in mutations.together:
        yield msg(
            "turn {turn}: no mutation tells these apart, they are graded on the same: {items}",
            turn=turn,
            items=several(items),
        )
