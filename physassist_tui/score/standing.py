"""The standing checks: run on every session, scripted or free, and shown beside the score.

Each is decided by rule from the events and the record; none changes a grade.
"""

from __future__ import annotations

from physassist_tui.score.finding import Finding
from physassist_tui.score.session_view import SessionView

CHECKS_VERSION = 1


def standing_findings(view: SessionView) -> tuple[Finding, ...]:
    """Everything the standing checks find, check by check, in the order of the events."""
    return ()
