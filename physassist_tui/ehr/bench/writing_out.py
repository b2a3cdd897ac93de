"""Writes the files of a session's workspace to a folder of the disk, and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.core.parts import WorkspaceFile
from physassist_tui.ehr.bench.workspace import path_in
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.i18n import msg


def write_out(files: Sequence[WorkspaceFile], folder: Path) -> dict[str, Path]:
    """Where each file now lies, by its path in the workspace.

    Nothing is written unless all can be: a recording from elsewhere may name any path, a folder
    below may be a link that leads out, and what is there already is kept. Raises `BadInput`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        root = folder.resolve()
        placed = {file.path: _place(file.path, root) for file in files}
        for file in files:
            target = placed[file.path]
            target.parent.mkdir(parents=True, exist_ok=True)
            # Never through a link, and never over what another put there in between.
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
            with os.fdopen(os.open(target, flags, 0o644), "w", encoding="utf-8", newline="") as out:
                out.write(file.text)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            msg("{folder} cannot be written: {reason}", folder=str(folder), reason=reason)
        ) from error
    return placed


def _place(path: str, root: Path) -> Path:
    try:
        inside = path_in(path)
    except EhrError as error:
        raise BadInput(error.message) from error
    target = root / inside
    if inside != path or not target.resolve().is_relative_to(root):
        raise BadInput(msg("{path} does not lie in the workspace.", path=path))
    if target.exists() or target.is_symlink():
        raise BadInput(msg("{file} is there already; choose another folder.", file=str(target)))
    return target
