"""The way through the looks of a session that is directed, for snapshots."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from typing import Any

from physassist_tui.i18n import Lang
from physassist_tui.store.recordings import Recordings
from tests.play.scripted_model import fault, says
from tests.screen.conftest import Show
from tests.screen.control_world import ASK, Directed, K, Writing, directing

Stops = AsyncIterator[tuple[str, Directed]]

THOUGHT = {"en": "The potassium rose since the 8th.", "zh": "血钾自8日起升高。"}
SAYS = {"en": "Potassium is 5.9 mmol/L", "zh": "血钾5.9 mmol/L"}
FREE = {"en": "Any allergy to contrast?", "zh": "对造影剂过敏吗？"}
NOTE = {"en": "I look at the trend myself", "zh": "我自己看一下趋势"}


async def stops(
    show: Show, recordings: Callable[[], Recordings], lang: Lang, size: tuple[int, int]
) -> Stops:
    """Each stop by its name, once it is drawn."""
    common: dict[str, Any] = {"lang": lang, "size": size}
    for part in (_watching, _fault, _copilot, _others, _human):
        async for stop in part(directing(show, recordings()), lang, common):
            yield stop


async def _watching(direct: Any, lang: Lang, common: dict[str, Any]) -> Stops:
    model = Writing([("reasoning", THOUGHT[lang]), ("text", SAYS[lang]),
                     ("call", "Observation.search"), ("call", '{"code": "Pot')])  # fmt: skip
    async with direct(assistant="model:m", models={"m": model}, **common) as at:
        await at.until(lambda: '{"code": "Pot' in at.live())
        yield "writing", at
        await at.keys("escape")
        await at.until(lambda: "model_called" in at.kinds and at.opened.director.state.paused)
        await at.shown.settle()
        yield "stopped", at
        await at.shown.press("h")
        await at.write(NOTE[lang])
        yield "seat", at


async def _fault(direct: Any, lang: Lang, common: dict[str, Any]) -> Stops:
    del lang
    async with direct(assistant="model:m", script=[fault("overloaded")], **common) as at:
        await at.until(lambda: at.shown.app.screen.query("#remedies"))
        yield "fault", at


async def _copilot(direct: Any, lang: Lang, common: dict[str, Any]) -> Stops:
    async with direct(
        assistant="copilot:m", script=[says("", K), says(SAYS[lang])], **common
    ) as at:
        await at.until(lambda: at.screen.query("#proposed-act"))
        await at.shown.settle()
        yield "proposed", at
        await at.shown.press("e")
        yield "proposed-edit", at
        await at.shown.press("escape", "r")
        yield "proposed-reject", at


async def _others(direct: Any, lang: Lang, common: dict[str, Any]) -> Stops:
    async with direct(
        assistant="model:m", physician="human", patient="human", script=[says("", ASK)], **common
    ) as at:
        await at.until(lambda: at.screen.query("#request"))
        await at.shown.settle()
        yield "physician", at
        await at.shown.press("enter")
        await at.until(lambda: at.screen.query("#reply"))
        await at.shown.settle()
        await at.shown.press("tab", "space")
        yield "patient", at


async def _human(direct: Any, lang: Lang, common: dict[str, Any]) -> Stops:
    async with direct(patient="human", **common) as at:
        await at.do_call("Observation.search code=Potassium")
        await at.shown.press("ctrl+o", "u")
        yield "marked", at
        await at.shown.press("ctrl+o")
        yield "desk", at
        await at.shown.press("z")
        yield "back", at
        await at.shown.press("escape", "ctrl+o", "a")
        for _ in range(2):
            await at.write(FREE[lang])
            await at.shown.press("enter")
        yield "queue", at
        await at.shown.press("escape")
        await at.speak_to("patient")
        await at.write("?")
        await at.shown.press("enter")
        yield "both", at
        await at.shown.press("ctrl+o", "k")
        yield "warned", at
