"""Text that is not ours is shown whole and obeyed never."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from physassist_tui.core.foreign import one_line, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("K 5.9 [H]", "K 5.9 [H]"),
        ("[/ [bold red]x [@click=app.quit]", "[/ [bold red]x [@click=app.quit]"),
        ("\x1b[31mred", "␛[31mred"),
        ("\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"),
        ("a\rb", "a␍b"),
        ("a\r\nb", "a\nb"),
        ("\u202eevil", "⟨U+202E⟩evil"),
        ("zero\u200bwidth", "zero⟨U+200B⟩width"),
        ("nul\x00", "nul␀"),
        ("del\x7f c1\x9b31m", "del␡ c1⟨U+009B⟩31m"),
        ("lone \ud800 surrogate", "lone ⟨U+D800⟩ surrogate"),
        ("肌酐 168 µmol/L\t↑", "肌酐 168 µmol/L\t↑"),
    ],
)
def test_what_a_terminal_would_obey_is_shown_as_a_sign(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_invisible_is_left_and_nothing_visible_is_lost(text: str) -> None:
    shown = visible(text)
    assert visible(shown) == shown
    assert not [c for c in shown if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t"]
    kept = [c for c in text if unicodedata.category(c)[0] in "LNPS"]
    assert [c for c in kept if c not in shown] == []
    shown.encode("utf-8")


def test_one_line_has_one_line() -> None:
    assert one_line("a\nb\tc\x0bd") == "a ⏎ b c␋d"
