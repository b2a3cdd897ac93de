"""What a typed line means. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from physassist_tui.core.tools import Toolset, ToolSpec
from physassist_tui.i18n import Message, msg, several


@dataclass(frozen=True)
class AskLine:
    """A question to the patient."""

    text: str


@dataclass(frozen=True)
class AnswerLine:
    """An answer to the physician; empty text opens the draft for several lines."""

    text: str


@dataclass(frozen=True)
class ToolLine:
    """A tool call."""

    tool: str
    arguments: dict[str, Any]


@dataclass(frozen=True)
class PlainLine:
    """A word of our own: `orders`, `help`, `undo` … with what follows it."""

    word: str
    rest: str = ""


@dataclass(frozen=True)
class Unclear:
    """A line that cannot be carried out; it is kept so that it can be mended.

    `to_nobody` is whether it names neither a word nor a tool; `why` then tells those of line mode.
    """

    why: Message
    to_nobody: bool = False


Line = AskLine | AnswerLine | ToolLine | PlainLine | Unclear

# Words that people type, in both languages whatever the interface's: a bilingual clinician
# should not have to remember which one is set.
WORDS: dict[str, tuple[str, ...]] = {
    "ask": ("ask", "问", "询问"),
    "answer": ("answer", "答", "回答", "答复"),
    "orders": ("orders", "医嘱"),
    "cancel": ("cancel", "取消", "撤单"),
    "tools": ("tools", "工具"),
    "request": ("request", "请求", "问题"),
    "chart": ("chart", "病历", "患者"),
    "more": ("more", "下一页"),
    "raw": ("raw", "原文"),
    "undo": ("undo", "撤销"),
    "help": ("help", "?", "？", "帮助"),
    "quit": ("quit", "exit", "退出"),
}
LONG_WORDS: dict[str, tuple[str, ...]] = {
    "draft": ("draft", "drafts", "草稿"),
    "sign": ("sign", "签署", "签字"),
    "edit": ("edit", "修改"),
    "drop": ("drop", "删除"),
    "note": ("note", "文书", "笔记"),
    "searched": ("searched", "已查", "查过"),
    "steps": ("steps", "步骤"),
    "tick": ("tick", "勾选", "打勾"),
}
"""Words of a long task only."""
NEAR = 0.75
"""How like a parameter's name (`difflib`) a word before `=` is that is a slip of it."""
BEGINNING = 3
"""From so many letters on, the beginning of a parameter's name is a slip of it."""
LEAVE = "q"
"""Alone it leaves, as at every other prompt; with anything after it, it is no word of ours."""


def words_of(toolset: Toolset) -> dict[str, tuple[str, ...]]:
    """The words that can be typed in a session with these tools."""
    return WORDS | LONG_WORDS if _of_a_long_task(toolset) else WORDS


def _of_a_long_task(toolset: Toolset) -> bool:
    return any(tool.kind == "file" for tool in toolset.tools)


_QUOTES = {'"': '"', "'": "'", "“": "”", "‘": "’", "「": "」"}


def parse(line: str, toolset: Toolset) -> Line | None:
    """The meaning of `line`; `None` for an empty one."""
    text = line.strip()
    if not text:
        return None
    if text.lower() == LEAVE:
        return PlainLine("quit")
    known = {spoken: word for word, all_of in words_of(toolset).items() for spoken in all_of}
    head, rest = _split_head(text, known)
    word = known.get(head.lower())
    if word == "ask":
        return AskLine(rest) if rest else Unclear(msg("What do you ask the patient? ask …"))
    if word == "answer":
        return AnswerLine(rest)
    if word is not None:
        return PlainLine(word, rest)
    tool = find_tool(head, toolset)
    if tool is not None:
        return parse_call(tool, rest)
    if re.fullmatch(r"[A-Za-z]+(?:[._][A-Za-z]+)+", head):
        return Unclear(_no_such_tool(head, toolset))
    if _of_a_long_task(toolset):
        why = msg(
            "What is this? `answer …` answers the physician, a tool's name calls the EHR, "
            "`note` writes the file. `help` shows all. Your text is kept."
        )
    else:
        why = msg(
            "Who is this for? `ask …` speaks to the patient, `answer …` answers the physician, "
            "a tool's name calls the EHR. `help` shows all. Your text is kept."
        )
    return Unclear(why, to_nobody=True)


def find_tool(name: str, toolset: Toolset) -> ToolSpec | None:
    """The tool of that name, in whatever case it is typed."""
    return next((tool for tool in toolset.tools if tool.name.lower() == name.lower()), None)


def parse_call(tool: ToolSpec, rest: str) -> ToolLine | Unclear:
    """A call from what follows the tool's name: `name=value …` or a JSON object.

    A value runs to the next `name=` of the tool, so that `dose=2.5 mg route=oral` needs no
    quotes; quoted it may hold anything. A name that is nearly one of the tool's ends a value
    too: `code=urate dat=2026` is a slip, and no search for "urate dat=2026".
    """
    if rest.startswith("{"):
        return _json_call(tool, rest)
    starts = _starts(tool, rest)
    before = rest[: starts[0].start()].strip() if starts else rest.strip()
    arguments: dict[str, Any] = {}
    for start, following in zip_longest(starts, starts[1:]):
        end = len(rest) if following is None else following.start()
        name = start.group(1)
        if name in arguments:
            return Unclear(msg("{param} is given twice.", param=name))
        arguments[name] = _unquote(rest[start.end() : end].strip())
    if before:
        return _with_bare_value(tool, before, arguments)
    return ToolLine(tool.name, arguments)


def _split_head(text: str, known: Mapping[str, str]) -> tuple[str, str]:
    for spoken in sorted(known, key=len, reverse=True):
        if spoken.isascii():
            continue
        # Chinese is typed without a space after the word; a colon may stand there.
        if text.startswith(spoken) and (len(text) == len(spoken) or _may_follow(spoken, text)):
            return spoken, text[len(spoken) :].lstrip(" ：:，,　")
    parts = text.split(maxsplit=1)
    head = parts[0].rstrip(":：") if len(parts[0]) > 1 else parts[0]
    return head, parts[1].strip() if len(parts) > 1 else ""


def _may_follow(spoken: str, text: str) -> bool:
    following = text[len(spoken)]
    # `问题…` is not `问` + `题…`; only the two verbs may run straight into their text, and any
    # word into a number.
    verb = spoken in {"问", "答", "询问", "回答", "答复"}
    return following in " ：:，,　#" or following.isdecimal() or verb


def _json_call(tool: ToolSpec, rest: str) -> ToolLine | Unclear:
    try:
        arguments = json.loads(rest)
    except json.JSONDecodeError as error:
        return Unclear(
            msg("The JSON breaks at character {at}: {reason}", at=error.pos + 1, reason=error.msg)
        )
    if not isinstance(arguments, dict):
        return Unclear(msg("The JSON must be an object, as {example}.", example='{"code": "K"}'))
    return ToolLine(tool.name, arguments)


def _with_bare_value(tool: ToolSpec, before: str, arguments: dict[str, Any]) -> ToolLine | Unclear:
    required = [param.name for param in tool.params if param.required]
    wrong = re.match(r"([A-Za-z_]+)\s*[=＝]", before)
    if wrong is None and len(required) == 1 and required[0] not in arguments:
        return ToolLine(tool.name, {required[0]: _unquote(before), **arguments})
    if wrong is not None:
        # Let the tool's own validation name the parameter and the nearest ones.
        name = wrong.group(1)
        return ToolLine(tool.name, {name: _unquote(before[wrong.end() :].strip()), **arguments})
    return Unclear(
        msg(
            "Say which parameter '{value}' is for: {params}",
            value=before,
            params=" ".join(f"{param.name}=…" for param in tool.params) or "-",
        )
    )


def _starts(tool: ToolSpec, rest: str) -> list[re.Match[str]]:
    """Where a parameter begins, by its name or by one that is meant for it."""
    params = {param.name: param for param in tool.params}
    starts: list[re.Match[str]] = []
    for start in _outside_quotes(rest, list(re.finditer(r"(?:(?<=\s)|^)(\w+)\s*[=＝]", rest))):
        name = start.group(1)
        within = params.get(starts[-1].group(1)) if starts else None
        # Free text may say `dos=…`; elsewhere it can only be a slip.
        slip = starts and not (within is not None and within.long) and _nearly(name, tool)
        if name in params or slip:
            starts.append(start)
    return starts


def _nearly(name: str, tool: ToolSpec) -> bool:
    return bool(tool.params_like(name.lower(), NEAR, least=BEGINNING))


def _outside_quotes(rest: str, starts: list[re.Match[str]]) -> list[re.Match[str]]:
    kept: list[re.Match[str]] = []
    closed_at = 0
    for start in starts:
        if start.start() < closed_at:
            continue
        kept.append(start)
        value = rest[start.end() :]
        lead = len(value) - len(value.lstrip())
        closing = _QUOTES.get(value.lstrip()[:1])
        if closing is not None:
            end = value.find(closing, lead + 1)
            closed_at = start.end() + end if end > 0 else 0
    return kept


def _unquote(value: str) -> str:
    closing = _QUOTES.get(value[:1])
    if closing is not None and len(value) > 1 and value.endswith(closing):
        return value[1:-1]
    return value


def _no_such_tool(name: str, toolset: Toolset) -> Message:
    names = [tool.name for tool in toolset.tools]
    by_lower = {known.lower(): known for known in names}
    from difflib import get_close_matches

    near = get_close_matches(name.lower(), list(by_lower), n=3, cutoff=0.5)
    if near:
        return msg(
            "There is no tool {name}. Near it: {near}.",
            name=name,
            near=several(by_lower[each] for each in near),
        )
    return msg("There is no tool {name}; `tools` lists them.", name=name)
