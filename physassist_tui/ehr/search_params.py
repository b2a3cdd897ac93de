"""Which search parameters each type has, of which kind, and where they read.

After the search parameters of FHIR R4 (4.0.1). Not here: composite, quantity and uri
parameters, chains and includes. Beyond R4: `status`, `category` and `code` of Flag (status and
category are R5's), `code` of MedicationRequest and its kin also reads the Medication that is
referred to, and a type that is not listed has the parameters that nearly all types have.
MedicationRequest's `date` (the events of its dosage timing) is left out on purpose: it is
nearly always empty and would sort nothing in silence where `authoredon` is meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from physassist_tui.ehr.search_table import ELSEWHERE, EVERY, TABLE

Kind = Literal["token", "date", "reference", "string"]


@dataclass(frozen=True)
class SearchParam:
    """A parameter. `paths` are element paths; `target` is the one type a reference means."""

    name: str
    kind: Kind
    paths: tuple[tuple[str, ...], ...]
    target: str | None = None


@lru_cache(maxsize=1)
def _tables() -> Mapping[str, Mapping[str, SearchParam]]:
    every = _parsed(EVERY.split("\n"))
    tables: dict[str, dict[str, SearchParam]] = {}
    table: dict[str, SearchParam] = {}
    for line in TABLE.split("\n"):
        if line.startswith("  "):
            param = _param(line)
            table[param.name] = param
        elif line:
            table = tables[line] = dict(every)
    return tables


def _parsed(lines: list[str]) -> dict[str, SearchParam]:
    params = [_param(line) for line in lines if line]
    return {param.name: param for param in params}


def _param(line: str) -> SearchParam:
    name, kind, *paths = line.split()
    kind, _colon, target = kind.partition(":")
    return SearchParam(
        name,
        kind,  # type: ignore[arg-type]
        tuple(tuple(path.split(".")) for path in paths),
        target or None,
    )


@lru_cache(maxsize=1)
def _elsewhere() -> Mapping[str, SearchParam]:
    return _parsed((EVERY + ELSEWHERE).split("\n"))


def params_of(resource_type: str) -> Mapping[str, SearchParam]:
    """The parameters of a type by name; `_id` and the controls (`_count` …) are not in it."""
    return _tables().get(resource_type) or _elsewhere()


_CODE = {"Immunization": "vaccine-code", "DocumentReference": "type", "Encounter": "type"}
_DATES = (
    "date",
    "authoredon",
    "authored",
    "authored-on",
    "effective-time",
    "effective",
    "recorded-date",
    "whenhandedover",
    "start-date",
    "started",
    "sent",
    "created",
    "collected",
    "recorded",
    "datetime",
)


def code_param(resource_type: str) -> str | None:
    """The parameter that says what a resource of the type is of, or `None`."""
    params = params_of(resource_type)
    wanted = _CODE.get(resource_type, "code")
    return next((name for name in (wanted, "type", "category") if name in params), None)


def date_param(resource_type: str) -> str | None:
    """The parameter that a clinician would sort the type by, or `None`."""
    params = params_of(resource_type)
    return next((name for name in _DATES if name in params), None)


def encounter_param(resource_type: str) -> str | None:
    """The parameter for the encounter of a resource: `encounter`, or `context`, or `None`."""
    params = params_of(resource_type)
    return next((name for name in ("encounter", "context") if name in params), None)
