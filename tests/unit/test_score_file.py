"""Files of the workspace: `file`, items that read one, and long tasks without an answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from physassist_tui.core.words import EndReason, Verdict
from physassist_tui.score.file_grader import misplaced_file
from physassist_tui.score.report import ItemScore, Score
from physassist_tui.score.session import score_session
from physassist_tui.score.session_view import session_view
from tests.unit.builders import (
    LOINC,
    Play,
    grader_item,
    long_task_of,
    medication,
    observation,
    record_of,
)

P, F, A = Verdict.PASS, Verdict.FAIL, Verdict.ABSTAIN
NOTE = "output/note.md"
HELD = (
    observation("k", "2823-3", 5.9, "mmol/L", display="Potassium"),
    observation("cr", "2160-0", 1.9, "mg/dL", display="Creatinine"),
)
POTASSIUM = {"value": {"from": {"search": f"Observation?code={LOINC}|2823-3"}, "unit": "mmol/L",
                       "tolerance": 0.05}}  # fmt: skip
ANEMIA = {"says": {"each": [{"en": ["iron deficiency"], "zh": ["缺铁"]}]}}
STOPPED = {"says": {"each": [{"en": ["naproxen"], "zh": ["萘普生"]},
                             {"en": ["stop"], "zh": ["停用"]}], "together": True}}  # fmt: skip
NO_BLEEDING = {"says": {"each": [{"en": ["bleeding"], "zh": ["出血"]}], "negated": True}}
STANDS = {"file": {"path": NOTE}}
LONG = {"file": {"path": NOTE, "at_least": 20}}
ORDERED = {"order": {"resource": "MedicationRequest", "names": {"en": ["apixaban"]}}}
NONE_ORDERED = {"order": {"resource": "MedicationRequest", "names": {"en": ["warfarin"]},
                          "at_least": 0, "at_most": 0}}  # fmt: skip
SEEN = {"evidence": {"search": f"Observation?code={LOINC}|2823-3"}}
JUDGED = {"judge": {"guidance": "x"}}

Files = tuple[tuple[str, ...], ...]


def item(grader: Mapping[str, Any], in_file: str | None = NOTE, name: str = "it") -> dict[str, Any]:
    return grader_item(name, grader) | ({"in_file": in_file} if in_file else {})


def played(files: Files, answer: str | None = "Done.", lang: str = "en") -> Play:
    play = Play("zh" if lang == "zh" else "en", toolset="physicianbench").turn("Write a note.")
    for path, text, *mode in files:
        play.file(path, text, "a" if mode else "w")
    if answer is not None:
        play.answer(answer)
    return play


def scored(play: Play, folder: Path, *items: Mapping[str, Any]) -> Score:
    return score_session(play.events, long_task_of(*items), record_of(folder, *HELD))


def only(score: Score) -> ItemScore:
    (found,) = score.turns[0].items
    return found


CASES: list[tuple[str, Mapping[str, Any], Files, Verdict]] = [
    # The file itself
    ("there", item(STANDS, None), ((NOTE, "Iron deficiency."),), P),
    ("not there", item(STANDS, None), (), F),
    ("empty", item(STANDS, None), ((NOTE, " \n\t"),), F),
    ("elsewhere", item(STANDS, None), (("note.md", "Iron deficiency."),), F),
    ("another name", item(STANDS, None), (("output/other.md", "Iron deficiency."),), F),
    ("in other case", item(STANDS, None), (("output/NOTE.md", "Iron deficiency."),), F),
    ("long enough", item(LONG, None), ((NOTE, "a" * 20),), P),
    ("one too short", item(LONG, None), ((NOTE, "a" * 19),), F),
    ("blanks do not count", item(LONG, None), ((NOTE, "a " * 10 + " " * 40),), F),
    ("chinese characters count", item(LONG, None), ((NOTE, "缺铁性贫血" * 4),), P),
    ("in two writes", item(LONG, None), ((NOTE, "a" * 12), (NOTE, "b" * 12, "a")), P),
    ("written anew", item(LONG, None), ((NOTE, "a" * 40), (NOTE, "b"),), F),
    ("emptied again", item(STANDS, None), ((NOTE, "a"), (NOTE, ""),), F),
    # Statements in it
    ("says", item(ANEMIA), ((NOTE, "Cause: iron deficiency anemia."),), P),
    ("says in chinese", item(ANEMIA), ((NOTE, "原因：缺铁性贫血。"),), P),
    ("says in the second write", item(ANEMIA), ((NOTE, "# Plan\n"), (NOTE, "缺铁。", "a")), P),
    ("denies", item(ANEMIA), ((NOTE, "There is no iron deficiency."),), F),
    ("denies in chinese", item(ANEMIA), ((NOTE, "无缺铁证据。"),), F),
    ("only asks", item(ANEMIA), ((NOTE, "Is this iron deficiency?"),), F),
    ("said in another file", item(ANEMIA), ((NOTE, "Plan."), ("a.md", "iron deficiency")), F),
    ("said, file not there", item(ANEMIA), (), F),
    ("overwritten", item(ANEMIA), ((NOTE, "iron deficiency"), (NOTE, "Plan.")), F),
    ("negated", item(NO_BLEEDING), ((NOTE, "He denies bleeding."),), P),
    ("negated, affirmed", item(NO_BLEEDING), ((NOTE, "He reports bleeding."),), F),
    ("negated in chinese", item(NO_BLEEDING), ((NOTE, "患者否认出血。"),), P),
    # Statements that belong together
    *[(f"together: {text!r}", item(STOPPED), ((NOTE, text),), P)
      for text in ("- Naproxen: stop today.", "Naproxen is an NSAID.\nStop it today.",
                   "## Naproxen\n\n- from urgent care\n- stop today", "## To stop\n- naproxen",
                   "**Naproxen**\nNSAID.\n\nStop it.", "Naproxen:\n- NSAID\n- stop",
                   "- Naproxen\n  - NSAID\n  - stop", "1. Naproxen, an NSAID\n   that he must stop",
                   "| Drug | Plan |\n|---|---|\n| Naproxen | stop |", "萘普生：今天停用。",
                   "## 萘普生\n- 急诊开的\n- 今天停用")],
    *[(f"apart: {text!r}", item(STOPPED), ((NOTE, text),), F)
      for text in ("- Naproxen may continue.\n- Stop the aspirin.",
                   "Naproxen is fine.\n\nWe stop the aspirin.",
                   "## Naproxen\nmay continue\n## Aspirin\nstop",
                   "| Naproxen | continue |\n| Aspirin | stop |",
                   "1. Naproxen: continue\n2. Aspirin: stop", "- 萘普生继续\n- 阿司匹林停用",
                   "## To stop\n- aspirin\n## To continue\n- naproxen",
                   "- Naproxen: do not stop it.\n- Stop the aspirin.")],
    # Numbers in it
    ("value", item(POTASSIUM), ((NOTE, "Potassium 5.9 mmol/L."),), P),
    ("value in chinese", item(POTASSIUM), ((NOTE, "血钾 5.9 mmol/L。"),), P),
    ("another value", item(POTASSIUM), ((NOTE, "Potassium 4.9 mmol/L."),), F),
    ("the number of another thing", item(POTASSIUM), ((NOTE, "Phosphate 5.9 mmol/L."),), F),
    ("another day", item(POTASSIUM), ((NOTE, "Potassium was 5.9 mmol/L on 3 March 2024."),), F),
    ("a table", item(POTASSIUM),
     ((NOTE, "| Test | Value |\n|---|---|\n| Potassium | 5.9 mmol/L |\n"),), P),
    # Joined
    ("file and words", item({"all": [STANDS, ANEMIA]}), ((NOTE, "缺铁"),), P),
    ("file and wrong words", item({"all": [LONG, ANEMIA]}), ((NOTE, "iron deficiency"),), F),
    ("judge without a judge", item(JUDGED), ((NOTE, "iron deficiency"),), A),
    ("judge without a file", item(JUDGED), (), F),
]  # fmt: skip


@pytest.mark.parametrize(
    ("one", "files", "verdict"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_file_is_graded_as_it_stood(
    one: Mapping[str, Any], files: Files, verdict: Verdict, tmp_path: Path
) -> None:
    grade = only(scored(played(files), tmp_path, one)).grade
    assert grade.verdict is verdict, grade.because.render("en")


def test_the_cases_are_many() -> None:
    assert len(CASES) >= 30


def test_a_long_note_with_tables_is_no_paste_and_a_dump_is(tmp_path: Path) -> None:
    """The same text as an answer would be: an answer has no need of it."""
    rows = [f"| 2026-0{1 + n // 28}-{1 + n % 28:02d} | {60 + n * 0.7:.1f} |" for n in range(70)]
    prose = "The count has fallen over the winter while the iron stores were used up. " * 40
    note = f"Cause: iron deficiency anemia.\n\n{prose}\n\n| Day | Hb |\n|---|---|\n" + "\n".join(
        rows
    )
    assert only(scored(played(((NOTE, note),)), tmp_path, item(ANEMIA))).grade.verdict is P
    assert only(scored(played((), note), tmp_path, item(ANEMIA, None))).grade.verdict is F
    dump = '{"entries": [{"ref": "x", "code": 1, "value": 2, "unit": "g", "date": "x"}]} ' + note
    assert only(scored(played(((NOTE, dump),)), tmp_path, item(ANEMIA))).grade.verdict is F


@pytest.mark.parametrize("one", [ANEMIA, POTASSIUM, NO_BLEEDING])
def test_what_the_answer_says_is_not_in_the_file(one: Mapping[str, Any], tmp_path: Path) -> None:
    """And the other way round: the answer's item does not read the file."""
    told = "Iron deficiency; potassium 5.9 mmol/L; no bleeding."
    in_answer = played(((NOTE, "Plan."),), told)
    in_file = played(((NOTE, told),), "Done.")
    assert only(scored(in_answer, tmp_path, item(one))).grade.verdict is F
    assert only(scored(in_answer, tmp_path, item(one, None))).grade.verdict is P
    assert only(scored(in_file, tmp_path, item(one))).grade.verdict is P
    assert only(scored(in_file, tmp_path, item(one, None))).grade.verdict is F


def test_the_evidence_is_the_file_s_last_write_and_the_reason_names_it(tmp_path: Path) -> None:
    play = played(((NOTE, "Plan.\n"), (NOTE, "Iron deficiency.", "a")))
    grade = only(scored(play, tmp_path, item(ANEMIA))).grade
    written = [event.seq for event in play.events if event.kind == "file_written"]
    assert grade.evidence == (written[-1],)
    assert grade.because.render("en") == (
        "Read in output/note.md: The answer says: iron deficiency."
    )
    missing = only(scored(played(()), tmp_path, item(ANEMIA))).grade
    assert missing.because.render("en") == "There is no file output/note.md."
    astray = only(scored(played((("notes/note.md", "x"),)), tmp_path, item(ANEMIA))).grade
    assert astray.because.render("en") == "There is no file output/note.md; there is notes/note.md."


def test_a_file_written_after_the_answer_does_not_count(tmp_path: Path) -> None:
    play = played(())
    play.file(NOTE, "Iron deficiency.")
    assert only(scored(play, tmp_path, item(ANEMIA))).grade.verdict is F


def test_what_a_rewind_took_back_was_never_written(tmp_path: Path) -> None:
    play = Play(toolset="physicianbench").turn("Write a note.")
    before = len(play.events)
    play.file(NOTE, "Iron deficiency.")
    play.rewind(before)
    play.answer("Done.")
    assert only(scored(play, tmp_path, item(ANEMIA))).grade.verdict is F


ALIKE = [
    ("output/note.md", "note.md", True),
    ("output/anemia_plan.md", "output/anemia-plan.txt", True),
    ("output/anemia_plan.md", "Anemia Plan.md".replace(" ", "_"), True),
    ("output/anemia_plan.md", "output/anemia_plan_final.md", True),
    ("output/anemia_plan.md", "output/anaemia_plan.md", True),
    ("output/anemia_plan.md", "output/labs.md", False),
    ("output/note.md", "output/todo.md", False),
]


@pytest.mark.parametrize(("path", "other", "alike"), ALIKE)
def test_a_misplaced_file_is_one_of_nearly_that_name(path: str, other: str, alike: bool) -> None:
    play = played(((other, "text"),))
    state = session_view(play.events, long_task_of(), _nowhere()).state
    assert (misplaced_file(path, state) is not None) is alike
    assert misplaced_file(path, state, frozenset({other})) is None


def _nowhere() -> Any:
    """A record that nothing here reads."""
    return None


# Without an answer


def stopped(do: Callable[[Play], object], reason: EndReason | None = EndReason.TOOL_LIMIT) -> Play:
    play = Play(toolset="physicianbench").turn("Write a note.")
    do(play)
    if reason is not None:
        play.end(reason)
    return play


def everything(play: Play) -> None:
    play.call("fhir_observation_search_labs", refs=["Observation/k"])
    play.write(medication("apixaban"))
    play.file(NOTE, "Iron deficiency, potassium 5.9 mmol/L.")


ALL = (
    item(ORDERED, None, "ordered"),
    item(NONE_ORDERED, None, "none"),
    item(SEEN, None, "seen"),
    item(STANDS, None, "stands"),
    item(ANEMIA, NOTE, "file-says"),
    item(POTASSIUM, NOTE, "file-value"),
    item(JUDGED, NOTE, "file-judged"),
    item(ANEMIA, None, "answer-says"),
    item(POTASSIUM, None, "answer-value"),
    item(JUDGED, None, "answer-judged"),
    item({"human": {}}, None, "answer-human"),
    item({"all": [ORDERED, ANEMIA]}, None, "both"),
)
OF_THE_ANSWER = {"answer-says", "answer-value", "answer-judged", "answer-human", "both", "none"}


def verdicts(score: Score) -> dict[str, Verdict]:
    return {one.id: one.grade.verdict for one in score.turns[0].items}


@pytest.mark.parametrize("reason", [EndReason.TOOL_LIMIT, EndReason.QUIT, None])
def test_what_stands_counts_also_without_an_answer(
    reason: EndReason | None, tmp_path: Path
) -> None:
    score = scored(stopped(everything, reason), tmp_path, *ALL)
    found = verdicts(score)
    assert {name for name, verdict in found.items() if verdict is F} == OF_THE_ANSWER
    assert found["file-judged"] is A
    assert not score.turns[0].answered


def test_an_answer_of_white_space_is_none(tmp_path: Path) -> None:
    play = stopped(everything, None)
    play.answer(" \n")
    assert verdicts(scored(play, tmp_path, *ALL))["ordered"] is P
    assert verdicts(scored(play, tmp_path, *ALL))["answer-says"] is F


def test_doing_nothing_passes_nothing(tmp_path: Path) -> None:
    """That nothing was ordered is no merit of who did not finish."""
    found = verdicts(scored(stopped(lambda _play: None), tmp_path, *ALL))
    assert set(found.values()) == {F}
    play = played(())
    assert verdicts(scored(play, tmp_path, item(NONE_ORDERED, None)))["it"] is P


def test_a_provider_s_failure_is_not_charged(tmp_path: Path) -> None:
    score = scored(stopped(everything, EndReason.PROVIDER_FAILED), tmp_path, *ALL)
    assert set(verdicts(score).values()) == {A}


def test_a_task_that_never_began_fails_everything(tmp_path: Path) -> None:
    play = Play(toolset="physicianbench")
    play.end(EndReason.QUIT)
    assert set(verdicts(scored(play, tmp_path, *ALL)).values()) == {F}


def test_a_judge_and_a_person_are_given_the_file(tmp_path: Path) -> None:
    from physassist_tui.score.judge.prompt import judge_request
    from physassist_tui.score.review.rows import Reviewed
    from physassist_tui.score.review.view import item_view
    from physassist_tui.score.session import answered_turns

    note = "Iron deficiency, from the long use of naproxen."
    of_file, of_answer = item(JUDGED, NOTE, "of-file"), item(JUDGED, None, "of-answer")
    for play, answer in (
        (played(((NOTE, note),), "I wrote it."), "I wrote it."),
        (stopped(lambda p: p.file(NOTE, note)), ""),
    ):
        record = record_of(tmp_path, *HELD)
        both = long_task_of(of_file, of_answer)
        (context,) = answered_turns(play.events, both, record)
        request = judge_request(context)
        assert request.answer == f"{answer}\n\n[{NOTE}]\n{note}"
        assert note in request.messages[1]["content"]
        assert "Write a note." in request.messages[1]["content"]
        (context,) = answered_turns(play.events, long_task_of(of_answer), record)
        assert judge_request(context).answer == answer
        (context,) = answered_turns(play.events, both, record)
        shown = [
            item_view((context,), (1, name), at, Reviewed({})).answer
            for at, name in enumerate(("of-file", "of-answer"))
        ]
        assert shown == [note, answer]
