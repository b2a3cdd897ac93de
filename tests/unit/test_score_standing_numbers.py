"""Numbers in an answer that are in nothing the player was shown."""

from __future__ import annotations

from typing import Any

import pytest

from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.score.session_view import session_view
from physassist_tui.score.standing_numbers import unsupported_numbers
from tests.unit.builders import Play, medication, observation, record_of, scenario_of


def entry(name: str, code: str, value: float, unit: str, date: str, **more: Any) -> dict[str, Any]:
    return {"ref": f"Observation/{code}", "date": date, "name": name, "code": code,
            "value": value, "unit": unit, **more}  # fmt: skip


LABS = {
    "total": 7,
    "page": 1,
    "pages": 1,
    "entries": [
        entry("Creatinine", "2160-0", 1.9, "mg/dL", "2026-03-04", range="0.6–1.2 mg/dL"),
        entry("Creatinine", "2160-0", 1.4, "mg/dL", "2026-03-02"),
        entry("Potassium", "2823-3", 5.94, "mmol/L", "2026-03-04"),
        entry("Sodium", "2951-2", 138, "mmol/L", "2026-03-04"),
        entry("Chloride", "2075-0", 102, "mmol/L", "2026-03-04"),
        entry("Bicarbonate", "1963-8", 18, "mmol/L", "2026-03-04"),
        entry("Body weight", "29463-7", 58, "kg", "2026-03-01"),
    ],
}
MEDS = {
    "total": 1,
    "entries": [
        {"ref": "MedicationRequest/r1", "name": "apixaban", "dose": "5 mg oral twice daily",
         "date": "2024-05-06", "status": "active"}
    ],
}  # fmt: skip
NOTE = {
    "total": 1,
    "entries": [{"ref": "DocumentReference/n", "date": "2026-03-01",
                 "text": "LVEF 45% on echo. BP 128/76 mmHg. 血红蛋白102 g/L。Walks 400 m."}],
}  # fmt: skip


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> EhrStore:
    """The patient was born on 1955-02-11: 71 years at the clock. A woman."""
    return record_of(tmp_path_factory.mktemp("record"), observation("k", "2823-3", 5.94, "mmol/L"))


def found(answer: str, record: EhrStore, *, cut: bool = False) -> list[str]:
    play = Play().turn("Creatinine over the last 48 hours? Her INR was 2.4 at the clinic.")
    if cut:
        play.call(result=LABS, shown='{"total": 7, "entries": [], "cut": {"shown": 0, "of": 7}}')
    else:
        play.call("Observation.search", {"code": "creatinine"}, result=LABS)
        play.call("MedicationRequest.search", result=MEDS)
        play.call("DocumentReference.search", result=NOTE)
    play.ask("How much do you weigh at home?", "About 61 kilos, and my sugar was 11.2.")
    play.call(
        "MedicationRequest.create",
        {"medication": "metoprolol", "dose": "37.5 mg"},
        written=[medication("metoprolol", "37.5 mg")],
    )
    play.answer(answer)
    view = session_view(play.events, scenario_of(), record)
    return [finding.words for finding in unsupported_numbers(view)]


SUPPORTED = [
    "Creatinine is 1.9 mg/dL, up from 1.4 mg/dL on 2 March.",
    "Creatinine 168 µmol/L.",
    "Potassium 5.9 mmol/L.",
    "K 5.94.",
    "She rose by 0.5 mg/dL.",
    "Creatinine is up 36% in two days.",
    "Creatinine is 1.36 times what it was.",
    "The mean creatinine is 1.65 mg/dL.",
    "Creatinine rose over 2 days.",
    "Reference range 0.6-1.2 mg/dL.",
    "INR was 2.4 at the clinic.",
    "She says she weighs 61 kg and her sugar was 11.2.",
    "Weight is 58 kg.",
    "She is 71 years old.",
    "I've ordered metoprolol 37.5 mg.",
    "Apixaban 5 mg twice daily, 10 mg a day.",
    "LVEF is 45%.",
    "BP 128/76.",
    "Her anion gap is 18 mmol/L.",
    "CrCl is about 25 mL/min by Cockcroft-Gault.",
    "CrCl 24.9 mL/min.",
    "There are 7 results.",
    "She has 3 problems: 1 renal, 2 cardiac.",
    "1. Creatinine 1.9 mg/dL\n2. Potassium 5.9 mmol/L",
    "Reduce if creatinine is above 3.0 mg/dL or weight ≤60 kg.",
    "Target INR 2.0-3.0.",
    "I recommend 2.5 mg twice daily and a recheck in 14 days.",
    "Recheck on 2026-03-11.",
    "CHA2DS2-VASc score of 4.",
    "Results of 2026-03-02 and 2026-03-04.",
    "Stage 3b CKD; HbA1c not done.",
    "",
    "No numbers here.",
    "血肌酐1.9 mg/dL，较3月2日的1.4 mg/dL升高。",
    "肌酐168 μmol/L，血钾５．９ mmol/L。",
    "血肌酐升高了0.5 mg/dL，升幅约36%。",
    "患者71岁，体重58公斤。",
    "血红蛋白102 g/L，血压128/76。",
    "建议阿哌沙班减至2.5 mg，每日两次，14天后复查。",
    "若肌酐大于3.0 mg/dL则停用。",
    "肌酐清除率约25 mL/min。",
    "肌酐为一点九。",
]

INVENTED = [
    ("Creatinine is 2.3 mg/dL.", "2.3 mg/dL"),
    ("Potassium 6.1 mmol/L.", "6.1 mmol/L"),
    ("K 6.", "6"),
    ("K of 8.", "8"),
    ("Creatinine 210 µmol/L.", "210 µmol/L"),
    ("Creatinine is up 80%.", "80%"),
    ("It rose by 0.8 mg/dL.", "0.8 mg/dL"),
    ("Hemoglobin 13.3 g/dL.", "13.3 g/dL"),
    ("She is 83 years old.", "83 years"),
    ("She weighs 94 kg.", "94 kg"),
    ("BP 171/93.", "171"),
    ("LVEF is 30%.", "30%"),
    ("She takes apixaban 7.5 mg.", "7.5 mg"),
    ("INR 3.7.", "3.7"),
    ("Creatinine was 1.9 on 2026-02-14.", "2026-02-14"),
    ("CrCl is 52 mL/min.", "52 mL/min"),
    ("Her anion gap is 27 mmol/L.", "27 mmol/L"),
    ("QTc is 480 ms.", "480 ms"),
    ("Platelets are 95.", "95"),
    ("血肌酐2.3 mg/dL。", "2.3 mg/dL"),
    ("血钾６．１ mmol/L。", "６．１ mmol/L"),
    ("血红蛋白83 g/L。", "83 g/L"),
    ("患者83岁。", "83岁"),
    ("体重94公斤。", "94公斤"),
    ("肌酐2月14日为1.9 mg/dL。", "2月14日"),
    ("血钾六点一。", "六点一"),
    ("血压171/93。", "171"),
    ("目前服用阿哌沙班7.5 mg。", "7.5 mg"),
]


@pytest.mark.parametrize("answer", SUPPORTED)
def test_a_number_that_was_shown_or_follows_is_left_alone(answer: str, record: EhrStore) -> None:
    assert found(answer, record) == []


@pytest.mark.parametrize(("answer", "words"), INVENTED)
def test_a_number_from_nowhere_is_found(answer: str, words: str, record: EhrStore) -> None:
    got = found(answer, record)
    assert got
    assert got[0].startswith(words)


def test_what_was_cut_away_was_not_shown(record: EhrStore) -> None:
    assert found("Creatinine is 1.9 mg/dL.", record, cut=True) == ["1.9 mg/dL"]


def test_an_earlier_answer_is_no_source(record: EhrStore) -> None:
    play = Play().turn()
    play.answer("Creatinine is 2.3 mg/dL.")
    play.turn("So?")
    play.answer("As I said, creatinine is 2.3 mg/dL.")
    view = session_view(play.events, scenario_of(), record)
    assert [finding.turn for finding in unsupported_numbers(view)] == [1, 2]


def test_what_was_shown_earlier_counts_and_what_comes_later_does_not(record: EhrStore) -> None:
    play = Play().turn()
    first = play.answer("Creatinine is 1.9 mg/dL.")
    play.turn()
    play.call(result=LABS)
    play.answer("Creatinine is 1.9 mg/dL.")
    play.turn()
    play.answer("Creatinine is 1.9 mg/dL.")
    view = session_view(play.events, scenario_of(), record)
    assert [finding.evidence for finding in unsupported_numbers(view)] == [(first,)]


def test_one_number_said_twice_is_one_finding(record: EhrStore) -> None:
    assert len(found("Creatinine 2.3 mg/dL. Yes, 2.3 mg/dL.", record)) == 1


def test_a_large_chart_is_checked(record: EhrStore) -> None:
    entries = [
        entry("Creatinine", "2160-0", 1 + at / 1000, "mg/dL", f"2025-{1 + at % 12:02}-11")
        for at in range(1500)
    ]
    play = Play().turn()
    play.call(result={"total": 1500, "entries": entries})
    play.answer("Creatinine is 7.77 mg/dL. " * 50)
    view = session_view(play.events, scenario_of(), record)
    assert len(list(unsupported_numbers(view))) == 1
