"""Names on the wire, and streams put together, whatever order the pieces come in."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace as Piece
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from physassist_tui.ehr.toolsets import NAMES, toolset
from physassist_tui.llm.faults import fault_of
from physassist_tui.llm.gathering import MAX_CHARACTERS, Gathering
from physassist_tui.llm.wire_names import WireNames

ALLOWED = re.compile(r"[A-Za-z0-9_-]{1,64}")


@given(st.sets(st.text("ab._-", min_size=1, max_size=5) | st.text(min_size=1, max_size=80)))
def test_names_are_one_to_one_and_fit_the_wire(names: set[str]) -> None:
    wires = WireNames(names)
    sent = {name: wires.wire(name) for name in names}
    assert len(set(sent.values())) == len(names)
    for name, wire in sent.items():
        assert ALLOWED.fullmatch(wire)
        assert wires.dotted(wire) == name
        if ALLOWED.fullmatch(name):
            assert wire == name, "a name that fits is kept"


def test_our_tools_keep_readable_names() -> None:
    for each in NAMES:
        names = [tool.name for tool in toolset(each).tools]
        wires = WireNames(names)
        assert all(wires.wire(name) == name.replace(".", "_") for name in names)
    assert WireNames(["a.b"]).dotted("invented") == "invented"


def chunk(finish: str | None = None, calls: list[Any] | None = None, **said: Any) -> Any:
    delta = Piece(content=said.get("text"), reasoning_content=None, tool_calls=calls)
    return Piece(choices=[Piece(delta=delta, finish_reason=finish)])


def call(index: int | None, arguments: str, name: str | None = None, id: str | None = None) -> Any:  # noqa: A002
    return Piece(index=index, id=id, function=Piece(name=name, arguments=arguments))


def gathered(*chunks: Any) -> Gathering:
    found = Gathering(WireNames(["a.b"]))
    for each in chunks:
        found.take(each)
    return found


def test_parallel_calls_in_any_interleaving() -> None:
    found = gathered(
        chunk(calls=[call(1, "", "c", "two"), call(0, '{"x"', "a_b", "one")]),
        chunk(calls=[call(0, ": 1}"), call(1, '{"y": 2}')]),
    ).calls()
    assert [(c.id, c.name, c.arguments) for c in found] == [
        ("one", "a.b", '{"x": 1}'), ("two", "c", '{"y": 2}'),
    ]  # fmt: skip


def test_servers_that_count_badly() -> None:
    same = gathered(
        chunk(calls=[call(0, '{"x": 1}', "a_b", "one")]),
        chunk(calls=[call(0, '{"x": 2}', "a_b", "two")]),
    ).calls()
    assert [(c.id, c.arguments) for c in same] == [("one", '{"x": 1}'), ("two", '{"x": 2}')]
    no_index = gathered(
        chunk(calls=[call(None, "", "a_b", "one")]), chunk(calls=[call(None, '{"x": ')]),
        chunk(calls=[call(None, "1}")]), chunk(calls=[call(None, "{}", "c", "two")]),
    ).calls()  # fmt: skip
    assert [(c.id, c.arguments) for c in no_index] == [("one", '{"x": 1}'), ("two", "{}")]
    no_id = gathered(chunk(calls=[call(0, "{}", "a_b"), call(1, "{}", "c")])).calls()
    assert len({c.id for c in no_id}) == 2
    twice = gathered(chunk(calls=[call(0, "{}", "a_b", "x"), call(1, "{}", "c", "x_1")])).calls()
    assert len({c.id for c in twice}) == 2


def test_what_is_said_twice_on_purpose_stays() -> None:
    assert gathered(chunk(text="10"), chunk(text="0"), chunk(text="0")).text == "1000"
    long = "Give potassium chloride 40 mmol. "
    assert gathered(chunk(text=long), chunk(text=long)).text == long
    assert gathered(*[chunk(text=long)] * 3).text == long * 2
    digits = gathered(
        chunk(calls=[call(0, '{"dose": 1', "a_b", "one")]), chunk(calls=[call(0, "0")]),
        chunk(calls=[call(0, "0")]), chunk(calls=[call(0, "}")]),
    ).calls()  # fmt: skip
    assert json.loads(digits[0].arguments) == {"dose": 100}


def test_chunks_of_no_shape_say_nothing() -> None:
    found = gathered(
        Piece(), Piece(choices=None), Piece(choices=[]), Piece(choices=[Piece()]),
        Piece(choices=[Piece(delta=None, finish_reason=None)]),
        Piece(choices=[Piece(delta=Piece(content=7, tool_calls=[Piece()]), finish_reason="stop")]),
    )  # fmt: skip
    assert (found.text, found.reasoning, found.finish_reason) == ("", None, "stop")


def test_an_answer_holds_no_more_than_its_bound() -> None:
    found = gathered(*(chunk(text=f"{n:07d}" * 10_000) for n in range(20)))
    assert len(found.text) == MAX_CHARACTERS
    assert found.full


def test_a_fault_is_read_from_the_deepest_cause_and_survives_a_ring() -> None:
    first, second = ValueError("outer"), ConnectionRefusedError("inner")
    first.__cause__ = second
    second.__context__ = first
    assert fault_of(first, sent_key=True).kind == "unreachable"
    assert fault_of(RuntimeError("no idea"), sent_key=True).kind == "server_error"
