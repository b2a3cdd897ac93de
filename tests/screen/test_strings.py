"""No widget is given a bare string: Textual would read markup out of it."""

from __future__ import annotations

import ast
from pathlib import Path

ROOM = Path(__file__).resolve().parents[2] / "physassist_tui" / "tui"
MAKERS = {"Static", "Label", "Button", "Option", "Checkbox", "RadioButton", "Collapsible",
          "TabPane", "Tab", "Digits", "Markdown", "Link", "update", "add_row", "add_rows",
          "add_column", "add_columns", "add_option", "write", "write_line"}  # fmt: skip
BARE_CALLS = {"_", "str", "visible", "one_line", "repr", "render", "join", "format", "text"}
TITLES = {"border_title", "border_subtitle", "tooltip", "prompt"}
FORBIDDEN = {"from_markup", "from_text"}


def bare(node: ast.expr) -> bool:
    """Whether the expression is, as far as can be seen, a string."""
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(left=left, right=right):
            return bare(left) or bare(right)
        case ast.IfExp(body=body, orelse=orelse):
            return bare(body) or bare(orelse)
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in BARE_CALLS
        case _:
            return False


def faults(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                if name in FORBIDDEN:
                    found.append(f"{node.lineno}: {name}")
                if name in MAKERS and any(bare(argument) for argument in node.args):
                    found.append(f"{node.lineno}: {name} with a bare string")
                if name == "notify" and not any(
                    word.arg == "markup" and getattr(word.value, "value", True) is False
                    for word in node.keywords
                ):
                    found.append(f"{node.lineno}: notify without markup=False")
                if name == "OptionList" and not any(word.arg == "markup" for word in node.keywords):
                    found.append(f"{node.lineno}: OptionList without markup=False")
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
                if name in TITLES and bare(value):
                    found.append(f"{node.lineno}: {name} with a bare string")
    return found


def test_no_bare_string_is_given_to_a_widget() -> None:
    # What never meets Textual draws nothing: the terminal's own title, say.
    files = [file for file in ROOM.rglob("*.py") if "textual" in file.read_text(encoding="utf-8")]
    assert len(files) > 15
    assert {
        file.name: found for file in files if (found := faults(file.read_text(encoding="utf-8")))
    } == {}


def test_the_check_finds_what_it_is_for() -> None:
    for source in (
        'Static("x")', 'Label(_("x"))', 'self.notify(text)', 'x.update(f"{y}")', 'Option(str(x))',
        'self.border_title = "x"', 'Content.from_markup(x)', 'Static("a" + plain(b))',
        't.add_row(cell(a), str(b))', 'OptionList()', 'x.update(m.render())',
    ):  # fmt: skip
        assert faults(source), source
    for source in ("Static(plain(x))", "x.update(joined(a, b))", "t.add_row(cell(a))"):
        assert not faults(source), source
