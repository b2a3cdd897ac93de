"""Records whose elements have not the shape that FHIR gives them: read without a crash.

A record is not validated as a whole when it opens (a large one would take minutes), so every
reader must stand any JSON in any element; what cannot be read is left out.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.scenario import Limits
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.record import Record
from physassist_tui.ehr.runner import ToolRunner
from physassist_tui.ehr.tables import rows
from physassist_tui.ehr.toolsets import toolset
from tests.unit.ehr_record import NOW, record
from tests.unit.ehr_tools_world import ME, STAY, chart

ROUNDS = 40
VALUES: list[Any] = [
    "x", "", 5, -1, 1.5, True, None, [], {}, [None], ["x"], [5], [[]], [{}], {"a": 1},
    "2026-13-45", "9999999999", "2026-03-04", {"reference": 5}, {"reference": {}},
    {"coding": "x"}, {"coding": [5]}, {"text": 5}, {"value": "x"}, {"start": 5}, {"end": []},
    [{"coding": [{"code": 5, "display": []}]}], 10**30, 1e300,
]  # fmt: skip
TOOLS = toolset("physassist")
READS = [tool for tool in TOOLS.tools if tool.kind == "read"]


def places(node: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a resource but its type and id."""
    inner = node.items() if isinstance(node, dict) else enumerate(node)
    for key, child in inner:
        place = (*above, key)
        if place not in (("resourceType",), ("id",)):
            yield place
        if isinstance(child, dict | list):
            yield from places(child, place)


def spoilt(dice: random.Random) -> list[dict[str, Any]]:
    """The chart with some elements of another shape."""
    resources = copy.deepcopy(chart())
    for _ in range(12):
        resource = dice.choice(resources)
        place = dice.choice(list(places(resource)))
        node: Any = resource
        for key in place[:-1]:
            node = node[key]
        node[place[-1]] = copy.deepcopy(dice.choice(VALUES))
    return resources


def use(opened: Record, lang: Any) -> int:
    """Everything a play does with a record; gives how many entries it showed."""
    store = opened.at(NOW)
    shown = 0
    with suppress(PhysassistError):
        banner(store, ME, STAY, NOW, lang)
    runner = ToolRunner(
        store, TOOLS, patient=ME, encounter=STAY, lang=lang, limits=Limits(), session="S"
    )
    for tool in READS:
        values, error = runner.validate(tool.name, {})
        assert values is not None, error
        outcome = runner.run("c", tool.name, values, now=NOW, person=True, seat="assistant")
        if outcome.ok:
            rows(outcome.result, tool.name, lang)
        shown += len(outcome.result.get("entries", ()))
        for param in tool.params:
            runner.complete(tool.name, param.name, "")
    return shown


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_any_shape_is_read(lang: str) -> None:
    dice = random.Random(f"shapes {lang}")
    shown = opened = 0
    for number in range(ROUNDS):
        resources = spoilt(dice)
        try:
            opened_record = record(*resources)
        except (PhysassistError, EhrError):
            continue
        opened += 1
        try:
            shown += use(opened_record, lang)
        except (AttributeError, TypeError, ValueError, KeyError, OverflowError) as error:
            raise AssertionError(f"round {number}: {error!r}") from error
    assert opened > ROUNDS / 2
    assert shown > opened * 10
