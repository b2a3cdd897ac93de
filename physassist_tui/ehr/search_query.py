"""A search as it was asked: its parameters read, checked and typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from physassist_tui.ehr.dates import Span, parse_date
from physassist_tui.ehr.protocol import EhrError, Params
from physassist_tui.ehr.r4_types import R4_TYPES
from physassist_tui.ehr.search_params import SearchParam, params_of
from physassist_tui.i18n import msg, several

PREFIXES = ("eq", "ne", "gt", "lt", "ge", "le", "sa", "eb", "ap")
CONTROLS = ("_id", "_count", "_offset", "_sort", "_summary", "_total", "_format")
MODIFIERS = {
    "token": ("not", "text", "missing"),
    "date": ("missing",),
    "reference": ("missing", "Patient"),
    "string": ("exact", "contains", "missing"),
}
DEFAULT_COUNT = 50
LARGEST_COUNT = 1000


@dataclass(frozen=True)
class DateValue:
    """A prefix and the span of the date behind it."""

    prefix: str
    span: Span


@dataclass(frozen=True)
class Clause:
    """One parameter with its modifier; `values` are joined by OR."""

    param: SearchParam
    modifier: str
    values: tuple[str, ...] = ()
    dates: tuple[DateValue, ...] = ()


@dataclass(frozen=True)
class SortKey:
    """What to sort by; `param` is `None` for `_id`."""

    param: SearchParam | None
    descending: bool


@dataclass(frozen=True)
class Query:
    """A whole search. `ids` are those of `_id`, one set for each time it was given."""

    resource_type: str
    clauses: tuple[Clause, ...]
    ids: tuple[frozenset[str], ...]
    sort: tuple[SortKey, ...]
    count: int
    offset: int
    only_total: bool
    given: tuple[tuple[str, str], ...]
    """The parameters as they were given, without `_offset`, for page links."""


def allowed_params(resource_type: str) -> tuple[str, ...]:
    """The names that a search of the type takes, controls last."""
    own = sorted(params_of(resource_type), key=lambda name: (name.startswith("_"), name))
    return (*own, *CONTROLS)


def split_values(text: str, sign: str = ",") -> list[str]:
    r"""The parts between unescaped `sign`s, unescaped (`\,` `\|` `\$` `\\`)."""
    return [_unescaped(part) for part in _split(text, sign)]


def _split(text: str, sign: str) -> list[str]:
    parts = [""]
    at = 0
    while at < len(text):
        if text[at] == "\\" and at + 1 < len(text):
            parts[-1] += text[at : at + 2]
            at += 2
            continue
        if text[at] == sign:
            parts.append("")
        else:
            parts[-1] += text[at]
        at += 1
    return parts


def _unescaped(text: str) -> str:
    out = []
    chars = iter(text)
    for char in chars:
        out.append(next(chars, "\\") if char == "\\" else char)
    return "".join(out)


def token_parts(value: str) -> tuple[str | None, str]:
    """(system, code) of a token value still escaped; system is `None` where any will do."""
    parts = _split(value, "|")
    if len(parts) == 1:
        return None, _unescaped(parts[0])
    return _unescaped(parts[0]), _unescaped("|".join(parts[1:]))


def parse_query(resource_type: str, params: Params) -> Query:
    """Reads a search; every unknown name and every bad value is an `EhrError`."""
    known = params_of(resource_type)
    clauses: list[Clause] = []
    ids: list[frozenset[str]] = []
    controls: dict[str, str] = {}
    given: list[tuple[str, str]] = []
    for name, raw in params:
        value = str(raw).strip()
        if name != "_offset":
            given.append((name, value))
        bare, _colon, modifier = name.partition(":")
        if bare == "_id" and not modifier:
            ids.append(frozenset(_required(name, value)))
        elif bare in CONTROLS and not modifier:
            if bare in controls:
                raise EhrError(msg("Give {name} once.", name=bare), field=bare)
            controls[bare] = value
        elif bare in known:
            clauses.append(_clause(known[bare], modifier, value))
        else:
            raise _unknown(resource_type, bare)
    return Query(
        resource_type,
        tuple(clauses),
        tuple(ids),
        _sort(resource_type, controls.get("_sort")),
        _number("_count", controls.get("_count"), DEFAULT_COUNT, LARGEST_COUNT),
        _number("_offset", controls.get("_offset"), 0, None),
        _only_total(controls),
        tuple(given),
    )


def _unknown(resource_type: str, name: str) -> EhrError:
    allowed = allowed_params(resource_type)
    from difflib import get_close_matches

    near = get_close_matches(name, allowed, n=1, cutoff=0.6)
    if near:
        message = msg(
            "{type} has no search parameter {name}; did you mean {near}?",
            type=resource_type,
            name=name,
            near=near[0],
        )
    else:
        message = msg(
            "{type} has no search parameter {name}. It has: {allowed}.",
            type=resource_type,
            name=name,
            allowed=several(allowed),
        )
    return EhrError(message, field=name, allowed=allowed)


def _required(name: str, value: str) -> list[str]:
    values = [part for part in split_values(value) if part]
    if not values:
        raise EhrError(msg("{name} is empty; give a value or leave it out.", name=name), field=name)
    return values


def _number(name: str, text: str | None, default: int, most: int | None) -> int:
    if text is None:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 9:
        message = msg("{name} must be a whole number, not {value}.", name=name, value=repr(text))
        raise EhrError(message, field=name)
    return int(text) if most is None else min(int(text), most)


def _only_total(controls: dict[str, str]) -> bool:
    summary = controls.get("_summary", "false")
    for name, allowed in (
        ("_summary", ("count", "false")),
        ("_total", ("accurate", "none", "estimate")),
        ("_format", ("json", "application/json", "application/fhir+json")),
    ):
        if name in controls and controls[name] not in allowed:
            raise _not_one_of(name, controls[name], allowed)
    return summary == "count" or controls.get("_count") == "0"


def _not_one_of(name: str, value: str, allowed: Sequence[str]) -> EhrError:
    message = msg(
        "{name} cannot be {value}; it is one of: {allowed}.",
        name=name,
        value=repr(value),
        allowed=several(allowed),
    )
    return EhrError(message, field=name, allowed=allowed)


def _sort(resource_type: str, text: str | None) -> tuple[SortKey, ...]:
    if text is None:
        return ()
    known = params_of(resource_type)
    keys = []
    for part in _required("_sort", text):
        name = part.removeprefix("-")
        if name != "_id" and name not in known:
            raise _not_one_of("_sort", part, ("_id", *sorted(known)))
        keys.append(SortKey(known.get(name), part.startswith("-")))
    return tuple(keys)


def _clause(param: SearchParam, modifier: str, value: str) -> Clause:
    name = param.name + (f":{modifier}" if modifier else "")
    of_type = param.kind == "reference" and modifier in R4_TYPES
    if modifier and not of_type and modifier not in MODIFIERS[param.kind]:
        allowed = tuple(f"{param.name}:{one}" for one in MODIFIERS[param.kind])
        message = msg(
            "{name} cannot be asked; {param} takes: {allowed}.",
            name=name,
            param=param.name,
            allowed=several(allowed),
        )
        raise EhrError(message, field=name, allowed=allowed)
    if modifier == "missing":
        if value not in ("true", "false"):
            raise _not_one_of(name, value, ("true", "false"))
        return Clause(param, modifier, (value,))
    if param.kind == "date":
        return Clause(param, modifier, dates=tuple(_date(name, v) for v in _required(name, value)))
    if param.kind == "token" and modifier != "text":
        parts = tuple(part.strip() for part in _split(value, ",") if part.strip(" |"))
        if not parts:
            _required(name, "")
        return Clause(param, modifier, parts)
    return Clause(param, modifier, tuple(_required(name, value)))


def _date(name: str, text: str) -> DateValue:
    prefix, rest = (text[:2], text[2:]) if text[:2] in PREFIXES else ("eq", text)
    span = parse_date(rest)
    # A search's date must be one: the day of an impossible hour is not what was asked.
    if span is None or (len(rest) > 10 and span.high - span.low > 60_000_000):
        message = msg(
            "{name} must be a date as 2026-03-04 or 2026-03-04T09:30:00+08:00, perhaps after one "
            "of {prefixes}; {value} is not.",
            name=name,
            prefixes=several(PREFIXES),
            value=repr(text),
        )
        raise EhrError(message, field=name, allowed=PREFIXES)
    return DateValue(prefix, span)
