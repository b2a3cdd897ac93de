"""What is loaded before anything is shown: nothing that the first frame or prompt does without."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIBRARY = "import physassist_tui.tui.app, physassist_tui.tui.screens.library"
"""All that the first frame of the library is drawn with."""
LINES = "import physassist_tui.cli.play, physassist_tui.plain.table, physassist_tui.play.driver"
"""All that the first prompt of a play in lines stands on, where no model plays."""
OURS = ("cli.free", "ehr.bench.toolset", "ehr.server.server", "export.said",
        "library.explain", "library.shape", "llm.model", "patient.matcher", "plain.help_lines",
        "plain.other_seats", "plain.told", "play.long_scripts", "play.prompting", "play.scripts",
        "score.session", "terms.lookup")  # fmt: skip
"""What it waits for no more, of our own."""
SMALL = "import physassist_tui.cli.sessions, physassist_tui.store.recordings"


@pytest.mark.parametrize(
    ("shown", "unwanted"),
    [
        (LIBRARY, ("pydantic", "yaml", "sqlite3", "prompt_toolkit", "fhirpathpy", "babel")),
        (LINES, (*(f"physassist_tui.{name}" for name in OURS), "babel", "difflib", "fhirpathpy",
                 "litellm", "numpy", "sqlite_utils", "textual")),
        (SMALL, ("physassist_tui.core.scenario", "physassist_tui.ehr", "prompt_toolkit", "yaml",
                 "difflib", "babel", "sqlite_utils")),
    ],
)  # fmt: skip
def test_the_first_thing_shown_waits_for_nothing_else(
    shown: str, unwanted: tuple[str, ...]
) -> None:
    code = f"{shown}; import sys; print(*[one for one in {unwanted!r} if one in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
