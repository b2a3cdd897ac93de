"""The command line as a program and a person meet it: output, errors, exit status."""

from __future__ import annotations

import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.programs import Done, physassist

ROOT = Path(__file__).resolve().parents[2]
MINI = ROOT / "tests" / "scenarios" / "mini"

Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `physassist` as a process with a recordings file of its own."""

    def _run(*arguments: str, typed: str = "", lang: str = "en", **environ: str) -> Done:
        own = {
            "PHYSASSIST_DB": str(tmp_path / "plays.db"),
            "PHYSASSIST_CACHE": str(tmp_path / "cache"),
            "PHYSASSIST_LANG": lang,
        }
        done = physassist(arguments, environ={**os.environ, **own, **environ}, typed=typed)
        assert "Traceback" not in done.stderr + done.stdout
        return done

    return _run


def one_line(done: Done, status: int) -> str:
    """The one line of an error, which is all that there is."""
    assert done.returncode == status, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("physassist: ")
    return done.stderr


def test_a_scripted_play_prints_the_promised_object_and_nothing_else(run: Run) -> None:
    done = run("play", str(MINI), "--headless", "--assistant", "script:gold", "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["scenario"] == "tests/mini"
    assert result["language"] == "en"
    assert result["seats"] == {
        "physician": "script",
        "assistant": "script:gold",
        "patient": "grounded",
    }
    assert result["end"] == "completed"
    score = result["score"]
    assert [turn["turn"] for turn in score["turns"]] == [1, 2]
    assert set(score["turns"][0]) >= {
        "turn", "total", "graded", "passed", "strict", "lenient", "items",
    }  # fmt: skip
    assert set(score["turns"][0]["items"][0]) >= {
        "id", "kind", "grader", "grade", "evidence", "because",
    }  # fmt: skip
    assert (score["mrs"], score["graded_share"], score["task_success"]) == (1.0, 1.0, True)
    assert score["pass_turn"] == {"0.60": 1.0, "0.75": 1.0}
    assert score["pass_session"] == {"0.60": True, "0.75": True}
    assert set(score["checks"]) == {
        "said_not_done", "done_not_said", "unsupported_numbers", "wrong_patient_writes",
        "duplicate_orders", "allergy_conflicts",
    }  # fmt: skip
    assert set(score["checks"].values()) == {0}
    assert score["identity"]["scenario"].startswith("sha256:")
    effort = result["effort"]
    assert (effort["tool_calls"], effort["patient_questions"], effort["active_ms"]) == (4, 1, 0)
    assert (effort["tokens_in"], effort["tokens_out"], effort["cost_usd"]) == (None, None, None)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("player", "at_most"), [("null", 0.0), ("echo", 0.25), ("dump", 0.25), ("wrong-patient", 0.25)]
)
def test_the_standing_players_score_what_they_are_worth(
    run: Run, player: str, at_most: float, lang: str
) -> None:
    done = run(
        "play", str(MINI), "--headless", "--assistant", f"script:{player}", "--json", lang=lang
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["score"]["mrs"] <= at_most


def test_a_score_made_again_from_the_file_is_the_same(run: Run) -> None:
    played = json.loads(
        run("play", str(MINI), "--headless", "--assistant", "script:gold", "--json").stdout
    )
    again = run("score", played["session"][:12], "--scenarios", str(MINI.parent), "--json")
    assert json.loads(again.stdout) == played


def test_a_whole_play_in_lines_in_chinese(run: Run) -> None:
    typed = "\n".join(
        [
            "Observation.search code=血钾",
            "Observation.search code=肌酐",
            "问您在家吃布洛芬或者别的止痛药吗？",
            "答 今晨血钾5.9 mmol/L，肌酐1.6 mg/dL。她大多数日子自行服用布洛芬。",
            "ServiceRequest.create service_type=血钾 priority=routine target_date=2026-03-11",
            "医嘱",
            "答",
            "已开立明早复查血钾的医嘱。",
            "这行写错了",
            "撤销",
            ".",
        ]
    )
    done = run("play", str(MINI), typed=typed + "\n", lang="zh")
    assert done.returncode == 0, done.stdout
    assert "5.9 mmol/L" in done.stdout
    assert "[H 偏高]" in done.stdout
    assert "布洛芬" in done.stdout
    assert "Pass@Session(0.75)" in done.stdout
    assert "写错" not in done.stdout.split("撤销")[-1].split("\n", 2)[-1]
    listed = json.loads(run("sessions", "--json").stdout)
    (session,) = listed
    score = json.loads(
        run("score", session["id"], "--scenarios", str(MINI.parent), "--json").stdout
    )
    assert score["score"]["mrs"] == 1.0, score["score"]


def test_quitting_says_how_to_go_on_and_going_on_works(run: Run, tmp_path: Path) -> None:
    elsewhere = ["--db", str(tmp_path / "with a space.db")]
    left = run("play", str(MINI), *elsewhere, typed="ask Any palpitations?\nquit\n")
    assert left.returncode == 0
    hint = re.search(r"physassist (resume .+)", left.stdout)
    assert hint is not None
    back = run(*shlex.split(hint.group(1)), typed="quit\n")
    assert back.returncode == 0, back.stderr
    assert "palpitations" in back.stdout
    shipped = run("play", "medication-safety/atrial-fibrillation-day-3", typed="quit\n")
    assert re.search(r"physassist resume \w+$", shipped.stdout, re.MULTILINE)


def test_the_end_of_input_is_a_way_to_leave(run: Run) -> None:
    done = run("play", str(MINI), typed="Patient.read")
    assert done.returncode == 0
    assert "physassist resume" in done.stdout


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["ply"], 2, "ply"),
        (["play", "--asistant", "x"], 2, "--assistant"),
        (["play", "medication-safety/atrial-fibrilation-day-3"], 2, "medication-safety/atrial-"),
        (["play", "--headless", "--assistant", "script:gold"], 2, "scenarios list"),
        (["play", str(MINI), "--headless"], 2, "--assistant"),
        (["play", str(MINI), "--headless", "--assistant", "script:silver"], 2, "script:gold"),
        (["play", str(MINI), "--headless", "--assistant", "robot"], 2, "script:gold"),
        (["play", str(MINI), "--assistant", "model:"], 2, "human"),
        (["play", str(MINI), "--assistant", "model:no where"], 2, "no where"),
        (["play", str(MINI), "--assistant", "copilot:x/y", "--headless"], 2, "copilot:x/y"),
        (["play", str(MINI), "--patient", "human", "--headless", "--assistant", "script:gold"], 2,
         "human"),
        (["play", str(MINI), "--physician", "model:x/y"], 2, "--goal"),
        (["play", str(MINI), "--goal", "the potassium"], 2, "--physician"),
        (["play", str(MINI), "--max-tokens", "0"], 2, "--max-tokens"),
        (["play", str(MINI), "--max-cost", "nan"], 2, "--max-cost"),
        (["play", str(MINI), "--max-seconds", "soon"], 2, "--max-seconds"),
        (["play", str(MINI), "--step", "--headless", "--assistant", "script:gold"], 2, "--step"),
        (["play", str(MINI), "--assistant", "model:x/y", "--json"], 2, "--headless"),
        (["play", str(MINI), "--patient", "robot", "--headless", "--assistant", "script:gold"], 2,
         "grounded"),
        (["play", str(MINI), "--physician", "robot"], 2, "script"),
        (["play", str(MINI), "--json"], 2, "--headless"),
        (["play", "--lang", "de"], 2, "en"),
        (["play", "--seed", "many", str(MINI)], 2, "--seed"),
        (["play", "/nowhere/at/all"], 2, "/nowhere/at/all"),
        (["score"], 2, "SESSION"),
        (["score", "01NOSUCH"], 2, "plays.db"),
        (["resume"], 2, "plays.db"),
        (["db", "verify"], 2, "plays.db"),
        (["db", "verify", "--db", "/"], 2, "/"),
        (["scenarios", "show", "nothing/here"], 2, "nothing/here"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_line_that_names_the_place(
    run: Run, arguments: list[str], status: int, told: str, lang: str
) -> None:
    line = one_line(run(*arguments, lang=lang), status)
    assert told in line
    if lang == "zh":
        assert re.search("[\u4e00-\u9fff]", line), line


def test_a_scenario_is_chosen_from_the_list_and_a_slip_is_told(run: Run) -> None:
    done = run("play", typed="nine\n99\n1\nquit\n")
    assert done.returncode == 0
    assert done.stdout.count("is not in the list") == 2
    assert "Turn 1 of 5" in done.stdout
    left = run("play", typed="q\n")
    assert (left.returncode, left.stderr) == (0, "")
    assert "scenarios list" in one_line(run("play"), 2)


def test_unknown_sessions_are_told_with_the_nearest(run: Run) -> None:
    played = json.loads(
        run("play", str(MINI), "--headless", "--assistant", "script:null", "--json").stdout
    )
    wrong = played["session"][:-1] + ("0" if played["session"][-1] != "0" else "1")
    assert played["session"] in one_line(run("score", wrong), 2)
    assert one_line(run("resume"), 2)
    assert one_line(run("resume", played["session"], "--scenarios", str(MINI.parent)), 2)


def test_a_changed_row_is_found_and_the_answer_is_no(run: Run, tmp_path: Path) -> None:
    run("play", str(MINI), "--headless", "--assistant", "script:gold")
    assert run("db", "verify").returncode == 0
    with sqlite3.connect(tmp_path / "plays.db") as connection:
        connection.execute(
            "UPDATE event SET data = replace(data, '5.9', '4.9') WHERE kind = 'answered'"
        )
    connection.close()
    done = run("db", "verify", "--json")
    assert done.returncode == 1
    faults = json.loads(done.stdout)["faults"]
    assert len(faults) >= 1
    assert faults[0]["seq"] > 1


def test_files_that_are_no_recordings(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "letter.db"
    other.write_text("Dear colleague, this is a letter and no database.\n" * 100)
    assert "letter.db" in one_line(run("sessions", "--db", str(other)), 2)
    newer = tmp_path / "newer.db"
    run("play", str(MINI), "--headless", "--assistant", "script:null", "--db", str(newer))
    with sqlite3.connect(newer) as connection:
        connection.execute("INSERT INTO migration VALUES (9999, 'from the future', '2099-01-01')")
    connection.close()
    line = run("sessions", "--db", str(newer))
    assert line.returncode in (2, 3)
    assert "newer" in line.stderr


def test_a_backup_is_a_copy_and_never_overwrites(run: Run, tmp_path: Path) -> None:
    run("play", str(MINI), "--headless", "--assistant", "script:gold")
    copy = tmp_path / "copy.db"
    assert run("db", "backup", str(copy)).returncode == 0
    assert run("db", "verify", "--db", str(copy)).returncode == 0
    assert "copy.db" in run("db", "backup", str(copy)).stderr
    elsewhere = tmp_path / "other.db"
    assert run("db", "merge", str(copy), "--db", str(elsewhere)).returncode == 0
    assert json.loads(run("sessions", "--db", str(elsewhere), "--json").stdout)


def test_help_is_whole_in_chinese(run: Run) -> None:
    for command in ([], ["play"], ["resume"], ["score"], ["sessions"], ["scenarios"],
                    ["scenarios", "check"], ["db"], ["db", "verify"]):  # fmt: skip
        shown = run(*command, "--help", lang="zh").stdout
        english = [
            line for line in shown.splitlines()
            if re.search(r"\b[a-z]{3,} [a-z]{2,} [a-z]{2,}", re.sub("`[^`]*`", "", line))
            and not line.startswith("用法：physassist ")
        ]  # fmt: skip
        assert english == [], command


def test_a_reader_that_leaves_early_is_no_crash(tmp_path: Path) -> None:
    done = subprocess.run(
        f"{sys.executable} -m physassist_tui scenarios list | head -c 1",
        shell=True, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stderr == ""
