"""What comes of a study: the tidy tables and their dictionary, and the report over all planned."""

from __future__ import annotations

import csv
import datetime
import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from physassist_tui import cli
from physassist_tui.core.view import Answer, Ask
from physassist_tui.play.headless import run
from physassist_tui.report.extras import PlannedTask, trials_of
from physassist_tui.report.figure import Draws
from physassist_tui.report.lines import lines
from physassist_tui.report.page import page
from physassist_tui.report.sheet import Options, report_of
from physassist_tui.store.recordings import Recordings
from physassist_tui.study.csv_files import export
from physassist_tui.study.interruptions import interruptions
from physassist_tui.study.leading import asked_of
from physassist_tui.study.load import LoadedStudy
from physassist_tui.study.playing import open_assigned
from tests.study.study_world import leading
from tests.unit.report_world import played as played_in_letters

Table = list[dict[str, str]]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[LoadedStudy, Path]]:
    """Gold has played both sessions; p01 one to its end and left the other; p02 has not begun."""
    folder = tmp_path_factory.mktemp("study")
    with Recordings.open(folder / "plays.db") as recordings:
        gold = leading(folder, recordings, "gold")
        for assignment in gold.order():
            run(open_assigned(gold.loaded, recordings, assignment))
        led = leading(folder, recordings)
        led.consent(agreed=True)
        led.instructed()
        first, second = led.order()
        director = open_assigned(led.loaded, recordings, first).director
        director.shown()
        director.act(Ask("Do you take any painkillers?"))
        director.pause()
        director.resume()
        director.act(Answer("=cmd|' /C calc'!A0"))
        director = open_assigned(led.loaded, recordings, first).director  # after a kill
        director.act(Answer("  "))
        for asked, given in zip(
            asked_of(led.study.questions, "en"), (5, *range(0, 60, 10), "=1+1"), strict=True
        ):
            led.answer(first, asked, given)
        led.close(first)
        open_assigned(led.loaded, recordings, second)
        yield led.loaded, folder


@pytest.fixture(scope="module")
def tables(played: tuple[LoadedStudy, Path]) -> dict[str, Table]:
    loaded, folder = played
    with Recordings.open(folder / "plays.db", readonly=True) as recordings:
        paths = export(loaded, recordings, folder / "out")
        again = [path.read_bytes() for path in paths]
        assert [path.read_bytes() for path in export(loaded, recordings, folder / "out")] == again
    return {
        path.name: list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
        for path in paths
    }


def test_the_dictionary_names_every_column_and_no_other(tables: dict[str, Table]) -> None:
    told = tables.pop("dictionary.csv")
    found = {(name, column) for name, rows in tables.items() for column in rows[0]}
    assert {(one["file"], one["column"]) for one in told} == found
    assert len(told) == len(found)
    assert all(one["meaning_en"].strip() and one["meaning_zh"].strip() for one in told)
    assert "{" not in "".join(one["meaning_en"] for one in told)
    tables["dictionary.csv"] = told


def test_every_value_is_of_its_type(tables: dict[str, Table]) -> None:
    kinds: dict[str, Any] = {
        "whole": int,
        "number": float,
        "text": str,
        "yes_no": lambda text: {"0": False, "1": True}[text],
        "time": datetime.datetime.fromisoformat,
    }
    for one in tables["dictionary.csv"]:
        for row in tables[one["file"]]:
            if row[one["column"]]:
                kinds[one["type"]](row[one["column"]])


def test_a_row_a_session_that_was_to_be(tables: dict[str, Table]) -> None:
    rows = {(one["participant"], one["position"]): one for one in tables["sessions.csv"]}
    assert len(rows) == len(tables["sessions.csv"]) == 6
    states = [(who, one["state"], one["finished"]) for (who, _), one in rows.items()]
    assert states == [
        ("p01", "completed", "1"), ("p01", "unfinished", "0"),
        ("p02", "planned", "0"), ("p02", "planned", "0"),
        ("gold", "completed", "1"), ("gold", "completed", "1"),
    ]  # fmt: skip
    for position in "12":
        gold, nobody = rows["gold", position], rows["p02", position]
        assert (gold["mrs"], gold["task_success"], gold["tlx_raw"]) == ("1.0", "1", "")
        assert gold["active_ms"] == "0"  # scripts play in no time, which is known
        assert [nobody[name] for name in ("session", "mrs", "active_ms", "pauses")] == [""] * 4
    person, left = rows["p01", "1"], rows["p01", "2"]
    # Of turn 1 one item of four: the question about painkillers was asked.
    assert (person["mrs"], person["task_success"]) == ("0.125", "0")
    assert person["tlx_raw"] == "25.0"
    assert (person["pauses"], person["pause_reasons"]) == ("2", "crash:1;person:1")
    assert (person["tool_calls"], person["patient_questions"]) == ("1", "1")
    assert (left["mrs"], left["tlx_raw"], left["cost_usd"]) == ("", "", "")
    limits = {one["condition"]: one["time_limit_s"] for one in rows.values()}
    assert limits == {"implicit": "", "explicit": "1200.0"}
    assert {one["requests"] for one in rows.values()} == {"implicit", "explicit"}


def test_a_row_a_turn_of_what_is_over(tables: dict[str, Table]) -> None:
    rows = tables["turns.csv"]
    assert [(one["participant"], one["turn"]) for one in rows] == [
        ("p01", "1"), ("p01", "2"), ("gold", "1"), ("gold", "2"), ("gold", "1"), ("gold", "2"),
    ]  # fmt: skip
    leans = {(one["condition"], one["turn"]): one["implicitness"] for one in rows}
    assert leans["implicit", "2"] == "NA"
    assert leans["explicit", "2"] == leans["explicit", "1"] == "none"
    first, second = rows[:2]
    assert (first["answered"], first["tool_calls"], first["patient_questions"]) == ("1", "1", "1")
    assert first["answer_characters"] == "18"
    assert second["answered"] == "0"  # white space is no answer
    assert (second["items"], second["failed"], second["strict"]) == ("2", "2", "0.0")
    for one in rows:
        counts = [int(one[name]) for name in ("passed", "partial", "failed")]
        assert sum(counts) == int(one["graded"]) <= int(one["items"])


def test_a_row_a_response_and_no_formula(tables: dict[str, Table]) -> None:
    rows = tables["responses.csv"]
    assert [one["kind"] for one in rows] == ["consented", "instructed", *["answered"] * 8, "closed"]
    assert [one["position"] for one in rows] == ["", "", *["1"] * 9]
    assert rows[-2]["text"] == "'=1+1"
    assert [one["value"] for one in rows[2:9]] == [
        "5.0", "0.0", "10.0", "20.0", "30.0", "40.0", "50.0",
    ]  # fmt: skip


def test_pauses_are_kept_with_their_reasons_and_take_no_active_time(tmp_path: Path) -> None:
    with Recordings.open(tmp_path / "plays.db") as recordings:
        led = leading(tmp_path, recordings)
        first, _second = led.order()
        opened = open_assigned(led.loaded, recordings, first)
        assert opened.director.active_ms == 0  # nothing has been shown
        opened.director.shown()
        opened.director.pause()
        paused = opened.director.active_ms
        opened.director.resume()
        events = recordings.events(first.session)
        before, after = events[-2], events[-1]
        assert before.active_ms == after.active_ms == paused
        later = after.model_copy(update={"at": before.at.replace(year=before.at.year + 1)})
        found = interruptions([*events[:-1], later])
        assert dict(found.reasons) == {"person": 1}
        # Paused once more while paused, as a rewind leaves it: one stretch from the first on.
        twice = interruptions([before, before.model_copy(update={"at": later.at}), later])
        assert twice.ms == found.ms
        assert found.ms == round((later.at - before.at).total_seconds() * 1000) > 31_000_000_000


def test_the_report_counts_over_all_that_is_planned(
    played: tuple[LoadedStudy, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    _loaded, folder = played
    words = ["report", "--study", str(folder / "study.yaml"), "--db", str(folder / "plays.db")]
    assert cli.run([*words, "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    players = {one["player"]: one for one in report["players"]}
    assert set(players) == {f"{who} · {how}" for who in ("human", "script:gold")
                            for how in ("implicit", "explicit")}  # fmt: skip
    planned = {name: one["counts"]["planned"] for name, one in players.items()}
    assert planned == {
        "human · implicit": 2, "human · explicit": 2,
        "script:gold · implicit": 1, "script:gold · explicit": 1,
    }  # fmt: skip
    assert cli.run([*words, "--trials", "3"]) == 2
    assert "leave --trials out" in capsys.readouterr().err
    assert cli.run([*words, "--all"]) == 2


def test_planned_trials_that_nobody_played_are_no_successes() -> None:
    draws = Draws(resamples=10)
    won = [played_in_letters(f"s{n}", "P PP", scenario="a/one") for n in range(3)]
    plan = [PlannedTask("human", "a/one", "en", 4), PlannedTask("human", "a/two", "en", 4)]
    trials = trials_of(won, None, draws, plan)
    assert (trials.tasks, trials.planned, trials.attempted) == (2, 8, 3)
    found = {(one.k, figure.key): figure.value for one in trials.by_k for figure in one.figures}
    assert found[1, "pass_hat_k"] == Fraction(3, 8)  # (3/4 + 0/4) / 2
    assert found[4, "pass_hat_k"] == 0
    assert found[4, "pass_at_k"] == Fraction(1, 2)
    # More than planned all count; two rubrics of one task share what is planned of it.
    plan = [PlannedTask("human", "a/one", "en", 2)]
    assert trials_of(won, None, draws, plan).planned == 3
    other = played_in_letters("s9", "F", scenario="a/one", identity={"rubric": "new"})
    plan = [PlannedTask("human", "a/one", "en", 6)]
    assert trials_of([*won, other], None, draws, plan).planned == 6
    # A player of whom nothing is there yet has a sheet of its own.
    options = Options(draws=draws, plan=(PlannedTask("model:x", "a/one", "en", 5),))
    [human, model] = report_of(won, options).players
    assert (human.player, model.player) == ("human", "model:x")
    assert (model.counts.planned, model.counts.attempted) == (5, 0)
    page(report_of(won, options), "zh")
    lines(report_of(won, options), "en")
