"""The words of an answer that decided a grade, short enough to show."""

from __future__ import annotations

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
