"""YAML with lines: plain data, and for every field the line it stands on.

The YAML is what an author expects of version 1.2: `yes`, `no` and `on` are words, dates stay
text (so that a clock keeps its offset), a key given twice is a fault. It is built from the
parser's events, without recursion, and is bounded in size and depth.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from physassist_tui.i18n import Message, msg
from physassist_tui.library.problems import FieldPath, shown

MAX_DEPTH = 60
"""How deep maps and lists may be nested; a scenario needs about ten."""
MAX_VALUES = 200_000
"""How many values a file may hold once its aliases are written out."""

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_NULL = frozenset({"", "~", "null", "Null", "NULL"})
_BOOL = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INT = re.compile(r"[-+]?[0-9]{1,18}")
_FLOAT = re.compile(r"[-+]?(\.[0-9]{1,30}|[0-9]{1,30}(\.[0-9]{0,30})?)([eE][-+]?[0-9]{1,2})?")
_SURROGATE = re.compile("[\ud800-\udfff]")


class YamlFault(Exception):
    """The text is not the YAML that we take. Lines and columns count from 1."""

    def __init__(self, message: Message, line: int, path: FieldPath = ()) -> None:
        super().__init__(message)
        self.message = message
        self.line = line
        self.path = path


@dataclass(frozen=True)
class LineMap:
    """Which line each field stands on."""

    lines: dict[FieldPath, int] = field(default_factory=dict)

    def line(self, path: FieldPath) -> int:
        """The line of the field, or of the nearest one around it; 1 for an empty file."""
        for end in range(len(path), -1, -1):
            found = self.lines.get(path[:end])
            if found is not None:
                return found
        return 1


@dataclass(frozen=True)
class Document:
    """A parsed file. `faults` are those that do not stop the reading, as a key given twice."""

    data: Any
    lines: LineMap
    faults: tuple[YamlFault, ...]


def parse_yaml(text: str) -> Document:
    """The one document of `text`; `None` as data where it is empty. Raises `YamlFault`."""
    builder = _Builder()
    for event in _events(text):
        builder.take(event)
    return Document(builder.data, LineMap(builder.lines), tuple(builder.faults))


def _events(text: str) -> Iterator[Any]:
    try:
        yield from yaml.parse(text, Loader=_Loader)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        character = error.character
        code = character if isinstance(character, int) else ord(str(character)[:1] or " ")
        raise YamlFault(
            msg("the character U+{code} is not allowed in YAML", code=f"{code:04X}"), line
        ) from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        reason = " ".join(str(error.problem or error.context or "").split())
        raise YamlFault(
            msg(
                "not YAML at column {column}: {reason}",
                column=column,
                reason=shown(reason, most=200),
            ),
            line,
        ) from error


@dataclass
class _Open:
    """A map or list under way. In a map, `key` is set while its value is awaited."""

    value: Any
    path: FieldPath
    anchor: str | None
    key: str | None = None
    size: int = 1


class _Builder:
    """Puts the events of one document together."""

    def __init__(self) -> None:
        self.data: Any = None
        self.lines: dict[FieldPath, int] = {}
        self.faults: list[YamlFault] = []
        self._stack: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int] | None] = {}
        self._documents = 0
        self._values = 0

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                if self._documents > 1:
                    raise YamlFault(msg("a second document starts here; one is expected"), line)
            case yaml.ScalarEvent():
                self._scalar(event, line)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._start(event, line)
            case yaml.MappingEndEvent() | yaml.SequenceEndEvent():
                self._end(line)
            case yaml.AliasEvent():
                self._alias(str(event.anchor), line)
            case _:
                pass

    def _scalar(self, event: Any, line: int) -> None:
        if _SURROGATE.search(event.value):
            raise YamlFault(msg("half a character (a lone surrogate) is not text"), line)
        if self._awaits_key():
            self._key(event.value, line)
            return
        self._check_tag(event.tag, line)
        plain = event.implicit[0] and not event.style
        value = _plain_value(event.value) if plain else event.value
        self._add(value, line, event.anchor, 1)

    def _start(self, event: Any, line: int) -> None:
        if self._awaits_key():
            raise YamlFault(msg("a key must be a word, not a list or a map"), line, self._path())
        if len(self._stack) >= MAX_DEPTH:
            raise YamlFault(msg("nested more than {n} levels deep", n=MAX_DEPTH), line)
        self._check_tag(event.tag, line)
        value: Any = {} if isinstance(event, yaml.MappingStartEvent) else []
        path = self._place(line)
        self._stack.append(_Open(value, path, event.anchor))
        if event.anchor:
            # An alias to what is still open would make the data hold itself.
            self._anchors[event.anchor] = None

    def _end(self, line: int) -> None:
        done = self._stack.pop()
        self._add(done.value, line, done.anchor, done.size, placed=True)

    def _alias(self, anchor: str, line: int) -> None:
        if anchor not in self._anchors:
            raise YamlFault(
                msg("the alias *{name} has no anchor before it", name=shown(anchor)), line
            )
        found = self._anchors[anchor]
        if found is None:
            raise YamlFault(msg("the alias *{name} stands inside itself", name=shown(anchor)), line)
        if self._awaits_key():
            raise YamlFault(msg("a key must be a word, not an alias"), line)
        value, size = found
        self._add(value, line, None, size)

    def _key(self, key: str, line: int) -> None:
        top = self._stack[-1]
        path = (*top.path, key)
        if key in top.value:
            self.faults.append(
                YamlFault(
                    msg("given twice; first on line {line}", line=self.lines[path]), line, path
                )
            )
        else:
            self.lines[path] = line
        top.key = key

    def _awaits_key(self) -> bool:
        return bool(self._stack) and self._stack[-1].key is None and self._in_map()

    def _in_map(self) -> bool:
        return isinstance(self._stack[-1].value, dict)

    def _path(self) -> FieldPath:
        if not self._stack:
            return ()
        top = self._stack[-1]
        return (*top.path, len(top.value) if isinstance(top.value, list) else top.key or "")

    def _place(self, line: int) -> FieldPath:
        path = self._path()
        self.lines.setdefault(path, line)
        return path

    def _add(
        self, value: Any, line: int, anchor: str | None, size: int, *, placed: bool = False
    ) -> None:
        if not placed:
            self._place(line)
            self._values += size
        if self._values > MAX_VALUES:
            raise YamlFault(msg("more than {n} values once aliases are read", n=MAX_VALUES), line)
        if anchor:
            self._anchors[anchor] = (value, size)
        if not self._stack:
            self.data = value
            return
        top = self._stack[-1]
        top.size += size
        if isinstance(top.value, list):
            top.value.append(value)
        else:
            top.value[top.key] = value
            top.key = None

    def _check_tag(self, tag: str | None, line: int) -> None:
        if tag not in (None, "!", "tag:yaml.org,2002:str"):
            raise YamlFault(msg("the tag {tag} is not used in scenarios", tag=shown(tag)), line)


def _plain_value(text: str) -> Any:
    """An unquoted scalar, as YAML 1.2's core schema reads it, bounded in length."""
    if text in _NULL:
        return None
    if text in _BOOL:
        return _BOOL[text]
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text):
        return float(text)
    return text
