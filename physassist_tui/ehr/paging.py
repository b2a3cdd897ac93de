"""Pages: of a FHIR search, of a result; and which entries lie between two dates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

from physassist_tui.ehr.dates import BEGINNING, Moment, parse_date
from physassist_tui.ehr.extract import fold
from physassist_tui.ehr.fhirtext import items
from physassist_tui.ehr.protocol import EhrStore, Params, Resource

if TYPE_CHECKING:
    from physassist_tui.ehr.entries import Entry

_BATCH = "1000"


def bound(value: object, moment: Moment, side: int, absent: int) -> int:
    """One end of a date in UTC microseconds: 0 its start, 1 its end; `absent` for no date."""
    span = parse_date(str(value)) if value is not None else None
    return absent if span is None else moment.placed(span)[side]


def within(span: tuple[int, int], low: int, high: int) -> bool:
    """Whether a span of time overlaps another; what has no date lies nowhere."""
    return span[0] != BEGINNING and span[0] < high and span[1] > low


def has_words(entry: Entry, keyword: str) -> bool:
    """Whether every word of `keyword` is in the texts of an entry."""
    text = fold(
        "\n".join(
            str(entry[key])
            for key in ("name", "title", "description", "conclusion", "text", "note")
            if key in entry
        )
        + "\n"
        + "\n".join(str(one) for one in items(entry.get("conclusion_codes")))
    )
    return all(word in text for word in fold(keyword).split())


def page_of(resources: Sequence[Sequence[Entry]], page: int, count: int) -> dict[str, Any]:
    """One page of the entries of resources, each of which may be in several parts."""
    entries = [part for parts in resources for part in parts]
    return {
        "total": len(resources),
        "page": page,
        "pages": -(-len(entries) // count),
        "entries": entries[(page - 1) * count : page * count],
    }


def every_page(store: EhrStore, kind: str, params: Params) -> list[Resource]:
    """All resources that a search finds, following its next links."""
    found: list[Resource] = []
    wanted: list[tuple[str, str]] | None = [*params, ("_count", _BATCH)]
    while wanted is not None:
        bundle = store.search(kind, wanted)
        found += [entry["resource"] for entry in items(bundle.get("entry"))]
        wanted = next_params(bundle)
    return found


def next_params(bundle: Resource) -> list[tuple[str, str]] | None:
    """The parameters of a bundle's next page; `None` on the last."""
    for link in items(bundle.get("link")):
        if link.get("relation") == "next":
            return parse_qsl(urlsplit(str(link["url"])).query, keep_blank_values=True)
    return None
