"""What a session stands on is kept out of the search for garbage.

Python looks through all that there is for garbage now and then: with a session of 10,000 events
on the screen for a tenth of a second, in which no key is drawn. What has been read and laid out
lives as long as its screen, so there is nothing to find in it. What comes afterwards is searched
as ever, and what was kept is searched again once it is let go.
"""

from __future__ import annotations

import gc

OBJECTS = 50_000
"""So many new objects are searched at once while the app runs: drawing leaves much garbage."""


def begin() -> None:
    """Keeps what has been loaded; what the app makes from here on is searched."""
    gc.freeze()
    gc.set_threshold(OBJECTS)


def keep() -> None:
    """Leaves what there is now out of the search. Takes no time, whatever there is."""
    gc.freeze()


def let_go() -> None:
    """Has the search include again what was kept, when its screen is left."""
    gc.unfreeze()
