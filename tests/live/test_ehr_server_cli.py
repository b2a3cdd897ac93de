"""`--ehr` and `physassist ehr` where the server is down, lacks something or is no FHIR server."""

from __future__ import annotations

import contextvars
import io
import json
import re
import shlex
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, get_args

import pytest

from physassist_tui.cli import run as physassist
from physassist_tui.ehr.protocol import FaultKind
from physassist_tui.ehr.server.connection import TIMEOUT, TIMEOUT_S, TOKEN
from physassist_tui.ehr.server.layer import WRITTEN
from physassist_tui.ehr.server.loading import LARGEST_AT_ONCE, MOST_AT_ONCE
from physassist_tui.ehr.server.marks import LAYER_TAG, ORIGIN, RECORD_TAG
from tests.fhir_server.lax import DOES, TYPES, LaxServer
from tests.fhir_server.server import Reply, outcome
from tests.unit.ehr_server_world import MINI, World, world

ROOT = Path(__file__).resolve().parents[2]
GOLD = ("play", str(MINI), "--assistant", "script:gold", "--headless")


class Left(NamedTuple):
    out: str
    err: str


Run = Callable[..., Left]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command here, and holds it to the status that it must leave with."""
    monkeypatch.setenv("PHYSASSIST_DB", str(tmp_path / "plays.db"))
    monkeypatch.setenv("PHYSASSIST_RECORDS", str(tmp_path / "records"))
    monkeypatch.setattr("physassist_tui.ehr.server.connection._FIRST_WAIT_S", 0.0)

    def _run(*arguments: str, status: int = 0, lang: str = "en") -> Left:
        capsys.readouterr()
        monkeypatch.setenv("PHYSASSIST_LANG", lang)
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        left = contextvars.copy_context().run(physassist, list(arguments))
        told = Left(*capsys.readouterr())
        assert "Traceback" not in told.out + told.err
        assert left == status, told
        if status:
            assert told.err.count("\n") <= 1, told.err
        return told

    return _run


@pytest.fixture
def there() -> Iterator[World]:
    with world() as made:
        yield made


DOWN = {
    "html": (Reply(200, b"<html>hello</html>", "text/html"), "not FHIR JSON"),
    "no statement": (Reply.of({"resourceType": "Patient", "id": "x"}), "is no FHIR server"),
    "STU3": (
        Reply.of({"resourceType": "CapabilityStatement", "fhirVersion": "3.0.2"}),
        "speaks FHIR 3.0.2, not R4",
    ),
    "500": (Reply.of(outcome("boom"), 500), "fails with 500: boom"),
    "401": (Reply.of(outcome("who"), 401), "PHYSASSIST_EHR_TOKEN"),
}


@pytest.mark.parametrize(
    ("fault", "lang"), [*((fault, "en") for fault in sorted(DOWN)), ("500", "zh")]
)
def test_a_server_that_does_not_do_its_part_is_one_line(
    there: World, run: Run, fault: str, lang: str
) -> None:
    reply, words = DOWN[fault]
    there.server.fail_for_ever("GET metadata", reply)
    base = there.server.base
    for command in (
        (*GOLD, "--ehr", base),
        ("ehr", "load", str(MINI), "--to", base),
        ("ehr", "check", base),
        ("ehr", "clean", "--all", "--ehr", base),
    ):
        told = run(*command, status=3, lang=lang)
        assert told.err.startswith("physassist: ")
        assert lang == "zh" or words in told.err, told.err


def test_nothing_at_the_address_is_one_line(run: Run) -> None:
    with LaxServer() as server:
        base = server.base
    assert "cannot be reached" in run(*GOLD, "--ehr", base, status=3).err
    assert "cannot be reached" in run("ehr", "check", base, status=3).err
    for address in ("localhost", "http://a b/fhir", "ftp://127.0.0.1/fhir"):
        assert "is no address" in run(*GOLD, "--ehr", address, status=2).err
    said = run(*GOLD, "--ehr", "http://me:secret@127.0.0.1/fhir", status=2).err
    assert "secret" not in said


LACKING = [
    ({"update_create": False}, (False, False), "under an id of ours"),
    ({"does": tuple(one for one in DOES if one != "delete")}, (False, True), "would stay"),
    ({"does": ("read", "search-type")}, (False, False), "under an id of ours"),
    ({"does": ("read", "update", "delete")}, (False, True), "cannot be read and searched"),
    ({"transaction": False}, (True, True), "one resource at a time"),
    ({"params": ("_id",)}, (True, True), "no search by patient"),
    ({"params": ("patient",)}, (True, True), "no search by _tag"),
    ({"types": tuple(one for one in TYPES if one != "Flag")}, (True, True), "holds Flag"),
    ({"types": ("Observation",)}, (False, True), "holds no Patient"),
]


@pytest.mark.parametrize(("lacks", "can", "words"), LACKING)
def test_what_is_missing_is_said_in_plain_words(
    run: Run, lacks: dict[str, object], can: tuple[bool, bool], words: str
) -> None:
    with LaxServer(**lacks) as server:  # type: ignore[arg-type]
        told = run("ehr", "check", server.base, status=0 if all(can) else 1).out
        assert words in told, told
        json_told = json.loads(
            run("ehr", "check", server.base, "--json", status=0 if all(can) else 1).out
        )
        assert (json_told["play"], json_told["load"]) == can
        assert json_told["remarks"]
        if not can[1]:
            assert "cannot take a record" in run(
                "ehr", "load", str(MINI), "--to", server.base, status=1
            ).err  # fmt: skip
            assert server.everything() == []
        elif not can[0]:
            run("ehr", "load", str(MINI), "--to", server.base)
            assert "cannot be played on" in run(*GOLD, "--ehr", server.base, status=3).err
        else:
            run("ehr", "load", str(MINI), "--to", server.base)
            scored = run(*GOLD, "--ehr", server.base, "--json").out
            assert json.loads(scored)["session"]


def test_what_a_session_could_not_remove_is_told_and_cleaned(there: World, run: Run) -> None:
    there.server.fail_for_ever("DELETE *", Reply.of(outcome("not now"), 500))
    told = run(*GOLD, "--ehr", there.server.base)
    assert "is still on the FHIR server" in told.err
    there.server.faults.clear()
    listed = run("ehr", "clean", "--dry-run", "--ehr", there.server.base).out
    assert "1 resource would be removed." in listed
    (left,) = json.loads(run("ehr", "clean", "--all", "--json", "--ehr", there.server.base).out)[
        "sessions"
    ]
    assert f"ehr clean {left['session']} --ehr URL" in told.err
    assert there.layer(left["session"]) == []


def test_an_imported_record_and_a_file_are_loaded(run: Run, tmp_path: Path) -> None:
    record = MINI / "record.json"
    run("records", "import", str(record), "--name", "little", "--licence", "CC0 1.0")
    with LaxServer() as server:
        run("ehr", "load", "little", "--to", server.base)
        whole = len(server.everything())
        # The same resources as another record: each is now of both.
        told = json.loads(run("ehr", "load", str(record), "--to", server.base, "--json").out)
        assert told["resources"] == told["written"] == whole == len(server.everything())
        server.kept["Patient"]["mini-1"]["gender"] = "male"
        assert "--replace" in run("ehr", "load", str(record), "--to", server.base, status=1).err
        said = run("ehr", "load", str(record), "--to", server.base, "--replace").out
        assert "1 of them in place of others" in said
        assert "no scenario" in run("ehr", "load", "nowhere", "--to", server.base, status=2).err


def test_the_page_says_what_is_so(run: Run) -> None:
    page = (ROOT / "docs" / "ehr-server.md").read_text(encoding="utf-8")
    commands = re.search(r"```sh\n(.*?)```", page, re.DOTALL)
    shown = re.search(r"```\n(\$ .*?)```", page, re.DOTALL)
    assert commands is not None
    assert shown is not None
    with LaxServer() as server:
        for block in re.split(r"^\$ ", shown.group(1), flags=re.MULTILINE)[1:]:
            command, _line, output = block.partition("\n")
            assert run(*_words(command, server)).out == output
        for command in commands.group(1).splitlines():
            assert run(*_words(command, server)).out.strip(), command
    for kind in get_args(FaultKind):
        assert f"`{kind}`" in page
    for told in (TOKEN, TIMEOUT, RECORD_TAG, LAYER_TAG, ORIGIN, f"({TIMEOUT_S:g})",
                 f"at most {MOST_AT_ONCE} resources and {LARGEST_AT_ONCE // 1_000_000} MB",
                 ", ".join(WRITTEN)):  # fmt: skip
        assert told in page, told


def _words(command: str, server: LaxServer) -> list[str]:
    program, *words = shlex.split(command.replace("http://127.0.0.1:8080/fhir", server.base))
    assert program == "physassist"
    return words
