"""A play under the pilot, and the same acts without a screen."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from textual.events import Paste

from physassist_tui.core.events import AnyEvent
from physassist_tui.core.scenario import GoldAnswer, GoldAsk, GoldCall
from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.play.recorder import MemorySink, Sink
from physassist_tui.tui.messages import Target
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.widgets.panes import Pane
from tests.screen.conftest import SCENARIOS, Shown

MINI = SCENARIOS / "mini"
SESSION = "01TEST"


def mini(folder: Path = MINI) -> Loaded:
    return load_scenario(str(folder))


def opened(
    sink: Sink, lang: Lang = "en", assistant: str = "human", loaded: Loaded | None = None
) -> Opened:
    return start(loaded or mini(), sink, Casting(assistant, lang), session=SESSION)


def gold_acts(loaded: Loaded, lang: Lang) -> list[Act]:
    acts: list[Act] = []
    for turn in loaded.scenario.turns:
        for step in turn.gold:
            match step:
                case GoldCall(call=tool, with_=arguments):
                    acts.append(CallTool(tool, dict(arguments)))
                case GoldAsk(ask=question):
                    acts.append(Ask(question.text(lang)))
                case GoldAnswer(answer=answer):
                    acts.append(Answer(answer.text(lang)))
    return acts


def by_director(acts: Iterable[Act], lang: Lang) -> list[AnyEvent]:
    """The events of the acts of a person, without a screen."""
    sink = MemorySink()
    director = opened(sink, lang).director
    for act in acts:
        director.act(act)
    return sink.events


def timeless(events: Iterable[AnyEvent]) -> list[Any]:
    """The events without times, and with `NOW` for what the running clock says."""
    return [_timeless(event.model_dump(mode="json")) for event in events]


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _timeless(v) for k, v in value.items() if k not in ("at", "active_ms")}
    if isinstance(value, list):
        return [_timeless(one) for one in value]
    if isinstance(value, str) and re.match(r"2026-03-10[T ]08:1[5-9]", value):
        return "NOW"
    return value


class Played:
    """The play screen under the pilot, with hands for what a person does."""

    def __init__(self, shown: Shown) -> None:
        self.shown = shown

    @property
    def screen(self) -> PlayScreen:
        screen = self.shown.app.screen
        assert isinstance(screen, PlayScreen), screen
        return screen

    def pane(self, target: Target) -> str:
        """All that stands in a pane, in sight or not."""
        return "\n".join(self.screen.query_one(f"#pane-{target}", Pane).transcript.lines)

    async def speak_to(self, target: Target) -> None:
        for _ in range(3):
            if self.screen.composer.target == target:
                break
            await self.shown.press("ctrl+t")
        self.screen.composer.take_focus()
        await self.shown.settle()
        assert self.screen.composer.target == target

    async def type(self, text: str) -> None:
        """Puts text in as a terminal pastes it; its last letter or figure by its key."""
        last = text[-1] if text[-1].isascii() and text[-1].isalnum() else ""
        if text[: len(text) - len(last)]:
            self.shown.app.post_message(Paste(text[: len(text) - len(last)]))
        await self.shown.settle()
        await self.shown.press(*last)

    async def do(self, act: Act, *, by_form: bool = False) -> None:
        match act:
            case Ask(text=text):
                await self.speak_to("patient")
                await self.type(text)
                await self.shown.press("enter")
            case Answer(text=text):
                await self.speak_to("physician")
                await self.type(text)
                await self.shown.press("f5")
            case CallTool(tool=tool, arguments=arguments):
                await self.speak_to("ehr")
                if by_form:
                    await self.fill(tool, arguments)
                else:
                    told = " ".join(f"{name}={value}" for name, value in arguments.items())
                    await self.type(f"{tool} {told}")
                    await self.shown.press("enter")
            case _:
                raise AssertionError(act)

    async def fill(self, tool: str, arguments: dict[str, Any], send: bool = True) -> None:
        """Opens the form of a tool and fills it in."""
        from textual.widgets import Input, Select

        await self.type(tool)
        await self.shown.press("enter")
        for name, value in arguments.items():
            field = self.shown.app.screen.query_one(f"#field-{name}")
            field.focus()
            if isinstance(field, Select):
                field.value = value
            else:
                assert isinstance(field, Input)
                await self.type(str(value))
            await self.shown.settle()
        if send:
            await self.shown.press("f5")
