"""`file`: decided on a file of the session's workspace, and how an item reads one.

What counts is the file as it stood when the turn was answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import RubricItem
from physassist_tui.core.state import SessionState, WorkspaceFile
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, msg
from physassist_tui.score.grade import Grade, TurnContext

FILE_VERSION = 1

_NEAR = 0.75


def grade_file(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `file` of `spec`: it stands at its path, with enough text.

    Characters that are not white space are counted.
    """
    wanted = spec.file
    if wanted is None:
        raise ValueError("this is no file grader")
    file = context.state.file(wanted.path)
    if file is None:
        return missing_file(wanted.path, context, "file", FILE_VERSION)
    written = len(re.sub(r"\s", "", file.text))
    seen = (file.seq,)
    if written == 0:
        because = msg("The file {path} is empty.", path=file.path)
        return Grade(Verdict.FAIL, "file", FILE_VERSION, because, seen)
    if written < wanted.at_least:
        because = msg(
            "The file {path} holds {written} characters; the item asks for at least {low}.",
            path=file.path,
            written=written,
            low=wanted.at_least,
        )
        return Grade(Verdict.FAIL, "file", FILE_VERSION, because, seen)
    because = msg("The file {path} was written.", path=file.path)
    return Grade(Verdict.PASS, "file", FILE_VERSION, because, seen)


def missing_file(path: str, context: TurnContext, grader: str, version: int) -> Grade:
    """The grade of an item whose file there is not; a file that may be it is named."""
    misplaced = misplaced_file(path, context.state, frozenset(context.scenario.deliverables))
    if misplaced is None:
        return Grade(Verdict.FAIL, grader, version, no_file(path))
    because = msg("There is no file {path}; there is {other}.", path=path, other=misplaced.path)
    return Grade(Verdict.FAIL, grader, version, because, (misplaced.seq,))


def no_file(path: str) -> Message:
    """That there is no file."""
    return msg("There is no file {path}.", path=path)


def misplaced_file(
    path: str, state: SessionState, asked_for: frozenset[str] = frozenset()
) -> WorkspaceFile | None:
    """A file of the workspace that may be meant for `path`: the same or a similar name elsewhere.

    Names are alike where they are equal but for case, hyphens, underscores and ending, or in
    three quarters of their characters (`difflib`). A file of `asked_for` is where it belongs.
    """
    if state.file(path) is not None:
        return None
    elsewhere = [file for file in state.files if file.path not in asked_for and file.text.strip()]
    wanted = _bare(path)
    alike = [(SequenceMatcher(None, wanted, _bare(file.path)).ratio(), file) for file in elsewhere]
    near = [pair for pair in alike if pair[0] >= _NEAR]
    return max(near, key=lambda pair: (pair[0], pair[1].seq))[1] if near else None


def _bare(path: str) -> str:
    name = path.rpartition("/")[2].casefold()
    stem = name.rpartition(".")[0] or name
    return re.sub(r"[\s_\-]", "", stem)


def reading_file(path: str, context: TurnContext) -> TurnContext | None:
    """The context of an item that reads the file at `path`; `None` where there is no such file."""
    file = context.state.file(path)
    if file is None:
        return None
    return replace(context, answer=file.text, text_seq=file.seq)


def text_read(item: RubricItem, context: TurnContext) -> str:
    """What a rater of an item reads: the answer, or the file that stands in its place."""
    if item.in_file is None:
        return context.answer
    file = context.state.file(item.in_file)
    return file.text if file is not None else ""


def texts_read(items: Sequence[RubricItem], context: TurnContext) -> str:
    """The answer, and after it each file that items read, under its path."""
    paths = dict.fromkeys(item.in_file for item in items if item.in_file is not None)
    files = [file for path in paths if (file := context.state.file(path)) is not None]
    return "\n\n".join((context.answer, *(f"[{file.path}]\n{file.text}" for file in files)))
