"""Plays over the real records, at a clock after all of them. Not a test."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from physassist_tui.core.scenario import Limits
from physassist_tui.ehr.record import open_record
from physassist_tui.ehr.runner import ToolRunner
from physassist_tui.ehr.toolsets import toolset
from tests.unit.ehr_tools_world import Play

LATER = datetime.fromisoformat("2225-01-01T00:00:00+00:00")
MIMIC = "mimic-iv-fhir-demo-2.1.0"


def play_on(path: Path, clock: datetime = LATER) -> Play:
    """A play over a record for its first patient."""
    store = open_record(path).at(clock)
    found = store.search("Patient", [("_count", "1")])["entry"][0]["resource"]["id"]
    play = Play(on=store, now=clock)
    play.runner = ToolRunner(
        store,
        toolset("physassist"),
        patient=f"Patient/{found}",
        encounter=None,
        lang="en",
        limits=Limits(),
        session="S1",
    )
    return play


def whole_records(data: Path) -> Iterator[tuple[Path, Play]]:
    """The Synthea bundles and the MIMIC example, one after the other."""
    paths = sorted((data / "synthea-r4").glob("*.json"))[:3]
    for path in (*paths, *sorted((data / MIMIC).glob("EXAMPLE*.json"))):
        yield path, play_on(path)
