"""What whoever plays a session may do and see beside playing it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Conduct:
    """How a session is held.

    `directed`: seats may change hands, turns be added and taken back, and forks be made. `scored`:
    the score is shown once it is over. `command` is what goes on with a session that is led by
    something else, as a study; then the app shows that session alone. Empty: it stands for itself.
    """

    directed: bool = True
    scored: bool = True
    command: str = ""


FREELY = Conduct()
