"""What was searched so far in a session, with what it found and what it did not. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from physassist_tui.core import events as ev
from physassist_tui.core.as_typed import call_words
from physassist_tui.core.state import Call
from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import Message, msg, nmsg


@dataclass(frozen=True)
class Search:
    """A search that was made. `hits` is `None` where it was refused or has not come back.

    `number` counts the calls of the EHR's pane; `at_ms` is the active time.
    """

    number: int
    call_id: str
    tool: str
    words: str
    hits: int | None
    page: int
    pages: int
    at_ms: int
    refused: bool

    @property
    def empty(self) -> bool:
        """Whether it found nothing."""
        return self.hits == 0


def searches(view: AssistantView, times: Mapping[str, int]) -> list[Search]:
    """The searches of the session, oldest first; `times` are the active times by call."""
    readers = {tool.name for tool in view.toolset.tools if tool.kind == "read"}
    found = []
    shown = [call for call in view.calls if not call.tool.startswith("patient.")]
    for number, call in enumerate(shown, start=1):
        if call.tool in readers:
            found.append(_search(number, call, times.get(call.call_id, 0)))
    return found


def _search(number: int, call: Call, at_ms: int) -> Search:
    result = call.result or {}
    total = result.get("total")
    refused = call.returned_seq > 0 and not call.ok
    hits = total if isinstance(total, int) and not refused else None
    words = call_words("", call.arguments_given).strip()
    page, pages = result.get("page", 1), result.get("pages", 1)
    return Search(
        number,
        call.call_id,
        call.tool,
        words,
        hits,
        page if isinstance(page, int) else 1,
        pages if isinstance(pages, int) else 1,
        at_ms,
        refused,
    )


def call_times(events: Iterable[ev.AnyEvent]) -> dict[str, int]:
    """The active time of each call, by its id."""
    return {
        event.data.call_id: event.active_ms for event in events if isinstance(event, ev.ToolCalled)
    }


def clock_text(ms: int) -> str:
    """Active time as minutes and seconds, or hours, minutes and seconds."""
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes:02}:{seconds:02}"


def hit_words(search: Search) -> Message:
    """What a search gave, in words; a search that found nothing says so plainly."""
    if search.refused:
        return msg("REFUSED")
    if search.hits is None:
        return msg("done")
    if search.hits == 0:
        return msg("NOTHING FOUND")
    found = nmsg("{n} found", "{n} found", search.hits)
    if search.pages > 1:
        return msg("{found}, page {page} of {pages}", found=found, page=search.page,
                   pages=search.pages)  # fmt: skip
    return found


def empty_warning(found: Iterable[Search]) -> Message | None:
    """What is to be kept in mind where searches found nothing."""
    count = sum(1 for one in found if one.empty)
    if not count:
        return None
    return nmsg(
        "{n} search found nothing. That a search finds nothing does not say that it is not "
        "there: try without the code, by name, or for another time.",
        "{n} searches found nothing. That a search finds nothing does not say that it is not "
        "there: try without the code, by name, or for another time.",
        count,
    )
