"""The documentation page of the tools, made from their declarations."""

from __future__ import annotations

from physassist_tui.core.tools import Param, Toolset, ToolSpec
from physassist_tui.ehr.toolsets import PAPER, PHYSASSIST, PHYSICIANBENCH, toolset
from physassist_tui.i18n import Lang

_WORDS: dict[str, tuple[str, str]] = {
    "title": ("Tools", "工具"),
    "intro": (
        "This page is made from the declarations in `physassist_tui/ehr/toolsets.py` and "
        "`physassist_tui/ehr/bench/toolset.py`; a test holds it to them. "
        "To make it again: `python -m physassist_tui.ehr.reference docs`.",
        "本页由 `physassist_tui/ehr/toolsets.py` 和 "
        "`physassist_tui/ehr/bench/toolset.py` 中的声明生成，测试保证二者一致。"
        "重新生成：`python -m physassist_tui.ehr.reference docs`。",
    ),
    "result": (
        'A search gives `{"total", "page", "pages", "entries"}`, newest first; an error '
        'gives `{"error", "field", "allowed"}` and changes nothing.',
        '查询返回 `{"total", "page", "pages", "entries"}`，最近的在前；出错返回 '
        '`{"error", "field", "allowed"}`，且不作任何改动。',
    ),
    "paper": (
        "`physassist-paper` is the set that models were shown in PhysAssistBench; its writes "
        "are there only where the scenario asks for one:",
        "`physassist-paper` 是 PhysAssistBench 中给模型的工具集；仅当情景要求写入时才含写入工具：",
    ),
    "whole": ("physassist", "physassist"),
    "bench": ("physicianbench, for long tasks", "physicianbench，用于长任务"),
    "bench_intro": (
        "The 14 tools of PhysicianBench (arXiv 2605.02240) under its names. No search needs a "
        "parameter: without `patient` it finds everybody's. A code that this record does not have "
        "is taken for part of a name. People may also list and cancel their orders; models may "
        "not.",
        "PhysicianBench（arXiv 2605.02240）的 14 个工具，沿用其名称。各查询均无必填参数：不填 "
        "`patient` 则查所有患者。病历中没有的编码会当作名称的一部分来查。人还可以列出和取消自己的"
        "医嘱，模型不可以。",
    ),
    "file": ("The workspace", "工作区"),
    "read": ("Reads", "读取"),
    "write": ("Writes", "写入"),
    "control": ("Control", "控制"),
    "patient": ("The patient", "患者"),
    "param": ("Parameter", "参数"),
    "type": ("Type", "类型"),
    "required": ("Required", "必填"),
    "meaning": ("Meaning", "含义"),
    "yes": ("yes", "是"),
    "none": ("No parameters.", "无参数。"),
    "one_of": ("One of: ", "取值："),
}


def tool_reference(tools: Toolset, lang: Lang) -> str:
    """The tools of a set in Markdown, grouped by kind, each with its parameters."""
    lines: list[str] = []
    for kind in ("read", "write", "file", "control", "patient"):
        of_kind = [tool for tool in tools.tools if tool.kind == kind and not tool.people_only]
        if of_kind:
            lines += [f"### {_word(kind, lang)}", ""]
        for tool in of_kind:
            lines += _tool(tool, lang)
    return "\n".join(lines)


def tools_page(lang: Lang) -> str:
    """The whole documentation page of the toolsets."""
    paper = toolset(PAPER)
    names = ", ".join(f"`{tool.name}`" for tool in paper.tools)
    head = [
        f"# {_word('title', lang)}",
        "",
        _word("intro", lang),
        "",
        _word("result", lang),
        "",
        f"## {_word('whole', lang)}",
        "",
        f"{_word('paper', lang)} {names}",
        "",
        tool_reference(toolset(PHYSASSIST), lang),
        f"## {_word('bench', lang)}",
        "",
        _word("bench_intro", lang),
        "",
        tool_reference(toolset(PHYSICIANBENCH), lang),
    ]
    return "\n".join(head)


def _tool(tool: ToolSpec, lang: Lang) -> list[str]:
    lines = [f"#### `{tool.name}`", "", tool.description.text(lang), ""]
    if not tool.params:
        return [*lines, _word("none", lang), ""]
    heads = [_word(name, lang) for name in ("param", "type", "required", "meaning")]
    lines += [_table_line(heads), _table_line(["---"] * len(heads))]
    lines += [_table_line(_param(param, lang)) for param in tool.params]
    return [*lines, ""]


def _param(param: Param, lang: Lang) -> list[str]:
    meaning = param.description.text(lang)
    if param.choices:
        choices = ", ".join(f"`{choice}`" for choice in param.choices)
        meaning = f"{meaning} {_word('one_of', lang)}{choices}"
    required = _word("yes", lang) if param.required else ""
    return [f"`{param.name}`", param.type, required, meaning]


def _table_line(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _word(key: str, lang: Lang) -> str:
    return _WORDS[key][0 if lang == "en" else 1]


def write_pages(folder: str) -> None:
    """Writes `tools.md` and `tools.zh.md` into `folder`."""
    from pathlib import Path

    Path(folder, "tools.md").write_text(tools_page("en"), encoding="utf-8")
    Path(folder, "tools.zh.md").write_text(tools_page("zh"), encoding="utf-8")


if __name__ == "__main__":
    import sys

    write_pages(sys.argv[1])
