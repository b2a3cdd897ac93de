"""A model in the assistant's seat: it sees the view, is called once, and what it said is a move."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event

from physassist_tui.core.view import AssistantView
from physassist_tui.llm.model import Delta, Model, ProviderFault, Stopped
from physassist_tui.llm.recorded import failed, stopped
from physassist_tui.play.model_output import read
from physassist_tui.play.player import Move
from physassist_tui.play.prompting import functions, messages, prompt_version


class ModelPlayer:
    """Plays with `model`. It keeps nothing from one move to the next."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def move(self, view: AssistantView, *, on_delta: Callable[[Delta], None], stop: Event) -> Move:
        """The next move; see `Move` for one without acts. A stopped call is such a move too."""
        began, prompt = time.monotonic(), prompt_version(view)
        try:
            completed = self._model.complete(
                messages(view), functions(view), on_delta=on_delta, stop=stop
            )
        except ProviderFault as fault:
            return Move(called=failed(fault, view.language, prompt=prompt))
        except Stopped:
            took = int((time.monotonic() - began) * 1000)
            return Move(called=stopped(self._model.name, prompt=prompt, total_ms=took))
        return read(completed, view.toolset, view.language, prompt=prompt)
