"""`physassist records` and a free session as a person, a kill and a full disk meet them."""

from __future__ import annotations

import contextvars
import io
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from physassist_tui.cli import run as physassist
from physassist_tui.ehr.imports.kept import kept_record, list_kept
from tests.fhir_server.server import FhirServer
from tests.unit.records_world import RESOURCES, bundle, imported, lab, ndjson, patient

ROOT = Path(__file__).resolve().parents[2]
KILLS, MOST_KILLS = 2, 24
"""How many of either kind, and how many tries that may take."""
Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    own = {
        "PHYSASSIST_DB": str(tmp_path / "plays.db"),
        "PHYSASSIST_RECORDS": str(tmp_path / "records"),
        "PHYSASSIST_LANG": "en",
    }
    for name, value in own.items():
        monkeypatch.setenv(name, value)
    return {**os.environ, **own}


@pytest.fixture
def run(
    environ: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs a command here, and holds it to the status that it must leave with."""

    def _run(*arguments: str, typed: str = "", status: int = 0) -> Done:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        left = contextvars.copy_context().run(physassist, list(arguments))
        done = Done(arguments, left, *capsys.readouterr())
        assert "Traceback" not in done.stderr + done.stdout
        assert left == status, (done.stdout, done.stderr)
        return done

    return _run


def test_a_record_is_brought_in_shown_searched_and_removed(run: Run, tmp_path: Path) -> None:
    source = ndjson(tmp_path / "berg")
    with (source / "Observation.ndjson").open("w") as file:
        file.write("{broken\n")
    said = run("records", "import", str(source), "--licence", "CC0 1.0", status=1)
    assert "Observation: 4 read, 4 kept" in said.stdout
    assert "Observation.ndjson:1: is not JSON" in said.stdout
    assert "Licence of the record: CC0 1.0" in said.stdout
    assert "13 resources of 2 patients, 2026-03-01 to 2026-06-01" in said.stdout
    assert "Importing: 100% read" in said.stderr
    (line,) = run("records", "list").stdout.splitlines()
    assert line.startswith("berg  2 patients  13 resources")
    assert "CC0 1.0" in line
    assert "1 line refused" in line
    (told,) = json.loads(run("records", "list", "--json").stdout)
    assert (told["name"], told["licence"], told["refused"]) == ("berg", "CC0 1.0", 1)
    assert told["counts"]["Patient"] == {"read": 2, "kept": 2, "same": 0, "refused": 0}
    shown = run("records", "show", "berg").stdout
    assert "CC0 1.0" in shown
    assert "Observation.ndjson:1" in shown
    assert "ada  Ada Berg  female  1950-02-03  7 resources" in shown
    assert run("records", "search", "berg", "bergm").stdout.startswith("eve  Ada Bergmann")
    assert "No patient" in run("records", "search", "berg", "zz").stdout
    chart = run("records", "show", "berg", "1001").stdout
    for words in ("Observation.search, 3 found", "1.9 mg/dL", "Apixaban", "Note", "CC0 1.0",
                  "play --record berg --patient ada"):  # fmt: skip
        assert words in chart, chart
    before = run("records", "show", "berg", "ada", "--clock", "2026-03-02T10:30+01:00").stdout
    assert "1.9 mg/dL" not in before
    data = json.loads(run("records", "show", "berg", "ada", "--json").stdout)
    assert data["chart"]["Observation.search"]["total"] == 3
    assert data["licence"] == "CC0 1.0"
    run("records", "remove", "berg")
    assert "No records in" in run("records", "list").stdout


def test_a_server_is_imported_and_told(run: Run) -> None:
    with FhirServer(RESOURCES) as server:
        said = run("records", "import", server.base, "--name", "clinic")
        assert f"Imported clinic from {server.base}" in said.stdout
    one_line(run("records", "import", server.base, "--name", "gone", status=3))


def one_line(done: Done) -> str:
    assert done.stderr.startswith("physassist: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_what_is_wrong_is_one_line_that_tells_the_mend(run: Run, tmp_path: Path) -> None:
    run("records", "import", str(bundle(tmp_path / "berg.json")))
    for arguments, words in (
        (("records", "import", str(tmp_path / "no")), "no such file"),
        (("records", "import", str(tmp_path / "berg.json")), "--replace"),
        (("records", "import", str(tmp_path / "berg.json"), "--name", "A B"), "--name"),
        (("records", "show", "brg"), "there is: berg"),
        (("records", "show", "berg", "100"), "did you mean 1001, 1002"),
        (("records", "show", "berg", "ada", "--clock", "noon"), "--clock noon"),
        (("records", "remove", "x"), "there is: berg"),
        (("play", "--record", "berg"), "--patient ID"),
        (("play", "--record", "brg", "--patient", "ada"), "there is: berg"),
        (("play", "--record", "berg", "--patient", "adda"), "did you mean ada"),
        (("play", "--record", "berg/ada", "--encounter", "s2"), "there is: s1"),
        (("play", "--clock", "2026-01-01"), "--record"),
        (("play", "x/y", "--record", "berg/ada"), "not both"),
        (("play", "--record", "berg/ada", "--headless", "--assistant", "script:null"), "human"),
    ):
        assert words in one_line(run(*arguments, status=2)), arguments


def test_a_free_session_is_played_left_gone_on_with_replayed_and_scored(
    run: Run, tmp_path: Path
) -> None:
    run("records", "import", str(ndjson(tmp_path / "berg")))
    typed = "Last creatinine?\nObservation.search code=Creatinine\nask How do you feel?\nquit\n"
    first = run("play", "--plain", "--record", "berg", "--patient", "1001", "--encounter", "s1",
                "--clock", "2026-03-03T10:00+01:00", typed=typed).stdout  # fmt: skip
    assert "Free session on berg" in first
    assert "1.9 mg/dL" in first
    assert "1.2 mg/dL" not in first
    assert "Patient: " in first
    command = next(line for line in first.splitlines() if "To go on" in line)
    assert "--scenarios" not in command
    session = command.split("resume ")[1].split()[0]
    second = run(
        "resume", session, "--plain", typed="answer It is 1.9 mg/dL, and 7.7 before.\n/done\n"
    )
    assert "A free session has no rubric" in second.stdout
    assert "mRS" not in second.stdout
    assert "This is in nothing that the player was shown: 7.7 mg/dL" in second.stdout or (
        "numbers that nothing shown supports: 1" in second.stdout
    )
    score = json.loads(run("score", session, "--json").stdout)["score"]
    assert score["turns"] == []
    for figure in ("mrs", "graded_share", "checkpoint_rate", "task_success"):
        assert score[figure] is None, figure
    assert set(score["pass_session"].values()) == {None}
    assert score["about"]["category"] is None
    assert score["checks"]["unsupported_numbers"] == 1
    replayed = run("replay", session, "--speed", "0").stdout
    assert "Last creatinine?" in replayed
    assert "Ada Berg" in replayed
    assert "record:berg/ada?clock=" in run("sessions").stdout
    # A chart that has changed, or has gone, is another one.
    rows = [lab("o9", "ada", "2026-03-02", 5), *RESOURCES]
    typed = "Anything new?\nquit\n"
    left = run("play", "--plain", "--record", "berg/ada", typed=typed).stdout
    other = left.split("resume ")[1].split()[0]
    run("records", "import", str(ndjson(tmp_path / "new", rows)), "--name", "berg", "--replace")
    assert "has changed" in one_line(run("resume", other, "--plain", status=2))
    run("records", "remove", "berg")
    assert "no record berg" in one_line(run("resume", other, "--plain", status=2))


# Kills and full disks


def large(folder: Path) -> Path:
    rows = [patient("p", "1", "Long"), *(lab(f"o{n}", "p", "2026-01-01", n) for n in range(8_000))]
    return ndjson(folder, rows, packed=False)


def import_command(source: Path) -> list[str]:
    return [sys.executable, "-m", "physassist_tui", "records", "import", str(source), "--name", "r"]


def test_an_import_that_is_killed_leaves_no_record_and_the_next_one_is_whole(
    environ: dict[str, str], tmp_path: Path
) -> None:
    source, folder = large(tmp_path / "src"), tmp_path / "records"
    begin = time.perf_counter()
    subprocess.run(import_command(source), env=environ, check=True, cwd=ROOT, capture_output=True)
    whole = time.perf_counter() - begin
    (folder / "r.record").unlink()
    chance = random.Random(7)
    cut_short = interrupted = 0
    window = whole * 0.4
    for number in range(MOST_KILLS):
        if min(cut_short, interrupted) >= KILLS:
            break
        process = subprocess.Popen(
            import_command(source), env=environ, cwd=ROOT,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stderr is not None
        process.stderr.readline()  # It reads by now.
        time.sleep(chance.uniform(0, window))
        process.send_signal(signal.SIGKILL if number % 2 else signal.SIGINT)
        process.communicate(timeout=30)
        left = list(folder.glob(".*"))
        if process.returncode == 130:
            interrupted += 1
            assert left == []
        for file in left:
            os.utime(file, (0, 0))  # A while later.
        if list_kept(folder):
            assert kept_record("r", folder).manifest.resources == 8_001
            (folder / "r.record").unlink()
            window /= 2  # Too late: the next one comes sooner.
        elif process.returncode == -signal.SIGKILL:
            cut_short += 1
    assert min(cut_short, interrupted) >= KILLS
    subprocess.run(import_command(source), env=environ, check=True, cwd=ROOT, capture_output=True)
    assert [file.name for file in folder.iterdir()] == ["r.record"]
    assert kept_record("r", folder).patients()[0].resources == 8_001


def test_a_full_disk_leaves_what_was_there(environ: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "records"
    imported(ndjson(tmp_path / "small"), folder, name="r")

    def full() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, 2_000_000))

    done = subprocess.run(
        [*import_command(large(tmp_path / "src")), "--replace"], env=environ, cwd=ROOT,
        capture_output=True, text=True, check=False, preexec_fn=full,
    )  # fmt: skip
    assert done.returncode == 3, done.stderr
    last = done.stderr.splitlines()[-1]
    assert last.startswith("physassist: The record cannot be written to")
    assert [file.name for file in folder.iterdir()] == ["r.record"]
    assert kept_record("r", folder).manifest.resources == 13
