"""The papers of a session under way: changed here, kept in their file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.view import AssistantView
from physassist_tui.play.paperwork.kept import KeptPapers, unsent_path
from physassist_tui.play.paperwork.papers import Papers


class PaperDesk:
    """One session's papers. May be used from several threads.

    `fault` is one line where what was kept could not be read. Changes raise `ServiceFailed`
    where the disk refuses; the papers are changed all the same.
    """

    def __init__(self, kept: KeptPapers, view: AssistantView) -> None:
        self._kept = kept
        self._lock = Lock()
        self._writing = Lock()
        self.fault = ""
        try:
            found = kept.load()
        except BadInput as error:
            found, self.fault = Papers(), str(error)
        self._papers = found.after(view.calls, view.files)
        self._unsaved = self._papers != found

    @property
    def papers(self) -> Papers:
        """As they are now."""
        return self._papers

    def change(self, how: Callable[[Papers], Papers]) -> Papers:
        """Changes them and writes them down."""
        papers = self.note(how)
        self.keep()
        return papers

    def note(self, how: Callable[[Papers], Papers]) -> Papers:
        """Changes them; they are written down when `keep` is called next."""
        with self._lock:
            changed = how(self._papers)
            self._unsaved = self._unsaved or changed != self._papers
            self._papers = changed
            return changed

    @property
    def to_be_kept(self) -> bool:
        """Whether something has changed that is not written down."""
        return self._unsaved

    def keep(self) -> None:
        """Writes them down, where something has changed. Nobody who changes them waits for it."""
        with self._writing:
            with self._lock:
                papers, unsaved = self._papers, self._unsaved
                self._unsaved = False
            if not unsaved:
                return
            try:
                self._kept.save(papers)
            except ServiceFailed:
                self._unsaved = True
                raise

    def forget(self) -> None:
        """Takes them off the disk: the session is over."""
        with self._writing:
            self._kept.forget()
            self._unsaved = False


def paper_desk(recordings: Path, view: AssistantView) -> PaperDesk:
    """The desk of the session of `view`, whose recordings are at that path."""
    return PaperDesk(KeptPapers(unsent_path(recordings, view.session)), view)


def carry_over(recordings: Path, session: str, fork: str) -> None:
    """Gives the papers of a session, as they are on disk, to a fork of it, too.

    Raises `ServiceFailed` where the disk refuses; papers that cannot be read are none.
    """
    with suppress(BadInput):
        papers = KeptPapers(unsent_path(recordings, session)).load()
        KeptPapers(unsent_path(recordings, fork)).save(papers)
