"""What a rater is told once the review is locked."""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core.events import SeatChanged
from physassist_tui.core.state import fold
from physassist_tui.core.words import Seat, Verdict
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import several
from physassist_tui.library import Loaded
from physassist_tui.score.raters import Opinion
from physassist_tui.score.review.queue import item_at
from physassist_tui.score.review.rows import Place, reviewed
from physassist_tui.score.review.view import Reveal, Revealed
from physassist_tui.score.session import answered_turns, score_session
from physassist_tui.store.recordings import Recordings


def reveal(
    recordings: Recordings,
    session: str,
    loaded: Loaded,
    record: Record,
    rater: str,
    queue: Sequence[Place],
) -> Reveal:
    """Who played, and beside each grade of `rater` what the rules, the judges whose replies are
    kept and the other raters who have locked say."""
    from physassist_tui.score.keeping import kept_judge_opinions, people_opinions

    events = recordings.events(session)
    own = record.at(loaded.scenario.clock)
    contexts = answered_turns(events, loaded.scenario, own)
    by_rule = score_session(events, loaded.scenario, own)
    people = people_opinions(recordings, session, loaded.rubric_hash)
    judges = kept_judge_opinions(recordings, session, contexts)
    mine = reviewed(recordings.ratings(session, rater))
    graded = {(t.turn, item.id): item.grade for t in by_rule.turns for item in t.items}
    items = []
    for place in queue:
        item = item_at(contexts, place)[1]
        said = (*judges.get(place, ()), *people.get(place, ()))
        grade = graded[place]
        decided = grade.verdict is not Verdict.ABSTAIN
        items.append(
            Revealed(
                turn=place[0],
                id=place[1],
                text=item.text,
                own=mine.of(place),
                by_rules=grade.verdict if decided else None,
                rules_because=grade.because.render() if decided else "",
                others=tuple(_told(one) for one in said if one.rater != f"human:{rater}"),
            )
        )
    state = fold(events)
    first = state.started.seats if state.started is not None else {}
    sat = {seat: [first[seat]] for seat in Seat if seat in first}
    for event in events:
        if isinstance(event, SeatChanged):
            sat.setdefault(event.data.changed, []).append(event.data.to_player)
    players = tuple((seat.value, several(dict.fromkeys(who)).render()) for seat, who in sat.items())
    return Reveal(players, tuple(items))


def _told(opinion: Opinion) -> tuple[str, Verdict | None, str]:
    grade = opinion.grade
    if grade is None:
        return opinion.rater, None, opinion.dispute_words
    return opinion.rater, grade.verdict, grade.because.render()
