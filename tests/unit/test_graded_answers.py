"""The rule graders against answers that were labelled by hand (tests/graded_answers).

Each answer stands at the end of a perfect play's calls and questions of its turn, so that what
is decided is the answer. `plays.yaml` has whole acts, for the graders of what was seen, asked
and written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from physassist_tui.core.scenario import Turn
from physassist_tui.core.words import Verdict
from physassist_tui.ehr.record import open_record
from physassist_tui.i18n import LANGUAGES, Lang
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.headless import play_script
from physassist_tui.score.claims import claims_in
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.registry import grade_item
from physassist_tui.score.session import answered_turns

FOLDER = Path(__file__).resolve().parents[1] / "graded_answers"
CASES = ("heart_failure", "atrial_fibrillation", "ketoacidosis")
AGREEMENT = 0.97


@dataclass(frozen=True)
class Labelled:
    """An answer, and what a careful rater says of one item of its turn."""

    case: str
    turn: int
    answer: str
    item: str
    passes: bool


@lru_cache(maxsize=3)
def case_file(case: str) -> tuple[Loaded, dict[int, list[list[str]]]]:
    read = yaml.safe_load((FOLDER / f"{case}.yaml").read_text(encoding="utf-8"))
    further = yaml.safe_load((FOLDER / "further.yaml").read_text(encoding="utf-8"))
    turns = {turn: [*rows, *further[case].get(turn, [])] for turn, rows in read["turns"].items()}
    return load_scenario(read["scenario"]), turns


@lru_cache(maxsize=6)
def played(case: str, lang: Lang) -> tuple[TurnContext, ...]:
    loaded = case_file(case)[0]
    record = open_record(loaded.record_path)
    events = play_script(loaded, "script:gold", lang, record=record)
    return answered_turns(events, loaded.scenario, record.at(loaded.scenario.clock))


def language_of(answer: str) -> Lang:
    return "zh" if re.search("[\u4e00-\u9fff]", answer) else "en"


def rule_items(context: TurnContext) -> list[str]:
    return [item.id for item in context.turn.rubric if item.grader.by_rule]


def verdict(case: str, turn: int, answer: str, item_id: str, lang: Lang | None = None) -> Verdict:
    context = played(case, lang or language_of(answer))[turn - 1]
    [item] = [item for item in context.turn.rubric if item.id == item_id]
    if not answer.strip():
        return Verdict.FAIL  # as an unanswered turn is graded
    return grade_item(item.grader, replace(context, answer=answer)).verdict


def labelled() -> Iterator[Labelled]:
    for case in CASES:
        loaded, turns = case_file(case)
        for turn, rows in turns.items():
            items = [i.id for i in loaded.scenario.turns[turn - 1].rubric if i.grader.by_rule]
            for row in rows:
                met, answer = row[0].split(), row[1]
                left_open = row[2].split() if len(row) > 2 else []
                assert set(met) | set(left_open) <= set(items), (case, turn, answer)
                for item in items:
                    if item not in left_open:
                        yield Labelled(case, turn, answer, item, item in met)


def disagreements(all_labels: Sequence[Labelled]) -> list[str]:
    found = []
    for one in all_labels:
        got = verdict(one.case, one.turn, one.answer, one.item)
        if got is not (Verdict.PASS if one.passes else Verdict.FAIL):
            wanted = "pass" if one.passes else "fail"
            found.append(f"{one.case} {one.turn} {one.item}: {got}, label {wanted}: {one.answer}")
    return found


def test_the_rules_agree_with_the_labels() -> None:
    labels = list(labelled())
    answers = {(one.case, one.turn, one.answer) for one in labels}
    assert len(answers) >= 250
    by_language = [language_of(answer) for _case, _turn, answer in answers]
    assert min(by_language.count(lang) for lang in LANGUAGES) >= 75
    passes = sum(one.passes for one in labels)
    assert min(passes, len(labels) - passes) >= 200
    wrong = disagreements(labels)
    share = 1 - len(wrong) / len(labels)
    told = f"{share:.1%} of {len(labels)} labels of {len(answers)} answers\n" + "\n".join(wrong)
    assert share >= AGREEMENT, told
    # As many answers must be right in all of their items.
    faulty = {line.split(": ", 3)[-1] for line in wrong}
    assert 1 - len(faulty) / len(answers) >= AGREEMENT, told


@pytest.mark.parametrize("case", CASES)
def test_nothing_passes_that_says_nothing(case: str) -> None:
    nothings = yaml.safe_load((FOLDER / "nothing.yaml").read_text(encoding="utf-8"))
    loaded, turns = case_file(case)
    passed = [
        (turn, item.id, answer)
        for turn in turns
        for item in loaded.scenario.turns[turn - 1].rubric
        if any(leaf.name in ("value", "says") for leaf in item.grader.leaves())
        for answer in nothings
        for lang in LANGUAGES
        if verdict(case, turn, answer, item.id, lang) is not Verdict.FAIL
    ]
    assert passed == []


def test_what_claims_a_write_and_what_does_not() -> None:
    read = yaml.safe_load((FOLDER / "claims.yaml").read_text(encoding="utf-8"))
    clock = datetime.fromisoformat("2026-03-04T09:30:00-05:00")
    missed = [answer for answer in read["claims"] if not claims_in(answer, clock)]
    invented = [answer for answer in read["none"] if claims_in(answer, clock)]
    assert (missed, invented) == ([], [])
    for answer in read["claims"]:
        assert all(claim.words in answer for claim in claims_in(answer, clock))


def with_acts(loaded: Loaded, play: dict[str, Any]) -> Loaded:
    """The scenario, its perfect play of one turn replaced by the acts of a labelled play."""
    answer = {"en": play["answer"], "zh": play["answer"]}
    steps = [
        {"ask": {"en": act["ask"], "zh": act["ask"]}} if "ask" in act else act
        for act in play["acts"]
    ]
    turns = []
    for number, turn in enumerate(loaded.scenario.turns, start=1):
        gold: list[Any] = [step.model_dump(by_alias=True) for step in turn.gold]
        if number == play["turn"]:
            gold = [*steps, {"answer": answer}]
        elif play.get("before") == "nothing":
            gold = gold[-1:]
        turns.append(Turn.model_validate({**turn.model_dump(by_alias=True), "gold": gold}))
    scenario = loaded.scenario.model_copy(update={"turns": tuple(turns)})
    return replace(loaded, scenario=scenario)


def test_what_was_seen_asked_and_written() -> None:
    plays = yaml.safe_load((FOLDER / "plays.yaml").read_text(encoding="utf-8"))
    assert len(plays) >= 20
    records = {case: open_record(case_file(case)[0].record_path) for case in CASES}
    wrong = []
    count = 0
    for play in plays:
        loaded = with_acts(case_file(play["case"])[0], play)
        record = records[play["case"]]
        lang = language_of(play["answer"])
        events = play_script(loaded, "script:gold", lang, record=record)
        refused = [e for e in events if e.kind == "tool_returned" and not e.data.ok]
        assert not refused, (play, refused)
        turns = answered_turns(events, loaded.scenario, record.at(loaded.scenario.clock))
        context = turns[play["turn"] - 1]
        for item in context.turn.rubric:
            if not item.grader.by_rule:
                continue
            count += 1
            got = grade_item(item.grader, context).verdict
            should = Verdict.PASS if item.id in play["meets"].split() else Verdict.FAIL
            if got is not should:
                wrong.append(f"{item.id}: {got}, label {should}: {play['acts']} {play['answer']}")
    assert 1 - len(wrong) / count >= AGREEMENT, f"of {count}:\n" + "\n".join(wrong)


MENDED = [
    (1, "potassium-today", False, "Hemolyzed K 5.4, so no usable potassium today."),
    (1, "potassium-today", False, "K 5.4 (sample grossly hemolysed)."),
    (1, "potassium-today", False, "血钾5.4，标本溶血。"),
    (1, "potassium-today", True, "K 5.4, sample not hemolyzed."),
    (1, "potassium-today", True, "血钾5.4，标本无溶血。"),
    (1, "potassium-today", True, "5.4: K is climbing."),
    (1, "creatinine-today", True, "5.4 is the potassium today and 1.44 the creatinine."),
    (1, "potassium-on-admission", True, "入院时血钾4.8 mmol/L，今天的结果还没看到。"),
    (1, "creatinine-today", True, "今晨血钾5.4，入院时4.8，肌酐1.44 mg/dL，eGFR 39。"),
    (1, "creatinine-today", False, "入院时血钾4.8，肌酐1.44。"),
    (3, "found-salt-substitute", False, "Check for NSAIDs and for a salt substitute."),
    (3, "found-salt-substitute", False, "Watch for use of a salt substitute."),
    (3, "found-salt-substitute", True, "I checked: she uses a salt substitute."),
]


@pytest.mark.parametrize(("turn", "item", "passes", "answer"), MENDED)
def test_faults_that_were_mended(turn: int, item: str, passes: bool, answer: str) -> None:
    got = verdict("heart_failure", turn, answer, item)
    assert got is (Verdict.PASS if passes else Verdict.FAIL)
