"""The only door to models. litellm is imported here alone, and only once a model is called.

`model` says what a model is to the rest of the house; nothing here knows what a scenario, a
seat or a session is. Whoever wants a model calls `open_model`, and `preload` as soon as it is
known that one will sit somewhere: litellm takes seconds to import.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from threading import Event

    from physassist_tui.llm.client import Patience
    from physassist_tui.llm.model import Model
    from physassist_tui.llm.profiles import ModelSettings


def open_model(
    name: str, settings: ModelSettings | None = None, *, patience: Patience | None = None
) -> Model:
    """The model of that name: a profile's, else litellm's own as `openai/gpt-x`.

    What `settings` says goes before what the profile says. Nothing is called or imported yet.
    Raises `BadInput` where the profiles cannot be read or the name is none.
    """
    from physassist_tui.llm.client import LiteModel
    from physassist_tui.llm.profiles import resolve

    return LiteModel(name, resolve(name, settings), patience)


def preload() -> None:
    """Begins to import litellm in a thread of its own; gives at once. Never fails."""
    from physassist_tui.llm.engine import engine

    engine().preload()


def wait_until_loaded(stop: Event) -> None:
    """Waits for litellm, at most until `stop` is set: so that no session's time runs meanwhile."""
    from physassist_tui.llm.engine import engine

    loading = engine().preload()
    while not stop.is_set():
        try:
            loading.exception(timeout=0.05)
        except TimeoutError:
            continue
        return
