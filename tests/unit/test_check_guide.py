"""The authors' guide names every field and value of the format, and its example loads."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args, get_origin

import pytest
from pydantic import BaseModel

from physassist_tui.check import CHECKS
from physassist_tui.core.scenario import Scenario
from physassist_tui.library import load_scenario
from physassist_tui.library.shape import GOLD, Spot, choices, fields_of
from tests.scenario_files import write_text

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "scenarios.md").read_text("utf-8")


def _models(model: type[BaseModel], found: dict[str, type[BaseModel]]) -> None:
    if model.__name__ in found:
        return
    found[model.__name__] = model
    for spot in fields_of(model).values():
        for inner in _inner(spot):
            if isinstance(inner.type, type) and issubclass(inner.type, BaseModel):
                _models(inner.type, found)


def _inner(spot: Spot) -> list[Spot]:
    spots = []
    for option in spot.options():
        spots.append(option)
        if get_origin(option.type) in (tuple, dict):
            spots += [
                i for arg in get_args(option.type) if arg is not ... for i in _inner(Spot(arg))
            ]
    return spots


def _all_models() -> dict[str, type[BaseModel]]:
    found: dict[str, type[BaseModel]] = {}
    _models(Scenario, found)
    return found


FIELDS = sorted({name for model in _all_models().values() for name in fields_of(model)})
VALUES = sorted(
    {
        value
        for model in _all_models().values()
        for spot in fields_of(model).values()
        for inner in _inner(spot)
        for value in choices(inner)
        if not value.isdecimal()
    }
)


def test_the_walk_reaches_the_whole_format() -> None:
    assert {"Turn", "Fact", "Wording", "StateGrader", "Found", "Citation"} <= set(_all_models())
    assert set(GOLD) <= set(FIELDS)
    assert "critical_withheld" in VALUES


@pytest.mark.parametrize("name", [*FIELDS, *VALUES])
def test_the_guide_names_it(name: str) -> None:
    assert f"`{name}`" in GUIDE


def test_the_example_of_the_guide_loads(tmp_path: Path) -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    loaded = load_scenario(write_text(tmp_path, example))
    assert loaded.scenario.languages == ("en", "zh")


def test_the_guide_numbers_the_checks_that_there_are() -> None:
    numbered = re.findall(r"^(\d)\. \*\*", GUIDE, re.MULTILINE)
    assert numbered == [str(number) for number in range(1, len(CHECKS) + 1)]
