"""What was asked, shown, said and written up to an answer, as a reader of it sees it.

Nothing here says who or what played: no seat's player, no hand-over, no model call.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from physassist_tui.core.state import Call, Said, SessionState, TurnState
from physassist_tui.core.words import Seat

EntryKind = Literal["request", "question", "reply", "call", "answer"]
"""The physician's request, the assistant's question to the patient, the patient's reply, a call
to the EHR with what it gave, and the assistant's answer."""


@dataclass(frozen=True)
class Entry:
    """One thing, with the event that it is from and the session's turn.

    `head` is one line (a call and its arguments; empty for words that somebody said); `lines`
    are the words, or what the call showed, exactly as the player was shown it. `call` is the
    call itself, without who made it, for front ends that show results as tables.
    """

    seq: int
    turn: int
    kind: EntryKind
    head: str
    lines: tuple[str, ...]
    call: Call | None = None

    @property
    def said_twice(self) -> bool:
        """Whether it is a question to the patient that was put by a tool and was answered.

        The question and the reply are entries of their own.
        """
        call = self.call
        return call is not None and call.tool == "patient.ask" and call.ok

    @property
    def size(self) -> int:
        """How many characters it takes."""
        return len(self.head) + sum(len(line) + 1 for line in self.lines)


def transcript(state: SessionState, until: int) -> tuple[Entry, ...]:
    """The entries before event `until`, in order. An answer in them is of an earlier turn."""
    entries = [
        *(entry for turn in state.turns for entry in _of_turn(turn)),
        *(_of_message(said) for said in state.messages if said.via is None or said.text),
        *(_of_call(call) for call in state.calls),
    ]
    return tuple(sorted((e for e in entries if e.seq < until), key=lambda entry: entry.seq))


def _of_turn(turn: TurnState) -> Iterator[Entry]:
    asked = [turn.request, *([turn.answer_format] if turn.answer_format else [])]
    yield Entry(turn.seq, turn.number, "request", "", _lines("\n".join(asked)))
    if turn.answer is not None:
        yield Entry(turn.answer_seq, turn.number, "answer", "", _lines(turn.answer))


def _of_message(said: Said) -> Entry:
    kind: EntryKind = "reply" if said.sender is Seat.PATIENT else "question"
    return Entry(said.seq, said.turn, kind, "", _lines(said.text))


def _of_call(call: Call) -> Entry:
    given = json.dumps(call.arguments_given, ensure_ascii=False)
    unsigned = replace(call, player="")
    return Entry(call.seq, call.turn, "call", f"{call.tool} {given}", shown_lines(call), unsigned)


def shown_lines(call: Call) -> tuple[str, ...]:
    """What a call showed the player, in lines: the text it saw, or its whole result."""
    if call.shown is not None:
        return _lines(call.shown)
    return tuple(_of_result(call.result)) if call.result is not None else ()


def _of_result(result: dict[str, Any]) -> Iterator[str]:
    """A result as JSON, each row of its lists in a line of its own."""
    for key, value in result.items():
        if isinstance(value, list) and value:
            yield f"{key}:"
            yield from (json.dumps(row, ensure_ascii=False) for row in value)
        else:
            yield f"{key}: {json.dumps(value, ensure_ascii=False)}"


def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.replace("\r\n", "\n").split("\n"))
