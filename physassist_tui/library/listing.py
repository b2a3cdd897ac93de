"""Finds scenarios: those that ship, those of a folder, and one by its id or path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Lang, Message, msg, several
from physassist_tui.library.load import FILE_NAME, Loaded, load_file, parse_file, record_path
from physassist_tui.library.problems import Problem, ScenarioProblems, shown


@dataclass(frozen=True)
class Entry:
    """A line of the library. Where `problems` is not empty the file is broken, and what
    could not be read is empty, 0 or (the title) the id.
    """

    id: str
    title: Bilingual
    category: str
    difficulty: int
    languages: tuple[Lang, ...]
    turns: int
    toolset: str
    file: Path
    problems: tuple[Problem, ...] = ()
    specialty: str = ""
    """Whose task a long task is; empty for none."""
    tool_calls: int | None = None
    """How many tool calls the whole session may take; `None`: no limit but that of a turn."""

    def to_json(self, lang: Lang) -> dict[str, Any]:
        """`{id, title, category, specialty, difficulty, languages, turns, toolset}`, and the
        problems of a broken file; `specialty` is null for none.
        """
        row: dict[str, Any] = {
            "id": self.id,
            "title": self.title.text(lang),
            "category": self.category,
            "specialty": self.specialty or None,
            "difficulty": self.difficulty,
            "languages": list(self.languages),
            "turns": self.turns,
            "toolset": self.toolset,
        }
        if self.problems:
            row["problems"] = [problem.to_json(lang) for problem in self.problems]
        return row


def shipped_scenarios() -> Path:
    """The folder of the scenarios that ship: in the installed package, else in the checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "_data" / "scenarios"
    return inside if inside.is_dir() else package.parent / "scenarios"


def list_scenarios(root: Path | None = None) -> list[Entry]:
    """Every scenario below `root` (those that ship), by id. A broken file is listed too.

    So is a second file with the id of another, under its folder's name. Raises `BadInput`
    where `root` is no folder.
    """
    root = root or shipped_scenarios()
    if not root.is_dir():
        raise BadInput(msg("There is no folder of scenarios at {folder}.", folder=root))
    entries = [_entry(file, root) for file in _files(root)]
    # Where two have an id, it belongs to the one whose folder says so.
    entries.sort(key=lambda entry: (entry.id, entry.file.parent != root / entry.id, entry.file))
    first: dict[str, Entry] = {}
    for entry in entries:
        first.setdefault(entry.id, entry)
    kept = (one if first[one.id] is one else _second(one, first[one.id], root) for one in entries)
    return sorted(kept, key=lambda entry: entry.id)


def load_scenario(id_or_path: str | Path, root: Path | None = None) -> Loaded:
    """The scenario with that id in `root` (those that ship), or at that path.

    A path is a `Path`, or a text that ends in `.yaml`, is absolute or starts with a dot; a
    folder stands for the `scenario.yaml` in it. Raises `ScenarioProblems` where the file has
    problems and `BadInput`, with the nearest ids, where there is no such scenario.
    """
    if isinstance(id_or_path, Path) or _is_path(id_or_path):
        return load_file(_file_at(Path(id_or_path)), root)
    folder = root or shipped_scenarios()
    direct = folder / id_or_path / FILE_NAME
    there = None
    if ".." not in id_or_path.split("/") and _exists(direct):
        there = load_file(direct, folder)
        if there.scenario.id == id_or_path:
            return there
    entries = list_scenarios(folder)
    for entry in entries:
        if entry.id == id_or_path:
            if entry.problems:
                raise ScenarioProblems(entry.problems)
            return load_file(entry.file, folder)
    if there is not None:
        return there
    if id_or_path and _exists(Path(id_or_path)):
        return load_file(_file_at(Path(id_or_path)), root)
    raise BadInput(_unknown(id_or_path, [entry.id for entry in entries]))


def _files(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root):
        folders.sort()
        if FILE_NAME in files:
            yield Path(folder) / FILE_NAME


def _entry(file: Path, root: Path) -> Entry:
    try:
        parsed = parse_file(file)
        record_path(file, parsed, root)
    except ScenarioProblems as error:
        return _broken(file, root, error.problems)
    scenario = parsed.scenario
    return Entry(
        scenario.id,
        scenario.title,
        scenario.category.value,
        scenario.difficulty,
        scenario.languages,
        len(scenario.turns),
        scenario.toolset,
        file,
        specialty=scenario.specialty.value if scenario.specialty is not None else "",
        tool_calls=scenario.limits.tool_calls,
    )


def _broken(file: Path, root: Path, problems: tuple[Problem, ...]) -> Entry:
    folder = file.parent
    # `.` would be taken for a path.
    name = folder.resolve().name if folder == root else folder.relative_to(root).as_posix()
    return Entry(name, Bilingual(en=name, zh=name), "", 0, (), 0, "", file, problems)


def _second(entry: Entry, first: Entry, root: Path) -> Entry:
    """A file whose id another has; a session could not say which of the two it played."""
    if entry.problems:
        return entry
    line = parse_file(entry.file).lines.line(("id",))
    words = msg("{file} has this id too", file=one_line(str(first.file)))
    return _broken(entry.file, root, (Problem(entry.file, line, "id", words),))


def _is_path(text: str) -> bool:
    return text.endswith((".yaml", ".yml")) or text.startswith(("/", "./", "../", "~", "."))


def _file_at(path: Path) -> Path:
    try:
        path = path.expanduser()
    except RuntimeError:
        return path  # No such user: the name stands for itself, and reading it says so.
    return path / FILE_NAME if _exists(path / FILE_NAME) else path


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):
        return False  # Too long, or with a zero byte: no file has that name.


def _unknown(name: str, known: list[str]) -> Message:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=3, cutoff=0.4)
    if not near:
        tails = {entry.rsplit("/", 1)[-1]: entry for entry in known}
        near = [tails[tail] for tail in get_close_matches(name, list(tails), n=3, cutoff=0.4)]
    name = shown(name)
    if near:
        return msg("There is no scenario '{name}'. Nearest: {near}.", name=name, near=several(near))
    return msg(
        "There is no scenario '{name}'. `physassist scenarios list` shows those there are.",
        name=name,
    )
