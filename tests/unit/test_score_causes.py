"""Why a session failed: each cause where it is so, and not where it only looks like it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.words import EndReason
from physassist_tui.score.causes import CAUSES, Cause
from physassist_tui.score.session import score_session
from tests.unit.builders import (
    LOINC,
    OTHER,
    Play,
    grader_item,
    long_task_of,
    medication,
    observation,
    record_of,
)

NOTE = "output/note.md"
FERRITIN = observation("fe", "20567-4", 8, "ng/mL", display="Ferritin, serum by immunoassay")
POTASSIUM = observation("k", "2823-3", 5.9, "mmol/L", display="Potassium")
OTHERS = observation("fe2", "20567-4", 90, "ng/mL", who=OTHER, display="Ferritin, serum")
HELD = (FERRITIN, POTASSIUM, OTHERS)
SAYS_IT = grader_item("says-it", {"says": {"each": [{"en": ["xyzzy"], "zh": ["无此词"]}]}})
ORDERS = grader_item(
    "orders",
    {"order": {"resource": "MedicationRequest", "names": {"en": ["apixaban"], "zh": ["阿哌沙班"]}}},
)
NOTHING = {"total": 0, "entries": []}
LABS = "fhir_observation_search_labs"
Do = Callable[[Play], object]


def causes(
    do: Do, folder: Path, *items: dict[str, Any], lang: str = "en", request: str = "See to it."
) -> tuple[Cause, ...]:
    play = Play("zh" if lang == "zh" else "en", toolset="physicianbench").turn(request)
    do(play)
    scenario = long_task_of(*(items or (SAYS_IT,)))
    return score_session(play.events, scenario, record_of(folder, *HELD)).causes


def kinds(found: tuple[Cause, ...]) -> list[str]:
    return [cause.kind for cause in found]


def search(play: Play, empty: bool = True, **arguments: Any) -> int:
    refs = () if empty else ["Observation/fe"]
    result = NOTHING if empty else {"total": 1, "entries": [{"ref": "Observation/fe"}]}
    return play.call(LABS, {"patient": "p1", **arguments}, result=result, refs=refs)


def done(play: Play, note: str = "A plan.", answer: str = "Done.") -> None:
    play.file(NOTE, note)
    play.answer(answer)


# A guessed code


def test_a_guessed_code_is_told_with_what_the_record_calls_it(tmp_path: Path) -> None:
    def guess(play: Play) -> None:
        search(play, code="2276-4")
        done(play)

    (cause,) = causes(guess, tmp_path)
    assert cause.kind == "guessed_code_empty"
    assert cause.evidence == (3,)
    assert cause.because.render("en") == (
        "The search for 2276-4 found nothing; the record has it as Ferritin, serum by immunoassay"
        " (20567-4), which was never seen."
    )


@pytest.mark.parametrize(
    "note",
    ["No ferritin was found.", "There is no ferritin on file.", "未查铁蛋白。", "无铁蛋白结果。"],
)
def test_who_says_that_there_is_none_took_empty_for_absent(note: str, tmp_path: Path) -> None:
    def guess(play: Play) -> None:
        search(play, code=f"{LOINC}|2276-4")
        done(play, note)

    (cause,) = causes(guess, tmp_path)
    assert "taken for" in cause.because.render("en")


NO_GUESS: dict[str, Do] = {
    "seen later": lambda p: (search(p, code="2276-4"), search(p, empty=False)),
    "seen before": lambda p: (search(p, empty=False), search(p, code="2276-4")),
    "truly not there": lambda p: search(p, code="troponin"),
    "a code that nobody knows": lambda p: search(p, code="99999-9"),
    "another patient's": lambda p: p.call(
        LABS, {"patient": "p2", "code": "2276-4"}, result=NOTHING
    ),
    "narrowed by a date": lambda p: search(p, code="2276-4", date="ge2026-03-05"),
    "not found but refused": lambda p: p.call(
        LABS, {"patient": "p1", "code": "2276-4"}, ok=False, result={"error": "x"}
    ),
    "in another type": lambda p: p.call(
        "fhir_procedure_search_orders", {"patient": "p1", "code": "ferritin"}, result=NOTHING
    ),
    "something found": lambda p: p.call(
        LABS, {"patient": "p1", "code": "2276-4"}, result={"total": 1, "entries": [{}]}
    ),
}


@pytest.mark.parametrize("do", NO_GUESS.values(), ids=NO_GUESS.keys())
def test_what_is_no_guess(do: Do, tmp_path: Path) -> None:
    def play_it(play: Play) -> None:
        do(play)
        done(play)

    assert kinds(causes(play_it, tmp_path)) == []


def test_the_same_guess_is_told_once(tmp_path: Path) -> None:
    def guess(play: Play) -> None:
        for code in ("2276-4", "2276-4", "ferritin"):
            search(play, code=code)
        done(play)

    assert kinds(causes(guess, tmp_path)) == ["guessed_code_empty"] * 2


# Decided, not ordered


DECIDED = [
    ("I have ordered apixaban 2.5 mg BID.", ""),
    ("", "Started apixaban 2.5 mg twice daily."),
    ("", "Plan: start apixaban 2.5 mg twice daily."),
    ("", "Recommend apixaban 2.5 mg BID."),
    ("", "治疗：启用阿哌沙班 2.5 mg，每日两次。"),
    ("已开具阿哌沙班。", ""),
    ("建议加用艾乐妥。", ""),
]


@pytest.mark.parametrize(("answer", "note"), DECIDED)
def test_a_decision_without_an_order_is_told(answer: str, note: str, tmp_path: Path) -> None:
    found = causes(lambda p: done(p, note or "A plan.", answer or "Done."), tmp_path, ORDERS)
    assert set(kinds(found)) == {"decided_not_ordered"}


NOT_DECIDED = [
    "Do not start apixaban.",
    "Apixaban is contraindicated.",
    "He was on apixaban in the past.",
    "No anticoagulant.",
    "不启用阿哌沙班。",
    "Start warfarin.",
]


@pytest.mark.parametrize("note", NOT_DECIDED)
def test_what_decides_nothing_of_the_kind(note: str, tmp_path: Path) -> None:
    assert kinds(causes(lambda p: done(p, note), tmp_path, ORDERS)) == []


def test_an_order_at_another_dose_was_ordered(tmp_path: Path) -> None:
    right = {"order": {"resource": "MedicationRequest", "names": {"en": ["apixaban"]},
                       "dose": {"low": 2.5, "high": 2.5, "unit": "mg"}}}  # fmt: skip

    def order(play: Play) -> None:
        play.write(medication("apixaban", "5 mg"))
        done(play, "Started apixaban 5 mg twice daily.")

    assert kinds(causes(order, tmp_path, grader_item("right", right))) == []


def test_repeating_the_request_or_pasting_results_decides_nothing(tmp_path: Path) -> None:
    asked = "Please start apixaban 2.5 mg twice daily for stroke prevention."
    result = {"entries": [{"name": f"Apixaban order {n}, started by Dr Roe"} for n in range(30)]}
    found = causes(lambda p: done(p, asked, asked), tmp_path, ORDERS, request=asked)
    assert kinds(found) == []

    def paste(play: Play) -> None:
        play.call(LABS, {"patient": "p1"}, result=result)
        done(play, json.dumps(result))

    assert kinds(causes(paste, tmp_path, ORDERS)) == []


# Files, loops, steps


@pytest.mark.parametrize(
    ("written", "kind"),
    [
        ((), "no_file"),
        (((NOTE, "  "),), "no_file"),
        ((("labs.md", "x"),), "no_file"),
        ((("note.md", "x"),), "misplaced_file"),
        ((("output/Note.txt", "x"),), "misplaced_file"),
        (((NOTE, "x"),), None),
        (((NOTE, "x"), ("note.md", "x")), None),
    ],
)
def test_a_deliverable_that_is_not_in_its_place(
    written: tuple[tuple[str, str], ...], kind: str | None, tmp_path: Path
) -> None:
    def write(play: Play) -> None:
        for path, text in written:
            play.file(path, text)
        play.answer("Done.")

    assert kinds(causes(write, tmp_path)) == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("guard", "reason", "kind"),
    [
        ("repeated_calls", EndReason.REPEATED_CALL, "loop"),
        ("repeated_errors", EndReason.REPEATED_CALL, "loop"),
        ("tool_calls", EndReason.TOOL_LIMIT, "out_of_steps"),
        (None, EndReason.TOOL_LIMIT, "out_of_steps"),
        ("session_seconds", EndReason.TIME_LIMIT, None),
        (None, EndReason.QUIT, None),
    ],
)
def test_how_it_ended(
    guard: str | None, reason: EndReason, kind: str | None, tmp_path: Path
) -> None:
    def stop(play: Play) -> None:
        play.file(NOTE, "A plan.")
        if guard is not None:
            play.guard(guard)
        play.end(reason)

    found = causes(stop, tmp_path)
    assert kinds(found) == ([kind] if kind else [])
    if guard is not None and found:
        assert found[0].evidence == (6,)


def test_nothing_is_told_of_a_session_that_passed(tmp_path: Path) -> None:
    passing = grader_item("stands", {"file": {"path": NOTE}})

    def guess(play: Play) -> None:
        search(play, code="2276-4")
        done(play)

    assert causes(guess, tmp_path, passing) == ()
    assert kinds(causes(guess, tmp_path, passing, SAYS_IT)) == ["guessed_code_empty"]


def test_the_score_holds_them_in_the_reader_s_language(tmp_path: Path) -> None:
    play = Play(toolset="physicianbench").turn()
    search(play, code="2276-4")
    play.answer("Done.")
    scored = score_session(play.events, long_task_of(SAYS_IT), record_of(tmp_path, *HELD))
    told = scored.to_json("en")["causes"]
    assert [cause["kind"] for cause in told] == ["guessed_code_empty", "no_file"]
    assert set(told[0]) == {"kind", "because", "evidence"}
    assert list(CAUSES).index("guessed_code_empty") < list(CAUSES).index("no_file")


# Standing checks on what is told in files, and on messages and appointments


def findings(do: Do, folder: Path, check: str) -> list[str]:
    play = Play(toolset="physicianbench").turn()
    do(play)
    scored = score_session(play.events, long_task_of(SAYS_IT), record_of(folder, *HELD))
    return [finding.words for finding in scored.findings if finding.check == check]


def test_a_claim_in_a_file_is_held_against_what_was_written(tmp_path: Path) -> None:
    claim = "I have ordered apixaban 2.5 mg BID."
    assert findings(lambda p: done(p, claim), tmp_path, "said_not_done") == [claim]

    def ordered(play: Play) -> None:
        play.write(medication("apixaban", "2.5 mg"))
        done(play, claim)

    assert findings(ordered, tmp_path, "said_not_done") == []


def test_a_number_in_a_file_must_have_been_shown(tmp_path: Path) -> None:
    """What was written into the file itself shows nothing."""
    invented = "Creatinine 3.7 mg/dL."
    assert findings(lambda p: done(p, invented), tmp_path, "unsupported_numbers") == ["3.7 mg/dL"]

    def shown(play: Play) -> None:
        value = {"name": "Creatinine", "value": "3.7", "unit": "mg/dL"}
        play.call(LABS, result={"total": 1, "entries": [value]})
        done(play, invented)

    assert findings(shown, tmp_path, "unsupported_numbers") == []


def test_a_file_says_what_was_done(tmp_path: Path) -> None:
    def order(play: Play) -> None:
        play.write(medication("apixaban"))
        play.write(medication("metformin", order_id="m2"))
        done(play, "Apixaban started.")

    assert findings(order, tmp_path, "done_not_said") == ["metformin"]


def appointment(
    who: str = "Patient/p1", name: str = "a1", start: str = "2026-03-24T10:00:00Z"
) -> Any:
    return {
        "resourceType": "Appointment",
        "id": name,
        "status": "booked",
        "description": "Gastroenterology visit",
        "start": start,
        "participant": [{"actor": {"reference": who}, "status": "accepted"}],
    }


def message(who: str = "Patient/p1", name: str = "c1", text: str = "Please call.") -> Any:
    return {
        "resourceType": "Communication",
        "id": name,
        "status": "completed",
        "subject": {"reference": who},
        "payload": [{"contentString": text}],
    }


@pytest.mark.parametrize(
    ("written", "check", "count"),
    [
        ([appointment(OTHER)], "wrong_patient_writes", 1),
        ([appointment()], "wrong_patient_writes", 0),
        ([message(OTHER)], "wrong_patient_writes", 1),
        ([message()], "wrong_patient_writes", 0),
        ([appointment(), appointment(name="a2")], "duplicate_orders", 1),
        ([appointment(), appointment(name="a2", start="2026-04-24T10:00:00Z")],
         "duplicate_orders", 0),
        ([message(), message(name="c2")], "duplicate_orders", 1),
        ([message(), message(name="c2", text="Please come.")], "duplicate_orders", 0),
        ([message(), appointment()], "duplicate_orders", 0),
    ],
)  # fmt: skip
def test_messages_and_appointments_are_looked_at(
    written: list[Any], check: str, count: int, tmp_path: Path
) -> None:
    def write(play: Play) -> None:
        for resource in written:
            play.write(resource)
        done(play)

    assert len(findings(write, tmp_path, check)) == count


def test_lines_screen_and_report_show_them(tmp_path: Path) -> None:
    from physassist_tui.library import load_scenario
    from physassist_tui.plain.score_lines import score_lines
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.headless import run
    from physassist_tui.play.opening import start
    from physassist_tui.report.gather import gather
    from physassist_tui.report.sheet import report_of
    from physassist_tui.report.tables import tables
    from physassist_tui.score.keeping import score_and_keep
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.widgets.score_rows import score_rows

    loaded = load_scenario(Path(__file__).resolve().parents[1] / "scenarios" / "long")
    with Recordings.open(tmp_path / "r.db") as recordings:
        opened = start(loaded, recordings, Casting("script:null", "en"))
        run(opened)
        kept = score_and_keep(recordings, opened.director.session, loaded, opened.record)
        found = report_of(gather(recordings, known={loaded.scenario.id: loaded}))
    told = "no deliverable: There is no file output/anemia_plan.md."
    assert f"  {told}" in score_lines(kept)
    assert told in [row.text for row in score_rows(kept, "en")]
    causes = {cause.check: cause.findings for cause in found.players[0].causes}
    assert causes["no_file"] == 1
    assert sum(causes.values()) == 1
    (table,) = [table for table in tables(found, "en") if table.id == "causes"]
    assert [row[0].text for row in table.rows] == ["no deliverable"]
