"""Fixtures that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real records: `PHYSASSIST_DATA`, or `../shared/data` beside the checkout."""
    folder = Path(os.environ.get("PHYSASSIST_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no real records at {folder}; set PHYSASSIST_DATA to the folder that has them")
    return folder
