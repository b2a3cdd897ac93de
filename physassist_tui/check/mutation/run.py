"""Makes and grades every mutation of a scenario."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from physassist_tui.check.case import Case
from physassist_tui.check.mutation.acts import Acts
from physassist_tui.check.mutation.answers import changed_answers
from physassist_tui.check.mutation.grading import TurnGrader
from physassist_tui.check.mutation.model import Kind, Mutation, Mutations, Outcome
from physassist_tui.check.mutation.reading import Answer
from physassist_tui.check.mutation.words import edited
from physassist_tui.core.scenario import Turn
from physassist_tui.core.state import Written
from physassist_tui.i18n import Lang
from physassist_tui.play.scripts import look_alike
from physassist_tui.score.file_grader import reading_file
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.session import answered_turns

GOLD = "script:gold"
NOTHING_SAID: dict[Lang, str] = {"en": "Noted.", "zh": "知道了。"}
"""What is left of an answer of which everything was left out."""


def mutate(case: Case, languages: Sequence[Lang] = ()) -> Mutations:
    """Every mutation of the case's gold plays, and what came of it, in all its languages.

    `languages` are those to try, where not all.

    Acts are changed in the first language only: what is written, shown and told by the patient
    is graded alike in every language. The case must be one that gold plays to the end.
    """
    other = look_alike(case.scenario, case.at_clock)
    name = _name_of(case, other)
    outcomes: list[Outcome] = []
    for at, lang in enumerate(languages or case.scenario.languages):
        turns = answered_turns(case.events(GOLD, lang), case.scenario, case.at_clock, case.recall)
        before: tuple[Written, ...] = ()
        for context in turns:
            grader = TurnGrader(context)
            for answer in _texts(context):
                outcomes += _answers(answer, grader, name)
            if at == 0:
                outcomes += _acts(context, grader, Acts(case, context, before, other))
            before = context.state.written
    tried = {(o.mutation.turn, item) for o in outcomes for item in o.mutation.items}
    by_rule = [
        (number, item.id, any(leaf.by_rule for leaf in item.grader.leaves()))
        for number, turn in enumerate(case.scenario.turns, start=1)
        for item in turn.rubric
    ]
    return Mutations(
        tuple(outcomes),
        tuple((n, item) for n, item, rule in by_rule if rule and (n, item) not in tried),
        tuple((n, item) for n, item, rule in by_rule if not rule),
    )


def _texts(context: TurnContext) -> Iterator[Answer]:
    """The answer, and the files that items read in its place."""
    yield Answer(context)
    paths = dict.fromkeys(item.in_file for item in context.turn.rubric if item.in_file)
    for path in paths:
        reading = reading_file(path, context)
        if reading is not None:
            yield Answer(reading, path)


def _answers(answer: Answer, grader: TurnGrader, other_name: str) -> Iterator[Outcome]:
    context = answer.context
    for changed in changed_answers(answer, other_name):
        text = edited(answer.text, changed.edits)
        text = text if text.strip() else NOTHING_SAID[context.language]
        failed = grader.answered(text, answer.path)
        readers = answer.readers(
            changed.spans, around=changed.around, onwards=changed.kind is Kind.PATIENT
        ) | {changed.item}
        if answer.path is not None:
            # How long a file is, is read from all of it.
            readers |= {
                at
                for at, item in enumerate(context.turn.rubric)
                for leaf in item.grader.leaves()
                if leaf.file is not None and leaf.file.path == answer.path
            }
        mutation = Mutation(
            context.number, _ids(context.turn, {changed.item}), context.language, changed.kind,
            changed.change, text,
        )  # fmt: skip
        yield _outcome(context, mutation, failed, readers, frozenset({changed.item}))


def _acts(context: TurnContext, grader: TurnGrader, acts: Acts) -> Iterator[Outcome]:
    for changed in acts.changed():
        failed = grader.acted(changed.state)
        mutation = Mutation(
            context.number, _ids(context.turn, changed.items), None, changed.kind, changed.change,
            changed.became,
        )  # fmt: skip
        yield _outcome(context, mutation, failed, changed.readers, changed.items)


def _outcome(
    context: TurnContext, mutation: Mutation, failed: frozenset[int], readers: frozenset[int],
    aimed: frozenset[int],
) -> Outcome:  # fmt: skip
    turn = context.turn
    return Outcome(
        mutation,
        _ids(turn, failed),
        _ids(turn, readers - aimed),
        _ids(turn, failed - readers - aimed),
    )


def _ids(turn: Turn, items: frozenset[int] | set[int]) -> tuple[str, ...]:
    return tuple(turn.rubric[at].id for at in sorted(items))


def _name_of(case: Case, patient: str) -> str:
    """What the other patient is called: the name, or the reference of a namesake."""
    from physassist_tui.ehr.fhirtext import human_name

    resource, own = (
        case.exists(one, case.at_clock) or {} for one in (patient, case.scenario.patient)
    )
    name = human_name(resource.get("name"))
    return name if name and name != human_name(own.get("name")) else patient
