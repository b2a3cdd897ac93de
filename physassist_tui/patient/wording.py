"""How the patient says it. Adds manner to the facts' own utterances, never a fact.

Health literacy chooses the utterance and the stock phrase; adherence colours how facts about
medicines are told; anxiety adds worry. Which of several phrases is taken follows from the
question and a seed, not from chance.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from physassist_tui.core.patient import Question
from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.core.words import Topic
from physassist_tui.i18n import Lang
from physassist_tui.patient.matcher import MOST_SPECIFIC, Reading, known_things
from physassist_tui.patient.stock import HEDGES, STOCK, WORRIES

_ENDINGS = "。！？.!?…：:，,"


@dataclass(frozen=True)
class Voice:
    """Who speaks, in which language; `seed` varies the choice of phrases."""

    persona: Persona
    lang: Lang
    seed: int = 0

    def stock(self, occasion: str, question: Question) -> str:
        """A phrase for the occasion, chosen by the question."""
        return self._choose(STOCK[occasion][self.lang][self.persona.health_literacy], question)

    def hedge(self, question: Question) -> str:
        """How a fact about medicines is coloured; empty for a patient who takes them well."""
        table = HEDGES.get(self.persona.adherence)
        return self._choose(table[self.lang], question) if table else ""

    def worry(self, question: Question) -> str:
        """A phrase of worry; empty for a calm patient."""
        table = WORRIES.get(self.persona.anxiety)
        return self._choose(table[self.lang], question) if table else ""

    def _choose(self, phrases: tuple[str, ...], question: Question) -> str:
        asked = json.dumps(
            [self.seed, question.text.strip(), question.via, question.arguments],
            sort_keys=True,
            ensure_ascii=True,
            default=str,
        )
        digest = blake2b(asked.encode(), digest_size=8).digest()
        return phrases[int.from_bytes(digest, "big") % len(phrases)]


def utterance(fact: Fact, persona: Persona, lang: Lang) -> str:
    """The fact in the persona's wording; in the other language where `lang` is not written."""
    other = fact.say.zh or fact.say.en if lang == "en" else fact.say.en or fact.say.zh
    wording = (fact.say.en if lang == "en" else fact.say.zh) or other
    if wording is None:
        return ""
    return str(getattr(wording, persona.health_literacy)).strip()


def tell(
    facts: Sequence[Fact],
    question: Question,
    reading: Reading,
    revealed: Collection[str],
    voice: Voice,
) -> str:
    """A reply that holds the utterances of `facts`, whole and in this order."""
    said = [utterance(fact, voice.persona, voice.lang) for fact in facts]
    pieces: list[str] = []
    if reading.courtesy == "greeting":
        pieces.append(voice.stock("greeting", question))
    about_medicine = any(fact.topic is Topic.MEDICATION_ADHERENCE for fact in facts)
    hedge = voice.hedge(question) if about_medicine else ""
    if all(fact.id in revealed for fact in facts):
        pieces.append(voice.stock("again", question))
    elif voice.persona.adherence == "poor" and hedge:
        pieces.append(hedge)
    for at, text in enumerate(said):
        if at == 1:
            pieces.append(voice.stock("also", question))
        pieces.append(text)
    if voice.persona.adherence == "uncertain" and hedge:
        pieces.append(hedge)
    pieces.append(voice.worry(question))
    return join(pieces, voice.lang)


def answer_nothing(question: Question, reading: Reading, voice: Voice) -> str:
    """A reply without a fact. It does not depend on what is being held back."""
    occasion = _occasion(reading)
    pieces = [voice.stock(occasion, question)]
    asked = occasion in ("unsure", "dont_know", "dont_know_medicine", "nobody_told")
    if asked and reading.courtesy == "greeting":
        pieces.insert(0, voice.stock("greeting", question))
    if asked and voice.persona.anxiety == "high":
        pieces.append(voice.worry(question))
    return join(pieces, voice.lang)


def _occasion(reading: Reading) -> str:
    if reading.kind != "question":
        return reading.kind
    if not (reading.topics or reading.things or reading.results) and reading.courtesy:
        return reading.courtesy
    if reading.vague_medicine:
        return "which_medicine"
    if len(known_things(reading.things)) > MOST_SPECIFIC:
        return "too_much"
    if any(thing.lstrip("=").startswith(("drug:", "class:")) for thing in reading.things):
        medicine = Topic.MEDICATION_ADHERENCE in reading.topics
        return "dont_know_medicine" if medicine else "dont_know"
    if reading.results:
        return "nobody_told"
    if reading.topics and not reading.things:
        return "unsure"
    return "dont_know"


def join(pieces: Sequence[str], lang: Lang) -> str:
    """The pieces as one text, each ended as a sentence of the language is."""
    stop, space = ("。", "") if lang == "zh" else (".", " ")
    ended = [p if p.endswith(tuple(_ENDINGS)) else p + stop for p in pieces if p]
    return space.join(ended)
