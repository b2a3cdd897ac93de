"""Sessions with scripted models, directed under the pilot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from threading import Event
from typing import Any

from textual.events import Paste
from textual.widget import Widget

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.i18n import Lang, msg
from physassist_tui.llm.model import Completed, Delta, FunctionSpec
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.store.recordings import Recordings
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.widgets.transcript import Transcript
from tests.play.scripted_model import Said, ScriptedModel, says
from tests.screen.conftest import Show, Shown
from tests.screen.play_world import SESSION, Played, mini

K = ("Observation.search", {"code": "Potassium"})
CR = ("Observation.search", {"code": "Creatinine"})
ASK = ("patient.ask", {"question": "Do you take ibuprofen?"})
ORDER = ("ServiceRequest.create", {"service_type": "Potassium, serum", "priority": "routine"})


class Directed(Played):
    """A session under the pilot, with what its models are told."""

    def __init__(self, shown: Shown, opened: Opened, models: Mapping[str, Any]) -> None:
        super().__init__(shown)
        self.opened = opened
        self.models = models

    @property
    def events(self) -> Sequence[AnyEvent]:
        return self.opened.director.events

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.events]

    async def do_call(self, text: str) -> None:
        """Types a call and makes it."""
        await self.speak_to("ehr")
        await self.type(text)
        await self.shown.press("enter")

    def everything(self) -> list[str]:
        """All texts of the screen, in sight or not."""
        return [str(getattr(one, "visual", "")) for one in self.shown.app.screen.query(Widget)]

    def live(self) -> str:
        """What is being written now, in whatever pane."""
        return "".join("".join(one._live_lines) for one in self.screen.query(Transcript))

    async def until(self, what: Callable[[], Any]) -> str:
        """Lets the app work until something is so; gives the screen."""
        return await self.shown.until(what)

    async def keys(self, *keys: str) -> str:
        """The screen after keys, while a model may be at work."""
        await self.shown.pilot.press(*keys)
        await self.shown.pilot.pause()
        return self.shown.text()

    async def write(self, text: str) -> None:
        """Puts a text in as a terminal pastes it, while a model may be at work."""
        self.shown.app.post_message(Paste(text))
        await self.shown.pilot.pause()
        await self.shown.pilot.pause()


@dataclass
class Writing:
    """Writes pieces, and goes on for ever until it is stopped."""

    pieces: Sequence[tuple[Any, str]]
    name: str = "scripted/m"
    waiting: Event = field(default_factory=Event)

    def complete(
        self,
        messages: Sequence[dict[str, Any]],
        functions: Sequence[FunctionSpec] = (),
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Completed:
        assert on_delta is not None
        for kind, text in self.pieces:
            on_delta(Delta(kind, text))
        return ScriptedModel([None], waiting=self.waiting).complete(messages, stop=stop)


Direct = Callable[..., Any]


def directing(show: Show, recordings: Recordings) -> Direct:
    """Shows a session: `async with direct(assistant="model:m", m=[…]) as at`."""

    @asynccontextmanager
    async def _direct(
        *,
        size: tuple[int, int] = (140, 40),
        lang: Lang = "en",
        script: Sequence[Said | None] = (says("Done."),),
        models: Mapping[str, Any] | None = None,
        pace: float | None = None,
        opened: Opened | None = None,
        **seats: Any,
    ) -> AsyncIterator[Directed]:
        known = dict(models or {"m": ScriptedModel(script)})
        seats.setdefault("assistant", "human")
        session = opened or start(
            mini(), recordings, Casting(language=lang, **seats), session=SESSION
        )

        def model(name: str) -> Any:
            if name not in known:
                raise BadInput(msg("There is no model {name}.", name=name))
            return known[name]

        async with show(size=size, lang=lang) as shown:
            shown.app.models = model
            screen = PlayScreen(session, recordings, pace=pace, models=shown.app.models)
            await shown.app.push_screen(screen)
            await shown.pilot.pause()
            yield Directed(shown, session, known)

    return _direct
