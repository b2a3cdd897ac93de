"""Names of tools on the wire. Providers allow letters, digits, `_` and `-`; ours have dots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_LONGEST = 64  # OpenAI's bound, the smallest of the providers'
_BARRED = re.compile(r"[^A-Za-z0-9_-]")


class WireNames:
    """A mapping between dotted names and wire names, one to one over the names it is given."""

    def __init__(self, names: Iterable[str]) -> None:
        to_wire: dict[str, str] = {}
        taken: set[str] = set()
        # Names that need no change keep themselves, whatever others would be turned into.
        for name in sorted(set(names), key=lambda n: (_plain(n) != n, n)):
            wire = _free(_plain(name), taken)
            taken.add(wire)
            to_wire[name] = wire
        self._to_wire: Mapping[str, str] = to_wire
        self._from_wire: Mapping[str, str] = {wire: name for name, wire in to_wire.items()}

    def wire(self, name: str) -> str:
        """The name on the wire; of a name that is none of ours, one that a provider allows."""
        return self._to_wire.get(name) or _plain(name) or "_"

    def dotted(self, wire: str) -> str:
        """Our name, where the wire name is one of ours; else what the model wrote."""
        return self._from_wire.get(wire, wire)


def _plain(name: str) -> str:
    return _BARRED.sub("_", name)[:_LONGEST]


def _free(wish: str, taken: set[str]) -> str:
    found, number = wish, 2
    while found in taken:
        tail = f"_{number}"
        found, number = wish[: _LONGEST - len(tail)] + tail, number + 1
    return found
