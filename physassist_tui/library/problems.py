"""What is wrong in a scenario, and where: one `Problem` a fault, all of a file's at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Lang, Message

FieldPath = tuple[str | int, ...]
"""Where a field is: names of maps and positions (from 0) in lists, from the top."""
Fault = tuple[FieldPath, Message]
"""What is wrong, and where, in data whose lines are not known."""


def field_text(path: FieldPath) -> str:
    """The path as a person reads it: `turns[0].rubric[1].text.zh`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return shown(text, most=300)


def shown(value: object, *, most: int = 60) -> str:
    """A value of a file on one line, safe to draw and not longer than `most` characters."""
    text = one_line(str(value))
    return text if len(text) <= most else text[: most - 1] + "…"


@dataclass(frozen=True)
class Problem:
    """One fault. `line` counts from 1; `None` where the file has none (it is missing)."""

    file: Path
    line: int | None
    field: str
    problem: Message

    @property
    def message(self) -> Message:
        """`file:line: field: problem`, without what is not known."""
        parts = {"file": one_line(str(self.file)), "problem": self.problem}
        layout = "{file}"
        if self.line is not None:
            layout, parts["line"] = layout + ":{line}", str(self.line)
        if self.field:
            layout, parts["field"] = layout + ": {field}", self.field
        return Message(layout + ": {problem}", parts)

    def __str__(self) -> str:
        return self.message.render()

    def to_json(self, lang: Lang | None = None) -> dict[str, object]:
        """`{file, line, field, problem}`, the problem in `lang` or the interface language."""
        return {
            "file": str(self.file),
            "line": self.line,
            "field": self.field,
            "problem": self.problem.render(lang),
        }


class ScenarioProblems(BadInput):
    """A scenario cannot be used. `problems` has at least one; the text is a line for each."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        lines = {f"p{number}": problem.message for number, problem in enumerate(self.problems)}
        super().__init__(Message("\n".join(f"{{{name}}}" for name in lines), lines))
