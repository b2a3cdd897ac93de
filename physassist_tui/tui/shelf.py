"""What the library shows: the scenarios, what was played of each and how it went."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import LANGUAGES, Lang, msg
from physassist_tui.play.casting import HUMAN

if TYPE_CHECKING:
    from physassist_tui.ehr.imports.kept import Kept
    from physassist_tui.library import Entry
    from physassist_tui.store.recordings import Recordings, Summary

FREE = "record:"
"""How the id of a free session begins (`play.free`)."""


@dataclass(frozen=True)
class Played:
    """What a person played of a scenario. `last` and `best` are mRS figures, 0 to 1.

    They are `None` where no finished session has a score with a graded item.
    """

    times: int
    finished: int
    last: float | None
    best: float | None


@dataclass(frozen=True)
class Shelf:
    """The library at a moment. `unfinished` is newest first; `played` is by scenario id.

    `records` are those that the user has imported and that can be opened.
    """

    entries: tuple[Entry, ...]
    unfinished: tuple[Summary, ...]
    played: Mapping[str, Played]
    records: tuple[Kept, ...] = ()

    def title(self, scenario: str, lang: str) -> str:
        """The title of a scenario; its id where it is not in the library, as of a free session."""
        shown: Lang = "zh" if lang == "zh" else "en"
        for entry in self.entries:
            if entry.id == scenario:
                return entry.title.text(shown)
        if scenario.startswith(FREE):
            record = scenario.removeprefix(FREE).partition("?")[0]
            return msg("Free session on {record}", record=record).render(shown)
        return scenario


def read_shelf(root: Path | None, recordings_of: Callable[[], Recordings]) -> Shelf:
    """Reads the library and the recordings; takes as long as the disk does.

    What reads them is loaded here, after the first frame, which does not wait for it.

    Raises `BadInput` and `ServiceFailed` as `list_scenarios` and `Recordings` do.
    """
    from physassist_tui.ehr.imports.kept import list_kept
    from physassist_tui.library import list_scenarios
    from physassist_tui.play.free import is_free

    entries = list_scenarios(root)
    recordings = recordings_of()
    sessions = [one for one in recordings.sessions() if one.assistant == HUMAN]
    by_scenario: dict[str, list[Summary]] = {}
    for one in sessions:
        by_scenario.setdefault(one.scenario, []).append(one)
    known = {entry.id for entry in entries if not entry.problems}
    return Shelf(
        tuple(entries),
        tuple(
            sorted(
                (
                    one
                    for one in sessions
                    if one.unfinished and (one.scenario in known or is_free(one.scenario))
                ),
                key=lambda one: one.last_text,
                reverse=True,
            )
        ),
        {scenario: _played(some, recordings) for scenario, some in by_scenario.items()},
        tuple(one for one in list_kept() if not isinstance(one, BadInput)),
    )


def _played(sessions: Sequence[Summary], recordings: Recordings) -> Played:
    """`sessions` is newest first."""
    finished = [one for one in sessions if not one.unfinished]
    figures: list[float] = []
    for one in finished:
        scores = recordings.scores(one.id)
        figure = scores[-1].data.get("mrs") if scores else None
        if isinstance(figure, int | float):
            figures.append(float(figure))
    return Played(
        len(sessions), len(finished), figures[0] if figures else None, max(figures, default=None)
    )


def wanted(entry: Entry, query: str, category: str) -> bool:
    """Whether every word of `query` is in the entry: title in either language, id, category."""
    text = " ".join(
        [entry.id, category, entry.category, *(entry.title.text(lang) for lang in LANGUAGES)]
    ).casefold()
    return all(word in text for word in query.casefold().split())
