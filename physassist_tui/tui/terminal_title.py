"""The terminal's own title: ours while the app is on it, and then again what it was."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

_KEEP, _GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""Have the terminal put its title aside, and take it up again (xterm's window operations)."""
_KNOWN = ("xterm", "tmux", "rxvt", "alacritty", "foot", "konsole", "kitty", "vte", "wezterm")
"""How the names of terminals begin that can put a title aside."""


@contextmanager
def titled(title: str, environ: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Shows `title`, which is ours, as the terminal's title within; afterwards as it was.

    A terminal that could not give its title back keeps it all the time.
    """
    out = sys.__stderr__  # where the app draws
    if out is None or not out.isatty() or not _gives_back(environ):
        yield
        return
    out.write(f"{_KEEP}\x1b]2;{title}\x1b\\")
    out.flush()
    try:
        yield
    finally:
        out.write(_GIVE_BACK)
        out.flush()


def _gives_back(environ: Mapping[str, str]) -> bool:
    if "WT_SESSION" in environ:  # Windows Terminal calls itself xterm
        return False
    return "TMUX" in environ or environ.get("TERM", "").startswith(_KNOWN)
