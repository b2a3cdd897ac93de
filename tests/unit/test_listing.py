"""Several things in a row stand apart by the sign of the language, wherever a person reads them."""

from __future__ import annotations

import ast
import re
from contextvars import copy_context
from pathlib import Path

from babel.messages.pofile import read_po
from click.testing import CliRunner

from physassist_tui.cli.app import app
from physassist_tui.i18n import msg, several, use_language

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ROOT / "physassist_tui"
MINI = ROOT / "tests" / "scenarios" / "mini"
HALF = re.compile(
    r"[\u4e00-\u9fff][,;]|[」”）][,;] ?[\u4e00-\u9fff\w「“（]|(?<=\S)[,;] [\u4e00-\u9fff「“（]"
)
"""A half-width comma or semicolon beside a Chinese character."""

NOT_SENTENCES = {
    "store": "SQL",
    "ehr/entr": "record text: one result for every language",
    "ehr/fhirtext.py": "record text",
    "ehr/persons.py": "record text",
    "ehr/reference.py": "makes a page of the documentation, each language by itself",
    "play/scripts.py": "what a script says",
    "score/formulas.py": "a fault in a formula, told to whoever writes it",
    "score/ordering/names.py": "codes",
    "check/mutation": "a call or a value as it was changed",
    "check/authoring/skeleton.py": "YAML",
    "check/authoring/review.py": "a call as it is typed",
}
"""Where items may be joined by half-width signs, and what they are there."""


SIGNS = frozenset({", ", "; ", "、", "；", "，"})


def _is_sign(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value in SIGNS


def joins(source: str) -> list[int]:
    """The lines at which things are joined, or added up, with such a sign between them."""
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Attribute(attr="join", value=sign)) if _is_sign(sign):
                found.append(node.lineno)
            case ast.BinOp(op=ast.Add(), left=left, right=right) if _is_sign(left) or _is_sign(
                right
            ):
                found.append(node.lineno)
            case _:
                pass
    return found


def test_nothing_that_a_person_reads_is_joined_by_hand() -> None:
    found = {
        f"{name}:{line}"
        for file in ROOMS.rglob("*.py")
        for name in [file.relative_to(ROOMS).as_posix()]
        if not name.startswith(tuple(NOT_SENTENCES)) and name != "ehr/table_words.py"
        for line in joins(file.read_text(encoding="utf-8"))
    }
    assert found == set(), "use i18n.several"
    assert joins('x = ", ".join(names)') == joins('x += ", " + y') == [1]


def test_several_takes_the_language_it_is_rendered_in() -> None:
    three = several(["a", msg("Physician"), 3])
    assert three.render("en") == "a, Physician, 3"
    assert three.render("zh") == "a、医生、3"
    assert several(["a", "b"], "; ").render("zh") == "a；b"
    told = msg("Allowed: {allowed}", allowed=several(["{x}", "y"]))
    assert told.render("en") == "Allowed: {x}, y"
    assert told.render("zh").endswith("{x}、y")
    assert not several([])
    assert several([]).render("zh") == ""
    assert several(["a", "b"]) == several(["a", "b"])
    use_language("zh")
    try:
        assert str(three) == "a、医生、3"
    finally:
        use_language("en")


def test_no_translation_holds_half_width_signs() -> None:
    with (ROOT / "locales" / "zh" / "LC_MESSAGES" / "physassist.po").open("rb") as file:
        catalogue = read_po(file)
    strings = [
        text
        for message in catalogue
        if message.id
        for text in ([message.string] if isinstance(message.string, str) else message.string or ())
    ]
    assert [text for text in strings if HALF.search(re.sub("`[^`]*`", "", text))] == []


def _told(command: list[str], typed: str, cache: str) -> str:
    """What a command says in Chinese, its fault included."""
    use_language("zh")
    environ = {"PHYSASSIST_LANG": "zh", "PHYSASSIST_CACHE": cache}
    done = CliRunner().invoke(app, command, input=typed + "\n", env=environ)
    return f"{done.output}{done.exception or ''}"


def test_lines_in_chinese_hold_none_but_those_of_the_record(tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    bad.mkdir()
    text = (MINI / "scenario.yaml").read_text(encoding="utf-8")
    (bad / "scenario.yaml").write_text(
        text.replace("difficulty: 1", "difficulty: 9").replace("toolset", "toolbox"),
        encoding="utf-8",
    )
    record = text + (MINI / "record.json").read_text(encoding="utf-8")
    typed = [
        "工具", "Observation.search code=血钾", "Observation.search cod=x",
        "Observaton.search code=x", "Flag.create category=wrong code=x detail=y",
        "MedicationRequest.create medication=布洛芬 dose=x route=y frequency=z",
        "Observation.search patient=nobody", "Observation.search code=zzz", "患者", "/座位",
        "取消 9", "医嘱", "答 血钾5.9 mmol/L", "/结束",
    ]  # fmt: skip
    commands: list[tuple[list[str], str]] = [
        (["play", str(MINI), "--plain"], "\n".join(typed)),
        (["play", str(MINI), "--assistant", "script:gol"], ""),
        (["play", str(MINI), "--patient", "nobody"], ""),
        (["scenarios", "show", str(MINI)], ""),
        (["scenarios", "check", str(bad)], ""),
        (["score", "nobody"], ""),
        (["demo", "nothing"], ""),
        (["doctor"], ""),
    ]
    seen: dict[str, str] = {}
    for command, lines in commands:
        database = ["--db", str(tmp_path / "p.db")] if command[0] in ("play", "score") else []
        seen[" ".join(command[:3])] = copy_context().run(
            _told, [*command, *database], lines, str(tmp_path / "cache")
        )
    assert all(seen.values())
    assert sum("、" in text for text in seen.values()) >= 6, "lists were told"
    half = [
        (command, line)
        for command, told in seen.items()
        for line in told.splitlines()
        for found in [HALF.search(line)]
        if found and found.group() not in record
    ]
    assert half == []


def test_of_many_the_first_are_told_and_that_there_are_more() -> None:
    letters = "abcd"
    for most, en, zh in ((3, "a, b, c, …", "a、b、c、…"), (4, "a, b, c, d", "a、b、c、d")):
        told = several(iter(letters), most=most)
        assert (told.render("en"), told.render("zh")) == (en, zh)
    assert not several("", most=0)
    assert several(letters, "; ", most=1).render("zh") == "a；…"
