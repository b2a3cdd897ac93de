"""Programs that write recordings, for the tests that kill them or let them meet.

`python -m tests.unit.store_writer kill`: for each line `path TAB acknowledgements TAB session` a
process is forked off that writes until it is killed; its id is printed, then `dead`.
`python -m tests.unit.store_writer play path session count`: writes `count` events, one by one.
"""

from __future__ import annotations

import os
import sys
from datetime import timedelta
from pathlib import Path

from physassist_tui.core import events as ev
from physassist_tui.core.words import Seat
from physassist_tui.store import text_index  # noqa: F401 (loaded before the fork)
from physassist_tui.store.recordings import Recordings, SessionTaken
from tests.unit.store_samples import START, asked, started

COMMITS = (2, 1, 3)
"""The numbers of events of one commit after the other, over and over."""


def event_at(seq: int) -> ev.AnyEvent:
    """The event of that number: the same in every process, so that what is read can be told."""
    data: ev.EventData
    if seq == 1:
        data = started()
    elif seq == 2:
        data = asked()
    else:
        text = f"{seq} " + "血压 120/80 mmHg. " * (seq % 40)
        data = ev.MessageData(sender=Seat.ASSISTANT, recipient=Seat.PATIENT, text=text)
    return ev.event_of(
        data,
        seq=seq,
        at=START + timedelta(milliseconds=seq),
        active_ms=seq,
        turn=0 if seq == 1 else 1,
        seat=None if seq == 1 else Seat.ASSISTANT,
        player=None if seq == 1 else "script:gold",
    )


def is_end_of_commit(seq: int) -> bool:
    """Whether a commit ends with the event of that number."""
    return seq % sum(COMMITS) in {0, COMMITS[0], COMMITS[0] + COMMITS[1]}


def commit_after(seq: int) -> list[ev.AnyEvent]:
    """The events of the commit that follows the event of that number."""
    events = [event_at(seq + 1)]
    while not is_end_of_commit(events[-1].seq):
        events.append(event_at(events[-1].seq + 1))
    return events


def tell(*words: object) -> None:
    """Says something to whoever started this program."""
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


def write_until_killed(path: Path, acknowledgements: Path, session: str) -> None:
    file = os.open(acknowledgements, os.O_CREAT | os.O_APPEND | os.O_WRONLY)
    recordings = Recordings.open(path)
    last = next((row.last_seq for row in recordings.sessions() if row.id == session), 0)
    while True:
        events = commit_after(last)
        recordings.append(session, events)
        last = events[-1].seq
        os.write(file, f"{last}\n".encode())


def be_killed() -> None:
    ev.EVENT.rebuild()  # before the forks, each of which would build it again
    for line in sys.stdin:
        path, acknowledgements, session = line.rstrip("\n").split("\t")
        child = os.fork()
        if not child:
            write_until_killed(Path(path), Path(acknowledgements), session)
        tell(child)
        _, status = os.waitpid(child, 0)
        tell("dead" if os.WIFSIGNALED(status) else "ended by itself")


def play(path: Path, session: str, count: int) -> None:
    with Recordings.open(path) as recordings:
        tell("open")
        sys.stdin.readline()
        last = 0
        try:
            while last < count:
                events = commit_after(last)
                recordings.append(session, events)
                last = events[-1].seq
                assert len(recordings.sessions()) >= 1
            tell("played", last)
        except SessionTaken as error:
            tell("taken", error)


if __name__ == "__main__":
    if sys.argv[1] == "kill":
        be_killed()
    else:
        play(Path(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
