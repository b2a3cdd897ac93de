"""How the patient says it. Adds manner to the facts' own utterances, never a fact.

Health literacy chooses the utterance and the stock phrase; adherence colours how facts about
medicines are told; anxiety adds worry. Which of several phrases is taken follows from how many
questions came before and a seed, not from chance: nobody says the same thing twice running.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.core.words import Topic
from physassist_tui.i18n import Lang
from physassist_tui.patient.lexicon import CLINICAL
from physassist_tui.patient.matcher import MOST_SPECIFIC, Reading, known_things
from physassist_tui.patient.stock import HEDGES, STOCK, WORRIES

_ENDINGS = "。！？.!?…：:，,"
_WORRYING = CLINICAL | {Topic.MEDICATION_ADHERENCE}
"""What a patient worries about: not who lives with whom."""
_UNANSWERED = frozenset(
    ("unsure", "unnoticed", "dont_know", "dont_know_medicine", "little_to_say", "nobody_told")
)


@dataclass(frozen=True)
class Voice:
    """Who speaks, in which language; `seed` varies the choice of phrases.

    `before` is how many questions have been asked already.
    """

    persona: Persona
    lang: Lang
    seed: int = 0
    before: int = 0

    def stock(self, occasion: str) -> str:
        """A phrase for the occasion, another one than at the question before."""
        return self._choose(STOCK[occasion][self.lang][self.persona.health_literacy])

    def hedge(self) -> str:
        """How a fact about medicines is coloured; empty for a patient who takes them well."""
        table = HEDGES.get(self.persona.adherence)
        return self._choose(table[self.lang]) if table else ""

    def worry(self) -> str:
        """A phrase of worry; empty for a calm patient."""
        table = WORRIES.get(self.persona.anxiety)
        return self._choose(table[self.lang]) if table else ""

    def _choose(self, phrases: tuple[str, ...]) -> str:
        digest = blake2b(f"{self.seed} {phrases[0]}".encode(), digest_size=8).digest()
        return phrases[(int.from_bytes(digest, "big") + self.before) % len(phrases)]


def utterance(fact: Fact, persona: Persona, lang: Lang) -> str:
    """The fact in the persona's wording; in the other language where `lang` is not written."""
    other = fact.say.zh or fact.say.en if lang == "en" else fact.say.en or fact.say.zh
    wording = (fact.say.en if lang == "en" else fact.say.zh) or other
    if wording is None:
        return ""
    return str(getattr(wording, persona.health_literacy)).strip()


def tell(facts: Sequence[Fact], reading: Reading, revealed: Collection[str], voice: Voice) -> str:
    """A reply that holds the utterances of `facts`, whole and in this order.

    Manner goes with what is told for the first time; what is told again is only told again.
    """
    said = [utterance(fact, voice.persona, voice.lang) for fact in facts]
    new = [fact for fact in facts if fact.id not in revealed]
    medicine = any(fact.topic is Topic.MEDICATION_ADHERENCE for fact in new)
    hedge = voice.hedge() if medicine else ""
    pieces: list[str] = []
    if reading.courtesy == "greeting":
        pieces.append(voice.stock("greeting"))
    if not new:
        pieces.append(voice.stock("again"))
    elif voice.persona.adherence == "poor":
        pieces.append(hedge)
    for at, text in enumerate(said):
        if at == 1:
            pieces.append(voice.stock("also"))
        pieces.append(text)
    if voice.persona.adherence == "uncertain" and hedge:
        pieces.append(hedge)
    elif any(fact.topic in _WORRYING for fact in new):
        pieces.append(voice.worry())
    return join(pieces, voice.lang)


def answer_nothing(reading: Reading, voice: Voice) -> str:
    """A reply without a fact. It does not depend on what is being held back."""
    if reading.kind == "question" and reading.worry and voice.persona.anxiety == "high":
        return join([voice.worry()], voice.lang)
    occasion = _occasion(reading)
    pieces = [voice.stock(occasion)]
    asked = occasion in _UNANSWERED
    if asked and reading.courtesy == "greeting":
        pieces.insert(0, voice.stock("greeting"))
    if asked and voice.persona.anxiety == "high" and voice.before % 3 == 0:
        pieces.append(voice.worry())
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
    things = [thing.lstrip("=") for thing in reading.things]
    if (reading.more or reading.worry) and not known_things(reading.things):
        return "nothing_more"
    if any(thing.startswith(("drug:", "class:")) for thing in things):
        medicine = Topic.MEDICATION_ADHERENCE in reading.topics
        return "dont_know_medicine" if medicine else "dont_know"
    if reading.results:
        return "nobody_told"
    if reading.other and not things:
        return "nothing_more"
    if any(thing.startswith(("aspect:", "site:")) for thing in things):
        return "unnoticed" if reading.topics & CLINICAL else "little_to_say"
    return "unsure" if reading.topics and not things else "dont_know"


def join(pieces: Sequence[str], lang: Lang) -> str:
    """The pieces as one text, each ended as a sentence of the language is."""
    stop, space = ("。", "") if lang == "zh" else (".", " ")
    ended = [p if p.endswith(tuple(_ENDINGS)) else p + stop for p in pieces if p]
    return space.join(ended)
