"""Before the lock no screen of a review says who played, or what rules, judges and others say;
and what others wrote is drawn as it is, in a review and in a comparison.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from textual.app import App

from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, use_language
from physassist_tui.report.compare import sources_of
from physassist_tui.score.keeping import score_and_keep
from physassist_tui.score.review.seat import ReviewSeat
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from physassist_tui.tui.comparing import show_comparison
from physassist_tui.tui.reviewing import opened_review, show_review
from physassist_tui.tui.screens.compare import CompareScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.review import ReviewScreen
from physassist_tui.tui.widgets.transcript import Transcript
from tests.screen.conftest import Shown
from tests.screen.review_world import JUDGED, World
from tests.screen.test_barrier import Seen
from tests.screen.test_foreign_text import HOSTILE, check_nothing_obeyed, squashed
from tests.unit.judge_world import FakeModel, row, said

pytestmark = pytest.mark.asyncio

SECRETS = ("script:gold", "grounded", "bertha", "BERTHAWORDS", "v/judge", "JUDGEWORDS",
           "The answer states", "Stands in the chart")  # fmt: skip
LOCKED_TELLS = SECRETS[:1] + SECRETS[2:7]


@pytest.fixture
def world(recordings: Recordings, tmp_path: Path) -> Iterator[World]:
    yield World(recordings, tmp_path)
    use_language("en")


def app_of(world: World, tmp_path: Path, lang: Lang, seat: ReviewSeat) -> PhysassistApp:
    opened = opened_review(seat)
    return PhysassistApp(
        world.recordings, root=world.root, config=tmp_path / "s.json", language=lang,
        first=lambda app: show_review(app, opened),
    )  # fmt: skip


def told(seen: Seen) -> list[str]:
    texts = seen._texts | {squashed(text) for text in seen._raw}
    return [one for one in SECRETS if any(squashed(one) in text for text in texts)]


async def walk(shown: Shown, seen: Seen) -> None:
    """Every pane, dialog and page of a review, at every item."""
    for keys in (["t"], ["e"], ["i", "f10"], ["f10", "n"], ["escape", "d"], ["escape", "v"],
                 ["escape", "p"], ["x", "f1"], ["escape", "ctrl+p"], ["escape", "f9"],
                 ["escape", "l"], ["s"], ["b"]):  # fmt: skip
        await shown.press(*keys)
        seen.look(shown)
    assert isinstance(shown.app.screen, ReviewScreen)
    while shown.app.screen._seat.view().open:
        await shown.press("1")
        seen.look(shown)
    await shown.press("l")
    seen.look(shown)


async def test_a_review_is_blind_until_it_is_locked(world: World, tmp_path: Path) -> None:
    world.play("S")
    judge = FakeModel(said(row(JUDGED, "fail", "", "JUDGEWORDS")), name="v/judge")
    score_and_keep(world.recordings, "S", world.loaded, world.record, [judge.judge()])
    world.locked("S", "bertha", Verdict.PARTIAL, "BERTHAWORDS")
    before, after = Seen(), Seen()
    app = app_of(world, tmp_path, "en", world.seat("S"))
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        shown = Shown(app, pilot)
        await shown.settle()
        await walk(shown, before)
        assert told(before) == []
        await shown.press("y")
        assert isinstance(shown.app.screen, ReaderScreen)
        after.look(shown)
    assert set(LOCKED_TELLS) <= set(told(after))


def hostile(text: str) -> list[Act]:
    """What somebody wrote, where it is not valid UTF-8 (that is never recorded) left out."""
    safe = text.encode("utf-8", "replace").decode()
    return [
        CallTool("Observation.search", {"code": safe}),
        Ask(f"Do you take painkillers? {safe}"),
        Answer(f"First {safe}"),
        CallTool("ServiceRequest.create",
                 {"service_type": f"Potassium {safe}", "priority": "routine",
                  "target_date": "2026-03-11"}),
        Answer(f"Last {safe}"),
    ]  # fmt: skip


def seen_whole(app: App[Any]) -> str:
    """All that stands in the panes, in sight or not."""
    texts = ("".join(one.lines) for one in app.screen.query(Transcript))
    return squashed("".join(texts))


def rewrite(world: World, text: str) -> None:
    """Puts `text` into the items of the rubric."""
    file = world.root / "mini" / "scenario.yaml"
    data = yaml.safe_load(file.read_text(encoding="utf-8"))
    for turn in data["turns"]:
        for item in turn["rubric"]:
            item["text"] = {lang: f"{words} {text}" for lang, words in item["text"].items()}
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")


@pytest.mark.parametrize("lang", ["en", "zh"])
async def test_foreign_text_is_drawn_whole_and_obeyed_nowhere(
    world: World, tmp_path: Path, lang: Lang
) -> None:
    """One session holds everything hostile; its scenario's items too, and the rater's id."""
    from physassist_tui.core.foreign import visible

    joined = " ".join(HOSTILE)
    rewrite(world, "K [H] [/ [@click=app.quit]x[/]")
    for name in ("S", "T"):
        world.by_hand(name, hostile(joined), lang)
    seat = world.seat("S", "[/ann] [bold]")
    sources = sources_of(world.recordings, ["S", "T"], world.root)
    app = app_of(world, tmp_path, lang, seat)
    wanted = squashed(visible(joined.encode("utf-8", "replace").decode()))
    async with app.run_test(size=(140, 40), notifications=True) as pilot:
        shown = Shown(app, pilot)
        await shown.settle()
        await shown.press("n", *"[x]", "enter", "d", "enter", *"[/y]", "enter")
        for keys in (["v"], ["escape", "t"], ["f10"], ["escape", "n"], ["escape", "d"]):
            await shown.press(*keys)
            check_nothing_obeyed(shown)
        await shown.press("escape")
        assert "[/ann] [bold]" in shown.text()
        assert "[/y]" in shown.text()
        assert squashed("[@click=app.quit]x[/]") in seen_whole(app)
        # A call shortens an argument this long and says how long it is; the raw call has it whole.
        assert seen_whole(app).count(wanted) >= 1
        assert seen_whole(app).count(wanted[:40]) >= 3
        show_comparison(app, sources)
        await shown.settle()
        for keys in (["n"], ["i"], ["enter"], ["escape", "n"], ["b"], ["f10"], ["f10"]):
            await shown.press(*keys)
            check_nothing_obeyed(shown)
        assert isinstance(app.screen, CompareScreen)
        assert seen_whole(app).count(wanted) >= 4
        assert app.is_running
