"""Proves a scenario fit to use.

`check_scenario(loaded)` applies the eight checks, one file each: `chart` (1), `gold` (2),
`standing` (3), `derived` (4), `implicit` (5), `leaks` (6), `languages` (7), `long_task` (8).
Each takes a `Case` and gives problems with their place; none of them changes anything.
"""

from physassist_tui.check.case import Case
from physassist_tui.check.report import (
    CHECKS,
    Report,
    check_loaded,
    check_many,
    check_one,
    check_scenario,
)

__all__ = ["CHECKS", "Case", "Report", "check_loaded", "check_many", "check_one", "check_scenario"]
