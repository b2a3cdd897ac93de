"""What was ordered, and whether it is what an item names.

A drug is known by its generic name, brand or Chinese name and by the RxNorm code of its
ingredient; a test or service by any of its usual names or its LOINC code; anything else by its
words. A combination is another drug than its part; a panel is an order for what it measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from physassist_tui.ehr.fhirtext import codings, concept_text, items, nodes, part
from physassist_tui.ehr.matching import LOINC, RXNORM
from physassist_tui.ehr.protocol import Resource
from physassist_tui.score.folded import fold
from physassist_tui.score.named import Named, content_words, named_in
from physassist_tui.score.negation import Standings
from physassist_tui.score.says import term_pattern
from physassist_tui.score.services import PANELS
from physassist_tui.terms import analyte_for_code, drugs


@dataclass(frozen=True)
class Ordered:
    """What one resource orders or tells: its names and its codes as `system|code`.

    `prose` is whether the names are sentences (a message, an appointment's description).
    """

    names: tuple[str, ...]
    codes: frozenset[str]
    drug: bool = False
    prose: bool = False

    @property
    def label(self) -> str:
        """What its author called it."""
        return self.names[0] if self.names else ", ".join(sorted(self.codes))

    @cached_property
    def text(self) -> str:
        """Its names, each in a line."""
        return "\n".join(self.names)

    @cached_property
    def coded(self) -> frozenset[str]:
        """The things that its codes stand for, where we know them."""
        return frozenset(filter(None, map(thing_of_code, sorted(self.codes))))

    @cached_property
    def things(self) -> frozenset[str]:
        """The things that its names and codes stand for; in prose those that are not denied."""
        named = (thing for name in self.names for thing in _things(name, prose=self.prose))
        return self.coded | frozenset(named)

    @cached_property
    def drugs(self) -> frozenset[str]:
        """The drugs that a medication order is for: one, unless its parts contradict each other."""
        named = (drug for name in self.names for drug in _prescribed(name))
        return frozenset(t for t in self.coded if t.startswith("drug:")) | frozenset(named)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words of its names that tell it from other orders."""
        return frozenset().union(*(content_words(name) for name in self.names))


def ordered_by(resource: Resource) -> Ordered:
    """What a resource of any type that a session can write orders or tells."""
    match resource.get("resourceType"):
        case "MedicationRequest":
            concepts = _medications(resource)
            display = str(part(resource, "medicationReference").get("display") or "")
            return Ordered(_names(concepts, [display]), _codes(concepts), drug=True)
        case "Communication":
            concepts = [*items(resource.get("category")), *items(resource.get("topic"))]
            told = [str(p.get("contentString") or "") for p in nodes(resource.get("payload"))]
            return Ordered(_names(concepts, told), _codes(concepts), prose=True)
        case "Appointment":
            names = ("serviceCategory", "serviceType", "specialty", "appointmentType")
            concepts = [concept for name in names for concept in items(resource.get(name))]
            told = [str(resource.get("description") or ""), str(resource.get("comment") or "")]
            first = [told[0]] if told[0] else []
            return Ordered(
                tuple(dict.fromkeys([*first, *_names(concepts, told)])),
                _codes(concepts),
                prose=True,
            )
        case _:
            concepts = [*items(resource.get("code")), *items(resource.get("orderDetail"))]
            return Ordered(_names(concepts, []), _codes(concepts))


def _medications(resource: Resource) -> list[object]:
    concepts: list[object] = items(resource.get("medicationCodeableConcept"))
    reference = str(part(resource, "medicationReference").get("reference") or "")
    for contained in nodes(resource.get("contained")):
        if reference == f"#{contained.get('id')}":
            concepts += items(contained.get("code"))
    return concepts


def _names(concepts: Iterable[object], told: Iterable[str]) -> tuple[str, ...]:
    texts = [text for concept in concepts for text in _called(concept)]
    texts += told
    return tuple(dict.fromkeys(text for text in texts if text.strip()))


def _called(concept: object) -> Iterator[str]:
    """What a concept is called; a code alone is no name."""
    if not isinstance(concept, dict):
        yield concept_text(concept)
        return
    yield str(concept.get("text") or "")
    yield from (str(coding.get("display") or "") for coding in codings(concept))


def _codes(concepts: Iterable[object]) -> frozenset[str]:
    return frozenset(
        f"{coding.get('system', '')}|{coding['code']}"
        for one in concepts
        for coding in codings(one)
        if coding.get("code")
    )


@lru_cache(maxsize=1)
def _by_rxnorm() -> Mapping[str, str]:
    return {drug.rxnorm: drug.id for drug in drugs() if drug.rxnorm}


@lru_cache(maxsize=1024)
def thing_of_code(code: str) -> str | None:
    """The thing that a LOINC code or the RxNorm code of an ingredient stands for."""
    system, _bar, value = code.rpartition("|")
    if system == RXNORM and value in _by_rxnorm():
        return f"drug:{_by_rxnorm()[value]}"
    analyte = analyte_for_code(value) if system == LOINC else None
    return f"analyte:{analyte.id}" if analyte is not None else None


_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|（[^（）]*）")
_INSTEAD = re.compile(
    r"\b(?:instead of|in place of|replac\w+|switch(?:ed|ing)? from|not|stop\w*)\b.*"
    r"|代替|替代|替换|换下|停用",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"\s*(?:[\d.]+\s*m?c?g)?\s*(?:/|\+|-|&|and|with|和|与|加|复方|及|、)\s*", re.I
)


def _prescribed(name: str) -> Iterator[str]:
    """The drug of a medication's name, and those combined with it; what it replaces is none."""
    text = _ASIDE.sub(" ", name)
    text = text if named_in(text) else name
    found = [n for n in named_in(_INSTEAD.sub(" ", text)) if n.is_drug]
    narrow = fold(_INSTEAD.sub(" ", text))
    for before, one in zip([None, *found], found, strict=False):
        if before is not None and not _TOGETHER.fullmatch(narrow[before.end : one.start]):
            break
        yield one.thing


def _things(text: str, *, prose: bool) -> Iterator[str]:
    found = named_in(text)
    if not prose:
        yield from (one.thing for one in found)
        return
    standings = Standings(text)
    yield from (n.thing for n in found if standings.of(n.start, n.end) != "denied")


def has_code(ordered: Ordered, code: str, *, as_part: bool = False) -> bool:
    """Whether something is ordered by a code, or by a name of what that code stands for.

    With `as_part` a drug that is combined with others counts, too.
    """
    if code in ordered.codes:
        return True
    thing = thing_of_code(code)
    if thing is None:
        return False
    if ordered.drug:
        return thing in ordered.drugs if as_part else ordered.drugs == {thing}
    return thing in ordered.things and not (_of_blood(thing) and _specimens(ordered.text))


def has_name(ordered: Ordered, term: str, *, as_part: bool = False) -> bool:
    """Whether what is ordered is what `term` calls by any of its names, in either language.

    With `as_part` a drug that is combined with others counts, too.
    """
    if ordered.drug:
        return _has_drug(ordered, term, as_part=as_part)
    known, text = named_in(term), ordered.text
    if _opposed(term, text) or _of_another_specimen(term, known, text):
        return False
    if known:
        rest = content_words(_without(term, known))
        if rest <= ordered.words and all(_covers(ordered.things, n.thing) for n in known):
            return True
    return named(term, text) if ordered.prose else _in_words(term, known, text)


def _in_words(term: str, known: Iterable[Named], text: str) -> bool:
    """Whether a text has the words of a term, not as a part of another thing's longer name."""
    meant = {one.thing for one in known}
    others = [one for one in named_in(text) if one.thing not in meant]
    return any(
        not any(one.start <= match.start() and match.end() <= one.end
                and one.end - one.start > match.end() - match.start() for one in others)
        for match in term_pattern(term).finditer(fold(text))
    )  # fmt: skip


_SPECIMENS = {
    name: re.compile(words, re.IGNORECASE)
    for name, words in {
        "urine": r"\burin(?:e|ary)\b|尿",
        "stool": r"\bstool\b|\bfa?ecal\b|粪|大便",
        "spinal fluid": r"\bCSF\b|cerebrospinal|脑脊液",
        "fluid": r"\b(?:pleural|peritoneal|ascit(?:es|ic)|synovial)\b|胸水|腹水|积液|关节液",
        "saliva": r"\bsaliva(?:ry)?\b|唾液",
    }.items()
}


def _of_blood(thing: str) -> bool:
    return thing.startswith("analyte:") and not thing.startswith("analyte:urine-")


def _specimens(text: str) -> frozenset[str]:
    """What else than blood is examined, by the words of a text outside the names in it."""
    rest = _without(text, named_in(text))
    return frozenset(name for name, words in _SPECIMENS.items() if words.search(rest))


def _of_another_specimen(term: str, known: Iterable[Named], text: str) -> bool:
    """Whether a term means an analyte in another specimen than a text does."""
    of_blood = any(_of_blood(one.thing) for one in known)
    return of_blood and _specimens(term) != _specimens(text)


def _has_drug(ordered: Ordered, term: str, *, as_part: bool) -> bool:
    text = " ".join(ordered.names)
    wanted = frozenset(_prescribed(term))
    if not wanted:
        return bool(term_pattern(term).search(fold(text)))
    same = wanted <= ordered.drugs if as_part else wanted == ordered.drugs
    return same and all(pattern.search(text) for pattern in _FORMS if pattern.search(term))


_FORMS = tuple(
    re.compile(words, re.IGNORECASE)
    for words in (
        r"\b(?:extended|sustained|controlled|prolonged)[- ]release\b|\b(?:ER|XR|XL|CR|SR)\b"
        r"|缓释|控释|succinate|琥珀酸",
        r"\bimmediate[- ]release\b|\bIR\b|tartrate|酒石酸|平片|普通片",
        r"\blipo(?:somal|some)\b|脂质体",
    )
)
"""Forms that make another drug of one ingredient: where a term names one, the order must too."""


def _without(term: str, known: Iterable[Named]) -> str:
    chars = list(term)
    for one in known:
        chars[one.start : one.end] = " " * (one.end - one.start)
    return "".join(chars)


def _covers(things: frozenset[str], wanted: str) -> bool:
    return wanted in things or any(wanted in PANELS.get(thing, ()) for thing in things)


_OPPOSITES = (
    (
        re.compile(
            r"\bwith(?:out| no) (?:iv |intravenous )?contrast|\bnon-?contrast|平扫|无造影", re.I
        ),
        re.compile(
            r"\bwith (?:iv |intravenous )?contrast|contrast-enhanced|\bcontrast ct\b|增强", re.I
        ),
    ),
    (re.compile(r"\bleft\b|左侧|左", re.I), re.compile(r"\bright\b|右侧|右", re.I)),
)


def _opposed(term: str, text: str) -> bool:
    """Whether a term and a text say the opposite of each other: with and without contrast."""
    for one, other in _OPPOSITES:
        for a, b in ((one, other), (other, one)):
            if a.search(term) and not b.search(term) and b.search(text) and not a.search(text):
                return True
    return False


def named(term: str, text: str, *, told: bool = False) -> bool:
    """Whether a text names what `term` does, by any of its names, and does not deny it.

    With `told`, where somebody is to be told something, a question whether it is so does not
    count; one whether it can be done for us ("could you cancel it?") does.
    """
    narrow = fold(text)
    places = [(m.start(), m.end()) for m in term_pattern(term).finditer(narrow)]
    whole = [n.thing for n in named_in(term) if n.end - n.start >= len(term.strip())]
    places += [(n.start, n.end) for n in named_in(text) if n.thing in whole]
    if not places:
        return False
    standings = Standings(text)
    return any(
        standings.of(start, end) != "denied"
        and not (told and _only_asked(standings, narrow, start, end))
        for start, end in places
    )


_ASKS_WHETHER = re.compile(
    r"^\W*(?:should|shall|do|does|did|is|are|was|must|may|why|when|which|what)\b"
    r"|是否|要不要|该不该|需不需要|用不用|能不能用",
    re.IGNORECASE,
)


def _only_asked(standings: Standings, text: str, start: int, end: int) -> bool:
    if standings.of(start, end) != "asked":
        return False
    sentence = standings.sentence(start)
    return sentence is not None and bool(_ASKS_WHETHER.search(text[sentence.start : sentence.end]))
