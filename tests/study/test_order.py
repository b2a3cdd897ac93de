"""The order is balanced, seeded, and nobody's but its own."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.study.model import Condition, Participant, Study
from physassist_tui.study.order import Planned, plan, square


def study(scenarios: int, conditions: int, people: int, **more: Any) -> Study:
    given = {
        "schema": 1,
        "id": "s",
        "title": Bilingual(en="S"),
        "scenarios": tuple(f"a/{n}" for n in range(scenarios)),
        "conditions": tuple(Condition(id=f"c{n}") for n in range(conditions)),
        "participants": tuple(Participant(id=f"p{n}") for n in range(people)),
    }
    return Study.model_validate(given | more)


def orders(one: Study) -> list[tuple[Planned, ...]]:
    return [plan(one, participant) for participant in one.participants]


@pytest.mark.parametrize("n", range(1, 10))
def test_the_square_is_latin_and_balanced_for_what_comes_before(n: int) -> None:
    rows = square(n)
    assert len(rows) == (2 * n if n % 2 and n > 1 else n)
    assert all(sorted(row) == list(range(n)) for row in rows)
    times = len(rows) // n
    for place in range(n):
        assert Counter(row[place] for row in rows) == dict.fromkeys(range(n), times)
    follows = Counter(pair for row in rows for pair in pairwise(row))
    assert len(follows) == n * (n - 1)
    assert len(set(follows.values())) <= 1


@pytest.mark.parametrize(("scenarios", "conditions"), [(1, 1), (3, 1), (4, 2), (2, 3), (5, 1)])
def test_crossed_everybody_plays_everything_and_every_place_is_balanced(
    scenarios: int, conditions: int
) -> None:
    cells = scenarios * conditions
    rows = len(square(cells))
    made = orders(study(scenarios, conditions, rows, trials=2, seed=3))
    for order in made:
        assert [one.position for one in order] == list(range(1, 2 * cells + 1))
        for trial in (1, 2):
            block = [one for one in order if one.trial == trial]
            assert len({(one.scenario, one.condition) for one in block}) == cells == len(block)
    for place in range(2 * cells):
        played = Counter((order[place].scenario, order[place].condition) for order in made)
        assert set(played.values()) == {rows // cells}
        assert len(played) == cells


@settings(deadline=None, max_examples=40)
@given(st.integers(1, 6), st.integers(1, 4), st.integers(0, 99))
def test_rotated_nobody_plays_a_case_twice_and_all_is_balanced(
    scenarios: int, conditions: int, seed: int
) -> None:
    rows = len(square(scenarios))
    people = rows * conditions
    made = orders(study(scenarios, conditions, people, design="rotated", seed=seed))
    for order in made:
        assert sorted(one.scenario for one in order) == [f"a/{n}" for n in range(scenarios)]
        shares = Counter(one.condition for one in order)
        counts = [shares[f"c{n}"] for n in range(conditions)]
        assert max(counts) - min(counts) <= 1
    together = Counter((one.scenario, one.condition, one.position) for o in made for one in o)
    assert len(set(together.values())) == 1
    assert len(together) == scenarios * conditions * scenarios
    # The first few meet different conditions already.
    first = Counter((one.scenario, one.condition) for o in made[:conditions] for one in o)
    assert set(first.values()) == {1}


def test_rotated_a_second_trial_meets_the_next_condition() -> None:
    for order in orders(study(3, 2, 4, design="rotated", trials=2)):
        met = {(one.scenario, one.condition) for one in order}
        assert len(met) == len(order) == 6


def test_the_seed_decides_and_the_same_seed_decides_the_same() -> None:
    made = {seed: orders(study(6, 1, 6, seed=seed)) for seed in range(8)}
    assert made[1] == orders(study(6, 1, 6, seed=1))
    assert len({tuple(one.scenario for one in order[0]) for order in made.values()}) > 4
    # Written down, so that another version of this program or of Python gives the same.
    assert [one.scenario for one in made[0][0]] == GOLDEN
    assert made[0][0][0].seed == GOLDEN_SEED


GOLDEN = ["a/3", "a/4", "a/1", "a/0", "a/5", "a/2"]
GOLDEN_SEED = 1821023310


def test_one_more_at_the_end_and_models_change_nobodys_order() -> None:
    few, more = study(3, 2, 4), study(3, 2, 5)
    model = Participant(id="m", player="model:x")
    mixed = more.model_copy(update={"participants": (model, *more.participants)})
    assert orders(few) == orders(more)[:4] == orders(mixed)[1:5]
    assert [one.player for one in plan(mixed, model)] == ["model:x"] * 6


def test_a_model_has_no_copilot_and_a_person_decides_on_it() -> None:
    conditions = (Condition(id="alone"), Condition(id="with", assistant="copilot:x"))
    people = (Participant(id="p", language="zh"), Participant(id="m", player="model:y"))
    made = study(2, 1, 1).model_copy(update={"conditions": conditions, "participants": people})
    person, model = orders(made)
    assert sorted(one.player for one in person) == ["copilot:x"] * 2 + ["human"] * 2
    assert {one.language for one in person} == {"zh"}
    assert [one.player for one in model] == ["model:y"] * 2


def test_all_who_play_a_scenario_in_a_trial_meet_one_patient() -> None:
    made = orders(study(3, 2, 6, trials=2))
    seeds = {(one.scenario, one.trial): {p.seed for o in made for p in o
             if (p.scenario, p.trial) == (one.scenario, one.trial)} for one in made[0]}  # fmt: skip
    assert [len(found) for found in seeds.values()] == [1] * 6
    assert len({seed for found in seeds.values() for seed in found}) == 6
