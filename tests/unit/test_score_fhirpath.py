"""FHIRPath is taken strictly: what does not parse grades nothing, by luck or otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.words import Verdict
from physassist_tui.score.fhirpath import BadPath, evaluate, holds
from physassist_tui.score.fhirpath_syntax import syntax_fault
from physassist_tui.score.state_grader import grade_state
from tests.unit.builders import (
    Play,
    grader_item,
    medication,
    record_of,
    scenario_of,
    turn_of,
)
from tests.unit.contexts import context_of
from tests.unit.value_world import search, value_of

ORDER = medication("apixaban", "2.5 mg")
BROKEN = [
    "status = 'active' id",
    "status = 'active",
    "status = 'active' and",
    "status = 'active')",
    "(status = 'active'",
    "status == 'active'",
    "status = 'active'; id",
    "code.text.contains(",
    "用药 = 'x'",
    "'a' 'b'",
]
WHOLE = [
    "status = 'active'",
    "medicationCodeableConcept.text.lower().contains('apixaban')",
    "dosageInstruction.doseAndRate.dose.value = 2.5",
    "dosageInstruction.where(timing.exists()).count() > 0 and status != 'cancelled'",
    "medicationCodeableConcept.text = '阿哌沙班'",
    "(status | intent).count() = 2",
]


@pytest.mark.parametrize("expression", BROKEN)
def test_a_state_grader_with_a_broken_condition_abstains(tmp_path: Path, expression: str) -> None:
    with pytest.raises(BadPath):
        evaluate(ORDER, expression)
    play = Play().turn()
    play.write(ORDER)
    play.answer("done")
    spec = {"state": {"resource": "MedicationRequest", "where": expression}}
    context = context_of(play, scenario_of(turn_of(grader_item("it", spec))), record_of(tmp_path))
    grade = grade_state(GraderSpec.model_validate(spec), context)
    assert grade.verdict is Verdict.ABSTAIN
    for lang in ("en", "zh"):
        assert expression in grade.because.render(lang)


@pytest.mark.parametrize("expression", WHOLE)
def test_what_parses_is_evaluated(expression: str) -> None:
    assert syntax_fault(expression) is None
    assert holds(ORDER, expression) in (True, False)


@pytest.mark.parametrize("path", ["value code", "value.value)", "value..value", "valueQuantity ="])
def test_a_value_grader_with_a_broken_path_abstains(path: str) -> None:
    spec: dict[str, Any] = {"from": search("2160-0", path=path), "unit": "mg/dL"}
    grade = value_of(spec, "Her creatinine is 1.9 mg/dL today.")
    assert grade.verdict is Verdict.ABSTAIN
    assert path in str(grade.because)
