"""A redacted export holds none of the people of the record, in whatever form it is written."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.cli.export import _find_line
from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.export.cast import cast
from physassist_tui.export.chat import chat
from physassist_tui.export.fhir import bundle
from physassist_tui.export.inspect_log import inspect_log
from physassist_tui.export.json_lines import json_lines
from physassist_tui.export.page import page
from physassist_tui.export.redaction import (
    DEFAULT,
    Original,
    Redactor,
    Rules,
    finds_in_order,
    read_rules,
    redacted,
)
from physassist_tui.export.redaction.dates import DateShift
from physassist_tui.export.redaction.originals import Kind
from physassist_tui.export.redaction.redactor import Find
from physassist_tui.export.redaction.words import Words
from physassist_tui.export.source import Source
from physassist_tui.export.still import still
from physassist_tui.i18n import LANGUAGES, Lang, use_language
from physassist_tui.library import load_scenario
from physassist_tui.plain.replay_lines import ReplayLines
from physassist_tui.replay import Pace
from tests.unit.export_world import SCENARIO, SECRETS, planted, played, record_of_people
from tests.unit.store_samples import numbered

SEEDED = Rules(seed=7)


def every_form(source: Source) -> dict[str, str]:
    lines = ReplayLines(source.replay, source.standing)
    return {
        "jsonl": "".join(json_lines(source)),
        "cast": "".join(cast(source, lines, "zh", Pace())),
        "html": page(source, "en", raw=True),
        "svg": still(source, lines, len(source.events) - 1, cols=400),
        "fhir": json.dumps(bundle(source), ensure_ascii=False),
    }


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Source, Redactor]:
    record = record_of_people(tmp_path_factory.mktemp("people"))
    return redacted(planted(), SEEDED, record)


def opened(text: str) -> str:
    """The text with what is in attachments written out."""
    return text + "".join(
        base64.b64decode(data).decode() for data in re.findall(r'"data": ?"([\w+/=]{20,})"', text)
    )


def test_the_secrets_are_planted() -> None:
    text = opened("".join(json_lines(planted())).replace('\\"', '"'))
    assert [secret for secret in SECRETS if secret not in text] == []


@pytest.mark.parametrize("form", ["jsonl", "cast", "html", "svg", "fhir"])
def test_no_form_holds_anybody(made: tuple[Source, Redactor], form: str) -> None:
    text = opened(every_form(made[0])[form])
    assert [secret for secret in SECRETS if secret in text] == []
    assert "01M8MT" not in text
    assert "2026-03-04" not in text
    assert "REDACTED-" in text


def test_one_person_has_one_sign(made: tuple[Source, Redactor]) -> None:
    signs = {find.text: find.sign for find in made[1].finds.values()}
    assert signs["Okonkwo-Reyes"] == signs["Philippa"] == signs["欧阳秀英"]
    assert signs["Theodora May"] == signs["王医生"] == signs["老王"] != signs["Philippa"]
    assert signs["13812345678"].startswith("REDACTED-CONTACT")
    assert signs["123-45-6789"].startswith("REDACTED-ID")


def test_the_dry_run_says_what_where_and_how_often(made: tuple[Source, Redactor]) -> None:
    finds = {find.text: find for find in finds_in_order(made[1].finds.values())}
    assert finds["Tobias"].seqs == [5]
    assert finds["Tobias"].count == 1
    assert finds["MRN-4471902"].seqs == [4]
    assert finds["MRN-4471902"].count == 2  # in the result, and in what was shown of it


def test_the_dry_run_calls_what_it_found_by_its_name_in_both_languages() -> None:
    called = {
        "name": ("person's name", "姓名"), "id": ("identifier", "标识号"),
        "contact": ("contact", "联系方式"), "address": ("address", "地址"),
        "word": ("word", "词语"), "date": ("date", "日期"),
    }  # fmt: skip
    assert set(called) == set(get_args(Kind))
    try:
        for kind in get_args(Kind):
            for lang, name in zip(LANGUAGES, called[kind], strict=True):
                use_language(lang)
                line = _find_line(Find(kind, "Tobias", "REDACTED-1", 2, [4, 5]))
                assert line.startswith(name), line
                assert ("4, 5" if lang == "en" else "4、5") in line
    finally:
        use_language("en")


def test_days_between_dates_stay(made: tuple[Source, Redactor]) -> None:
    shift = made[1].shift.days
    assert shift % 7 == 0 != shift
    before, after = planted().events, made[0].events
    assert {b.at - a.at for a, b in zip(before, after, strict=True)} == {timedelta(days=shift)}
    answer = after[14]
    assert isinstance(answer, ev.Answered)
    assert (date(1951, 7, 4) + timedelta(days=shift)).isoformat() in answer.data.text


def test_a_kind_that_is_switched_off_stays(tmp_path: Path) -> None:
    rules = Rules(names=False, dates=False, also=("did well",), patterns=(r"fin\w",))
    source, _redactor = redacted(planted(), rules, record_of_people(tmp_path))
    text = "".join(json_lines(source))
    assert "Philippa" in text
    assert "1951-07-04" in text
    assert "MRN-4471902" not in text
    assert "is fine" not in text
    kept = redacted(planted(), Rules(keep=("Tobias",)), record_of_people(tmp_path))[0]
    assert "Tobias" in "".join(json_lines(kept))


def test_a_shipped_play_keeps_its_sense() -> None:
    source, record = played()
    made, _redactor = redacted(source, SEEDED, record)
    text = "".join(json_lines(made))
    for secret in ("Gonzalez", "Victoria", "Nash", "POP-001031", "Lowell", "769-1806"):
        assert secret not in text
    for kept in ("1.62", "apixaban 5 mg", "Creatinine [Mass/volume]"):
        assert kept in text
    lines = ReplayLines(made.replay, made.standing).opening()
    assert not any("Gonzalez" in line or "1938-02-10" in line for line in lines)


def people(value: Any) -> Iterator[str]:
    """Every name, identifier, telecom and address in a record, by where it stands."""
    if isinstance(value, list):
        for one in value:
            yield from people(one)
    if not isinstance(value, dict):
        return
    if value.get("resourceType") in ("Patient", "Practitioner", "RelatedPerson", "Person"):
        for name in value.get("name", []):
            yield from (name["family"], *name["given"], name.get("text", name["family"]))
            yield f"{name['given'][0]} {name['family']}"
            yield f"{name['family']}, {name['given'][0]}"
        yield from (one["value"] for one in value.get("telecom", []))
        for place in value.get("address", []):
            yield from (*place["line"], place["city"], place["postalCode"])
        yield value["id"]
    for key, child in value.items():
        if key == "identifier":
            yield from (one["value"] for one in child if isinstance(one, dict))
        yield from people(child)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_everybody_of_a_record_goes_wherever_they_are_named(lang: Lang) -> None:
    source, record = played(lang)
    loaded = load_scenario(SCENARIO)
    everyone = sorted(set(people(json.loads(loaded.record_path.read_text("utf-8")))))
    assert len(everyone) > 100
    told = ev.AnsweredData(text="\n".join(f"{one}: seen; ({one})" for one in everyone))
    answer = source.events[-1].seq + 1
    more = numbered([told], first=answer, turn=4)
    made, _redactor = redacted(replace(source, events=(*source.events, *more)), SEEDED, record)
    forms = every_form(made) | {
        "chat": json.dumps(chat(made), ensure_ascii=False),
        "inspect": json.dumps(inspect_log(made), ensure_ascii=False),
    }
    for form, text in forms.items():
        left = [one for one in everyone if re.search(rf"(?<!\w){re.escape(one)}(?!\w)", text)]
        assert left == [], form


@given(st.text(alphabet="OkonkweyesPhilpa 欧阳秀英女士王\n-_.,;'\"<[{", max_size=60))
@settings(max_examples=150, deadline=None)
def test_wherever_a_name_stands_it_goes(around: str) -> None:
    names = ("Okonkwo-Reyes", "Philippa", "欧阳秀英")
    words = Words([Original(name, "name", "p") for name in names])
    for name in names:
        for text in (f"{around} {name}'s", f"({name}) {around}", f"{around}\n{name}\n"):
            assert name not in words.put(text, lambda _original, _written: "NN")


def test_a_name_inside_another_word_stays() -> None:
    names = ("Lim", "May", "White", "王", "Ana Lim")
    words = Words([Original(name, "name", name) for name in names])

    def put(text: str) -> str:
        return words.put(text, lambda _original, _written: "NN")

    assert (
        put("Limit 3; you may go; white cells 12; 国王路")
        == "Limit 3; you may go; white cells 12; 国王路"
    )
    assert put(
        "Dr. Lim, LIM; Dr. May; Dr. White; 王主任"
    ) == "Dr. NN, NN; Dr. NN; Dr. NN; NN主任".replace("NN主任", "NN主任")


class TestDates:
    SHIFT = DateShift(14, 2026, [date(2026, 9, 28)])

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("on 2026-03-04T06:10:00-05:00", "on 2026-03-18T06:10:00-05:00"),
            ("2026-12-25.", "2027-01-08."),
            ("since 2026-03", "since 2026-03"),
            ("20260304", "20260318"),
            ("03/04/2026 and 3/4/26", "03/18/2026 and 3/18/26"),
            ("25/12/2026; 25.12.2026", "8/1/2027; 8.1.2027"),
            ("9 July, 24 September", "23 July, 8 October"),
            ("March 4, 2026; Mar 4th", "March 18, 2026; Mar 18th"),
            ("in May, by mid-July", "in May, by mid-July"),
            ("2026年3月4日，3月25号", "2026年3月18日，4月8号"),
            ("九月二十八日", "十月十二日"),
            ("cr 1.6 (9/28)", "cr 1.6 (10/12)"),
        ],
    )
    def test_moved_and_written_as_it_was(self, before: str, after: str) -> None:
        assert self.SHIFT.text(before) == after

    @pytest.mark.parametrize(
        "text",
        ["pain 4/10", "BP 120/80", "she may 5 times", "LOINC 2160-0, 19113-0", "v1.2.2026-x",
         "三个月", "6月龄", "2.5 mg", "in 2026", "1.02 to 1.66", "555-1234", "May 5 mg do"],
    )  # fmt: skip
    def test_what_is_no_date_stays(self, text: str) -> None:
        assert self.SHIFT.text(text) == text

    @given(st.dates(date(1931, 1, 1), date(2098, 1, 1)), st.integers(-52, 52).filter(bool))
    @settings(max_examples=100)
    def test_moving_back_gives_the_same(self, day: date, weeks: int) -> None:
        there, back = DateShift(7 * weeks, 2026), DateShift(-7 * weeks, 2026)
        chinese = f"{day.year}年{day.month}月{day.day}日"
        text = f"{day.isoformat()} {day.day} {day:%B %Y} {chinese} {day:%Y%m%d}"
        assert back.text(there.text(text)) == text


class TestRules:
    def test_a_seed_gives_the_same_days(self) -> None:
        assert Rules(seed="a").shift_days() == Rules(seed="a").shift_days()
        assert len({DEFAULT.shift_days() for _ in range(40)}) > 1
        assert all(DEFAULT.shift_days() % 7 == 0 for _ in range(20))

    @pytest.mark.parametrize(
        ("text", "says"),
        [("nams: true", "nams"), ("names: perhaps", "names"), ("patterns: ['(']", "patterns"),
         ("patterns: ['x*']", "patterns"), ("- a", "-"), ("a: [", "cannot be read")],
    )  # fmt: skip
    def test_a_fault_is_named(self, tmp_path: Path, text: str, says: str) -> None:
        file = tmp_path / "rules.yaml"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match=re.escape(says)):
            read_rules(file)

    def test_a_file_that_is_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match="cannot be read"):
            read_rules(tmp_path / "none.yaml")
