"""Takes out of a recording who it is about, before it is shared.

`Rules` say what is taken out, `originals_of` gathers it from the record, `Redactor` puts signs
in its place, the same sign for the same thing throughout, and shifts every date by the same days.
"""

from physassist_tui.export.redaction.originals import Original, originals_of
from physassist_tui.export.redaction.redactor import Find, Redactor, finds_in_order, redacted
from physassist_tui.export.redaction.rules import DEFAULT, Rules, read_rules

__all__ = [
    "DEFAULT",
    "Find",
    "Original",
    "Redactor",
    "Rules",
    "finds_in_order",
    "originals_of",
    "read_rules",
    "redacted",
]
