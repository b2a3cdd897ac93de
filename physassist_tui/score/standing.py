"""The standing checks: run on every session, scripted or free, and shown beside the score.

Each is decided by rule from the events and the record; none changes a grade.
"""

from __future__ import annotations

from physassist_tui.score.allergy import allergy_conflicts
from physassist_tui.score.finding import Finding
from physassist_tui.score.orders import order_of
from physassist_tui.score.session_view import SessionView
from physassist_tui.score.standing_claims import done_not_said, said_not_done
from physassist_tui.score.standing_numbers import unsupported_numbers
from physassist_tui.score.standing_orders import duplicate_orders, wrong_patient_writes

CHECKS_VERSION = 3


def standing_findings(view: SessionView) -> tuple[Finding, ...]:
    """Everything the standing checks find, check by check, in the order of the events."""
    orders = [order_of(written) for written in view.state.written]
    return (
        *said_not_done(view),
        *done_not_said(view),
        *unsupported_numbers(view),
        *wrong_patient_writes(orders, view.scenario.patient),
        *duplicate_orders(orders),
        *allergy_conflicts(orders, view.record),
    )
