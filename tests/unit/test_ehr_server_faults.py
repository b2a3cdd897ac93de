"""A server that fails in the middle of a play: an error that says so, never a wrong answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from physassist_tui.core.errors import ServiceFailed
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.server.connection import TIMEOUT
from physassist_tui.ehr.server.server import EhrServer
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from tests.fhir_server.lax import Fault, LaxServer
from tests.fhir_server.server import Reply, Resource, outcome
from tests.unit.ehr_server_world import MINI, ORDER, World, call, loaded_to, world

HTML = Reply(200, b"<html><body>Please sign in</body></html>", "text/html")
SEARCH = "GET Observation"


def _cut(reply: Resource) -> Resource:
    return {**reply, "entry": reply["entry"][:-1]}


def _more(reply: Resource) -> Resource:
    return {**reply, "total": reply["total"] + 1}


def _twice(reply: Resource) -> Resource:
    return {**reply, "entry": [*reply["entry"], reply["entry"][0]]}


def _other_type(reply: Resource) -> Resource:
    patient = {"resourceType": "Patient", "id": "x"}
    return {**reply, "entry": [*reply["entry"][1:], {"resource": patient}]}


def _linked(url: str) -> Callable[[Resource], Resource]:
    return lambda reply: {**reply, "link": [{"relation": "next", "url": url}]}


def _in_rings(reply: Resource) -> Resource:
    return {**reply, "entry": [], "link": [{"relation": "next", "url": reply["link"][0]["url"]}]}


class _Onward:
    """Every page leads to another, new one, with nothing on it."""

    def __init__(self) -> None:
        self.page = 0

    def __call__(self, reply: Resource) -> Resource:
        self.page += 1
        return {"resourceType": "Bundle", "type": "searchset",
                "link": [{"relation": "next", "url": f"Observation?p={self.page}"}]}  # fmt: skip


FOR_EVER: dict[str, tuple[Fault, str, str]] = {
    "401": (Reply.of(outcome("no"), 401), "ehr_sign_in", "asks for a sign-in (401)"),
    "403": (Reply.of(outcome("no"), 403), "ehr_sign_in", "asks for a sign-in (403)"),
    "404": (Reply.of(outcome("no such type"), 404), "ehr_rejected", "404: no such type"),
    "409": (Reply.of(outcome("taken"), 409), "ehr_conflict", "409: taken"),
    "412": (Reply.of(outcome("stale"), 412), "ehr_conflict", "412: stale"),
    "422": (Reply.of(outcome("see http://h.test/x"), 422), "ehr_rejected", "422: see …"),
    "500": (Reply.of(outcome("oh"), 500), "ehr_unavailable", "fails with 500: oh"),
    "503": (Reply(503, b"busy", "text/plain"), "ehr_unavailable", "fails with 503"),
    "429": (Reply(429), "ehr_unavailable", "429"),
    "html": (HTML, "ehr_bad_answer", "text/html, not FHIR JSON"),
    "half": (Reply(200, b'{"resourceType":', length=900), "ehr_unavailable", "breaks off"),
    "truncated": (Reply(200, b'{"resourceType": "Bun'), "ehr_bad_answer", "no whole JSON"),
    "empty": (Reply(200, b""), "ehr_bad_answer", "no whole JSON"),
    "null": (Reply.of(None), "ehr_bad_answer", "gives no FHIR resource"),
    "list": (Reply.of([]), "ehr_bad_answer", "gives no FHIR resource"),
    "one": (Reply.of({"resourceType": "Observation", "id": "x"}), "ehr_bad_answer", "no searchset"),
    "outcome": (Reply.of(outcome("broken inside")), "ehr_bad_answer", "gives no searchset"),
    "collection": (
        Reply.of({"resourceType": "Bundle", "type": "collection"}),
        "ehr_bad_answer",
        "gives no searchset",
    ),
    "error entry": (
        Reply.of(
            {
                "resourceType": "Bundle",
                "type": "searchset",
                "entry": [{"resource": outcome("half"), "search": {"mode": "outcome"}}],
            }
        ),
        "ehr_bad_answer",
        "answers with an error: half",
    ),
    "cut entries": (_cut, "ehr_bad_answer", "promises"),
    "wrong total": (_more, "ehr_bad_answer", "promises"),
    "twice": (_twice, "ehr_bad_answer", "twice"),
    "another type": (_other_type, "ehr_bad_answer", "something else than Observation"),
    "moved": (
        Reply(302, headers={"Location": "http://evil.test/fhir/Observation"}),
        "ehr_rejected",
        "has moved (302)",
    ),
    "next elsewhere": (_linked("http://evil.test/fhir?p=2"), "ehr_bad_answer", "another server"),
    "next nowhere": (_linked("http://[::1/fhir"), "ehr_bad_answer", "another server"),
    "in rings": (_in_rings, "ehr_bad_answer", "without an end"),
    "onward": (_Onward(), "ehr_bad_answer", "without an end"),
}


@pytest.fixture(scope="module")
def shared() -> Iterator[World]:
    """A server that each test fails in its own way."""
    with world() as there:
        yield there


@pytest.fixture(scope="module")
def embedded(shared: World) -> dict[str, Any]:
    """What the chart says without a server."""
    opened = start(shared.mini, MemorySink(), Casting("human", "en"), session="01OWN")
    result = call(opened, "Observation.search", code="potassium")
    assert result["total"] > 0
    return result


@pytest.mark.parametrize("fault", sorted(FOR_EVER))
def test_a_search_that_fails_is_an_error_and_the_session_goes_on(
    shared: World, embedded: dict[str, Any], fault: str
) -> None:
    opened = shared.begin()
    shared.server.fail_for_ever(SEARCH, FOR_EVER[fault][0])
    failed = call(opened, "Observation.search", code="potassium")
    shared.server.faults.clear()
    assert failed.get("kind") == FOR_EVER[fault][1], failed
    assert FOR_EVER[fault][2] in failed["error"]
    assert set(failed) == {"error", "kind"}
    assert opened.director.state.ended is None
    assert call(opened, "Observation.search", code="potassium") == embedded
    _names_no_host(shared, opened.director.events)


def _names_no_host(there: World, events: Any) -> None:
    recorded = "\n".join(event.model_dump_json() for event in events)
    for name in ("127.0.0.1", there.server.base.rsplit(":", 1)[1], "evil.test", "h.test"):
        assert name not in recorded


def test_a_server_that_is_slow_or_gone_is_not_an_empty_chart() -> None:
    with world(environ={TIMEOUT: "0.15"}) as there:
        opened = there.begin()
        there.server.fail_for_ever(SEARCH, 0.6)
        slow = call(opened, "Observation.search")
        assert (slow["kind"], slow["error"]) == (
            "ehr_unavailable",
            "The FHIR server gives no answer within 0.15 s: GET Observation.",
        )
        there.server.faults.clear()
        assert call(opened, "Observation.search")["total"] > 0
    for tool in ("Condition.search", "Procedure.search", "Patient.everything"):
        gone = call(opened, tool)
        assert gone["kind"] == "ehr_unavailable", gone
        assert "cannot be reached" in gone["error"]
    named = call(opened, "Condition.search", patient="Patient/nobody")
    assert named["kind"] == "ehr_unavailable"  # not: there is no such patient
    _names_no_host(there, opened.director.events)
    assert opened.director.runner.complete("Condition.search", "code", "hy") == []


def test_what_passes_is_tried_again_for_as_long_as_the_server_asks() -> None:
    with world() as there:
        opened = there.begin()
        busy = Reply(429, headers={"Retry-After": "3"})
        there.server.fail(SEARCH, busy, Reply(500), Reply(200, b"{", length=90))
        assert call(opened, "Observation.search")["total"] > 0
        assert there.waits == [3.0, 0.5, 1.0]
        there.waits.clear()
        there.server.fail_for_ever("GET Condition", Reply(503))
        assert call(opened, "Condition.search")["kind"] == "ehr_unavailable"
        assert there.waits == [0.25, 0.5, 1.0]
        there.waits.clear()
        # Who asks for more than we wait is told to be down, at once.
        there.server.fail("GET Procedure", Reply(429, headers={"Retry-After": "600"}))
        assert call(opened, "Procedure.search")["kind"] == "ehr_unavailable"
        assert there.waits == []
        dated = {"Retry-After": "Fri, 01 Jan 2010 00:00:00 GMT"}
        there.server.fail("GET CarePlan", Reply(503, headers=dated))
        assert "total" in call(opened, "CarePlan.search")
        assert there.waits == [0.0]


def test_who_writes_while_it_is_paged_through_only_makes_it_be_asked_again() -> None:
    with world() as there:
        opened = there.begin()
        there.server.fail(SEARCH, _more, _twice)
        assert call(opened, "Observation.search")["total"] > 0
        asked = [one for one in there.server.asked if "/Observation?patient" in one]
        assert len(asked) == 3
        assert len(set(asked)) == 1


WRITES: dict[str, Fault] = {
    "500": Reply(500),
    "gone half way": "lost",
    "refused": Reply.of(outcome("no such drug"), 422),
    "changed": lambda reply: {k: v for k, v in reply.items() if k != "priority"},
    "html": HTML,
}


@pytest.mark.parametrize("fault", sorted(WRITES))
def test_an_order_that_fails_is_in_no_chart(fault: str) -> None:
    with world() as there:
        opened = there.begin()
        there.server.fail_for_ever("PUT ServiceRequest/*", WRITES[fault])
        failed = call(opened, "ServiceRequest.create", **ORDER)
        assert failed["kind"].startswith("ehr_"), failed
        assert opened.director.state.written == ()
        there.server.faults.clear()
        assert call(opened, "order.list")["total"] == 0
        assert there.layer("01SESSION") == []  # also what had come there all the same
        assert call(opened, "ServiceRequest.create", **ORDER)["order"] == "#1"
        assert call(opened, "order.list")["total"] == 1
        (kept,) = there.layer("01SESSION")
        assert kept["priority"] == "routine"


def test_a_cancellation_that_fails_leaves_the_order_active() -> None:
    with world() as there:
        opened = there.begin()
        call(opened, "ServiceRequest.create", **ORDER)
        there.server.fail_for_ever("PUT ServiceRequest/*", "lost")
        assert "kind" in call(opened, "order.cancel", order="#1")
        there.server.faults.clear()
        assert call(opened, "order.list")["entries"][0]["status"] == "active"
        assert [one["status"] for one in there.layer("01SESSION")] == ["active"]


def test_a_rewind_while_the_server_is_down_is_made_good_by_the_next_call() -> None:
    with world() as there:
        opened = there.begin()
        before = opened.director.boundaries()[-1]
        call(opened, "ServiceRequest.create", **ORDER)
        there.server.fail_for_ever("DELETE *", Reply(503))
        opened.director.rewind(before)
        assert call(opened, "order.list")["kind"] == "ehr_unavailable"
        assert len(there.layer("01SESSION")) == 1
        there.server.faults.clear()
        assert call(opened, "order.list")["total"] == 0
        assert there.layer("01SESSION") == []


def test_a_session_ends_even_where_its_orders_cannot_be_removed() -> None:
    with world() as there:
        opened = there.begin()
        call(opened, "ServiceRequest.create", **ORDER)
        there.server.fail_for_ever("DELETE *", Reply(500))
        opened.director.end(EndReason.QUIT)
        assert opened.director.state.ended is EndReason.QUIT
        assert there.ehr.left_behind == ("01SESSION",)
        assert len(there.layer("01SESSION")) == 1


@pytest.mark.parametrize("fault", ["500", "html", "401", "truncated"])
def test_at_the_start_it_is_one_line(fault: str) -> None:
    server = LaxServer()
    with world(server) as there:
        there.reconnect()
        server.fail_for_ever("GET metadata", FOR_EVER[fault][0])
        with pytest.raises(ServiceFailed) as failed:
            there.begin()
        assert "\n" not in str(failed.value)
        assert failed.value.exit_status == 3
        server.faults.clear()
        server.fail_for_ever("GET AllergyIntolerance", FOR_EVER[fault][0])
        with pytest.raises(ServiceFailed, match="GET AllergyIntolerance"):
            there.begin()


def test_an_answer_that_is_too_deep_is_a_fault_not_a_crash() -> None:
    with world() as there:
        opened = there.begin()
        deep = json.dumps({"a": 1}).encode()[:-1] + b',"b":' + b"[" * 90_000 + b"]" * 90_000 + b"}"
        there.server.fail_for_ever(SEARCH, Reply(200, deep))
        assert call(opened, "Observation.search")["kind"] == "ehr_bad_answer"


def test_a_form_that_is_filled_in_while_the_server_is_down_says_nothing_wrong() -> None:
    long = load_scenario(str(MINI.parent / "long"))
    with LaxServer() as server:
        ehr = EhrServer(server.base, {}, lambda _s: None)
        loaded_to(ehr, long.record_path)
        opened = start(long, MemorySink(), Casting("human", "en"), ehr=ehr)
        ehr.close()
    runner = opened.director.runner
    assert runner.value_fault("fhir_observation_search_labs", "patient", "lg-2") is None
    assert runner.value_fault("fhir_observation_search_labs", "date", "soon") is not None
    assert call(opened, "fhir_observation_search_labs")["kind"] == "ehr_unavailable"
    ehr.close()
