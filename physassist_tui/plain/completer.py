"""Completion at the prompt: words, tools, parameters, and values that exist in this record."""

from __future__ import annotations

import re
from collections.abc import Iterable

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from physassist_tui.core.foreign import one_line
from physassist_tui.core.tools import ToolSpec
from physassist_tui.i18n import current_language
from physassist_tui.play.seat import AssistantSeat
from physassist_tui.play.typed import WORDS, find_tool, words_of


class SeatCompleter(Completer):
    """Completes what the assistant may type in the session of `seat`."""

    def __init__(self, seat: AssistantSeat) -> None:
        self._seat = seat

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        """The completions of the text before the cursor."""
        del complete_event
        text = document.text_before_cursor.lstrip()
        toolset = self._seat.view().toolset
        head, space, rest = text.partition(" ")
        if not space:
            yield from self._first_word(head)
            return
        if head.lower() in WORDS["cancel"]:
            yield from self._values("order.cancel", "order", rest)
            return
        if head.lower() in (*WORDS["tools"], *WORDS["help"]):
            yield from _starting([tool.name for tool in toolset.tools], rest)
            return
        tool = find_tool(head, toolset)
        if tool is not None:
            yield from self._in_call(tool, rest)

    def _first_word(self, head: str) -> Iterable[Completion]:
        lang = current_language()
        words = [
            next(w for w in spoken if w.isascii() == (lang == "en"))
            for spoken in words_of(self._seat.view().toolset).values()
        ]
        yield from _starting(words, head)
        lowered = head.lower()
        for tool in self._seat.view().toolset.tools:
            if lowered in tool.name.lower():
                yield Completion(
                    tool.name + " ",
                    start_position=-len(head),
                    display=tool.name,
                    display_meta=tool.description.text(lang),
                )

    def _in_call(self, tool: ToolSpec, rest: str) -> Iterable[Completion]:
        open_value = re.search(r"(?:^|\s)([A-Za-z_]+)[=＝]\s*([^=＝]*)$", rest)
        if open_value and tool.param(open_value.group(1)):
            name, prefix = open_value.groups()
            values = list(self._values(tool.name, name, prefix))
            yield from values
            if values and " " not in prefix:
                return
        given = set(re.findall(r"([A-Za-z_]+)[=＝]", rest))
        word = re.search(r"\S*$", rest)
        prefix = word.group() if word else ""
        if "=" in prefix or "＝" in prefix:
            return
        for param in tool.params:
            if param.name not in given and param.name.startswith(prefix):
                yield Completion(
                    param.name + "=",
                    start_position=-len(prefix),
                    display_meta=param.description.text(current_language()),
                )

    def _values(self, tool: str, param: str, prefix: str) -> Iterable[Completion]:
        for value in self._seat.completions(tool, param, prefix):
            yield Completion(
                one_line(value.value),
                start_position=-len(prefix),
                display_meta=one_line(value.label),
            )


def _starting(words: Iterable[str], prefix: str) -> Iterable[Completion]:
    for word in words:
        if word.lower().startswith(prefix.lower()):
            yield Completion(word + " ", start_position=-len(prefix), display=word)
