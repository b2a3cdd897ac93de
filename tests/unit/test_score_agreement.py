"""Agreement against hand-worked tables, and honest where there is none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.words import ItemKind, Verdict
from physassist_tui.score.agreement import (
    Measure,
    RaterKind,
    Rating,
    agreement,
    agreements,
    disputed_items,
    rater_efforts,
)

SHORT = {"P": Verdict.PASS, "H": Verdict.PARTIAL, "F": Verdict.FAIL, "-": Verdict.ABSTAIN}


def ratings_of(
    sides: dict[str, str], *, kind: ItemKind = ItemKind.SAFETY, units_a_session: int = 100
) -> list[Rating]:
    """`sides` maps a rater (judges begin with `j`) to its verdicts, a letter a unit."""
    found = []
    for rater, letters in sides.items():
        side: RaterKind = "judge" if rater.startswith("j") else "person"
        for at, letter in enumerate(letters):
            session = f"S{at // units_a_session}"
            found.append(Rating(session, 1, f"i{at}", kind, rater, side, SHORT[letter]))
    return found


def value(measure: Measure) -> float | None:
    return None if measure.value is None else round(measure.value, 4)


def test_kappa_of_the_textbook_table() -> None:
    # 20 both pass, 5 and 10 apart, 15 both fail: p_o 0.7, p_e 0.5, κ 0.4.
    found = agreement(
        ratings_of({"a": "P" * 20 + "P" * 5 + "F" * 10 + "F" * 15,
                    "b": "P" * 20 + "F" * 5 + "P" * 10 + "F" * 15}),
        "people",
        resamples=50,
    )  # fmt: skip
    assert (value(found.raw), value(found.kappa)) == (0.7, 0.4)
    assert (found.units, found.pairs) == (50, 50)
    assert found.kappa.interval is not None
    assert found.kappa.interval.low < 0.4 < found.kappa.interval.high


def test_alpha_by_hand() -> None:
    # Values: 3 pass, 5 fail; one unit apart: 1 − 7 · 2 / (2 · 3 · 5).
    two = agreement(ratings_of({"a": "PPFF", "b": "PFFF"}), "people", resamples=20)
    assert value(two.alpha_nominal) == value(two.alpha_ordinal) == 0.5333
    # 3 pass, 1 partial, 2 fail; δ² of partial and pass 4, fail and partial 2.25, fail and pass
    # 12.25: ordinal 1 − 5 · 8 / 180; nominal 1 − 5 · 2 / 22.
    three = agreement(ratings_of({"a": "PPF", "b": "HPF"}), "people", resamples=20)
    assert value(three.alpha_ordinal) == 0.7778
    assert value(three.alpha_nominal) == 0.5455


def test_three_raters_with_gaps() -> None:
    found = agreement(ratings_of({"a": "PF-", "b": "PP-", "c": "-FP"}), "people", resamples=20)
    # Units: {a P, b P}; {a F, b P, c F}: one pair of three; the third has one rating.
    assert (found.units, found.pairs, value(found.raw)) == (2, 4, 0.5)
    assert found.kappa.value is None
    assert found.kappa.why_not is not None
    assert found.kappa.why_not.render("en") == "κ is for two raters; there are 3"


def test_judges_meet_what_most_people_say() -> None:
    ratings = ratings_of({"a": "PPFP", "b": "PPFF", "c": "PFFH", "j1": "PPPP"})
    found = agreement(ratings, "judges_and_people", resamples=20)
    assert found.raters == ("judges", "people")
    # Most people: P, P, F; on the fourth they are split.
    assert (found.units, found.split, value(found.raw)) == (3, 1, 0.6667)


@pytest.mark.parametrize(
    ("sides", "why"),
    [
        ({"a": "PPF"}, "no item was rated by two raters"),
        ({"a": "PP--", "b": "--FF"}, "no item was rated by two raters"),
        (
            {"a": "PPP", "b": "PPP"},
            "every rating is the same: there is nothing to tell from chance",
        ),
    ],
)
def test_where_there_is_nothing_to_measure_it_says_so(sides: dict[str, str], why: str) -> None:
    found = agreement(ratings_of(sides), "people", resamples=20)
    for measure in (found.kappa, found.alpha_ordinal, found.alpha_nominal):
        assert measure.value is None
        assert measure.interval is None
        assert measure.why_not is not None
        assert measure.why_not.render("en") == why
    assert value(found.raw) == (1.0 if found.units else None)


def test_per_kind_and_each_comparison() -> None:
    ratings = [
        *ratings_of({"a": "PF", "b": "PF", "j": "PP"}, kind=ItemKind.SAFETY),
        *(
            Rating("T", 1, r.item, ItemKind.COMMUNICATION, r.rater, r.rater_kind, r.verdict)
            for r in ratings_of({"a": "PF", "b": "FP", "j": "FP"})
        ),
    ]
    found = {(one.comparison, one.kind): one for one in agreements(ratings, resamples=20)}
    assert value(found["people", ItemKind.SAFETY].raw) == 1.0
    assert value(found["people", ItemKind.COMMUNICATION].raw) == 0.0
    assert value(found["people", None].raw) == 0.5
    # One judge alone meets no other; its kinds are not listed one by one.
    assert [kind for comparison, kind in found if comparison == "judges"] == [None]
    assert found["judges_and_people", None].split == 2
    json.dumps([one.to_json("zh") for one in found.values()], allow_nan=False)


def test_an_item_rated_twice_by_one_rater_is_refused() -> None:
    twice = ratings_of({"a": "P"}) * 2
    with pytest.raises(ValueError, match="2 times"):
        agreements(twice)


def test_the_time_of_raters_and_the_items_in_dispute() -> None:
    def one(item: str, rater: str, seconds: float | None, disputed: str | None = None) -> Rating:
        kind = ItemKind.SAFETY
        return Rating("S", 2, item, kind, rater, "person", Verdict.PASS, seconds, disputed)

    ratings = [
        one("x", "b", 4.0, "unclear"), one("y", "b", 10.0), one("z", "b", None),
        one("x", "a", None, "unclear"), one("y", "a", None, "unsafe"),
    ]  # fmt: skip
    a, b = rater_efforts(ratings)
    assert (a.rater, a.ratings, a.timed, a.median_seconds) == ("a", 2, 0, None)
    assert (b.rater, b.ratings, b.timed, b.median_seconds) == ("b", 3, 2, 7.0)
    assert [(d.item, d.reasons) for d in disputed_items(ratings)] == [
        ("x", (("unclear", 2),)),
        ("y", (("unsafe", 1),)),
    ]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(*[st.sampled_from("PHF-")] * 3), max_size=6), st.randoms())
def test_no_table_gives_nan_and_order_does_not_matter(
    rows: list[tuple[str, str, str]], shuffle: object
) -> None:
    sides = {name: "".join(row[at] for row in rows) for at, name in enumerate(("a", "b", "j"))}
    ratings = ratings_of(sides, units_a_session=2)
    found = [one.to_json("en") for one in agreements(ratings, resamples=8)]
    json.dumps(found, allow_nan=False)
    mixed = sorted(ratings, key=lambda r: shuffle.random())  # type: ignore[attr-defined]
    assert [one.to_json("en") for one in agreements(mixed, resamples=8)] == found
