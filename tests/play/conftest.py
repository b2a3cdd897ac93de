"""A small scenario, opened, for plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.play.recorder import MemorySink

SCENARIOS = Path(__file__).resolve().parents[1] / "scenarios"
MINI = SCENARIOS / "mini"

Begin = Callable[..., tuple[Opened, MemorySink]]


@pytest.fixture(scope="session")
def mini() -> Loaded:
    return load_scenario(str(MINI))


@pytest.fixture
def begin(mini: Loaded) -> Begin:
    """Starts a session of the small scenario, recorded in a list."""

    def _begin(
        assistant: str = "human", language: Lang = "en", loaded: Loaded = mini
    ) -> tuple[Opened, MemorySink]:
        sink = MemorySink()
        return start(loaded, sink, Casting(assistant, language), session="01TEST"), sink

    return _begin
