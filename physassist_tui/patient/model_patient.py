"""A patient in a model's words, under the gate and the verifier.

What may be said is decided by the grounded patient before any wording. The model is given those
facts, the persona and what was asked, and nothing else of the scenario; what it writes must
hold no number, medicine, symptom, part of the body or time that these do not, and may not turn
a fact round. A reply that fails is asked for once more, then the grounded patient's own words
are used. Where no fact comes, the model is not asked: "yes" to an unknown medicine holds no
word that a verifier could miss.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

from physassist_tui.core.events import ModelCalledData
from physassist_tui.core.patient import Question, Reply
from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.i18n import Lang
from physassist_tui.llm.model import Delta, Model, ProviderFault, Stopped
from physassist_tui.llm.recorded import came_back, failed, stopped
from physassist_tui.patient.grounded import GroundedPatient
from physassist_tui.patient.model_patient_texts import (
    PROMPT,
    asked_by_tool,
    system_text,
    told_again,
)
from physassist_tui.patient.polarity import turned
from physassist_tui.patient.verify import unsupported

MAX_REPLY = 600
"""Characters of a reply; a longer one fails."""
ATTEMPTS = 2
MOST_TOLD = 8
"""How many of a reply's unsupported words the model is told."""
_SPEAKER = re.compile(r"^\s*(?:patient|患者|病人)\s*[:：]\s*", re.IGNORECASE)


@dataclass(frozen=True)
class Worded:
    """What came of a question: the `reply`, and the model calls that it took, in order.

    `reply` is `None` where the model could not be reached or was stopped: the last call says.
    """

    reply: Reply | None
    called: tuple[ModelCalledData, ...] = ()


class ModelPatient:
    """Speaks for the patient in the words of `model`."""

    def __init__(
        self, model: Model, facts: Sequence[Fact], persona: Persona, lang: Lang, *, seed: int = 0
    ) -> None:
        self._model = model
        self._facts = {fact.id: fact for fact in facts}
        self._persona = persona
        self._lang: Lang = lang
        self._grounded = GroundedPatient(facts, persona, lang, seed=seed)
        self._chat: list[tuple[str, str]] = []

    @property
    def version(self) -> str:
        """Name and version of the player, as `model:openai/gpt-x/1`."""
        return f"model:{self._model.name}/1"

    def answer(
        self,
        question: Question,
        earlier: Sequence[Question],
        revealed: Sequence[str],
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Worded:
        """The answer to `question`, after the questions `earlier`, with `revealed` facts out.

        Its wording is `replaced` where the model's words were twice not fit.
        """
        decided = self._grounded.reply(question, earlier, revealed)
        asked = self._words(question)
        if not decided.facts:
            self._chat.append((asked, decided.text))
            return Worded(replace(decided, wording="facts"))
        facts = [self._facts[name] for name in decided.facts]
        heard = [*(self._words(each) for each in earlier), asked, decided.text]
        chat = self._messages(facts, asked)
        called: list[ModelCalledData] = []
        for _attempt in range(ATTEMPTS):
            began = time.monotonic()
            try:
                given = self._model.complete(chat, on_delta=on_delta, stop=stop)
            except ProviderFault as fault:
                return Worded(None, (*called, failed(fault, self._lang, prompt=PROMPT)))
            except Stopped:
                took = int((time.monotonic() - began) * 1000)
                ended = stopped(self._model.name, prompt=PROMPT, total_ms=took)
                return Worded(None, (*called, ended))
            text = _SPEAKER.sub("", given.text).strip()
            wrong = self._wrong(text, facts, heard)
            rejected = None if wrong is None else told_again(wrong, self._lang)
            kept = given.text[: MAX_REPLY * 2]
            called.append(came_back(given, prompt=PROMPT, text=kept, rejected=rejected))
            if rejected is None:
                return self._said(asked, Reply(text, decided.facts, "model"), called)
            chat = [
                *chat,
                {"role": "assistant", "content": text[:MAX_REPLY] or "…"},
                {"role": "user", "content": rejected},
            ]
        return self._said(asked, replace(decided, wording="replaced"), called)

    def _said(self, asked: str, reply: Reply, called: Sequence[ModelCalledData]) -> Worded:
        self._chat.append((asked, reply.text))
        return Worded(reply, tuple(called))

    def _messages(self, facts: Sequence[Fact], asked: str) -> list[dict[str, Any]]:
        chat: list[dict[str, Any]] = [
            {"role": "system", "content": system_text(facts, self._persona, self._lang)}
        ]
        for question, answer in self._chat:
            chat.append({"role": "user", "content": question})
            chat.append({"role": "assistant", "content": answer})
        return [*chat, {"role": "user", "content": asked}]

    def _wrong(self, text: str, facts: Sequence[Fact], heard: Sequence[str]) -> list[str] | None:
        """What makes `text` unfit: its words without support, or none of them where its form or
        its sense is wrong. `None`: it is fit."""
        if not text or len(text) > MAX_REPLY:
            return []
        # What was said before is part of what may be said: stock phrases of worry, facts told.
        spoken = [*heard, *(answer for _question, answer in self._chat)]
        found = unsupported(text, facts, self._lang, spoken)
        if found:
            return found[:MOST_TOLD]
        return [] if turned(text, facts) else None

    def _words(self, question: Question) -> str:
        return question.text if question.via is None else asked_by_tool(question, self._lang)
