"""The nine searches: from a call's arguments to FHIR searches, and from resources to a result.

A result is that of every other search of physassist:

    {"total": n, "page": p, "pages": k, "entries": [...], "hint"?, "nearest"?}

newest first. Works on any `EhrStore` by its searches alone. Notes are paged by their parts, so
that the end of a long one can be reached; the rest by resources, of which only the page asked
for is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from physassist_tui.core.tools import ToolSpec
from physassist_tui.ehr import matching
from physassist_tui.ehr.bench import toolset as names
from physassist_tui.ehr.bench.declared import (
    NOTES_A_PAGE,
    OTHERS_A_PAGE,
    PROBLEMS_A_PAGE,
    page_size,
)
from physassist_tui.ehr.entries import Entries, Entry
from physassist_tui.ehr.fhirtext import items
from physassist_tui.ehr.matching import Key
from physassist_tui.ehr.paging import next_params, page_of
from physassist_tui.ehr.persons import owner_of
from physassist_tui.ehr.protocol import EhrError, EhrStore, Params, Resource
from physassist_tui.ehr.reads import CURRENT, Reader
from physassist_tui.ehr.search_query import parse_query
from physassist_tui.ehr.table_words import listed
from physassist_tui.i18n import Lang, Message, msg, several

_NEWEST = {
    "Condition": "-onset-date",
    "Observation": "-date",
    "Procedure": "-date",
    "MedicationRequest": "-authoredon",
    "ServiceRequest": "-authored",
    "DocumentReference": "-date",
}
_CODED = ("code", "category", "type")
_DATES = ("date", "onset_date", "authoredon", "authored", "birthdate")
_SPAN = re.compile(r"(?:\s+|&)(?:[a-z_-]+=)?(?=(?:eq|ne|gt|lt|ge|le|sa|eb|ap)\d)")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_PAGING = ("count", "page")
_SHORT = 3
"""A name of fewer Latin letters is a word of what it finds: part of a name would find all."""


@dataclass(frozen=True)
class _Page:
    """A page of a FHIR search as the store gave it."""

    resources: tuple[Resource, ...]
    total: int
    following: tuple[tuple[str, str], ...] | None


class BenchReader:
    """Answers the searches on one store. Keeps what it has found until `forget`."""

    def __init__(
        self, store: EhrStore, reader: Reader, *, encounter: str | None, lang: Lang
    ) -> None:
        """`reader` lends its references, its entries and its patients."""
        self._store = store
        self._reader = reader
        self._encounter = encounter
        self._lang = lang
        self._pages: dict[tuple[str, tuple[tuple[str, str], ...]], _Page] = {}
        self._keys: dict[tuple[str, str, str], tuple[Key, ...]] = {}

    def forget(self) -> None:
        """Drops what was kept: the session has written something."""
        self._pages = {}
        self._keys = {}

    def run(self, tool: ToolSpec, values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        """The result of a search. Raises `EhrError` naming the tool's own parameter."""
        kind = tool.resource or ""
        where, coded = self._conditions(tool, values)
        asked: list[tuple[str, str]] | None
        asked = [*where, *((name, _escaped_token(query)) for name, query in coded)]
        found = self._searched(kind, asked)
        told: dict[str, Any] = {}
        if coded and found.total == 0:
            asked, told = self._by_name(kind, where, coded)
            found = self._searched(kind, asked) if asked is not None else found
        if found.total == 0 and not told:
            told = self._nobody(values) if kind == "Patient" else self._nothing(kind, where)
        result = self._paged(tool, asked or [], found, values, now)
        if result["total"] and not result["entries"]:
            told = self._hint(msg("The last page is {pages}.", pages=result["pages"]))
        return {**result, **told}

    # What is asked

    def _conditions(
        self, tool: ToolSpec, values: Mapping[str, Any]
    ) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
        """The FHIR parameters of a call, and apart from them what may be a code or a name."""
        where: list[tuple[str, str]] = list(tool.always)
        coded: list[tuple[str, str]] = []
        for name, value in values.items():
            if name in _PAGING:
                continue
            params = self.check(tool, name, str(value))
            if name in _CODED:
                coded.append((name, str(value)))
            else:
                where += params
        return where, coded

    def check(self, tool: ToolSpec, name: str, text: str) -> list[tuple[str, str]]:
        """The FHIR parameters of one of a call's. Raises `EhrError` under the caller's name."""
        if name in _PAGING:
            return []
        params = self._params(name, text)
        try:
            parse_query(tool.resource or "", params)
        except EhrError as error:
            raise EhrError(error.message, field=name, allowed=error.allowed) from error
        return params

    def _params(self, name: str, text: str) -> list[tuple[str, str]]:
        """The FHIR parameters of one of the call's."""
        fhir = name.replace("_", "-")
        if name == "patient":
            return [(fhir, self._reader.patient_ref(text))]
        if name == "encounter":
            return [(fhir, self._encounter_ref(text))]
        if name in _DATES:
            return [(fhir, piece) for piece in _SPAN.split(text)]
        if name in _CODED or name == "identifier":
            return [(fhir, _escaped_token(text))]
        return [(fhir, _escaped(text))]

    def _encounter_ref(self, given: str) -> str:
        if given.casefold() == CURRENT and self._encounter is not None:
            return self._encounter
        return given if "/" in given else f"Encounter/{given}"

    def _by_name(
        self, kind: str, where: Params, coded: Sequence[tuple[str, str]]
    ) -> tuple[list[tuple[str, str]] | None, dict[str, Any]]:
        """The search with each code that this record does not have taken for a name.

        `None`, and what the record has instead, where it has nothing of that name either.
        """
        scope = [pair for pair in where if pair[0] in ("patient", "category")]
        asked = list(where)
        for name, query in coded:
            params = self._meaning(kind, scope, name, query)
            if params is None:
                keys = self._vocabulary(kind, scope, name)
                return None, self._unknown(query, matching.nearest(query, keys))
            asked.append(params)
        if self._searched(kind, asked).total == 0:
            said = several(query for _name, query in coded)
            return asked, self._hint(
                msg("{query} is in this record, but not under the other conditions.", query=said)
            )
        return asked, {}

    def _meaning(self, kind: str, scope: Params, name: str, query: str) -> tuple[str, str] | None:
        token = (name, _escaped_token(query))
        if self._searched(kind, [*scope, token]).total:
            return token
        plain = query.strip()
        text = (f"{name}:text", _escaped(plain))
        # Charts are in English: a Chinese name is told from what it means.
        chinese = bool(_CHINESE.search(query))
        holds = 0
        if not chinese and len(plain) >= _SHORT:
            holds = self._searched(kind, [*scope, text]).total
        if holds and not matching.has_other_names(plain):
            return text
        coded = (name, self._coded(plain, self._vocabulary(kind, scope, name), chinese, holds > 0))
        if holds and (not coded[1] or self._searched(kind, [*scope, coded]).total <= holds):
            return text
        return coded if coded[1] else None

    @staticmethod
    def _coded(plain: str, keys: Sequence[Key], chinese: bool, holds: bool) -> str:
        """The codes, joined by commas, of what a name means; of what holds it, too."""
        if chinese:
            named = matching.matching_codes(plain, keys)
        else:
            named = matching.matching_names(plain, keys)
            if holds:
                named |= matching.holding(plain, keys)
            elif not named or len(plain) < _SHORT:
                named |= matching.matching_words(plain, keys)
        return ",".join(f"{_escaped(key.system)}|{_escaped(key.code)}" for key in sorted(named))

    def _vocabulary(self, kind: str, scope: Params, name: str) -> tuple[Key, ...]:
        """The codes that the resources in `scope` have there, each with its name."""
        memo = (kind, name, repr(scope))
        if memo not in self._keys:
            self._keys[memo] = tuple(
                Key(one.system, one.code, one.display or one.code)
                for one in self._store.codes(kind, name, scope)
                if one.code
            )
        return self._keys[memo]

    # What is found

    def _searched(self, kind: str, asked: Params) -> _Page:
        """The first page, as small as it may be: for what there is at all."""
        return self._fetch(kind, (*asked, *_sorting(kind), ("_count", str(_usual_page(kind)))))

    def _fetch(self, kind: str, params: tuple[tuple[str, str], ...]) -> _Page:
        key = (kind, params)
        if key not in self._pages:
            bundle = self._store.search(kind, params)
            following = next_params(bundle)
            self._pages[key] = _Page(
                tuple(entry["resource"] for entry in items(bundle.get("entry"))),
                int(bundle["total"]),
                None if following is None else tuple(following),
            )
        return self._pages[key]

    def _paged(
        self, tool: ToolSpec, asked: Params, found: _Page, values: Mapping[str, Any], now: datetime
    ) -> dict[str, Any]:
        kind, entries = tool.resource or "", Entries(self._reader.references, now)
        size, page = int(values.get("count", page_size(tool.name))), int(values.get("page", 1))
        whose = "patient" not in values and kind != "Patient"

        def shown(resources: Sequence[Resource]) -> list[list[Entry]]:
            parts = [self._reader.parts_of(one, entries) for one in resources]
            if not whose:
                return parts
            pairs = zip(parts, resources, strict=True)
            return [[{**each, "patient": owner_of(one)} for each in of] for of, one in pairs]

        if found.total == 0:
            return page_of([], page, size)
        if tool.name == names.NOTES:
            return page_of(shown(self._reader.all_of(kind, [*asked, *_sorting(kind)])), page, size)
        pages = -(-found.total // size)
        resources = self._page(kind, asked, size, page) if page <= pages else ()
        return {
            "total": found.total,
            "page": page,
            "pages": pages,
            "entries": [each for parts in shown(resources) for each in parts],
        }

    def _page(self, kind: str, asked: Params, size: int, page: int) -> tuple[Resource, ...]:
        params: tuple[tuple[str, str], ...] = (*asked, *_sorting(kind), ("_count", str(size)))
        for _turned in range(page - 1):
            following = self._fetch(kind, params).following
            if following is None:
                return ()
            params = following
        return self._fetch(kind, params).resources

    # What is said where nothing is found

    def _unknown(self, query: str, near: Sequence[Key]) -> dict[str, Any]:
        if not near:
            return self._hint(msg("This record has nothing of this kind."))
        hint = self._hint(
            msg(
                "This record has nothing called {query}. The nearest that it has: {nearest}.",
                query=query,
                nearest=listed((key.label for key in near), self._lang),
            )
        )
        return {**hint, "nearest": [{"name": key.name, "code": key.code} for key in near]}

    def _nothing(self, kind: str, where: Params) -> dict[str, Any]:
        scope = [pair for pair in where if pair[0] in ("patient", "category")]
        if len(scope) < len(where) and self._searched(kind, scope).total:
            return self._hint(msg("Nothing in this record meets these conditions."))
        return self._hint(msg("This record has nothing of this kind."))

    def _nobody(self, values: Mapping[str, Any]) -> dict[str, Any]:
        given = [f"{name}={value}" for name, value in values.items() if name not in _PAGING]
        if not given:
            return self._hint(msg("There is no patient in this EHR."))
        return self._hint(
            msg(
                "There is no such patient in this EHR: nobody has {conditions}.",
                conditions=listed(given, self._lang),
            )
        )

    def _hint(self, message: Message) -> dict[str, Any]:
        return {"hint": message.render(self._lang)}


def _usual_page(kind: str) -> int:
    """The page size that a search of that type has where none is asked for."""
    if kind == "DocumentReference":
        return NOTES_A_PAGE
    return PROBLEMS_A_PAGE if kind == "Condition" else OTHERS_A_PAGE


def _sorting(kind: str) -> tuple[tuple[str, str], ...]:
    return (("_sort", _NEWEST[kind]),) if kind in _NEWEST else ()


def _escaped(text: str) -> str:
    r"""Text as one FHIR parameter value: `\ , | $` are no signs in it."""
    return re.sub(r"([\\,|$])", r"\\\1", text)


def _escaped_token(query: str) -> str:
    r"""A token as it was given: `system|code`, several joined by commas; no stray backslash."""
    return query.replace("\\", "\\\\")
