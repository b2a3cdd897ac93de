"""`evidence`: decided on what the player was shown before answering.

Any tool and any order will do: what counts is that a resource was shown whole (`Call.refs`),
in this turn or an earlier one. What was found but cut away, or came after the answer, was not
seen.
"""

from __future__ import annotations

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.ehr.search_url import search_all
from physassist_tui.i18n import Message, msg, nmsg
from physassist_tui.score.grade import Grade, TurnContext

EVIDENCE_VERSION = 1

_WITHOUT_PATIENT = frozenset(
    {"Medication", "Practitioner", "PractitionerRole", "Organization", "Location"}
)


def grade_evidence(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `evidence` of `spec`: enough of what its search finds had been shown.

    Abstains where the author's search is refused, finds nothing, or finds fewer resources
    than the item asks for: no player can pass such an item, so it is a fault of the scenario.
    """
    wanted = spec.evidence
    if wanted is None:
        raise ValueError("this is no evidence grader")
    try:
        refs = _found(context.record, wanted.search, context.scenario.patient)
    except EhrError as fault:
        return _abstain(msg("The item's own search is refused: {fault}", fault=fault.message))
    if not refs:
        return _abstain(msg("The item's own search finds nothing: {search}", search=wanted.search))
    needed = wanted.at_least or len(refs)
    if len(refs) < needed:
        because = msg(
            "The item asks for {needed} of what its search finds, which is only {found}.",
            needed=needed,
            found=len(refs),
        )
        return _abstain(because)
    seen = _seen_at(context)
    shown = [ref for ref in refs if ref in seen]
    evidence = tuple(sorted({seen[ref] for ref in shown}))
    verdict = Verdict.PASS if len(shown) >= needed else Verdict.FAIL
    because = _because(len(shown), len(refs), needed)
    return Grade(verdict, "evidence", EVIDENCE_VERSION, because, evidence)


def _because(shown: int, found: int, needed: int) -> Message:
    if found == 1 and shown:
        return msg("The entry that the item looks for had been shown before the answer.")
    if found == 1:
        return msg("The entry that the item looks for had not been shown before the answer.")
    return nmsg(
        "{n} of the {found} entries that the item looks for had been shown before the answer; it"
        " asks for {needed}.",
        "{n} of the {found} entries that the item looks for had been shown before the answer; it"
        " asks for {needed}.",
        shown,
        found=found,
        needed=needed,
    )


def _abstain(because: Message) -> Grade:
    return Grade(Verdict.ABSTAIN, "evidence", EVIDENCE_VERSION, because)


def _seen_at(context: TurnContext) -> dict[str, int]:
    """What had been shown whole, by reference, with the event that first showed it."""
    seen: dict[str, int] = {}
    for call in context.calls_before_answer():
        for ref in call.refs:
            seen.setdefault(ref, call.returned_seq)
    return seen


def _found(record: EhrStore, search: str, patient: str) -> list[str]:
    found = search_record(record, search, patient)
    return [f"{resource['resourceType']}/{resource['id']}" for resource in found]


def search_record(record: EhrStore, search: str, patient: str) -> list[Resource]:
    """What a search finds in a record, for `patient` unless it says another, all pages of it.

    A `_count` of the search is the most it gives: `_count=1` means the first one only. Raises
    `EhrError` where the record refuses the search.
    """
    return search_all(record, for_patient(search, patient))


def for_patient(search: str, patient: str) -> str:
    """The search, for `patient` unless it names one or is of a type that has none."""
    resource_type, _, query = search.partition("?")
    names = {pair.partition("=")[0].partition(":")[0] for pair in query.split("&") if pair}
    if resource_type == "Patient":
        extra = "" if "_id" in names else "_id=" + patient.rpartition("/")[2]
    elif names & {"patient", "subject", "_id"} or resource_type in _WITHOUT_PATIENT:
        extra = ""
    else:
        extra = "patient=" + patient
    return resource_type + "?" + "&".join(part for part in (query, extra) if part)
