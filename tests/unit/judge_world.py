"""A judge of the tests' own, and sessions for judges and raters to grade."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event
from typing import Any

from physassist_tui.core.scenario import Scenario
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.i18n import Lang
from physassist_tui.llm.model import Completed, Delta, FunctionSpec, ProviderFault
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.judge.judging import Judge
from physassist_tui.score.session import answered_turns
from tests.unit.builders import Play, grader_item, record_of, scenario_of, turn_of

ANSWER: dict[Lang, str] = {
    "en": "Hold apixaban tonight.\nRepeat the  potassium at 06:00, then decide.",
    "zh": "今晚先停阿哌沙班。\n明早六点复查 血钾，再决定。",
}
QUOTE: dict[Lang, str] = {"en": "Hold apixaban tonight.", "zh": "今晚先停阿哌沙班。"}
SECOND: dict[Lang, str] = {
    "en": "Repeat the potassium at 06:00",
    "zh": "明早六点复查 血钾",
}


def row(item: str, verdict: Any = "pass", quote: Any = "", reason: Any = "It says so.") -> Any:
    return {"id": item, "verdict": verdict, "quote": quote, "reason": reason}


def said(*rows: Any) -> str:
    return json.dumps({"items": list(rows)}, ensure_ascii=False)


def good(lang: Lang = "en") -> str:
    return said(row("one", quote=QUOTE[lang]), row("two", "partial", SECOND[lang]))


class FakeModel:
    """Says what it is told to, one reply after the other, the last again and again."""

    def __init__(self, *replies: str | ProviderFault | Completed, name: str = "test/judge") -> None:
        self.name = name
        self.sent: list[list[dict[str, Any]]] = []
        self._replies = replies

    def complete(
        self,
        messages: Sequence[dict[str, Any]],
        functions: Sequence[FunctionSpec] = (),
        *,
        on_delta: Callable[[Delta], None] | None = None,
        stop: Event | None = None,
    ) -> Completed:
        assert not functions
        self.sent.append([dict(message) for message in messages])
        reply = self._replies[min(len(self.sent), len(self._replies)) - 1]
        if isinstance(reply, ProviderFault):
            raise reply
        return reply if isinstance(reply, Completed) else completed(reply)

    def judge(self, **settings: Any) -> Judge:
        return Judge(self.name, lambda: self, settings)


def completed(text: str, **changes: Any) -> Completed:
    given: dict[str, Any] = {
        "provider": "test",
        "model": "judge-1",
        "text": text,
        "calls": (),
        "finish_reason": "stop",
        "first_token_ms": 1,
        "total_ms": 2,
        "usage": None,
        "tokens_in": None,
        "tokens_out": None,
        "cost_usd": None,
        "parameters": {"temperature": 0, "api_key": "sk-never"},
    }
    return Completed(**given | changes)


def judged(*more: Any, guidance: str = "") -> Scenario:
    """A scenario of one turn: items `one` and `two` for a judge, and what else is given."""
    both = [grader_item(name, {"judge": {"guidance": guidance}}) for name in ("one", "two")]
    return scenario_of(turn_of(*both, *more))


def play_of(lang: Lang = "en", answer: str | None = None) -> Play:
    play = Play(lang, assistant="model:vendor/secret-player")
    play.turn("What about tonight's dose?")
    play.call(
        "Observation.search",
        {"code": "Potassium"},
        result={"total": 1, "entries": [{"value": "5.9 mmol/L", "date": "2026-03-04"}]},
    )
    play.ask("Did you take it?", "I skipped two pills.")
    play.answer(ANSWER[lang] if answer is None else answer)
    play.end()
    return play


def context(play: Play, scenario: Scenario, record: EhrStore) -> TurnContext:
    return answered_turns(play.events, scenario, record)[0]


def any_record(folder: Path) -> EhrStore:
    return record_of(folder)
