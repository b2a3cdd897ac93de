"""The words of an answer that decided a grade, short enough to show."""

from __future__ import annotations

import re

from physassist_tui.score.clauses import sentences

_MOST = 160


def clause_words(text: str, position: int) -> str:
    """The sentence of `text` around `position`; where it is long, what is nearest to it."""
    for sentence in sentences(text):
        if sentence.start <= position < sentence.end:
            start, end = sentence.start, sentence.end
            if end - start > _MOST:
                start = max(start, position - _MOST // 2)
                end = min(end, start + _MOST)
            return text[start:end].strip()
    return ""


_SPELLED = (
    ("{1.73_m2}", "1.73 m²"),
    ("mm[Hg]", "mmHg"),
    ("cm[H2O]", "cmH2O"),
    ("[degF]", "°F"),
    ("Cel", "°C"),
    ("[IU]", "IU"),
    ("[lb_av]", "lb"),
    ("[in_i]", "in"),
    ("m2", "m²"),
)


def unit_words(ucum: str) -> str:
    """A UCUM unit as it is written on a ward: `10*3/uL` is ×10^3/µL, `{score}` is nothing."""
    if ucum in ("1", "[pH]", "{INR}", "{score}", "{ratio}"):
        return ""
    for code, written in _SPELLED:
        ucum = ucum.replace(code, written)
    ucum = re.sub(r"(?<![A-Za-z])u(?=(?:mol|g|L)\b)", "µ", ucum)
    return re.sub(r"10\*(\d+)", r"×10^\1", ucum).replace("{", "").replace("}", "")
