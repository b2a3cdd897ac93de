"""Prints a scenario for a reviewing clinician: every value resolved, every grader in words."""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.check.authoring.told import context_of, grader_lines, reference_line
from physassist_tui.check.case import Case
from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import category_name, kind_name, specialty_name, verdict_name
from physassist_tui.core.scenario import Fact, GoldAnswer, GoldAsk, GoldCall, Turn
from physassist_tui.core.state import Call
from physassist_tui.i18n import Lang, Message, msg, several

_MOST_ENTRIES = 8
Line = tuple[int, Message | str]
"""How far it is indented, and the words."""


def review_lines(case: Case, lang: Lang) -> Iterator[Line]:
    """The whole scenario in a language that it lists. Plays gold, so that results can be shown."""
    yield from _head(case, lang)
    if not case.scenario.long_task:
        yield 0, ""
        yield 0, msg("What the patient knows")
        for fact in case.scenario.facts:
            yield from _fact(case, fact, lang)
    state = case.state("script:gold", lang)
    for number, turn in enumerate(case.scenario.turns, start=1):
        yield 0, ""
        calls = [call for call in state.calls if call.turn == number]
        yield from _turn(case, number, turn, calls, lang)
    yield 0, ""
    yield 0, msg("Signed off by: ______________________   Date: ____________")
    yield 0, msg("Then put the name under source.reviewed_by in the file.")


def _head(case: Case, lang: Lang) -> Iterator[Line]:
    scenario = case.scenario
    yield 0, one_line(f"{scenario.id}: {scenario.title.text(lang)}")
    yield 1, msg("{category}, L{level}", category=category_name(scenario.category),
                 level=scenario.difficulty)  # fmt: skip
    yield 1, msg("Record: {record}; licence: {licence}", record=one_line(scenario.source.record),
                 licence=one_line(scenario.source.licence))  # fmt: skip
    reviewed = several(map(one_line, scenario.source.reviewed_by))
    yield 1, msg("Reviewed by: {names}", names=reviewed or msg("nobody yet"))
    if scenario.specialty is not None:
        yield 1, msg("Specialty: {specialty}", specialty=specialty_name(scenario.specialty))
    if scenario.deliverables:
        yield 1, msg("Files asked for: {files}", files=several(scenario.deliverables))
    yield 1, msg("Clock: {clock}", clock=scenario.clock.isoformat())
    yield 1, msg("Patient: {line}", line=reference_line(case, scenario.patient))
    if scenario.encounter is not None:
        yield 1, msg("Encounter: {line}", line=reference_line(case, scenario.encounter))
    if not scenario.long_task:
        told = scenario.persona.model_dump().items()
        persona = several(f"{name} {value}" for name, value in told)
        yield 1, msg("How the patient speaks: {persona}", persona=persona)
    for citation in scenario.references:
        yield 1, one_line(f"[{citation.id}] {citation.cite} ({citation.year})")


def _fact(case: Case, fact: Fact, lang: Lang) -> Iterator[Line]:
    critical = msg("critical") if fact.critical else msg("not critical")
    yield 1, msg("{id} ({topic}, {critical})", id=fact.id, topic=fact.topic.value,
                 critical=critical)  # fmt: skip
    wording = getattr(fact.say, lang)
    if wording is not None:
        for level in ("low", "medium", "high"):
            yield 2, one_line(f"{level}: {getattr(wording, level)}")
    for reference in fact.grounded_in:
        yield 2, msg("rests on {line}", line=reference_line(case, reference))


def _turn(case: Case, number: int, turn: Turn, calls: list[Call], lang: Lang) -> Iterator[Line]:
    yield 0, msg("Turn {n} ({type})", n=number, type=turn.task_type.value)
    yield from _said(msg("Physician: {text}", text=""), turn.request.text(lang))
    if turn.explicit.text(lang) != turn.request.text(lang):
        yield from _said(msg("Spelled out: {text}", text=""), turn.explicit.text(lang))
    if turn.refers_to is not None and turn.implicitness is not None:
        yield (
            1,
            msg(
                "Leans on “{antecedent}” of turn {n} ({kind})",
                antecedent=one_line(turn.refers_to.antecedent.text(lang)),
                n=turn.refers_to.turn,
                kind=turn.implicitness.value,
            ),
        )
    if turn.answer_format is not None:
        yield 1, msg("Form of the answer: {text}", text=one_line(turn.answer_format.text(lang)))
    yield 1, msg("A perfect play:")
    yield from _gold(turn, calls, lang)
    yield 1, msg("Graded by:")
    context = context_of(case, number, lang)
    graded = case.turns("script:gold", lang)[number - 1].items
    for item, mark in zip(turn.rubric, graded, strict=True):
        basis = f" [{item.basis}]" if item.basis else ""
        yield 2, msg("{id} ({kind}){basis}: {text}", id=item.id, kind=kind_name(item.kind),
                     basis=basis, text=one_line(item.text.text(lang)))  # fmt: skip
        if item.in_file is not None:
            yield 3, msg("reads {file} in place of the answer", file=item.in_file)
        for line in grader_lines(case, item.grader, context):
            yield 3, line
        yield 3, msg("the perfect play: {verdict}", verdict=verdict_name(mark.grade.verdict))


def _said(head: Message, text: str) -> Iterator[Line]:
    """A text on its own lines, the first behind its head."""
    first, *more = text.strip().splitlines() or [""]
    yield 1, f"{head.render().rstrip()} {one_line(first)}"
    yield from ((2, one_line(line)) for line in more)


def _gold(turn: Turn, calls: list[Call], lang: Lang) -> Iterator[Line]:
    made = iter(calls)
    for step in turn.gold:
        call = None if isinstance(step, GoldAnswer) else next(made, None)
        match step:
            case GoldCall(call=tool):
                given = step.arguments(lang)
                told = ", ".join(f"{k}: {v}" for k, v in given.items() if k != "content")
                yield 2, one_line(f"{tool} {{{told}}}")
                yield from (
                    (3, one_line(line)) for line in str(given.get("content", "")).splitlines()
                )
            case GoldAsk(ask=question):
                yield 2, msg("asks: {text}", text=one_line(question.text(lang)))
            case GoldAnswer(answer=answer):
                yield 2, msg("answers: {text}", text=one_line(answer.text(lang)))
        if call is not None:
            yield from ((3, line) for line in _result(call))


def _result(call: Call) -> Iterator[Message | str]:
    result = call.result or {}
    if "reply" in result or "error" in result:
        yield one_line(str(result.get("reply") or result.get("error")))
        return
    entries = result.get("entries") or []
    for entry in entries[:_MOST_ENTRIES]:
        told = [str(v) for k, v in entry.items() if k not in ("ref", "encounter", "code") and v]
        text = one_line(several(told).render())
        yield text if len(text) <= 200 else text[:199] + "…"
    if len(entries) > _MOST_ENTRIES:
        yield msg("and {n} more", n=len(entries) - _MOST_ENTRIES)
