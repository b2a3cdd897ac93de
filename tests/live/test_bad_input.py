"""Bad input, met by the real program: one clear line, the right status, nothing lost.

Each test starts processes, as a person or another program would. What the loaders, the store
and the tools say of each single fault is tested beside them.
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.view import Answer, CallTool
from physassist_tui.library import load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from tests.scenario_files import DELETE, MINI, Where, changed, edit_record, write_text

ROOT = Path(__file__).resolve().parents[2]
GOLD = ("--headless", "--assistant", "script:gold", "--json")
NULL = ("--headless", "--assistant", "script:null", "--json")
T0: Where = ("turns", 0)

Done = subprocess.CompletedProcess[str]


class Program:
    """`physassist` with a recordings file and a cache of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.db = folder / "plays.db"

    def __call__(
        self,
        *arguments: object,
        lang: str = "en",
        typed: str | None = None,
        first: tuple[str, ...] = (),
        limit: tuple[int, int] | None = None,
        **streams: Any,
    ) -> Done:
        """Runs it. `first` stands before it; `limit` is a resource and how much of it."""

        def limited() -> None:
            if limit is not None:
                resource.setrlimit(limit[0], (limit[1], limit[1]))

        given: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | streams
        if typed is None:
            given.setdefault("stdin", subprocess.DEVNULL)
        done = subprocess.run(
            [*first, *self.command(*arguments)],
            cwd=ROOT,
            env=self.environ(lang),
            input=typed,
            text=True,
            timeout=120,
            check=False,
            preexec_fn=limited,
            **given,
        )
        assert "Traceback" not in f"{done.stdout}{done.stderr}"
        return done

    def command(self, *arguments: object) -> list[str]:
        return [sys.executable, "-m", "physassist_tui", *map(str, arguments)]

    def environ(self, lang: str) -> dict[str, str]:
        own = {
            "PHYSASSIST_DB": str(self.db),
            "PHYSASSIST_CACHE": str(self.folder / "cache"),
            "PHYSASSIST_LANG": lang,
        }
        return {**os.environ, **own}

    def shell(self, line: str, lang: str = "en") -> Done:
        """Runs a line of sh in which `physassist` is the program."""
        command = " ".join(self.command())
        done = subprocess.run(
            ["sh", "-c", line.replace("physassist", command)],
            cwd=ROOT,
            env=self.environ(lang),
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert "Traceback" not in done.stdout + done.stderr
        return done

    def whole(self, sessions: int, db: Path | None = None) -> None:
        """Sees that the recordings hold so many sessions, each of them whole."""
        done = self("db", "verify", "--json", "--db", db or self.db)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == {"ok": True, "sessions": sessions, "faults": []}


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def told(done: Done, status: int, *named: object, lines: int = 1) -> str:
    """The error's lines, once they are seen to be all there is and to name what they should."""
    assert done.returncode == status, done.stderr
    assert done.stdout in ("", None)
    assert done.stderr.startswith("physassist: ")
    assert done.stderr.count("\n") == lines, done.stderr
    for name in named:
        assert str(name) in done.stderr
    assert "fault inside" not in done.stderr
    assert "程序内部" not in done.stderr
    return done.stderr


# Scenarios


def _wrong_type(folder: Path) -> Path:
    return changed(folder, (("difficulty",), "hard"))


def _wrong_everywhere(folder: Path) -> Path:
    return changed(
        folder,
        (("clock",), DELETE),
        (("languages", 1), "de"),
        (("patient",), "mini-1"),
        (("turns", 1, "refers_to", "turn"), 4),
        ((*T0, "rubric", 2, "grader", "exchange", "facts", 0), "home-ibuprofn"),
        ((*T0, "rubric", 0, "grader"), {"valu": {}}),
        ((*T0, "requst"), {"en": "x"}),
    )


BROKEN: dict[str, tuple[Callable[[Path], object], tuple[str, ...]]] = {
    "type": (_wrong_type, ("difficulty",)),
    "everywhere": (
        _wrong_everywhere,
        (
            "clock", "languages[1]", "patient", "turns[0].requst",
            "turns[0].rubric[0].grader.valu", "turns[0].rubric[2].grader.exchange.facts[0]",
            "turns[1].refers_to.turn",
        ),
    ),
    "record": (lambda folder: changed(folder, (("record",), "none.json")), ("record",)),
    "not-yaml": (lambda folder: write_text(folder, "schema: 1\nid: [open\n"), ("",)),
    "not-utf8": (lambda folder: write_text(folder, "title: caf\xe9\n".encode("latin-1")), ("",)),
    "a-list": (lambda folder: write_text(folder, "- a\n- b\n"), ("",)),
    "empty": (lambda folder: write_text(folder, ""), ("",)),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_scenario_cannot_be_played(program: Program, tmp_path: Path, name: str) -> None:
    make, fields = BROKEN[name]
    make(tmp_path / name)
    lang = "zh" if name in ("everywhere", "not-yaml", "record") else "en"
    line = told(
        program("play", tmp_path / name, *GOLD, lang=lang),
        2,
        *(f": {field}: " for field in fields if field),
        lines=len(fields),
    )
    place = re.escape(str(tmp_path / name / "scenario.yaml"))
    assert len(re.findall(rf"{place}:\d+: ", line)) == len(fields)
    if lang == "zh":
        assert all(re.search("[\u4e00-\u9fff]", one) for one in line.splitlines())
    assert not program.db.exists() or program("sessions").stdout == ""


def test_broken_scenarios_are_listed_and_reported_beside_good_ones(
    program: Program, tmp_path: Path
) -> None:
    root = tmp_path / "library"
    for name, (make, _fields) in BROKEN.items():
        make(root / name)
    changed(root / "good")
    for lang in ("en", "zh"):
        listed = program("scenarios", "list", "--scenarios", root, lang=lang)
        assert (listed.returncode, listed.stderr) == (0, "")
        lines = dict(line.split("  ", 1) for line in listed.stdout.splitlines())
        assert set(lines) == {"tests/mini", *BROKEN}
        for name in BROKEN:
            assert str(root / name / "scenario.yaml") in lines[name]
    done = program("scenarios", "check", *BROKEN, "--scenarios", root, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    reports = json.loads(done.stdout)
    assert [one["id"] for one in reports] == list(BROKEN)
    for report in reports:
        assert not report["ok"]
        fields = BROKEN[report["id"]][1]
        assert sorted(one["field"] for one in report["problems"]) == sorted(fields)
        assert all(isinstance(one["line"], int) for one in report["problems"])


def test_what_cannot_begin_leaves_no_session(program: Program) -> None:
    """Else a later `resume` would take up a play that nobody can go on with."""
    for wrong in (
        ("--headless", "--assistant", "script:silver"),
        ("--assistant", "robot"),
        ("--patient", "robot", *NULL),
        ("--seed", "9" * 30, *NULL),
    ):
        told(program("play", MINI, *wrong), 2)
    assert program("sessions").stdout == ""
    told(program("resume"), 2)


# Records


def _record(folder: Path, content: bytes) -> Path:
    file = changed(folder)
    (folder / "record.json").write_bytes(content)
    return file


def test_a_record_that_cannot_be_opened(program: Program, tmp_path: Path) -> None:
    good = (MINI / "record.json").read_bytes()
    faults: list[tuple[bytes, str]] = [
        (b'{"hello": "world"}', "is not a FHIR Bundle"),
        (b'{"resourceType": "Patient", "id": "x"}', "is a Patient, not a Bundle"),
        (good[: len(good) // 2], "was cut off"),
        (good.replace(b"Calder", b"Cald\xe9r", 1), "is not UTF-8 text"),
        (good.replace(b'"Observation"', b'"Observatoin"', 1), "Observatoin"),
    ]
    for number, (content, words) in enumerate(faults):
        folder = tmp_path / str(number)
        _record(folder, content)
        told(program("play", folder, *GOLD), 2, folder / "record.json", words)
    assert not program.db.exists() or program("sessions").stdout == ""


GIGABYTE = 1_000_000_000


@pytest.mark.parametrize("kind", ["bundle", "line"])
def test_a_record_of_200_megabytes_takes_neither_the_memory_nor_the_time(
    program: Program, tmp_path: Path, kind: str
) -> None:
    file = changed(tmp_path / kind, (("record",), "big.ndjson" if kind == "line" else "big.json"))
    big = file.parent / ("big.ndjson" if kind == "line" else "big.json")
    with big.open("wb") as opened:
        opened.write(b'{"resourceType": "Bundle", "entry": [')
        opened.truncate(200_000_000)  # the rest takes no place on the disk
    limit = (resource.RLIMIT_AS, GIGABYTE) if sys.platform == "linux" else None
    words = "too long for one resource" if kind == "line" else "larger than 64 MB"
    told(program("play", file.parent, *GOLD, limit=limit), 2, big, words)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_record_of_another_patient(program: Program, tmp_path: Path, lang: str) -> None:
    def only_the_other(record: dict[str, dict[str, Any]]) -> None:
        for name in [name for name in record if "mini-1" in name]:
            del record[name]

    other = edit_record(changed(tmp_path / "other"), only_the_other)
    told(program("play", other.parent, *GOLD, lang=lang), 2,
         f"{other}:21: patient: Patient/mini-1", f"{other}:22: encounter: Encounter/mini-1-adm",
         lines=2)  # fmt: skip
    if lang == "zh":
        return
    stay = changed(tmp_path / "stay", (("encounter",), "Encounter/none"))
    told(program("play", stay.parent, *GOLD), 2, f"{stay}:22: encounter: Encounter/none")


def test_an_unknown_patient_is_bad_input_and_no_fault_of_ours(
    program: Program, tmp_path: Path
) -> None:
    file = changed(tmp_path / "a", (("patient",), "Patient/nobody"), (("encounter",), DELETE))
    told(program("play", file.parent, *GOLD), 2, "Patient/nobody is not in the record")


# Recordings

HOLD = (
    "import sqlite3, sys\n"
    "c = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
    "c.execute('BEGIN IMMEDIATE')\n"
    "print('held', flush=True)\n"
    "sys.stdin.read()\n"
)


@contextmanager
def held(db: Path) -> Iterator[None]:
    """Another program that writes to the file and does not let go."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, db],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        try:
            yield
        finally:
            holder.communicate("", timeout=30)


def test_a_lock_in_the_middle_of_a_play_loses_nothing(program: Program) -> None:
    command = program.command("play", MINI)
    with subprocess.Popen(
        command, cwd=ROOT, env=program.environ("en"), text=True, bufsize=1,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as play:  # fmt: skip
        assert play.stdin is not None
        assert play.stdout is not None

        def do(line: str, until: str) -> str:
            assert play.stdin is not None
            assert play.stdout is not None
            play.stdin.write(line + "\n")
            for shown in play.stdout:
                if until in shown:
                    return shown
            raise AssertionError(until)

        do("Patient.read", "EHR: Patient.read")
        with held(program.db):
            # Meanwhile a play cannot be begun, and what is recorded can be read.
            other = subprocess.Popen(
                program.command("play", MINI, *NULL), cwd=ROOT, env=program.environ("zh"),
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            line = do("Observation.search code=potassium", "locked")
            assert str(program.db) in line
            assert "Traceback" not in line
            program.whole(1)
            out, err = other.communicate(timeout=60)
            assert (other.returncode, out) == (3, "")
            assert err.count("\n") == 1
            assert str(program.db) in err
        do("Observation.search code=potassium", "EHR: Observation.search")
        play.stdin.write("quit\n")
        out, err = play.communicate(timeout=60)
    assert (play.returncode, err) == (0, "")
    program.whole(1)
    with closing(sqlite3.connect(program.db)) as connection:
        calls = connection.execute(
            "SELECT count(*) FROM event WHERE kind = 'tool_called'"
        ).fetchone()
    assert calls == (2,)


def test_recordings_that_cannot_be_used(program: Program, tmp_path: Path) -> None:
    program("play", MINI, *NULL)
    program.whole(1)
    letter = tmp_path / "letter.db"
    letter.write_text("Dear colleague, this is a letter.\n" * 100)
    newer = tmp_path / "newer.db"
    shutil.copy(program.db, newer)
    with closing(sqlite3.connect(newer)) as connection:
        connection.execute("INSERT INTO migration VALUES (9999, 'from the future', '2099-01-01')")
        connection.commit()
    foreign = tmp_path / "foreign.db"
    with closing(sqlite3.connect(foreign)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    for path, words in ((letter, "not a database"), (newer, "newer"), (foreign, "another program")):
        before = path.read_bytes()
        told(program("play", MINI, *NULL, "--db", path), 2, path, words, "--db")
        assert path.read_bytes() == before
    torn = tmp_path / "torn.db"
    torn.write_bytes(program.db.read_bytes()[:20_000])
    told(program("play", MINI, *NULL, "--db", torn, lang="zh"), 3, torn)


def test_recordings_that_may_only_be_read(program: Program, tmp_path: Path) -> None:
    # Root may write what nobody may; so it gives that right up.
    first: tuple[str, ...] = ()
    if os.geteuid() == 0:
        rights = "-dac_override,-dac_read_search"
        first = ("setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}")
        if shutil.which("setpriv") is None:
            pytest.skip("root can write anything here: there is no setpriv to give rights up")
    folder = tmp_path / "archive"
    folder.mkdir()
    db = folder / "plays.db"
    program("play", MINI, *NULL, "--db", db)
    db.chmod(0o444)
    folder.chmod(0o555)
    try:
        told(program("play", MINI, *NULL, "--db", db, first=first), 2, db, "cannot be written")
        told(program("play", MINI, *NULL, "--db", folder / "new.db", first=first), 2, "new.db")
        listed = program("sessions", "--db", db, first=first)
        assert (listed.returncode, listed.stdout.count("\n")) == (0, 1)
        verified = program("db", "verify", "--db", db, first=first)
        assert (verified.returncode, verified.stderr) == (0, "")
    finally:
        folder.chmod(0o755)


TYPED = "Patient.read\n" + "Patient.everything _count=100\n" * 4 + "quit\n"


def test_a_full_disk_keeps_what_was_recorded(program: Program) -> None:
    program("play", MINI, *NULL)
    full = (resource.RLIMIT_FSIZE, 70_000)  # a file can grow no more
    told(program("play", MINI, *GOLD, limit=full), 3, program.db, "everything recorded before")
    program.whole(2)


def test_a_person_on_a_full_disk_is_told_and_goes_on_later(program: Program) -> None:
    program("play", MINI, typed="")
    full = (resource.RLIMIT_FSIZE, 120_000)
    played = program("play", MINI, typed=TYPED, limit=full)
    assert "EHR: Patient.read" in played.stdout
    assert str(program.db) in played.stdout
    assert "everything recorded before is safe" in played.stdout
    program.whole(2)
    # With room again all that was shown is there, and of what was not, the call under way.
    shown = played.stdout.count("EHR: Patient.")
    resumed = program("resume", "--scenarios", MINI.parent, typed="quit\n")
    assert resumed.returncode == 0, resumed.stderr
    assert resumed.stdout.count("EHR: Patient.") in (shown, shown + 1)
    program.whole(2)


# Tool calls

CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("Observation.serch", {"code": "K"}, "Observation.search"),
    ("Observation.search", {"cod": "K"}, "code"),
    ("Observation.search", {"_count": "many"}, "_count"),
    ("Observation.search", {"_count": [1]}, "_count"),
    ("Observation.search", {"date_from": "2026-02-30"}, "2026-02-30"),
    ("Observation.search", {"date_to": "the day after"}, "date_to"),
    ("Observation.search", {"code": ""}, "code"),
    ("Patient.read", {"patient": "Patient/nobody"}, "Patient/nobody"),
    ("MedicationRequest.create", {"medication": ""}, "medication"),
    (
        "MedicationRequest.create",
        {"medication": "apixaban", "dose": "lots", "route": "oral", "frequency": "daily"},
        "dose",
    ),
    ("ServiceRequest.create", {"service_type": "x", "priority": "whenever"}, "priority"),
    (
        "ServiceRequest.create",
        {"service_type": "Potassium", "priority": "routine", "target_date": "2026-13-01"},
        "2026-13-01",
    ),
    ("Flag.create", {"category": "safety", "code": "", "detail": "x"}, "code"),
]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_tool_calls_typed_are_told_and_cost_no_call(program: Program, lang: str) -> None:
    typed = [f"{tool} {json.dumps(given)}" for tool, given, _words in CALLS]
    typed += [
        'Observation.search {"code"',
        "Observation.search [1]",
        "\x1b[2J\xff",
        "orders",
        "quit",
    ]
    done = program("play", MINI, typed="\n".join(typed) + "\n", lang=lang)
    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    shown = re.split(r"(?m)^\[.*\] > ", done.stdout)[1:]
    assert len(shown) == len(typed)
    for (_tool, given, words), entry in zip(CALLS, shown, strict=False):
        _line, _newline, answer = entry.partition("\n")
        assert words in answer, entry
        assert given.get("patient") or answer.count("\n") <= 2
    program.whole(1)
    with closing(sqlite3.connect(program.db)) as connection:
        kinds = dict(connection.execute("SELECT kind, count(*) FROM event GROUP BY kind"))
    assert "resource_written" not in kinds
    # Only what could be known from the record alone was a call: the patient and the dose.
    assert kinds.get("tool_called", 0) <= 2


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_bad_tool_calls_of_a_player_are_answered_in_json(lang: Any) -> None:
    sink = MemorySink()
    opened = start(load_scenario(MINI), sink, Casting("script:gold", lang))
    director = opened.director
    for tool, given, words in CALLS:
        director.act(CallTool(tool, given))
        call = director.view().calls[-1]
        assert call.ok is False
        assert call.result is not None
        assert words in json.dumps(call.result, ensure_ascii=False)
        assert isinstance(call.result["error"], str)
    assert len(director.view().calls) == len(CALLS)
    assert director.view().written == ()
    director.act(Answer("x"))
    assert director.state.turn_number == 2


# Terminals


def test_what_is_no_terminal(program: Program) -> None:
    dumb = program.shell(f"printf 'Patient.read\\nquit\\n' | TERM=dumb physassist play {MINI}")
    assert (dumb.returncode, dumb.stderr) == (0, "")
    assert "Ruth Calder" in dumb.stdout
    assert "\x1b" not in dumb.stdout
    noise = program.shell(
        f"printf '\\377\\376\\000 x\\nask \\344\\275\\nquit' | LC_ALL=C physassist play {MINI}"
    )
    assert (noise.returncode, noise.stderr) == (0, "")
    gone = program.shell(f"printf 'Patient.read\\nquit\\n' | physassist play {MINI} | head -c 9")
    assert (gone.returncode, gone.stderr, len(gone.stdout)) == (0, "", 9)
    for line in (
        f"physassist play {MINI} >/dev/full </dev/null",
        f"physassist play {MINI} {' '.join(NULL)} >/dev/full",
        "physassist scenarios list >/dev/full",
    ):
        if Path("/dev/full").exists():
            told(program.shell(line), 3)
    program.whole(program("sessions", "--json").stdout.count('"id"'))


def test_streams_that_are_closed(program: Program) -> None:
    closed = program.shell(f"physassist play {MINI} <&-")
    assert (closed.returncode, closed.stderr) == (0, "")
    assert "physassist resume" in closed.stdout
    unnamed = program.shell("physassist play <&-")
    assert unnamed.returncode == 2
    assert unnamed.stderr.startswith("physassist: ")
    assert unnamed.stderr.count("\n") == 1
    nowhere = program.shell(f"physassist play {MINI} {' '.join(NULL)} <&- >&- 2>&-")
    assert nowhere.returncode == 0
    program.whole(2)
    for where in ("&-", "/dev/full"):
        silent = program.shell(f"physassist nonsense 2>{where}; echo $?")
        assert silent.stdout == "2\n", "the error is not told where the result should be"
