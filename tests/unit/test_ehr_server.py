"""A record and sessions on a server: who sees what, what is asked, what is loaded and removed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import keyring
import pytest

from physassist_tui.core.errors import AnswerIsNo, BadInput, ServiceFailed
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.paging import next_params
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.ehr.record import open_record
from physassist_tui.ehr.search_query import parse_query
from physassist_tui.ehr.server import loading
from physassist_tui.ehr.server.capabilities import Capabilities, TypeSupport
from physassist_tui.ehr.server.cleaning import clean, leftovers
from physassist_tui.ehr.server.marks import RECORD_TAG, tag_codes
from physassist_tui.ehr.server.narrowing import narrowed
from physassist_tui.ehr.server.ordering import batches, rings
from physassist_tui.ehr.server.server import EhrServer, record_key
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run
from physassist_tui.play.opening import fork, go_on, start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.store.recordings import Recordings
from tests.fhir_real.searches import Searches
from tests.fhir_server.lax import LaxServer
from tests.fhir_server.server import Reply, outcome
from tests.unit.ehr_record import NOW, bundle, patient
from tests.unit.ehr_server_world import MINI, ORDER, World, call, loaded_to, world


@pytest.fixture
def there() -> Iterator[World]:
    with world() as made:
        yield made


def answer(store: EhrStore, kind: str, params: Any) -> Any:
    """All that a search gives, over its pages, or what it refuses."""
    resources: list[Resource] = []
    totals = set()
    wanted = params
    while wanted is not None:
        try:
            page = store.search(kind, wanted)
        except EhrError as refused:
            return str(refused), refused.field, refused.allowed
        totals.add(page["total"])
        resources += [entry["resource"] for entry in page.get("entry", [])]
        wanted = next_params(page)
    return totals, resources


class TestAnswersAlike:
    def test_on_a_server_that_ignores_all_parameters(self, there: World) -> None:
        record = open_record(there.mini.record_path)
        drawn = Searches(record, seed=8)
        there.server.page = 5
        found = 0
        for clock in drawn.clocks(2):
            own = record.at(clock)
            store = there.ehr.store(
                there.mini.record_path, there.mini.scenario.patient, clock, "01S", fresh=True
            )
            for kind, params in drawn.drawn(40):
                expected = answer(own, kind, params)
                assert answer(store, kind, params) == expected, (clock, kind, params)
                found += bool(expected[1])
        assert found > 30

    def test_in_the_order_of_the_record_whatever_the_server_has(self, there: World) -> None:
        for kept in there.server.kept.values():
            for key in reversed(list(kept)):
                kept[key] = kept.pop(key)
        record = open_record(there.mini.record_path)
        drawn = Searches(record, seed=8)
        clock = there.mini.scenario.clock
        store = there.begin().store
        for kind, params in drawn.drawn(25):
            assert answer(store, kind, params) == answer(record.at(clock), kind, params)

    def test_with_the_stamps_of_the_record_not_the_servers(self, tmp_path: Path) -> None:
        old = {"lastUpdated": "2020-05-01T00:00:00Z", "versionId": "7", "tag": [{"code": "mine"}]}
        one, other = patient("a", meta=old), patient("b")
        path = tmp_path / "record.json"
        path.write_text(json.dumps(bundle(one, other)))
        with LaxServer() as server:
            ehr = EhrServer(server.base, {})
            loaded_to(ehr, path)
            store = ehr.store(path, "Patient/a", NOW, "01S", fresh=True)
            assert store.read("Patient", "a") == one
            assert store.read("Patient", "b") == other
            assert store.search("Patient", [("_lastUpdated", "le2021")])["total"] == 1
            assert store.search("Patient", [("_tag", "mine")])["total"] == 1
            ehr.close()

    def test_on_a_server_that_was_filled_by_others(self, there: World) -> None:
        server = there.server
        loaded = [json.loads(json.dumps(one)) for one in server.everything()]
        record = open_record(there.mini.record_path)
        server.kept.clear()
        for kind in record.types():
            for entry in record.at(NOW.replace(year=9000)).search(kind, [])["entry"]:
                server.answer("PUT", f"/fhir/{kind}/{entry['resource']['id']}", entry["resource"])
        assert len(server.everything()) == len(loaded)
        opened = there.begin()
        found = opened.store.search("Observation", [("patient", "mini-1")])
        own = record.at(there.mini.scenario.clock).search("Observation", [("patient", "mini-1")])
        assert found["entry"] == own["entry"]
        call(opened, "ServiceRequest.create", **ORDER)
        other = there.begin("01OTHER", there.connected())
        for session, count in ((opened, 1), (other, 0)):
            assert call(session, "order.list")["total"] == count
            every = session.store.search("ServiceRequest", [("status", "active")])
            mine = [one for one in every.get("entry", []) if "urn:physassist:order" in str(one)]
            assert len(mine) == count

    def test_what_is_dated_by_others_is_dated_as_they_are(self, tmp_path: Path) -> None:
        """A diagnosis of a stay that goes on, a result that is not out, a drug that is named
        elsewhere: the search finds them by what it does not search."""
        path = tmp_path / "record.json"
        path.write_text(json.dumps(bundle(*_led())))
        record = open_record(path)
        with LaxServer() as server:
            ehr = EhrServer(server.base, {})
            loaded_to(ehr, path)
            for days in (-60, -3, 0, 3, 60):
                clock = NOW + timedelta(days=days)
                own = record.at(clock)
                store = ehr.store(path, "Patient/p1", clock, "01S", fresh=True)
                for kind in record.types():
                    for params in ([], [("code:text", "metformin")], [("encounter", "e1")]):
                        assert answer(store, kind, params) == answer(own, kind, params)
            ehr.close()
        late = record.at(NOW)
        assert late.search("Condition", [])["total"] == 1  # else nothing is tried here
        assert late.search("MedicationRequest", [("code:text", "metformin")])["total"] == 1
        assert "result" not in late.read("DiagnosticReport", "r")

    def test_another_record_on_the_same_server_is_not_seen(
        self, there: World, tmp_path: Path
    ) -> None:
        mine = open_record(there.mini.record_path).at(NOW.replace(year=9000))
        shared = mine.search("Patient", [])["entry"][0]["resource"]
        path = tmp_path / "other.json"
        path.write_text(json.dumps(bundle(patient("somebody"), shared)))
        before = len(there.server.everything())
        assert loaded_to(there.ehr, path).written == 2
        assert len(there.server.everything()) == before + 1
        opened = there.begin()
        seen = opened.store.search("Patient", [])
        assert seen["total"] == mine.search("Patient", [])["total"]
        with pytest.raises(EhrError):
            opened.store.read("Patient", "somebody")
        other = there.ehr.store(path, "Patient/somebody", NOW, "01T", fresh=True)
        assert other.search("Patient", [])["total"] == 2
        assert other.search("Observation", [])["total"] == 0


def _led() -> list[Resource]:
    subject = {"subject": {"reference": "Patient/p1"}}
    stay = {"encounter": {"reference": "Encounter/e1"}}

    def day(days: int) -> str:
        return (NOW + timedelta(days=days)).isoformat()

    return [
        patient("p1"),
        {"resourceType": "Encounter", "id": "e0", "status": "finished", **subject,
         "period": {"start": day(-50), "end": day(-40)}},
        {"resourceType": "Encounter", "id": "e1", "status": "finished", **subject,
         "period": {"start": day(-5), "end": day(5)}},
        {"resourceType": "Condition", "id": "c0", **subject, "code": {"text": "cough"},
         "encounter": {"reference": "Encounter/e0"}},
        {"resourceType": "Condition", "id": "c1", **subject, **stay, "code": {"text": "pneumonia"}},
        {"resourceType": "Medication", "id": "m", "code": {"text": "Metformin 500 mg tablet"}},
        {"resourceType": "MedicationRequest", "id": "mr", "status": "active", "intent": "order",
         **subject, **stay, "authoredOn": day(-4),
         "medicationReference": {"reference": "Medication/m"}},
        {"resourceType": "Observation", "id": "o", "status": "final", **subject,
         "code": {"text": "culture"}, "effectiveDateTime": day(-2), "issued": day(2)},
        {"resourceType": "DiagnosticReport", "id": "r", "status": "final", **subject,
         "code": {"text": "culture"}, "effectiveDateTime": day(-2),
         "result": [{"reference": "Observation/o"}]},
    ]  # fmt: skip


class TestWhatIsAsked:
    def test_what_was_fetched_serves_others_and_the_same_search_asks_anew(
        self, there: World
    ) -> None:
        store = there.begin().store

        def requests(*params: tuple[str, str]) -> int:
            there.server.asked.clear()
            assert store.search("Observation", [("patient", "mini-1"), *params])["total"] > 0
            return sum("/Observation?" in one for one in there.server.asked)

        assert requests() == 1
        assert requests(("status", "final")) == 0
        assert requests(("_count", "1")) == 0
        assert requests(("_count", "1"), ("_offset", "1")) == 0
        there.server.kept["Observation"].popitem()
        assert requests(("status", "final")) == 1
        assert requests() == 0
        assert requests() == 1

    @pytest.mark.parametrize(
        "name", ["", ".", "..", "../metadata", "mini-1/../mini-2", "mini-1?_format=xml", "a,mini-1",
                 "mini-1#x", "http://evil.test/", "x" * 65, "mini_1", "患者"],
    )  # fmt: skip
    def test_an_id_that_none_can_have_is_not_asked_for(self, there: World, name: str) -> None:
        store = there.begin().store
        there.server.asked.clear()
        with pytest.raises(EhrError):
            store.read("Patient", name)
        if name:
            found = store.search("Patient", [("_id", name.replace(",", "\\,"))])
            assert found["total"] == 0
        assert there.server.asked == []


class TestIsolation:
    def test_two_sessions_at_once_never_see_each_others_orders(self, there: World) -> None:
        one, other = there.begin("01ONE"), there.begin("01TWO", there.connected())
        call(one, "ServiceRequest.create", **ORDER)
        assert call(other, "order.list")["total"] == 0
        call(other, "ServiceRequest.create", **{**ORDER, "priority": "urgent"})
        for opened, priority in ((one, "routine"), (other, "urgent")):
            assert call(opened, "order.list")["total"] == 1
            found = opened.store.search("ServiceRequest", [("patient", "mini-1")])
            mine = [one["resource"] for one in found["entry"]]
            assert [one["priority"] for one in mine if one["status"] == "active"].count(
                priority
            ) == 1
            (kept,) = there.layer(opened.director.session)
            assert kept["priority"] == priority
        one.director.end(EndReason.QUIT)
        assert there.layer("01ONE") == []
        assert len(there.layer("01TWO")) == 1

    def test_what_is_cancelled_and_undone_is_so_on_the_server(self, there: World) -> None:
        opened = there.begin()
        before = opened.director.boundaries()[-1]
        call(opened, "ServiceRequest.create", **ORDER)
        call(opened, "MedicationRequest.create", medication="Paracetamol", dose="500 mg",
             route="PO", frequency="q6h")  # fmt: skip
        assert call(opened, "order.cancel", order="1")["cancelled"]
        states = {one["resourceType"]: one["status"] for one in there.layer("01SESSION")}
        assert states == {"ServiceRequest": "revoked", "MedicationRequest": "active"}
        opened.director.rewind(before)
        assert there.layer("01SESSION") == []

    def test_a_fork_changes_nothing_of_its_parents(self, there: World, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "plays.db") as recordings:
            parent = start(there.mini, recordings, Casting("human", "en"), ehr=there.ehr)
            call(parent, "ServiceRequest.create", **ORDER)
            at = parent.director.boundaries()[-1]
            session = parent.director.session
            with pytest.raises(BadInput, match="--ehr URL"):
                fork(recordings, there.mini, session, at)
            child = fork(recordings, there.mini, session, at, ehr=there.ehr)
            assert child.director.state.started is not None
            assert child.director.state.started.ehr == "server"
            assert call(child, "order.cancel", order="1")["cancelled"]
            assert [one["status"] for one in there.layer(session)] == ["active"]
            assert [one["status"] for one in there.layer(child.director.session)] == ["revoked"]
            child.director.end(EndReason.QUIT)
            assert call(parent, "order.list")["entries"][0]["status"] == "active"
            assert len(there.layer(session)) == 1

    def test_a_resumed_session_puts_its_layer_right(self, there: World, tmp_path: Path) -> None:
        with Recordings.open(tmp_path / "plays.db") as recordings:
            left = start(there.mini, recordings, Casting("human", "en"), ehr=there.ehr)
            session = left.director.session
            call(left, "ServiceRequest.create", **ORDER)
            (kept,) = there.layer(session)
            # One order that was lost, one of which the recording knows nothing.
            stray = {**kept, "id": "stray"}
            there.server.kept["ServiceRequest"] = {"stray": stray}
            events = recordings.events(session)
            with pytest.raises(BadInput, match="--ehr URL"):
                go_on(there.mini, recordings, session, events)
            again = go_on(there.mini, recordings, session, events, ehr=there.connected())
            (back,) = there.layer(session)
            assert back["id"] == kept["id"]
            assert call(again, "order.list")["total"] == 1
            there.server.fail_for_ever("GET *", Reply.of(outcome("no"), 500))
            with pytest.raises(ServiceFailed):
                go_on(there.mini, recordings, session, events, ehr=there.connected())

    def test_what_was_not_played_on_a_server_is_not_resumed_on_one(
        self, there: World, tmp_path: Path
    ) -> None:
        with Recordings.open(tmp_path / "plays.db") as recordings:
            left = start(there.mini, recordings, Casting("human", "en"))
            session = left.director.session
            assert "ehr" not in recordings.events(session)[0].data.model_dump()
            with pytest.raises(BadInput, match="leave --ehr out"):
                go_on(there.mini, recordings, session, recordings.events(session), ehr=there.ehr)

    def test_what_sessions_left_is_listed_and_removed(self, there: World) -> None:
        for name in ("01ALPHA", "01ALPINE", "01BETA"):
            call(there.begin(name), "ServiceRequest.create", **ORDER)
        before = len(there.server.everything())
        assert [one.session for one in leftovers(there.ehr.fetcher)] == [
            "01ALPHA",
            "01ALPINE",
            "01BETA",
        ]
        with pytest.raises(BadInput, match="01ALPHA, 01ALPINE"):
            leftovers(there.ehr.fetcher, "01alp")
        clean(there.ehr.fetcher, leftovers(there.ehr.fetcher, "01alpha"))
        assert len(there.server.everything()) == before - 1
        clean(there.ehr.fetcher, leftovers(there.ehr.fetcher))
        assert len(there.server.everything()) == before - 3
        assert leftovers(there.ehr.fetcher) == []


class TestLoading:
    def test_twice_is_once_and_what_differs_is_left_alone(self, there: World) -> None:
        path = there.mini.record_path
        whole = len(there.server.everything())
        again = loaded_to(there.ehr, path)
        assert (again.written, again.already, again.resources) == (0, whole, whole)
        assert not [one for one in there.server.asked if one.startswith(("PUT", "POST"))]
        kept = there.server.kept["Patient"]["mini-1"]
        kept["gender"] = "other"
        with pytest.raises(AnswerIsNo, match=r"1 of these.*Patient/mini-1.*--replace"):
            loaded_to(there.ehr, path)
        assert kept["gender"] == "other"
        assert loaded_to(there.ehr, path, replace=True).replaced == 1
        assert there.server.kept["Patient"]["mini-1"]["gender"] == "female"

    def test_a_play_on_another_version_of_the_record_is_refused(
        self, there: World, tmp_path: Path
    ) -> None:
        changed = tmp_path / "record.json"
        changed.write_bytes(there.mini.record_path.read_bytes() + b"\n")
        patient_ref = there.mini.scenario.patient
        with pytest.raises(BadInput, match="another version"):
            there.ehr.store(changed, patient_ref, NOW, "01S", fresh=True)
        loaded_to(there.ehr, changed)
        for path in (changed, there.mini.record_path):
            store = there.ehr.store(path, patient_ref, NOW, "01S", fresh=True)
            assert store.read("Patient", "mini-1")["id"] == "mini-1"
        both = tag_codes(there.server.kept["Patient"]["mini-1"], RECORD_TAG)
        assert both == {record_key(changed), record_key(there.mini.record_path)}
        with pytest.raises(BadInput, match="has no Patient/nobody"):
            there.ehr.store(changed, "Patient/nobody", NOW, "01S", fresh=True)

    def test_a_record_that_came_in_part_is_not_played_on(self, there: World) -> None:
        observations = there.server.kept["Observation"]
        whole = len(observations)
        observations.popitem()
        with pytest.raises(BadInput, match=rf"has {whole - 1} of {whole} Observation.*ehr load"):
            there.begin()
        assert loaded_to(there.ehr, there.mini.record_path).written == 1
        assert call(there.begin(), "Observation.search")["total"] > 0

    def test_in_transactions_of_bounded_size_or_one_at_a_time(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(loading, "MOST_AT_ONCE", 20)
        path = tmp_path / "many.json"
        path.write_text(json.dumps(bundle(*(patient(f"p{n}") for n in range(45)))))
        for transaction, requests in ((True, 3), (False, 45)):
            with LaxServer(transaction=transaction) as server:
                ehr = EhrServer(server.base, {})
                assert loaded_to(ehr, path).written == 45
                sent = [one for one in server.asked if not one.startswith("GET")]
                assert len(sent) == requests
                ehr.close()

    def test_a_server_that_does_not_keep_what_it_is_given_is_found_out(self, there: World) -> None:
        path = there.mini.record_path
        there.server.kept.clear()

        def without_values(reply: Resource) -> Resource:
            for one in there.server.kept.get("Observation", {}).values():
                one.pop("valueQuantity", None)
            return reply

        there.server.fail_for_ever("POST ", without_values)
        with pytest.raises(ServiceFailed, match="does not keep valueQuantity of Observation/"):
            loaded_to(there.ehr, path)
        there.server.kept.clear()
        there.server.fail_for_ever("POST ", lambda reply: {**reply, "entry": reply["entry"][1:]})
        with pytest.raises(ServiceFailed, match="transaction out whole"):
            loaded_to(there.ehr, path)

    def test_what_no_server_can_hold_is_said_before_anything_is_sent(self, tmp_path: Path) -> None:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(bundle(patient("a_b"))))
        with LaxServer() as server:
            ehr = EhrServer(server.base, {})
            with pytest.raises(BadInput, match="Patient/a_b has an id"):
                loaded_to(ehr, path)
            ehr.close()
            assert [one for one in server.asked if not one.startswith("GET")] == []

    @pytest.mark.parametrize("transaction", [True, False])
    def test_on_a_server_that_follows_references(
        self, transaction: bool, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What is referred to is there before, and goes after, what refers to it."""
        monkeypatch.setattr(loading, "MOST_AT_ONCE", 7)
        long = load_scenario(str(MINI.parent / "long"))
        with LaxServer(integrity=True, transaction=transaction) as server:
            ehr = EhrServer(server.base, {})
            loaded_to(ehr, long.record_path)
            whole = len(server.everything())
            opened = start(long, MemorySink(), Casting("script:gold", "en"), ehr=ehr)
            session = opened.director.session
            held = []
            opened.director.listen(lambda _events: held.append(len(server.everything()) - whole))
            assert run(opened) is EndReason.COMPLETED
            assert max(held) == 4
            assert ehr.left_behind == ()
            assert len(server.everything()) == whole
            again = ehr.store(long.record_path, long.scenario.patient, NOW, session, fresh=True)
            again.restore([one.resource for one in opened.director.state.written])
            assert len(server.everything()) == whole + 4
            clean(ehr.fetcher, leftovers(ehr.fetcher))
            assert len(server.everything()) == whole
            ehr.close()

    def test_what_is_referred_to_goes_first_and_rings_stay_together(self) -> None:
        def of(key: str, *targets: str) -> Resource:
            return {"resourceType": key[0], "id": key, "x": [{"reference": t} for t in targets]}

        record = {
            "Condition/c": of("Condition/c", "Encounter/e", "Patient/p"),
            "Encounter/e": of("Encounter/e", "Condition/c", "Location/l", "Encounter/gone"),
            "Patient/p": of("Patient/p", "Patient/p"),
            "Location/l": of("Location/l"),
            "Flag/f": of("Flag/f", "http://a.test/fhir/Encounter/e"),
        }
        found = rings(record)
        assert sorted(map(sorted, found)) == [
            ["Condition/c", "Encounter/e"],
            ["Flag/f"],
            ["Location/l"],
            ["Patient/p"],
        ]
        at = {key: n for n, ring in enumerate(found) for key in ring}
        assert at["Patient/p"] < at["Condition/c"] > at["Location/l"]
        assert at["Flag/f"] > at["Encounter/e"]
        sizes = dict.fromkeys(record, 10)
        assert [len(one) for one in batches(found, sizes, most=2, largest=99)] == [2, 2, 1]
        assert [len(one) for one in batches(found, sizes, most=9, largest=20)] == [2, 2, 1]
        assert [len(one) for one in batches(found, sizes, most=1, largest=1)] == [1, 1, 2, 1]


CASES = [
    ("Observation", [("patient", "p1")], [("patient", "Patient/p1")]),
    ("Observation", [("patient", "http://x.test/Patient/p1,p2")],
     [("patient", "Patient/p1,Patient/p2")]),
    ("Observation", [("patient", "p1"), ("code", "http://loinc.org|2823-3")],
     [("patient", "Patient/p1"), ("code", "http://loinc.org|2823-3")]),
    ("Observation", [("code", "2823-3,LP1-2")], [("_tag", f"{RECORD_TAG}|KEY")]),
    ("Observation", [("encounter", "e1"), ("subject", "Patient/p1")], [("subject", "Patient/p1")]),
    ("Observation", [("encounter", "e1")], [("encounter", "Encounter/e1")]),
    ("Observation", [("subject", "p1")], [("_tag", f"{RECORD_TAG}|KEY")]),
    ("Observation", [("patient", "p1"), ("status", "final"), ("category", "laboratory"),
                     ("date", "ge2020"), ("code:text", "k"), ("code:not", "1-8"),
                     ("_sort", "-date"), ("_count", "5")], [("patient", "Patient/p1")]),
    ("MedicationRequest", [("patient", "p1"), ("code", "161")], [("patient", "Patient/p1")]),
    ("AllergyIntolerance", [("patient", "p1"), ("code", "161")], [("patient", "Patient/p1")]),
    ("Condition", [("code", "http://hl7.org/fhir/sid/x|1")], [("_tag", f"{RECORD_TAG}|KEY")]),
    ("Condition", [("patient:missing", "true")], [("_tag", f"{RECORD_TAG}|KEY")]),
    ("Patient", [("identifier", "urn:oid:1.2|445-1"), ("name", "Zoë")],
     [("identifier", "urn:oid:1.2|445-1")]),
    ("Flag", [("_tag", "urn:physassist:session|01A")], None),
    ("Flag", [("_tag", "other|01A")], [("_tag", f"{RECORD_TAG}|KEY")]),
]  # fmt: skip


DECLARED = frozenset(
    ("patient", "subject", "encounter", "code", "identifier", "_tag", "status", "category", "date")
)


@pytest.mark.parametrize(("kind", "given", "asked"), CASES)
def test_what_a_server_is_asked(kind: str, given: Any, asked: Any) -> None:
    declared = TypeSupport(None, DECLARED, True)
    capabilities = Capabilities("4.0.1", {kind: declared}, True)
    assert narrowed(parse_query(kind, given), capabilities, "KEY") == asked
    silent = Capabilities("4.0.1", {}, True)
    assert narrowed(parse_query(kind, given), silent, "KEY") == ([] if asked else asked)


def _ring(service: str, name: str) -> str | None:
    """A keyring that holds one token."""
    return "tok3n" if (service, name) == ("physassist", "ehr") else None


class TestTheToken:
    def test_of_the_environment_or_the_keyring_goes_to_this_server_alone(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with LaxServer(token="tok3n") as server, LaxServer() as elsewhere:
            monkeypatch.setattr(keyring, "get_password", lambda _service, _name: None)
            refused = EhrServer(server.base, {})
            with pytest.raises(ServiceFailed, match="PHYSASSIST_EHR_TOKEN"):
                _ = refused.capabilities
            given = EhrServer(server.base, {"PHYSASSIST_EHR_TOKEN": "tok3n"})
            assert given.capabilities.version == "4.0.1"
            monkeypatch.setattr(keyring, "get_password", _ring)
            kept = EhrServer(server.base, {})
            assert kept.capabilities.version == "4.0.1"
            wrong = EhrServer(server.base, {"PHYSASSIST_EHR_TOKEN": "other"})
            with pytest.raises(ServiceFailed) as failed:
                _ = wrong.capabilities
            assert "other" not in str(failed.value)
            server.fail_for_ever(
                "GET Patient",
                Reply.of({"resourceType": "Bundle", "type": "searchset",
                          "link": [{"relation": "next", "url": f"{elsewhere.base}/Patient"}]}),
            )  # fmt: skip
            with pytest.raises(ServiceFailed, match="another server"):
                given.fetcher.search("Patient", [])
            assert elsewhere.asked == []
            for one in (refused, given, kept, wrong):
                one.close()

    @pytest.mark.parametrize(
        "address",
        ["", "fhir", "ftp://a.test/fhir", "http://", "http://u:p@a.test/fhir", "http://a.test:x/",
         "http://a.test/fhir?x=1", "http://[::1/"],
    )  # fmt: skip
    def test_what_is_no_address_is_said_at_once(self, address: str) -> None:
        with pytest.raises(BadInput):
            EhrServer(address, {})
