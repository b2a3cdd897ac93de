"""Changed files of a turn's gold play: not there, elsewhere, empty, too short."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from physassist_tui.check.mutation.changed_act import ChangedAct
from physassist_tui.check.mutation.model import Kind
from physassist_tui.core.state import SessionState, WorkspaceFile
from physassist_tui.i18n import Message, msg
from physassist_tui.score.grade import TurnContext


def changed_files(context: TurnContext) -> Iterator[ChangedAct]:
    """Every file of gold that items read, changed: each of those items must notice."""
    for file in context.state.files:
        readers = frozenset(at for at, paths in _read(context) if file.path in paths)
        for change, new in _changes(file):
            state = _with(context.state, file.path, new)
            became = new.path if new is not None else "-"
            for at in sorted(readers):
                yield ChangedAct(frozenset({at}), Kind.OMISSION, change, became, state, readers)
        yield from _too_short(context, file, readers)


def _read(context: TurnContext) -> Iterator[tuple[int, frozenset[str]]]:
    """The files that each item reads."""
    for at, item in enumerate(context.turn.rubric):
        paths = {leaf.file.path for leaf in item.grader.leaves() if leaf.file is not None}
        yield at, frozenset(paths | ({item.in_file} if item.in_file else set()))


def _changes(file: WorkspaceFile) -> Iterator[tuple[Message, WorkspaceFile | None]]:
    yield msg("left out: {call}", call=file.path), None
    folder, _slash, name = file.path.rpartition("/")
    other = f"notes/{name}" if folder != "notes" else name
    yield msg("“{was}” became “{now}”", was=file.path, now=other), replace(file, path=other)
    yield msg("left empty: {path}", path=file.path), replace(file, text="\n")


def _too_short(
    context: TurnContext, file: WorkspaceFile, readers: frozenset[int]
) -> Iterator[ChangedAct]:
    """A file of one word, where an item asks for a length."""
    short = replace(file, text="OK.")
    for at, item in enumerate(context.turn.rubric):
        for leaf in item.grader.leaves():
            spec = leaf.file
            if spec is not None and spec.path == file.path and spec.at_least > len(short.text):
                state = _with(context.state, file.path, short)
                change = msg("“{was}” became “{now}”", was=file.path, now=short.text)
                yield ChangedAct(frozenset({at}), Kind.OMISSION, change, short.text, state, readers)


def _with(state: SessionState, path: str, new: WorkspaceFile | None) -> SessionState:
    kept = [new if file.path == path else file for file in state.files]
    return replace(state, files=tuple(file for file in kept if file is not None))
