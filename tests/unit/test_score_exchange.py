"""`exchange`: the patient had told it before the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from physassist_tui.core.graders import GraderSpec
from physassist_tui.core.scenario import Scenario
from physassist_tui.core.words import Verdict
from physassist_tui.score.exchange import grade_exchange
from physassist_tui.score.grade import Grade
from tests.unit.builders import Play, record_of, scenario_of, turn_of
from tests.unit.contexts import context_of

FACTS = ("fact-a", "fact-b", "fact-c")
FAR = "The patient takes ibuprofen."


def graded(play: Play, folder: Path, *facts: str, turn: int = 1) -> Grade:
    scenario = scenario_of(*(turn_of() for _ in range(3)), facts=FACTS)
    context = context_of(play, scenario, record_of(folder), turn)
    return grade_exchange(GraderSpec.model_validate({"exchange": {"facts": facts}}), context)


def one(*told: str, after: tuple[str, ...] = (), answer: str = FAR) -> Play:
    """One turn in which `told` come out before its answer, and `after` in the next."""
    play = Play().turn()
    if told:
        play.ask("?", "…", told)
    play.answer(answer)
    play.turn()
    if after:
        play.ask("?", "…", after)
    play.answer("x")
    return play


def apart(first: tuple[str, ...], second: tuple[str, ...]) -> Play:
    play = Play().turn()
    play.ask("?", "…", first)
    play.answer("x")
    play.turn()
    play.ask("?", "…", second)
    play.answer("x")
    return play


def each(*told: str) -> Play:
    play = Play().turn()
    for fact in told:
        play.ask(f"about {fact}?", "…", [fact])
    play.answer("x")
    return play


def rewound(*told: str, again: tuple[str, ...] = ()) -> Play:
    """`told` come out, the session is rewound to before, and only `again` come out then."""
    play = Play().turn()
    play.ask("?", "…", told)
    play.rewind(2)
    play.ask("?", "…", again)
    play.answer("x")
    return play


def typed(*told: str) -> Play:
    """The fact came by a typed patient tool rather than by free words."""
    play = Play().turn()
    play.call("patient.get_social_history", returns=False)
    play.ask("", "…", told)
    play.answer("x")
    return play


def zh(*told: str) -> Play:
    play = Play("zh").turn("问问她")
    play.ask("您在家吃布洛芬吗？", "吃的", told)
    play.answer("患者在家服用布洛芬。")
    return play


P, F, A = Verdict.PASS, Verdict.FAIL, Verdict.ABSTAIN
CASES: list[tuple[str, Callable[[], Play], tuple[str, ...], int, Verdict]] = [
    ("told", lambda: one("fact-a"), ("fact-a",), 1, P),
    ("told with others", lambda: one("fact-b", "fact-a"), ("fact-a",), 1, P),
    ("both told at once", lambda: one("fact-a", "fact-b"), ("fact-a", "fact-b"), 1, P),
    ("both told, other order", lambda: one("fact-b", "fact-a"), ("fact-a", "fact-b"), 1, P),
    ("each by its own question", lambda: each("fact-a", "fact-b"), ("fact-b", "fact-a"), 1, P),
    ("all three", lambda: each(*FACTS), FACTS, 1, P),
    ("told in an earlier turn", lambda: one("fact-a"), ("fact-a",), 2, P),
    ("over two turns", lambda: apart(("fact-a",), ("fact-b",)), ("fact-a", "fact-b"), 2, P),
    ("one named twice", lambda: one("fact-a"), ("fact-a", "fact-a"), 1, P),
    ("told again", lambda: each("fact-a", "fact-a"), ("fact-a",), 1, P),
    ("by a typed tool", lambda: typed("fact-a"), ("fact-a",), 1, P),
    ("in Chinese", lambda: zh("fact-a"), ("fact-a",), 1, P),
    ("all in Chinese", lambda: zh(*FACTS), FACTS, 1, P),
    ("told again after a rewind", lambda: rewound("fact-a", again=("fact-a",)), ("fact-a",), 1, P),
    ("told later, for the later turn", lambda: one(after=("fact-a",)), ("fact-a",), 2, P),
    ("earlier and later", lambda: one("fact-a", after=("fact-b",)), ("fact-a", "fact-b"), 2, P),
    ("nothing told", one, ("fact-a",), 1, F),
    ("only another fact", lambda: one("fact-b"), ("fact-a",), 1, F),
    ("one of two", lambda: one("fact-a"), ("fact-a", "fact-b"), 1, F),
    ("the other of two", lambda: one("fact-b"), ("fact-a", "fact-b"), 1, F),
    ("two of three", lambda: each("fact-a", "fact-c"), FACTS, 1, F),
    ("told after the answer", lambda: one(after=("fact-a",)), ("fact-a",), 1, F),
    ("one in time, one too late", lambda: one("fact-a", after=("fact-b",)), FACTS[:2], 1, F),
    ("answer names what was not told", lambda: one(answer=FAR), ("fact-a",), 1, F),
    ("asked, nothing came out", each, ("fact-a",), 1, F),
    ("told, then rewound", lambda: rewound("fact-a"), ("fact-a",), 1, F),
    ("rewound, another told", lambda: rewound("fact-a", again=("fact-b",)), ("fact-a",), 1, F),
    ("both turns without", lambda: apart(("fact-c",), ("fact-b",)), ("fact-a",), 2, F),
    ("first turn of two", lambda: apart(("fact-a",), ("fact-b",)), ("fact-a", "fact-b"), 1, F),
    ("second turn's fact in the first", lambda: apart(("fact-a",), ("fact-b",)), ("fact-b",), 1, F),
    ("typed tool, another fact", lambda: typed("fact-c"), ("fact-a",), 1, F),
    ("Chinese, another fact", lambda: zh("fact-b"), ("fact-a",), 1, F),
    ("Chinese, none", zh, ("fact-a",), 1, F),
    ("Chinese, two of three", lambda: zh("fact-a", "fact-b"), FACTS, 1, F),
    ("no such fact", lambda: one("fact-a"), ("fact-x",), 1, A),
    ("no such fact beside one told", lambda: one("fact-a"), ("fact-a", "fact-x"), 1, A),
    ("no such fact beside one untold", one, ("fact-a", "fact-x"), 1, A),
    ("a part of the name", lambda: one("fact-a"), ("fact",), 1, A),
    ("the name in capitals", lambda: one("fact-a"), ("FACT-A",), 1, A),
    ("told under a name the scenario lacks", lambda: one("fact-x"), ("fact-a",), 1, F),
    ("unknown told beside it", lambda: one("fact-x", "fact-a"), ("fact-a",), 1, P),
]


@pytest.mark.parametrize(
    ("play", "facts", "turn", "verdict"), [c[1:] for c in CASES], ids=[c[0] for c in CASES]
)
def test_exchange(
    play: Callable[[], Play], facts: tuple[str, ...], turn: int, verdict: Verdict, tmp_path: Path
) -> None:
    assert graded(play(), tmp_path, *facts, turn=turn).verdict is verdict


def test_the_evidence_is_when_each_fact_first_came_out(tmp_path: Path) -> None:
    play = each("fact-b", "fact-a", "fact-b")
    grade = graded(play, tmp_path, "fact-a", "fact-b")
    told = [e.seq for e in play.events if e.kind == "fact_revealed"]
    assert grade.evidence == tuple(told[:2])


def test_the_reason_gives_what_was_not_told_in_the_patients_words(tmp_path: Path) -> None:
    plain = scenario_of(turn_of(), facts=FACTS).model_dump(by_alias=True, mode="json")
    for fact in plain["facts"]:
        for lang in ("en", "zh"):
            fact["say"][lang] = dict.fromkeys(("low", "medium", "high"), f"{fact['id']} in {lang}")
    scenario = Scenario.model_validate(plain)
    context = context_of(one("fact-a"), scenario, record_of(tmp_path), 1)
    spec = GraderSpec.model_validate({"exchange": {"facts": ["fact-a", "fact-b"]}})
    english = grade_exchange(spec, context)
    assert "fact-b in en" in str(english.because)
    assert "fact-a" not in str(english.because)
    assert len(english.evidence) == 1
    chinese = grade_exchange(spec, replace(context, language="zh"))
    assert "fact-b in zh" in str(chinese.because)
