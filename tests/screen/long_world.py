"""A long task under the pilot, with hands for what a person does in one."""

from __future__ import annotations

from typing import Any

from textual.events import Paste
from textual.widgets import Input, OptionList, Select, TextArea

from physassist_tui.i18n import Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.play.recorder import Sink
from physassist_tui.tui.screens.play import PlayScreen
from physassist_tui.tui.widgets.form_fields import FoldLine
from tests.screen.conftest import SCENARIOS, Shown
from tests.screen.play_world import SESSION, Played

LONG = SCENARIOS / "long"
NOTE = "output/anemia_plan.md"
DRUG = {"en": "ferrous sulfate 325 mg tablet", "zh": "硫酸亚铁片 325 mg"}
IRON: dict[str, Any] = {
    "patient_reference": "Patient/lg-1",
    "medication_display": "ferrous sulfate 325 mg tablet",
    "requester_reference": "Practitioner/lg-marsh",
    "dose_value": "325",
    "dose_unit": "mg",
    "frequency_text": "once daily",
    "route_display": "oral",
    "duration_value": "90",
    "duration_unit": "d",
    "dispense_quantity": "90",
    "dispense_unit": "tablets",
    "num_refills": "0",
    "reason_display": "iron deficiency anemia",
}
CBC: dict[str, Any] = {
    "patient_reference": "Patient/lg-1",
    "code_code": "58410-2",
    "code_display": "CBC panel",
    "requester_reference": "Practitioner/lg-marsh",
    "priority": "routine",
}
MEDICATION = "fhir_medication_request_create"
SERVICE = "fhir_service_request_create"
APPOINTMENT = "fhir_appointment_create"


def typed(arguments: dict[str, str]) -> str:
    """Arguments as one types them behind a tool's name."""
    return " ".join(f"{name}={value}" for name, value in arguments.items())


def long_task() -> Loaded:
    return load_scenario(str(LONG))


def begun(sink: Sink, lang: Lang = "en", assistant: str = "human") -> Opened:
    return start(long_task(), sink, Casting(assistant, lang), session=SESSION)


class Tasked(Played):
    """The play screen of a long task."""

    def __init__(self, shown: Shown, opened: Opened) -> None:
        super().__init__(shown)
        self.opened = opened

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.opened.director.events]

    @property
    def papers(self) -> Any:
        """The papers on the desk, whatever screen is on top."""
        for screen in self.shown.app.screen_stack:
            if isinstance(screen, PlayScreen):
                assert screen.desk is not None
                return screen.desk.papers
        raise AssertionError

    def on_top(self, kind: type[Any]) -> bool:
        """Whether the screen on top is of that kind."""
        return isinstance(self.shown.app.screen, kind)

    async def paste(self, text: str) -> None:
        self.shown.app.post_message(Paste(text))
        await self.shown.settle()

    async def call(self, text: str) -> str:
        """Types a call in the EHR's line."""
        await self.speak_to("ehr")
        await self.type(text)
        return await self.shown.press("enter")

    async def draft(self, tool: str, arguments: dict[str, Any]) -> str:
        """Fills a form in, with what is folded away, and keeps the draft."""
        await self.speak_to("ehr")
        await self.type(tool)
        await self.shown.press("enter")
        await self.fill_in(arguments)
        return await self.shown.press("f5")

    async def put(self, tool: str, arguments: dict[str, Any]) -> None:
        """Puts a draft on the desk, as its form does."""
        desk = self.screen.desk
        assert desk is not None
        desk.change(lambda papers: papers.with_draft(tool, arguments))
        self.screen.keep_papers()
        await self.shown.settle()

    async def fill_in(self, arguments: dict[str, Any]) -> None:
        screen = self.shown.app.screen
        for name, value in arguments.items():
            if not screen.query(f"#field-{name}"):
                assert screen.query(FoldLine), name
                await self.shown.press("f4")
            field = screen.query_one(f"#field-{name}")
            match field:
                case Select():
                    field.value = value
                case TextArea():
                    field.text = str(value)
                case Input():
                    field.value = str(value)
                case _:
                    raise AssertionError(field)
        await self.shown.settle()

    async def sign(self) -> str:
        """Opens the order set, reviews and signs."""
        await self.shown.press("f7")
        await self.shown.press("f5")
        return await self.shown.press("f5")

    def rows(self, which: str) -> list[str]:
        """The lines of a list on the screen."""
        shown = self.shown.app.screen.query_one(which, OptionList)
        return [str(option.prompt) for option in shown.options]
