"""A real FHIR R4 server behind the same tools: it answers as the embedded store does."""

from __future__ import annotations

import contextvars
import io
import itertools
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any, Self

import pytest

from physassist_tui.cli import run as physassist
from physassist_tui.core.scenario import GoldCall, Limits
from physassist_tui.core.state import Call
from physassist_tui.core.tools import Outcome
from physassist_tui.core.view import CallTool
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.paging import next_params
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.runner import ToolRunner
from physassist_tui.ehr.runners import runner_for
from physassist_tui.ehr.server.cleaning import leftovers
from physassist_tui.ehr.server.server import EhrServer
from physassist_tui.ehr.toolsets import PHYSASSIST, PHYSICIANBENCH, toolset
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run as play_on
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.score.session import score_session
from tests.fhir_real.searches import Searches
from tests.fhir_real.server import RealServer
from tests.unit.ehr_server_world import ORDER, call, loaded_to

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "tests" / "scenarios"
MIMIC = "mimic-iv-fhir-demo-2.1.0"
SEED = 20261130


@pytest.fixture(scope="module")
def fhir(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("fhir")) as server:
        yield server


@pytest.fixture
def ehr(fhir: RealServer) -> Iterator[EhrServer]:
    """A connection; whatever a test does, nothing of its sessions stays on the server."""
    made = EhrServer(fhir.base, {})
    yield made
    try:
        assert leftovers(made.fetcher) == []
    finally:
        made.close()


@pytest.fixture
def run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., str]:
    """Runs a command here, and holds it to the status that it must leave with."""
    monkeypatch.setenv("PHYSASSIST_DB", str(tmp_path / "plays.db"))
    monkeypatch.setenv("PHYSASSIST_LANG", "en")

    def _run(*arguments: str, status: int = 0) -> str:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        left = contextvars.copy_context().run(physassist, list(arguments))
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        assert left == status, (out, err)
        return out if status == 0 else err

    return _run


# The same searches


def bounded(path: Path, folder: Path, most: int) -> Path:
    """At most so many resources of each type of a bundle, the first and the last of them."""
    whole = json.loads(path.read_bytes())
    by_type: dict[str, list[Resource]] = {}
    for entry in whole["entry"]:
        by_type.setdefault(entry["resource"]["resourceType"], []).append(entry)
    kept = []
    for entries in by_type.values():
        half = most // 2
        kept += entries if len(entries) <= most else [*entries[:half], *entries[-half:]]
    made = folder / path.name
    made.write_text(json.dumps({**whole, "type": "collection", "entry": kept}))
    return made


def synthea(data: Path, folder: Path) -> Path:
    return bounded(sorted((data / "synthea-r4").glob("*.json"))[0], folder, 400)


def mimic(data: Path, folder: Path) -> Path:
    # Half of the patient's stays leads to drugs, places and specimens that are all there.
    return bounded(next((data / MIMIC).glob("EXAMPLE*.json")), folder, 140)


def answer(store: EhrStore, kind: str, params: Any) -> Any:
    """What a search gives over its first pages, or what it refuses."""
    resources: list[Resource] = []
    totals = set()
    wanted = params
    for _page in range(4):
        if wanted is None:
            break
        try:
            page = store.search(kind, wanted)
        except EhrError as refused:
            return str(refused), refused.field, refused.allowed
        totals.add(page["total"])
        resources += [entry["resource"] for entry in page.get("entry", [])]
        wanted = next_params(page)
    return totals, resources


def first_patient(record: Record) -> str:
    store = record.at(datetime.fromisoformat("9000-01-01T00:00:00+00:00"))
    return f"Patient/{store.search('Patient', [])['entry'][0]['resource']['id']}"


@pytest.mark.parametrize(("bundle", "count"), [(synthea, 70), (mimic, 45)])
def test_generated_searches_on_real_records_give_the_same(
    real_data: Path,
    ehr: EhrServer,
    tmp_path: Path,
    bundle: Callable[[Path, Path], Path],
    count: int,
) -> None:
    """Ids, order, totals and content; 345 searches at clocks in and after the record."""
    path = bundle(real_data, tmp_path)
    loaded_to(ehr, path)
    record = open_record(path)
    drawn = Searches(record, SEED)
    patient = first_patient(record)
    asked = found = 0
    for number, clock in enumerate(drawn.clocks(2)):
        own = record.at(clock)
        store = ehr.store(path, patient, clock, f"01SEARCH{number}", fresh=True)
        for kind, params in drawn.drawn(count):
            expected = answer(own, kind, params)
            assert answer(store, kind, params) == expected, (clock, kind, params)
            asked += 1
            found += any(expected[0])
    assert asked == 3 * count
    assert found > asked // 4


# The same calls


class Pair:
    """One session on both stores."""

    def __init__(
        self, ehr: EhrServer, path: Path, name: str, patient: str, clock: datetime
    ) -> None:
        self.record = open_record(path)
        self.now = clock
        self.own: EhrStore = self.record.at(clock)
        self.server = ehr.store(path, patient, clock, "01PAIR", fresh=True)
        self._numbers = itertools.count(1)
        self.runners = [self._runner(one, name, patient) for one in (self.own, self.server)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.server.session_over()

    def _runner(self, store: EhrStore, name: str, patient: str) -> ToolRunner:
        return runner_for(
            store,
            toolset(name),
            patient=patient,
            encounter=None,
            lang="en",
            limits=Limits(),
            session="01PAIR",
        )

    def same(self, tool: str, arguments: dict[str, Any]) -> Outcome:
        """What both give."""
        call_id = f"c{next(self._numbers)}"
        given = []
        for runner in self.runners:
            values, error = runner.validate(tool, arguments)
            if values is None:
                given.append(Outcome(ok=False, result=error or {}))
                continue
            given.append(
                runner.run(call_id, tool, values, now=self.now, person=False, seat="assistant")
            )
        assert given[0] == given[1], (tool, arguments)
        assert "kind" not in given[1].result
        return given[0]


def test_the_tools_give_the_same_on_a_real_record(
    real_data: Path, ehr: EhrServer, tmp_path: Path
) -> None:
    path = synthea(real_data, tmp_path)
    loaded_to(ehr, path)
    patient = first_patient(open_record(path))
    clock = datetime.fromisoformat("2015-06-01T09:00:00-05:00")
    with Pair(ehr, path, PHYSASSIST, patient, clock) as pair:
        _physassist_calls(pair)
    with Pair(ehr, path, PHYSICIANBENCH, patient, clock) as pair:
        assert len(_bench_reads(pair, patient)) == 9


def _physassist_calls(pair: Pair) -> None:
    drawn = random.Random(SEED)
    tools = [one for one in toolset(PHYSASSIST).tools if one.kind == "read"]
    shown = 0
    for tool in tools:
        plain = pair.same(tool.name, {})
        shown += plain.result["total"]
        names = {str(e["name"]) for e in plain.result["entries"] if e.get("name")}
        wishes: dict[str, list[Any]] = {
            "code": sorted(names)[:3] or ["potassium"],
            "medication": sorted(names)[:2],
            "status": ["active", "finished", "completed"],
            "category": ["laboratory", "vitals"],
            "date_from": ["2014"],
            "date_to": ["2012-12-31"],
            "_count": [3],
            "page": [2],
            "patient": ["nobody"],
        }
        for param in tool.params:
            for value in wishes.get(param.name, [])[: drawn.randint(1, 2)]:
                pair.same(tool.name, {param.name: value})
    assert shown > 100
    order = pair.same("ServiceRequest.create", ORDER)
    assert order.written
    pair.same("MedicationRequest.create", {"medication": "Metformin", "dose": "500 mg",
                                           "route": "PO", "frequency": "BID"})  # fmt: skip
    for name in ("order.list", "MedicationRequest.search"):
        assert pair.same(name, {}).ok
    assert pair.same("order.cancel", {"order": "#1"}).ok
    assert not pair.same("order.cancel", {"order": "#1"}).ok
    pair.same("order.list", {})


def test_the_physicianbench_tools_give_the_same(ehr: EhrServer) -> None:
    scenario = load_scenario(str(SCENARIOS / "long"))
    loaded_to(ehr, scenario.record_path)
    play = scenario.scenario
    with Pair(ehr, scenario.record_path, PHYSICIANBENCH, play.patient, play.clock) as pair:
        _bench_calls(pair, [one for one in play.turns[0].gold if isinstance(one, GoldCall)])


def _bench_calls(pair: Pair, gold: list[GoldCall]) -> None:
    for step in gold:
        assert pair.same(step.call, step.arguments("en")).ok, step.call
    used = {step.call for step in gold} | _bench_reads(pair, "lg-1")
    message = {
        "patient_reference": "Patient/lg-1",
        "recipient_reference": "Practitioner/lg-marsh",
        "message_text": "Please stop naproxen.",
        "based_on_service_request": "#3",
    }
    assert pair.same("fhir_communication_create_message", message).ok
    assert not pair.same("fhir_appointment_create", {
        "patient_reference": "Patient/lg-1", "practitioner_reference": "Practitioner/lg-ortiz",
        "description": "Referral visit",
    }).ok  # fmt: skip
    assert len(pair.same("order.list", {}).result["entries"]) == 5
    assert pair.same("order.cancel", {"order": "#3"}).ok
    pair.same("order.list", {})
    used |= {"fhir_communication_create_message", "order.list", "order.cancel"}
    assert used == {tool.name for tool in toolset(PHYSICIANBENCH).tools}


def _bench_reads(pair: Pair, patient: str) -> set[str]:
    """Every search: of the whole record, by each parameter, and of a patient's by each."""
    wishes = {
        "status": "active", "code": "hemoglobin", "category": "laboratory", "count": 2, "page": 2,
        "date": "ge2014-06-01", "intent": "order", "name": "a", "gender": "male",
        "birthdate": "lt1990", "clinical_status": "active", "type": "note", "patient": "nobody",
        "encounter": "nowhere", "family": "e", "identifier": "7104432", "authored": "2026",
        "authoredon": "ge2010", "onset_date": "le2026", "requester": "Practitioner/lg-marsh",
    }  # fmt: skip
    used = set()
    for tool in toolset(PHYSICIANBENCH).tools:
        if tool.kind != "read":
            continue
        used.add(tool.name)
        own = {"patient": patient} if tool.param("patient") else {}
        pair.same(tool.name, own)
        for param in tool.params:
            if param.name in wishes:
                pair.same(tool.name, {param.name: wishes[param.name]})
                pair.same(tool.name, {**own, param.name: wishes[param.name]})
    return used


# The same scores


@pytest.mark.parametrize(
    "name",
    [str(SCENARIOS / "mini"), str(SCENARIOS / "long"), "medication-safety/slow-pulse"],
)
def test_a_gold_play_scores_the_same_and_leaves_nothing(ehr: EhrServer, name: str) -> None:
    loaded = load_scenario(name)
    loaded_to(ehr, loaded.record_path)
    for lang in loaded.scenario.languages:
        scores, calls = [], []
        for server in (None, ehr):
            sink = MemorySink()
            opened = start(
                loaded, sink, Casting("script:gold", lang), session=f"01GOLD{lang}", ehr=server
            )
            assert play_on(opened) is EndReason.COMPLETED
            state = opened.director.state
            assert state.started is not None
            assert state.started.ehr == ("embedded" if server is None else "server")
            calls.append([_told(one) for one in state.calls])
            record = opened.record.at(loaded.scenario.clock)
            scores.append(score_session(sink.events, loaded.scenario, record))
        assert calls[0] == calls[1]
        assert scores[0] == scores[1]
        assert leftovers(ehr.fetcher) == []


def _told(one: Call) -> Any:
    return one.tool, one.arguments, one.ok, one.result, one.shown


# As people meet it


def test_load_check_play_resume_and_clean(fhir: RealServer, run: Callable[..., str]) -> None:
    mini, address = str(SCENARIOS / "mini"), ("--ehr", fhir.base)
    assert "it can be loaded to and played on" in run("ehr", "check", fhir.base)
    told = json.loads(run("ehr", "check", fhir.base, "--json"))
    assert (told["play"], told["load"], told["fhir"]) == (True, True, "4.0.1")
    run("ehr", "load", mini, "--to", fhir.base)
    again = json.loads(run("ehr", "load", mini, "--to", fhir.base, "--json"))
    assert again["written"] == 0 < again["already"] == again["resources"]
    said = run("play", "diagnostic-workup/creatinine-up", "--assistant", "script:gold",
               "--headless", *address, status=2)  # fmt: skip
    assert said.count("\n") == 1
    assert "physassist ehr load" in said
    scored = json.loads(
        run("play", mini, "--assistant", "script:gold", "--headless", "--json", *address)
    )
    assert scored["session"]
    assert json.loads(run("ehr", "clean", "--all", "--json", *address))["sessions"] == []
    assert "nothing of session" in run("ehr", "clean", scored["session"], *address, status=1)
    assert "--all" in run("ehr", "clean", *address, status=2)
    run("play", "--record", "x", *address, status=2)


def test_a_play_that_was_killed_is_cleaned_and_resumed(
    fhir: RealServer, run: Callable[..., str], tmp_path: Path
) -> None:
    mini, address = str(SCENARIOS / "mini"), ("--ehr", fhir.base)
    run("ehr", "load", mini, "--to", fhir.base)
    process = subprocess.Popen(
        [sys.executable, "-m", "physassist_tui", "play", mini, "--plain", *address],
        cwd=ROOT,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    process.stdin.write(b"ServiceRequest.create service_type=Potassium priority=routine\n")
    process.stdin.flush()
    try:
        _until(lambda: _held(fhir) == 1)
        _until(lambda: _calls(tmp_path) == 1)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdin.close()
    (left,) = json.loads(run("ehr", "clean", "--dry-run", "--json", *address))["sessions"]
    assert len(left["resources"]) == 1
    assert _held(fhir) == 1
    # Without the server it is not gone on with, with it its order is where it was.
    folder = ("--scenarios", str(SCENARIOS))
    assert "--ehr URL" in run("resume", left["session"], "--plain", *folder, status=2)
    run("resume", left["session"], "--plain", *folder, *address)
    assert _held(fhir) == 1
    run("ehr", "clean", left["session"], *address)
    assert _held(fhir) == 0
    run("resume", left["session"][:20], "--plain", *folder, *address)
    assert _held(fhir) == 1
    run("ehr", "clean", "--all", *address)
    assert _held(fhir) == 0


def _held(fhir: RealServer) -> int:
    """How many resources of sessions the server has, asked past all our own code."""
    address = f"{fhir.base}/ServiceRequest?_tag=urn:physassist%7Clayer&_summary=count"
    with urllib.request.urlopen(address, timeout=10) as told:
        count: int = json.load(told)["total"]
        return count


def _calls(folder: Path) -> int:
    with closing(sqlite3.connect(folder / "plays.db")) as db:
        row = db.execute("SELECT count(*) FROM event WHERE kind = 'tool_returned'").fetchone()
    return int(row[0])


def _until(so: Callable[[], bool], patience_s: float = 30.0) -> None:
    limit = time.monotonic() + patience_s
    while not so():
        assert time.monotonic() < limit
        time.sleep(0.05)


def test_sessions_at_the_same_time_see_their_own_orders_only(
    fhir: RealServer, ehr: EhrServer
) -> None:
    mini = load_scenario(str(SCENARIOS / "mini"))
    loaded_to(ehr, mini.record_path)
    patient = [("patient", "mini-1")]
    before = open_record(mini.record_path).at(mini.scenario.clock)
    recorded = before.search("ServiceRequest", patient)["total"]

    def play(number: int) -> list[int]:
        own = EhrServer(fhir.base, {})
        session = f"01AT{number}"
        opened = start(mini, MemorySink(), Casting("human", "en"), session=session, ehr=own)
        seen = []
        for _order in range(4):
            assert "order" in call(opened, "ServiceRequest.create", **ORDER)
            seen.append(opened.store.search("ServiceRequest", patient)["total"] - recorded)
        opened.director.end(EndReason.QUIT)
        own.close()
        return seen

    with ThreadPoolExecutor(3) as pool:
        assert list(pool.map(play, range(3))) == [[1, 2, 3, 4]] * 3


def test_a_server_that_dies_and_comes_back_and_answers_with_its_own_address(
    tmp_path: Path,
) -> None:
    """Absolute references, as some servers give them, are the same references."""
    mini = load_scenario(str(SCENARIOS / "mini"))
    record = open_record(mini.record_path)
    drawn = Searches(record, SEED)
    with RealServer(tmp_path / "fhir", absolute=True) as server:
        ehr = EhrServer(server.base, {}, lambda _s: None)
        loaded_to(ehr, mini.record_path)
        sink = MemorySink()
        opened = start(mini, sink, Casting("human", "en"), session="01DYING", ehr=ehr)
        own = record.at(mini.scenario.clock)
        for kind, params in drawn.drawn(30):
            assert answer(opened.store, kind, params) == answer(own, kind, params), (kind, params)
        assert call(opened, "ServiceRequest.create", **ORDER)["order"] == "#1"
        server.stop()
        assert call(opened, "Observation.search")["kind"] == "ehr_unavailable"
        assert call(opened, "ServiceRequest.create", **ORDER)["kind"] == "ehr_unavailable"
        server.start()
        assert call(opened, "Observation.search")["total"] > 0
        assert call(opened, "order.list")["total"] == 1
        opened.director.act(CallTool("order.cancel", {"order": "#1"}))
        opened.director.end(EndReason.QUIT)
        assert ehr.left_behind == ()
        assert leftovers(ehr.fetcher) == []
        ehr.close()
