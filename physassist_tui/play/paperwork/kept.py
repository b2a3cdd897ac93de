"""The papers of a session in a small file beside the recordings, whole or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.i18n import msg
from physassist_tui.play.paperwork.papers import DraftOrder, Papers

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


def unsent_path(recordings: Path, session: str) -> Path:
    """Where the papers of `session` are, of the recordings file at `recordings`."""
    safe = _NAME.fullmatch(session) is not None
    name = session if safe else hashlib.sha256(session.encode()).hexdigest()
    return recordings.with_name(f"{recordings.name}.unsent") / f"{name}.json"


class KeptPapers:
    """The file of one session's papers."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def load(self) -> Papers:
        """The papers; none where there is no file.

        Raises `BadInput` where the file is none of ours; it is kept beside, as `.unreadable`.
        """
        try:
            return _papers(json.loads(self.path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return Papers()
        except (OSError, ValueError, TypeError, KeyError) as error:
            if self.path.is_file():
                self.path.replace(self.path.with_name(self.path.name + ".unreadable"))
            raise BadInput(
                msg(
                    "What was unsent in this session cannot be read ({path}); it begins empty.",
                    path=self.path,
                )
            ) from error

    def save(self, papers: Papers) -> None:
        """Writes the papers; takes the file away where nothing lies there.

        Raises `ServiceFailed` where the disk refuses.
        """
        try:
            if papers.empty and papers.last_number == 0:
                self.path.unlink(missing_ok=True)
            else:
                self._write(json.dumps(_json(papers), ensure_ascii=False, indent=1))
        except OSError as error:
            raise self._refused(error) from error

    def forget(self) -> None:
        """Takes the file away: the session is over. Raises as `save`."""
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise self._refused(error) from error
        with suppress(OSError):  # others' papers may lie there
            self.path.parent.rmdir()

    def _refused(self, error: OSError) -> ServiceFailed:
        reason = error.strerror or error
        return ServiceFailed(
            msg("What is unsent cannot be kept in {path}: {reason}.", path=self.path, reason=reason)
        )

    def _write(self, text: str) -> None:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
        handle = os.open(fresh, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self.path)


def _json(papers: Papers) -> dict[str, Any]:
    return {
        "drafts": [
            {
                "number": one.number,
                "tool": one.tool,
                "arguments": dict(one.arguments),
                "signed_after": one.signed_after,
            }
            for one in papers.drafts
        ],
        "ticked": list(papers.ticked),
        "notes": dict(papers.notes),
        "answer": papers.answer,
        "last_number": papers.last_number,
    }


def _papers(data: Mapping[str, Any]) -> Papers:
    drafts = tuple(
        DraftOrder(
            int(one["number"]), str(one["tool"]), dict(one["arguments"]), one.get("signed_after")
        )
        for one in data["drafts"]
    )
    return Papers(
        drafts,
        tuple(int(step) for step in data["ticked"]),
        {str(path): str(text) for path, text in dict(data["notes"]).items()},
        str(data.get("answer", "")),
        max([int(data.get("last_number", 0)), *(one.number for one in drafts)]),
    )
