"""A small chart and one answered turn on it, for the tests of `value` and `says`.

The clock is 4 March 2026, 09:30; the patient was admitted on 28 February. Of each analyte
there are results of several days, and another patient of a similar name has others.
"""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import Scenario
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.record import open_record
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.says import grade_says
from physassist_tui.score.value import grade_value
from tests.unit.builders import AT, CLOCK, LOINC, Play, medication, observation
from tests.unit.contexts import context_of

OWN = "Patient/p1"
OTHER = "Patient/p2"


def _person(ref: str, family: str, given: str, chinese: str, born: str, sex: str) -> dict[str, Any]:
    return {
        "resourceType": "Patient",
        "id": ref.partition("/")[2],
        "identifier": [{"value": "MRN0042" + ref[-1]}],
        "name": [{"family": family, "given": [given]}, {"text": chinese}],
        "gender": sex,
        "birthDate": born,
    }


def _pressure(obs_id: str, high: int, low: int, when: str) -> dict[str, Any]:
    made = observation(obs_id, "85354-9", 1, "1", when, display="Blood pressure panel")
    del made["valueQuantity"]
    made["component"] = [
        {
            "code": {"coding": [{"system": LOINC, "code": code}]},
            "valueQuantity": {
                "value": value,
                "unit": "mmHg",
                "system": "http://unitsofmeasure.org",
                "code": "mm[Hg]",
            },
        }
        for code, value in (("8480-6", high), ("8462-4", low))
    ]
    return made


_SERIES: tuple[tuple[str, str, str, tuple[tuple[str, float], ...]], ...] = (
    ("cr", "2160-0", "mg/dL", (("02-28", 1.1), ("03-02", 1.5), ("03-03", 1.7), ("03-04", 1.9))),
    ("k", "2823-3", "mmol/L", (("02-28", 4.2), ("03-03", 4.8), ("03-04", 5.4))),
    ("na", "2951-2", "mmol/L", (("02-28", 138.0), ("03-04", 131.0))),
    ("cl", "2075-0", "mmol/L", (("03-04", 98.0),)),
    ("hco3", "1963-8", "mmol/L", (("03-04", 19.0),)),
    ("glu", "2345-7", "mg/dL", (("02-28", 110.0), ("03-04", 252.0))),
    ("bun", "3094-0", "mg/dL", (("02-28", 18.0), ("03-04", 42.0))),
    ("ca", "17861-6", "mg/dL", (("03-04", 8.0),)),
    ("alb", "1751-7", "g/dL", (("03-04", 2.8),)),
    ("hb", "718-7", "g/dL", (("02-28", 11.2), ("03-04", 9.8))),
    ("wbc", "6690-2", "10*3/uL", (("03-04", 12.3),)),
    ("plt", "777-3", "10*3/uL", (("03-04", 151.0),)),
    ("inr", "6301-6", "1", (("03-02", 1.4), ("03-04", 2.3))),
    ("egfr", "98979-8", "mL/min/{1.73_m2}", (("03-04", 27.4),)),
    ("a1c", "4548-4", "%", (("03-04", 8.4),)),
    ("temp", "8310-5", "Cel", (("03-04", 38.6),)),
    ("hr", "8867-4", "/min", (("03-04", 104.0),)),
    ("wt", "29463-7", "kg", (("03-04", 58.0),)),
    ("lac", "2524-7", "mmol/L", (("03-04", 1.9),)),
    ("bnp", "33762-6", "pg/mL", (("03-04", 3450.0),)),
)


def _resources() -> list[dict[str, Any]]:
    held: list[dict[str, Any]] = [
        _person(OWN, "Chen", "Margaret", "陈桂芳", "1944-05-01", "female"),
        _person(OTHER, "Chandler", "Marianne", "陈桂芬", "1950-01-01", "female"),
        {
            "resourceType": "Encounter",
            "id": "e1",
            "status": "in-progress",
            "class": {"code": "IMP"},
            "subject": {"reference": OWN},
            "period": {"start": "2026-02-28T14:00:00-05:00"},
        },
        medication("apixaban 5 MG Oral Tablet", order_id="m1"),
    ]
    for prefix, code, unit, values in _SERIES:
        for day, value in values:
            when = f"2026-{day}T06:00:00-05:00"
            held.append(observation(f"{prefix}-{day}", code, value, unit, when))
    low_troponin = observation("tni", "10839-9", 0.01, "ng/mL")
    low_troponin["valueQuantity"]["comparator"] = "<"
    held.append(low_troponin)
    held.append(_pressure("bp", 92, 54, "2026-03-04T06:00:00-05:00"))
    held.append(observation("cr-other", "2160-0", 2.4, "mg/dL", who=OTHER))
    return held


@lru_cache(maxsize=1)
def record() -> EhrStore:
    """The chart at its clock, opened once from a real file."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "record.json"
        entries = [{"resource": resource} for resource in _resources()]
        bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
        path.write_text(json.dumps(bundle), encoding="utf-8")
        return open_record(path).at(AT)


def search(code: str, more: str = "&_sort=-date&_count=1", path: str = "value") -> dict[str, str]:
    """A `Found` for the latest result of a LOINC code."""
    return {"search": f"Observation?code={LOINC}|{code}{more}", "path": path}


def _scenario(request: dict[str, str]) -> Scenario:
    both = {"en": "x", "zh": "x"}
    return Scenario.model_validate(
        {
            "schema": 1,
            "id": "tests/value",
            "title": both,
            "category": "medication_safety",
            "difficulty": 1,
            "languages": ["en", "zh"],
            "source": {"record": "built", "licence": "Apache-2.0"},
            "clock": CLOCK,
            "patient": OWN,
            "encounter": "Encounter/e1",
            "turns": [
                {
                    "request": request,
                    "explicit": both,
                    "task_type": "information_lookup",
                    "gold": [{"answer": both}],
                    "rubric": [
                        {
                            "id": "any",
                            "text": both,
                            "kind": "safety",
                            "grader": {"human": {}},
                        }
                    ],
                }
            ],
        }
    )


REQUEST = {"en": "How are her kidneys doing?", "zh": "她的肾功能怎么样？"}


def context(
    answer: str, request: dict[str, str] | None = None, shown: tuple[str, ...] = ()
) -> TurnContext:
    """One answered turn; `shown` are results that the player had seen."""
    asked = request or REQUEST
    play = Play().turn(asked["en"])
    for text in shown:
        play.call(shown=text)
    play.answer(answer)
    return context_of(play, _scenario(asked), record())


def value_of(spec: dict[str, Any], answer: str, **more: Any) -> Grade:
    """The grade of a `value` item."""
    return grade_value(GraderSpec.model_validate({"value": spec}), context(answer, **more))


def says_of(spec: dict[str, Any], answer: str, **more: Any) -> Grade:
    """The grade of a `says` item."""
    return grade_says(GraderSpec.model_validate({"says": spec}), context(answer, **more))
