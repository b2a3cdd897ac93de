"""Searches written as one line: `Observation?code=http://loinc.org|2160-0&_sort=-date`."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote, unquote

from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.i18n import msg


def parse_search_url(url: str) -> tuple[str, list[tuple[str, str]]]:
    """The type and the parameters of a search; `EhrError` where a part has no `=`.

    Per cent signs are decoded; `+` is a plus, as in a time's offset.
    """
    resource_type, _mark, query = url.strip().partition("?")
    params = []
    for part in query.split("&"):
        if not part:
            continue
        name, equals, value = part.partition("=")
        if not equals or not name:
            message = msg("In the search {url} the part {part} is not name=value.",
                          url=url, part=repr(part))  # fmt: skip
            raise EhrError(message, field=name or None)
        params.append((unquote(name), unquote(value)))
    return resource_type, params


def search_url(resource_type: str, params: Sequence[tuple[str, str]]) -> str:
    """The line for a search; `parse_search_url` reads it back."""
    if not params:
        return resource_type
    query = "&".join(
        f"{quote(name, safe=':_-')}={quote(value, safe=':|/,-_.')}" for name, value in params
    )
    return f"{resource_type}?{query}"


def search_all(store: EhrStore, url: str) -> list[Resource]:
    """All resources that a search finds, over all its pages, in its order.

    With `_count` in it, no more than that many. Any `EhrError` of the store comes through.
    """
    resource_type, params = parse_search_url(url)
    limit = next((value for name, value in params if name == "_count"), None)
    if limit is None:
        params.append(("_count", "1000"))
    found: list[Resource] = []
    while True:
        bundle = store.search(resource_type, params)
        found.extend(entry["resource"] for entry in bundle.get("entry", ()))
        following = next((x["url"] for x in bundle["link"] if x["relation"] == "next"), None)
        if following is None or limit is not None:
            return found
        _type, params = parse_search_url(following)
