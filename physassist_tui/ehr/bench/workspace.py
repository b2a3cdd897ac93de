"""Where a session may write files: within its workspace, whatever a path tries.

The workspace is made of events, not of a disk; the rules are those of every system that its
files may be written out to, so that `path_in` is safe to join to a folder on any of them.
"""

from __future__ import annotations

import re
import unicodedata

from physassist_tui.core.tools import FileWrite
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.i18n import Message, msg

ROOT = "/workspace/"
LONGEST_PATH = 200
LONGEST_NAME = 100
DEEPEST = 8
MOST_FILES = 100
LARGEST_FILE = 500_000
"""Characters that a file may have when all that was added to it is counted."""

_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]')
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)", re.IGNORECASE)


def path_in(given: str) -> str:
    """The path within the workspace that `given` names: `/workspace/output/n.md` → `output/n.md`.

    Raises `EhrError` that says which rule it breaks.
    """
    text = unicodedata.normalize("NFC", given).strip()
    text = text.removeprefix(ROOT) if text.startswith(ROOT) else text
    while text.startswith("./"):
        text = text[2:]
    fault = _fault(text)
    if fault is not None:
        raise EhrError(fault, field="path")
    return text


def _fault(path: str) -> Message | None:
    if not path or path.endswith("/"):
        return msg("path names no file; write it as output/note.md.")
    if path.startswith(("/", "~")):
        return msg("path must lie in the workspace; write it as output/note.md.")
    if len(path) > LONGEST_PATH:
        return msg("path is longer than {most} characters.", most=LONGEST_PATH)
    if _FORBIDDEN.search(path) or any(_is_unseen(char) for char in path):
        return msg('path may not hold < > : " | ? * \\ or control characters.')
    parts = path.split("/")
    if len(parts) > DEEPEST:
        return msg("path has more than {most} folders.", most=DEEPEST - 1)
    for part in parts:
        if part in ("", ".", ".."):
            return msg("path may not hold '..', '.' or an empty part.")
        if len(part.encode("utf-8")) > LONGEST_NAME:
            return msg("A name in path is longer than {most} bytes.", most=LONGEST_NAME)
        if part != part.strip() or part.endswith("."):
            return msg("A name in path may not begin or end with a space, nor end with a dot.")
        if _DEVICE.fullmatch(part.split(".")[0].strip()):
            return msg("path may not hold {name}, which is the name of a device.", name=part)
    return None


def _is_unseen(char: str) -> bool:
    """Whether a character is not drawn, or turns what is drawn around."""
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def file_write(path: str, content: str, mode: str) -> FileWrite:
    """What a call of write_file writes. Raises `EhrError` for a path that is refused."""
    return FileWrite(path_in(path), "a" if mode == "a" else "w", content)


class Workspace:
    """How long the files of a session are, for the rules that look at all of them."""

    def __init__(self) -> None:
        self._length: dict[str, int] = {}
        self._last: tuple[str, dict[str, int]] = ("", {})

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that there are, in the order in which they were first written."""
        return tuple(self._length)

    def add(self, file: FileWrite, call_id: str) -> int:
        """Takes in what is written; gives the characters that the file then has.

        A call that is carried out again, since its outcome could not be recorded, counts once.
        Raises `EhrError` where it would not fit beside what is there.
        """
        last, before_it = self._last
        if last == call_id:
            self._length = before_it
        self._last = call_id, dict(self._length)
        for path in self._length:
            if path == file.path:
                continue
            if path.casefold() == file.path.casefold():
                raise EhrError(
                    msg(
                        "There is {path} already; one name in capitals and small is not two.",
                        path=path,
                    ),
                    field="path",
                    allowed=(path,),
                )
            if path.casefold().startswith(f"{file.path}/".casefold()):
                raise EhrError(msg("{path} is a folder here.", path=file.path), field="path")
            if file.path.casefold().startswith(f"{path}/".casefold()):
                raise EhrError(
                    msg("{path} is a file; nothing can lie in it.", path=path), field="path"
                )
        before = self._length.get(file.path, 0) if file.mode == "a" else 0
        length = before + len(file.text)
        if length > LARGEST_FILE:
            raise EhrError(
                msg("A file may have at most {most} characters.", most=LARGEST_FILE),
                field="content",
            )
        if file.path not in self._length and len(self._length) >= MOST_FILES:
            raise EhrError(
                msg("The workspace holds at most {most} files.", most=MOST_FILES), field="path"
            )
        self._length[file.path] = length
        return length
