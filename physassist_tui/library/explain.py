"""Says in plain words what pydantic found: where, what was expected, what stands there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from physassist_tui.core.errors import Misfit
from physassist_tui.core.scenario import Scenario
from physassist_tui.i18n import LANGUAGES, Message, msg, several
from physassist_tui.library.problems import Fault, FieldPath, shown
from physassist_tui.library.shape import (
    PER_LANGUAGE,
    choices,
    expected,
    fields_of,
    spot_at,
    value_at,
)


def explain(
    error: ValidationError,
    data: Any,
    told: Collection[FieldPath] = (),
    root: type[BaseModel] = Scenario,
) -> list[Fault]:
    """One fault for each thing that is wrong. `data` is what was validated, as a `root`.

    `told` are the places of faults that are known already: a model whose parts do not agree is
    not told of again where the disagreeing part is.
    """
    faults: dict[FieldPath, Message] = {}
    for detail in error.errors(include_url=False, include_input=False):
        path = _path(detail["loc"])
        value = value_at(data, path)
        if _is_echo(detail, value):
            continue
        if detail["type"] == "value_error" and isinstance(value, dict):
            if any(other[: len(path)] == path for other in told):
                continue
            fault = detail["ctx"]["error"]
            reason = fault.message if isinstance(fault, Misfit) else str(fault)
            faults.setdefault(path, msg("does not fit together: {reason}", reason=reason))
        else:
            faults.setdefault(path, _words(detail, path, data, root))
    return list(_without_union_noise(faults))


def _path(loc: tuple[str | int, ...]) -> FieldPath:
    """Pydantic's location without the names it adds for the branch of a union."""
    path: list[str | int] = []
    skip_gold_tag = False
    for part in loc:
        if skip_gold_tag:
            skip_gold_tag = False
            continue
        if len(path) >= 2 and path[-2] == "inputs" and part in ("Found", "float", "str"):
            continue
        path.append(part)
        skip_gold_tag = len(path) >= 2 and path[-2] == "gold" and isinstance(part, int)
    return tuple(path)


def _is_echo(detail: ErrorDetails, value: Any) -> bool:
    # A list whose items failed also counts as too short, whatever its length.
    return detail["type"] == "too_short" and bool(value)


def _without_union_noise(faults: dict[FieldPath, Message]) -> Iterator[Fault]:
    """A formula's input that is a map is meant as a search; only what is wrong in it is told."""
    for path, words in faults.items():
        inside_told = any(other[: len(path)] == path and other != path for other in faults)
        if len(path) >= 2 and path[-2] == "inputs" and inside_told:
            continue
        yield path, words


def _words(detail: ErrorDetails, path: FieldPath, data: Any, root: type[BaseModel]) -> Message:
    spot = spot_at(path, data, root)
    value = value_at(data, path)
    match detail["type"]:
        case "missing":
            return msg("missing; expected {expected}", expected=expected(spot))
        case "extra_forbidden":
            return _unknown_field(path, data, root)
        case "enum" | "literal_error" if spot is not None and isinstance(value, str):
            return _unknown_choice(value, choices(spot))
        case "string_pattern_mismatch":
            return msg(
                "expected {expected}, found '{found}'", expected=expected(spot), found=shown(value)
            )
        case "too_short":
            return msg("empty; at least one is needed")
        case "greater_than_equal":
            return msg("must be at least {least}", least=_bound(detail, "ge"))
        case "greater_than":
            return msg("must be above {least}", least=_bound(detail, "gt"))
        case "less_than_equal":
            return msg("must be at most {most}", most=_bound(detail, "le"))
        case "timezone_aware":
            return msg("the clock needs its offset, as 2026-03-04T09:30:00-05:00")
        case _:
            return msg(
                "expected {expected}, found {found}", expected=expected(spot), found=kind_of(value)
            )


def _bound(detail: ErrorDetails, name: str) -> str:
    return f"{detail.get('ctx', {}).get(name, 0):g}"


def _unknown_field(path: FieldPath, data: Any, root: type[BaseModel]) -> Message:
    *around, name = path
    spot = spot_at(around, data, root)
    model = spot.model() if spot is not None else None
    if model in PER_LANGUAGE:
        return msg("unknown language; the languages are {languages}", languages=_list(LANGUAGES))
    names = list(fields_of(model)) if model is not None else []
    near = get_close_matches(str(name), names, n=1)
    if near:
        return msg("unknown field; did you mean '{near}'?", near=near[0])
    return msg("unknown field; the fields here are {fields}", fields=_list(names))


def _unknown_choice(value: str, allowed: tuple[str, ...]) -> Message:
    if value in allowed:
        return msg(
            "expected {expected}, found {found}",
            expected=msg("one of {allowed}, without quotes", allowed=_list(allowed)),
            found=kind_of(value),
        )
    if set(allowed) == set(LANGUAGES):
        return msg(
            "unknown language '{given}'; the languages are {languages}",
            given=shown(value),
            languages=_list(allowed),
        )
    return msg("'{given}' is not one of {allowed}", given=shown(value), allowed=_list(allowed))


def _list(words: Iterable[str]) -> Message:
    return several(words)


def kind_of(value: Any) -> Message:
    """What a value of the file is, in words that follow "found"."""
    match value:
        case None:
            return msg("nothing")
        case bool():
            return msg("true or false")
        case int() | float():
            return msg("the number {number}", number=value)
        case str():
            return msg("the text '{text}'", text=shown(value))
        case list():
            return msg("a list")
        case _:
            return msg("a map")
