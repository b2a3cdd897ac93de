"""Frozen dataclasses, made in a fifth of the time: for what a session waits for at its start.

`dataclasses` writes six methods of a frozen class as text and compiles each; with some fifty such
classes before the first prompt that was a tenth of the start. Here only `__init__` is compiled;
the others do the same for every class, with what differs bound to them. A class behaves as one of
`dataclasses` does, and `dataclasses.replace`, `fields` and `asdict` take it; a type checker is
shown the original. A subclass must be made here too; fields that are given by name only or not at
all, and `InitVar`, need the original.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from operator import attrgetter
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any, TypeVar

__all__ = ["dataclass"]

C = TypeVar("C", bound=type)

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, frozen: bool) -> Callable[[C], C]:
        """`dataclasses.dataclass(frozen=True)`; `TypeError` where it is not to be frozen."""
        if not frozen:
            raise TypeError
        return _made


def _made(cls: C) -> C:
    if cls.__doc__ is None:
        # Else `dataclasses` would put a signature there, for which it must first be worked out.
        cls.__doc__ = cls.__name__
    own = set(vars(cls))
    dataclasses.dataclass(init=False, repr=False, eq=False)(cls)
    fields = dataclasses.fields(cls)
    names = tuple(field.name for field in fields)
    values = _values_of([field.name for field in fields if field.compare])
    hashed = [f.name for f in fields if (f.compare if f.hash is None else f.hash)]
    methods: dict[str, Callable[..., Any]] = {
        "__init__": _init(cls, fields),
        "__repr__": _repr([field.name for field in fields if field.repr]),
        "__eq__": _eq(values),
        "__hash__": _hash(_values_of(hashed)),
        "__setattr__": _refusing(cls, names, "assign to"),
        "__delattr__": _refusing(cls, names, "delete"),
    }
    for name, method in methods.items():
        # `__hash__` is put there as `None` by a class that says what is equal to it.
        if name not in own or (name == "__hash__" and vars(cls)[name] is None):
            method.__qualname__ = f"{cls.__qualname__}.{name}"
            setattr(cls, name, method)
    return cls


def _init(cls: type, fields: Sequence[dataclasses.Field[Any]]) -> Callable[..., None]:
    missing = dataclasses.MISSING
    known: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": missing}
    parameters, lines = ["self"], []
    for field in fields:
        name = value = field.name
        if field.kw_only or not field.init:
            raise TypeError(f"{cls.__qualname__}.{name} needs the original dataclass")
        if field.default_factory is not missing:
            known[f"_make_{name}"] = field.default_factory
            parameters.append(f"{name}=_MISSING")
            value = f"_make_{name}() if {name} is _MISSING else {name}"
        elif field.default is not missing:
            known[f"_default_{name}"] = field.default
            parameters.append(f"{name}=_default_{name}")
        else:
            parameters.append(name)
        lines.append(f"  _set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("  self.__post_init__()")
    exec(f"def __init__({', '.join(parameters)}):\n" + "\n".join(lines or ["  pass"]), known)
    made: Callable[..., None] = known["__init__"]
    made.__annotations__ = {field.name: field.type for field in fields} | {"return": None}
    made.__module__ = cls.__module__
    return made


def _values_of(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return attrgetter(*names)
    return lambda one: tuple(getattr(one, name) for name in names)


def _repr(names: Sequence[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        told = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__qualname__}({told})"

    return __repr__


def _eq(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, object], bool]:
    def __eq__(self: Any, other: object) -> bool:  # noqa: N807
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    return __eq__


def _hash(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    return __hash__


def _refusing(cls: type, names: Sequence[str], verb: str) -> Callable[..., None]:
    plain = object.__setattr__ if verb == "assign to" else object.__delattr__

    def refuse(self: Any, name: str, *value: object) -> None:
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot {verb} field {name!r}")
        plain(self, name, *value)

    return refuse
