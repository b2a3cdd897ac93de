"""What a model is shown: whole entries, valid JSON, never more than its limit; and a person all."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core.state import Call
from physassist_tui.core.tools import Outcome
from physassist_tui.ehr.shown import cut
from tests.unit.ehr_tools_world import LONG_NOTE, Play


def labs_of(count: int) -> dict[str, Any]:
    return {
        "total": count,
        "page": 1,
        "pages": 1,
        "entries": [
            {"ref": f"Observation/{n}", "name": "Kalium 钾" * 3, "value": n} for n in range(count)
        ],
    }


def test_what_fits_is_not_cut() -> None:
    outcome = Play().outcome("Observation.search", code="creatinine")
    assert outcome.shown is None
    assert outcome.refs == ("Observation/cr2", "Observation/cr1")


def test_what_does_not_fit_is_cut_between_entries_and_says_so() -> None:
    outcome = Play(shown_characters=1200).outcome("Observation.search")
    assert outcome.shown is not None
    assert len(outcome.shown) <= 1200
    shown = json.loads(outcome.shown)
    whole = outcome.result["entries"]
    assert 0 < len(shown["entries"]) < len(whole)
    assert shown["entries"] == whole[: len(shown["entries"])]
    assert shown["cut"]["shown"] == len(shown["entries"])
    assert shown["cut"]["of"] == len(whole)
    assert "pages smaller" in shown["cut"]["hint"]
    assert outcome.refs == tuple(entry["ref"] for entry in shown["entries"])


def test_a_person_is_shown_everything() -> None:
    play = Play(shown_characters=500)
    outcome = play.outcome("DocumentReference.search", person=True, _count=1000)
    assert outcome.shown is None
    assert set(outcome.refs) == {f"DocumentReference/n{n}" for n in (1, 2, 3)}


def test_the_result_is_the_same_for_a_model_and_a_person() -> None:
    model = Play(shown_characters=900).outcome("Observation.search")
    person = Play(shown_characters=900).outcome("Observation.search", person=True)
    assert model.result == person.result


@pytest.mark.parametrize("limit", [600, 3000, 10_000])
def test_a_long_note_can_be_read_whole_page_by_page(limit: int) -> None:
    play = Play(shown_characters=limit)
    text, page, pages = "", 1, 1
    refs: list[tuple[str, ...]] = []
    while page <= pages:
        outcome = play.outcome(
            "DocumentReference.search", type_code="physical therapy", _count=1, page=page
        )
        assert outcome.shown is None, "a part always fits"
        text += outcome.result["entries"][0]["text"]
        refs.append(outcome.refs)
        page, pages = page + 1, outcome.result["pages"]
    assert text == LONG_NOTE
    assert pages > 2
    # Only with its last part has the note been shown whole.
    assert refs == [()] * (pages - 1) + [("DocumentReference/n2",)]


def test_half_a_note_is_not_the_note() -> None:
    outcome = Play().outcome("DocumentReference.search", type_code="physical therapy")
    assert outcome.shown is not None
    assert "DocumentReference/n2" not in outcome.refs


def test_a_resumed_session_remembers_the_parts() -> None:
    first, calls = Play(), []
    outcome = first.outcome("DocumentReference.search", type_code="physical", _count=1)
    total = outcome.result["pages"]
    for page in range(1, total):
        outcome = first.outcome(
            "DocumentReference.search", type_code="physical", _count=1, page=page
        )
        calls.append(_call(page, outcome))
    again = Play()
    again.runner.remember(calls)
    last = again.outcome("DocumentReference.search", type_code="physical", _count=1, page=total)
    assert last.refs == ("DocumentReference/n2",)
    fresh = Play().outcome("DocumentReference.search", type_code="physical", _count=1, page=total)
    assert fresh.refs == ()


def _call(number: int, outcome: Outcome) -> Call:
    return Call(
        f"c{number}", "DocumentReference.search", {}, {}, 1, number, number, outcome.ok,
        outcome.result, outcome.shown, outcome.refs,
    )  # fmt: skip


def test_results_within_a_report_are_shown_with_it() -> None:
    outcome = Play().outcome("DiagnosticReport.search", report_type="LAB")
    assert set(outcome.refs) == {"DiagnosticReport/bmp", "Observation/cr2", "Observation/k1"}


def test_errors_and_empty_results_show_no_resource() -> None:
    play = Play()
    assert play.outcome("Observation.search", code="unobtainium").refs == ()
    assert play.outcome("Observation.search", patient="zz").refs == ()


ENTRY = st.fixed_dictionaries(
    {"ref": st.integers(0, 99).map(lambda n: f"Observation/{n}")},
    optional={
        "name": st.text(max_size=60),
        "text": st.text(max_size=900),
        "components": st.lists(st.dictionaries(st.text(max_size=5), st.integers()), max_size=4),
    },
)


@settings(max_examples=80, deadline=None)
@given(entries=st.lists(ENTRY, max_size=12), limit=st.integers(500, 3000), zh=st.booleans())
def test_a_cut_is_always_valid_json_within_the_limit(
    entries: list[dict[str, Any]], limit: int, zh: bool
) -> None:
    result = {"total": len(entries), "page": 1, "pages": 1, "entries": entries}
    text, whole = cut(result, limit, "zh" if zh else "en")
    if text is None:
        assert whole == entries
        assert len(json.dumps(result, ensure_ascii=False)) <= limit or not entries
    else:
        assert len(text) <= limit
        shown = json.loads(text)
        assert shown["entries"][: len(whole)] == whole == entries[: len(whole)]
        assert shown["cut"]["of"] == len(entries)


def test_a_cut_wastes_no_room() -> None:
    result = labs_of(60)
    text, whole = cut(result, 2000, "en")
    assert text is not None
    next_entry = json.dumps(result["entries"][len(whole)], ensure_ascii=False)
    assert len(text) + len(next_entry) + 2 > 2000 - 4
