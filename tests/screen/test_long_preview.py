"""Notes as they will be read, whatever stands in them; where what is unsent is kept."""

from __future__ import annotations

from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from physassist_tui.play.paperwork.kept import unsent_path
from physassist_tui.tui.widgets.laying import laid, prepared
from physassist_tui.tui.widgets.long.preview import preview_blocks

LINES = ["# a", "- [b]", "1. x", "> q", "```", "|a|b|", "|--|", "---", "", " ", "**b**", "`c`",
         "\t- t", "[/", "- ", "#", "| |", "\x1b[31m[red]", "很长" * 40]  # fmt: skip


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(
        st.one_of(
            st.sampled_from(LINES),
            st.text(max_size=40),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_a_preview_loses_no_letter_of_a_note(lines: list[str]) -> None:
    """Whatever stands in it: letters and figures stay, in their order; nothing raises."""
    text = "\n".join(lines)
    blocks = preview_blocks(text)
    assert all(list(laid(block, 20)) for block in blocks)
    shown = "".join(f"{block.label}{prepared(block)}" for block in blocks)
    wanted = [one for one in text if one.isalnum()]
    there = iter(one for one in shown if one.isalnum())
    fenced = any(line.lstrip(" ").startswith(("```", "~~~")) for line in lines)
    if not fenced:  # the word after an opening fence names a language
        assert all(one in there for one in wanted), (text, shown)


def test_a_note_is_laid_out_as_it_will_be_read() -> None:
    text = (
        "# Plan *now*\n\nFirst line\nsame paragraph.\n\n- one\n  - two **bold**\n3. three\n"
        "> said\n\n| Test | Value |\n|---|---|\n| 血钾 | 5.9 |\n\n```\nx  =  1\n```\n---\n"
        "[a](b) <b>\n"
    )
    told = [(block.label, prepared(block)) for block in preview_blocks(text)]
    assert told == [
        ("", "Plan *now*"), ("", ""), ("", "First line same paragraph."), ("", ""),
        ("•", "one"), ("  •", "two bold"), ("3.", "three"), ("│", "said"), ("", ""),
        ("", "Test  Value"), ("", "血钾  5.9"), ("", ""), ("", "x  =  1"), ("", "─" * 24),
        ("", "[a](b) <b>"), ("", ""),
    ]  # fmt: skip


def test_the_file_of_papers_stays_beside_the_recordings(tmp_path: Path) -> None:
    for session in ("01ABC", "../../x", "a/b", "", "x" * 300):
        path = unsent_path(tmp_path / "plays.db", session)
        assert path.parent == tmp_path / "plays.db.unsent"
