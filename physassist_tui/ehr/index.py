"""The index of one resource type: which resources say what under each search parameter.

Resources of a type are numbered in the order of the record ("ordinals", from 0). For each
parameter and value the index keeps the ordinals that have it; for each date parameter a column
of spans. `BuiltIndex` holds it in memory; `cache_index` reads the same from a file. Neither
knows a clock: the store gives every search the ordinals that exist at its clock.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from physassist_tui.ehr import extract
from physassist_tui.ehr.dates import BEGINNING, Moment, Span
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.search_params import SearchParam, params_of

Ordinals = Sequence[int]
MISSING = 2**63 - 1
"""In a date column: this resource has no date."""


class Entry(NamedTuple):
    """A token of the vocabulary, and the resources that have it."""

    system: str
    code: str
    display: str
    ordinals: Ordinals


@dataclass
class DateColumn:
    """The first span of each resource, in arrays, and any further spans in `more`."""

    low: array[int]
    high: array[int]
    floating: bytearray
    more: dict[int, tuple[Span, ...]] = field(default_factory=dict)

    @classmethod
    def empty(cls, size: int) -> DateColumn:
        """A column in which no resource has a date."""
        return cls(array("q", [MISSING]) * size, array("q", [BEGINNING]) * size, bytearray(size))

    def put(self, ordinal: int, spans: Sequence[Span]) -> None:
        """Sets the spans of a resource (at least one)."""
        first = spans[0]
        self.low[ordinal], self.high[ordinal] = first.low, first.high
        self.floating[ordinal] = first.floating
        if len(spans) > 1:
            self.more[ordinal] = tuple(spans[1:])

    def placed(self, moment: Moment) -> DateColumn:
        """The column in UTC, floating spans read in the clock's offset."""
        if not any(self.floating) and not any(
            span.floating for spans in self.more.values() for span in spans
        ):
            return self
        low, high = array("q", self.low), array("q", self.high)
        for ordinal, floating in enumerate(self.floating):
            if floating and low[ordinal] != MISSING:
                low[ordinal], high[ordinal] = moment.placed(Span(low[ordinal], high[ordinal], True))
        more = {
            ordinal: tuple(Span(*moment.placed(span), False) for span in spans)
            for ordinal, spans in self.more.items()
        }
        return DateColumn(low, high, bytearray(len(low)), more)


class TypeIndex(Protocol):
    """What a search asks of an index. Unknown parameters and values have no resources."""

    @property
    def size(self) -> int:
        """How many resources there are."""

    def tokens(self, param: str, code: str) -> Sequence[Entry]:
        """The entries of a code (compared folded), one for each system."""

    def vocabulary(self, param: str) -> Iterable[Entry]:
        """All entries of a token parameter."""

    def texts(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """The folded words beside the tokens of a parameter."""

    def reference(self, param: str, key: str) -> Ordinals:
        """The resources that refer to `Type/id`."""

    def references(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """All targets of a reference parameter."""

    def strings(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """All values of a string parameter, as they are written."""

    def dates(self, param: str) -> DateColumn:
        """The spans of a date parameter."""


@dataclass
class BuiltIndex:
    """An index in memory. `IndexBuilder` makes it."""

    size: int = 0
    token_map: dict[str, dict[str, dict[str, tuple[str, str, list[int]]]]] = field(
        default_factory=dict
    )
    text_map: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    reference_map: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    string_map: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    date_map: dict[str, DateColumn] = field(default_factory=dict)

    def tokens(self, param: str, code: str) -> Sequence[Entry]:
        """See `TypeIndex`."""
        systems = self.token_map.get(param, {}).get(extract.fold(code), {})
        return [
            Entry(system, written, display, ordinals)
            for system, (written, display, ordinals) in systems.items()
        ]

    def vocabulary(self, param: str) -> Iterable[Entry]:
        """See `TypeIndex`."""
        for systems in self.token_map.get(param, {}).values():
            for system, (written, display, ordinals) in systems.items():
                yield Entry(system, written, display, ordinals)

    def texts(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """See `TypeIndex`."""
        return self.text_map.get(param, {}).items()

    def reference(self, param: str, key: str) -> Ordinals:
        """See `TypeIndex`."""
        return self.reference_map.get(param, {}).get(key, ())

    def references(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """See `TypeIndex`."""
        return self.reference_map.get(param, {}).items()

    def strings(self, param: str) -> Iterable[tuple[str, Ordinals]]:
        """See `TypeIndex`."""
        return self.string_map.get(param, {}).items()

    def dates(self, param: str) -> DateColumn:
        """See `TypeIndex`."""
        return self.date_map.get(param) or DateColumn.empty(self.size)


MedicationOf = Callable[[str], Resource | None]


class IndexBuilder:
    """Builds the index of one type, resource by resource, in the order of their ordinals."""

    def __init__(self, resource_type: str) -> None:
        self._params = tuple(params_of(resource_type).values())
        self._index = BuiltIndex()
        self._dates: dict[str, list[tuple[int, list[Span]]]] = {}
        self._medications: dict[str, list[int]] = {}
        self._by_reference = "code" in params_of(resource_type) and "medication" in params_of(
            resource_type
        )

    def add(self, resource: Resource) -> None:
        """Adds the next resource."""
        ordinal = self._index.size
        self._index.size += 1
        for param in self._params:
            for path in param.paths:
                child = resource.get(path[0])
                if child is None:
                    continue
                nodes: Iterable[Any]
                if len(path) == 1:
                    nodes = child if isinstance(child, list) else (child,)
                else:
                    nodes = extract.elements(child, path[1:])
                for node in nodes:
                    self._say(param, ordinal, node)
        if self._by_reference:
            for key in extract.references(resource.get("medicationReference")):
                if key.startswith("#"):
                    self._contained_medication(ordinal, resource, key[1:])
                else:
                    self._medications.setdefault(key, []).append(ordinal)

    def _contained_medication(self, ordinal: int, resource: Resource, inner_id: str) -> None:
        for inner in extract.elements(resource, ("contained",)):
            if isinstance(inner, dict) and inner.get("id") == inner_id:
                self._name_medication([ordinal], inner)

    def _say(self, param: SearchParam, ordinal: int, node: object) -> None:
        if param.kind == "token":
            for token in extract.tokens(node):
                self._token(param.name, ordinal, token)
            for text in extract.words(node):
                self._text(param.name, ordinal, text)
        elif param.kind == "reference":
            for key in extract.references(node):
                if param.target is None or key.startswith(param.target + "/"):
                    _append(self._index.reference_map, param.name, key, ordinal)
        elif param.kind == "date":
            found = list(extract.spans(node))
            if found:
                column = self._dates.setdefault(param.name, [])
                if column and column[-1][0] == ordinal:
                    column[-1][1].extend(found)
                else:
                    column.append((ordinal, found))
        else:
            for text in extract.strings(node):
                _append(self._index.string_map, param.name, text, ordinal)

    def _token(self, param: str, ordinal: int, token: extract.Token) -> None:
        systems = self._index.token_map.setdefault(param, {}).setdefault(
            extract.fold(token.code), {}
        )
        known = systems.get(token.system)
        if known is None:
            systems[token.system] = (token.code, token.display, [ordinal])
            return
        if token.display and not known[1]:
            systems[token.system] = (known[0], token.display, known[2])
        if known[2][-1] != ordinal:
            known[2].append(ordinal)

    def _text(self, param: str, ordinal: int, text: str) -> None:
        _append(self._index.text_map, param, extract.fold(text), ordinal)

    def finish(self, medication_of: MedicationOf) -> BuiltIndex:
        """The index. `medication_of` gives the Medication of a reference, for its names."""
        for key, ordinals in self._medications.items():
            medication = medication_of(key)
            if medication is not None:
                self._name_medication(ordinals, medication)
        for param, rows in self._dates.items():
            column = self._index.date_map[param] = DateColumn.empty(self._index.size)
            for ordinal, spans in rows:
                column.put(ordinal, spans)
        return self._index

    def _name_medication(self, ordinals: list[int], medication: Resource) -> None:
        tokens, words = extract.medication_words(medication)
        for ordinal in ordinals:
            for token in tokens:
                named = token if token.display else token._replace(display=" ".join(words[:1]))
                self._token("code", ordinal, named)
            for text in words:
                self._text("code", ordinal, text)


def _append(maps: dict[str, dict[str, list[int]]], param: str, value: str, ordinal: int) -> None:
    ordinals = maps.setdefault(param, {}).setdefault(value, [])
    if not ordinals or ordinals[-1] != ordinal:
        ordinals.append(ordinal)


def build_index(
    resource_type: str, resources: Iterable[Resource], medication_of: MedicationOf
) -> BuiltIndex:
    """The index of `resources`, whose ordinals follow their order."""
    builder = IndexBuilder(resource_type)
    for resource in resources:
        builder.add(resource)
    return builder.finish(medication_of)


def having(index: TypeIndex, param: SearchParam) -> Iterator[int]:
    """The ordinals of the resources that say anything under a parameter, some repeatedly."""
    if param.kind == "date":
        column = index.dates(param.name)
        yield from (at for at, low in enumerate(column.low) if low != MISSING)
        return
    if param.kind == "token":
        for entry in index.vocabulary(param.name):
            yield from entry.ordinals
        for _text, ordinals in index.texts(param.name):
            yield from ordinals
        return
    pairs = index.references if param.kind == "reference" else index.strings
    for _value, ordinals in pairs(param.name):
        yield from ordinals


def least_values(index: TypeIndex, param: SearchParam, greatest: bool) -> Mapping[int, str]:
    """The least (or greatest) folded value of each resource, to sort by."""
    if param.kind == "token":
        pairs: Iterable[tuple[str, Ordinals]] = (
            (extract.fold(entry.code), entry.ordinals) for entry in index.vocabulary(param.name)
        )
    elif param.kind == "reference":
        pairs = index.references(param.name)
    else:
        pairs = ((extract.fold(text), found) for text, found in index.strings(param.name))
    values: dict[int, str] = {}
    for value, ordinals in sorted(pairs, key=lambda pair: pair[0], reverse=greatest):
        for ordinal in ordinals:
            values.setdefault(ordinal, value)
    return values
