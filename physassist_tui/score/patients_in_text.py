"""Of whom a text speaks: this patient, or another whose name or id the record holds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from physassist_tui.ehr.fhirtext import items, nodes
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.score.clauses import sentences
from physassist_tui.score.folded import fold, is_chinese

_OWN_WORDS = re.compile(
    r"\b(?:our|this|the index|the present) (?:patient|lady|gentleman|woman|man)\b"
    r"|本(?:例|患者|病人)|我们的?(?:患者|病人)|这(?:位|个|名)(?:患者|病人)",
    re.IGNORECASE,
)
_OTHER_WORDS = re.compile(
    r"\b(?:an?other|the other|a different|the wrong|next|neighbou?ring)\s+"
    r"(?:patient|chart|bed|record)\b"
    r"|\bthe (?:roommate|patient in (?:the )?(?:next|other) (?:bed|room))\b"
    r"|(?:另一|其他|别的|另外一?|隔壁|邻)(?:个|位|名|床)?(?:的)?(?:患者|病人|床)",
    re.IGNORECASE,
)
_MOST_PATIENTS = 500


@dataclass(frozen=True)
class People:
    """The names and ids of the patient meant and of all others in the record."""

    own: tuple[str, ...]
    others: tuple[str, ...]


def people(record: EhrStore, patient: str) -> People:
    """Who is in `record`; nobody else where the store will not list its patients."""
    from physassist_tui.ehr.search_url import search_all

    try:
        found = search_all(record, f"Patient?_count={_MOST_PATIENTS}")
    except EhrError:
        found = []
    own: set[str] = set()
    others: set[str] = set()
    for resource in found:
        mine = f"Patient/{resource.get('id')}" == patient
        (own if mine else others).update(_handles(resource))
    own_key = {name.casefold() for name in own}
    return People(
        tuple(sorted(own)), tuple(sorted(o for o in others if o.casefold() not in own_key))
    )


def _handles(patient: Resource) -> Iterable[str]:
    """What a patient is called: whole names, the family name, ids long enough to be one."""
    yield f"Patient/{patient.get('id', '')}"
    for identifier in nodes(patient.get("identifier")):
        value = str(identifier.get("value", ""))
        if len(value) >= 5:
            yield value
    for name in nodes(patient.get("name")):
        family = _said(name.get("family"))
        given = [said for one in items(name.get("given")) if (said := _said(one))]
        text = _said(name.get("text"))
        if text:
            yield text
        if family and given:
            chinese = is_chinese(family[0])
            yield f"{family}{''.join(given)}" if chinese else f"{given[0]} {family}"
            yield f"{family}, {given[0]}"
        if len(family) >= 4 and family.isascii():
            yield family
            yield re.sub(r"\d+$", "", family)


def _said(value: object) -> str:
    """A string of the record; empty where something else stands in its place."""
    return value.strip() if isinstance(value, str) else ""


class Subjects:
    """Of whom each place of a text speaks."""

    def __init__(self, text: str, known: People) -> None:
        folded = fold(text)
        marks = [(m.start(), True) for m in _OWN_WORDS.finditer(folded)]
        marks += [(m.start(), False) for m in _OTHER_WORDS.finditer(folded)]
        # The longest name counts: "Greg Thomas" does not speak of our Thomas.
        own_names = {fold(name) for name in known.own}
        pattern = _names_pattern((*known.own, *known.others))
        if pattern is not None:
            marks += [(m.start(), m.group() in own_names) for m in pattern.finditer(folded)]
        self._marks: Sequence[tuple[int, bool]] = sorted(marks)
        self._sentences = sentences(text)

    def is_own(self, position: int) -> bool:
        """Whether `position` speaks of the patient meant.

        The nearest mark before it in its sentence decides; else one that follows in the same
        sentence; else the last one before the sentence; else the text is about the patient.
        """
        start, end = self._bounds(position)
        before = [own for at, own in self._marks if start <= at < position]
        if before:
            return before[-1]
        after = [own for at, own in self._marks if position <= at < end]
        if after:
            return after[0]
        earlier = [own for at, own in self._marks if at < start]
        return earlier[-1] if earlier else True

    def _bounds(self, position: int) -> tuple[int, int]:
        for sentence in self._sentences:
            if sentence.start <= position < sentence.end:
                return sentence.start, sentence.end
        return position, position


def _names_pattern(names: Sequence[str]) -> re.Pattern[str] | None:
    usable = sorted({fold(n) for n in names if len(n.strip()) >= 2}, key=len, reverse=True)
    if not usable:
        return None
    body = "|".join(
        # A name may be written to Chinese characters at once.
        re.escape(n) if is_chinese(n[0]) else rf"(?<![A-Za-z0-9_]){re.escape(n)}(?![A-Za-z0-9_/])"
        for n in usable
    )
    return re.compile(body)
