"""What the grounded patient answers: facts decided by rule, said in the facts' own words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from physassist_tui.core.patient import Question, Reply
from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.i18n import Lang
from physassist_tui.patient.gate import opened
from physassist_tui.patient.matcher import Reading, connect, read
from physassist_tui.patient.profile import casebook_of
from physassist_tui.patient.wording import Voice, answer_nothing, tell


class Speaker:
    """One patient, with its facts read and its voice found."""

    def __init__(self, facts: Sequence[Fact], persona: Persona, lang: Lang, seed: int) -> None:
        self._facts = tuple(facts)
        self._voice = Voice(persona, lang, seed)
        self._book = casebook_of(self._facts)
        self._readings: dict[str, Reading] = {}

    def reply(
        self, question: Question, earlier: Sequence[Question], revealed: Sequence[str]
    ) -> Reply:
        """The answer to `question`, after the questions `earlier`, with `revealed` facts out."""
        *before, reading = connect(self._read(asked) for asked in (*earlier, question))
        voice = replace(self._voice, before=len(before))
        facts = opened(reading, before, revealed, self._facts, voice.persona)
        if not facts:
            return Reply(answer_nothing(reading, voice))
        text = tell(facts, reading, revealed, voice)
        return Reply(text, tuple(fact.id for fact in facts))

    def _read(self, question: Question) -> Reading:
        # Every reply looks at all questions again; reading one is the slow part.
        key = json.dumps([question.text, question.via, question.arguments], default=str)
        if key not in self._readings:
            self._readings[key] = read(question, self._book)
        return self._readings[key]
