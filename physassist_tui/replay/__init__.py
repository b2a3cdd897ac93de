"""Replays a recording: its events in order, their times, and what was so after each. Pure.

`Replay` is the events with cheap seeking, `Pace` how long to wait between them, `place_of` a
place in a recording as a person names it, `Standing` what the session was played on.
"""

from physassist_tui.replay.frames import Frame, frames_of
from physassist_tui.replay.pace import Pace, reading_ms
from physassist_tui.replay.places import place_of, search
from physassist_tui.replay.replay import Replay
from physassist_tui.replay.standing import Standing, bare_standing, standing_of

__all__ = [
    "Frame",
    "Pace",
    "Replay",
    "Standing",
    "bare_standing",
    "frames_of",
    "place_of",
    "reading_ms",
    "search",
    "standing_of",
]
