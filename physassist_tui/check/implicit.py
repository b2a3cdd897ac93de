"""Check 5: an implicit request leans on words that an earlier turn really introduced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from physassist_tui.check.case import Case
from physassist_tui.core.scenario import GoldAnswer, RefersTo, Turn
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.library import FieldPath, Problem


def check_implicit(case: Case) -> list[Problem]:
    """Where the antecedent is missing from the earlier turn or from the explicit form, or is
    not left out of the request, in each listed language.
    """
    problems = []
    for number, turn in enumerate(case.scenario.turns):
        if turn.refers_to is None:
            continue
        earlier = case.scenario.turns[turn.refers_to.turn - 1]
        for lang in case.scenario.languages:
            for path, words in _of_turn(("turns", number), turn, turn.refers_to, earlier, lang):
                problems.append(case.problem(path, words))
    return problems


def _of_turn(
    path: FieldPath, turn: Turn, refers: RefersTo, earlier: Turn, lang: Lang
) -> Iterator[tuple[FieldPath, Message]]:
    antecedent = (getattr(refers.antecedent, lang) or "").strip()
    request = getattr(turn.request, lang) or ""
    explicit = getattr(turn.explicit, lang) or ""
    if not antecedent or not request or not explicit:
        return  # That a language is incomplete is told by its own check.
    if not any(says(text, antecedent) for text in _introduced(earlier, lang)):
        yield (
            (*path, "refers_to", "antecedent", lang),
            msg(
                "'{antecedent}' is neither in the request nor in the answer of turn {turn}",
                antecedent=antecedent,
                turn=refers.turn,
            ),
        )
    if _bare(request) == _bare(explicit):
        yield (
            (*path, "explicit", lang),
            msg("the same as the request, which leaves something out"),
        )
    elif not says(explicit, antecedent):
        yield (
            (*path, "explicit", lang),
            msg("does not name what it refers to, '{antecedent}'", antecedent=antecedent),
        )
    if says(request, antecedent):
        yield (
            (*path, "request", lang),
            msg("names '{antecedent}' itself, so it is not implicit", antecedent=antecedent),
        )


def _introduced(turn: Turn, lang: Lang) -> Iterator[str]:
    yield getattr(turn.request, lang) or ""
    for step in turn.gold:
        if isinstance(step, GoldAnswer):
            yield getattr(step.answer, lang) or ""


def says(text: str, words: str) -> bool:
    """Whether the words stand in the text, whole, whatever their case and spacing."""
    parts = [re.escape(part) for part in words.split()]
    pattern = r"\s+".join(parts)
    if words[:1].isascii() and words[:1].isalnum():
        pattern = r"(?<![A-Za-z0-9])" + pattern
    if words[-1:].isascii() and words[-1:].isalnum():
        # A plural is still the word.
        pattern += r"(?:e?s)?(?![A-Za-z0-9])"
    return re.search(pattern, text, re.IGNORECASE) is not None


def _bare(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
