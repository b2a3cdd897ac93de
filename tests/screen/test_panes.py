"""Whatever stands in a record or is said is drawn whole and obeyed nowhere, however long it is."""

from __future__ import annotations

import base64
import json
import re
import shutil
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import yaml
from textual.geometry import Region
from textual.widgets import Input, OptionList, Static

from physassist_tui.core.foreign import one_line, visible
from physassist_tui.core.state import Call
from physassist_tui.core.view import Ask, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.reader import ReaderScreen
from physassist_tui.tui.screens.result import ResultScreen
from physassist_tui.tui.widgets.banner import PatientBanner
from physassist_tui.tui.widgets.finding import search
from physassist_tui.tui.widgets.table_view import TableView
from physassist_tui.tui.widgets.transcript import Block, Transcript
from physassist_tui.tui.widgets.wrapping import cells
from tests.screen.conftest import Show
from tests.screen.play_world import MINI, Played, mini, opened
from tests.screen.test_foreign_text import HOSTILE, check_nothing_obeyed, squashed

pytestmark = pytest.mark.asyncio

TEXTS = [text for text in HOSTILE if "\ud800" not in text]  # no file holds a lone surrogate
LONG = "[H]血" * 12_500


def hostile_mini(tmp_path: Path, said: str) -> Loaded:
    """The small scenario with hostile names, results, notes and a hostile patient."""
    folder = tmp_path / "hostile"
    shutil.copytree(MINI, folder)
    file = folder / "record.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    texts = cycle(TEXTS)
    for entry in record["entry"]:
        resource = entry["resource"]
        match resource["resourceType"]:
            case "Patient" if resource["id"] == "mini-1":
                resource["name"][0]["family"] = "[bold red]x [/ \x1b[31m \u202egnp"
            case "Observation":
                resource["code"]["text"] = next(texts)
            case "DocumentReference":
                note = "\n".join([*TEXTS, LONG])
                attachment = resource["content"][0]["attachment"]
                attachment["data"] = base64.b64encode(note.encode()).decode()
            case _:
                pass
    file.write_text(json.dumps(record), encoding="utf-8")
    scenario = folder / "scenario.yaml"
    data = yaml.safe_load(scenario.read_text(encoding="utf-8"))
    for fact in data["facts"]:
        for lang in ("en", "zh"):
            fact["say"][lang] = dict.fromkeys(("low", "medium", "high"), said)
    scenario.write_text(yaml.safe_dump(data, allow_unicode=False), encoding="utf-8")
    return mini(folder)


@pytest.mark.parametrize(("lang", "size"), [("en", (140, 40)), ("zh", (80, 24))])
async def test_a_hostile_record_is_drawn_whole_and_obeyed_nowhere(
    show: Show, recordings: Recordings, tmp_path: Path, lang: Lang, size: tuple[int, int]
) -> None:
    said = " ; ".join(text for text in TEXTS if "\x00" not in text and "\n" not in text)
    loaded = hostile_mini(tmp_path, said)
    session = opened(recordings, lang, loaded=loaded)
    async with show(size=size, lang=lang, opened=session) as shown:
        play = Played(shown)
        banner = drawn(play.screen.query_one(PatientBanner))
        assert squashed("[bold red]x [/ ␛[31m ⟨U+202E⟩gnp") in squashed(banner)

        await play.do(Ask("ibuprofen 布洛芬 palpitations 心慌?"))
        spoken = [m.text for m in session.director.view().messages if m.sender == "patient"]
        for text in spoken:
            assert squashed(visible(text)) in squashed(play.pane("patient"))
        check_nothing_obeyed(shown)

        await play.do(CallTool("Observation.search", {"category": "laboratory"}))
        check_nothing_obeyed(shown)
        await shown.press("f4", "enter")
        await check_table(shown.app.screen, session.director.view().calls[-1])
        check_nothing_obeyed(shown)
        for key in ("t", "j"):
            await shown.press(key)
            check_nothing_obeyed(shown)
            await shown.press("end")
            check_nothing_obeyed(shown)
            await shown.press("escape")
        await shown.press("escape")

        await play.do(CallTool("DocumentReference.search", {"_count": 5}))
        await shown.press("f4", "t")
        check_nothing_obeyed(shown)
        whole = squashed("".join(shown.app.screen.query_one(Transcript).lines))
        shown_of_note = session.director.view().calls[-1].result
        assert shown_of_note is not None
        for entry in shown_of_note["entries"]:
            assert squashed(visible(entry["text"])) in whole
        await shown.press("escape")

        await play.speak_to("ehr")
        await play.fill("Observation.search", {"code": "[low]"}, send=False)
        check_nothing_obeyed(shown)
        await shown.press("f5")
        check_nothing_obeyed(shown)
        await shown.press("escape")
        await play.do(CallTool("Observation.search", {"date_from": "\x1b[31m[/[bold]"}))
        check_nothing_obeyed(shown)
        assert "␛[31m[/[bold]" in play.screen.composer.slip_text


async def check_table(screen: Any, call: Call) -> None:
    """Every cell of the table is there as it is."""
    assert isinstance(screen, ResultScreen)
    assert call.result is not None
    table = screen.query_one(TableView)
    told = squashed("".join("".join(table.row(at)) for at in range(table.row_count)))
    for entry in call.result["entries"]:
        if "value" in entry:
            assert str(entry["value"]) in told
    assert table.row_count == len(call.result["entries"])


def drawn(widget: Any) -> str:
    strips = widget.render_lines(Region(0, 0, *widget.outer_size))
    return "".join(strip.text for strip in strips)


def big_call(count: int, text: str = "") -> Call:
    entries = [
        {
            "ref": f"Observation/{n}",
            "date": f"2026-03-{1 + n % 9:02}T06:00:00-05:00",
            "name": "Potassium",
            "value": 3 + n % 30 / 10,
            "unit": "mmol/L",
            "flag": "H",
            "status": "final",
            **({"text": text} if text else {}),
        }
        for n in range(count)
    ]
    result = {"total": count, "page": 1, "pages": 1, "entries": entries}
    return Call("c1", "Observation.search", {}, {}, 1, 5, 6, True, result)


async def test_1000_rows_open_and_scroll(show: Show) -> None:
    async with show(size=(80, 24)) as shown:
        await shown.app.push_screen(ResultScreen(big_call(1000), None))
        await shown.settle()
        table = shown.app.screen.query_one(TableView)
        assert table.row_count == 1000
        await shown.press("ctrl+end")
        assert table.cursor_row == 999
        assert "3.9 mmol/L [H]" in drawn(shown.app.screen.query_one("#result-row", Static))
        await shown.press("g")
        assert "●" in shown.text()


async def test_3_mb_of_text_open_scroll_and_are_searched(show: Show) -> None:
    paragraph = "Potassium 5.9 mmol/L [H], 血钾偏高。 " * 40
    text = "\n".join(f"{n} {paragraph}" for n in range(1900)) + "\nthe very end [/"
    assert len(text.encode()) > 3_000_000
    async with show(size=(80, 24)) as shown:
        await shown.app.push_screen(ReaderScreen("a long note", text))
        await shown.settle()
        transcript = shown.app.screen.query_one(Transcript)
        await shown.press("end")
        assert "the very end [/" in shown.text()
        await shown.press("slash")
        await shown.press(*"1699", "enter")
        assert "1699 Potassium" in shown.text()
        assert squashed("".join(transcript.lines)) == squashed(text)


async def test_words_broken_over_two_lines_are_found(show: Show) -> None:
    text = "one two three four five six seven"
    async with show(size=(20, 12)) as shown:
        await shown.app.push_screen(ReaderScreen("t", text))
        await shown.settle()
        transcript = shown.app.screen.query_one(Transcript)
        for start in range(len(text) - 8):
            sought = text[start : start + 8].upper()
            places = await search(transcript.blocks, sought)
            assert len(places) == 1
            assert transcript.mark(*places[0])
            assert transcript.marked is not None
            line, first, last = transcript.marked
            assert transcript.lines[line][first:last].upper() in sought


async def test_lines_fit_at_every_width_and_keep_everything(show: Show) -> None:
    async with show(size=(140, 40)) as shown:
        await shown.app.push_screen(ReaderScreen("t", "\n".join([*TEXTS, LONG, "血 钾 " * 99])))
        await shown.settle()
        transcript = shown.app.screen.query_one(Transcript)
        whole = squashed("".join(transcript.lines))
        for width in (9, 14, 33, 80, 121):
            await shown.pilot.resize_terminal(width, 24)
            await shown.settle()
            room = transcript.scrollable_content_region.width
            assert max(map(cells, transcript.lines)) <= room
            assert squashed("".join(transcript.lines)) == whole


async def test_what_is_selected_can_be_copied(show: Show) -> None:
    async with show(size=(80, 24)) as shown:
        await shown.app.push_screen(ReaderScreen("t", "first [H] line\n血钾 5.9"))
        await shown.settle()
        shown.app.screen.text_select_all()
        await shown.settle()
        assert "first [H] line\n血钾 5.9" in (shown.app.screen.get_selected_text() or "")


async def test_a_transcript_lays_only_what_is_new(show: Show) -> None:
    """Ten thousand blocks stay as they are where one more comes."""
    async with show(size=(80, 24)) as shown:
        await shown.app.push_screen(ReaderScreen("t", "x"))
        await shown.settle()
        transcript = shown.app.screen.query_one(Transcript)
        blocks = [Block(f"block {n} " * 12) for n in range(10_000)]
        transcript.show(blocks)
        transcript.finish()
        before = transcript._laid.lines[0]
        transcript.show([*blocks, Block("the last")])
        assert transcript._laid.lines[0] is before
        assert transcript.lines[-1] == "the last"
        assert re.search("block 9999", "".join(transcript.lines[-5:]))


async def test_suggestions_are_plain_text(show: Show, recordings: Recordings) -> None:
    async with show(size=(140, 40), opened=opened(recordings)) as shown:
        play = Played(shown)
        await play.speak_to("ehr")
        await play.type("Observation.search code=[/")
        check_nothing_obeyed(shown)
        field = play.screen.composer.query_one("#call-line", Input)
        assert field.value == "Observation.search code=[/"
        await play.type(one_line("\x1b]52;c;aGk=\x07"))
        check_nothing_obeyed(shown)
        assert play.screen.composer.query_one("#suggestions", OptionList).option_count == 0
