"""Sessions of one scenario set side by side, turn by turn: what each saw, did and missed.

`sources_of` reads them, `comparison` says in one language what is to be compared. Grades are
made anew from the events, with what people and judges said as it is kept; nobody is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import SessionState, fold, live_events
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.report.compare_turns import SidePlay, not_played, plays_of, seen_by_one
from physassist_tui.report.figure import Draws
from physassist_tui.report.played import CHANGED, NO_SCENARIO, Played, played_of
from physassist_tui.report.ranking import Ranking, ranking_of
from physassist_tui.score.session import Score
from physassist_tui.store.recordings import Recordings, Summary

FEWEST = 2
Progress = Callable[[int, int | None], None]


@dataclass(frozen=True)
class Source:
    """A session as it was recorded. `score` is made now; where that cannot be, `kept` is the
    last score of all its events, its reasons in English. Both `None`: it is not graded.
    """

    summary: Summary
    events: tuple[AnyEvent, ...]
    state: SessionState
    score: Score | None = None
    kept: Mapping[str, Any] | None = None
    why_not: Message | None = None

    def score_in(self, lang: Lang) -> Mapping[str, Any] | None:
        """The `score` object, its words in `lang`."""
        return self.score.to_json(lang) if self.score is not None else self.kept


@dataclass(frozen=True)
class Sources:
    """Sessions of one scenario, in the order in which they were asked for."""

    scenario: str
    title: Bilingual | None
    sessions: tuple[Source, ...]


@dataclass(frozen=True)
class SideGrade:
    """What one session got on an item. `words` are those of its answer that decided."""

    verdict: Verdict
    because: str
    words: str


@dataclass(frozen=True)
class ComparedItem:
    """A rubric item with the grade of each side; `None` where a side's rubric has no such item."""

    id: str
    kind: str
    text: str
    grades: tuple[SideGrade | None, ...]

    @property
    def differs(self) -> bool:
        """Whether the sides got different grades."""
        return len({grade.verdict if grade is not None else None for grade in self.grades}) > 1


@dataclass(frozen=True)
class ComparedTurn:
    """A turn of the scenario; `number` 0 is all the free turns. `plays` has an entry a side."""

    number: int
    items: tuple[ComparedItem, ...]
    plays: tuple[SidePlay, ...]

    @property
    def requests(self) -> tuple[str, ...]:
        """The requests as they were put, each once."""
        return tuple(dict.fromkeys(one.request for one in self.plays if one.request))


@dataclass(frozen=True)
class Side:
    """One of the sessions. `figures` is its score object in the comparison's language."""

    session: str
    started_at: str
    played: Played
    figures: Mapping[str, Any] | None


@dataclass(frozen=True)
class Comparison:
    """Sessions side by side, in one language."""

    scenario: str
    title: str
    lang: Lang
    sides: tuple[Side, ...]
    turns: tuple[ComparedTurn, ...]
    ranking: Ranking


def sources_of(
    recordings: Recordings,
    sessions: Sequence[str],
    root: Path | None = None,
    progress: Progress | None = None,
) -> Sources:
    """Reads sessions, named by id or the start of one, and grades them.

    Raises `BadInput` for fewer than two of them, the same one twice, or another scenario's.
    """
    found = [recordings.resolve(one) for one in sessions]
    if len(found) < FEWEST:
        raise BadInput(msg("Give two or more sessions to compare."))
    if len(set(found)) < len(found):
        twice = next(one for one in found if found.count(one) > 1)
        raise BadInput(msg("Session {session} is given twice.", session=twice))
    summaries = [recordings.session(one) for one in found]
    first = summaries[0]
    for other in summaries:
        if other.scenario != first.scenario:
            raise BadInput(
                msg(
                    "Sessions of one scenario are compared: {one} was played on {scenario}, "
                    "{other} on {another}.",
                    one=first.id,
                    scenario=first.scenario,
                    other=other.id,
                    another=other.scenario,
                )
            )
    return _read(recordings, summaries, root, progress)


def _read(
    recordings: Recordings,
    summaries: Sequence[Summary],
    root: Path | None,
    progress: Progress | None,
) -> Sources:
    from physassist_tui.ehr.record import open_record
    from physassist_tui.play.free import load_played
    from physassist_tui.score.keeping import kept_raters
    from physassist_tui.score.session import score_session

    scenario = summaries[0].scenario
    try:
        loaded = load_played(scenario, root)
    except BadInput:
        # What was recorded is compared all the same; each side says why it is not graded.
        loaded = None
    chart = None
    sources = []
    for summary in summaries:
        events = recordings.events(summary.id)
        bare = Source(summary, tuple(events), fold(events))
        if loaded is None or loaded.content_hash != summary.scenario_hash:
            kept = [s.data for s in recordings.scores(summary.id) if s.last_seq == len(events)]
            why_not = NO_SCENARIO if loaded is None else CHANGED
            last = kept[-1] if kept else None
            sources.append(replace(bare, kept=last, why_not=why_not))
            continue
        if chart is None:
            chart = open_record(loaded.record_path, progress=progress).at(loaded.scenario.clock)
        raters = kept_raters(recordings, summary.id, loaded, events, chart)
        score = score_session(events, loaded.scenario, chart, raters)
        sources.append(replace(bare, score=score))
    title = loaded.scenario.title if loaded is not None else None
    return Sources(scenario, title, tuple(sources))


def comparison(sources: Sources, lang: Lang) -> Comparison:
    """What is to be compared, its words in `lang`; the same sources give the same."""
    scores = [source.score_in(lang) for source in sources.sessions]
    sides = tuple(
        _side(source, score) for source, score in zip(sources.sessions, scores, strict=True)
    )
    plays = [plays_of(source.state, live_events(source.events)) for source in sources.sessions]
    ranking = ranking_of({side.session: [side.played] for side in sides}, Draws())
    return Comparison(
        scenario=sources.scenario,
        title=sources.title.text(lang) if sources.title is not None else sources.scenario,
        lang=lang,
        sides=sides,
        turns=tuple(_turns(scores, plays)),
        ranking=ranking,
    )


def _side(source: Source, score: Mapping[str, Any] | None) -> Side:
    why_not = source.why_not if score is None else None
    played = played_of(source.summary.id, source.events, score, why_not)
    return Side(source.summary.id, source.summary.started_text, played, score)


def _turns(
    scores: Sequence[Mapping[str, Any] | None], plays: Sequence[Mapping[int, SidePlay]]
) -> Iterator[ComparedTurn]:
    graded = [{turn["turn"]: turn["items"] for turn in (s or {}).get("turns", ())} for s in scores]
    numbers = {number for side in (*graded, *plays) for number in side}
    for number in sorted(numbers, key=lambda n: (n == 0, n)):
        told = [side.get(number) or not_played(side, number) for side in plays]
        yield ComparedTurn(
            number,
            tuple(_items([side.get(number, ()) for side in graded])),
            seen_by_one(told),
        )


def _items(sides: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[ComparedItem]:
    by_side = [{item["id"]: item for item in side} for side in sides]
    for name in dict.fromkeys(name for side in by_side for name in side):
        known = next(side[name] for side in by_side if name in side)
        grades = tuple(_grade(side[name]) if name in side else None for side in by_side)
        yield ComparedItem(name, known["kind"], known["text"], grades)


def _grade(item: Mapping[str, Any]) -> SideGrade:
    return SideGrade(Verdict(item["grade"]), item["because"], item["words"])
