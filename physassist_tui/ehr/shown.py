"""What a model is shown of a result: its JSON, cut between entries where it is long."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from physassist_tui.core.state import Call
from physassist_tui.ehr.entries import Entry
from physassist_tui.i18n import Lang, msg

_FIELD_OF_LONE_ENTRY = 200


def json_text(result: Mapping[str, Any]) -> str:
    """A result as a model is given it."""
    return json.dumps(result, ensure_ascii=False)


def cut(result: dict[str, Any], limit: int, lang: Lang) -> tuple[str | None, list[Entry]]:
    """The text to show, or `None` where all of `result` fits, and the entries shown whole.

    The text is valid JSON of at most `limit` characters with as many entries as fit; `cut` in
    it says how many of the page's entries these are and how to see the rest. Where not even the
    first fits, its long fields are shortened, and it does not count as shown whole.
    """
    entries: list[Entry] = list(result.get("entries", ()))
    if len(json_text(result)) <= limit or not entries:
        return None, entries
    frame = {key: value for key, value in result.items() if key != "entries"}
    room = limit - len(json_text(_with(frame, [], 0, len(entries), lang)))
    count, used = 0, 0
    for entry in entries:
        used += len(json_text(entry)) + len(", ")
        if used > room:
            break
        count += 1
    while True:
        text = json_text(_with(frame, entries[:count], count, len(entries), lang))
        if len(text) <= limit or count == 0:
            break
        count -= 1
    if count == 0:
        return _first_shortened(frame, entries, limit, lang), []
    return text, entries[:count]


def _with(
    frame: dict[str, Any], entries: Sequence[Entry], count: int, of: int, lang: Lang
) -> dict[str, Any]:
    hint = msg(
        "Only the first {count} of this page's {of} entries are shown. Narrow the search, or "
        "make its pages smaller and turn them.",
        count=count,
        of=of,
    )
    return {
        **frame,
        "entries": list(entries),
        "cut": {"shown": count, "of": of, "hint": hint.render(lang)},
    }


def _first_shortened(
    frame: dict[str, Any], entries: Sequence[Entry], limit: int, lang: Lang
) -> str:
    size = _FIELD_OF_LONE_ENTRY
    while size > 1:
        short = {key: _shortened(value, size) for key, value in entries[0].items()}
        text = json_text(_with(frame, [short], 0, len(entries), lang))
        if len(text) <= limit:
            return text
        size //= 2
    text = json_text(_with(frame, [], 0, len(entries), lang))
    if len(text) <= limit:
        return text
    bare: dict[str, Any] = {key: frame[key] for key in ("total", "page", "pages") if key in frame}
    return json_text({**bare, "entries": [], "cut": {"shown": 0, "of": len(entries)}})


def _shortened(value: Any, size: int) -> Any:
    if isinstance(value, str):
        return value if len(value) <= size else value[: size - 1] + "…"
    if isinstance(value, list | dict) and len(json_text({"": value})) > size:
        return "…"
    return value


class PartsShown:
    """Which parts of divided resources a session has been shown, over all its calls."""

    def __init__(self) -> None:
        self._seen: dict[str, set[str]] = {}

    def remember(self, calls: Iterable[Call]) -> None:
        """Takes in what the calls of a resumed session showed."""
        for call in calls:
            if call.ok and call.result is not None:
                self.whole(_entries_shown(call))

    def whole(self, entries: Iterable[Entry]) -> tuple[str, ...]:
        """The references that are now shown whole by `entries`, the parts seen earlier with
        them. Results within a report count as shown with it."""
        refs: dict[str, None] = {}
        for entry in entries:
            ref = entry.get("ref")
            if not isinstance(ref, str):
                continue
            part = entry.get("part")
            if part is None:
                refs[ref] = None
            else:
                number, _slash, of = str(part).partition("/")
                seen = self._seen.setdefault(f"{ref} {of}", set())
                seen.add(number)
                if len(seen) == int(of):
                    refs[ref] = None
            refs.update(dict.fromkeys(_results_in(entry)))
        return tuple(refs)


def _results_in(entry: Entry) -> Iterator[str]:
    for result in entry.get("results") or ():
        if isinstance(result, dict) and isinstance(result.get("ref"), str):
            yield result["ref"]


def _entries_shown(call: Call) -> list[Entry]:
    result = call.result or {}
    if call.shown is None:
        return list(result.get("entries", ()))
    shown = json.loads(call.shown)
    count = shown.get("cut", {}).get("shown", 0)
    return list(shown.get("entries", ()))[:count]
