"""Long tasks: the 14 tools on a long chart, a search of it on a real server, a long play."""

from __future__ import annotations

import dataclasses
import json
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import datetime
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from bench.measure import Figure, by_value, seconds, unmeasured

if TYPE_CHECKING:
    from physassist_tui.ehr.protocol import EhrStore
    from physassist_tui.ehr.runner import ToolRunner
    from physassist_tui.library import Loaded

RESOURCES = 1_500
"""The least that the chart holds."""
EMBEDDED_RUNS = 40
SERVER_RUNS = 5
TOOL_RUNS = 40
CALLS = 100
PLAYS = 5
_SEARCH = "a search of a long chart, embedded store"
_SERVER = "the same through a real FHIR server"
_TOOLS = f"a call of the 14 tools on a {RESOURCES}-resource chart, median"
_PLAY = f"a gold play of {CALLS} calls, recorded and graded"
_FASTER = 1 / 50


def measure() -> Iterator[Figure]:
    """Three figures on the first shipped long task that is long enough."""
    loaded = _long_task()
    # Beside this file: where the temporary folder is in memory, nothing waits for a disk.
    with tempfile.TemporaryDirectory(dir=Path(__file__).parent, prefix=".tmp-") as folder:
        yield _search(loaded, Path(folder))
        yield _tools(loaded)
        yield _play(loaded, Path(folder))


def _long_task() -> Loaded:
    from physassist_tui.library import list_scenarios, load_scenario

    for entry in list_scenarios():
        if entry.id.startswith("long-tasks/"):
            loaded = load_scenario(entry.id)
            if len(json.loads(loaded.record_path.read_text(encoding="utf-8"))["entry"]) > RESOURCES:
                return loaded
    raise RuntimeError(f"no shipped long task has {RESOURCES} resources")


# One search, here and there


def _searches(patient: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """What is asked of a chart most: by kind, by category, by a part of a name, from a day on."""
    whose = ("patient", patient)
    page = ("_count", "50")
    newest = ("_sort", "-date")
    return [
        ("Patient", [("_id", patient.partition("/")[2])]),
        ("Condition", [whose, page]),
        ("Observation", [whose, ("category", "laboratory"), newest, page]),
        ("Observation", [whose, ("code:text", "creatinine"), newest, page]),
        ("Observation", [whose, ("category", "vital-signs"), ("date", "ge2025-06-01"), page]),
        ("MedicationRequest", [whose, ("status", "active"), page]),
        ("DocumentReference", [whose, newest, ("_count", "5")]),
        ("ServiceRequest", [whose, page]),
    ]


def _search(loaded: Loaded, folder: Path) -> Figure:
    """Each search on both, in turn; the sums of their medians are compared."""
    import pytest

    from physassist_tui.ehr.record import open_record
    from physassist_tui.ehr.server.server import EhrServer
    from tests.fhir_real.server import RealServer
    from tests.unit.ehr_server_world import loaded_to

    scenario = loaded.scenario
    embedded = open_record(loaded.record_path).at(scenario.clock)
    with ExitStack() as stack:
        try:
            running = stack.enter_context(RealServer(folder / "fhir"))
        except pytest.skip.Exception as skipped:
            return unmeasured(_SEARCH, _SERVER, _FASTER, str(skipped))
        ehr = stack.enter_context(closing(EhrServer(running.base, {})))
        loaded_to(ehr, loaded.record_path)
        there = ehr.store(
            loaded.record_path, scenario.patient, scenario.clock, "01BENCH", fresh=True
        )
        ours, theirs, bare = 0.0, 0.0, 0.0
        samples: list[float] = []
        for kind, params in _searches(scenario.patient):
            here_times, there_times = _both(embedded, there, kind, params)
            samples += here_times
            ours += statistics.median(here_times)
            theirs += statistics.median(there_times)
            bare += _bare(running.base, kind, params)
    ratio = ours / theirs
    note = f"{theirs / ours:.0f} times as fast; than the server's own first page {bare / ours:.0f}"
    return Figure(
        _SEARCH, ours / len(_searches("")), "s", _SERVER, ratio, _FASTER, "ratio",
        ratio <= _FASTER, samples, note,
    )  # fmt: skip


def _both(
    embedded: EhrStore, there: EhrStore, kind: str, params: list[tuple[str, str]]
) -> tuple[list[float], list[float]]:
    """The times of a search on both stores, which must give the same. The first is not counted."""
    if embedded.search(kind, params) != there.search(kind, params):
        raise RuntimeError(f"the server answers otherwise: {kind} {params}")
    here_times: list[float] = []
    there_times: list[float] = []
    for _run in range(SERVER_RUNS):
        there_times.append(seconds(lambda: there.search(kind, params)))
        for _again in range(EMBEDDED_RUNS // SERVER_RUNS):
            here_times.append(seconds(lambda: embedded.search(kind, params)))
    return here_times, there_times


def _bare(base: str, kind: str, params: list[tuple[str, str]]) -> float:
    """The median of the server's own answers to it, one page, nothing checked or sorted by us."""
    address = urlsplit(base)
    with closing(HTTPConnection(str(address.hostname), address.port)) as connection:

        def ask() -> None:
            connection.request("GET", f"{address.path}/{kind}?{urlencode(params)}")
            answer = connection.getresponse()
            if b"Bundle" not in answer.read() or answer.status != HTTPStatus.OK:
                raise RuntimeError(f"the server gave {answer.status} for {kind} {params}")

        ask()
        return statistics.median(seconds(ask) for _run in range(SERVER_RUNS))


# The tools


def _calls(loaded: Loaded) -> list[tuple[str, Callable[[int], dict[str, Any]]]]:
    """A call of each tool, none quite like the one before; searches give the fullest pages."""
    from physassist_tui.ehr.bench import toolset as names

    patient = loaded.scenario.patient
    record = json.loads(loaded.record_path.read_text(encoding="utf-8"))["entry"]
    doctor = next(
        f"Practitioner/{entry['resource']['id']}"
        for entry in record
        if entry["resource"]["resourceType"] == "Practitioner"
    )
    whose = {"patient_reference": patient}
    search = {"patient": patient}
    return [
        (names.DEMOGRAPHICS, lambda _n: {}),
        *(
            (name, lambda _n: search)
            for name in (
                names.PROBLEMS, names.LABS, names.VITALS, names.SOCIAL, names.PROCEDURES,
                names.MEDICATIONS, names.SERVICES, names.NOTES,
            )
        ),
        (names.MEDICATION_CREATE, lambda n: {
            **whose, "requester_reference": doctor, "medication_display": "Aspirin 81 mg tablet",
            "dose_value": 81, "dose_unit": "mg", "frequency_text": "daily", "note_text": str(n),
        }),
        (names.SERVICE_CREATE, lambda n: {
            **whose, "requester_reference": doctor, "code_code": "2160-0",
            "code_display": "Creatinine", "category_code": "108252007", "note_text": str(n),
        }),
        (names.MESSAGE_CREATE, lambda n: {
            **whose, "recipient_reference": doctor, "message_text": f"Please call me ({n}).",
        }),
        (names.APPOINTMENT_CREATE, lambda n: {
            **whose, "practitioner_reference": doctor, "description": f"Follow-up visit {n}",
        }),
        (names.WRITE_FILE, lambda n: {"path": f"output/note{n}.md", "content": "A note.\n" * 60}),
    ]  # fmt: skip


def _tools(loaded: Loaded) -> Figure:
    """Every tool once in a session of its own, again and again: nothing is kept from before."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.ehr.runners import runner_for
    from physassist_tui.ehr.toolsets import PHYSICIANBENCH, toolset

    scenario, record = loaded.scenario, open_record(loaded.record_path)
    calls = _calls(loaded)
    if len(calls) != 14:
        raise RuntimeError(f"there are 14 tools, not {len(calls)}")
    times: dict[str, list[float]] = {name: [] for name, _arguments in calls}
    for number in range(TOOL_RUNS + 1):
        runner = runner_for(
            record.at(scenario.clock), toolset(PHYSICIANBENCH), patient=scenario.patient,
            encounter=scenario.encounter, lang="en", limits=scenario.limits, session=f"S{number}",
        )  # fmt: skip
        for name, arguments in calls:
            given = arguments(number)
            took = seconds(lambda: _make(runner, name, given, scenario.clock))  # noqa: B023
            if number:
                times[name].append(took)
    medians = {name: statistics.median(found) for name, found in times.items()}
    slowest = max(medians, key=lambda name: medians[name])
    every = [one for found in times.values() for one in found]
    figure = by_value(_TOOLS, f"the slowest, {slowest}", every, medians[slowest], 0.002)
    told = ", ".join(f"{name} {median * 1000:.2f} ms" for name, median in medians.items())
    return dataclasses.replace(figure, note=told)


def _make(runner: ToolRunner, name: str, given: dict[str, Any], now: datetime) -> None:
    values, fault = runner.validate(name, given, person=False)
    if values is None:
        raise RuntimeError(f"{name}: {fault}")
    outcome = runner.run(name, name, values, now=now, person=False, seat="assistant")
    if not outcome.ok:
        raise RuntimeError(f"{name}: {outcome.result}")


# A play


def _play(loaded: Loaded, folder: Path) -> Figure:
    """The play with more of its own searches in it, beside the play as it is."""
    long = _lengthened(loaded)
    _played(long, folder / "warm.db")
    ours = [seconds(lambda n=n: _played(long, folder / f"long{n}.db")) for n in range(PLAYS)]  # type: ignore[misc]
    as_is = [seconds(lambda n=n: _played(loaded, folder / f"own{n}.db")) for n in range(PLAYS)]  # type: ignore[misc]
    return by_value(_PLAY, "the gold play as it is", ours, statistics.median(as_is), 3.0)


def _lengthened(loaded: Loaded) -> Loaded:
    from physassist_tui.core.scenario import GoldCall

    (turn,) = loaded.scenario.turns
    searches = [step for step in turn.gold if isinstance(step, GoldCall) and "search" in step.call]
    more = CALLS - sum(isinstance(step, GoldCall) for step in turn.gold)
    again = tuple(searches[number % len(searches)] for number in range(more))
    longer = turn.model_copy(update={"gold": again + turn.gold})
    return dataclasses.replace(
        loaded, scenario=loaded.scenario.model_copy(update={"turns": (longer,)})
    )


def _played(loaded: Loaded, path: Path) -> None:
    """Opens the record, plays, records every event, grades. Raises where it is not all right."""
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.headless import run
    from physassist_tui.play.opening import start
    from physassist_tui.score.session import score_session
    from physassist_tui.store.recordings import Recordings

    with Recordings.open(path) as recordings:
        opened = start(loaded, recordings, Casting("script:gold", "en"))
        run(opened)
        events = recordings.events(opened.director.session)
    record = opened.record.at(loaded.scenario.clock)
    score = score_session(events, loaded.scenario, record)
    calls = sum(event.kind == "tool_called" for event in events)
    grades = {item.grade.verdict.value for turn in score.turns for item in turn.items}
    if calls != sum(hasattr(step, "call") for step in loaded.scenario.turns[0].gold):
        raise RuntimeError(f"{calls} calls were made")
    if "fail" in grades:
        raise RuntimeError(f"gold is graded {grades}")
