"""Fixtures that every test may use."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """Lets programs that the tests start be interrupted.

    A shell starts what runs in its background with Ctrl-C ignored, and so is every process below.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real records: `PHYSASSIST_DATA`, or `../shared/data` beside the checkout."""
    folder = Path(os.environ.get("PHYSASSIST_DATA") or ROOT.parent / "shared" / "data")
    if not folder.is_dir():
        pytest.skip(f"no real records at {folder}; set PHYSASSIST_DATA to the folder that has them")
    return folder
