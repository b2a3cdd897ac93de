"""A process that plays and resumes in forked children, for the kill tests.

Reads one command a line: `play DB`, `control DB` or `resume DB SESSION`; forks a child for it
and prints the child's process id. A child plays the gold script in a person's seat, with a
running clock, or does everything that directs a session, over and over; it prints what the test
asks about, and is there to be killed at any moment.
"""

from __future__ import annotations

import base64
import os
import pickle
import sys
import time
from pathlib import Path

from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.core.words import Seat
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.desk import ControlDesk
from physassist_tui.play.opening import Opened, go_on, start
from physassist_tui.play.scripts import script_player
from physassist_tui.store.recordings import Recordings

MINI = Path(__file__).resolve().parents[1] / "scenarios" / "mini"
THINKING = 0.002


def play(loaded: Loaded, db: Path) -> None:
    with Recordings.open(db) as recordings:
        opened = start(loaded, recordings, Casting("human", "en"))
        _to_the_end(loaded, opened)


def resume(loaded: Loaded, db: Path, session: str) -> None:
    with Recordings.open(db) as recordings:
        opened = go_on(loaded, recordings, session, recordings.events(session))
        state = base64.b64encode(pickle.dumps(opened.director.state)).decode()
        _say(f"state {state}")
        _to_the_end(loaded, opened)
        _say("end")


def control(loaded: Loaded, db: Path) -> None:
    with Recordings.open(db) as recordings:
        opened = start(loaded, recordings, Casting("copilot:m", "en", patient="human"))
        opened.director.shown()
        while True:
            opened = _direct(opened, recordings)


def _order(day: int) -> CallTool:
    return CallTool(
        "ServiceRequest.create",
        {
            "service_type": "Potassium, serum",
            "priority": "routine",
            "target_date": f"2026-03-{day:02}",
        },
    )


def _direct(opened: Opened, recordings: Recordings) -> Opened:
    director = opened.director
    back = director.boundaries()[-1]
    director.decide(director.propose(_order(11)), "accept")
    director.decide(director.propose(Ask("Ibuprofen?")), "edit", Ask("Do you take ibuprofen?"))
    director.patient_reply("I take ibuprofen for my knees most days.")
    director.pause()
    director.mark("unsafe", "", back)
    director.resume()
    director.act(Ask("Since when?"))
    director.change_seat(Seat.PATIENT, "grounded", "Nobody is here.")
    director.free_turn("And now?")
    director.act(Answer("This."))
    director.change_seat(Seat.PHYSICIAN, "human", "Mine.")
    director.change_seat(Seat.ASSISTANT, "human", "Mine, too.")
    director.rewind(back)
    for seat, player in ((Seat.PATIENT, "human"), (Seat.PHYSICIAN, "script"),
                         (Seat.ASSISTANT, "copilot:m")):  # fmt: skip
        director.change_seat(seat, player, "Again.")
    director.act(_order(12 + len(director.state.calls)))
    return ControlDesk(opened, recordings).fork(director.boundaries()[-1])


def _to_the_end(loaded: Loaded, opened: Opened) -> None:
    player = script_player("script:gold", loaded.scenario, opened.store)
    opened.director.shown()
    while opened.director.state.ended is None:
        time.sleep(THINKING)
        opened.director.act(player(opened.director.view()))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main() -> None:
    loaded = load_scenario(str(MINI))
    play(loaded, Path(sys.argv[1]))  # everything is imported and warm before the first fork
    _say("ready")
    for line in sys.stdin:
        command, db, *session = line.split()
        child = os.fork()
        if child == 0:
            if command == "play":
                play(loaded, Path(db))
            elif command == "control":
                control(loaded, Path(db))
            else:
                resume(loaded, Path(db), session[0])
            os._exit(0)
        _say(f"pid {child}")
        _pid, status = os.waitpid(child, 0)
        _say(f"over {status}")


if __name__ == "__main__":
    main()
