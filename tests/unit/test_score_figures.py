"""The figures: exact at their boundaries, and honest about what was not graded."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physassist_tui.score.figures import (
    THRESHOLDS,
    Tally,
    checkpoint_rate,
    graded_share,
    mrs,
    pass_session,
    pass_turn,
    session_mean,
    session_passes,
    task_succeeds,
    task_success,
)

LOW, HIGH = THRESHOLDS["0.60"], THRESHOLDS["0.75"]
UNGRADED = Tally(3)


def t(passed: int, failed: int = 0, partial: int = 0, ungraded: int = 0) -> Tally:
    return Tally(passed + failed + partial + ungraded, passed, partial, failed)


def test_a_turn_score_leaves_out_what_was_not_graded() -> None:
    assert t(1, 1, ungraded=2).strict == Fraction(1, 2)
    assert t(0, 2, ungraded=2).strict == 0
    assert UNGRADED.strict is None
    assert UNGRADED.lenient is None


def test_partial_is_nothing_strictly_and_half_leniently() -> None:
    assert t(1, 1, partial=1).strict == Fraction(1, 3)
    assert t(1, 1, partial=1).lenient == Fraction(1, 2)


@pytest.mark.parametrize("bad", [(1, 2), (-1, 0), (2, 1, 1, 1)])
def test_a_tally_that_cannot_be_is_refused(bad: tuple[int, ...]) -> None:
    with pytest.raises(ValueError):
        Tally(*bad)


@pytest.mark.parametrize(
    ("turn", "low", "high"),
    [
        (t(3, 2), True, False),  # 0.60 exactly
        (t(6, 4), True, False),
        (t(3, 1), True, True),  # 0.75 exactly
        (t(59, 41), False, False),
        (t(60, 40), True, False),
        (t(75, 25), True, True),
        (t(74, 26), True, False),
        (t(0, 1), False, False),
        (t(1), True, True),
        (t(2, 1), True, False),
        (t(3, 2, ungraded=7), True, False),
    ],
)
def test_the_thresholds_are_met_exactly(turn: Tally, low: bool, high: bool) -> None:
    assert session_passes([turn], LOW) is low
    assert session_passes([turn], HIGH) is high
    assert pass_turn([[turn]], LOW).hits == int(low)
    assert pass_turn([[turn]], HIGH).hits == int(high)


def test_mrs_is_the_mean_over_sessions_of_the_mean_over_turns() -> None:
    short = [t(1)]
    long = [t(0, 1), t(0, 1), t(1), t(0, 3)]
    assert session_mean(long) == Fraction(1, 4)
    # A mean over all turns at once would give 2/5.
    assert mrs([short, long]).value == Fraction(5, 8)


def test_what_was_not_graded_is_never_nought() -> None:
    assert session_mean([UNGRADED]) is None
    assert session_mean([UNGRADED, t(1)]) == 1
    got = mrs([[UNGRADED], [t(1, 1)]])
    assert (got.value, got.of, got.ungraded) == (Fraction(1, 2), 1, 1)
    assert mrs([]).value is None
    assert pass_turn([[UNGRADED]], LOW).value is None
    assert graded_share([]) is None


def test_three_graded_turns_of_four_are_no_passed_session() -> None:
    three = [t(1), t(1), t(1), UNGRADED]
    assert session_passes(three, LOW) is None
    share = pass_session([three, [t(1)], [t(0, 1)]], LOW)
    assert (share.hits, share.of, share.ungraded) == (1, 2, 1)


def test_a_failed_turn_beside_an_ungraded_one_is_still_ungraded() -> None:
    assert session_passes([t(0, 1), UNGRADED], LOW) is None


def test_a_session_needs_every_turn() -> None:
    assert session_passes([t(1), t(1), t(1), t(1, 1)], LOW) is False
    assert session_passes([], LOW) is None


def test_pass_turn_pools_the_turns() -> None:
    share = pass_turn([[t(1), t(0, 1)], [t(1), UNGRADED]], LOW)
    assert (share.hits, share.of, share.ungraded) == (2, 3, 1)


def test_lenient_figures_say_so() -> None:
    turn = t(0, partial=1)
    assert session_passes([turn], Fraction(1, 2)) is False
    assert session_passes([turn], Fraction(1, 2), lenient=True) is True
    assert mrs([[turn]], lenient=True).value == Fraction(1, 2)


def test_the_checkpoint_rate_weighs_items_not_turns() -> None:
    rate = checkpoint_rate([[t(1), t(0, 3)], [t(2, partial=1, ungraded=1)]])
    assert (rate.hits, rate.of, rate.ungraded) == (3, 7, 1)


@pytest.mark.parametrize(
    ("session", "succeeds"),
    [
        ([t(2), t(1)], True),
        ([t(2), t(1, 1)], False),
        ([t(2, partial=1)], False),
        ([t(2, ungraded=1)], None),
        ([t(0, 1, ungraded=1)], False),
        ([], None),
        ([UNGRADED], None),
    ],
)
def test_a_task_succeeds_when_every_checkpoint_passes(
    session: list[Tally], succeeds: bool | None
) -> None:
    assert task_succeeds(session) is succeeds


def test_task_success_counts_what_is_undecided_apart() -> None:
    share = task_success([[t(1)], [t(0, 1)], [UNGRADED]])
    assert (share.hits, share.of, share.ungraded) == (1, 2, 1)


# A turn has at least one item: the scenario's schema sees to that.
tallies = st.builds(
    t, *(st.integers(0, 5) for _ in range(2)), st.integers(0, 3), st.integers(0, 3)
).filter(lambda tally: tally.total > 0)


@given(st.lists(st.lists(tallies, max_size=5), max_size=5))
def test_the_figures_keep_their_order(sessions: list[list[Tally]]) -> None:
    strict, lenient = mrs(sessions), mrs(sessions, lenient=True)
    if strict.value is None or lenient.value is None:
        assert strict.value is lenient.value is None
    else:
        assert 0 <= strict.value <= lenient.value <= 1
    low, high = pass_session(sessions, LOW), pass_session(sessions, HIGH)
    assert high.hits <= low.hits
    assert low.of == high.of
    assert low.of + low.ungraded == len(sessions)
    turns = pass_turn(sessions, LOW)
    assert turns.of + turns.ungraded == sum(len(session) for session in sessions)
    assert task_success(sessions).hits <= pass_session(sessions, Fraction(1)).hits
