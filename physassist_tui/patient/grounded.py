"""The grounded patient: facts decided by rule, said in the facts' own words."""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core.patient import Question, Reply
from physassist_tui.core.scenario import Fact, Persona
from physassist_tui.i18n import Lang


class GroundedPatient:
    """Speaks for the patient from the scenario's facts alone; no network, no chance."""

    def __init__(self, facts: Sequence[Fact], persona: Persona, lang: Lang) -> None:
        self._facts = tuple(facts)
        self._persona = persona
        self._lang: Lang = lang

    @property
    def version(self) -> str:
        """Name and version of the player."""
        return "grounded/1"

    def reply(
        self, question: Question, earlier: Sequence[Question], revealed: Sequence[str]
    ) -> Reply:
        """The answer to `question`: for now, only facts that it names by their own names."""
        del earlier, revealed
        asked = " ".join([question.text, *map(str, question.arguments.values())]).casefold()
        said: list[str] = []
        used: list[str] = []
        for fact in self._facts:
            names = fact.about.names.every() if fact.about else ()
            drug = (fact.about.medication,) if fact.about and fact.about.medication else ()
            wording = fact.say.zh if self._lang == "zh" else fact.say.en
            if wording and any(name.casefold() in asked for name in (*names, *drug)):
                said.append(getattr(wording, self._persona.health_literacy))
                used.append(fact.id)
        nothing = "我不太清楚。" if self._lang == "zh" else "I don't know about that."
        return Reply(" ".join(said) or nothing, tuple(used))
