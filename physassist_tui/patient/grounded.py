"""The grounded patient, as the director is given it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from physassist_tui.core.patient import Question, Reply
from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.i18n import Lang

if TYPE_CHECKING:
    from physassist_tui.patient.speaker import Speaker

VERSION = "grounded/1"


class GroundedPatient:
    """Speaks for the patient from the scenario's facts alone; no network, no chance.

    A reply is a function of the facts, the persona, the language, the question, the questions
    before it and the facts already out; `seed` varies only which stock phrases are used.
    """

    def __init__(
        self, facts: Sequence[Fact], persona: Persona, lang: Lang, *, seed: int = 0
    ) -> None:
        self._facts = tuple(facts)
        self._persona = persona
        self._lang = lang
        self._seed = seed

    @property
    def version(self) -> str:
        """Name and version of the player."""
        return VERSION

    def reply(
        self, question: Question, earlier: Sequence[Question], revealed: Sequence[str]
    ) -> Reply:
        """The answer to `question`, after the questions `earlier`, with `revealed` facts out."""
        return self._speaker.reply(question, earlier, revealed)

    @cached_property
    def _speaker(self) -> Speaker:
        # The words that questions are read with take a while to lay out: the first question
        # waits for them, the first prompt of a session does not.
        from physassist_tui.patient.speaker import Speaker

        return Speaker(self._facts, self._persona, self._lang, self._seed)
