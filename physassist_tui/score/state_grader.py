"""`state`: decided on the resources that this session wrote.

What counts is what had been written when the turn was answered, in that turn or an earlier
one, in the version it then had. A turn answered with an active order keeps its grade when the
order is cancelled in a later turn: the later turn has its own items.
"""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core.graders import GraderSpec, StateGrader
from physassist_tui.core.state import Written
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.fhirtext import nodes, part
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import Message, msg, nmsg
from physassist_tui.score.fhirpath import BadPath, holds
from physassist_tui.score.grade import Grade, TurnContext

STATE_VERSION = 1


def subject_of(resource: Resource) -> str | None:
    """The patient that a resource is about, as `Patient/id`; `None` where it names none.

    Of an appointment: the participant that is a patient.
    """
    attending = [part(one, "actor") for one in nodes(resource.get("participant"))]
    attending = [one for one in attending if "Patient/" in str(one.get("reference"))]
    for target in (*(part(resource, name) for name in ("subject", "patient", "for")), *attending):
        reference = target.get("reference")
        if isinstance(reference, str):
            kept = reference.split("/_history/")[0].rstrip("/").split("/")
            return "/".join(kept[-2:])
    return None


def grade_state(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `state` of `spec`: how many written resources meet it, against its bounds.

    Abstains where its FHIRPath cannot be evaluated: that is a fault of the scenario.
    """
    wanted = spec.state
    if wanted is None:
        raise ValueError("this is no state grader")
    try:
        counted = _counted(wanted, context)
    except BadPath as fault:
        because = msg("The condition on what was written cannot be used: {fault}", fault=fault)
        return Grade(Verdict.ABSTAIN, "state", STATE_VERSION, because)
    enough = len(counted) >= wanted.at_least
    too_many = wanted.at_most is not None and len(counted) > wanted.at_most
    verdict = Verdict.PASS if enough and not too_many else Verdict.FAIL
    evidence = tuple(written.seq for written in counted)
    return Grade(verdict, "state", STATE_VERSION, _because(wanted, counted), evidence)


def _counted(wanted: StateGrader, context: TurnContext) -> list[Written]:
    state = context.state
    pool: Sequence[Written] = state.written if wanted.cancelled else state.active_written()
    return [
        written
        for written in pool
        if written.seq < context.answer_seq
        and written.resource.get("resourceType") == wanted.resource
        and (wanted.any_patient or subject_of(written.resource) == context.scenario.patient)
        and holds(written.resource, wanted.where)
    ]


def _because(wanted: StateGrader, counted: Sequence[Written]) -> Message:
    found, low, high = _written(wanted.resource, len(counted)), wanted.at_least, wanted.at_most
    if high is None:
        return msg("{found}; the item asks for at least {low}.", found=found, low=low)
    if high == 0:
        return msg("{found}; the item allows none.", found=found)
    if high == low:
        return msg("{found}; the item asks for exactly {low}.", found=found, low=low)
    if low == 0:
        return msg("{found}; the item allows at most {high}.", found=found, high=high)
    return msg("{found}; the item asks for {low} to {high}.", found=found, low=low, high=high)


def _written(resource: str, n: int) -> Message:
    """How many there were, in a clinician's words."""
    match resource:
        case "MedicationRequest":
            return nmsg(
                "{n} medication order that fits had been written",
                "{n} medication orders that fit had been written",
                n,
            )
        case "ServiceRequest":
            return nmsg(
                "{n} order for a test or service that fits had been written",
                "{n} orders for tests or services that fit had been written",
                n,
            )
        case "Flag":
            return nmsg(
                "{n} flag that fits had been set",
                "{n} flags that fit had been set",
                n,
            )
        case _:
            return nmsg(
                "{n} entry of type {resource} that fits had been written",
                "{n} entries of type {resource} that fit had been written",
                n,
                resource=resource,
            )
