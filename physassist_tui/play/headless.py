"""A play with no person in any seat."""

from __future__ import annotations

from collections.abc import Callable

from physassist_tui.core.errors import BadInput
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.words import EndReason
from physassist_tui.ehr.record import Record
from physassist_tui.i18n import Lang, msg
from physassist_tui.library import Loaded
from physassist_tui.llm import open_model
from physassist_tui.llm.model import Model
from physassist_tui.play.casting import Casting
from physassist_tui.play.driver import Driver
from physassist_tui.play.opening import Opened, start
from physassist_tui.play.recorder import MemorySink


def run(opened: Opened, models: Callable[[str], Model] = open_model) -> EndReason:
    """Lets scripts and models play until the session ends; gives the reason.

    A provider that gives no answer ends it. Raises `BadInput` where a person is waited for.
    """
    driver = Driver(opened, models, attended=False)
    driver.prepare()
    while driver.waiting() is None:
        driver.step()
    ended = opened.director.state.ended
    if ended is None:
        raise BadInput(msg("This session waits for a person; go on with it without --headless."))
    return ended


def play_script(
    loaded: Loaded,
    assistant: str = "script:gold",
    language: Lang = "en",
    *,
    record: Record | None = None,
) -> list[AnyEvent]:
    """The events of a whole play by a script player, recorded nowhere.

    `record` saves opening the record again where several plays stand on it.
    """
    sink = MemorySink()
    run(start(loaded, sink, Casting(assistant, language), record=record, session="check"))
    return sink.events
