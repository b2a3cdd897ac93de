"""The steps and files of a long task, as its own text names them, and how far one is. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import WorkspaceFile
from physassist_tui.core.task_text import task_steps
from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import Message, msg, nmsg
from physassist_tui.play.paperwork.papers import Papers

DEFAULT_PATH = "output/note.md"
"""Where a note goes in a task that names no file."""


@dataclass(frozen=True)
class Step:
    """A step of the task. `done` is the person's own tick: nothing else ticks it."""

    number: int
    text: str
    done: bool


@dataclass(frozen=True)
class Wanted:
    """A file that the task asks for, or that was written; `file` is `None` until it is there.

    `unsaved`: text for it lies on the desk.
    """

    path: str
    file: WorkspaceFile | None
    asked_for: bool
    unsaved: bool


def steps(view: AssistantView, papers: Papers) -> list[Step]:
    """The numbered steps of the request under way, or of the last one."""
    turn = view.turn or (view.turns[-1] if view.turns else None)
    texts: Sequence[str] = task_steps(turn.request) if turn is not None else ()
    return [
        Step(number, text, number in papers.ticked) for number, text in enumerate(texts, start=1)
    ]


def files(view: AssistantView, papers: Papers) -> list[Wanted]:
    """What the task asks for, then whatever else was written or is being written."""
    there = {file.path: file for file in view.files}
    paths = dict.fromkeys((*view.deliverables, *there, *papers.notes))
    return [
        Wanted(path, there.get(path), path in view.deliverables, path in papers.notes)
        for path in paths
    ]


def file_words(wanted: Wanted) -> Message:
    """How a file stands, in a few words."""
    if wanted.unsaved:
        return msg("changes not saved") if wanted.file else msg("begun, not saved")
    if wanted.file is None:
        return msg("not written yet")
    count = len(wanted.file.text)
    size = nmsg("{n} character", "{n} characters", count)
    return msg("written, {size}", size=size) if count else msg("written, and empty")


def known_paths(view: AssistantView) -> list[str]:
    """Files that a note may go to, the likeliest first: asked for, written last, our own name."""
    written = [file.path for file in reversed(view.files)]
    return list(dict.fromkeys((*view.deliverables, *written, DEFAULT_PATH)))


def workspace_path(given: str) -> str:
    """The path that `given` names, as the workspace has it. Raises `BadInput` with the rule."""
    from physassist_tui.ehr.bench.workspace import path_in
    from physassist_tui.ehr.protocol import EhrError

    try:
        return path_in(given)
    except EhrError as error:
        raise BadInput(error.message) from error


def left_open(view: AssistantView, papers: Papers) -> list[Message]:
    """What an answer, which ends the task, would leave undone; nothing where all is there."""
    there = {file.path for file in view.files} | set(papers.notes)
    lacking = [path for path in view.deliverables if path not in there]
    return unsent_words(papers) + [msg("{path} is not written yet.", path=one) for one in lacking]


def unsent_words(papers: Papers) -> list[Message]:
    """What an answer or the end would leave behind; nothing where there is nothing."""
    told = []
    if papers.drafts:
        count = len(papers.drafts)
        told.append(nmsg("{n} order is not signed.", "{n} orders are not signed.", count))
    return told + [msg("{path} has changes that are not saved.", path=one) for one in papers.notes]
