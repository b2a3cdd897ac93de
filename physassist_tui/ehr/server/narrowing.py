"""Which parameters of a search the server is asked with.

What the server leaves out is never seen, so it is asked with a parameter only where it can leave
out nothing that our own search would find. Declared by its CapabilityStatement, and then:

- a patient, subject, encounter or context by its id. The clock gate only ever takes references
  out of a resource, so none is found by one that the server does not see.
- a `code` or `identifier` without letters (LOINC, SNOMED CT, RxNorm, numbers): ours are compared
  without case, which not every server does.
- the record, by the tag that `ehr load` gave it; the ids of `_id`.

Not: `status` and its kin (a stay that ends after the clock is open in the chart and finished on
the server), dates (ends that lie after the clock are open; a date without an offset is read in
the clock's, which a server does not know), names and other words (folded in many ways), categories
(written in either case), `:not`, `:missing` and `:text`, sorting and paging.
"""

from __future__ import annotations

import re

from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.search_query import Clause, Query, token_parts
from physassist_tui.ehr.server.capabilities import Capabilities
from physassist_tui.ehr.server.marks import RECORD_TAG
from physassist_tui.ehr.writes import SESSION_TAG

_PERSON = ("patient", "subject")
_STAY = ("encounter", "context")
_EXACT = {"code": (("code",),), "identifier": (("identifier",),)}
_REFERENCE = re.compile(r"[A-Z][A-Za-z]+/[A-Za-z0-9.\-]{1,64}", re.ASCII)
_SAFE_ID = re.compile(r"[A-Za-z0-9.\-]{1,64}", re.ASCII)
_CASELESS = re.compile(r"[0-9.\-]+", re.ASCII)
_PLAIN_SYSTEM = re.compile(r"[A-Za-z0-9:/._\-]+", re.ASCII)
_FHIR_SYSTEM = "http://hl7.org/fhir/"

Asked = list[tuple[str, str]]


def narrowed(query: Query, capabilities: Capabilities, record: str) -> Asked | None:
    """What the server is asked with beside the type; `None` where nothing of it can be meant.

    `record` is the key of the record that is seen, empty where the server holds no loaded one.
    """
    if any(_is_layers_only(clause) for clause in query.clauses):
        return None
    asked: Asked = []
    for names in (_PERSON, _STAY):
        if not asked:
            found = (_reference(clause) for clause in query.clauses if clause.param.name in names)
            asked = [
                pair
                for pair in found
                if pair is not None and capabilities.declares(query.resource_type, pair[0])
            ][:1]
    for clause in query.clauses:
        pair = _token(clause)
        if pair is not None and capabilities.declares(query.resource_type, pair[0]):
            asked.append(pair)
    if not asked and record and capabilities.declares(query.resource_type, "_tag"):
        asked.append(("_tag", f"{RECORD_TAG}|{record}"))
    return asked


def _is_layers_only(clause: Clause) -> bool:
    """Whether a clause asks for what sessions have written, which is not sought in a record."""
    return (
        clause.param.name == "_tag"
        and not clause.modifier
        and all(value.startswith(f"{SESSION_TAG}|") for value in clause.values)
    )


def _reference(clause: Clause) -> tuple[str, str] | None:
    if clause.modifier:
        return None
    keys = []
    for value in clause.values:
        key = reference_key(value)
        if "/" not in key and clause.param.target and _SAFE_ID.fullmatch(key):
            key = f"{clause.param.target}/{key}"
        if not _REFERENCE.fullmatch(key):
            return None
        keys.append(key)
    return clause.param.name, ",".join(keys)


def _token(clause: Clause) -> tuple[str, str] | None:
    name = clause.param.name
    if clause.modifier or clause.param.kind != "token" or clause.param.paths != _EXACT.get(name):
        return None
    for value in clause.values:
        system, code = token_parts(value)
        if not _CASELESS.fullmatch(code):
            return None
        if system is not None and (
            not _PLAIN_SYSTEM.fullmatch(system) or system.startswith(_FHIR_SYSTEM)
        ):
            return None
    return name, ",".join(clause.values)
