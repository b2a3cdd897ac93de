"""Dataclasses that are made quicker behave as those of `dataclasses` do."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from physassist_tui.core import frozen


def _class(dataclass: Any, name: str) -> Any:
    @dataclass(frozen=True)
    class Made:
        number: int
        told: str = "nothing"
        parts: tuple[str, ...] = ()
        kept: dict[str, int] = field(default_factory=dict, compare=False)
        hidden: str = field(default="", repr=False)

        def __post_init__(self) -> None:
            object.__setattr__(self, "told", self.told.strip())

        @property
        def twice(self) -> int:
            return 2 * self.number

    Made.__qualname__ = name
    return Made


OURS, THEIRS = _class(frozen.dataclass, "Made"), _class(dataclasses.dataclass, "Made")


@frozen.dataclass(frozen=True)
class Base:
    one: int


@frozen.dataclass(frozen=True)
class More(Base):
    two: int = 2


@frozen.dataclass(frozen=True)
class Nothing:
    pass


class Plain(More):
    """A subclass that is no dataclass: what is its own can be set."""


@pytest.mark.parametrize(
    "given",
    [
        {"number": 1},
        {"number": 1, "told": " x ", "parts": ("a",), "kept": {"a": 1}, "hidden": "h"},
    ],
)
def test_it_is_made_told_and_compared_as_the_original(given: dict[str, Any]) -> None:
    ours, theirs = OURS(**given), THEIRS(**given)
    assert repr(ours) == repr(theirs)
    assert hash(ours) == hash(theirs)
    assert ours == OURS(**given)
    assert ours == OURS(**{**given, "kept": {"other": 2}})
    assert ours != OURS(**{**given, "hidden": "else"})
    assert ours != OURS(**{**given, "number": 2})
    assert ours != theirs
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert dataclasses.astuple(ours) == dataclasses.astuple(theirs)
    changed = dataclasses.replace(ours, number=3)
    assert repr(changed) == repr(dataclasses.replace(theirs, number=3))
    assert changed.twice == 6
    assert pickle.loads(pickle.dumps(More(1, 3))) == copy.deepcopy(More(1, 3)) == More(1, 3)
    assert OURS(1).kept is not OURS(1).kept


def test_its_shape_is_the_original_s() -> None:
    ours, theirs = (inspect.signature(made).parameters for made in (OURS, THEIRS))
    assert [(p.name, p.kind, p.annotation) for p in ours.values()] == [
        (p.name, p.kind, p.annotation) for p in theirs.values()
    ]
    assert OURS.__match_args__ == THEIRS.__match_args__
    assert [one.name for one in dataclasses.fields(More)] == ["one", "two"]
    match More(1, 5):
        case More(one=one, two=two):
            assert (one, two) == (1, 5)
    assert Nothing() == Nothing()
    assert hash(Nothing()) == hash(())
    assert repr(Nothing()) == "Nothing()"
    assert hash(Base(4)) == hash((4,))


@pytest.mark.parametrize("name", ["number", "unknown"])
def test_nothing_of_it_can_be_changed(name: str) -> None:
    one = OURS(1)
    with pytest.raises(FrozenInstanceError, match=f"cannot assign to field '{name}'"):
        setattr(one, name, 2)
    with pytest.raises(FrozenInstanceError, match=f"cannot delete field '{name}'"):
        delattr(one, name)
    assert one.number == 1


def test_a_subclass_has_fields_of_its_own() -> None:
    plain = Plain(1)
    plain.own = 3  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        plain.one = 2  # type: ignore[misc]
    assert More(1) != Base(1)


def test_what_it_does_not_know_it_refuses() -> None:
    with pytest.raises(TypeError, match="original"):

        @frozen.dataclass(frozen=True)
        class ByName:
            one: int = field(kw_only=True)

    with pytest.raises(TypeError, match="missing 1 required positional argument: 'number'"):
        OURS()
    with pytest.raises(TypeError):
        frozen.dataclass(frozen=False)
