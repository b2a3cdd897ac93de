"""Everything wrong in a file is told at once: file, line, field, what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from physassist_tui.core.scenario import Scenario
from physassist_tui.library import ScenarioProblems, load_scenario, yaml_lines
from physassist_tui.library.shape import Spot, expected, fields_of, pattern_words
from tests.scenario_files import DELETE, MINI, Where, changed, edited, write_text

T0: Where = ("turns", 0)
VALUE: Where = (*T0, "rubric", 1, "grader", "value")

ONE_FAULT: list[tuple[Where, Any, str, str]] = [
    # where, what is put there, the field told of, words that must be told
    (("title",), DELETE, "title", "missing; expected a text for each language"),
    (("patient",), DELETE, "patient", "missing; expected a reference to a resource"),
    ((*T0, "task_type"), DELETE, "turns[0].task_type", "missing; expected one of information_"),
    ((*T0, "rubric"), DELETE, "turns[0].rubric", "missing; expected a list"),
    ((*VALUE, "unit"), DELETE, "turns[0].rubric[1].grader.value.unit", "missing; expected a text"),
    (("source", "licence"), DELETE, "source.licence", "missing; expected a text"),
    (("facts", 0, "say", "en", "low"), DELETE, "facts[0].say.en.low", "missing; expected a text"),
    (("titel",), {"en": "x"}, "titel", "unknown field; did you mean 'title'?"),
    (("with_",), 1, "with_", "unknown field; the fields here are schema, id, title"),
    (("limits", "calls"), 3, "limits.calls", "unknown field; did you mean 'tool_calls'?"),
    ((*T0, "gold", 0, "wiht"), {}, "turns[0].gold[0].wiht", "did you mean 'with'?"),
    ((*VALUE, "tolerence"), 1, "turns[0].rubric[1].grader.value.tolerence", "'tolerance'?"),
    (("title", "fr"), "x", "title.fr", "unknown language; the languages are en, zh"),
    ((*T0, "gold", 2, "ask", "de"), "x", "turns[0].gold[2].ask.de", "unknown language"),
    (("facts", 0, "say", "es"), {}, "facts[0].say.es", "unknown language"),
    (("facts", 0, "about", "names", "es"), [], "facts[0].about.names.es", "unknown language"),
    (("languages", 1), "fr", "languages[1]", "unknown language 'fr'; the languages are en, zh"),
    (("languages", 1), "en", "languages[1]", "listed twice"),
    (("languages",), [], "languages", "empty; at least one is needed"),
    (("languages",), "en", "languages", "expected a list, found the text 'en'"),
    (("title",), "x", "title", "expected a text for each language (en, zh), found the text 'x'"),
    (("title", "en"), 5, "title.en", "expected a text, found the number 5"),
    (("facts",), {}, "facts", "expected a list, found a map"),
    (("facts",), None, "facts", "expected a list, found nothing"),
    (("facts", 0), "x", "facts[0]", "expected a map with id, topic, grounded_in, say, found the"),
    (("facts", 0, "critical"), "yes", "facts[0].critical", "expected true or false, found the te"),
    (("limits", "tool_calls"), 1.5, "limits.tool_calls", "a whole number, found the number 1.5"),
    (("limits", "tool_calls"), 0, "limits.tool_calls", "must be at least 1"),
    (("references", 0, "year"), 3000, "references[0].year", "must be at most 2100"),
    ((*VALUE, "tolerance"), "a", "turns[0].rubric[1].grader.value.tolerance", "expected a number"),
    ((*VALUE, "tolerance"), -1, "turns[0].rubric[1].grader.value.tolerance", "at least 0"),
    (("category",), "surgery", "category", "'surgery' is not one of diagnostic_workup, medicati"),
    (("category",), 3, "category", "expected one of diagnostic_workup"),
    (("difficulty",), 4, "difficulty", "expected one of 1, 2, 3, found the number 4"),
    (("difficulty",), "1", "difficulty", "expected one of 1, 2, 3, without quotes"),
    (("difficulty",), True, "difficulty", "expected a number, found true or false"),
    (("schema",), 2, "schema", "expected one of 1, found the number 2"),
    ((*T0, "implicitness"), "XX", "turns[0].implicitness", "'XX' is not one of NA, PE, AE"),
    (("toolset",), "physasist", "toolset", "is not one of physassist, physassist-paper"),
    (("id",), "Bad Id", "id", "expected category/name in lower-case letters"),
    (("patient",), "mini-1", "patient", "expected a reference to a resource, as Patient/ex-17"),
    (("facts", 0, "id"), "A b", "facts[0].id", "expected lower-case letters, digits and hyphens"),
    (("facts", 0, "grounded_in", 0), "x", "facts[0].grounded_in[0]", "expected a reference"),
    (("facts", 0, "grounded_in"), [], "facts[0].grounded_in", "empty; at least one"),
    (("clock",), "2026-03-10", "clock", "the clock needs its offset"),
    (("clock",), "yesterday", "clock", "expected a date and time with its offset"),
    (("clock",), 1773148500, "clock", "expected a date and time with its offset"),
    (("clock",), "2026-13-10T08:15:00-05:00", "clock", "expected a date and time with its off"),
    (("turns",), [], "turns", "empty; at least one"),
    ((*T0, "gold"), [], "turns[0].gold", "empty; at least one"),
    ((*T0, "gold", 2), {"say": 1}, "turns[0].gold[2]", "a map with one of call, ask, answer"),
    ((*T0, "gold", 2), "x", "turns[0].gold[2]", "a map with one of call, ask, answer, found the"),
    ((*T0, "gold", 0, "with"), 5, "turns[0].gold[0].with", "expected a map, found the number 5"),
    ((*T0, "gold", 2, "ask"), "x", "turns[0].gold[2].ask", "expected a text for each language"),
    ((*T0, "gold", 3), DELETE, "turns[0].gold[2]", "the last gold step must be the answer"),
    ((*T0, "gold", 0), {"answer": {"en": "x"}}, "turns[0].gold[0]", "the answer ends the turn"),
    ((*T0, "rubric", 1, "grader"), {}, "turns[0].rubric[1].grader", "exactly one grader"),
    (
        (*T0, "rubric", 1, "grader", "judge"),
        {},
        "turns[0].rubric[1].grader",
        "exactly one grader is expected, of state, order, file, evidence",
    ),
    ((*VALUE, "from"), DELETE, "turns[0].rubric[1].grader.value", "exactly one of 'from' and"),
    (
        (*T0, "rubric", 1, "grader"),
        {"evidense": {}},
        "turns[0].rubric[1].grader.evidense",
        "unknown field; did you mean 'evidence'?",
    ),
    (
        (*T0, "rubric", 1, "grader"),
        {"value": {"formula": {"name": "f", "inputs": {"a": {"serch": "x"}}}, "unit": "1"}},
        "turns[0].rubric[1].grader.value.formula.inputs.a.search",
        "missing; expected a text",
    ),
    (
        (*T0, "rubric", 1, "grader"),
        {"value": {"formula": {"name": "f", "inputs": {"a": []}}, "unit": "1"}},
        "turns[0].rubric[1].grader.value.formula.inputs.a",
        "expected a search in the record, a number or a text, found a list",
    ),
    ((*T0, "rubric", 2, "grader", "exchange", "facts", 0), "home-ibuprofn",
     "turns[0].rubric[2].grader.exchange.facts[0]",
     "no fact has the id 'home-ibuprofn'; did you mean 'home-ibuprofen'?"),
    ((*T0, "rubric", 3, "grader", "all", 0, "exchange", "facts", 0), "zzz",
     "turns[0].rubric[3].grader.all[0].exchange.facts[0]", "no fact has the id 'zzz'"),
    ((*T0, "rubric", 3, "basis"), "kdigo", "turns[0].rubric[3].basis",
     "no reference has the id 'kdigo'; did you mean 'kdigo-ckd'?"),
    (("facts", 1, "id"), "home-ibuprofen", "facts[1].id", "two facts have this id"),
    ((*T0, "rubric", 1, "id"), "latest-potassium", "turns[0].rubric[1].id", "two rubric items"),
    (("turns", 1, "refers_to", "turn"), 2, "turns[1].refers_to.turn", "turn 2 can only refer to"),
    (("turns", 1, "refers_to", "turn"), 0, "turns[1].refers_to.turn", "must be at least 1"),
    (("turns", 1, "refers_to"), DELETE, "turns[1].implicitness", "needs 'refers_to'"),
    (("turns", 1, "implicitness"), DELETE, "turns[1].refers_to", "only a request with"),
]  # fmt: skip


@pytest.mark.parametrize(("where", "value", "field", "words"), ONE_FAULT)
def test_one_fault_is_told_at_its_place(
    tmp_path: Path, where: Where, value: Any, field: str, words: str
) -> None:
    file = changed(tmp_path, (where, value))
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(file)
    told = {problem.field: problem for problem in caught.value.problems}
    assert field in told, str(caught.value)
    problem = told[field]
    assert words in problem.problem.render("en")
    assert problem.file == file
    lines = file.read_text("utf-8").splitlines()
    assert problem.line is not None
    if value is DELETE or "missing" in words:
        assert 1 <= problem.line <= len(lines)
    else:
        name = field.rpartition(".")[2].partition("[")[0]
        # The line is that of the field, or of its item in the list that follows the name.
        near = "\n".join(lines[max(0, problem.line - 4) : problem.line])
        assert name in near or "- " in lines[problem.line - 1], (problem.line, near)


@pytest.mark.parametrize(("where", "value", "field", "words"), ONE_FAULT[:60])
def test_no_fault_drags_others_along(
    tmp_path: Path, where: Where, value: Any, field: str, words: str
) -> None:
    file = changed(tmp_path, (where, value))
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(file)
    follow = {
        # What hangs on the field: the other misspelt half, references to what is gone.
        "titel", "facts", "facts[0]", "facts[0].id", "turns[0].gold[3]", "turns[0].implicitness",
        "turns[0].rubric[1].grader.value.formula.inputs.a.search",
    }  # fmt: skip
    if field not in follow:
        assert [problem.field for problem in caught.value.problems] == [field]


def test_all_faults_of_a_file_are_told_at_once_in_order_of_lines(tmp_path: Path) -> None:
    file = changed(
        tmp_path,
        (("category",), "surgery"),
        (("title", "fr"), "x"),
        (("facts", 1, "id"), "home-ibuprofen"),
        ((*T0, "rubric", 3, "basis"), "nothing"),
        (("turns", 1, "task_type"), DELETE),
        (("turns", 1, "refers_to", "turn"), 9),
    )
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(file)
    fields = [problem.field for problem in caught.value.problems]
    assert sorted(fields) == sorted(
        [
            "category",
            "title.fr",
            "facts[1].id",
            "turns[0].rubric[3].basis",
            "turns[1].task_type",
            "turns[1].refers_to.turn",
        ]
    )
    lines = [problem.line or 0 for problem in caught.value.problems]
    assert lines == sorted(lines)
    text = str(caught.value)
    assert len(text.splitlines()) == len(fields)
    assert all(line.startswith(f"{file}:") for line in text.splitlines())


def test_a_problem_as_json_has_the_stable_keys(tmp_path: Path) -> None:
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(changed(tmp_path, (("category",), "surgery")))
    (problem,) = caught.value.problems
    row = problem.to_json("en")
    assert list(row) == ["file", "line", "field", "problem"]
    assert row["line"] == problem.line


TEXTS: list[tuple[str | bytes, int | None, str]] = [
    ("", 1, "is empty"),
    ("  \n\n", 1, "is empty"),
    ("# only a comment\n", 1, "expected a map of fields at the top, found nothing"),
    ("- a\n- b\n", 1, "expected a map of fields at the top, found a list"),
    ("just words", 1, "expected a map of fields at the top, found the text 'just words'"),
    ("a: b\nc: [1, 2\nd: e\n", 3, "not YAML at column"),
    ("a: b\n  c: d\n", 2, "not YAML at column 4"),
    ("a:\n\t- b", 2, "not YAML at column"),
    (b"a: b\nc: \xff\xfe\n", 2, "is not UTF-8 at byte 8"),
    ("title: 中文".encode("gb18030"), 1, "is not UTF-8 at byte 7"),
    ("a: b".encode("utf-16"), 1, "is not UTF-8 at byte 0"),
    ("a: b\nc: \x01", 2, "the character U+0001 is not allowed"),
    ("a: b\n---\nc: d\n", 2, "a second document starts here"),
    ("a: !!python/object:os.system x", 1, "the tag tag:yaml.org,2002:python/object:os.system"),
    ("a: b\n? [c]\n: d", 2, "a key must be a word"),
    ("a: *b", 1, "the alias *b has no anchor before it"),
    ("a: &b [*b]", 1, "the alias *b stands inside itself"),
    ("a: " + "[" * 80 + "]" * 80, 1, "nested more than 60 levels deep"),
    ("[" * 100_000, 1, ""),
    ("- " * 30_000, 1, ""),
]


@pytest.mark.parametrize(("text", "line", "words"), TEXTS)
def test_a_file_that_is_no_scenario_gets_one_line(
    tmp_path: Path, text: str | bytes, line: int | None, words: str
) -> None:
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(write_text(tmp_path, text))
    assert len(caught.value.problems) == 1, str(caught.value)
    (problem,) = caught.value.problems
    assert words in str(problem)
    assert problem.line == line
    assert "\n" not in str(problem)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [*TEXTS[:-2], ('a: b\nc: "\\ud800"', 2, "half a character")],
)
def test_the_parser_without_libyaml_says_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | bytes, line: int, words: str
) -> None:
    monkeypatch.setattr(yaml_lines, "_Loader", yaml.SafeLoader)
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(write_text(tmp_path, text))
    (problem,) = caught.value.problems
    assert words.split(" at column", maxsplit=1)[0] in str(problem)
    assert problem.line == line


def test_a_misspelt_search_of_a_formula_is_told_as_a_search(tmp_path: Path) -> None:
    path: Where = (*T0, "rubric", 1, "grader")
    formula = {"name": "f", "inputs": {"a": {"serch": "x"}, "b": 1.5, "c": "text"}}
    file = changed(tmp_path, (path, {"value": {"formula": formula, "unit": "1"}}))
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(file)
    inputs = "turns[0].rubric[1].grader.value.formula.inputs"
    assert {problem.field for problem in caught.value.problems} == {
        f"{inputs}.a.search",
        f"{inputs}.a.serch",
    }


def test_a_key_given_twice_is_told_with_both_lines(tmp_path: Path) -> None:
    text = (MINI / "scenario.yaml").read_text("utf-8") + "difficulty: 2\n"
    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(write_text(tmp_path, text))
    (problem,) = caught.value.problems
    assert (problem.field, problem.line) == ("difficulty", len(text.splitlines()))
    assert "first on line 6" in str(problem)


def test_aliases_cannot_blow_the_file_up(tmp_path: Path) -> None:
    bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
        f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 12)
    )
    with pytest.raises(ScenarioProblems, match="more than 200000 values"):
        load_scenario(write_text(tmp_path, bomb))


def test_an_anchor_that_is_used_well_works(tmp_path: Path) -> None:
    text = (MINI / "scenario.yaml").read_text("utf-8")
    text = text.replace("title: {", "title: &t {").replace(
        "antecedent: {en: potassium, zh: 血钾}", "antecedent: *t"
    )
    loaded = load_scenario(write_text(tmp_path, text))
    refers = loaded.scenario.turns[1].refers_to
    assert refers is not None
    assert refers.antecedent == loaded.scenario.title


def test_folders_missing_and_huge_files_get_one_line_each(tmp_path: Path) -> None:
    huge = tmp_path / "huge.yaml"
    with huge.open("wb") as file:
        file.truncate(50_000_000)
    (tmp_path / "scenario.yaml").mkdir()
    for path, words in [
        (tmp_path / "none.yaml", "there is no such file"),
        (tmp_path / "none", "there is no such file"),
        (tmp_path, "is a folder; a scenario file is expected"),
        (huge, "has 50000000 bytes; a scenario has at most 4000000"),
        (Path("a\0b.yaml"), "cannot be read"),
        (tmp_path / ("n" * 5000 + ".yaml"), "cannot be read"),
    ]:
        with pytest.raises(ScenarioProblems) as caught:
            load_scenario(path)
        assert words in str(caught.value)
        assert len(str(caught.value).splitlines()) == 1


def test_a_wrong_type_hides_no_other_fault(tmp_path: Path) -> None:
    def edit(data: dict[str, Any]) -> None:
        data["facts"][0]["critical"] = "yes"
        data["turns"][0]["rubric"][2]["grader"]["exchange"]["facts"] = ["gone"]

    with pytest.raises(ScenarioProblems) as caught:
        load_scenario(edited(tmp_path, edit))
    assert {problem.field for problem in caught.value.problems} == {
        "facts[0].critical",
        "turns[0].rubric[2].grader.exchange.facts[0]",
    }


def _spots(model: type[BaseModel], seen: set[type[BaseModel]]) -> list[Spot]:
    if model in seen:
        return []
    seen.add(model)
    spots = []
    for spot in fields_of(model).values():
        for option in _leaves(spot):
            spots.append(option)
            if isinstance(option.type, type) and issubclass(option.type, BaseModel):
                spots += _spots(option.type, seen)
    return spots


def _leaves(spot: Spot) -> list[Spot]:
    from typing import get_args, get_origin

    leaves = []
    for option in spot.options():
        leaves.append(option)
        if get_origin(option.type) in (tuple, dict):
            for arg in get_args(option.type):
                if arg is not Ellipsis:
                    leaves += _leaves(Spot(arg))
    return leaves


def test_every_field_of_the_format_can_be_explained() -> None:
    spots = _spots(Scenario, set())
    assert len(spots) > 100
    for spot in spots:
        pattern = spot.pattern()
        assert pattern is None or pattern_words(pattern) is not None, pattern
        words = expected(spot).render("en")
        assert words != "another value"
