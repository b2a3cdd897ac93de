"""What stands in the composer's place while a script plays and one watches."""

from __future__ import annotations

from textual.widgets import Static

from physassist_tui.i18n import _
from physassist_tui.tui.content import joined, line


class WatchBar(Static):
    """Who plays, whether it goes on by itself, and the keys for it."""

    def __init__(self) -> None:
        super().__init__(id="watch")

    def draw(self, player: str, *, running: bool, over: str) -> None:
        """Shows how the play stands. `over` says why it is over; empty while it is not."""
        if over:
            told = [_("The session is over: {reason}", reason=over), _("F5 shows the score.")]
        elif running:
            told = [_("{player} plays; you watch.", player=player), _("Space pauses.")]
        else:
            told = [
                _("{player} plays; paused.", player=player),
                _("S: one step · Space: goes on by itself"),
            ]
        self.update(joined(line(told[0], "bold"), line(told[1]), by="  "))
