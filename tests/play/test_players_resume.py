"""A session of models that was killed after any commit goes on to the same end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest

from physassist_tui.core import events as ev
from physassist_tui.core.events import AnyEvent
from physassist_tui.core.state import fold
from physassist_tui.core.words import EndReason, Seat
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import Loaded
from physassist_tui.llm.model import Completed
from physassist_tui.play.casting import Casting
from physassist_tui.play.headless import run
from physassist_tui.play.opening import go_on, start
from physassist_tui.play.recorder import MemorySink
from tests.play.scripted_model import ScriptedModel, says

CALLS: list[tuple[str, dict[str, Any] | str]] = [
    ("Observation.search", {"code": "2823-3"}),
    ("patient.ask", {"question": "Do you take ibuprofen? 您吃布洛芬吗？"}),
    ("ServiceRequest.create", {"service_type": "Potassium, serum", "priority": "routine"}),
]


class Batches(MemorySink):
    """Remembers where each commit ended: the only places where a killed play can stand."""

    def __init__(self) -> None:
        super().__init__()
        self.ends: list[int] = []

    def append(self, session_id: str, events: Sequence[AnyEvent]) -> None:
        super().append(session_id, events)
        self.ends.append(len(self.events))


def every_seat(chat: list[dict[str, Any]]) -> Completed:
    """A model that decides from what it is told alone."""
    system, last = str(chat[0]["content"]), chat[-1]
    if "hospital patient" in system or "你是住院患者" in system:
        return says("")  # never fit: the facts' own words are used
    if "works with an assistant" in system or "和一位助理一起工作" in system:
        asked = sum(1 for m in chat if m["role"] == "assistant")
        return says("DONE" if asked == 2 else f"Request {asked + 1}")
    if last["role"] != "tool":
        return says("All at once.", *CALLS)
    done = len([m for m in chat[_request(chat) :] if m["role"] == "tool"])
    return says("", *CALLS[done:]) if done < len(CALLS) else says(f"Done: {done}")


def _request(chat: list[dict[str, Any]]) -> int:
    return max(at for at, m in enumerate(chat) if m["role"] == "user")


def models(_name: str) -> ScriptedModel:
    return ScriptedModel([every_seat])


def acts(events: Sequence[AnyEvent]) -> list[object]:
    """What was done, without numbers that a restart shifts."""
    told: list[object] = []
    for event in events:
        match event:
            case ev.ToolCalled(data=data):
                told.append((data.tool, json.dumps(data.arguments)))
            case ev.MessageSent(data=data):
                told.append((data.sender, data.text, data.wording))
            case ev.TurnStarted(data=data):
                told.append(data.request)
            case ev.Answered(data=data):
                told.append(data.text)
            case ev.SessionEnded(data=data):
                told.append(data.reason)
            case _:
                pass
    return told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_goes_on_after_every_commit(mini: Loaded, lang: Lang) -> None:
    batches = Batches()
    opened = start(
        mini, batches, Casting("model:a", lang, patient="model:p", physician="human"), session="01T"
    )
    opened.director.change_seat(Seat.PHYSICIAN, "model:d", "Find out about the potassium")
    first = len(batches.events)
    assert run(opened, models) is EndReason.COMPLETED
    whole = batches.events
    assert len(acts(whole)) == 15
    ends = [end for end in batches.ends if first <= end < len(whole)]
    assert len(ends) > 15
    for cut in ends:
        sink = MemorySink()
        again = go_on(mini, sink, "01T", whole[:cut])
        assert run(again, models) is EndReason.COMPLETED
        assert acts([*whole[:cut], *sink.events]) == acts(whole), f"cut after event {cut}"
        assert again.director.state == fold([*whole[:cut], *sink.events])
        assert len(again.director.state.active_written()) == 2
