"""Nothing on any screen of a play says what the case tests, its gold, or what is not yet told."""

from __future__ import annotations

import base64
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from textual.widget import Widget
from textual.widgets import OptionList, TextArea

from physassist_tui.core.scenario import GoldCall
from physassist_tui.core.view import Answer, Ask, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.screens.score import ScoreScreen
from physassist_tui.tui.widgets.call_form import CallForm
from physassist_tui.tui.widgets.table_view import TableView
from physassist_tui.tui.widgets.transcript import Transcript
from tests.live.test_barrier import ROOT, hidden
from tests.screen.conftest import SCENARIOS, Show, Shown
from tests.screen.long_world import MEDICATION, Tasked
from tests.screen.play_world import Played
from tests.screen.test_foreign_text import squashed

pytestmark = pytest.mark.asyncio

SHIPPED = sorted((ROOT / "scenarios").glob("*/*/scenario.yaml"))
CASES: list[tuple[Path, Lang]] = [
    (SCENARIOS / "mini", "en"), (SCENARIOS / "mini", "zh"),
    (SHIPPED[0].parent, "zh"), (SCENARIOS / "long", "zh"),
]  # fmt: skip


class Seen:
    """All that was on the screens, without the white space at which lines break."""

    def __init__(self) -> None:
        self._texts: set[str] = set()
        self._raw: set[str] = set()

    def look(self, shown: Shown) -> None:
        """Takes in what is drawn, and what would be drawn if one scrolled."""
        self._texts.add(squashed(shown.text()))
        for widget in shown.app.screen.query(Widget):
            self._raw.update(_within(widget))

    def of(self, loaded: Loaded, opened: Opened | None, lang: Lang) -> list[str]:
        """The secrets that were seen, but for those that the patient has told."""
        self._texts.update(map(squashed, self._raw))
        told = {one.fact for one in opened.director.state.revealed} if opened else set()
        said = {
            wording
            for fact in loaded.scenario.facts
            if fact.id in told
            for wording in getattr(fact.say, lang).model_dump().values()
        }
        asked = "".join(turn.request.text(lang) for turn in loaded.scenario.turns)
        secrets = [
            text
            for text in (*hidden(loaded, lang), *_gold_files(loaded, lang))
            if text.strip()
            and text not in said
            and text not in asked
            # Nobody is asked in a long task: how the patient would have spoken is no secret.
            and not (loaded.scenario.long_task and text == loaded.scenario.persona.disclosure)
        ]
        assert len(secrets) > 10
        return [one for one in secrets if any(squashed(one) in text for text in self._texts)
                and len(squashed(one)) > 3]  # fmt: skip


def _gold_files(loaded: Loaded, lang: Lang) -> Iterator[str]:
    """What the gold of a long task writes, line by line."""
    for turn in loaded.scenario.turns:
        for step in turn.gold:
            if isinstance(step, GoldCall):
                content = str(step.arguments(lang).get("content", ""))
                yield from (one for one in content.split("\n") if len(one) > 12)


def _within(widget: Widget) -> Iterator[str]:
    yield f"{widget.border_title or ''} {widget.border_subtitle or ''} {widget.tooltip or ''}"
    match widget:
        case Transcript():
            yield "".join(widget.lines)
        case TextArea():
            yield widget.text
        case OptionList():
            yield from (str(option.prompt) for option in widget.options)
        case TableView():
            yield from (" ".join(widget.row(at)) for at in range(widget.row_count))
        case _:
            yield str(getattr(widget, "visual", ""))


async def look_around(shown: Shown, seen: Seen) -> None:
    """The library and what is reached from it."""
    seen.look(shown)
    for keys in (["f1"], ["escape", "ctrl+p"], ["escape", "f9"], ["escape", "enter"], ["f8"],
                 ["f8", "escape"]):  # fmt: skip
        await shown.press(*keys)
        seen.look(shown)


async def look_into(shown: Shown, seen: Seen, opened: Opened) -> None:
    """Every screen of a play, in which nothing is done well."""

    async def go(*keys: str) -> None:
        await shown.press(*keys)
        seen.look(shown)

    await shown.app.push_screen(PlayScreen(opened, shown.app.recordings))
    await shown.settle()
    play = Played(shown)
    toolset = opened.director.view().toolset
    for tool in toolset.tools[1::6]:  # the forms differ in what their tools declare
        if tool.params:
            shown.app.push_screen(CallForm(tool, play.screen._seat, {}))
            await shown.settle()
            seen.look(shown)
            await shown.press("escape")
    for act in (Ask("?"), Ask("Hello, how are you? 您好"),
                CallTool("Patient.everything", {"_count": "200"}),
                CallTool("Nothing.search", {"x": "y"})):  # fmt: skip
        await play.do(act)
        seen.look(shown)
    await shown.press("ctrl+u")
    for keys in (["f2"], ["f3"], ["f4"], ["f10"], ["f10", "f4", "enter"], ["t"], ["escape", "j"],
                 ["escape", "g"], ["escape", "f1"], ["escape", "escape"], ["f1"],
                 ["escape", "ctrl+p"], ["escape", "f8"], ["f8"]):  # fmt: skip
        await go(*keys)
    await go("f6")
    for one in ("h", "z", "f", "x", "n"):  # the dialogs of the desk
        await go("ctrl+o")
        await go(one)
        await shown.press("escape")
    await go("ctrl+o", "a")  # a free turn; what the script asks next is not offered
    await shown.press("escape")
    for _turn in opened.loaded.scenario.turns:
        assert isinstance(shown.app.screen, PlayScreen)
        await play.do(Answer("Noted. 已知悉。"))
        if isinstance(shown.app.screen, PlayScreen):
            seen.look(shown)
    assert isinstance(shown.app.screen, ScoreScreen)


async def look_into_task(shown: Shown, seen: Seen, opened: Opened) -> None:
    """Every screen of a long task, in which nothing is done well."""
    await shown.app.push_screen(PlayScreen(opened, shown.app.recordings))
    await shown.settle()
    at = Tasked(shown, opened)
    view = opened.director.view()
    for tool in [one for one in view.toolset.tools if one.params][::5]:
        shown.app.push_screen(CallForm(tool, at.screen._seat, {}, {tool.name}))
        await shown.settle()
        seen.look(shown)
        await shown.press("escape")
    wrong = {"patient_reference": "Patient/lg-2", "requester_reference": "Practitioner/lg-marsh"}
    await at.draft(MEDICATION, {**wrong, "medication_display": "nothing"})
    await at.call("fhir_observation_search_labs code=nothing")
    await at.call("fhir_document_reference_search_clinical_notes count=50")
    for keys in (["f2"], ["f3"], ["f4"], ["enter"], ["escape", "f7"], ["f5"], ["f5"], ["escape"],
                 ["escape", "f11"], ["x", "f6"], ["f5"], ["f6", "ctrl+r"], ["enter"],
                 ["escape", "f7"], ["escape", "f1"], ["escape", "escape", "ctrl+r"], ["n", "enter"],
                 ["escape", "f1"], ["escape", "ctrl+p"], ["escape", "f8"], ["f8"]):  # fmt: skip
        await shown.press(*keys)
        seen.look(shown)
    await at.speak_to("physician")
    await at.type("Noted. 1")
    await shown.press("f5")
    seen.look(shown)
    await shown.press("f5")  # answers all the same, though an order is not signed
    assert isinstance(shown.app.screen, ScoreScreen)


async def secrets_seen(
    show: Show, recordings: Recordings, folder: Path, lang: Lang, tmp_path: Path
) -> list[str]:
    root = tmp_path / "root"
    shutil.copytree(folder, root / "case")
    loaded = load_scenario(str(root / "case"))
    if not loaded.record_path.is_relative_to(root):
        shutil.copy(loaded.record_path, root)
    seen = Seen()
    async with show(size=(140, 40), lang=lang, root=root) as shown:
        await look_around(shown, seen)
        opened = start(loaded, recordings, Casting("human", lang), session="01SEEN")
        look = look_into_task if loaded.scenario.long_task else look_into
        await look(shown, seen, opened)
    return seen.of(loaded, opened, lang)


@pytest.mark.parametrize(("folder", "lang"), CASES, ids=lambda one: getattr(one, "name", one))
async def test_no_screen_of_a_play_tells_a_secret(
    show: Show, recordings: Recordings, tmp_path: Path, folder: Path, lang: Lang
) -> None:
    assert await secrets_seen(show, recordings, folder, lang, tmp_path) == []


async def test_the_walk_finds_what_is_planted(
    show: Show, recordings: Recordings, tmp_path: Path
) -> None:
    """A title is on the screens around the play, a note deep within it."""
    folder = tmp_path / "planted"
    shutil.copytree(SCENARIOS / "mini", folder)
    scenario = yaml.safe_load((folder / "scenario.yaml").read_text(encoding="utf-8"))
    titled, noted = (turn["rubric"][0]["text"]["en"] for turn in scenario["turns"][:2])
    scenario["title"]["en"] = titled
    text = yaml.safe_dump(scenario, allow_unicode=False)
    (folder / "scenario.yaml").write_text(text, encoding="utf-8")
    record = json.loads((folder / "record.json").read_text(encoding="utf-8"))
    for entry in record["entry"]:
        if entry["resource"]["resourceType"] == "DocumentReference":
            note = base64.b64encode(re.sub(" ", "\n", noted).encode()).decode()
            entry["resource"]["content"][0]["attachment"]["data"] = note
    (folder / "record.json").write_text(json.dumps(record), encoding="utf-8")
    assert sorted(await secrets_seen(show, recordings, folder, "en", tmp_path)) == sorted(
        [titled, noted]
    )
