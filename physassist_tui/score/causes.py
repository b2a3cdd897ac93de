"""Why a session failed, as far as its events alone tell: simple causes, worth showing a person.

A cause changes no grade. None is given where no item failed, in part or whole. A closed set:

`guessed_code_empty`
    A search by a code or name found nothing, and the record holds, for that patient and type of
    resource, what that code or name stands for under another one; nothing that the session was
    ever shown was any of it. Searches that narrow by date, status or text as well are not looked
    at, nor are codes that the terms room does not know.
`decided_not_ordered`
    An answer or a file claims an order that was not written (the standing check `said_not_done`);
    or an item that asks for an order finds none of the thing, while a sentence of the answer or
    of a file decides on it ("start", "order", "refer", 启用, 建议 …) without denying it.
`no_file`, `misplaced_file`
    A deliverable is not there or empty; with a file of the same or a similar name elsewhere.
`loop`
    The same call or the same error over and over ended the session.
`out_of_steps`
    All calls that the task or the turn allows were used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from physassist_tui.core import events as ev
from physassist_tui.core.graders import OrderGrader
from physassist_tui.core.state import Call
from physassist_tui.core.words import EndReason, Verdict
from physassist_tui.ehr.fhirtext import codings, concept_text, items
from physassist_tui.ehr.matching import LOINC, RXNORM
from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.score.claims import sentences
from physassist_tui.score.evidence import search_record
from physassist_tui.score.file_grader import misplaced_file, no_file
from physassist_tui.score.finding import Finding
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.named import things_in
from physassist_tui.score.order_grader import look
from physassist_tui.score.ordering.names import named, thing_of_code
from physassist_tui.score.paste import BOUNDS, DOCUMENT_BOUNDS, is_paste
from physassist_tui.score.repeats import masked
from physassist_tui.score.session_view import SessionView, Told, told_in
from physassist_tui.score.shown import requests

CauseKind = Literal[
    "guessed_code_empty",
    "decided_not_ordered",
    "no_file",
    "misplaced_file",
    "loop",
    "out_of_steps",
]
CAUSES: tuple[CauseKind, ...] = (
    "guessed_code_empty",
    "decided_not_ordered",
    "no_file",
    "misplaced_file",
    "loop",
    "out_of_steps",
)
"""The causes, in the order in which they are shown."""


@dataclass(frozen=True)
class Cause:
    """One cause. `evidence` are the events that show it; `because` one sentence for a reader."""

    kind: CauseKind
    because: Message
    evidence: tuple[int, ...] = ()

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """The cause for a program, its sentence in `lang`."""
        return {
            "kind": self.kind,
            "because": self.because.render(lang),
            "evidence": list(self.evidence),
        }


def causes_of(
    view: SessionView,
    graded: Sequence[tuple[TurnContext | None, Sequence[Grade]]],
    findings: Sequence[Finding],
) -> tuple[Cause, ...]:
    """The causes of a session's failures; `graded` are its turns with the grades of their items.

    `findings` are those of the standing checks.
    """
    verdicts = [grade.verdict for _context, grades in graded for grade in grades]
    if not {Verdict.FAIL, Verdict.PARTIAL} & set(verdicts):
        return ()
    return (
        *_guessed(view),
        *_decided(view, graded, findings),
        *_files(view),
        *_stopped(view),
    )


# A guessed code


def _guessed(view: SessionView) -> Iterator[Cause]:
    seen = frozenset(ref for call in view.state.calls for ref in call.refs)
    told: set[tuple[str, str]] = set()
    for call in view.state.calls:
        code = _only_code(call)
        kind = _searched(call)
        if code is None or kind is None or not _of_the_patient(call, view.scenario.patient):
            continue
        things = _things_of(code)
        if not things or (kind, code) in told:
            continue
        missed = [r for r in _recorded(view, kind) if things & _named_by(r)]
        if not missed or any(f"{r['resourceType']}/{r['id']}" in seen for r in missed):
            continue
        told.add((kind, code))
        yield Cause("guessed_code_empty", _because_guessed(view, code, missed), (call.seq,))


def _because_guessed(view: SessionView, code: str, missed: Sequence[Resource]) -> Message:
    name = _called(missed[0])
    denied = any(_denies(told.text, name) or _denies(told.text, code) for told in told_in(view))
    if denied:
        return msg(
            "The search for {code} found nothing and was taken for “there is none”; the record has "
            "it as {name}.",
            code=code,
            name=name,
        )
    return msg(
        "The search for {code} found nothing; the record has it as {name}, which was never seen.",
        code=code,
        name=name,
    )


def _denies(text: str, name: str) -> bool:
    things = things_in(name)
    present = bool(things & things_in(text)) or name.casefold() in text.casefold()
    return present and not named(name, text)


_BESIDE = frozenset({"patient", "count", "_count", "page", "category", "encounter"})


def _only_code(call: Call) -> str | None:
    """The code or name of a search that found nothing, where it is all that narrows the search."""
    if not call.ok or call.result is None or call.result.get("total") != 0:
        return None
    given = {name: value for name, value in call.arguments_given.items() if value not in (None, "")}
    if set(given) - _BESIDE - {"code", "medication"} or not set(given) & {"code", "medication"}:
        return None
    return str(given.get("code") or given.get("medication"))


_TYPES = (
    ("observation", "Observation"),
    ("condition", "Condition"),
    ("procedure", "Procedure"),
    ("medicationrequest", "MedicationRequest"),
    ("medicationadministration", "MedicationAdministration"),
    ("servicerequest", "ServiceRequest"),
)


def _searched(call: Call) -> str | None:
    """The type of resource that a search's name says it looks in."""
    name = call.tool.replace("_", "").replace(".", "").casefold()
    return next((kind for part, kind in _TYPES if part in name), None)


def _of_the_patient(call: Call, patient: str) -> bool:
    given = str(call.arguments_given.get("patient") or patient)
    return given.rpartition("/")[2] == patient.rpartition("/")[2]


def _things_of(code: str) -> frozenset[str]:
    """What a code or name that was searched for stands for."""
    value = code.rpartition("|")[2].strip()
    coded = (thing_of_code(f"{system}|{value}") for system in (LOINC, RXNORM))
    return frozenset(thing for thing in coded if thing) or things_in(value)


def _recorded(view: SessionView, kind: str) -> Sequence[Resource]:
    try:
        return search_record(view.record, kind, view.scenario.patient)
    except EhrError:
        # A store that does not serve a type holds nothing of it.
        return ()


def _concepts(resource: Resource) -> list[object]:
    return [*items(resource.get("code")), *items(resource.get("medicationCodeableConcept"))]


def _named_by(resource: Resource) -> frozenset[str]:
    found: set[str] = set()
    for concept in _concepts(resource):
        found |= things_in(concept_text(concept))
        for coding in codings(concept):
            found |= things_in(str(coding.get("display") or ""))
            thing = thing_of_code(f"{coding.get('system', '')}|{coding.get('code', '')}")
            found |= {thing} if thing else set()
    return frozenset(found)


def _called(resource: Resource) -> str:
    concepts = _concepts(resource)
    words = next((text for concept in concepts if (text := concept_text(concept))), "")
    codes = [str(c["code"]) for concept in concepts for c in codings(concept) if c.get("code")]
    return " ".join(filter(None, (words, f"({codes[0]})" if codes else "")))


# Decided, not ordered


_DECIDES = re.compile(
    r"\b(?:start|begin|initiat|order|prescrib|recommend|refer|obtain|schedul|arrang|book|request"
    r"|add|switch|chang|reduc|increas|continu|resum|give|plan|proceed|send|check)\w*"
    r"|开始|启用|启动|加用|给予|予以|处方|开具|开立|下达|建议|推荐|转诊|会诊|安排|预约|申请|改为|换用|调整为|减量|加量|完善|复查|拟|行",
    re.IGNORECASE,
)


def _decided(
    view: SessionView,
    graded: Sequence[tuple[TurnContext | None, Sequence[Grade]]],
    findings: Sequence[Finding],
) -> Iterator[Cause]:
    texts = [told for told in told_in(view) if not _is_paste(told)]
    own = {told.seq: told for told in texts}
    claimed = [
        finding
        for finding in findings
        if finding.check == "said_not_done"
        and finding.evidence[0] in own
        and finding.words not in own[finding.evidence[0]].turn.request
    ]
    for finding in claimed:
        yield Cause("decided_not_ordered", finding.because, finding.evidence)
    said = {seq for finding in claimed for seq in finding.evidence}
    texts = [told for told in texts if told.seq not in said]
    for context, grades in graded:
        if context is None:
            continue
        for item, grade in zip(context.turn.rubric, grades, strict=True):
            if grade.verdict is not Verdict.FAIL:
                continue
            for leaf in item.grader.leaves():
                if leaf.order is not None and _nothing_like(leaf.order, context):
                    yield from _in_words(leaf.order, texts, requests(context))


def _is_paste(told: Told) -> bool:
    """Whether a text is results as they were shown: it decides and claims nothing."""
    calls = (call for call in told.state.calls if 0 < call.returned_seq < told.end)
    shown = (c.shown or c.result_text for c in calls if c.result)
    bounds = DOCUMENT_BOUNDS if told.path else BOUNDS
    return is_paste(told.text, tuple(shown), bounds)


def _nothing_like(wanted: OrderGrader, context: TurnContext) -> bool:
    if not wanted.at_least or not wanted.names.every():
        return False
    looked = look(wanted, context)
    return not (looked.fitting or looked.others)


def _in_words(wanted: OrderGrader, texts: Sequence[Told], asked: Sequence[str]) -> Iterator[Cause]:
    """A sentence that decides on it; what only repeats the request decides nothing."""
    for told in texts:
        for sentence in sentences(masked(told.text, asked)):
            if not _DECIDES.search(sentence):
                continue
            term = next((t for t in wanted.names.every() if named(t, sentence)), None)
            if term is not None:
                because = msg(
                    "Decides on {what}, and no such order was written: {words}",
                    what=term,
                    words=sentence[:160],
                )
                yield Cause("decided_not_ordered", because, (told.seq,))
                return


# Files, loops, steps


def _files(view: SessionView) -> Iterator[Cause]:
    asked = frozenset(view.scenario.deliverables)
    for path in view.scenario.deliverables:
        file = view.state.file(path)
        if file is not None and file.text.strip():
            continue
        astray = misplaced_file(path, view.state, asked) if file is None else None
        if astray is not None:
            because = msg("There is no file {path}; there is {other}.",
                          path=path, other=astray.path)  # fmt: skip
            yield Cause("misplaced_file", because, (astray.seq,))
        elif file is not None:
            yield Cause("no_file", msg("The file {path} is empty.", path=path), (file.seq,))
        else:
            yield Cause("no_file", no_file(path))


_LOOPS = ("repeated_calls", "repeated_errors")
_STEPS = ("tool_calls", "tool_calls_per_turn")


def _stopped(view: SessionView) -> Iterator[Cause]:
    trips = [event for event in view.events if isinstance(event, ev.GuardTripped)]
    looping = [e for e in trips if e.data.guard in _LOOPS and e.data.ends]
    if looping or view.state.ended is EndReason.REPEATED_CALL:
        yield Cause(
            "loop", msg("The same call or error came over and over, and ended the session."),
            tuple(event.seq for event in looping),
        )  # fmt: skip
    spent = [event for event in trips if event.data.guard in _STEPS]
    if spent or view.state.ended is EndReason.TOOL_LIMIT:
        yield Cause(
            "out_of_steps", msg("All tool calls that are allowed were used."),
            tuple(event.seq for event in spent),
        )  # fmt: skip
