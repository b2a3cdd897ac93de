"""A session as the figures read it: its score, who played it, and what it took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from physassist_tui.core.events import AnyEvent, Trial
from physassist_tui.core.words import EndReason, ItemKind, Verdict
from physassist_tui.i18n import Message, msg
from physassist_tui.score.agreement import Rating
from physassist_tui.score.authorship import Authorship, authorship_of
from physassist_tui.score.effort import Effort, effort_of
from physassist_tui.score.figures import Tally

EXPLICIT = "none"
"""The implicitness of a turn that leans on nothing said before."""


@dataclass(frozen=True)
class PlayedItem:
    """A rubric item: which ability it tests, and its grade."""

    id: str
    kind: str
    verdict: Verdict


@dataclass(frozen=True)
class PlayedTurn:
    """A turn of the scenario. `implicitness` is NA, PE, AE or `none`; `None`: unknown."""

    number: int
    answered: bool
    task_type: str | None
    implicitness: str | None
    items: tuple[PlayedItem, ...]

    @property
    def tally(self) -> Tally:
        """Its items, counted."""
        return tally_of(self.items)


@dataclass(frozen=True)
class Played:
    """One session. Without a score `turns` is empty, and `not_graded` says why.

    `ended` is `None` while it is under way. `identity` is the score's; `checks` counts the
    findings of the standing checks, `causes` the causes of what failed; `ratings` are what people
    and judges said of its items. `trial` says which trial of its task it is, where it is one of
    several.
    """

    session: str
    scenario: str
    language: str
    authorship: Authorship
    ended: str | None
    effort: Effort
    turns: tuple[PlayedTurn, ...] = ()
    category: str | None = None
    difficulty: int | None = None
    checks: Mapping[str, int] | None = None
    identity: Mapping[str, Any] | None = None
    not_graded: Message | None = None
    ratings: tuple[Rating, ...] = ()
    listed_as: str | None = None
    trial: Trial | None = None
    causes: Mapping[str, int] | None = None

    @property
    def player(self) -> str:
        """Under whom it is listed: who played it, where it is not `listed_as` something else."""
        return self.listed_as or self.authorship.key

    @property
    def finished(self) -> bool:
        """Whether it was played to its end."""
        return self.ended == EndReason.COMPLETED.value

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The turns, counted."""
        return tuple(turn.tally for turn in self.turns)

    @property
    def graded_items(self) -> int:
        """How many items are graded."""
        return sum(tally.graded for tally in self.tallies)

    @property
    def wholly_graded(self) -> bool:
        """Whether every item is graded."""
        return bool(self.turns) and all(tally.graded == tally.total for tally in self.tallies)


def tally_of(items: Sequence[PlayedItem]) -> Tally:
    """Items, counted."""
    count = Counter(item.verdict for item in items)
    return Tally(len(items), count[Verdict.PASS], count[Verdict.PARTIAL], count[Verdict.FAIL])


def played_of(
    session: str,
    events: Sequence[AnyEvent],
    score: Mapping[str, Any] | None,
    not_graded: Message | None = None,
) -> Played:
    """A session from its events and its `score` object (`None`: there is none, and why)."""
    started = [event.data for event in events if event.kind == "session_started"][-1]
    ends = [event.data.reason.value for event in events if event.kind == "session_ended"]
    bare = Played(
        session=session,
        scenario=started.scenario,
        language=started.language,
        authorship=authorship_of(events),
        ended=ends[-1] if ends else None,
        effort=effort_of(events),
        not_graded=not_graded,
        trial=started.trial,
    )
    return bare if score is None else with_score(bare, score)


def with_score(played: Played, score: Mapping[str, Any]) -> Played:
    """The session with the figures of a `score` object."""
    about = score.get("about") or {}
    told = list(about.get("turns", ()))
    turns = []
    for turn in score["turns"]:
        number = turn["turn"]
        known = told[number - 1] if number <= len(told) else None
        turns.append(
            PlayedTurn(
                number=number,
                answered=turn["answered"],
                task_type=known["task_type"] if known else None,
                implicitness=(known["implicitness"] or EXPLICIT) if known else None,
                items=tuple(
                    PlayedItem(item["id"], item["kind"], Verdict(item["grade"]))
                    for item in turn["items"]
                ),
            )
        )
    causes = score.get("causes")
    return replace(
        played,
        turns=tuple(turns),
        category=about.get("category"),
        difficulty=about.get("difficulty"),
        checks=score["checks"],
        identity=score["identity"],
        ratings=_ratings(played.session, score),
        not_graded=None,
        listed_as=None,
        causes=None if causes is None else Counter(cause["kind"] for cause in causes),
    )


def _ratings(session: str, score: Mapping[str, Any]) -> tuple[Rating, ...]:
    """What raters said of the session's items; one who only disputes an item abstains."""
    return tuple(
        Rating(
            session=session,
            turn=turn["turn"],
            item=item["id"],
            kind=ItemKind(item["kind"]),
            rater=said["rater"],
            rater_kind=said["rater_kind"],
            verdict=Verdict(said["grade"] or Verdict.ABSTAIN),
            seconds=said["seconds"],
            disputed=said["dispute"]["kind"] if said["dispute"] else None,
        )
        for turn in score["turns"]
        for item in turn["items"]
        for said in item.get("ratings", ())
    )


CONDITION = " · "
"""What stands between a player and the condition of a study that it is listed under."""

NO_SCENARIO = msg("its scenario is not here, or is broken")
CHANGED = msg("its scenario has changed since it was played")
