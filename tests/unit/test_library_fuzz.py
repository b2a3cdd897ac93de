"""Whatever is done to a scenario file, it loads or tells problems; nothing else comes out."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from physassist_tui.i18n import LANGUAGES
from physassist_tui.library import ScenarioProblems, load_scenario
from tests.scenario_files import DELETE, MINI, Where, mini_data, put, write_text

MINI_BYTES = (MINI / "scenario.yaml").read_bytes()


def _places(data: Any, path: Where = ()) -> Iterator[Where]:
    if path:
        yield path
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        if isinstance(value, dict | list):
            yield from _places(value, (*path, key))
        else:
            yield (*path, key)


PLACES = list(_places(mini_data()))
LEAF = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=True)
    | st.text(max_size=20)
    | st.sampled_from(
        [
            "en",
            "no",
            "2026-03-10",
            "Patient/x",
            "value",
            "{x}",
            "{",
            "a/b",
            "a\nb",
            "\x1b[31m",
            "\u2028",
        ]
    )
)
VALUE = st.recursive(
    LEAF,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["en", "zh", "id", "search", "call", "ask", "answer", "all", "value"])
            | st.text(max_size=5),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        yield Path(made)


def _loads_or_tells(file: Path) -> bool:
    told: ScenarioProblems | None = None
    try:
        load_scenario(file)
    except ScenarioProblems as error:
        told = error
    if told is None:
        return True
    assert told.problems
    assert all(problem.line is not None and problem.line >= 1 for problem in told.problems)
    for lang in LANGUAGES:
        assert len(told.message.render(lang).splitlines()) == len(told.problems)
    return False


@given(
    st.lists(st.tuples(st.sampled_from(PLACES), VALUE | st.just(DELETE)), min_size=1, max_size=3)
)
@settings(max_examples=200, deadline=None)
def test_any_field_replaced_or_taken_out(folder: Path, changes: list[tuple[Where, Any]]) -> None:
    data = mini_data()
    for where, value in changes:
        try:
            put(data, where, value)
        except (KeyError, IndexError, TypeError):
            continue  # An earlier change took the place away.
    _loads_or_tells(write_text(folder, json.dumps(data)))


@pytest.mark.parametrize("where", PLACES, ids=lambda where: ".".join(map(str, where)))
def test_each_field_taken_out_retyped_and_renamed(folder: Path, where: Where) -> None:
    free = "with" in where or "inputs" in where
    values: tuple[Any, ...] = (DELETE, None, [], {"x": "y"}, "x", 7, True)
    for value in values:
        _loads_or_tells(_written(folder, where, value))
    if not free and isinstance(where[-1], str):
        stray = (*where[:-1], f"{where[-1]}-x")
        assert not _loads_or_tells(_written(folder, stray, 1))


def _written(folder: Path, where: Where, value: Any) -> Path:
    data = mini_data()
    put(data, where, value)
    return write_text(folder, json.dumps(data))


@given(st.integers(0, len(MINI_BYTES)))
@settings(max_examples=100, deadline=None)
def test_a_truncated_file(folder: Path, end: int) -> None:
    _loads_or_tells(write_text(folder, MINI_BYTES[:end]))


@given(st.integers(0, len(MINI_BYTES)), st.integers(0, 60), st.binary(max_size=12))
@example(0, 0, b"\xff")
@example(40, 0, b"\x00")
@example(40, 3, b"\xed\xa0\x80")
@settings(max_examples=200, deadline=None)
def test_bytes_overwritten(folder: Path, start: int, cut: int, junk: bytes) -> None:
    _loads_or_tells(write_text(folder, MINI_BYTES[:start] + junk + MINI_BYTES[start + cut :]))


@given(st.binary(max_size=200) | st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_garbage(folder: Path, junk: bytes | str) -> None:
    raw = junk.encode("utf-8", "surrogatepass") if isinstance(junk, str) else junk
    assert not _loads_or_tells(write_text(folder, raw))
