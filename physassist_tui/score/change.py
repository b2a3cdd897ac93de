"""What a new score of a session says otherwise than the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from physassist_tui.score.differing import flat

FIGURES = (
    "mrs",
    "mrs_lenient",
    "graded_share",
    "checkpoint_rate",
    "task_success",
    "pass_turn",
    "pass_session",
    "pass_turn_lenient",
    "pass_session_lenient",
)
"""The figures of a `score` object that are compared; those with thresholds one by one."""

Value = float | bool | str | None


@dataclass(frozen=True)
class Changed:
    """A thing by its name, and what it was and is; `None`: it was not there, or is unknown."""

    name: str
    before: Value
    now: Value

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {"name": self.name, "before": self.before, "now": self.now}


@dataclass(frozen=True)
class ChangedItem:
    """A rubric item whose grade is another. `None`: the item was not there, or is no more."""

    turn: int
    item: str
    before: str | None
    now: str | None

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {"turn": self.turn, "item": self.item, "before": self.before, "now": self.now}


@dataclass(frozen=True)
class Change:
    """All that differs between two scores of one session.

    `identity` holds what differs in how they were made, under dotted keys.
    """

    items: tuple[ChangedItem, ...]
    figures: tuple[Changed, ...]
    checks: tuple[Changed, ...]
    identity: tuple[Changed, ...]

    def __bool__(self) -> bool:
        return bool(self.items or self.figures or self.checks or self.identity)

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {
            "items": [one.to_json() for one in self.items],
            "figures": [one.to_json() for one in self.figures],
            "checks": [one.to_json() for one in self.checks],
            "identity": [one.to_json() for one in self.identity],
        }


def change_between(before: Mapping[str, Any], now: Mapping[str, Any]) -> Change:
    """What differs from the `score` object `before` to `now`; false where nothing does."""
    was, is_ = _grades(before), _grades(now)
    items = [
        ChangedItem(turn, item, was.get((turn, item)), is_.get((turn, item)))
        for turn, item in sorted(was.keys() | is_.keys())
        if was.get((turn, item)) != is_.get((turn, item))
    ]
    return Change(
        items=tuple(items),
        figures=_changed(_figures(before), _figures(now), keep_order=True),
        checks=_changed(before.get("checks") or {}, now.get("checks") or {}, keep_order=True),
        identity=_changed(flat(before.get("identity") or {}), flat(now.get("identity") or {})),
    )


def _grades(score: Mapping[str, Any]) -> dict[tuple[int, str], str]:
    return {
        (turn["turn"], item["id"]): item["grade"]
        for turn in score.get("turns", ())
        for item in turn["items"]
    }


def _figures(score: Mapping[str, Any]) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for name in FIGURES:
        value = score.get(name)
        if isinstance(value, Mapping):
            found.update({f"{name}.{threshold}": each for threshold, each in value.items()})
        else:
            found[name] = value
    return found


def _changed(
    before: Mapping[str, Value], now: Mapping[str, Value], *, keep_order: bool = False
) -> tuple[Changed, ...]:
    names = list(dict.fromkeys([*now, *before]))
    return tuple(
        Changed(name, before.get(name), now.get(name))
        for name in (names if keep_order else sorted(names))
        if before.get(name) != now.get(name)
    )
