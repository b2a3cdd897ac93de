"""Whether scores may be set side by side, and where not, what differs.

Two scores compare only where their identities are equal. Two *sets* of scores compare where
each identity makes up the same part of both: a mean over two plays of an easy case and one of
a hard case is no match for a mean over one and two.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

MIX = "mix"
"""The key of a difference in how often, or together with what, the same values occur."""


@dataclass(frozen=True)
class Difference:
    """A key of the identity whose values are not the same on both sides.

    `left` and `right` are the values that occur on that side only, as short texts, in order.
    The key of a nested value is dotted: `graders.value`, `limits.tool_calls`. Where all values
    occur on both sides the key is `mix`, and the texts say how often each makes up which part.
    """

    key: str
    left: tuple[str, ...]
    right: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """For a program."""
        return {"key": self.key, "left": list(self.left), "right": list(self.right)}


def flat(identity: Mapping[str, Any], before: str = "") -> dict[str, str]:
    """An identity as dotted keys and texts; a text stands for itself, all else is JSON."""
    found: dict[str, str] = {}
    for key, value in sorted(identity.items()):
        if isinstance(value, Mapping) and value:
            found.update(flat(value, f"{before}{key}."))
        else:
            found[before + key] = value if isinstance(value, str) else _json(value)
    return found


def differences(
    left: Sequence[Mapping[str, Any]], right: Sequence[Mapping[str, Any]]
) -> tuple[Difference, ...]:
    """What keeps two sets of scores from being compared, by their identities; empty: nothing."""
    if _mix(left) == _mix(right):
        return ()
    ours, theirs = _values(left), _values(right)
    found = []
    for key in sorted(ours.keys() | theirs.keys()):
        mine, others = ours.get(key, set()), theirs.get(key, set())
        if mine != others:
            found.append(
                Difference(key, tuple(sorted(mine - others)), tuple(sorted(others - mine)))
            )
    return tuple(found) or (_mixed_otherwise(left, right),)


def varying(identities: Iterable[Mapping[str, Any]]) -> tuple[str, ...]:
    """The keys that have more than one value in a set of identities.

    One that only some of them have (the version of a grader that only some rubrics use) does
    not vary by that.
    """
    values = _values(list(identities))
    return tuple(sorted(key for key, held in values.items() if len(held) > 1))


def _mix(identities: Sequence[Mapping[str, Any]]) -> dict[str, Fraction]:
    count = Counter(_json(identity) for identity in identities)
    return {key: Fraction(n, len(identities)) for key, n in count.items()}


def _mixed_otherwise(
    left: Sequence[Mapping[str, Any]], right: Sequence[Mapping[str, Any]]
) -> Difference:
    """How often what makes up another part of the two sets occurs in each."""
    ours, theirs = _mix(left), _mix(right)
    names = {_json(one): f"{one.get('scenario')} {one.get('language')}" for one in (*left, *right)}
    apart = sorted(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))

    def parts(mix: Mapping[str, Fraction], of: int) -> tuple[str, ...]:
        return tuple(f"{names[key]}: {mix.get(key, Fraction(0)) * of} / {of}" for key in apart)

    return Difference(MIX, parts(ours, len(left)), parts(theirs, len(right)))


def _values(identities: Sequence[Mapping[str, Any]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for identity in identities:
        for key, value in flat(identity).items():
            found.setdefault(key, set()).add(value)
    return found


def _json(value: object) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
