"""What the scenario's types say about a place in the file: which fields, what kind of value."""

from __future__ import annotations

import types
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, StringConstraints

from physassist_tui.core.bilingual import Bilingual, BilingualTerms
from physassist_tui.core.scenario import GoldAnswer, GoldAsk, GoldCall, Say, Scenario
from physassist_tui.i18n import LANGUAGES, Message, msg, several
from physassist_tui.library.problems import FieldPath

PER_LANGUAGE: tuple[type[BaseModel], ...] = (Bilingual, BilingualTerms, Say)
"""The models whose fields are languages."""

GOLD: dict[str, type[BaseModel]] = {"call": GoldCall, "ask": GoldAsk, "answer": GoldAnswer}
"""The gold steps by the key that tells them apart."""


@dataclass(frozen=True)
class Spot:
    """A place in the file: the type of its value, and what constrains it."""

    type: Any
    metadata: tuple[Any, ...] = ()

    def model(self) -> type[BaseModel] | None:
        """The pydantic model of the place, where it is a map with known fields."""
        for option in self.options():
            if isinstance(option.type, type) and issubclass(option.type, BaseModel):
                return option.type
        return None

    def options(self) -> list[Spot]:
        """The types that the value may have, `None` left out."""
        origin = get_origin(self.type)
        if origin is Annotated:
            inner, *metadata = get_args(self.type)
            return Spot(inner, (*metadata, *self.metadata)).options()
        if origin in (Union, types.UnionType):
            return [
                option
                for arg in get_args(self.type)
                if arg is not type(None)
                for option in Spot(arg, self.metadata).options()
            ]
        return [self]

    def pattern(self) -> str | None:
        """The regular expression that a text must match."""
        for part in self.metadata:
            if isinstance(part, StringConstraints) and isinstance(part.pattern, str):
                return part.pattern
        return None


def fields_of(model: type[BaseModel]) -> dict[str, Spot]:
    """The fields of a model by the names an author writes, in order."""
    return {
        info.alias or name: Spot(info.annotation, tuple(info.metadata))
        for name, info in model.model_fields.items()
    }


def required_fields(model: type[BaseModel]) -> list[str]:
    """The names of the fields that have no default."""
    return [info.alias or name for name, info in model.model_fields.items() if info.is_required()]


def spot_at(path: Sequence[str | int], data: Any, root: type[BaseModel] = Scenario) -> Spot | None:
    """The place at `path` of a file whose data is `data`; `None` where none is known.

    `root` is the type of the whole file, a scenario unless it is said.
    """
    spot: Spot | None = Spot(root)
    for part in path:
        if spot is None:
            return None
        spot = _gold_spot(spot, data) or spot
        spot = _inside(spot, part)
        data = _value(data, part)
    return spot and (_gold_spot(spot, data) or spot)


def _gold_spot(spot: Spot, data: Any) -> Spot | None:
    if spot.model() in GOLD.values() and len(spot.options()) > 1:
        keys = data if isinstance(data, dict) else {}
        return next((Spot(model) for key, model in GOLD.items() if key in keys), None)
    return None


def _inside(spot: Spot, part: str | int) -> Spot | None:
    for option in spot.options():
        origin = get_origin(option.type)
        if origin is tuple and isinstance(part, int):
            return Spot(get_args(option.type)[0])
        if origin is dict and isinstance(part, str):
            return Spot(get_args(option.type)[1])
    model = spot.model()
    return fields_of(model).get(part) if model is not None and isinstance(part, str) else None


def _value(data: Any, part: str | int) -> Any:
    if isinstance(data, dict) and isinstance(part, str):
        return data.get(part)
    if isinstance(data, list) and isinstance(part, int) and part < len(data):
        return data[part]
    return None


def value_at(data: Any, path: FieldPath) -> Any:
    """The value at `path`; `None` where there is none."""
    for part in path:
        data = _value(data, part)
    return data


def pattern_words(pattern: str) -> Message | None:
    """What a pattern of the scenario's types asks for, in words."""
    return {
        r"^[a-z0-9][a-z0-9-]*$": msg("lower-case letters, digits and hyphens"),
        r"^[A-Z][A-Za-z]+/[A-Za-z0-9.\-]{1,64}$": msg(
            "a reference to a resource, as Patient/ex-17"
        ),
        r"^[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$": msg(
            "a file of the workspace, as output/note.md"
        ),
        r"^[a-z0-9-]+/[a-z0-9-]+$": msg(
            "category/name in lower-case letters, digits and hyphens, as "
            "medication-safety/apixaban-renal"
        ),
    }.get(pattern)


def choices(spot: Spot) -> tuple[str, ...]:
    """The values that a closed set allows, as they are written; empty where it is open."""
    for option in spot.options():
        if get_origin(option.type) is Literal:
            return tuple(str(value) for value in get_args(option.type))
        if isinstance(option.type, type) and issubclass(option.type, Enum):
            return tuple(str(member.value) for member in option.type)
    return ()


def expected(spot: Spot | None) -> Message:
    """What may stand at a place, in words that follow "expected"."""
    if spot is None:
        return msg("another value")
    options = spot.options()
    if len({option.type for option in options}) > 1 and spot.model() not in GOLD.values():
        return msg("a search in the record, a number or a text")
    first = options[0]
    allowed = choices(first)
    if allowed:
        return msg("one of {allowed}", allowed=several(allowed))
    model = spot.model()
    if model is not None:
        return _expected_map(model)
    return _expected_plain(first)


def _expected_map(model: type[BaseModel]) -> Message:
    if model in GOLD.values():
        return msg("a map with one of {allowed}", allowed=several(GOLD))
    if model is Bilingual:
        return msg("a text for each language ({languages})", languages=several(LANGUAGES))
    if model is BilingualTerms:
        return msg("a list of words for each language ({languages})", languages=_languages())
    needed = required_fields(model) or list(fields_of(model))
    return msg("a map with {fields}", fields=several(needed))


def _languages() -> Message:
    return several(LANGUAGES)


def _expected_plain(spot: Spot) -> Message:
    pattern = spot.pattern()
    words = pattern_words(pattern) if pattern else None
    if words is not None:
        return words
    origin = get_origin(spot.type)
    if origin is tuple:
        return msg("a list")
    if origin is dict:
        return msg("a map")
    if spot.type is str:
        return msg("a text")
    if spot.type is bool:
        return msg("true or false")
    if spot.type is int:
        return msg("a whole number")
    if spot.type is float:
        return msg("a number")
    return msg("a date and time with its offset, as 2026-03-04T09:30:00-05:00")
