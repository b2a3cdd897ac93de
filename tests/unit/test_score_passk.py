"""pass@k and pass^k, and the intervals, against published and hand-worked numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.score.intervals import (
    bootstrap,
    bootstrap_difference,
    bootstrap_mean,
    bootstrap_ratio,
    wilson,
)
from physassist_tui.score.passk import (
    FORMULAS,
    Trials,
    over_tasks,
    pass_at_k,
    pass_hat_k,
    plugin_pass_at_k,
    plugin_pass_hat_k,
)


def tried(c: int, n: int = 3) -> Trials:
    return Trials(planned=n, attempted=n, finished=n, succeeded=c)


PUBLISHED = [tried(3)] * 28 + [tried(2)] * 21 + [tried(1)] * 13 + [tried(0)] * 38


@pytest.mark.parametrize(
    ("formula", "k", "percent"),
    [
        *((formula, 1, "46.3") for _, formula in FORMULAS),
        (plugin_pass_at_k, 3, "57.4"),
        (pass_at_k, 3, "62.0"),
        (pass_hat_k, 3, "28.0"),
        (plugin_pass_hat_k, 3, "34.7"),
    ],
)
def test_the_published_numbers_come_out(formula: object, k: int, percent: str) -> None:
    over = over_tasks(PUBLISHED, k, formula)  # type: ignore[arg-type]
    assert over.value is not None
    assert f"{float(over.value) * 100:.1f}" == percent
    assert (len(over.values), over.undecided, over.short) == (100, 0, 0)


@given(
    st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(1, n)))
)
def test_the_unbiased_forms_are_the_mean_over_all_draws(ncl: tuple[int, int, int]) -> None:
    n, c, k = ncl
    draws = list(combinations([True] * c + [False] * (n - c), k))
    assert pass_at_k(n, c, k) == Fraction(sum(map(any, draws)), len(draws))
    assert pass_hat_k(n, c, k) == Fraction(sum(map(all, draws)), len(draws))


@given(
    st.integers(1, 9).flatmap(
        lambda n: st.tuples(st.just(n), st.integers(0, n - 1), st.integers(1, n))
    )
)
def test_a_success_more_never_lowers_and_plug_in_lies_on_the_known_side(
    ncl: tuple[int, int, int],
) -> None:
    n, c, k = ncl
    for _, formula in FORMULAS:
        assert formula(n, c + 1, k) >= formula(n, c, k)
    assert plugin_pass_at_k(n, c, k) <= pass_at_k(n, c, k)
    assert plugin_pass_hat_k(n, c, k) >= pass_hat_k(n, c, k)


def test_planned_trials_that_never_came_are_no_successes() -> None:
    twice_of_five = Trials(planned=5, attempted=2, finished=2, succeeded=2)
    assert pass_hat_k(2, 2, 2) == 1
    assert over_tasks([twice_of_five], 2, pass_hat_k).value == Fraction(1, 10)
    more_than_planned = Trials(planned=2, attempted=4, finished=4, succeeded=2)
    assert over_tasks([more_than_planned], 1, pass_at_k).value == Fraction(1, 2)


def test_undecided_and_short_tasks_are_left_out_and_counted() -> None:
    undecided = Trials(planned=3, attempted=3, finished=3, succeeded=2, undecided=1)
    over = over_tasks([tried(3), undecided, tried(1, n=1)], 3, pass_hat_k)
    assert (over.value, over.undecided, over.short) == (Fraction(1), 1, 1)
    assert over_tasks([], 1, pass_at_k).value is None


@pytest.mark.parametrize("bad", [(3, 1, 0), (3, 1, 4), (3, 4, 1), (0, 0, 1), (3, -1, 1)])
def test_what_cannot_be_drawn_is_refused(bad: tuple[int, int, int]) -> None:
    for _, formula in FORMULAS:
        with pytest.raises(ValueError):
            formula(*bad)


@pytest.mark.parametrize("bad", [(1, 1, 1, 2), (1, 1, 2, 1), (-1, 0, 0, 0)])
def test_trials_that_cannot_be_are_refused(bad: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError):
        Trials(*bad)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 2, 0.0945, 0.9055)],
)
def test_wilson_against_published_bounds(hits: int, of: int, low: float, high: float) -> None:
    found = wilson(hits, of)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert wilson(0, 0) is None


@settings(max_examples=30)
@given(st.lists(st.fractions(0, 1, max_denominator=9), min_size=2, max_size=12))
def test_a_bootstrap_hangs_on_the_values_and_the_seed_alone(values: list[Fraction]) -> None:
    found = bootstrap_mean(values, resamples=60)
    assert found == bootstrap_mean(values[::-1], resamples=60)
    assert (found is None) == (len(set(values)) == 1)
    if found is not None:
        assert min(values) - Fraction(1, 10**6) <= found.low <= found.high
        assert found.high <= max(values) + Fraction(1, 10**6)


def test_the_bootstrap_of_two_values_is_what_two_draws_can_give() -> None:
    # Of two draws from {0, 1} the mean is 0, ½ or 1, with chances ¼, ½, ¼.
    found = bootstrap_mean([Fraction(0), Fraction(1)])
    assert found is not None
    assert (found.low, found.high) == (0.0, 1.0)
    # Of a hundred values, half 0 and half 1, the normal interval is ½ ± 1.96 · 0.05.
    wide = bootstrap_mean([Fraction(0), Fraction(1)] * 50)
    assert wide is not None
    assert wide.low == pytest.approx(0.402, abs=0.02)
    assert wide.high == pytest.approx(0.598, abs=0.02)


def test_clusters_make_an_interval_wider_than_wilson_does() -> None:
    # Ten sessions of ten turns: in half of them all turns pass, in half none.
    found = bootstrap_ratio([(10, 10), (0, 10)] * 5)
    by_turn = wilson(50, 100)
    assert found is not None
    assert by_turn is not None
    assert found.high - found.low > 2 * (by_turn.high - by_turn.low)
    assert bootstrap_ratio([(1, 2), (2, 4), (0, 0)]) is None


def test_a_difference_of_alike_sets_holds_nought() -> None:
    values = [Fraction(n, 10) for n in range(10)]
    found = bootstrap_difference(values, values)
    assert found is not None
    assert found.low < 0 < found.high
    assert bootstrap_difference([Fraction(1)] * 3, [Fraction(0)] * 3) is None
    assert bootstrap_difference([Fraction(1)], values) is None


def test_a_figure_that_most_draws_do_not_have_has_no_interval() -> None:
    assert bootstrap([1, 2, 3], lambda drawn: None) is None
    assert bootstrap([1], lambda drawn: 1.0) is None
