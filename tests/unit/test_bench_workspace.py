"""The workspace: whatever a path tries, it stays inside; files are made anew and added to."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.parts import WorkspaceFile
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.state import Call, fold
from physassist_tui.ehr.bench.toolset import WRITE_FILE
from physassist_tui.ehr.bench.workspace import LARGEST_FILE, MOST_FILES, path_in
from physassist_tui.ehr.bench.writing_out import write_out
from physassist_tui.ehr.protocol import EhrError
from physassist_tui.i18n import LANGUAGES, Lang
from tests.unit.ehr_tools_world import Play
from tests.unit.store_samples import numbered, started

REFUSED = [
    "", " ", ".", "..", "/", "./", "a/", "../a", "a/../b", "a/..", "a//b", "a/./b", "/etc/passwd",
    "/workspace", "/workspace/", "/workspace/../x", "/workspace//etc", "/workspaces/a", "~/a",
    "~root/a", "C:\\x", "C:x", "c:/x", "\\\\server\\share", "a\\..\\b", "a\0b", "a\nb",
    "\u202egnp.md", "a\u200b.md",
    "con", "CON.txt", "out/nul", "lpt1.md", "COM9", "aux .md", "a.",
    "a /b", " a/ b", "a?", "a*", "a|b",
    'a"b', "a<b", "x" * 101, "/".join("a" * 9), "a/" * 8 + "b", "é" * 60, "file:///etc/passwd",
    "\ud800", "a\u2028b",
]  # fmt: skip


@pytest.mark.parametrize("path", REFUSED)
def test_a_path_that_leaves_or_could_not_be_written_out_is_refused(path: str) -> None:
    with pytest.raises(EhrError) as caught:
        path_in(path)
    assert caught.value.field == "path"
    assert "path" in str(caught.value)


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ("output/note.md", "output/note.md"),
        ("./output/note.md", "output/note.md"),
        ("/workspace/output/note.md", "output/note.md"),
        (" output/note.md ", "output/note.md"),
        (".hidden", ".hidden"),
        ("..a", "..a"),
        ("输出/方案.md", "输出/方案.md"),
        ("console.md", "console.md"),
        ("a b.md", "a b.md"),
    ],
)
def test_a_path_within(given: str, path: str) -> None:
    assert path_in(given) == path


PIECES = st.sampled_from(
    ["..", ".", "/", "\\", "~", "C:", "a", "output", "workspace", "note.md", "con", " ", "\0",
     "\u202e",
     "\uff0e\uff0e", "\u2025", "\u2215", "\uff0f", "%2e%2e", "\r", "﹨", "é", "e\u0301"]
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.lists(PIECES, max_size=9).map("".join) | st.text(max_size=40))
@example("/workspace//workspace/../../x")
def test_whatever_is_tried_stays_inside_on_every_system(tried: str) -> None:
    try:
        path = path_in(tried)
    except EhrError:
        return
    assert path_in(path) == path
    joined = posixpath.normpath(posixpath.join("/root/ws", path))
    assert joined == f"/root/ws/{path}"
    windows = PureWindowsPath("C:\\ws") / path
    assert windows.parts[:2] == ("C:\\", "ws")
    assert not windows.is_reserved()
    assert ".." not in windows.parts
    assert not re.search(r"[\x00-\x1f\\:]", path)
    os.fsencode(path)


def bench(lang: Lang = "en") -> Play:
    return Play(tools="physicianbench", lang=lang)


def write(play: Play, path: str, content: str = "x", **given: Any) -> dict[str, Any]:
    return play.outcome(WRITE_FILE, path=path, content=content, **given).result


@pytest.mark.parametrize("lang", LANGUAGES)
def test_files_beside_each_other(lang: Lang) -> None:
    play = bench(lang)
    assert write(play, "output/a.md", " two\nlines\n") == {
        "written": "output/a.md",
        "mode": "w",
        "characters": 11,
    }
    assert write(play, "./output/a.md", "more", mode="a")["characters"] == 15
    assert write(play, "/workspace/output/a.md", "anew")["characters"] == 4
    for path in ("output", "output/a.md/b", "OUTPUT/A.md", "../out"):
        error = write(play, path)
        assert error["field"] == "path", path
    assert write(play, "output/b.md", "x" * 200_000)["characters"] == 200_000
    assert write(play, "output/b.md", "x" * 200_000, mode="a")["characters"] == 400_000
    assert write(play, "output/b.md", "x" * 200_000, mode="a")["field"] == "content"
    assert write(play, "output/b.md", "y", mode="a")["characters"] == 400_001
    assert play.runner.complete(WRITE_FILE, "path", "out")[0].value == "output/a.md"
    assert LARGEST_FILE > 200_000


def test_a_call_carried_out_again_adds_once() -> None:
    play = bench()
    write(play, "out.md", "one")
    for _again in range(3):
        outcome = play.outcome(WRITE_FILE, call="c9", path="out.md", content="two", mode="a")
        assert outcome.result["characters"] == 6
        assert len(outcome.files) == 1
    assert write(play, "out.md", "x", mode="a")["characters"] == 7


def test_the_workspace_has_an_end() -> None:
    play = bench()
    for number in range(MOST_FILES):
        assert "error" not in write(play, f"f{number}.md")
    assert write(play, "one-more.md")["field"] == "path"
    assert "error" not in write(play, "f0.md", "again")


def test_a_resumed_session_knows_its_files() -> None:
    def call(seq: int, **arguments: str) -> Call:
        return Call(
            f"c{seq}", WRITE_FILE, arguments, arguments, 1, seq, ok=True, result={"written": "x"}
        )

    play = bench()
    play.runner.remember(
        [call(1, path="out.md", content="abc"), call(2, path="out.md", content="de", mode="a")]
    )
    assert write(play, "out.md", "f", mode="a")["characters"] == 6
    assert write(play, "out.md/x")["field"] == "path"


def test_the_fold_of_what_was_written() -> None:
    data: list[ev.EventData] = [started()]
    for path, mode, text in (
        ("a.md", "w", "one\n"), ("b.md", "a", "b"), ("a.md", "a", "two\n"), ("b.md", "w", "")
    ):  # fmt: skip
        data.append(ev.FileWrittenData(call_id="c", path=path, mode=mode, text=text))
    events = numbered(data)
    assert [(file.path, file.text, file.seq) for file in fold(events).files] == [
        ("a.md", "one\ntwo\n", 4),
        ("b.md", "", 5),
    ]
    rewound = numbered([*data, ev.RewoundData(to_seq=2)])
    assert [(file.path, file.text) for file in fold(rewound).files] == [("a.md", "one\n")]


def file(path: str, text: str = "text\r\n") -> WorkspaceFile:
    return WorkspaceFile(path, text, 1, 1, "c1")


def test_files_are_written_out_as_they_are_and_over_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    placed = write_out([file("output/方案.md"), file("b.md", "")], out)
    assert placed["output/方案.md"].read_bytes() == b"text\r\n"
    assert sorted(str(path.relative_to(out)) for path in out.rglob("*.md")) == [
        "b.md",
        "output/方案.md",
    ]
    with pytest.raises(BadInput, match="is there already"):
        write_out([file("c.md"), file("b.md")], out)
    assert not (out / "c.md").exists()


@pytest.mark.parametrize(
    "path", ["../up.md", "/etc/up.md", "a/../../up.md", "link/up.md", "loop.md"]
)
def test_no_recording_from_elsewhere_writes_outside(path: str, tmp_path: Path) -> None:
    out, elsewhere = tmp_path / "out", tmp_path / "elsewhere"
    out.mkdir()
    elsewhere.mkdir()
    (out / "link").symlink_to(elsewhere, target_is_directory=True)
    (out / "loop.md").symlink_to(elsewhere / "up.md")
    with pytest.raises(BadInput):
        write_out([file(path)], out)
    assert list(elsewhere.iterdir()) == []
    assert not (tmp_path / "up.md").exists()


def test_a_scenario_names_files_that_can_be_written() -> None:
    pattern = Scenario.model_json_schema()["properties"]["deliverables"]["items"]["pattern"]
    for path in ("output/note.md", "a_b/c-d.txt", "x"):
        assert re.fullmatch(pattern, path)
        assert path_in(path) == path
    for path in ("../x", "/x", "a/../b", "a b", "方案.md", ".x"):
        assert not re.fullmatch(pattern, path)
