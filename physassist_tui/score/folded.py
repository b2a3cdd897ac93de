"""Text with its full-width and typographic variants folded, character for character.

Folding never changes the length, so positions in the folded text are positions in the
original. Chinese sentence marks (，。；：？！、) stay: they tell clauses apart.
"""

from __future__ import annotations

import re

_FROM = "．％／～〜＋（）［］＜＞＝＃＊＾＿＄＠｜　\u00a0\u2009\u202f\u2007µμ×·"
_TO = ".%/~~+()[]<>=#*^_$@|     uux·"
_MINUS = "−‐‑‒–—﹣－"
_SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
_QUOTES = {"‘": "'", "’": "'", "“": '"', "”": '"', "「": '"', "」": '"', "＂": '"'}

_TABLE: dict[int, str] = {
    **{ord(a): b for a, b in zip(_FROM, _TO, strict=True)},
    **{ord(c): "-" for c in _MINUS},
    **{ord(c): str(i) for i, c in enumerate(_SUPERSCRIPTS)},
    **{ord(c): str(i) for i, c in enumerate(_SUBSCRIPTS)},
    **{0xFF10 + i: str(i) for i in range(10)},
    **{0xFF21 + i: chr(ord("A") + i) for i in range(26)},
    **{0xFF41 + i: chr(ord("a") + i) for i in range(26)},
    **{ord(a): b for a, b in _QUOTES.items()},
    ord("≤"): "≤",
    ord("⩽"): "≤",
    ord("≦"): "≤",
    ord("⩾"): "≥",
    ord("≧"): "≥",
    ord("＋"): "+",
    ord("⁺"): "+",
    ord("⁻"): "-",
    ord("\u00ad"): "-",
}


def fold(text: str) -> str:
    """`text` folded to the forms that the readers of numbers and words know; same length."""
    folded = text.translate(_TABLE)
    if "，" in folded:
        chars = list(folded)
        for at in range(1, len(chars) - 1):
            # A full-width comma between digits belongs to the number: １，９００.
            full_width = "０" <= text[at - 1] <= "９" and "０" <= text[at + 1] <= "９"
            if chars[at] == "，" and full_width:
                chars[at] = ","
        folded = "".join(chars)
    return folded


_CHARGE = re.compile(
    r"(?<![A-Za-z])(?:HCO3|Na|K|Cl|Ca\d?|Mg\d?|Fe[23]?|Zn2?|PO4|HPO4|SO4|NH4|H)\d?(?P<charge>[+-])"
    r"(?![>])"
)


def without_charges(text: str) -> str:
    """Folded `text` in which the charge of an ion is a space: HCO3- 20 is no range; same length."""
    if "+" not in text and "-" not in text:
        return text
    return _CHARGE.sub(lambda m: m.group()[:-1] + " ", text)


def is_chinese(char: str) -> bool:
    """Whether `char` is a Chinese character."""
    return "\u3400" <= char <= "\u9fff"
