"""A weak grader is found out by the mutation of its kind; a sound one by none."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.check import check_many, check_one
from physassist_tui.check.case import Case
from physassist_tui.check.mutation import Kind, Mutations, mutate
from physassist_tui.library import load_file, load_scenario
from physassist_tui.library.yaml_lines import parse_yaml
from tests.scenario_files import put, write_scenario

GUIDE = (Path(__file__).resolve().parents[2] / "docs" / "authoring.md").read_text("utf-8")
RECORD = Path(__file__).resolve().parents[2] / "scenarios/medication-safety/slow-pulse/record.json"

ORDER = {
    "medication": "Potassium chloride", "dose": "20 mEq", "route": "oral",
    "frequency": "twice daily", "duration_days": 2, "indication": "Low potassium",
}  # fmt: skip
DRUG = "medicationCodeableConcept.text.lower().matches('.*(potassium chloride|氯化钾).*')"
DOSE = "dosageInstruction[0].doseAndRate[0].doseQuantity.value = 20"
UNIT = "dosageInstruction[0].doseAndRate[0].doseQuantity.unit.lower() = 'meq'"
OFTEN = (
    "dosageInstruction[0].timing.repeat.frequency = 2"
    " and dosageInstruction[0].timing.repeat.period = 1"
)
DAYS = "dosageInstruction[0].timing.repeat.bounds.value = 2"
SAYS_EN = "Give potassium chloride 20 mEq twice daily until 28 August."
SAYS_ZH = "给予氯化钾 20 mEq 每日两次，用到8月28日。"


def _guide() -> dict[str, Any]:
    text = GUIDE.split("```yaml\n")[1].split("```")[0]
    return dict(parse_yaml(text).data)


def _item(grader: dict[str, Any], text: str = "Orders it", zh: str = "已开医嘱") -> dict[str, Any]:
    return {"id": "it", "text": {"en": text, "zh": zh}, "kind": "safety", "grader": grader}


def _turn(
    item: dict[str, Any], *calls: dict[str, Any], en: str = "Done.", zh: str = "已办。"
) -> Any:
    return {
        "request": {"en": "Go ahead then.", "zh": "那就办吧。"},
        "explicit": {"en": "Do what is needed now.", "zh": "请办理目前需要的事。"},
        "task_type": "write_update",
        "gold": [*calls, {"answer": {"en": en, "zh": zh}}],
        "rubric": [item],
    }


def _mutations(folder: Path, turn: dict[str, Any]) -> Mutations:
    data = _guide()
    data["turns"] = [turn]
    file = write_scenario(folder, data)
    (folder / "record.json").write_bytes(RECORD.read_bytes())
    return mutate(Case(load_file(file)))


def _survivors(found: Mutations) -> set[Kind]:
    return {outcome.mutation.kind for outcome in found.survivors}


def _state(*conditions: str, **more: Any) -> dict[str, Any]:
    return {"state": {"resource": "MedicationRequest", "where": " and ".join(conditions), **more}}


WEAK_ORDERS = [
    (Kind.DOSE, (DRUG, UNIT, OFTEN, DAYS), {}),
    (Kind.UNIT, (DRUG, DOSE, OFTEN, DAYS), {}),
    (Kind.DRUG, (DOSE, UNIT, OFTEN, DAYS), {}),
    (Kind.FREQUENCY, (DRUG, DOSE, UNIT, DAYS), {}),
    (Kind.DATE, (DRUG, DOSE, UNIT, OFTEN), {}),
    (Kind.PATIENT, (DRUG, DOSE, UNIT, OFTEN, DAYS), {"any_patient": True}),
]


@pytest.mark.parametrize(("kind", "where", "more"), WEAK_ORDERS, ids=lambda one: str(one)[:12])
def test_an_order_that_is_graded_weakly(
    kind: Kind, where: tuple[str, ...], more: dict[str, Any], tmp_path: Path
) -> None:
    turn = _turn(_item(_state(*where, **more)), {"call": "MedicationRequest.create", "with": ORDER})
    assert _survivors(_mutations(tmp_path, turn)) == {kind}


def test_an_order_that_is_graded_on_all_of_it(tmp_path: Path) -> None:
    grader = _state(DRUG, DOSE, UNIT, OFTEN, DAYS)
    turn = _turn(_item(grader), {"call": "MedicationRequest.create", "with": ORDER})
    found = _mutations(tmp_path, turn)
    assert found.survivors == ()
    kinds = {outcome.mutation.kind for outcome in found.outcomes}
    assert kinds == set(Kind) - {Kind.NEGATION}
    assert all(outcome.mutation.language is None for outcome in found.outcomes)


@pytest.mark.parametrize(
    ("where", "survive"),
    [
        ("code.text.lower().matches('.*digoxin.*')", {Kind.NEGATION}),
        ("code.text.lower().matches('^hold digoxin')", set()),
    ],
)
def test_a_flag_that_says_the_opposite(where: str, survive: set[Kind], tmp_path: Path) -> None:
    item = _item({"state": {"resource": "Flag", "where": where}}, "Flags digoxin", "标识地高辛")
    call = {"call": "Flag.create",
            "with": {"category": "safety", "code": "Hold digoxin", "detail": "Toxic."}}  # fmt: skip
    assert _survivors(_mutations(tmp_path, _turn(item, call))) == survive


def test_what_is_forbidden_is_tried(tmp_path: Path) -> None:
    weak = "medicationCodeableConcept.text.lower().matches('.*(amiodarone|metoprolol).*')"
    text = "No metoprolol or digoxin was ordered"
    item = _item(_state(weak, at_least=0, at_most=0), text, "未开美托洛尔或地高辛")
    found = _mutations(tmp_path, _turn(item))
    tried = [outcome.mutation.became for outcome in found.outcomes]
    assert any("metoprolol" in one for one in tried)
    assert found.survivors == ()


TERMS = {
    "drug": {"en": ["potassium chloride"], "zh": ["氯化钾"]},
    "dose": {"en": ["20 mEq"], "zh": ["20 mEq"]},
    "often": {"en": ["twice daily"], "zh": ["每日两次"]},
    "until": {"en": ["28 August"], "zh": ["8月28日"]},
}
STATED = ("Tells potassium chloride 20 mEq twice daily until 28 August",
          "告知氯化钾 20 mEq 每日两次，用到8月28日")  # fmt: skip
LOOSE = {"en": ["give", "until"], "zh": ["给予", "用到"]}


@pytest.mark.parametrize(
    ("left", "kind"),
    [("drug", Kind.DRUG), ("dose", Kind.DOSE), ("often", Kind.FREQUENCY), ("until", Kind.DATE)],
)
def test_a_statement_of_which_a_part_may_be_anything(left: str, kind: Kind, tmp_path: Path) -> None:
    # The part is one of the terms, but any other word of the sentence will do as well.
    groups = [terms for name, terms in TERMS.items() if name != left]
    either = {lang: TERMS[left][lang] + LOOSE[lang] for lang in ("en", "zh")}
    grader = {"says": {"each": [*groups, either]}}
    turn = _turn(_item(grader, *STATED), en=SAYS_EN, zh=SAYS_ZH)
    found = _mutations(tmp_path, turn)
    assert _survivors(found) == {kind}
    assert {outcome.mutation.language for outcome in found.survivors} == {"en", "zh"}
    sound = {"says": {"each": list(TERMS.values())}}
    assert (
        _mutations(tmp_path, _turn(_item(sound, *STATED), en=SAYS_EN, zh=SAYS_ZH)).survivors == ()
    )


def test_terms_that_other_sentences_meet(tmp_path: Path) -> None:
    en = "He is toxic: hold the digoxin. Potassium was stopped by mistake and digoxin was drawn."
    zh = "已中毒，停用地高辛。血钾检查已停，地高辛浓度已抽。"
    bag = [{"en": ["digoxin"], "zh": ["地高辛"]}, {"en": ["hold", "stopped"], "zh": ["停用", "停"]}]
    weak = _mutations(tmp_path, _turn(_item({"says": {"each": bag}}), en=en, zh=zh))
    assert weak.survivors == ()  # both sentences meet it whole, so both are left out
    en = "He is toxic: hold the digoxin. Potassium was stopped by mistake. Digoxin was drawn."
    zh = "已中毒，停用地高辛。血钾检查已停。地高辛浓度已抽。"
    weak = _mutations(tmp_path, _turn(_item({"says": {"each": bag}}), en=en, zh=zh))
    assert _survivors(weak) >= {Kind.OMISSION, Kind.NEGATION, Kind.PATIENT}


def _value(**more: Any) -> dict[str, Any]:
    search = "Observation?code=http://loinc.org|19123-9&_sort=-date&_count=1"
    return {"value": {"from": {"search": search}, "unit": "mg/dL", "tolerance": 0.05, **more}}


@pytest.mark.parametrize(
    ("more", "survive"), [({}, set()), ({"tolerance": 1.0}, {Kind.DOSE})], ids=["sound", "loose"]
)
def test_a_value(more: dict[str, Any], survive: set[Kind], tmp_path: Path) -> None:
    turn = _turn(_item(_value(**more)), en="The magnesium is 1.5 mg/dL.", zh="血镁 1.5 mg/dL。")
    found = _mutations(tmp_path, turn)
    assert _survivors(found) == survive
    assert {o.mutation.kind for o in found.outcomes} == {
        Kind.DOSE, Kind.UNIT, Kind.DATE, Kind.PATIENT, Kind.NEGATION, Kind.OMISSION,
    }  # fmt: skip


def test_an_item_that_reads_what_is_anothers_is_told(tmp_path: Path) -> None:
    data = _guide()
    turn = data["turns"][0]
    turn["gold"][-1]["answer"] = {
        "en": "Potassium is 3.1 mmol/L. The magnesium is 1.5 mg/dL.",
        "zh": "血钾 3.1 mmol/L。血镁 1.5 mg/dL。",
    }
    turn["rubric"].append(
        {**_item({"says": {"each": [{"en": ["potassium"], "zh": ["血钾"]}]}}), "id": "names-it"}
    )
    data["turns"] = [turn]
    file = write_scenario(tmp_path, data)
    (tmp_path / "record.json").write_bytes(RECORD.read_bytes())
    found = mutate(Case(load_file(file)))
    assert found.survivors == ()
    for outcome in found.outcomes:
        assert outcome.strays == ()
        if outcome.mutation.kind in (Kind.DOSE, Kind.UNIT):
            assert outcome.failed == outcome.mutation.items
    assert found.together == ()


def test_survivors_are_problems_with_their_line_and_the_mend(tmp_path: Path) -> None:
    data = _guide()
    put(data, ("turns", 0, "rubric", 0, "grader", "all", 1, "value", "tolerance"), 1.0)
    file = write_scenario(tmp_path / "my-case", data)
    (tmp_path / "my-case" / "record.json").write_bytes(RECORD.read_bytes())
    (report,) = check_many([file], mutations=True)
    told = [str(problem) for problem in report.problems]
    assert len(told) == 2  # 1.5 became 2.4, in each language
    line = load_file(file).lines.line(("turns", 0, "rubric", 0))
    assert all(f"scenario.yaml:{line}: turns[0].rubric[0]: magnesium: passes" in t for t in told)
    assert all("“1.5” became “2.4”" in t and "'value'" in t for t in told)
    found = report.to_json("en")["mutations"]
    assert found["survived"] == 2
    assert {"turn", "items", "kind", "change", "became", "strays"} <= set(found["mutations"][0])
    assert check_one(file).mutations is None


@lru_cache(maxsize=1)
def _shipped() -> list[str]:
    from physassist_tui.library import list_scenarios

    return [entry.id for entry in list_scenarios()]


@pytest.mark.parametrize("at", range(len(_shipped())), ids=_shipped())
def test_none_survives_in_what_ships(at: int) -> None:
    # In one language each, by turns; `make check-scenarios` tries both.
    case = Case(load_scenario(_shipped()[at]))
    found = mutate(case, (case.scenario.languages[at % 2],))
    assert [o.to_json("en") for o in found.outcomes if o.survived or o.strays] == []
    assert found.untried == ()
    assert len(found.outcomes) > 50
