"""What is loaded before anything is shown: nothing that the first frame or prompt does without."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIBRARY = "import physassist_tui.tui.app, physassist_tui.tui.screens.library"
"""All that the first frame of the library is drawn with."""
LINES = "import physassist_tui.cli.play, physassist_tui.plain.session, physassist_tui.play.driver"
"""All that the first prompt of a play in lines stands on, where no model plays."""


@pytest.mark.parametrize(
    ("shown", "unwanted"),
    [
        (LIBRARY, ("pydantic", "yaml", "sqlite3", "prompt_toolkit", "fhirpathpy", "babel")),
        (LINES, ("physassist_tui.patient.matcher", "physassist_tui.play.prompting", "textual",
                 "physassist_tui.ehr.server.server", "physassist_tui.score.session")),
    ],
)  # fmt: skip
def test_the_first_thing_shown_waits_for_nothing_else(
    shown: str, unwanted: tuple[str, ...]
) -> None:
    code = f"{shown}; import sys; print(*[one for one in {unwanted!r} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
