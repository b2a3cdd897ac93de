"""What a model said, read as acts or refused with words that let it mend it. Pure.

Nothing of a message is carried out unless all of it can be: half a message that asks for three
orders, one of them unreadable, would do what nobody meant.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.events import ModelCalledData
from physassist_tui.core.tools import Toolset
from physassist_tui.core.view import Act, Answer, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.llm.model import AskedCall, Completed, writable
from physassist_tui.llm.recorded import came_back
from physassist_tui.play import prompt_texts as texts
from physassist_tui.play.player import Move

MAX_ARGUMENTS = 100_000
"""Characters of a call's arguments; longer ones are refused and never kept."""
MAX_TEXT = 100_000
"""Characters of a message's text; longer ones are refused and kept cut."""
MAX_NAME = 200
MAX_CALLS = 64
"""Calls in one message."""
KEPT_TEXT = 2_000
"""Characters that are kept of a text that was too long."""

_FINISHED_BY_LENGTH = frozenset({"length", "max_tokens"})


class _Refused(Exception):
    def __init__(self, words: Bilingual, **values: object) -> None:
        super().__init__(words)
        self.words = words
        self.values = values


@dataclass(frozen=True)
class _Unreadable(Exception):
    why: Bilingual
    values: dict[str, object]


def read(completed: Completed, toolset: Toolset, lang: Lang, *, prompt: str) -> Move:
    """The move that the model wants, with the call to record.

    `prompt` is the version of the words it was told. A move without acts has a call that says,
    as `rejected`, what the model is told about it in `lang`.
    """
    rejected: str | None = None
    acts: tuple[Act, ...] = ()
    try:
        acts = _acts(completed, toolset, lang)
    except _Refused as refused:
        rejected = refused.words.text(lang).format(**refused.values)
    return Move(acts, called(completed, lang, prompt=prompt, rejected=rejected))


def called(
    completed: Completed, lang: Lang, *, prompt: str, rejected: str | None = None
) -> ModelCalledData:
    """A model call that came back, as it is recorded."""
    return came_back(
        completed,
        prompt=prompt,
        text=kept(completed.text, lang),
        reasoning=None if completed.reasoning is None else kept(completed.reasoning, lang),
        rejected=rejected,
    )


def kept(text: str, lang: Lang) -> str:
    """`text` as it may be recorded: whole, unless it is longer than any that is taken."""
    text = writable(text)
    if len(text) <= MAX_TEXT:
        return text
    return text[:KEPT_TEXT] + texts.CUT.text(lang).format(size=len(text))


def _acts(completed: Completed, toolset: Toolset, lang: Lang) -> tuple[Act, ...]:
    text = completed.text.strip()
    if len(text) > MAX_TEXT:
        raise _Refused(texts.TOO_LONG_TEXT, size=len(text), limit=MAX_TEXT)
    if completed.calls:
        if len(completed.calls) > MAX_CALLS:
            raise _Refused(texts.TOO_MANY_CALLS, count=len(completed.calls), limit=MAX_CALLS)
        return tuple(_call(asked, lang) for asked in completed.calls)
    if completed.finish_reason in _FINISHED_BY_LENGTH:
        raise _Refused(texts.CUT_OFF)
    if not text:
        raise _Refused(texts.EMPTY_TURN)
    tool = call_in_prose(text, toolset)
    if tool is not None:
        raise _Refused(texts.CALL_AS_PROSE, tool=tool)
    return (Answer(text),)


def _call(asked: AskedCall, lang: Lang) -> CallTool:
    name = asked.name if len(asked.name) <= MAX_NAME else asked.name[:MAX_NAME] + "…"
    if len(asked.arguments) > MAX_ARGUMENTS:
        size = len(asked.arguments)
        raise _Refused(texts.TOO_LONG_ARGUMENTS, tool=name, size=size, limit=MAX_ARGUMENTS)
    try:
        return CallTool(name, _object(asked.arguments))
    except _Unreadable as unreadable:
        reason = unreadable.why.text(lang).format(**unreadable.values)
        raise _Refused(texts.BROKEN_ARGUMENTS, tool=name, reason=reason) from None


def _object(arguments: str) -> dict[str, Any]:
    """The JSON object that `arguments` is; no text at all is an empty one."""
    if not arguments.strip():
        return {}
    try:
        value = json.loads(arguments, parse_constant=_no_number, parse_float=_finite)
        # Escapes can write what no file can hold, and nesting what no other reader can read.
        json.dumps(value, ensure_ascii=False).encode()
    except RecursionError:
        raise _Unreadable(texts.WHY_DEPTH, {}) from None
    except json.JSONDecodeError as error:
        raise _Unreadable(texts.WHY_PLACE, {"at": error.pos + 1}) from None
    except UnicodeEncodeError:
        raise _Unreadable(texts.WHY_CHARACTER, {}) from None
    except ValueError:
        raise _Unreadable(texts.WHY_NUMBER, {}) from None  # an integer of thousands of digits
    if isinstance(value, dict):
        if _depth(value) > _MAX_DEPTH:
            raise _Unreadable(texts.WHY_DEPTH, {})
        return value
    kinds = {list: "array", str: "string", bool: "boolean", type(None): "null"}
    raise _Unreadable(texts.WHY_NO_OBJECT, {"kind": kinds.get(type(value), "number")})


_MAX_DEPTH = 32


def _depth(value: object) -> int:
    deepest, level = 0, [value]
    while level:
        deepest += 1
        inner = [v.values() if isinstance(v, dict) else v for v in level
                 if isinstance(v, dict | list)]  # fmt: skip
        level = [each for part in inner for each in part]
    return deepest


def _no_number(_constant: str) -> NoReturn:
    raise _Unreadable(texts.WHY_NUMBER, {})


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _Unreadable(texts.WHY_NUMBER, {})
    return value


_TAGGED = re.compile(
    r"<\|?/?\s*(?:tool_calls?|function_calls?|invoke|tool_use|python_tag)\b|\[TOOL_CALLS\]"
    r"|<function=|<｜tool▁calls?▁begin｜>|^\s*functions\.\w+",
    re.IGNORECASE | re.MULTILINE,
)
_NAME_KEY = re.compile(r'"(?:name|tool|tool_name|function|recipient_name)"\s*:\s*"([^"]{1,200})"')
_ARGUMENTS_KEY = re.compile(r'"(?:arguments|parameters|args|input|tool_input|params)"\s*:')


def call_in_prose(text: str, toolset: Toolset) -> str | None:
    """The tool that `text` writes a call of as words, JSON or XML; `None` for an answer.

    Only what could be nothing else counts: the tags that models wrap calls in, a JSON object
    with a tool's name and its arguments, or a line that is a call and no more. An answer that
    names a tool in a sentence is an answer.
    """
    patterns = {tool.name: _spelt(tool.name) for tool in toolset.tools}

    def known(written: str) -> str | None:
        found = (name for name, spelt in patterns.items() if re.fullmatch(spelt, written.strip()))
        return next(found, None)

    if _ARGUMENTS_KEY.search(text):
        for written in _NAME_KEY.findall(text):
            if known(written):
                return known(written)
    tagged = _TAGGED.search(text)
    for name, spelt in patterns.items():
        line = rf"^[\s>*`-]*(?:[\w ]{{0,20}}:\s*)?{spelt}\s*(?:\([^\n]*\)|\{{[^\n]*\}})[\s;`]*$"
        if re.search(line, text, re.MULTILINE) or (tagged and re.search(spelt, text)):
            return name
    return "?" if tagged else None


def _spelt(name: str) -> str:
    """The ways to write a tool's name: dotted, or with what stands for the dot on the wire."""
    return r"(?<![\w.])" + r"[._-]{1,2}".join(re.escape(part) for part in name.split("."))
