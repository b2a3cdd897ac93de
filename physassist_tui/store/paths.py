"""Where the recordings are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "PHYSASSIST_DB"


def default_path(environ: Mapping[str, str] = os.environ) -> Path:
    """The file that `PHYSASSIST_DB` names (`~` is the home), else one in the user's data folder."""
    named = environ.get(VARIABLE, "")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("physassist", appauthor=False) / "physassist.db"
