"""What the bar says while others play, or nobody does. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import end_name
from physassist_tui.core.words import EndReason
from physassist_tui.i18n import _
from physassist_tui.play.driver import Waiting


@dataclass(frozen=True)
class Standing:
    """How a session stands for one who watches. `player` is whose move it is or was.

    `typing`: a field stands below the bar, so that a key alone is text.
    """

    waiting: Waiting | None
    player: str
    ended: EndReason | None = None
    by_hand: bool = False
    model: bool = False
    stopping: bool = False
    retry: str = ""
    fault: str = ""
    typing: bool = False


def bar_words(now: Standing) -> tuple[str, str]:
    """How it stands; what can be done."""
    if now.ended is not None:
        over = end_name(now.ended).render()
        told = _("The session is over: {reason}", reason=over)
        return told, _("F5: score · F: a new session from an earlier place")
    if now.waiting == "provider":
        return one_line(now.fault), _("Space: try again · H: another player · X: end")
    if now.waiting == "paused" and now.typing:
        return _("Paused: no time runs."), _("Ctrl+O, then Space: goes on")
    if now.waiting == "paused":
        return (
            _("{player} plays; paused.", player=now.player),
            _("S: one step · Space: goes on · H: seats · Z: back · F: fork"),
        )
    if now.stopping:
        return _("{player} is being stopped…", player=now.player), ""
    if now.retry:
        return one_line(now.retry), _("Esc stops it.")
    if now.typing:
        return _("{player} is at work.", player=now.player), _("Esc stops it.")
    if now.by_hand:
        return _("{player} plays; you watch.", player=now.player), _("S: one step")
    if now.model:
        return (
            _("{player} plays; you watch.", player=now.player),
            _("Space: pause after this move · Esc: stop now · H: take the seat"),
        )
    return _("{player} plays; you watch.", player=now.player), _("Space pauses.")
