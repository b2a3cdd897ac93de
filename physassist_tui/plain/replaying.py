"""A replay in lines: at a pace, or step by step with jumps and a search."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import _
from physassist_tui.plain.printer import say
from physassist_tui.plain.replay_lines import ReplayLines
from physassist_tui.replay import Pace, Replay, Standing, place_of, reading_ms, search

Captions = Mapping[int, str]
"""What is said before the event of that `seq`, to explain it."""

_WORDS = {
    "back": ("b", "back", "返回"),
    "find": ("/", "f", "find", "查找"),
    "help": ("?", "？", "h", "help", "帮助"),
    "quit": ("q", "quit", "exit", "退出"),
}


def replay_in_lines(
    replay: Replay,
    standing: Standing | None,
    pace: Pace,
    *,
    start: int = 0,
    captions: Captions | None = None,
    wait: Callable[[float], object] = time.sleep,
) -> None:
    """Prints the recording from position `start` on, waiting between events as `pace` says.

    `wait` is given seconds. A wait before an event that shows nothing is added to the next.
    """
    lines = ReplayLines(replay, standing)
    told = captions or {}
    for line in lines.opening():
        say(line)
    if start:
        say(_where(replay, start))
    owed = 0
    for frame in replay.frames[start:]:
        owed += pace.wait_ms(frame) if frame.index > start else 0
        caption = told.get(frame.event.seq)
        if caption is not None:
            _wait(wait, owed)
            say()
            say(_("Caption: {text}", text=caption))
            owed = round(reading_ms(caption) / pace.speed)
        shown = lines.of(frame)
        if shown:
            _wait(wait, owed)
            owed = 0
        for line in shown:
            say(line)
    say(_("End of the recording: event {seq}.", seq=replay.events[-1].seq))


def _wait(wait: Callable[[float], object], ms: int) -> None:
    if ms:
        wait(ms / 1000)


def _where(replay: Replay, index: int) -> str:
    event = replay.events[index]
    return _(
        "At event {seq} of {last}, turn {turn}.",
        seq=event.seq,
        last=replay.events[-1].seq,
        turn=event.turn,
    )


class Stepping:
    """A replay that goes on when it is told to. `read` gives a line, `None` at the end of input."""

    def __init__(
        self, replay: Replay, standing: Standing | None, read: Callable[[str], str | None]
    ) -> None:
        self._replay = replay
        self._lines = ReplayLines(replay, standing)
        self._read = read
        self._next = 0
        self._searched = ""

    def run(self, start: int = 0) -> None:
        """Shows one event at a time until the person leaves."""
        for line in self._lines.opening():
            say(line)
        say(_help())
        self._next = start
        if start:
            say(_where(self._replay, start))
        self._forward()
        while True:
            typed = self._read(self._prompt())
            if typed is None:
                say()
                return
            try:
                if not self._do(typed.strip()):
                    return
            except BadInput as error:
                say(str(error))

    def _prompt(self) -> str:
        seq = self._replay.events[self._next - 1].seq if self._next else 0
        return _("[event {seq}/{last}] > ", seq=seq, last=self._replay.events[-1].seq)

    def _do(self, typed: str) -> bool:
        word, _space, rest = typed.partition(" ")
        if typed.startswith("/"):
            word, rest = "/", typed[1:]
        meant = next((name for name, words in _WORDS.items() if word.lower() in words), "")
        match meant:
            case "quit":
                return False
            case "help":
                say(_help())
            case "back":
                self._back()
            case "find":
                self._find(rest.strip())
            case _ if not typed:
                self._forward()
            case _:
                self._jump(place_of(self._replay, typed))
        return True

    def _forward(self) -> None:
        """On to the next event that shows something."""
        while self._next < len(self._replay):
            shown = self._lines.of(self._replay.frames[self._next])
            self._next += 1
            if shown:
                for line in shown:
                    say(line)
                return
        say(_("End of the recording: event {seq}.", seq=self._replay.events[-1].seq))

    def _back(self) -> None:
        """The event before the one that was shown last."""
        at = self._next - 2
        while at > 0 and not self._lines.of(self._replay.frames[at]):
            at -= 1
        self._jump(max(0, at))

    def _find(self, text: str) -> None:
        self._searched = text or self._searched
        found = search(self._replay, self._searched, after=self._next - 1)
        if found is None:
            say(_("Nothing further on says {text}.", text=self._searched))
            return
        self._jump(found)

    def _jump(self, index: int) -> None:
        self._next = index
        say(_where(self._replay, index))
        self._forward()


def _help() -> str:
    return _("Enter: next; back; turn:2, mark:1, seq:40: go there; /WORDS: search on; q: leave")


def read_line(prompt: str) -> str | None:
    """A line from standard input; `None` at its end."""
    sys.stdout.write(prompt)
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None
