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

_TABLE: dict[str, str] = {
    **dict(zip(_FROM, _TO, strict=True)),
    **dict.fromkeys(_MINUS, "-"),
    **{c: str(i) for i, c in enumerate(_SUPERSCRIPTS)},
    **{c: str(i) for i, c in enumerate(_SUBSCRIPTS)},
    **{chr(0xFF10 + i): str(i) for i in range(10)},
    **{chr(0xFF21 + i): chr(ord("A") + i) for i in range(26)},
    **{chr(0xFF41 + i): chr(ord("a") + i) for i in range(26)},
    **_QUOTES,
    "≤": "≤",
    "⩽": "≤",
    "≦": "≤",
    "⩾": "≥",
    "≧": "≥",
    "＋": "+",
    "⁺": "+",
    "⁻": "-",
    "\u00ad": "-",
}
# Looked for and put in their place, these few cost a fraction of what translating a text does.
_FOLDED = re.compile(f"[{''.join(map(re.escape, _TABLE))}]")
# A full-width comma between digits belongs to the number: １，９００.
_COMMA_OF_NUMBER = re.compile("，(?<=[０-９]，)(?=[０-９])")


def fold(text: str) -> str:
    """`text` folded to the forms that the readers of numbers and words know; same length."""
    if text.isascii():
        return text
    folded = _FOLDED.sub(_plain, text)
    if "，" in text:
        for comma in _COMMA_OF_NUMBER.finditer(text):
            folded = f"{folded[: comma.start()]},{folded[comma.end() :]}"
    return folded


def _plain(found: re.Match[str]) -> str:
    return _TABLE[found[0]]


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
