"""What of a study file does not fit together, beyond the type of each field.

Works on the raw data and passes over whatever has the wrong shape (`explain` tells that), so
that one wrong field does not hide another fault.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.core.words import Seat
from physassist_tui.i18n import LANGUAGES, Lang, Message, msg, several
from physassist_tui.library import Loaded
from physassist_tui.library.problems import Fault, FieldPath
from physassist_tui.play.casting import COPILOT_PREFIX, HUMAN, SCRIPT_PREFIX, SCRIPTS
from physassist_tui.play.patients import check_player
from physassist_tui.study.model import ALONE, Study
from physassist_tui.study.order import plan


def disagreements(data: dict[str, Any]) -> list[Fault]:
    """Every place where a study's parts do not fit together."""
    return [
        *_closed_number(data),
        *_twice(data),
        *_players(data),
        *_questions(data),
        *_texts(data),
    ]


def _closed_number(data: dict[str, Any]) -> Iterator[Fault]:
    # To Python `true` equals 1, so the types alone would take it.
    if isinstance(data.get("schema"), bool):
        yield ("schema",), msg("expected a number, found true or false")


def _twice(data: dict[str, Any]) -> Iterator[Fault]:
    for name, words in (
        ("participants", msg("two participants have this id")),
        ("conditions", msg("two conditions have this id")),
        ("questions", msg("two questions have this id")),
    ):
        seen: set[str] = set()
        for at, part in _maps(data.get(name)):
            ident = part.get("id")
            if isinstance(ident, str) and ident in seen:
                yield (name, at, "id"), words
            elif isinstance(ident, str):
                seen.add(ident)
    scenarios = _list(data.get("scenarios"))
    for at, scenario in enumerate(scenarios):
        if scenario in scenarios[:at]:
            yield ("scenarios", at), msg("listed twice")


def _players(data: dict[str, Any]) -> Iterator[Fault]:
    for at, part in _maps(data.get("participants")):
        player = part.get("player", HUMAN)
        if not isinstance(player, str):
            continue
        if player.startswith(COPILOT_PREFIX):
            words = msg("a participant is human, or a model or script that plays by itself")
            yield ("participants", at, "player"), words
            continue
        yield from _no_such(("participants", at, "player"), player)
    for at, part in _maps(data.get("conditions")):
        assistant = part.get("assistant", ALONE)
        if not isinstance(assistant, str) or assistant == ALONE:
            continue
        if not assistant.startswith(COPILOT_PREFIX):
            words = msg("expected 'alone' or 'copilot:NAME', found '{given}'", given=assistant)
            yield ("conditions", at, "assistant"), words
            continue
        yield from _no_such(("conditions", at, "assistant"), assistant)


def _no_such(path: FieldPath, player: str) -> Iterator[Fault]:
    try:
        check_player(Seat.ASSISTANT, player)
    except BadInput as error:
        yield path, error.message
        return
    script = player.removeprefix(SCRIPT_PREFIX)
    if player.startswith(SCRIPT_PREFIX) and script not in SCRIPTS:
        yield path, msg("there is no script '{name}'; there is: {names}", name=script,
                        names=several(SCRIPTS))  # fmt: skip


_ONLY_OF_SCALES = ("lowest", "highest", "low", "high")


def _questions(data: dict[str, Any]) -> Iterator[Fault]:
    for at, part in _maps(data.get("questions")):
        kind = part.get("kind")
        if kind in ("scale", "text") and part.get("text") is None:
            yield ("questions", at, "text"), msg("missing; the question asks nothing")
        if kind == "tlx" and part.get("text") is not None:
            yield ("questions", at, "text"), msg("the NASA-TLX has its own questions")
        if kind in ("text", "tlx"):
            for name in _ONLY_OF_SCALES:
                if part.get(name) is not None:
                    yield ("questions", at, name), msg("only a question of kind 'scale' has this")
        if kind == "scale":
            yield from _ends(at, part)


def _ends(at: int, part: dict[str, Any]) -> Iterator[Fault]:
    ends = part.get("lowest"), part.get("highest")
    for name, value in zip(("lowest", "highest"), ends, strict=True):
        if value is None:
            yield ("questions", at, name), msg("missing; a scale has two ends")
    lowest, highest = ends
    if type(lowest) is int and type(highest) is int and not 0 < highest - lowest <= 100:
        words = msg("must be above 'lowest', by at most 100")
        yield ("questions", at, "highest"), words


def _texts(data: dict[str, Any]) -> Iterator[Fault]:
    """Texts that lack a language in which somebody reads them."""
    wanted = _read_in(data)
    for path, value in _bilingual(data):
        if not isinstance(value, dict):
            continue
        for lang in wanted:
            said = value.get(lang)
            if said is None or (isinstance(said, str) and not said.strip()):
                words = msg("missing; a participant reads this language")
                yield (*path, lang), words


def _read_in(data: dict[str, Any]) -> tuple[Lang, ...]:
    people = [
        part for _at, part in _maps(data.get("participants")) if part.get("player", HUMAN) == HUMAN
    ]
    given = {part.get("language") for part in people}
    # Who names none may come with either.
    return LANGUAGES if None in given else tuple(lang for lang in LANGUAGES if lang in given)


def _bilingual(data: dict[str, Any]) -> Iterator[tuple[FieldPath, Any]]:
    for name in ("title", "consent", "instructions"):
        yield (name,), data.get(name)
    for at, part in _maps(data.get("questions")):
        for name in ("text", "low", "high"):
            yield ("questions", at, name), part.get(name)


def unplayable(study: Study, scenarios: Mapping[str, Loaded]) -> Iterator[Fault]:
    """Places of the design that could not be played, in a study whose parts fit together."""
    ids: dict[str, str] = {}
    for at, name in enumerate(study.scenarios):
        ident = scenarios[name].scenario.id
        if ident in ids:
            yield ("scenarios", at), msg("is the same scenario as '{name}'", name=ids[ident])
        ids.setdefault(ident, name)
    told: set[tuple[str, Lang]] = set()
    for at, participant in enumerate(study.participants):
        if not study.conditions_of(participant):
            words: Message = msg("every condition has a copilot, and none is for a model")
            yield ("participants", at, "player"), words
            continue
        for planned in plan(study, participant):
            languages = scenarios[planned.scenario].scenario.languages
            lang = planned.language
            if lang is not None and lang not in languages and (planned.scenario, lang) not in told:
                told.add((planned.scenario, lang))
                words = msg(
                    "is to be played in '{lang}', and is complete in: {languages}",
                    lang=lang,
                    languages=several(languages),
                )
                yield ("scenarios", study.scenarios.index(planned.scenario)), words


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _maps(value: Any) -> Iterator[tuple[int, dict[str, Any]]]:
    for at, part in enumerate(_list(value)):
        if isinstance(part, dict):
            yield at, part
