"""The review on the screen: one key a grade, notes, disputes, pauses, the lock and the reveal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest
from textual.widgets import Input, OptionList

from physassist_tui.core.reviewing import ReviewRow
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Lang, use_language
from physassist_tui.score.review.seat import ReviewSeat
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.app import PhysassistApp
from physassist_tui.tui.reviewing import opened_review, show_review
from physassist_tui.tui.screens.library import LibraryScreen
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.review import ReviewScreen
from physassist_tui.tui.screens.review_dialogs import PausedScreen
from physassist_tui.tui.screens.sessions import SessionsScreen
from physassist_tui.tui.widgets.transcript import Transcript
from tests.screen.conftest import SIZES, Shown
from tests.screen.review_world import JUDGED, PLAYED, WHY, World

pytestmark = pytest.mark.asyncio

Review = Callable[..., AbstractAsyncContextManager[Shown]]


@pytest.fixture
def world(recordings: Recordings, tmp_path: Path) -> Iterator[World]:
    yield World(recordings, tmp_path)
    assert recordings.verify() == []
    use_language("en")


@pytest.fixture
def review(world: World, tmp_path: Path) -> Review:
    """Shows the review of a seat; without one, the library."""

    @asynccontextmanager
    async def _review(
        seat: ReviewSeat | None = None, *, size: tuple[int, int] = (80, 24), lang: Lang = "en"
    ) -> AsyncIterator[Shown]:
        opened = None if seat is None else opened_review(seat)
        app = PhysassistApp(
            world.recordings,
            root=world.root,
            config=tmp_path / "settings.json",
            language=lang,
            first=None if opened is None else lambda app: show_review(app, opened),
        )
        async with app.run_test(size=size, notifications=True) as pilot:
            shown = Shown(app, pilot)
            await shown.settle()
            yield shown

    return _review


def at(shown: Shown) -> type:
    """The kind of screen that is shown."""
    return type(shown.app.screen)


def kinds(world: World, rater: str = "anna") -> list[str]:
    return [row.kind for row in rows(world, rater) if row.kind != "opened"]


def rows(world: World, rater: str = "anna") -> list[ReviewRow]:
    return world.recordings.ratings("S", rater)


def pane(shown: Shown, name: str) -> str:
    return "\n".join(shown.app.screen.query_one(f"#{name}-text", Transcript).lines)


@pytest.mark.parametrize(("size", "lang"), [(SIZES[1], "en"), (SIZES[0], "zh")])
async def test_a_whole_review_with_keys_alone(
    world: World, review: Review, size: tuple[int, int], lang: Lang
) -> None:
    """Grades, a note, a dispute, an item left for later; the lock asks; then all is told."""
    world.play("S", lang=lang)
    async with review(world.seat("S"), size=size, lang=lang) as shown:
        count = world.seat("S").view().count
        wanted = {"en": f"0 of {count} done", "zh": "░" * 20}[lang]
        assert wanted in shown.text()
        await shown.press("1")
        await shown.press("n", *"why", "enter")
        await shown.press("2", "3", "s")
        await shown.press("d")
        await shown.press("down", "enter", *"odd", "enter")
        view = world.seat("S").view()
        assert view.settled == 4
        disputed_at = next(line.number for line in view.lines if line.marked.dispute)
        # Disputed and not graded: `l` refuses for the others, and names them.
        refused = await shown.press("l")
        comma = {"en": ", ", "zh": "、"}[lang]
        assert comma.join(str(number) for number in view.open) in refused
        await shown.press("b", "v", "end", "enter")
        screen = shown.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen._number == count
        while world.seat("S").view().open:
            await shown.press("1")
        assert "locked" not in kinds(world)
        await shown.press("l", "n")
        assert at(shown) is ReviewScreen
        assert "script:gold" not in shown.text()
        told = await shown.press("l", "y")
        assert "script:gold" in told
        assert at(shown) is ReaderScreen
        whole = "\n".join(shown.app.screen.query_one(Transcript).lines)
        assert "odd" in whole
        assert "why" in whole
        await shown.press("escape")
        assert at(shown) is LibraryScreen
    graded = [row.grade for row in rows(world) if row.kind == "graded"]
    assert graded[:3] == [Verdict.PASS, Verdict.PARTIAL, Verdict.FAIL]
    assert kinds(world)[-1] == "locked"
    disputed = [row for row in rows(world) if row.kind == "disputed"]
    assert [(row.dispute, row.text) for row in disputed] == [("unclear", "odd")]
    marked = world.seat("S").view().lines[disputed_at - 1].marked
    assert marked.dispute == "unclear"


async def test_the_item_stands_beside_its_evidence_and_the_transcript(
    world: World, review: Review
) -> None:
    world.by_hand("S", PLAYED["en"])
    async with review(world.seat("S", all_items=False), size=(140, 40)) as shown:
        item, evidence = (" ".join(pane(shown, one).split()) for one in ("item", "evidence"))
        for words in (
            WHY,
            "A reason that a clinician would accept.",
            "Please repeat it tomorrow morning.",
            "Ordered for tomorrow, 11 March 2026.",
            "Potassium, serum (active)",
        ):
            assert words in item, words
        assert "5.9 mmol/L" in evidence
        for part in ("item", "evidence", "transcript"):
            assert pane(shown, part).splitlines()[1].strip()[:20] in shown.text()
        assert pane(shown, "transcript").count("Do you take any painkillers at home?") == 1
        await shown.pilot.resize_terminal(80, 24)
        text = await shown.press("t")
        assert WHY in text
        assert "Turn 1" in text
        assert "[T Transcript]" in text
        assert "[E Evidence for the item]" in await shown.press("e")
        await shown.press("t", "f10")
        assert not shown.app.screen.query_one("#pane-item").display
        await shown.press("escape")
        assert shown.app.screen.query_one("#pane-item").display


async def test_a_pause_stops_the_time_and_hides_the_case(world: World, review: Review) -> None:
    world.play("S")
    clock = world.clock
    async with review(world.seat("S")) as shown:
        clock.now += 5
        text = await shown.press("p")
        assert at(shown) is PausedScreen
        assert "time stands still" in text
        assert "Potassium" not in text
        clock.now += 60
        await shown.press("1")  # goes on, and grades nothing
        assert at(shown) is ReviewScreen
        assert kinds(world) == ["paused", "resumed"]
        clock.now += 2
        await shown.press("1")
    took = [(row.kind, row.ms) for row in rows(world) if row.kind != "opened"]
    assert took[:3] == [("paused", 5_000), ("resumed", 60_000), ("graded", 2_000)]
    assert world.seat("S").view().lines[0].marked.ms == 7_000


@pytest.mark.parametrize("keys", [["escape"], ["ctrl+q"]])
async def test_leaving_stops_the_time_and_the_review_goes_on_where_it_was(
    world: World, review: Review, keys: list[str]
) -> None:
    world.play("S")
    async with review(world.seat("S")) as shown:
        await shown.press("1", "2")
        world.clock.now += 30
        await shown.press(*keys)
    assert kinds(world) == ["graded", "graded", "paused"]
    assert rows(world)[-1].ms == 30_000
    world.clock.now += 3_600
    async with review(world.seat("S")) as shown:
        assert "Item 3 of" in shown.text()
        world.clock.now += 1
        await shown.press("3")
    assert rows(world)[-2].ms == 1_000


async def test_dialogs_keep_what_was_written_and_escape_changes_nothing(
    world: World, review: Review
) -> None:
    world.play("S")
    async with review(world.seat("S")) as shown:
        await shown.press("n", *"half")
        await shown.press("f8")
        assert shown.app.screen.query_one(Input).value == "half"
        await shown.press("f8", "escape")
        assert kinds(world) == []
        await shown.press("d", "enter", "enter")  # without words
        assert "Say in words" in shown.text()
        await shown.press(*"no such drug", "f8", "f8")
        assert shown.app.screen.query_one(Input).value == "no such drug"
        await shown.press("enter")
        assert world.seat("S").view().lines[0].marked.dispute == "wrong"
        assert "wrong: no such drug" in " ".join(pane(shown, "item").split())
        await shown.press("d", "end", "enter")
        assert world.seat("S").view().lines[0].marked.dispute is None
        await shown.press("n", *"kept", "enter")
        assert "kept" in await shown.press("n")
        await shown.press("ctrl+u", "enter")
        assert world.seat("S").view().lines[0].marked.note == ""


async def test_every_key_is_in_help_palette_and_bar(world: World, review: Review) -> None:
    world.play("S")
    async with review(world.seat("S"), size=(140, 110)) as shown:
        bar = shown.text().splitlines()[-2:]
        for name in ("pass", "partial", "fail", "note", "dispute", "skip", "pause", "lock"):
            assert name in "\n".join(bar)
        told = await shown.press("f1")
        for line in ("Grades the item as passed", "Writes a note", "Stops the time",
                     "Ends the review for good", "Goes to the transcript"):  # fmt: skip
            assert line in told
        await shown.press("escape", "ctrl+p", *"partly")
        await shown.press("enter")
        assert kinds(world) == ["graded"]
        assert rows(world)[-1].grade is Verdict.PARTIAL


async def test_from_the_library_to_a_review_and_the_rater_is_remembered(
    world: World, review: Review, tmp_path: Path
) -> None:
    world.play("S")
    world.by_hand("LEFT", PLAYED["en"][:2])
    async with review() as shown:
        chooser = await shown.press("v")
        assert at(shown) is SessionsScreen
        assert "script:gold" not in chooser  # the review is to be blind
        assert shown.app.screen.query_one(OptionList).option_count == 1  # the other is not over
        await shown.press("enter")
        await shown.press("enter", "enter")  # without a name nothing begins
        assert kinds(world) == []
        await shown.press(*"x" * 65, "enter", "enter")
        assert "A rater's id is" in shown.text()
        await shown.press("v", "enter")
        await shown.press(*"anna", "enter", "enter")
        assert at(shown) is ReviewScreen
        assert "Item 1 of 1" in shown.text()  # what no rule decides
        await shown.press("escape", "v", "enter")
        assert shown.app.screen.query_one(Input).value == "anna"
        await shown.press("down", "enter")
        screen = shown.app.screen
        assert isinstance(screen, ReviewScreen)
        assert screen._view is not None
        assert screen._view.count == 7
    assert '"rater": "anna"' in (tmp_path / "settings.json").read_text(encoding="utf-8")


async def test_a_locked_review_opens_on_what_it_tells(world: World, review: Review) -> None:
    world.play("S")
    world.locked("S", "anna", Verdict.FAIL, "no reason given")
    async with review(world.seat("S", all_items=False)) as shown:
        assert at(shown) is ReaderScreen
        assert "script:gold" in shown.text()
        assert "no reason given" in shown.text()
    assert [one.id for one in world.seat("S").view().lines] != [JUDGED]
