"""Tables for a person: nothing lost, flags kept, in either language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.ehr.chart_displays import substance
from physassist_tui.ehr.field_names import field_name
from physassist_tui.ehr.table_words import spelled
from physassist_tui.ehr.tables import Table, rows
from physassist_tui.i18n import LANGUAGES, Lang
from tests.unit.ehr_record import patient
from tests.unit.ehr_tools_world import LONG_NOTE, Play, lab, of

SEARCHES = [
    "Patient.read",
    "Encounter.search",
    "Condition.search",
    "Observation.search",
    "MedicationRequest.search",
    "MedicationAdministration.search",
    "Procedure.search",
    "DiagnosticReport.search",
    "DocumentReference.search",
    "AllergyIntolerance.search",
    "CarePlan.search",
    "Patient.everything",
]


def table(lang: Lang = "en", tool: str = "Observation.search", **given: Any) -> Table:
    result = Play(lang=lang).outcome(tool, person=True, **given).result
    return rows(result, tool, lang)


def cell(found: Table, column: str, row: int = 0) -> str:
    return found.rows[row][found.columns.index(column)]


def test_a_value_keeps_its_unit_and_flag() -> None:
    found = table(code="creatinine")
    assert cell(found, "Value") == "1.9 mg/dL [H]"
    assert cell(found, "Range") == "0.6–1.2 mg/dL"
    assert cell(found, "Date") == "2026-03-04 06:00"


def test_in_chinese_the_english_stands_beside() -> None:
    found = table("zh", code="creatinine")
    text = " ".join(found.rows[0])
    assert "肌酐 (Creatinine" in text
    assert "1.9 mg/dL [H 偏高]" in text
    assert "最终 (final)" in text


def test_components_comparators_and_absence_are_told() -> None:
    blood_pressure = cell(table(code="85354-9"), "Value")
    assert "88 mmHg [L]" in blood_pressure
    assert "52 mmHg" in blood_pressure
    assert cell(table(code="6598-7"), "Value") == "<5 ng/L"
    assert "Specimen haemolysed" in cell(table(status="cancelled"), "Value")


def test_a_dose_not_given_stands_out() -> None:
    found = table(tool="MedicationAdministration.search", status="not-done")
    assert cell(found, "Status") == "NOT GIVEN: Held: heart rate 44"
    chinese = table("zh", tool="MedicationAdministration.search", status="not-done")
    assert "未给药 (not-done)：Held: heart rate 44" in chinese.rows[0]


def test_orders_read_as_a_prescriber_writes_them() -> None:
    found = table("zh", tool="MedicationRequest.search", medication="apixaban")
    text = " ".join(found.rows[0])
    assert "口服 (oral)" in text
    assert "每日两次 (2 times every day)" in text


def test_a_long_note_is_a_text_of_its_own_to_its_end() -> None:
    found = table(tool="DocumentReference.search", type_code="physical therapy")
    assert "".join(body for _title, body in found.texts) == LONG_NOTE
    assert all("Physical therapy note" in title for title, _body in found.texts)
    assert all(len(value) <= 300 for row in found.rows for value in row)


def test_own_orders_have_their_number() -> None:
    play = Play()
    play.result("Flag.create", category="safety", code="Fall risk", detail="Two assist")
    result = play.result("order.list")
    found = rows(result, "order.list", "en")
    assert cell(found, "Order") == "#1"
    assert cell(found, "Detail") == "Two assist"


def test_what_is_measured_twice_has_a_trend() -> None:
    found = table(code="creatinine")
    (trend,) = found.trends
    assert (trend.first, trend.last, trend.count) == (1.4, 1.9, 2)
    assert (trend.low, trend.high, trend.unit) == (1.4, 1.9, "mg/dL")
    assert trend.text("en").endswith(": 1.4 → 1.9 mg/dL (2 values, 1.4 to 1.9)")


def test_a_trend_mixes_no_units_and_no_bounds() -> None:
    days = [f"2026-03-0{n}T06:00:00-05:00" for n in range(1, 4)]
    three = [
        lab("a", "2160-0", "Creatinine", 1.0, days[0]),
        lab("b", "2160-0", "Creatinine", 90, days[1], unit="umol/L"),
        lab("c", "2160-0", "Creatinine", 1, days[2])
        | {"valueQuantity": {"value": 1, "comparator": ">", "unit": "mg/dL"}},
    ]
    result = Play([patient("p1"), *three]).result("Observation.search")
    assert rows(result, "Observation.search", "en").trends == []


def test_hints_are_notes() -> None:
    assert "unobtainium" in table(code="unobtainium").notes[0]
    assert "Urine" in table(code="creatinine").notes[0]
    empty = table(code="unobtainium")
    assert (empty.columns, empty.rows, empty.texts) == ([], [], [])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("tool", SEARCHES)
def test_every_row_has_a_cell_for_every_column(tool: str, lang: Lang) -> None:
    found = table(lang, tool, _count=1000) if tool != "Patient.read" else table(lang, tool)
    assert found.rows
    assert len(found.refs) == len(found.rows)
    for row in found.rows:
        assert len(row) == len(found.columns)
    assert all(any(row[at] for row in found.rows) for at in range(len(found.columns)))


@pytest.mark.parametrize("tool", SEARCHES)
def test_nothing_of_an_entry_is_lost(tool: str) -> None:
    play = Play()
    given: dict[str, Any] = {} if tool == "Patient.read" else {"_count": 1000}
    result = play.outcome(tool, person=True, **given).result
    found = rows(result, tool, "en")
    told = json.dumps([found.rows, found.texts], ensure_ascii=False)
    for entry in result["entries"]:
        for key, value in entry.items():
            if key in NOT_TOLD or not isinstance(value, str):
                continue
            if value.startswith("20") or value in SPELLED:
                continue
            assert json.dumps(value, ensure_ascii=False)[1:-1] in told, (key, value)


NOT_TOLD = {"ref", "system", "code"}
SPELLED = {"not-done", "in-progress", "IMP", "EMER", "ACUTE", "High"}


def test_the_tables_of_a_real_record(real_data: Path) -> None:
    from tests.unit.ehr_real import whole_records

    for _path, play in whole_records(real_data):
        for tool in SEARCHES[1:]:
            result = play.outcome(tool, person=True, _count=200).result
            found = rows(result, tool, "zh")
            assert len(found.rows) == len(result["entries"])


ASCII_JOIN = re.compile(r"[\u3400-\u9fff）][,;:] |[\u3400-\u9fff] \([^()]*\)[,;:] ")
"""A comma, semicolon or colon of English after Chinese, or after the English beside Chinese."""


@pytest.mark.parametrize("tool", SEARCHES)
def test_a_chinese_row_is_joined_in_chinese(tool: str) -> None:
    found = table("zh", tool, **({} if tool == "Patient.read" else {"_count": 1000}))
    cells = [value for row in found.rows for value in row]
    titles = [title for title, _body in found.texts]
    assert cells
    assert [text for text in cells + titles if ASCII_JOIN.search(text)] == []


@pytest.mark.parametrize("tool", SEARCHES)
def test_every_key_has_a_chinese_name(tool: str) -> None:
    given: dict[str, Any] = {} if tool == "Patient.read" else {"_count": 1000}
    entries = Play().outcome(tool, person=True, **given).result["entries"]
    keys = {key for entry in entries for key in _keys(entry)} - {"ref", "text", "given"}
    assert keys
    assert {key for key in keys if field_name(key, "zh") == key} == set()


def _keys(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for one in value:
            yield from _keys(one)
    elif isinstance(value, dict):
        for key, one in value.items():
            yield key
            yield from _keys(one)


def allergy(name: str, code: str = "") -> dict[str, Any]:
    coding = {"system": "http://snomed.info/sct", "code": code, "display": name}
    return of("AllergyIntolerance", "none", code={"coding": [coding], "text": name})


def row_of(*resources: dict[str, Any], tool: str, lang: Lang = "zh") -> str:
    play = Play([patient("p1"), *resources], lang=lang)
    found = rows(play.outcome(tool, person=True).result, tool, lang)
    return " ".join(found.rows[0])


def test_no_known_allergy_is_told_in_chinese() -> None:
    record = allergy("No known allergies", "716186003")
    assert "无已知过敏 (No known allergies)" in row_of(record, tool="AllergyIntolerance.search")
    english = row_of(record, tool="AllergyIntolerance.search", lang="en")
    assert english.startswith("No known allergies [716186003]")


@pytest.mark.parametrize("name", ["Vancomycin", "Acetaminophen", "Digoxin", "Tacrolimus"])
def test_a_drug_is_no_level_of_the_drug(name: str) -> None:
    order = of(
        "MedicationRequest",
        "m",
        status="active",
        intent="order",
        medicationCodeableConcept={"text": name},
        authoredOn="2026-03-02T08:00:00-05:00",
    )
    for row in (
        row_of(order, tool="MedicationRequest.search"),
        row_of(allergy(name), tool="AllergyIntolerance.search"),
    ):
        assert f"({name})" in row
        assert "浓度" not in row


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Oxycodone / Acetaminophen", "羟考酮 + 对乙酰氨基酚 (Oxycodone / Acetaminophen)"),
        ("Dextrose 5% with potassium chloride", "Dextrose 5% with potassium chloride"),
        ("Insulin glargine 100 units/mL", "甘精胰岛素 (Insulin glargine 100 units/mL)"),
        ("屋尘螨", "屋尘螨"),
    ],
)
def test_a_mixture_is_not_named_by_one_part(name: str, told: str) -> None:
    assert substance(name, "zh") == told
    assert substance(name, "en") == name


@pytest.mark.parametrize(
    ("key", "text", "told"),
    [
        ("severity", "Moderate", "中度 (Moderate)"),
        ("marital_status", "Married", "已婚 (Married)"),
        ("participants", "Dr. Jane Roe (attender)", "Dr. Jane Roe (主管医师)"),
        ("participants", "Dr. Jane Roe (locum)", "Dr. Jane Roe (locum)"),
        ("lasting", "7 days", "7 天"),
        ("supply", "30 d", "30 天"),
        ("range", "8–30 /min (Critical Range)", "8–30 /min (危急值范围)"),
        ("for", "30 min", "30 分钟"),
        ("onset", "45 a", "45 岁"),
        ("onset", "after a fall", "after a fall"),
        ("requester", "Physician's assistant", "医生助理"),
        ("locations", "Ward (2026-03-02T00:30:00-05:00 –)", "Ward (2026-03-02 00:30 –)"),
    ],
)
def test_a_standards_own_words_are_told_in_chinese(key: str, text: str, told: str) -> None:
    assert spelled(text, "zh", key=key) == told
    english = spelled(text, "en", key=key)
    assert english == (text if key != "locations" else told)


def test_an_own_order_names_its_author_in_the_readers_language() -> None:
    play = Play(lang="zh")
    play.result("ServiceRequest.create", service_type="Lactate", priority="urgent")
    found = rows(play.result("order.list"), "order.list", "zh")
    assert "开立者：医生助理" in " ".join(found.rows[0])
    assert "Physician" not in " ".join(found.rows[0])
