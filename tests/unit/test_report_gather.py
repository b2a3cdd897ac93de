"""Reports and scores made again from real recordings files, in our process and as commands."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from physassist_tui import cli
from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run
from physassist_tui.play.opening import start
from physassist_tui.report.as_json import dump
from physassist_tui.report.figure import Draws
from physassist_tui.report.gather import gather
from physassist_tui.report.sheet import Options, report_of
from physassist_tui.score.change import Changed, ChangedItem, change_between
from physassist_tui.score.keeping import Kept, score_and_keep
from physassist_tui.score.regrading import check_same_requests
from physassist_tui.store.recordings import Recordings

ROOT = Path(__file__).resolve().parents[2]
MINI = ROOT / "tests" / "scenarios" / "mini"
FEW = Options(draws=Draws(resamples=20))


@dataclass
class World:
    """A folder of scenarios of its own, and a recordings file."""

    root: Path
    recordings: Recordings
    record: Record

    @property
    def loaded(self) -> Loaded:
        return load_scenario("tests/mini", self.root)

    def play(self, name: str, assistant: str = "script:gold", lang: Lang = "en") -> str:
        casting = Casting(assistant, lang)
        run(start(self.loaded, self.recordings, casting, record=self.record, session=name))
        return name

    def score(self, session: str) -> Kept:
        return score_and_keep(self.recordings, session, self.loaded, self.record)

    def rewrite(self, old: str, new: str) -> None:
        file = self.root / "tests" / "mini" / "scenario.yaml"
        text = file.read_text("utf-8")
        assert old in text
        file.write_text(text.replace(old, new), "utf-8")


@pytest.fixture
def world(tmp_path: Path) -> Any:
    root = tmp_path / "scenarios"
    shutil.copytree(MINI, root / "tests" / "mini")
    record = open_record(load_scenario("tests/mini", root).record_path)
    with Recordings.open(tmp_path / "plays.db") as recordings:
        yield World(root, recordings, record)


def test_a_report_of_kept_scores_needs_no_scenario(world: World) -> None:
    for number, assistant in enumerate(("script:gold", "script:null")):
        world.score(world.play(f"S{number}", assistant))
    shutil.rmtree(world.root)
    report = report_of(gather(world.recordings, root=world.root), FEW)
    gold, null = report.players
    assert [gold.player, null.player] == ["script:gold", "script:null"]
    assert {f.key: f.value for f in gold.figures}["mrs"] == 1
    assert {f.key: f.value for f in null.figures}["mrs"] == 0
    assert {row.value for row in report.rows if row.dimension == "task_type"} == {
        "data_gathering", "write_update",
    }  # fmt: skip
    assert {row.value for row in report.rows if row.dimension == "leaning"} == {
        "implicit", "explicit",
    }  # fmt: skip
    assert [place.player for place in report.ranking.orders[0]] == ["script:gold", "script:null"]
    assert dict(gold.sessions[0].authorship.acts) == {"script:gold": 4 + 2}
    assert gold.sessions[0].effort.tool_calls == 4


def test_a_session_without_a_score_is_graded_but_none_is_kept(world: World) -> None:
    session = world.play("S")
    (found,) = gather(world.recordings, root=world.root)
    kept = world.score(session)
    assert found.tallies == kept.score.tallies
    assert len(world.recordings.scores(session)) == 1
    assert gather(world.recordings, sessions=["s"], root=world.root) == (found,)
    assert gather(world.recordings, scenario="other") == ()
    with pytest.raises(BadInput):
        gather(world.recordings, sessions=["x"])


def test_a_score_of_fewer_events_is_not_the_session_s(world: World) -> None:
    session = world.play("S")
    data = world.score(session).score.to_json("en")
    for turn in data["turns"]:
        turn["items"] = [{**item, "grade": "fail"} for item in turn["items"]]
    world.recordings.save_score(session, data, "x")
    (stale,) = gather(world.recordings)
    assert stale.tallies[0].failed == 4
    last = world.recordings.events(session)[-1]
    mark = ev.MarkedData(label="note", text="", marked_seq=1)
    at = {"at": last.at, "active_ms": last.active_ms, "turn": last.turn, "seat": None}
    event = ev.event_of(mark, seq=last.seq + 1, player=None, **at)  # type: ignore[arg-type]
    world.recordings.append(session, [event])
    (found,) = gather(world.recordings, root=world.root)
    assert found.tallies[0].passed == 4


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("gone", "its scenario is not here, or is broken"),
        ("changed", "its scenario has changed since it was played"),
    ],
)
def test_what_cannot_be_graded_is_attempted_and_says_why(world: World, how: str, why: str) -> None:
    world.play("S")
    if how == "gone":
        shutil.rmtree(world.root / "tests" / "mini")
    else:
        world.rewrite("tolerance: 0.05", "tolerance: 0.06")
    (found,) = gather(world.recordings, root=world.root)
    assert found.not_graded is not None
    assert found.not_graded.render("en") == why
    sheet = report_of([found], FEW).players[0]
    assert (sheet.counts.attempted, sheet.counts.finished, sheet.counts.graded) == (1, 1, 0)


def test_scoring_again_gives_the_same_bytes_and_tells_no_change(world: World) -> None:
    session = world.play("S", lang="zh")
    first, again = world.score(session), world.score(session)
    assert first.change is None
    assert again.change is not None
    assert not again.change
    old, new = world.recordings.scores(session)
    assert json.dumps(old.data, ensure_ascii=False) == json.dumps(new.data, ensure_ascii=False)
    assert old.identity_hash == new.identity_hash
    one, other = (dump(report_of(gather(world.recordings), FEW), "zh") for _ in range(2))
    assert one == other


def test_a_new_rubric_is_put_to_an_old_play_and_the_difference_told(world: World) -> None:
    from physassist_tui.report.change_lines import change_lines

    session = world.play("S")
    before = world.score(session)
    old = before.loaded.content_hash
    world.rewrite("ibuprofen], zh: [布洛芬]", "naproxen], zh: [萘普生]")
    check_same_requests(world.recordings.events(session), world.loaded)
    now = world.score(session)
    assert now.change is not None
    assert now.change.items == (ChangedItem(1, "reports-ibuprofen", "pass", "fail"),)
    changed = {one.name: (one.before, one.now) for one in now.change.figures}
    assert changed["mrs"] == (1.0, 0.875)
    assert changed["task_success"] == (True, False)
    assert "pass_turn.0.60" not in changed
    assert {one.name for one in now.change.identity} == {"scenario", "rubric", "played"}
    assert now.score.identity["played"] == old
    told = "\n".join(change_lines(now))
    assert "turn 1, reports-ibuprofen: PASS → FAIL" in told
    assert "mRS: 100.0% → 87.5%" in told
    assert len(world.recordings.scores(session)) == 2
    assert now.result("en")["change"]["items"][0]["now"] == "fail"


def test_a_play_that_was_asked_something_else_is_not_graded_anew(world: World) -> None:
    session = world.play("S")
    world.rewrite("en: Please repeat it tomorrow morning.", "en: Please repeat it at noon.")
    with pytest.raises(BadInput, match="turn 2"):
        check_same_requests(world.recordings.events(session), world.loaded)


def test_what_changes_between_scores() -> None:
    def score(**grades: str) -> dict[str, Any]:
        items = [{"id": name, "grade": grade} for name, grade in grades.items()]
        return {"turns": [{"turn": 1, "items": items}], "mrs": len(grades) / 4,
                "checks": {"said_not_done": len(grades)},
                "identity": {"graders": {"x": 1}}}  # fmt: skip

    change = change_between(score(a="pass", b="fail"), score(a="abstain", c="pass", d="pass"))
    assert change.items == (
        ChangedItem(1, "a", "pass", "abstain"),
        ChangedItem(1, "b", "fail", None),
        ChangedItem(1, "c", None, "pass"),
        ChangedItem(1, "d", None, "pass"),
    )
    assert change.figures == (Changed("mrs", 0.5, 0.75),)
    assert change.checks == (Changed("said_not_done", 2, 3),)
    assert change.identity == ()
    other = {**score(a="pass"), "identity": {"graders": {"x": 2, "y": 1}}}
    assert change_between(score(a="pass"), other).identity == (
        Changed("graders.x", "1", "2"),
        Changed("graders.y", None, "1"),
    )


def test_the_command_writes_every_form_and_the_same_bytes_again(
    world: World, tmp_path: Path
) -> None:
    world.score(world.play("S1"))
    world.score(world.play("S2", "script:null", "zh"))
    made: list[tuple[str, bytes, bytes]] = []
    for name in "12":
        files = [tmp_path / f"{name}.html", tmp_path / f"{name}.csv"]
        done = subprocess.run(
            [sys.executable, "-m", "physassist_tui", "report", "--json", "--trials", "2",
             "--html", str(files[0]), "--csv", str(files[1])],
            cwd=ROOT, capture_output=True, text=True, check=False, timeout=60,
            env={**os.environ, "PHYSASSIST_LANG": "zh", "PYTHONHASHSEED": name,
                 "PHYSASSIST_DB": str(world.recordings.path)},
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
        made.append((done.stdout, files[0].read_bytes(), files[1].read_bytes()))
    assert made[0] == made[1]
    found = json.loads(made[0][0])
    assert [p["counts"]["planned"] for p in found["players"]] == [2, 2]
    twice = found["players"][0]["trials"]["by_k"]["2"]
    assert (twice["pass_at_k"]["value"], twice["pass_hat_k"]["value"]) == (1.0, 0.0)


def test_the_command_prints_lines_and_refuses_in_one(
    world: World, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world.score(world.play("S1"))
    world.score(world.play("S2", "script:null"))
    monkeypatch.setenv("PHYSASSIST_DB", str(world.recordings.path))

    def command(*arguments: str) -> tuple[int, str, str]:
        status = cli.run(["report", "--lang", "en", *arguments])
        return (status, *capsys.readouterr())

    status, told, _ = command("S1", "--by", "turn")
    assert status == 0
    assert "mRS | A script:gold | 100.0% (1 session)" in told
    assert "script:null" not in told
    assert "By category" not in told
    for wrong, line in (
        (["S1", "--all"], "Give sessions, --scenario, --study or --all, not several of them."),
        (["--scenario", "none/such"], "No session is recorded that the report could be on."),
        (["--by", "colour"], "--by must be one of: category,"),
        (["--html", "/no/such/folder/x.html"], "/no/such/folder/x.html cannot be written:"),
    ):
        status, out, error = command(*wrong)
        assert (status, out, error.count("\n")) == (2, "", 1), wrong
        assert line in error
