"""Further items of the small chart of `value_world`, for tests of `value`."""

from __future__ import annotations

from tests.unit.value_world import search

BICARBONATE = {"from": search("1963-8"), "unit": "mmol/L", "tolerance": 0.5}
SODIUM = {"from": search("2951-2"), "unit": "mmol/L", "tolerance": 0.5}
WEIGHT = {"from": search("29463-7"), "unit": "kg", "tolerance": 0.5}
HBA1C = {"from": search("4548-4"), "unit": "%", "tolerance": 0.05}
CALCIUM = {"from": search("17861-6"), "unit": "mg/dL", "tolerance": 0.05}
YESTERDAY = {
    "from": search("2160-0", "&date=lt2026-03-04&_sort=-date&_count=1"),
    "unit": "mg/dL",
    "tolerance": 0.05,
}
