"""Drafts, ticks and unsent texts of one session. Pure.

None of it is an event: nothing has been decided yet. A draft becomes a call when it is signed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from physassist_tui.core.state import Call, WorkspaceFile


@dataclass(frozen=True)
class DraftOrder:
    """An order that is not signed: the tool that writes it, and its arguments as given.

    `number` names it for good within the session. `signed_after` is the last event before its
    signing began, `None` while it has not: after a kill in between, the call says whether it was
    made.
    """

    number: int
    tool: str
    arguments: Mapping[str, Any]
    signed_after: int | None = None

    def made_by(self, call: Call) -> bool:
        """Whether `call` is this draft, signed."""
        return (
            self.signed_after is not None
            and call.seq > self.signed_after
            and call.tool == self.tool
            and call.arguments_given == dict(self.arguments)
        )


@dataclass(frozen=True)
class Papers:
    """All that lies on the desk. `notes` are texts that are not saved, by path.

    `answer` is what was written to the physician and not sent. `last_number` is the highest
    number that a draft has had. `removed` is the draft that was taken off last.
    """

    drafts: tuple[DraftOrder, ...] = ()
    ticked: tuple[int, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)
    answer: str = ""
    last_number: int = 0
    removed: DraftOrder | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing lies here that would be missed."""
        return not (self.drafts or self.ticked or self.notes or self.answer.strip())

    # Drafts

    def draft(self, number: int) -> DraftOrder | None:
        """The draft of that number."""
        return next((one for one in self.drafts if one.number == number), None)

    def with_draft(self, tool: str, arguments: Mapping[str, Any]) -> Papers:
        """With one more draft, at the end."""
        number = self.last_number + 1
        new = DraftOrder(number, tool, dict(arguments))
        return replace(self, drafts=(*self.drafts, new), last_number=number)

    def changed(self, number: int, arguments: Mapping[str, Any]) -> Papers:
        """With other arguments in a draft, which is where it was."""
        return self._mapped(
            number, lambda one: replace(one, arguments=dict(arguments), signed_after=None)
        )

    def without(self, number: int) -> Papers:
        """Without a draft, which can be put back."""
        kept = tuple(one for one in self.drafts if one.number != number)
        return replace(self, drafts=kept, removed=self.draft(number) or self.removed)

    def put_back(self) -> Papers:
        """With the draft that was taken off last, where its number stands in the order."""
        if self.removed is None:
            return self
        drafts = sorted((*self.drafts, self.removed), key=lambda one: one.number)
        return replace(self, drafts=tuple(drafts), removed=None)

    def signing(self, number: int, last_seq: int) -> Papers:
        """Says that a draft is about to be signed, the session's last event being `last_seq`."""
        return self._mapped(number, lambda one: replace(one, signed_after=last_seq))

    def signed(self, number: int) -> Papers:
        """Without a draft that has been signed."""
        return replace(self, drafts=tuple(one for one in self.drafts if one.number != number))

    def _mapped(self, number: int, change: Any) -> Papers:
        drafts = tuple(change(one) if one.number == number else one for one in self.drafts)
        return replace(self, drafts=drafts)

    # Ticks, texts

    def tick(self, step: int) -> Papers:
        """Ticks a step, or takes its tick off."""
        ticked = set(self.ticked) ^ {step}
        return replace(self, ticked=tuple(sorted(ticked)))

    def with_note(self, path: str, text: str, saved: str | None) -> Papers:
        """With a text for `path`; nothing is kept where it is as `saved`, the file's own text."""
        notes = {name: kept for name, kept in self.notes.items() if name != path}
        if text != (saved or ""):
            notes[path] = text
        return replace(self, notes=notes)

    def with_answer(self, text: str) -> Papers:
        """With a text to the physician that is not sent."""
        return replace(self, answer=text)

    def after(self, calls: Sequence[Call], files: Sequence[WorkspaceFile]) -> Papers:
        """As it is to be gone on with: without what was signed or saved before a kill."""
        drafts = tuple(
            replace(one, signed_after=None)
            for one in self.drafts
            if not any(one.made_by(call) for call in calls)
        )
        saved = {file.path: file.text for file in files}
        notes = {path: text for path, text in self.notes.items() if text != saved.get(path, "")}
        return replace(self, drafts=drafts, notes=notes)
