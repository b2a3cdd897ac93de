"""Copying a recordings file while it is in use."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg
from physassist_tui.store.connection import no_path


def backup(connection: sqlite3.Connection, to: Path) -> None:
    """Copies the file to `to`, one state of it, while others may go on writing.

    Raises `BadInput` where `to` exists or cannot be made. On any failure nothing is left there.
    """
    name = os.fspath(to.absolute())
    try:
        name.encode()  # SQLite takes a name as text only
        to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(to, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
    except FileExistsError as error:
        if not os.path.lexists(to):
            raise no_path(to, error) from error
        raise BadInput(
            msg("{path} exists already. Choose another name for the backup.", path=str(to))
        ) from error
    except (OSError, ValueError) as error:
        raise no_path(to, error) from error
    try:
        connection.execute("VACUUM INTO ?", (name,))
        os.fsync(file)
    except BaseException:
        to.unlink(missing_ok=True)
        raise
    finally:
        os.close(file)
