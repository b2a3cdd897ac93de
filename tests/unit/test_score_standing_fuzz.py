"""Whatever an answer holds, the standing checks read it, and read it alike each time."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.score.session_view import session_view
from physassist_tui.score.standing import standing_findings
from tests.unit.builders import Play, medication, observation, record_of, scenario_of

WORDS = [
    *("I've ordered", "Started", "apixaban", "2.5 mg", "BID", "BMP", "not", "if", "has been"),
    *(
        "已开具",
        "已停用",
        "阿哌沙班",
        "未",
        "建议",
        "肌酐",
        "3月2日",
        "百分之三十",
        "标记",
        "，",
        "。",
    ),
    *(". ", "; ", "\n- ", "1.9 mg/dL", "K 5.9", "2026-03-02", "order placed", "flag", '"', "“"),
    *("<", "≥", "K", "[H]", "\x1b[31m", "１．９"),
]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> EhrStore:
    return record_of(tmp_path_factory.mktemp("record"), observation("k", "2823-3", 5.9, "mmol/L"))


def findings(answer: str, record: EhrStore) -> list[tuple[str, str]]:
    play = Play().turn()
    play.write(medication("apixaban", "2.5 mg"))
    play.answer(answer)
    view = session_view(play.events, scenario_of(), record)
    return [(finding.check, finding.words) for finding in standing_findings(view)]


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(answer=st.one_of(st.text(max_size=200), st.lists(st.sampled_from(WORDS)).map(" ".join)))
def test_any_answer_is_read(answer: str, record: EhrStore) -> None:
    first = findings(answer, record)
    assert first == findings(answer, record)


@pytest.mark.parametrize(
    "answer",
    [
        "I've ordered " * 2000,
        "已开具" * 5000,
        "1.9 mg/dL " * 1000,
        "a" * 4_000,
        "，" * 20_000,
        "order for " * 3000 + "placed",
        "、".join(["阿哌沙班2.5mg"] * 800),
        '"' * 20_000,
        "ok, (a) done: " * 500,
        "按您的建议，已为患者将" * 500,
    ],
    ids=[
        "claims",
        "claims-zh",
        "numbers",
        "letters",
        "commas",
        "orders",
        "list-zh",
        "quotes",
        "leads",
        "leads-zh",
    ],
)
def test_a_very_long_answer_is_read(answer: str, record: EhrStore) -> None:
    """Each of these once took minutes: patterns that look back, or on, without bound."""
    assert len(findings(answer, record)) <= 200


def test_the_checks_read_a_file_of_the_tests_own_making(tmp_path: Path) -> None:
    assert findings("", record_of(tmp_path)) == [("done_not_said", "apixaban")]
