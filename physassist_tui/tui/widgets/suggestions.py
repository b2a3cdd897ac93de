"""What could be meant by what is typed to the EHR so far: tools, parameters, values. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from physassist_tui.core.foreign import one_line
from physassist_tui.core.tools import Toolset, ToolSpec
from physassist_tui.ehr.completion import Completion
from physassist_tui.i18n import LANGUAGES, current_language
from physassist_tui.play.typed import find_tool

Complete = Callable[[str, str, str], Sequence[Completion]]


@dataclass(frozen=True)
class Suggestion:
    """`line` is what the whole line becomes; `tool` is set where the form of one is meant."""

    line: str
    label: str
    note: str = ""
    tool: str | None = None


def suggest(text: str, toolset: Toolset, complete: Complete) -> list[Suggestion]:
    """The suggestions for a line typed so far; every tool for an empty one."""
    head, space, rest = text.lstrip().partition(" ")
    tool = find_tool(head, toolset) if space else None
    if tool is None:
        return list(_tools(text.strip(), toolset))
    return list(_in_call(f"{tool.name} ", tool, rest, complete))


def _tools(typed: str, toolset: Toolset) -> Iterator[Suggestion]:
    """Tools whose name or description has every word typed, names first."""
    words = typed.lower().split()
    lang = current_language()
    named, described = [], []
    for tool in toolset.tools:
        name = tool.name.lower()
        told = " ".join([name, *(tool.description.text(one).lower() for one in LANGUAGES)])
        one = Suggestion(f"{tool.name} ", tool.name, tool.description.text(lang), tool.name)
        if all(word in name for word in words):
            named.append(one)
        elif all(word in told for word in words):
            described.append(one)
    yield from named
    yield from described


def _in_call(head: str, tool: ToolSpec, rest: str, complete: Complete) -> Iterator[Suggestion]:
    open_value = re.search(r"(?:^|\s)([A-Za-z_]+)[=＝]\s*([^=＝]*)$", rest)
    if open_value and tool.param(open_value.group(1)):
        name, prefix = open_value.groups()
        before = head + rest[: len(rest) - len(prefix)]
        values = list(complete(tool.name, name, prefix))
        for value in values:
            shown = one_line(value.value)
            yield Suggestion(f"{before}{shown} ", shown, one_line(value.label))
        if values and " " not in prefix:
            return
    given = set(re.findall(r"([A-Za-z_]+)[=＝]", rest))
    word = re.search(r"\S*$", rest)
    prefix = word.group() if word else ""
    if "=" in prefix or "＝" in prefix:
        return
    before = head + rest[: len(rest) - len(prefix)]
    for param in tool.params:
        if param.name not in given and param.name.startswith(prefix):
            note = param.description.text(current_language())
            yield Suggestion(f"{before}{param.name}=", f"{param.name}=", note)
