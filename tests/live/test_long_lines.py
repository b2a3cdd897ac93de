"""A long task in lines, by a real process: drafts, signing, note, steps; and after a kill -9."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from physassist_tui.core.state import SessionState, fold
from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings

ROOT = Path(__file__).resolve().parents[2]
LONG = ROOT / "tests" / "scenarios" / "long"
NOTE = "output/anemia_plan.md"
IRON = (
    "fhir_medication_request_create patient_reference=Patient/lg-1 "
    "medication_display={drug} requester_reference=Practitioner/lg-marsh dose_value=325 "
    "dose_unit=mg frequency_text=once daily route_display=oral duration_value=90 duration_unit=d"
)
CBC = (
    "fhir_service_request_create patient_reference=Patient/lg-1 code_code=58410-2 "
    "code_display=CBC panel requester_reference=Practitioner/lg-marsh"
)
WORDS: dict[str, dict[str, str]] = {
    "en": {"drug": "ferrous sulfate 325 mg tablet", "sign": "sign", "note": "note",
           "tick": "tick 2", "draft": "draft", "drop": "drop 2", "undo": "undo",
           "edit": "edit 2 num_refills=2",
           "searched": "searched", "steps": "steps", "answer": "answer Done.",
           "orders": "orders", "show": "note show", "ask": "ask Hello?"},
    "zh": {"drug": "硫酸亚铁片 325 mg", "sign": "签署", "note": "文书", "tick": "勾选2",
           "draft": "草稿", "drop": "删除2", "undo": "撤销", "edit": "修改2 num_refills=2",
           "searched": "已查", "steps": "步骤", "answer": "答 Done.",
           "orders": "医嘱", "show": "文书 查看", "ask": "问您好？"},
}  # fmt: skip


def command(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "physassist_tui", *words, "--plain", "--db",
            str(folder / "plays.db")]  # fmt: skip


def environment(folder: Path, lang: str) -> dict[str, str]:
    return {**os.environ, "PHYSASSIST_LANG": lang, "PHYSASSIST_CACHE": str(folder / "cache")}


def run(folder: Path, lang: str, typed: Sequence[str], *words: str) -> str:
    done = subprocess.run(
        command(folder, *words), input="\n".join([*typed, ""]), capture_output=True, text=True,
        check=False, timeout=180, cwd=ROOT, env=environment(folder, lang),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def state_of(folder: Path) -> tuple[str, SessionState]:
    with Recordings.open(folder / "plays.db", readonly=True) as recordings:
        [session] = list(recordings.sessions())
        return session.id, fold(recordings.events(session.id))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_long_task_in_lines_killed_and_gone_on_with(tmp_path: Path, lang: Lang) -> None:
    """With a mistake at each word; what was unsent stands there after `kill -9`."""
    w = WORDS[lang]
    iron = IRON.format(drug=w["drug"])
    first = [
        w["ask"], "fhir_observation_serch_labs",
        "fhir_observation_search_labs patient=lg-1 date=2025-13-45",
        "fhir_observation_search_labs patient=lg-1 date=last week",
        "write_file path=../x.md content=hi",
        f"{CBC} occurrence_datetime=2001-01-01", "hello?",
        "fhir_observation_search_labs patient=lg-1 code=no",
        w["searched"], w["steps"], "tick 9", w["tick"], w["sign"], "edit 7", "drop",
        "fhir_medication_request_create patient_reference=Patient/lg-1",
        "draft fhir_medication_request_create patient_reference=Patient/lg-2", w["sign"], "drop 1",
        iron, CBC, w["drop"], w["undo"], w["edit"], "edit 3 nothing=1",
        w["note"] + " ../out.md", w["note"], "# Plan", "- iron", "oops", "undo",
    ]  # fmt: skip
    process = subprocess.Popen(
        command(tmp_path, "play", str(LONG)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, cwd=ROOT, env=environment(tmp_path, lang),
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("\n".join([*first, ""]))
    process.stdin.flush()
    printed = []
    while "oops" not in (line := process.stdout.readline()) or line.startswith("..."):
        printed.append(line)
        assert line, "".join(printed)
    process.send_signal(signal.SIGKILL)
    process.wait(10)
    process.stdin.close()
    process.stdout.close()
    session, state = state_of(tmp_path)
    assert [call.tool for call in state.calls] == ["fhir_observation_search_labs"], "no slip counts"
    assert state.written == ()
    assert state.messages == ()

    told = run(tmp_path, lang, [w["show"], w["steps"], w["draft"], w["answer"], w["sign"],
                                w["sign"], w["orders"], w["note"], "- CBC in 4 weeks", ".",
                                w["answer"]], "resume", session,
               "--scenarios", str(LONG.parent))  # fmt: skip
    assert "1. # Plan" in told
    assert "2. - iron" in told
    assert "oops" not in told
    assert "[x] 2." in told
    assert "[ ] 1." in told
    _session, state = state_of(tmp_path)
    assert [call.tool for call in state.calls[1:]] == [
        "fhir_medication_request_create", "fhir_service_request_create", "write_file"
    ]  # fmt: skip
    assert state.calls[1].arguments_given["num_refills"] == "2"
    assert state.calls[1].arguments_given["medication_display"] == w["drug"]
    file = state.file(NOTE)
    assert file is not None
    assert file.text == "# Plan\n- iron\n- CBC in 4 weeks"
    assert state.turns[0].answer == "Done."
    assert not (tmp_path / "plays.db.unsent").exists(), "the desk is clear once it is over"
