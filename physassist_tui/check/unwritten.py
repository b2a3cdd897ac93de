"""What of a skeleton its author has not written yet."""

from __future__ import annotations

from collections.abc import Iterator

from physassist_tui.i18n import msg
from physassist_tui.library import FieldPath, Loaded, Problem, shown

MARK = "TODO"
"""How a text begins that is still to be written. What follows says what belongs there."""


def check_unwritten(loaded: Loaded) -> list[Problem]:
    """The texts that still stand as `scenarios new` left them, and sign of nothing but one."""
    data = loaded.scenario.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    return [
        loaded.problem(
            path, msg("still to be written: {what}", what=shown(text[len(MARK) :].strip(" :：")))
        )
        for path, text in _texts(data, ())
        if text.startswith(MARK)
    ]


def _texts(data: object, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield from _texts(value, (*path, str(key)))
    elif isinstance(data, list):
        for at, value in enumerate(data):
            yield from _texts(value, (*path, at))
