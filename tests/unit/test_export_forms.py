"""Each form of an export is what its readers take: checked by their rules, and by themselves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.words import Seat
from physassist_tui.export.cast import Terminal, cast
from physassist_tui.export.chat import chat
from physassist_tui.export.fhir import bundle
from physassist_tui.export.inspect_log import inspect_log, log_name
from physassist_tui.export.page import page
from physassist_tui.export.source import Source, only_seats, only_turns, turn_range
from physassist_tui.export.still import still
from physassist_tui.export.wrapping import width, wrapped
from physassist_tui.i18n import Lang
from physassist_tui.plain.replay_lines import ReplayLines
from physassist_tui.replay import Pace
from physassist_tui.replay.demos import load_demo
from tests.unit.export_world import played
from tests.unit.store_samples import asked, call, every_kind, numbered, said, started

EVIL = "K 5.9 [H] [/] <script>alert(1)</script> \x1b[31mred\x1b]0;t\x07 \u202eabc & \"q\" 'r' 血钾"


def evil() -> Source:
    """Every kind of event, with what a terminal or a browser would obey wherever text can be."""
    data: list[ev.EventData] = [
        started(), asked(EVIL), said(EVIL), said(EVIL, Seat.PATIENT, Seat.ASSISTANT), *call(5),
        ev.ToolCalledData(call_id="x", tool=EVIL, arguments_given={EVIL: EVIL}, arguments=None),
        ev.ToolReturnedData(call_id="x", ok=False, result={"error": EVIL}),
        ev.ModelCalledData(provider="p", model=EVIL, first_token_ms=None, total_ms=None, usage=None,
                           finish_reason=None, text=EVIL, reasoning=EVIL, rejected=EVIL),
        ev.ProposedData(proposal_id="p", act={"answer": EVIL}),
        ev.DecidedData(proposal_id="p", decision="reject", reason=EVIL),
        ev.SeatChangedData(changed=Seat.ASSISTANT, from_player="a", to_player=EVIL, note=EVIL),
        ev.MarkedData(label=EVIL, text=EVIL, marked_seq=3), ev.RewoundData(to_seq=2),
        ev.AnsweredData(text=EVIL),
    ]  # fmt: skip
    return Source("S", tuple(numbered(data)))


def mistakes() -> Source:
    """A shipped recording with a rewind."""
    replay = load_demo("atrial-fibrillation-mistakes", "en").replay
    return Source(replay.session, tuple(replay.events))


def cast_lines(source: Source, **more: Any) -> list[Any]:
    lines = ReplayLines(source.replay, source.standing)
    pace = Pace(idle_cap_ms=3000)
    return [json.loads(line) for line in cast(source, lines, "en", pace, **more)]


def kinds() -> Source:
    return Source("S", tuple(every_kind()))


SOURCES = {"gold": lambda: played()[0], "gold zh": lambda: played("zh")[0], "evil": evil,
           "every kind": kinds}  # fmt: skip
EVERY = pytest.mark.parametrize("name", list(SOURCES))


class TestCast:
    @EVERY
    def test_it_is_as_version_3_says(self, name: str) -> None:
        header, *events = cast_lines(SOURCES[name](), terminal=Terminal(60, 20))
        assert header["version"] == 3
        assert header["term"] == {"cols": 60, "rows": 20, "type": "xterm-256color"}
        assert isinstance(header["timestamp"], int)
        assert header["idle_time_limit"] == 3.0
        assert {code for _wait, code, _data in events} <= {"o", "m", "x"}
        assert events[-1][1:] == ["x", "0"]
        assert all(0 <= wait <= 3.0 * 20 for wait, _code, _data in events)
        output = "".join(data for _wait, code, data in events if code == "o")
        assert not re.search("[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u202e]", output)
        assert all(width(line) <= 60 for line in output.split("\r\n"))
        assert output.endswith("\r\n")

    def test_a_marker_stands_before_each_turn(self) -> None:
        source = played()[0]
        markers = [data for _wait, code, data in cast_lines(source)[1:] if code == "m"]
        assert markers == ["Turn 1", "Turn 2", "Turn 3", "Turn 4"]

    def test_version_2_counts_from_the_beginning(self) -> None:
        three, two = cast_lines(played()[0])[1:], cast_lines(played()[0], version=2)[1:]
        clock = 0.0
        for (wait, code, data), (at, *rest) in zip(three, two, strict=False):
            clock += wait
            assert at == pytest.approx(clock)
            assert rest == [code, data]
        assert len(two) == len(three) - 1

    @pytest.mark.parametrize("version", [2, 3])
    def test_asciinema_plays_it(self, tmp_path: Path, version: int) -> None:
        program = os.environ.get("PHYSASSIST_ASCIINEMA") or shutil.which("asciinema")
        if program is None:
            pytest.skip("asciinema is not installed; PHYSASSIST_ASCIINEMA names its program")
        told = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        found = int(re.findall(r"\d+", told.stdout)[0])
        if found < version:
            pytest.skip(f"asciinema {found} reads no version 3")
        lines = ReplayLines(played("zh")[0].replay, played("zh")[0].standing)
        path = tmp_path / "s.cast"
        made = cast(played("zh")[0], lines, "en", Pace(), version=2 if version == 2 else 3)
        path.write_text("".join(made), encoding="utf-8")
        done = subprocess.run(
            [program, "cat", str(path)], capture_output=True, check=False, timeout=60,
            env={**os.environ, "HOME": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert "肌酐" in done.stdout.decode()


class Reader(HTMLParser):
    """Gathers what a page has of tags, attributes and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


class TestPage:
    @EVERY
    @pytest.mark.parametrize("lang", ["en", "zh"])
    def test_it_needs_nothing_and_obeys_nobody(self, name: str, lang: Lang) -> None:
        source = SOURCES[name]()
        text = page(source, lang, raw=True)
        reader = Reader()
        reader.feed(text)
        assert reader.open == []
        assert not {"script", "link", "img", "iframe", "object"} & set(reader.tags)
        for key, value in reader.attributes:
            assert not key.startswith("on")
            assert key not in ("src", "srcset", "action")
            assert key != "href" or str(value).startswith("#")
        ids = [value for key, value in reader.attributes if key == "id"]
        assert len(ids) == len(set(ids))
        links = {str(value)[1:] for key, value in reader.attributes if key == "href"}
        assert links <= set(ids)
        policy = "default-src 'none'; style-src 'unsafe-inline'"
        assert ("content", policy) in reader.attributes
        assert ("lang", "zh-CN" if lang == "zh" else "en") in reader.attributes
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202e]", text)
        assert page(source, lang, raw=True) == text

    def test_foreign_text_stands_there_as_it_is(self) -> None:
        reader = Reader()
        reader.feed(page(evil(), "en"))
        whole = "".join(reader.words)
        assert whole.count("K 5.9 [H] [/] <script>alert(1)</script> ␛[31mred") >= 8

    def test_what_was_undone_says_so(self) -> None:
        text = page(evil(), "en")
        undone = re.findall(r'<article class="[^"]*" id="event-(\d+)">(?:(?!</article>).)*?'
                            r'<span class="tag">undone</span>', text, re.DOTALL)  # fmt: skip
        assert undone == ["3", "4", "5", "6", "7", "8", "10", "11", "12"]  # a mark stands

    def test_a_request_that_a_rewind_brought_back_has_its_section_again(self) -> None:
        reader = Reader()
        reader.feed(page(mistakes(), "en"))
        heads = [word for word in reader.words if re.match("Turn \\d", word)]
        links = ["Turn 1", "Turn 2", "Turn 3 (undone)", "Turn 3", "Turn 4"]
        sections = ["Turn 1", "Turn 2", "Turn 3 (undone)", "Turn 2, again", "Turn 3", "Turn 4"]
        assert heads == links + sections


class TestStill:
    @EVERY
    def test_it_is_xml_of_the_terminal(self, name: str) -> None:
        source = SOURCES[name]()
        lines = ReplayLines(source.replay, source.standing)
        last = len(source.events) - 1
        text = still(source, lines, last, 60)
        root = ElementTree.fromstring(text)
        assert root.tag.endswith("svg")
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
        assert "<script" not in text
        assert text == still(source, ReplayLines(source.replay, source.standing), last, 60)
        wide = float(root.attrib["width"])
        for one in root.iter("{http://www.w3.org/2000/svg}text"):
            assert float(one.attrib["x"]) + float(one.attrib.get("textLength", 0)) <= wide

    def test_a_moment_shows_what_had_been_by_then(self) -> None:
        source = played()[0]
        lines = ReplayLines(source.replay, source.standing)
        early = still(source, lines, 3, 100)
        assert "Cr trend" in early
        assert "Turn 2" not in early
        assert "Case:" not in still(source, lines, 3, 100, 4)


@pytest.mark.parametrize("name", ["gold", "gold zh", "evil"])
@pytest.mark.parametrize("transaction", [False, True])
def test_the_bundle_is_valid(name: str, transaction: bool) -> None:
    from fhir.resources.R4B.bundle import Bundle

    made = bundle(SOURCES[name](), transaction=transaction)
    read = Bundle.model_validate(made)
    assert read.type == ("transaction" if transaction else "collection")
    if name.startswith("gold"):
        [entry] = made["entry"]
        assert entry["resource"]["resourceType"] == "MedicationRequest"
    else:
        assert "entry" not in made


class TestChat:
    def test_each_result_answers_a_call(self) -> None:
        made = chat(played()[0])
        asked_for = [c["id"] for m in made["messages"] for c in m.get("tool_calls") or ()]
        results = [m["tool_call_id"] for m in made["messages"] if m["role"] == "tool"]
        assert asked_for == results
        assert len(results) == 7
        assert made["messages"][0]["role"] == "system"
        assert made["messages"][-1]["role"] == "assistant"
        names = {tool["function"]["name"] for tool in made["tools"]}
        assert {c["function"]["name"] for m in made["messages"]
                for c in m.get("tool_calls") or ()} <= names  # fmt: skip

    def test_some_turns_only(self) -> None:
        made = chat(only_turns(played()[0], 2, 3))
        said_all = json.dumps(made["messages"], ensure_ascii=False)
        assert "Does that change how we dose it?" in said_all
        assert "Cr trend since" not in said_all
        assert "From tonight" not in said_all

    def test_without_the_scenario_it_says_what_is_lacking(self) -> None:
        with pytest.raises(BadInput, match="--scenarios"):
            chat(kinds())


class TestInspect:
    def test_inspect_reads_it(self, tmp_path: Path) -> None:
        python = os.environ.get("PHYSASSIST_INSPECT_PYTHON")
        if not python:
            pytest.skip("PHYSASSIST_INSPECT_PYTHON names no Python that has inspect-ai")
        item = {"id": "a", "grade": "pass", "because": "so"}
        score = {"mrs": 0.5, "turns": [{"items": [item]}], "task_success": False}
        for name, given in (("scored", score), ("not", None)):
            source = replace(played("zh")[0], session=name)
            path = tmp_path / log_name(source)
            path.write_text(json.dumps(inspect_log(source, given)), encoding="utf-8")
        program = (
            "import sys\n"
            "from inspect_ai.log import list_eval_logs, read_eval_log\n"
            "logs = list_eval_logs(sys.argv[1])\n"
            "assert len(logs) == 2, logs\n"
            "for info in logs:\n"
            "    log = read_eval_log(info)\n"
            "    [sample] = log.samples\n"
            "    tools = [m for m in sample.messages if m.role == 'tool']\n"
            "    assert len(tools) == 7 and all(m.function for m in tools)\n"
            "    assert read_eval_log(info, header_only=True).status == 'success'\n"
            "    scored = 'scored' in info.name\n"
            "    assert bool(sample.scores) == scored and bool(log.results.scores) == scored\n"
            "    assert not scored or sample.scores['physassist'].value == 0.5\n"
        )
        done = subprocess.run(
            [python, "-c", program, str(tmp_path)], capture_output=True, text=True, check=False,
            timeout=120, env={**os.environ, "HOME": str(tmp_path)},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr

    def test_an_unfinished_session_was_cancelled(self) -> None:
        source = played()[0]
        cut = Source("S", source.events[:-2], source.standing)
        log = inspect_log(cut)
        assert log["status"] == "cancelled"
        assert log["results"]["completed_samples"] == 0
        assert log["samples"][0]["scores"] == {}


class TestParts:
    def test_turns(self) -> None:
        source = only_turns(played()[0], 3, 3)
        assert source.part
        assert {event.turn for event in source.events} == {0, 3}
        assert not only_turns(played()[0], 1, 4).part
        with pytest.raises(BadInput, match="has 4"):
            only_turns(played()[0], 5, 6)

    @pytest.mark.parametrize(
        ("seats", "kinds_of"),
        [
            ({Seat.PHYSICIAN}, {"session_started", "turn_started", "answered", "session_ended"}),
            ({Seat.PATIENT}, {"session_started", "message", "fact_revealed", "tool_called",
                              "tool_returned", "session_ended"}),
        ],
    )  # fmt: skip
    def test_seats(self, seats: set[Seat], kinds_of: set[str]) -> None:
        source = only_seats(played()[0], sorted(seats))
        assert {event.kind for event in source.events} == kinds_of
        tools = [e.data.tool for e in source.events if isinstance(e, ev.ToolCalled)]
        assert all(tool.startswith("patient.") for tool in tools)

    @pytest.mark.parametrize("text", ["", "x", "0", "3-2", "2-", "-2", "1-2-3"])
    def test_what_is_no_range(self, text: str) -> None:
        with pytest.raises(BadInput, match="no range of turns"):
            turn_range(text)
        assert (turn_range("2"), turn_range(" 2-3 ")) == ((2, 2), (2, 3))


@pytest.mark.parametrize(
    ("line", "cells", "pieces"),
    [
        ("", 10, [""]),
        ("one two three", 8, ["one two", "three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("肌酐是多少", 5, ["肌酐", "是多", "少"]),
        ("肌酐，是多少。", 4, ["肌", "酐，", "是多", "少。"]),
        ("ab 肌酐 cd", 6, ["ab 肌", "酐 cd"]),
        ("– – – –", 3, ["– –", "– –"]),
    ],
)
def test_lines_are_broken_to_the_width(line: str, cells: int, pieces: list[str]) -> None:
    assert wrapped(line, cells) == pieces
