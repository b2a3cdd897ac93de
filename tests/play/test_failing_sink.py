"""A disk that fails at any moment loses nothing that was recorded, and doubles nothing."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from physassist_tui.core import events as ev
from physassist_tui.core.errors import PhysassistError, ServiceFailed
from physassist_tui.core.state import fold
from physassist_tui.core.view import Act, Answer, Ask, CallTool
from physassist_tui.i18n import msg
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import start
from physassist_tui.play.recorder import MemorySink
from physassist_tui.play.scripts import script_player


class FailingSink(MemorySink):
    """Fails once, at the commit of a given number."""

    def __init__(self, fails_at: int) -> None:
        super().__init__()
        self.commits = 0
        self.fails_at = fails_at

    def append(self, session_id: str, events: Sequence[ev.AnyEvent]) -> None:
        self.commits += 1
        if self.commits == self.fails_at:
            raise ServiceFailed(msg("The disk is full."))
        super().append(session_id, events)


def kinds(events: Sequence[ev.AnyEvent]) -> list[str]:
    return [event.kind for event in events]


@pytest.mark.parametrize("fails_at", range(2, 14))
def test_a_play_goes_on_after_the_disk_failed(mini: Loaded, fails_at: int) -> None:
    sink = FailingSink(fails_at)
    opened = start(mini, sink, Casting("human", "en"), session="01TEST")
    director = opened.director
    gold = script_player("script:gold", mini.scenario, opened.store)
    failed = 0
    while director.state.ended is None:
        try:
            director.act(gold(director.view()))
        except ServiceFailed:
            failed += 1
            assert director.state == fold(sink.events)
    assert failed == (1 if sink.commits >= fails_at else 0)
    assert director.state == fold(sink.events)
    assert [e.seq for e in sink.events] == list(range(1, len(sink.events) + 1))
    assert all(call.returned_seq for call in director.state.calls)
    assert len(director.state.written) == 1
    found = opened.store.search(
        "ServiceRequest", [("_id", director.state.written[0].resource["id"])]
    )
    assert found["total"] == 1


ACTS: st.SearchStrategy[Act] = st.one_of(
    st.builds(Ask, st.text(max_size=30)),
    st.builds(Answer, st.text(max_size=30)),
    st.builds(
        CallTool,
        st.sampled_from(
            ["Observation.search", "ServiceRequest.create", "order.cancel", "order.list",
             "patient.get_pain_assessment", "prepare_to_answer", "no.such"]
        ),
        st.dictionaries(
            st.sampled_from(["code", "service_type", "priority", "order", "page", "x"]),
            st.one_of(st.text(max_size=8), st.integers(-2, 3), st.sampled_from("1KH")),
            max_size=3,
        ),
    ),
)  # fmt: skip


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(acts=st.lists(ACTS, max_size=25))
def test_any_acts_at_all_keep_the_state_the_fold_of_the_events(
    mini: Loaded, acts: list[Act]
) -> None:
    sink = MemorySink()
    director = start(mini, sink, Casting("human", "en"), session="01TEST").director
    for act in acts:
        try:
            director.act(act)
        except PhysassistError:
            assert director.state.ended is not None
        assert director.state == fold(sink.events)
    assert all(call.returned_seq for call in director.state.calls)
    called = kinds(sink.events).count("tool_called")
    assert called == kinds(sink.events).count("tool_returned")
