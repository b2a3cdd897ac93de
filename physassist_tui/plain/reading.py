"""Where lines come from: a terminal, with history and completion, or a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from physassist_tui.i18n import _
from physassist_tui.plain.printer import say

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.key_binding import KeyBindings


class Interrupted(Exception):
    """Ctrl-C at a prompt. `text` is what had been typed and not sent."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class Reader(Protocol):
    """Gives one entry at a time; an entry may hold several lines."""

    def read(self, prompt: str, *, prefilled: str = "") -> str | None:
        """The next entry; `None` where there will be no more. Raises `Interrupted`."""


class PipeReader:
    """Lines of standard input that is no terminal. What is read is shown, as in a log."""

    def read(self, prompt: str, *, prefilled: str = "") -> str | None:
        """The next line; what would be prefilled is left out, nobody could edit it."""
        del prefilled
        line = sys.stdin.readline()
        if not line:
            return None
        text = line.rstrip("\n")
        say(prompt + text)
        return text


_MOST_PREFILLED = 800
"""Characters, half of a small screen."""


class TerminalReader:
    """A prompt with history, completion, undo and multi-line editing (prompt_toolkit)."""

    def __init__(self, completer: Completer | None = None, history: Sequence[str] = ()) -> None:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.history import InMemoryHistory

        self._session: PromptSession[str] = PromptSession(
            completer=completer,
            complete_while_typing=False,
            history=InMemoryHistory(list(history)),
            key_bindings=_keys(),
            multiline=True,
            prompt_continuation="... ",
            enable_open_in_editor=True,
            mouse_support=False,
        )

    def read(self, prompt: str, *, prefilled: str = "") -> str | None:
        """The next entry. Ctrl-D on an empty line means that there will be no more.

        What would be prefilled and is long is in the history: on the screen it would push away
        what was said about it.
        """
        if len(prefilled) > _MOST_PREFILLED:
            history = self._session.history
            if history.get_strings()[-1:] != [prefilled]:
                history.append_string(prefilled)
            say(_("What you typed is long and is kept: Up brings it back."))
            prefilled = ""
        try:
            return self._session.prompt(prompt, default=prefilled)
        except EOFError:
            return None
        except KeyboardInterrupt:
            raise Interrupted(self._session.default_buffer.text) from None


def _keys() -> KeyBindings:
    from prompt_toolkit.key_binding import KeyBindings
    from prompt_toolkit.key_binding.key_processor import KeyPressEvent

    keys = KeyBindings()

    @keys.add("enter")
    def _send(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @keys.add("escape", "enter")
    @keys.add("c-j")
    def _new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    @keys.add("c-z")
    def _undo(event: KeyPressEvent) -> None:
        event.current_buffer.undo()

    return keys


def on_terminal() -> bool:
    """Whether a person types on a terminal that can move its cursor."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def reader_for_terminal(completer: Completer | None = None, history: Sequence[str] = ()) -> Reader:
    """A reader for what standard input is."""
    return TerminalReader(completer, history) if on_terminal() else PipeReader()
