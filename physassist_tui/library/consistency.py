"""What must agree within a file, beyond the type of each field: ids, references, pairs.

Works on the raw data and passes over whatever has the wrong shape (`explain` tells that), so
that one wrong field does not hide another fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import GOLD_KINDS
from physassist_tui.core.words import WORKFLOWS, Category, TaskType
from physassist_tui.i18n import Message, msg, several
from physassist_tui.library.problems import Fault, FieldPath, shown

BENCH = "physicianbench"


def disagreements(data: Any) -> list[Fault]:
    """Every place where a scenario's parts do not fit together."""
    if not isinstance(data, dict):
        return []
    return [*_closed_numbers(data), *_twice(data), *_turns(data), *_long_task(data)]


def _closed_numbers(data: dict[str, Any]) -> Iterator[Fault]:
    # To Python `true` equals 1, so the types alone would take it.
    for name in ("schema", "difficulty"):
        if isinstance(data.get(name), bool):
            yield (name,), msg("expected a number, found true or false")


def _twice(data: dict[str, Any]) -> Iterator[Fault]:
    yield from _same_ids(("facts",), data.get("facts"), msg("two facts have this id"))
    yield from _same_ids(
        ("references",), data.get("references"), msg("two references have this id")
    )
    languages = _list(data.get("languages"))
    for at, language in enumerate(languages):
        if language in languages[:at]:
            yield ("languages", at), msg("listed twice")


def _same_ids(path: FieldPath, items: Any, words: Message) -> Iterator[Fault]:
    seen: set[str] = set()
    for at, item in enumerate(_list(items)):
        name = item.get("id") if isinstance(item, dict) else None
        if not isinstance(name, str):
            continue
        if name in seen:
            yield (*path, at, "id"), words
        seen.add(name)


def _turns(data: dict[str, Any]) -> Iterator[Fault]:
    facts, citations = _ids(data.get("facts")), _ids(data.get("references"))
    for at, turn in enumerate(_list(data.get("turns"))):
        if not isinstance(turn, dict):
            continue
        path: FieldPath = ("turns", at)
        yield from _implicit(path, at + 1, turn)
        yield from _gold(path, turn.get("gold"))
        rubric = _list(turn.get("rubric"))
        yield from _same_ids(
            (*path, "rubric"), rubric, msg("two rubric items of this turn have this id")
        )
        for number, item in enumerate(rubric):
            if isinstance(item, dict):
                yield from _item((*path, "rubric", number), item, facts, citations)


def _long_task(data: dict[str, Any]) -> Iterator[Fault]:
    """What makes a long task goes together, at the field that does not go with the toolset."""
    toolset = data.get("toolset", "physassist")
    if toolset not in ("physassist", "physassist-paper", BENCH):
        return
    long, category = toolset == BENCH, data.get("category")
    if category in list(Category) and (category in WORKFLOWS) != long:
        known = sorted(WORKFLOWS if long else set(Category) - WORKFLOWS)
        yield (
            ("category",),
            msg(
                "with the toolset {toolset} the category is one of {categories}",
                toolset=toolset,
                categories=several(known),
            ),
        )
    turns = _list(data.get("turns"))
    for at, turn in enumerate(turns):
        if not isinstance(turn, dict):
            continue
        path: FieldPath = ("turns", at)
        task = turn.get("task_type")
        if task in list(TaskType) and (task == TaskType.LONG_TASK) != long:
            yield (
                (*path, "task_type"),
                msg("long_task and the toolset physicianbench go together"),
            )
        if not long:
            yield from _of_files(path, turn)
    if long and len(turns) > 1:
        yield ("turns", 1), msg("a long task has one turn")
    if long and data.get("facts"):
        yield ("facts",), msg("nobody can be asked in a long task; it has no facts")
    if not long and data.get("deliverables"):
        yield ("deliverables",), msg("only the toolset physicianbench can write files")


def _of_files(path: FieldPath, turn: dict[str, Any]) -> Iterator[Fault]:
    for number, item in enumerate(_list(turn.get("rubric"))):
        if isinstance(item, dict) and item.get("in_file") is not None:
            yield (
                (*path, "rubric", number, "in_file"),
                msg("only the toolset physicianbench can write files"),
            )


def _implicit(path: FieldPath, number: int, turn: dict[str, Any]) -> Iterator[Fault]:
    implicit, refers = turn.get("implicitness"), turn.get("refers_to")
    if implicit is not None and refers is None:
        yield (
            (*path, "implicitness"),
            msg("an implicit request needs 'refers_to', the turn and words it leans on"),
        )
    if refers is not None and implicit is None:
        yield (*path, "refers_to"), msg("only a request with 'implicitness' refers to another")
    to = refers.get("turn") if isinstance(refers, dict) else None
    if isinstance(to, int) and not isinstance(to, bool) and to >= number:
        yield (
            (*path, "refers_to", "turn"),
            msg(
                "turn {number} can only refer to an earlier turn, not to {to}", number=number, to=to
            ),
        )


def _gold(path: FieldPath, gold: Any) -> Iterator[Fault]:
    steps = _list(gold)
    for at, step in enumerate(steps):
        keys = [key for key in GOLD_KINDS if isinstance(step, dict) and key in step]
        if len(keys) == 1 and keys[0] == "answer" and at < len(steps) - 1:
            yield (*path, "gold", at), msg("the answer ends the turn; no gold step may follow it")
    if steps and isinstance(steps[-1], dict) and "answer" not in steps[-1]:
        yield (*path, "gold", len(steps) - 1), msg("the last gold step must be the answer")


def _item(
    path: FieldPath, item: dict[str, Any], facts: list[str], citations: list[str]
) -> Iterator[Fault]:
    basis = item.get("basis")
    if isinstance(basis, str) and basis not in citations:
        yield (
            (*path, "basis"),
            _unresolved(msg("no reference has the id '{id}'", id=shown(basis)), basis, citations),
        )
    yield from _grader((*path, "grader"), item.get("grader"), facts)


def _grader(path: FieldPath, grader: Any, facts: list[str]) -> Iterator[Fault]:
    if not isinstance(grader, dict):
        return
    known = list(GraderSpec.model_fields)
    given = [name for name in known if grader.get(name) is not None]
    if len(given) != 1 and not set(grader) - set(known):
        yield path, msg("exactly one grader is expected, of {graders}", graders=several(known))
    value = grader.get("value")
    if isinstance(value, dict) and (value.get("from") is None) == (value.get("formula") is None):
        yield (*path, "value"), msg("exactly one of 'from' and 'formula' is expected")
    yield from _ranges(path, grader.get("order"))
    exchange = grader.get("exchange")
    for at, fact in enumerate(_list(exchange.get("facts") if isinstance(exchange, dict) else None)):
        if isinstance(fact, str) and fact not in facts:
            yield (
                (*path, "exchange", "facts", at),
                _unresolved(msg("no fact has the id '{id}'", id=shown(fact)), fact, facts),
            )
    for at, part in enumerate(_list(grader.get("all"))):
        yield from _grader((*path, "all", at), part, facts)


def _ranges(path: FieldPath, order: Any) -> Iterator[Fault]:
    for name in ("dose", "daily_dose", "duration_days", "quantity", "refills"):
        span = order.get(name) if isinstance(order, dict) else None
        if not isinstance(span, dict):
            continue
        low, high = span.get("low"), span.get("high")
        if low is None and high is None:
            yield (*path, "order", name), msg("give 'low', 'high' or both")
        numbers = [end for end in (low, high) if isinstance(end, int | float)]
        if len(numbers) == 2 and numbers[0] > numbers[1]:
            yield (*path, "order", name, "low"), msg("'low' is above 'high'")


def _unresolved(words: Message, name: str, known: list[str]) -> Message:
    from difflib import get_close_matches

    near = get_close_matches(name, known, n=1)
    if near:
        return msg("{problem}; did you mean '{near}'?", problem=words, near=shown(near[0]))
    return words


def _ids(items: Any) -> list[str]:
    return [
        item["id"]
        for item in _list(items)
        if isinstance(item, dict) and isinstance(item.get("id"), str)
    ]


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
