"""A session as JSON lines gives the same session back, or says in one line why not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.export.json_lines import json_lines
from physassist_tui.export.source import Source, only_turns
from physassist_tui.store.bringing_in import bring_in
from physassist_tui.store.chain import row_json, to_row
from physassist_tui.store.recordings import Recordings
from physassist_tui.store.session_file import chain_end, read_session_file, to_lines
from tests.unit.store_samples import asked, call, every_kind, numbered, said, short_session, started


def written(path: Path, session: str, events: list[ev.AnyEvent]) -> Path:
    path.write_text("".join(to_lines(session, events)), encoding="utf-8")
    return path


def fork() -> tuple[list[ev.AnyEvent], list[ev.AnyEvent]]:
    """A session, and the own events of one forked off after its fourth."""
    parent = short_session()
    own = numbered(
        [started(parent_session="P", parent_seq=4), ev.AnsweredData(text="Another answer.")],
        first=5,
    )
    return parent, own


@pytest.mark.parametrize("events", [short_session(), short_session()[:4], every_kind()])
def test_the_same_session_comes_back(tmp_path: Path, events: list[ev.AnyEvent]) -> None:
    with Recordings.open(tmp_path / "a.db") as a, Recordings.open(tmp_path / "b.db") as b:
        a.append("S", events)
        file = read_session_file(written(tmp_path / "s.jsonl", "S", a.events("S")))
        assert bring_in(b, file) == "added"
        assert b.events("S") == events
        assert b.session("S").last_hash == a.session("S").last_hash == file.last_hash
        assert b.verify() == []
        assert bring_in(b, file) == "same"


@given(text=st.text(max_size=40))
@settings(max_examples=40, deadline=None)
def test_any_text_comes_back(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("any")
    events = numbered([started(), asked(text or "?"), said(text), ev.AnsweredData(text=text)])
    assert read_session_file(written(folder / "s.jsonl", "S", events)).events == events


def test_half_a_character_comes_back(tmp_path: Path) -> None:
    events = numbered([started(), asked("?"), ev.AnsweredData(text="half \ud83d of one")])
    assert read_session_file(written(tmp_path / "s.jsonl", "S", events)).events == events


def test_a_fork_comes_with_what_it_shares(tmp_path: Path) -> None:
    parent, own = fork()
    with Recordings.open(tmp_path / "a.db") as a, Recordings.open(tmp_path / "b.db") as b:
        a.append("P", parent)
        a.append("F", own)
        file = read_session_file(written(tmp_path / "f.jsonl", "F", a.events("F")))
        whole = read_session_file(written(tmp_path / "p.jsonl", "P", a.events("P")))
        assert bring_in(b, file) == "added"
        assert b.events("F") == [*parent[:4], *own]
        assert b.session("F").last_hash == a.session("F").last_hash
        assert bring_in(b, whole) == "extended"
        assert b.events("P") == parent
        assert bring_in(b, file) == "same"
        assert b.verify() == []


def test_another_way_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    parent, own = fork()
    with Recordings.open(tmp_path / "b.db") as b:
        b.append("P", short_session("Something else?"))
        before = b.events("P")
        file = read_session_file(written(tmp_path / "f.jsonl", "F", [*parent[:4], *own]))
        with pytest.raises(BadInput, match="another way"):
            bring_in(b, file)
        assert b.events("P") == before
        assert [one.id for one in b.sessions()] == ["P"]


def test_a_changed_file_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "s.jsonl", "S", short_session())
    text = path.read_text("utf-8")
    path.write_text(text.replace("1.9 mg/dL today", "1.8 mg/dL today"), encoding="utf-8")
    with Recordings.open(tmp_path / "b.db") as b:
        with pytest.raises(BadInput, match="the file was changed"):
            bring_in(b, read_session_file(path))
        assert b.sessions() == []


def test_a_file_of_an_older_version_is_taken(tmp_path: Path) -> None:
    # As it was written before its start had a key that has come since.
    events = short_session()
    row = to_row("S", events[0])
    older = json.loads(row.data)
    del older["parent_seq"]
    data = [json.dumps(older, separators=(",", ":"))]
    data += [to_row("S", event).data for event in events[1:]]
    first, *rest = to_lines("S", events)
    header = json.loads(first) | {"last_hash": chain_end("S", events, data)}
    start = row_json(row._replace(data=data[0]))
    text = "".join([json.dumps(header) + "\n", f"{start}\n", *rest[1:]])
    path = tmp_path / "s.jsonl"
    path.write_text(text, encoding="utf-8")
    with Recordings.open(tmp_path / "b.db") as b:
        assert bring_in(b, read_session_file(path)) == "added"
        assert b.events("S") == events
        assert b.verify() == []


def test_a_part_can_be_read_and_not_imported(tmp_path: Path) -> None:
    events = numbered([started(), asked(), ev.AnsweredData(text="a")])
    events += numbered([asked("more?"), *call(5), ev.AnsweredData(text="b")], first=4, turn=2)
    source = only_turns(Source("S", tuple(events)), 2, 2)
    path = tmp_path / "s.jsonl"
    path.write_text("".join(json_lines(source)), encoding="utf-8")
    file = read_session_file(path)
    assert [event.seq for event in file.events] == [1, 4, 5, 6, 7]
    with Recordings.open(tmp_path / "b.db") as b, pytest.raises(BadInput, match="a part"):
        bring_in(b, file)


LINES = list(to_lines("S", short_session()))
HEADER = json.loads(LINES[0])


def lines(**changes: object) -> list[str]:
    return [json.dumps(HEADER | changes) + "\n", *LINES[1:]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "first line must be the header"),
        ("{}\n", "first line must be the header"),
        ("".join(LINES[1:]), "first line must be the header"),
        ("".join(lines(format=2)), "has format 2"),
        ("".join(lines(session=" ")), "names no session"),
        ("".join(lines(events=9)), "has 6 events, and its header says 9"),
        ("".join(lines(events=5)), "has 6 events, and its header says 5"),
        ("".join([LINES[0], LINES[1], "[1]\n"]), "line 3: this is no event"),
        ("".join([LINES[0], "{" * 100_000]), "line 2: this is no event"),
        (LINES[0].replace('"events": 6', '"events": 0'), "has no events"),
        ("".join([*LINES[:3], *LINES[4:]]).replace('"events": 6', '"events": 5'), "event 4 does"),
        ("".join([LINES[0], *LINES[2:]]).replace('"events": 6', '"events": 5'), "event 2 does"),
        ("".join(LINES).replace('"call_id":"c1","ok"', '"call_id":"zz","ok"'), "event 4 does"),
        ("".join(LINES).replace("000001Z", "000001"), "no time zone"),
    ],
)
def test_a_fault_is_told_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "s.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=re.escape(says)) as caught:
        read_session_file(path)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_return_of_a_call_that_was_undone_is_refused(tmp_path: Path) -> None:
    back: list[ev.EventData] = [started(), asked(), *call(3)]
    events = numbered([*back[:3], ev.RewoundData(to_seq=2), back[3]])
    with pytest.raises(BadInput, match="event 5 does"):
        read_session_file(written(tmp_path / "s.jsonl", "S", events))


def test_a_file_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_session_file(tmp_path)
    (tmp_path / "x.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="cannot be read"):
        read_session_file(tmp_path / "x.jsonl")
