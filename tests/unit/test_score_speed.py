"""Reading takes time in step with the length of a text, whatever the text is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from time import process_time

import pytest

from physassist_tui.ehr.frequency import read_frequency
from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.mentions import mentions
from physassist_tui.score.ordering.amounts import amounts_said, strength_in
from physassist_tui.score.ordering.names import named
from physassist_tui.score.ordering.often import steps_in
from physassist_tui.score.passages import passages
from physassist_tui.score.quantities import quantities
from physassist_tui.score.says import term_pattern

LENGTH = 10_000
UNITS = (
    "a", "A1", "1", "1,", "1.", " ", "十", "中", "a1-", "1 ", "a-", "(", "\n",
    "1/2", "100/50 ", "|1",
    "9a", "1月", "_", "1-", "~", "at ", "由", "K", "百分之", "0", ",000", "no ", "Na+",
    "cr 1.9 mg/dL, ",
    ": ", "- ", "**", "__", "#", "| ", "bid ", "daily ", "每日", "5 mg ", "mg ", "for ", "with ",
    "q", "Patient/", "2025-", "12:", "x10^", "不", "mg/", "[", "\t1",
)  # fmt: skip
READERS: dict[str, Callable[[str], object]] = {
    "quantities": quantities,
    "whens": lambda text: whens(text, datetime(2026, 1, 1, tzinfo=UTC)),
    "mentions": mentions,
    "terms": lambda text: term_pattern("below 5 mg").search(text),
    "passages": lambda text: passages(text + "x"),
    "frequency": lambda text: read_frequency(text + "x"),
    "how often": lambda text: steps_in(text + "x"),
    "amounts": lambda text: amounts_said(text + "x"),
    "strength": lambda text: strength_in([text + "x"]),
    "names": lambda text: named("ferrous sulfate", text + "x"),
}


@pytest.mark.parametrize("unit", UNITS)
def test_no_repeated_piece_takes_more_than_its_length(unit: str) -> None:
    """A quadratic reader took 1.5 s for as much; a linear one is far below the bound."""
    text = unit * (LENGTH // len(unit))
    for name, read in READERS.items():
        read("warm")
        begun = process_time()
        read(text)
        taken = process_time() - begun
        assert taken < 0.9, (name, taken)
