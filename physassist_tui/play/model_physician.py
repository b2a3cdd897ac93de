"""A model in the physician's seat: asks in shorthand, towards a goal that a clinician typed."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from threading import Event
from typing import Any

from physassist_tui.core.events import ModelCalledData
from physassist_tui.core.view import PhysicianView
from physassist_tui.llm.model import Delta, Model, ProviderFault, Stopped
from physassist_tui.llm.recorded import failed, stopped
from physassist_tui.play import prompt_texts as texts
from physassist_tui.play.model_output import called
from physassist_tui.play.prompt_texts import PHYSICIAN_PROMPT

MAX_REQUEST = 1_000
"""Characters of a request."""
MAX_REQUESTS = 12
"""Requests after which a model physician ends the session."""
_DONE = re.compile(r"\W*done\W*", re.IGNORECASE)


@dataclass(frozen=True)
class PhysicianMove:
    """What the physician wants: a `request`, or to `finish`; neither where the call failed."""

    request: str | None = None
    finish: bool = False
    called: ModelCalledData | None = None


class ModelPhysician:
    """Asks with `model`, from what the physician sees and the goal.

    All that it keeps is what its last message was refused with.
    """

    def __init__(self, model: Model, goal: str) -> None:
        self._model = model
        self._goal = goal
        self._refused: list[dict[str, Any]] = []

    def move(
        self, view: PhysicianView, *, on_delta: Callable[[Delta], None], stop: Event
    ) -> PhysicianMove:
        """The next request, or the end: the goal is met or the requests are used."""
        if len(view.turns) >= MAX_REQUESTS:
            return PhysicianMove(finish=True)
        began = time.monotonic()
        try:
            given = self._model.complete(
                [*messages(view, self._goal), *self._refused], on_delta=on_delta, stop=stop
            )
        except ProviderFault as fault:
            return PhysicianMove(called=failed(fault, view.language, prompt=PHYSICIAN_PROMPT))
        except Stopped:
            took = int((time.monotonic() - began) * 1000)
            return PhysicianMove(
                called=stopped(self._model.name, prompt=PHYSICIAN_PROMPT, total_ms=took)
            )
        text = given.text.strip()
        refused = None
        if not text or len(text) > MAX_REQUEST:
            refused = texts.PHYSICIAN_AGAIN.text(view.language).format(limit=MAX_REQUEST)
        record = called(given, view.language, prompt=PHYSICIAN_PROMPT, rejected=refused)
        if refused is not None:
            self._refused = [
                {"role": "assistant", "content": text[:MAX_REQUEST] or "…"},
                {"role": "user", "content": refused},
            ]
            return PhysicianMove(called=record)
        self._refused = []
        if _DONE.fullmatch(text):
            return PhysicianMove(finish=True, called=record)
        return PhysicianMove(request=text, called=record)


def messages(view: PhysicianView, goal: str) -> list[dict[str, Any]]:
    """What the physician has asked and been answered, as chat messages."""
    lang = view.language
    patient = f"{view.banner.name}, {view.banner.age}, {view.banner.sex}"
    begin = texts.PHYSICIAN_BEGIN.text(lang).format(patient=patient)
    chat: list[dict[str, Any]] = [
        {"role": "system", "content": texts.PHYSICIAN_SYSTEM.text(lang).format(goal=goal)},
        {"role": "user", "content": begin},
    ]
    for turn in view.turns:
        answer = turn.answer or texts.PHYSICIAN_NO_ANSWER.text(lang)
        chat.append({"role": "assistant", "content": turn.request})
        chat.append({"role": "user", "content": answer})
    return chat
