"""What a judge may say, and what is no grade: every malformed reply, in both languages."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physassist_tui.core.words import Verdict
from physassist_tui.i18n import LANGUAGES, Lang, msg
from physassist_tui.llm.model import AskedCall, Completed, ProviderFault
from physassist_tui.score.judge.judging import Judge, ask
from physassist_tui.score.judge.prompt import judge_request
from physassist_tui.score.judge.reply import Unusable, read_reply
from tests.unit.judge_world import (
    ANSWER,
    QUOTE,
    SECOND,
    FakeModel,
    any_record,
    completed,
    context,
    good,
    judged,
    play_of,
    row,
    said,
)

FAULT = ProviderFault("overloaded", msg("busy"), provider="test", model="judge-1")
ONE, TWO = row("one", quote="Hold apixaban"), row("two", "fail")

WHOLE: dict[str, str | Completed | ProviderFault] = {
    "empty": "",
    "white space": " \n\t",
    "a refusal": "I'm sorry, but I can't help with grading medical advice.",
    "a refusal in Chinese": "抱歉，我无法完成这个请求。",
    "prose before": "Here you are: " + said(ONE, TWO),
    "prose after": said(ONE, TWO) + "\nI hope this helps.",
    "cut off": said(ONE, TWO)[:-9],
    "two objects": said(ONE) + said(TWO),
    "a list": json.dumps([ONE, TWO]),
    "no items": "{}",
    "items no list": json.dumps({"items": {"one": ONE}}),
    "null": "null",
    "too few": said(ONE),
    "too many": said(ONE, TWO, row("three")),
    "one twice": said(ONE, ONE),
    "twice with another verdict": said(ONE, row("one", "fail")),
    "unknown id": said(ONE, row("2", "fail")),
    "id in another case": said(ONE, row("Two", "fail")),
    "no id": said(ONE, {"verdict": "pass", "quote": "Hold", "reason": "x"}),
    "id a number": said(ONE, row(2, "fail")),  # type: ignore[arg-type]
    "a row that is text": said(ONE, "two: pass"),
    "a key twice": said(ONE, TWO).replace('"fail"', '"fail", "verdict": "pass"'),
    "comments": said(ONE, TWO).replace("}]", "} // done\n]"),
    "single quotes": said(ONE, TWO).replace('"', "'"),
    "nested without end": "[" * 100_000,
    "two fences": f"```json\n{said(ONE)}\n```\n```json\n{said(TWO)}\n```",
    "a tool call": completed("", calls=(AskedCall("1", "grade", "{}"),)),
    "cut by the limit": completed(said(ONE, TWO), finish_reason="length"),
    "filtered": completed("", finish_reason="content_filter"),
    "an error": FAULT,
}  # fmt: skip

ITEM: dict[str, Any] = {
    "a verdict outside the set": row("one", "abstain", QUOTE["en"]),
    "a verdict in another case": row("one", "Pass", QUOTE["en"]),
    "a verdict in Chinese": row("one", "通过", QUOTE["en"]),
    "a number": row("one", 1, QUOTE["en"]),
    "true": row("one", True, QUOTE["en"]),
    "null": row("one", None, QUOTE["en"]),
    "no quote": {"id": "one", "verdict": "pass", "reason": "x"},
    "an empty quote": row("one", "pass", ""),
    "a quote of signs": row("one", "pass", " . "),
    "a quote of one letter": row("one", "pass", "H"),
    "a list of quotes": row("one", "pass", ["Hold", "apixaban"]),
    "a quote in other words": row("one", "pass", "Stop apixaban tonight"),
    "a quote in another case": row("one", "pass", "hold APIXABAN"),
    "a quote with an ellipsis": row("one", "pass", "Hold … tonight"),
    "a quote in quotation marks": row("one", "pass", '"Hold apixaban"'),
    "a quote of the evidence": row("one", "pass", "5.9 mmol/L"),
    "a quote of the item": row("one", "pass", "one"),
    "a failing quote that is not there": row("one", "fail", "Give apixaban"),
    "no reason": row("one", "pass", QUOTE["en"], ""),
    "a reason that is no text": row("one", "pass", QUOTE["en"], ["x"]),
}


def put(model: FakeModel, folder: Path, lang: Lang = "en") -> Any:
    turn = context(play_of(lang), judged(), any_record(folder))
    return ask(model, Judge(model.name, lambda: model), judge_request(turn), turn)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_good_reply_grades_every_item(tmp_path: Path, lang: Lang) -> None:
    model = FakeModel(good(lang))
    judgement = put(model, tmp_path, lang)
    grades = judgement.grades()
    assert [g.verdict for g in grades.values()] == [Verdict.PASS, Verdict.PARTIAL]
    assert grades["one"].words == QUOTE[lang]
    assert "It says so." in grades["one"].because.render(lang)
    assert len(model.sent) == 1
    assert judgement.parameters == {"temperature": 0}  # and no key


@pytest.mark.parametrize(
    "form",
    [
        lambda text: f"\n  {text}\n",
        lambda text: f"```json\n{text}\n```",
        lambda text: f"```\n{text}\n```\n",
        lambda text: "\ufeff" + text,
        lambda text: json.dumps(json.loads(text), indent=2),
        lambda text: text.replace("apixaban tonight", "apixaban\\n tonight"),
        lambda text: text.replace('"items"', '"note": "x", "items"'),
    ],
)
def test_what_is_let_pass_around_an_object(form: Any) -> None:
    read = read_reply(form(good()), ("one", "two"), ANSWER["en"])
    assert [one.fault for one in read.values()] == [None, None]


@pytest.mark.parametrize("reply", WHOLE.values(), ids=WHOLE)
def test_a_reply_that_cannot_be_used_is_asked_for_once_more_then_abstains(
    tmp_path: Path, reply: str | Completed | ProviderFault
) -> None:
    model = FakeModel(reply)
    judgement = put(model, tmp_path)
    assert [g.verdict for g in judgement.grades().values()] == [Verdict.ABSTAIN] * 2
    assert len(model.sent) == len(judgement.replies) == 2
    mended = put(FakeModel(reply, good()), tmp_path)
    assert [g.verdict for g in mended.grades().values()] == [Verdict.PASS, Verdict.PARTIAL]


@pytest.mark.parametrize("bad", ITEM.values(), ids=ITEM)
def test_a_fault_of_one_item_is_that_items_alone(tmp_path: Path, bad: Any) -> None:
    model = FakeModel(said(bad, row("two", "partial", SECOND["en"])))
    grades = put(model, tmp_path).grades()
    assert [g.verdict for g in grades.values()] == [Verdict.ABSTAIN, Verdict.PARTIAL]
    assert len(model.sent) == 2
    told = model.sent[1][-1]["content"]
    assert told.startswith("Your reply could not be used: one: ")


def test_the_first_reply_without_fault_decides(tmp_path: Path) -> None:
    bad = said(row("one", "pass", "not there"), row("two", "pass", SECOND["en"]))
    grades = put(FakeModel(bad, good()), tmp_path).grades()
    assert grades["two"].verdict is Verdict.PARTIAL
    # A second that is worse than the first leaves what the first had.
    kept = put(FakeModel(bad, "no"), tmp_path).grades()
    assert [g.verdict for g in kept.values()] == [Verdict.ABSTAIN, Verdict.PASS]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_white_space_of_a_quote_does_not_matter_and_nothing_else_is_let_pass(lang: Lang) -> None:
    answer = ANSWER[lang]
    quote = answer.replace("\n", " ").replace("  ", "\n\t")
    text = said(row("a", quote=f"  {quote} "), row("b", quote=quote + "!"))
    read = read_reply(text, ("a", "b"), answer)
    assert read["a"].fault is None
    assert read["b"].fault is not None


def test_a_fail_need_not_quote_what_is_not_there() -> None:
    assert read_reply(said(row("a", "fail", "")), ("a",), "No.")["a"].fault is None


def test_the_whole_of_a_very_short_answer_is_a_quote() -> None:
    assert read_reply(said(row("a", "pass", "是")), ("a",), "是")["a"].fault is None


@given(st.text(max_size=300) | st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["items", "id", "verdict", "quote", "reason", "x"]), inner),
    max_leaves=12,
).map(json.dumps))  # fmt: skip
def test_nothing_that_is_said_is_more_than_unusable(text: str) -> None:
    with suppress(Unusable):
        assert set(read_reply(text, ("one",), "Hold apixaban")) == {"one"}


def test_no_reply_passes_an_item_without_words_of_the_answer() -> None:
    quotes: list[Any] = ["", " ", ".", "…", "-", "H", None, 0, {}, "Apixaban"]
    for quote in quotes:
        read = read_reply(said(row("one", "pass", quote)), ("one",), "Hold apixaban tonight")
        assert read["one"].fault is not None
