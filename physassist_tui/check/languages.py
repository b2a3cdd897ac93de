"""Check 7: each listed language is complete, and each text is in the language it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from physassist_tui.check.case import Case
from physassist_tui.core.bilingual import Bilingual, BilingualTerms
from physassist_tui.core.graders import GraderSpec, OrderGrader
from physassist_tui.core.scenario import Fact, GoldAnswer, GoldAsk, GoldCall, Scenario, Wording
from physassist_tui.i18n import LANGUAGES, Lang, Message, msg
from physassist_tui.library import FieldPath, Problem

_LATIN_WORD = re.compile(r"[A-Za-z]*[a-z]{3,}")
"""A word, other than an abbreviation (INR) or a unit (mg)."""


@dataclass(frozen=True)
class Text:
    """A text of the scenario that there must be in every listed language.

    `sentence` is false for a word or a term, which may be the same in both languages (INR).
    """

    path: FieldPath
    by_language: dict[Lang, str]
    sentence: bool = True


def check_languages(case: Case) -> list[Problem]:
    """What is missing or in the wrong language, and languages that are there but not listed."""
    scenario = case.scenario
    texts = list(all_texts(scenario))
    return [
        case.problem(path, words)
        for path, words in (
            *_incomplete(scenario, texts),
            *_wrong_language(texts),
            *_terms(scenario),
            *_unlisted(scenario, texts),
        )
    ]


def all_texts(scenario: Scenario) -> Iterator[Text]:
    """Every text that is written per language, but for lists of terms."""
    yield _text(("title",), scenario.title)
    for at, fact in enumerate(scenario.facts):
        yield from _fact_texts(("facts", at, "say"), fact)
    for number, turn in enumerate(scenario.turns):
        path: FieldPath = ("turns", number)
        yield _text((*path, "request"), turn.request)
        yield _text((*path, "explicit"), turn.explicit)
        if turn.refers_to is not None:
            antecedent = turn.refers_to.antecedent
            yield _text((*path, "refers_to", "antecedent"), antecedent, sentence=False)
        if turn.answer_format is not None:
            yield _text((*path, "answer_format"), turn.answer_format)
        for at, step in enumerate(turn.gold):
            if isinstance(step, GoldAsk):
                yield _text((*path, "gold", at, "ask"), step.ask)
            elif isinstance(step, GoldAnswer):
                yield _text((*path, "gold", at, "answer"), step.answer)
            else:
                for name, said in per_language(step).items():
                    yield _text((*path, "gold", at, "with", name), said, sentence=False)
        for at, item in enumerate(turn.rubric):
            yield _text((*path, "rubric", at, "text"), item.text)


def per_language(step: GoldCall) -> dict[str, Bilingual]:
    """The arguments of a gold call that are written per language, by name."""
    return {
        name: Bilingual.model_validate(value)
        for name, value in step.with_.items()
        if isinstance(value, dict) and value and set(value) <= set(LANGUAGES)
    }


def _text(path: FieldPath, text: Bilingual, *, sentence: bool = True) -> Text:
    return Text(path, {"en": text.en or "", "zh": text.zh or ""}, sentence)


def _fact_texts(path: FieldPath, fact: Fact) -> Iterator[Text]:
    for level in Wording.model_fields:
        said = {lang: _worded(fact, lang, level) for lang in LANGUAGES}
        yield Text((*path, level), said)


def _worded(fact: Fact, lang: Lang, level: str) -> str:
    wording: Wording | None = getattr(fact.say, lang)
    return "" if wording is None else str(getattr(wording, level))


def place(text: Text, lang: Lang) -> FieldPath:
    """Where the text is written in a language; a fact's language stands before its level."""
    if text.path[0] == "facts":
        return (*text.path[:-1], lang, text.path[-1])
    return (*text.path, lang)


def _incomplete(scenario: Scenario, texts: list[Text]) -> Iterator[tuple[FieldPath, Message]]:
    for text in texts:
        for lang in scenario.languages:
            if not text.by_language[lang].strip():
                yield place(text, lang), msg("there is no text in '{language}'", language=lang)


def _wrong_language(texts: list[Text]) -> Iterator[tuple[FieldPath, Message]]:
    for text in texts:
        if is_chinese_at_all(text.by_language["en"]):
            yield place(text, "en"), msg("the English text has Chinese characters in it")
        chinese = text.by_language["zh"]
        if text.sentence and chinese.strip() and not is_chinese(chinese):
            yield place(text, "zh"), msg("the Chinese text is not in Chinese")


def is_chinese_at_all(text: str) -> bool:
    """Whether there is a Chinese character in the text."""
    return any(_is_han(character) for character in text)


def is_chinese(text: str) -> bool:
    """Whether a text is a Chinese sentence: it has two Chinese characters or more for each
    Latin word, drug names and the like, that stands in it.
    """
    return sum(map(_is_han, text)) >= max(1, 2 * len(_LATIN_WORD.findall(text)))


def _is_han(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"


def _terms(scenario: Scenario) -> Iterator[tuple[FieldPath, Message]]:
    for at, fact in enumerate(scenario.facts):
        about = fact.about
        if about is not None and about.names.every() and about.medication is None:
            path: FieldPath = ("facts", at, "about", "names")
            yield from _missing_terms(path, about.names, scenario)
        if about is not None:
            yield from _mixed_terms(("facts", at, "about", "names"), about.names)
    for number, turn in enumerate(scenario.turns):
        for at, item in enumerate(turn.rubric):
            path = ("turns", number, "rubric", at, "grader")
            for where, spec in grader_leaves(path, item.grader):
                yield from _grader_terms(where, spec, scenario)


def _grader_terms(
    path: FieldPath, spec: GraderSpec, scenario: Scenario
) -> Iterator[tuple[FieldPath, Message]]:
    if spec.says is not None:
        for group, terms in enumerate(spec.says.each):
            where: FieldPath = (*path, "says", "each", group)
            yield from _missing_terms(where, terms, scenario)
            yield from _mixed_terms(where, terms)
        yield from _mixed_terms((*path, "says", "none"), spec.says.none)
        if spec.says.none.every():
            yield from _missing_terms((*path, "says", "none"), spec.says.none, scenario)
    if spec.order is not None:
        yield from _order_terms((*path, "order"), spec.order, scenario)
    if spec.value is not None and spec.value.names.every():
        yield from _mixed_terms((*path, "value", "names"), spec.value.names)
        yield from _missing_terms((*path, "value", "names"), spec.value.names, scenario)


def _order_terms(
    path: FieldPath, order: OrderGrader, scenario: Scenario
) -> Iterator[tuple[FieldPath, Message]]:
    """A name that the terms room knows stands for its names in the other language, too."""
    from physassist_tui.score.named import things_in

    known = all(things_in(name) for name in order.names.every())
    for name, terms, needs_both in (
        ("names", order.names, not known),
        ("reason", order.reason, True),
    ):
        if terms.every():
            yield from _mixed_terms((*path, name), terms)
            if needs_both:
                yield from _missing_terms((*path, name), terms, scenario)


def grader_leaves(path: FieldPath, spec: GraderSpec) -> Iterator[tuple[FieldPath, GraderSpec]]:
    """The graders that decide an item, each with its place."""
    if spec.all is None:
        yield path, spec
        return
    for at, part in enumerate(spec.all):
        yield from grader_leaves((*path, "all", at), part)


def _missing_terms(
    path: FieldPath, terms: BilingualTerms, scenario: Scenario
) -> Iterator[tuple[FieldPath, Message]]:
    for lang in scenario.languages:
        words: tuple[str, ...] = getattr(terms, lang)
        if not any(word.strip() for word in words):
            yield (*path, lang), msg("there are no words in '{language}'", language=lang)


def _mixed_terms(path: FieldPath, terms: BilingualTerms) -> Iterator[tuple[FieldPath, Message]]:
    for at, word in enumerate(terms.en):
        if is_chinese_at_all(word):
            yield (*path, "en", at), msg("the English word has Chinese characters in it")


def _unlisted(scenario: Scenario, texts: list[Text]) -> Iterator[tuple[FieldPath, Message]]:
    for lang in LANGUAGES:
        there = sum(bool(text.by_language[lang].strip()) for text in texts)
        if lang in scenario.languages or not there:
            continue
        yield (
            ("languages",),
            msg(
                "'{language}' is not listed, yet {there} of {of} texts are written in it",
                language=lang,
                there=there,
                of=len(texts),
            ),
        )
