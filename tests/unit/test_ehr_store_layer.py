"""The session's layer over the record, and that no two sessions see each other's."""

from __future__ import annotations

import json
from datetime import datetime
from threading import Thread
from typing import Any

import pytest

from physassist_tui.ehr.protocol import EhrError
from physassist_tui.ehr.search_url import parse_search_url, search_all
from tests.unit.ehr_record import NOW, found, ids, lab, patient, record, store


def _order(number: str | None, when: str, **more: Any) -> dict[str, Any]:
    order = {
        "resourceType": "MedicationRequest",
        "status": "active",
        "intent": "order",
        "subject": {"reference": "Patient/p1"},
        "authoredOn": when,
        "medicationCodeableConcept": {"text": "apixaban"},
        **more,
    }
    return order if number is None else {**order, "id": number}


def test_a_write_is_found_by_the_next_search_among_the_records() -> None:
    view = store(
        patient("p1"),
        *(_order(f"r{n}", f"2026-03-0{n}T08:00:00-05:00") for n in (1, 2, 3)),
    )
    newest = "MedicationRequest?patient=p1&_sort=-authoredon"
    assert found(view, newest) == ["r3", "r2", "r1"]
    first = view.create(_order(None, "2026-03-04T09:40:00-05:00"))
    second = view.create(_order("mine", "2026-03-02T09:40:00-05:00"))
    assert first["id"] not in ("", None)
    assert second["id"] == "mine"
    assert found(view, newest) == [first["id"], "r3", "mine", "r2", "r1"]
    assert found(view, "MedicationRequest?patient=p1") == ["r1", "r2", "r3", first["id"], "mine"]
    page = view.search(*parse_search_url(newest + "&_count=2&_offset=2"))
    assert page["total"] == 5
    assert ids(page) == ["mine", "r2"]
    assert [one["id"] for one in search_all(view, newest)] == found(view, newest)
    assert view.read("MedicationRequest", "mine") == second
    assert view.codes("MedicationRequest", "status")[0].count == 5


def test_the_same_twice_makes_two() -> None:
    view = store(patient("p1"))
    made = [view.create(_order(None, "2026-03-04T09:40:00-05:00"))["id"] for _ in range(3)]
    assert len(set(made)) == 3
    assert found(view, "MedicationRequest?code:text=apixaban") == made


def test_an_id_that_is_taken_is_refused() -> None:
    view = store(patient("p1"), _order("r1", "2026-03-01"), _order("later", "2026-04-01"))
    view.create(_order("mine", "2026-03-04"))
    for number in ("r1", "mine", "later"):
        with pytest.raises(EhrError) as refusal:
            view.create(_order(number, "2026-03-04"))
        assert refusal.value.field == "id"
    assert view.search("MedicationRequest", [])["total"] == 2
    with pytest.raises(EhrError):
        view.create({"resourceType": "Order"})
    with pytest.raises(EhrError):
        view.put(_order(None, "2026-03-04"))


def test_a_new_version_takes_the_olds_place() -> None:
    view = store(patient("p1"), _order("r1", "2026-03-01"))
    made = view.create(_order("mine", "2026-03-04T09:40:00-05:00"))
    view.put({**made, "status": "cancelled"})
    assert found(view, "MedicationRequest?status=active") == ["r1"]
    assert found(view, "MedicationRequest?status=cancelled") == ["mine"]
    assert view.read("MedicationRequest", "mine")["status"] == "cancelled"
    # Of a resource of the record, too: in this session only.
    view.put(_order("r1", "2026-03-01", status="stopped"))
    assert found(view, "MedicationRequest") == ["mine", "r1"], "as they were written"
    assert found(view, "MedicationRequest?status=active") == []
    assert found(view, "MedicationRequest?_id=r1&status=stopped") == ["r1"]


def test_a_version_of_a_resource_under_way_hides_it() -> None:
    stay = {
        "resourceType": "Encounter",
        "id": "e",
        "status": "finished",
        "period": {"start": "2026-03-01", "end": "2026-03-09"},
    }
    view = store(stay)
    assert found(view, "Encounter?status=in-progress") == ["e"]
    view.put({**stay, "status": "onleave"})
    assert found(view, "Encounter?status=in-progress") == []
    assert found(view, "Encounter") == ["e"]


def test_what_was_handed_in_or_out_does_not_change_the_layer() -> None:
    view = store(patient("p1"))
    given = _order("mine", "2026-03-04")
    out = view.create(given)
    given["status"] = out["status"] = "spoilt"
    view.search("MedicationRequest", [])["entry"][0]["resource"]["status"] = "spoilt"
    assert found(view, "MedicationRequest?status=active") == ["mine"]
    assert view.read("MedicationRequest", "mine")["status"] == "active"


def test_two_sessions_on_one_record() -> None:
    shared = record(patient("p1"), _order("r1", "2026-03-01"))
    one, other = shared.at(NOW), shared.at(NOW)
    one.create(_order("mine", "2026-03-04"))
    one.put(_order("r1", "2026-03-01", status="stopped"))
    assert found(other, "MedicationRequest") == ["r1"]
    assert found(other, "MedicationRequest?status=active") == ["r1"]
    other.create(_order("mine", "2026-03-04", status="draft"))
    assert found(one, "MedicationRequest?status=draft") == []
    assert found(shared.at(NOW), "MedicationRequest?status=active") == ["r1"]
    late = shared.at(datetime.fromisoformat("2020-01-01T00:00:00Z"))
    assert found(late, "MedicationRequest") == []
    with pytest.raises(EhrError):
        late.read("MedicationRequest", "mine")


def test_a_session_laid_in_again_is_the_same() -> None:
    shared = record(patient("p1"), *(_order(f"r{n}", f"2026-03-0{n}") for n in (1, 2)))
    first = shared.at(NOW)
    made = [first.create(_order(None, f"2026-03-04T09:4{n}:00-05:00")) for n in range(3)]
    first.put({**made[1], "status": "cancelled"})
    again = shared.at(NOW)
    for resource in [*made, {**made[1], "status": "cancelled"}]:
        again.put(resource)
    for url in ("MedicationRequest", "MedicationRequest?_sort=-authoredon&status=active"):
        assert search_all(again, url) == search_all(first, url)
    fresh = again.create(_order(None, "2026-03-04T10:00:00-05:00"))["id"]
    assert fresh not in {one["id"] for one in made}, "an id is not given twice after a resume"


def test_sessions_in_threads() -> None:
    shared = record(patient("p1"), *(lab(f"c{n}", "2026-03-01", n) for n in range(300)))
    results: dict[int, list[str]] = {}

    def play(number: int) -> None:
        view = shared.at(NOW)
        for turn in range(10):
            view.create(lab(f"w{number}-{turn}", "2026-03-04T09:31:00-05:00"))
            view.search("Observation", [("code", "2160-0"), ("_sort", "-date")])
        results[number] = ids(view.search("Observation", [("_sort", "-date"), ("_count", "11")]))

    threads = [Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {n: json.dumps(found_) for n, found_ in results.items()} == {
        n: json.dumps([*(f"w{n}-{turn}" for turn in range(10)), "c0"]) for n in range(6)
    }
