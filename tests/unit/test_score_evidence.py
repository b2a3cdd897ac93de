"""`evidence`: the information had been shown, whole and before the answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.score.evidence import for_patient, grade_evidence
from physassist_tui.score.grade import Grade
from tests.unit.builders import (
    LOINC,
    OTHER,
    Play,
    allergy,
    medication,
    observation,
    record_of,
    scenario_of,
    turn_of,
)
from tests.unit.contexts import context_of

P, F, A = Verdict.PASS, Verdict.FAIL, Verdict.ABSTAIN
CR = f"Observation?code={LOINC}|2160-0"
NEWEST = CR + "&_sort=-date&_count=1"
K1, K2, K3 = "Observation/cr-1", "Observation/cr-2", "Observation/cr-3"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> EhrStore:
    return record_of(
        tmp_path_factory.mktemp("record"),
        observation("cr-1", "2160-0", 1.1, "mg/dL", "2026-03-01T06:00:00-05:00"),
        observation("cr-2", "2160-0", 1.4, "mg/dL", "2026-03-02T06:00:00-05:00"),
        observation("cr-3", "2160-0", 1.9, "mg/dL", "2026-03-04T06:00:00-05:00"),
        observation("cr-late", "2160-0", 2.4, "mg/dL", "2026-03-04T12:00:00-05:00"),
        observation("k-1", "2823-3", 5.9, "mmol/L", "2026-03-04T06:00:00-05:00"),
        observation("cr-other", "2160-0", 0.7, "mg/dL", "2026-03-04T07:00:00-05:00", OTHER),
        medication("apixaban", order_id="old", when="2026-02-11T09:00:00-05:00"),
        medication("warfarin", order_id="hers", who=OTHER, when="2026-02-11T09:00:00-05:00"),
        allergy("Penicillin"),
    )


def saw(*refs: str, tool: str = "Observation.search", lang: str = "en") -> Play:
    play = Play("zh" if lang == "zh" else "en").turn()
    play.call(tool, refs=refs)
    play.answer("肌酐1.9 mg/dL" if lang == "zh" else "1.9 mg/dL")
    play.turn().answer("x")
    return play


def bit_by_bit(*refs: str) -> Play:
    play = Play().turn()
    for ref in refs:
        play.call(refs=[ref])
    play.answer("x")
    return play


def later(*refs: str) -> Play:
    play = Play().turn()
    play.answer("creatinine is 1.9")
    play.turn()
    play.call(refs=refs)
    play.answer("x")
    return play


def cut(full: Iterable[str], whole: Iterable[str]) -> Play:
    """A long result of which the player was shown only a part."""
    play = Play().turn()
    play.call(result={"entries": [{"ref": r} for r in full]}, shown="…", refs=whole)
    play.answer("x")
    return play


def pending() -> Play:
    play = Play().turn()
    play.call(returns=False)
    play.answer("1.9")
    return play


def rewound(*refs: str) -> Play:
    play = Play().turn()
    play.call(refs=refs)
    play.rewind(2)
    play.answer("1.9 mg/dL")
    return play


def refused() -> Play:
    play = Play().turn()
    play.call(ok=False, result={"error": "Observation/cr-3"})
    play.answer("1.9")
    return play


def told() -> Play:
    """The number came from the patient, not from the chart."""
    play = Play().turn()
    play.ask("What's your creatinine?", "They said 1.9.")
    play.answer("1.9")
    return play


Spec = dict[str, Any]
CASES: list[tuple[str, Callable[[], Play], Spec, int, Verdict]] = [
    ("seen", lambda: saw(K3), {"search": NEWEST}, 1, P),
    ("seen among others", lambda: saw(K1, K2, K3), {"search": NEWEST}, 1, P),
    ("by reading everything", lambda: saw(K3, tool="Patient.everything"), {"search": NEWEST}, 1, P),
    ("by another tool", lambda: saw(K3, tool="DiagnosticReport.search"), {"search": NEWEST}, 1, P),
    ("in an earlier turn", lambda: saw(K3), {"search": NEWEST}, 2, P),
    ("in this turn, for this turn", lambda: later(K3), {"search": NEWEST}, 2, P),
    ("in the Chinese session", lambda: saw(K3, lang="zh"), {"search": NEWEST}, 1, P),
    ("any one of three", lambda: saw(K1), {"search": CR}, 1, P),
    ("two of three", lambda: saw(K1, K3), {"search": CR, "at_least": 2}, 1, P),
    (
        "two of three, piece by piece",
        lambda: bit_by_bit(K3, K1),
        {"search": CR, "at_least": 2},
        1,
        P,
    ),
    ("all of them", lambda: saw(K1, K2, K3), {"search": CR, "at_least": 0}, 1, P),
    (
        "all of them, in any order",
        lambda: bit_by_bit(K3, K1, K2),
        {"search": CR, "at_least": 0},
        1,
        P,
    ),
    (
        "two newest",
        lambda: saw(K2, K3),
        {"search": CR + "&_sort=-date&_count=2", "at_least": 0},
        1,
        P,
    ),
    ("since a day", lambda: saw(K3), {"search": CR + "&date=ge2026-03-03"}, 1, P),
    ("an allergy", lambda: saw("AllergyIntolerance/a1"), {"search": "AllergyIntolerance"}, 1, P),
    (
        "an order",
        lambda: saw("MedicationRequest/old"),
        {"search": "MedicationRequest?status=active"},
        1,
        P,
    ),
    ("the patient", lambda: saw("Patient/p1"), {"search": "Patient"}, 1, P),
    (
        "another patient, named by the item",
        lambda: saw("Observation/cr-other"),
        {"search": CR + f"&patient={OTHER}"},
        1,
        P,
    ),
    ("the whole part of a cut result", lambda: cut([K1, K3], [K3]), {"search": NEWEST}, 1, P),
    ("nothing seen", saw, {"search": NEWEST}, 1, F),
    ("an older one", lambda: saw(K2), {"search": NEWEST}, 1, F),
    ("all but the newest", lambda: saw(K1, K2), {"search": NEWEST}, 1, F),
    ("another analyte", lambda: saw("Observation/k-1"), {"search": NEWEST}, 1, F),
    ("another patient's", lambda: saw("Observation/cr-other"), {"search": NEWEST}, 1, F),
    ("after the answer", lambda: later(K3), {"search": NEWEST}, 1, F),
    ("cut away", lambda: cut([K1, K3], [K1]), {"search": NEWEST}, 1, F),
    ("cut away whole", lambda: cut([K3], []), {"search": NEWEST}, 1, F),
    ("a call that never came back", pending, {"search": NEWEST}, 1, F),
    ("a call that was refused", refused, {"search": NEWEST}, 1, F),
    ("rewound away", lambda: rewound(K3), {"search": NEWEST}, 1, F),
    ("heard from the patient only", told, {"search": NEWEST}, 1, F),
    ("one where two are wanted", lambda: saw(K3), {"search": CR, "at_least": 2}, 1, F),
    (
        "the same one twice where two are wanted",
        lambda: bit_by_bit(K3, K3),
        {"search": CR, "at_least": 2},
        1,
        F,
    ),
    ("two of three where all are wanted", lambda: saw(K1, K3), {"search": CR, "at_least": 0}, 1, F),
    ("the same id of another type", lambda: saw("DiagnosticReport/cr-3"), {"search": NEWEST}, 1, F),
    ("an id that begins alike", lambda: saw("Observation/cr-33"), {"search": NEWEST}, 1, F),
    (
        "another's order",
        lambda: saw("MedicationRequest/hers"),
        {"search": "MedicationRequest"},
        1,
        F,
    ),
    ("before the day", lambda: saw(K2), {"search": CR + "&date=ge2026-03-03"}, 1, F),
    ("Chinese, an older one", lambda: saw(K2, lang="zh"), {"search": NEWEST}, 1, F),
    ("another patient", lambda: saw("Patient/p2"), {"search": "Patient"}, 1, F),
    ("after the clock", lambda: saw("Observation/cr-late"), {"search": NEWEST}, 1, F),
    ("finds nothing", lambda: saw(K3), {"search": f"Observation?code={LOINC}|9999-9"}, 1, A),
    (
        "finds nothing where all are wanted",
        lambda: saw(K3),
        {"search": f"Observation?code={LOINC}|9999-9", "at_least": 0},
        1,
        A,
    ),
    ("finds too few", lambda: saw(K1, K2, K3), {"search": CR, "at_least": 4}, 1, A),
    (
        "finds only what is after the clock",
        lambda: saw(K3),
        {"search": CR + "&date=gt2026-03-04T11:00:00-05:00"},
        1,
        A,
    ),
    ("an unknown parameter", lambda: saw(K3), {"search": "Observation?colour=red"}, 1, A),
    ("an unknown type", lambda: saw(K3), {"search": "Creatinine?code=1"}, 1, A),
    ("a part without a value", lambda: saw(K3), {"search": "Observation?code"}, 1, A),
]


def grade(play: Play, spec: Spec, turn: int, record: EhrStore) -> Grade:
    context = context_of(play, scenario_of(turn_of(), turn_of()), record, turn)
    return grade_evidence(GraderSpec.model_validate({"evidence": spec}), context)


@pytest.mark.parametrize(
    ("play", "spec", "turn", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_evidence(
    play: Callable[[], Play], spec: Spec, turn: int, verdict: Verdict, record: EhrStore
) -> None:
    got = grade(play(), spec, turn, record)
    assert got.verdict is verdict, str(got.because)


def test_the_evidence_is_the_first_showing(record: EhrStore) -> None:
    play = Play().turn()
    play.call(refs=["Observation/k-1"])
    first = play.call(refs=[K3])
    play.call(refs=[K3])
    play.answer("x")
    assert grade(play, {"search": NEWEST}, 1, record).evidence == (first,)


def test_what_the_session_wrote_is_no_evidence(tmp_path: Path) -> None:
    """The record is seen without anybody's writes: an order cannot be its own evidence."""
    play = Play().turn()
    play.write(medication("apixaban", order_id="mine"))
    play.call(refs=["MedicationRequest/mine"])
    play.answer("x")
    got = grade(play, {"search": "MedicationRequest"}, 1, record_of(tmp_path))
    assert got.verdict is A


@pytest.mark.parametrize(
    ("search", "wanted"),
    [
        ("Observation", "Observation?patient=Patient/p1"),
        ("Observation?code=x", "Observation?code=x&patient=Patient/p1"),
        ("Observation?patient=Patient/p2", "Observation?patient=Patient/p2"),
        ("Observation?subject:Patient=p2", "Observation?subject:Patient=p2"),
        ("Observation?_id=o1", "Observation?_id=o1"),
        ("Patient", "Patient?_id=p1"),
        ("Patient?_id=p2", "Patient?_id=p2"),
        ("Practitioner?name=x", "Practitioner?name=x"),
    ],
)
def test_a_search_is_for_the_scenario_s_patient(search: str, wanted: str) -> None:
    assert for_patient(search, "Patient/p1") == wanted
