"""Check 6: nothing that a player must not know stands in what a player sees.

What must not be known: the rubric, gold's questions and answers, explicit requests, what the
patient will say, the guidelines that the case rests on. What is seen: the title, the banner,
the requests, the descriptions of the tools, the notes of the record at the clock and what
reading the whole chart shows. And a note must not be dated earlier than what it tells of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from physassist_tui.check.case import Case
from physassist_tui.check.languages import per_language
from physassist_tui.check.notes import check_note_dates, note_texts
from physassist_tui.check.overlap import Seen, tokens
from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.scenario import GoldAnswer, GoldAsk, GoldCall, Scenario, Turn, Wording
from physassist_tui.core.tools import WRITE_FILE, Toolset
from physassist_tui.i18n import LANGUAGES, Lang, Message, msg
from physassist_tui.library import FieldPath, Problem


@dataclass(frozen=True)
class Length:
    """How many words (in English) or characters (in Chinese) in a row give something away.

    `least` of them do where they are most of the secret, `long` of them always.
    """

    least: int
    long: int


_PASSING: dict[Lang, Length] = {"en": Length(7, 11), "zh": Length(12, 20)}
# An answer rightly quotes the chart, and a request rightly says what is wanted.
_QUOTED: dict[Lang, Length] = {"en": Length(8, 16), "zh": Length(14, 30)}
_SHORTEST: dict[Lang, int] = {"en": 4, "zh": 7}
MOST = 0.7
"""Which share of a secret is most of it."""


@dataclass(frozen=True)
class Secret:
    """A text that a player must not see; `turn` from 0, `None` where it is of no one turn."""

    path: FieldPath
    text: str
    lang: Lang
    turn: int | None
    kind: str

    @cached_property
    def words(self) -> list[str]:
        """Its words in a row."""
        return tokens(self.text)


def check_leaks(case: Case) -> list[Problem]:
    """Secrets that stand in what a player sees, and notes dated before what they tell of."""
    scenario = case.scenario
    faults: dict[FieldPath, Message] = {}
    hidden = list(secrets(scenario))
    for place, seen in _seen(case):
        for secret in hidden:
            words = _shared(seen, secret, quotes=False)
            if words:
                faults.setdefault(secret.path, _told(place, words, secret.lang))
    for number, turn in enumerate(scenario.turns):
        requests = {lang: _all_of(_texts_of_request(turn, lang)) for lang in LANGUAGES}
        for secret in hidden:
            words = _in_request(requests[secret.lang], number, secret)
            if words:
                place = msg("the request of turn {turn}", turn=number + 1)
                faults.setdefault(secret.path, _told(place, words, secret.lang))
    return [
        *(case.problem(path, words) for path, words in faults.items()),
        *check_note_dates(case),
    ]


def _told(place: Message, words: list[str], lang: Lang) -> Message:
    text = ("" if lang == "zh" else " ").join(words)
    return msg("the player can read this in {place}: '{words}'", place=place, words=text)


def secrets(scenario: Scenario) -> Iterator[Secret]:
    """Everything that a player must not see, in each language it is written in."""
    for at, citation in enumerate(scenario.references):
        for lang in LANGUAGES:
            yield Secret(("references", at, "cite"), citation.cite, lang, None, "citation")
    for at, fact in enumerate(scenario.facts):
        for lang in LANGUAGES:
            wording: Wording | None = getattr(fact.say, lang)
            for level in Wording.model_fields if wording is not None else ():
                text = str(getattr(wording, level))
                yield Secret(("facts", at, "say", lang, level), text, lang, None, "fact")
    for number, turn in enumerate(scenario.turns):
        for lang in LANGUAGES:
            for path, hidden, kind in _of_turn(turn, lang):
                if hidden:
                    yield Secret(("turns", number, *path), hidden, lang, number, kind)


def _of_turn(turn: Turn, lang: Lang) -> Iterator[tuple[FieldPath, str | None, str]]:
    yield ("explicit", lang), getattr(turn.explicit, lang), "explicit"
    for at, item in enumerate(turn.rubric):
        yield ("rubric", at, "text", lang), getattr(item.text, lang), "rubric"
    for at, step in enumerate(turn.gold):
        if isinstance(step, GoldAsk):
            yield ("gold", at, "ask", lang), getattr(step.ask, lang), "ask"
        elif isinstance(step, GoldAnswer):
            yield ("gold", at, "answer", lang), getattr(step.answer, lang), "answer"
        elif isinstance(step, GoldCall) and step.call == WRITE_FILE:
            content = per_language(step).get("content", Bilingual())
            yield ("gold", at, "with", "content", lang), getattr(content, lang), "answer"


def _seen(case: Case) -> Iterator[tuple[Message, Seen]]:
    yield msg("the title"), _all_of(_texts_of_title(case))
    yield msg("the banner"), _all_of(_texts_of_banner(case))
    yield msg("the descriptions of the tools"), _all_of(_texts_of_tools(case.toolset))
    yield msg("the notes of the record"), _all_of(text for _ref, text in note_texts(case))
    yield msg("what the tools show"), _all_of(_texts_of_results(case))


def _all_of(texts: Iterator[str]) -> Seen:
    seen = Seen()
    # Most of what the tools show they show again and again.
    for text in dict.fromkeys(texts):
        seen.add(text)
    return seen


def _texts_of_title(case: Case) -> Iterator[str]:
    for lang in LANGUAGES:
        yield getattr(case.scenario.title, lang) or ""


def _texts_of_banner(case: Case) -> Iterator[str]:
    from physassist_tui.ehr.banner import banner

    scenario = case.scenario
    for lang in scenario.languages:
        shown = banner(case.at_clock, scenario.patient, scenario.encounter, scenario.clock, lang)
        yield from (shown.name, shown.admission, *shown.allergies)


def _texts_of_tools(tools: Toolset) -> Iterator[str]:
    for tool in tools.tools:
        for description in (tool.description, *(param.description for param in tool.params)):
            yield from (description.en or "", description.zh or "")


def _texts_of_results(case: Case) -> Iterator[str]:
    for lang in case.scenario.languages:
        for player in ("script:dump", "script:gold"):
            for call in case.state(player, lang).calls:
                spec = case.toolset.tool(call.tool)
                if spec is not None and spec.kind == "read":
                    yield from _strings(call.result)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)


def _texts_of_request(turn: Turn, lang: Lang) -> Iterator[str]:
    for text in (turn.request, turn.answer_format):
        yield (getattr(text, lang) if text is not None else None) or ""


def _in_request(request: Seen, number: int, secret: Secret) -> list[str]:
    """What a request gives away. It comes after the earlier turns, and says its own matter."""
    if secret.turn is not None and (
        secret.turn < number or (secret.turn == number and secret.kind == "explicit")
    ):
        return []
    return _shared(request, secret, quotes=True)


def _shared(seen: Seen, secret: Secret, *, quotes: bool) -> list[str]:
    words = secret.words
    if len(words) < _SHORTEST[secret.lang]:
        return []
    limits = _QUOTED if quotes or secret.kind == "answer" else _PASSING
    length = limits[secret.lang]
    run = seen.longest_run(words, min(length.least, len(words)))
    if len(run) >= length.long or len(run) >= MOST * len(words):
        return run
    return []
