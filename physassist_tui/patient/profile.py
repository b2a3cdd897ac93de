"""What each fact of a patient is about, worked out once from what its author wrote."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from physassist_tui import terms
from physassist_tui.core.scenario import Fact
from physassist_tui.patient import lexicon
from physassist_tui.patient.aspects import ASPECTS, SITES
from physassist_tui.patient.classes import CLASS_MEMBERS, CLASSES, GENERIC_NAMES
from physassist_tui.patient.drugs import (
    UNKNOWN,
    DrugNames,
    drug_label,
    drug_names,
    find_drugs,
    is_known,
    synonyms,
)
from physassist_tui.patient.text import Match, Token, Vocabulary, clean, keys, tokens

_MEDICINE_WORDS = frozenset(
    ("medicine", "medicines", "medication", "medications", "meds", "pill", "pills", "tablets")
)


@dataclass(frozen=True)
class Profile:
    """One fact, and what a question can touch of it.

    `drugs` are the labels of its medicines, `own` those that its `about` names, and `classes`
    the groups they belong to; `named` are the
    aspects and sites that its `about` names, `aspects` those and the ones that it says;
    `tight` are the aspects whose every word names it. `described` is whether its author wrote
    an `about`.
    """

    fact: Fact
    drugs: frozenset[str]
    own: frozenset[str]
    classes: frozenset[str]
    named: frozenset[str]
    aspects: frozenset[str]
    tight: frozenset[str]
    described: bool


@lru_cache(maxsize=1)
def base_vocabulary() -> Vocabulary:
    """The lexicon as one vocabulary; labels are `kind:id`."""
    entries: list[tuple[str, str]] = []
    for topic, words in lexicon.TOPIC_WORDS.items():
        entries += [(word, f"topic:{topic}") for word in words]
    for topic, words in lexicon.WEAK_WORDS.items():
        entries += [(word, f"weak:{topic}") for word in words]
    for aspect in ASPECTS:
        entries += [(word, f"aspect:{aspect.id}") for word in aspect.words]
    for table, kind in ((SITES, "site"), (CLASSES, "class")):
        entries += [(word, f"{kind}:{name}") for name, words in table.items() for word in words]
    entries += [(word, "decoy:") for word in lexicon.DECOYS]
    entries += [(word, "other:") for word in lexicon.OTHER_WORDS]
    entries += [(word, "result:") for word in lexicon.RESULT_WORDS]
    return Vocabulary(entries)


@lru_cache(maxsize=1)
def _tight_phrases() -> dict[tuple[str, ...], frozenset[str]]:
    found: dict[tuple[str, ...], set[str]] = {}
    for aspect in ASPECTS:
        for word in aspect.words if aspect.tight else ():
            found.setdefault(keys(word), set()).add(f"aspect:{aspect.id}")
    return {phrase: frozenset(labels) for phrase, labels in found.items()}


@lru_cache(maxsize=1)
def _generic() -> frozenset[tuple[str, ...]]:
    return frozenset(keys(name) for name in GENERIC_NAMES)


_HIDING = ("decoy:", "drug:", "class:", "result:", "aspect:recreational", "aspect:lying_flat")
"""Labels of phrases that mean something else than the shorter phrases inside them."""


def settle(matches: Iterable[Match], drugs: Sequence[Match]) -> list[Match]:
    """The matches without those that a longer decoy, medicine or class hides."""
    every = [*matches, *drugs]
    hiding = [m for m in every if m.label.startswith(_HIDING)]
    return [m for m in every if not any(other.covers(m) for other in hiding)]


class Casebook:
    """A patient's facts, prepared for matching. Immutable once made."""

    def __init__(self, facts: Sequence[Fact]) -> None:
        own_drugs = [
            (name, drug_label(fact.about.medication))
            for fact in facts
            if fact.about is not None and fact.about.medication
            for name in synonyms(fact.about.medication)
        ]
        self.drug_names: DrugNames = drug_names(own_drugs)
        self.profiles = tuple(self._profile(fact) for fact in facts)
        entries = [
            (name, f"name:{profile.fact.id}")
            for profile in self.profiles
            for name in (*names_of(profile.fact), *_joined(names_of(profile.fact)))
        ]
        self.vocabulary = Vocabulary(entries, base_vocabulary())
        self.id_pattern = _id_pattern(facts)

    def find(self, text: tuple[Token, ...]) -> list[Match]:
        """All that the tokens name: facts by name, medicines, aspects, sites, topics."""
        drugs = find_drugs(text, self.drug_names)
        other = {(m.start, m.end) for m in drugs if m.label.startswith(UNKNOWN)}
        named = [m for m in self.vocabulary.find(text) if (m.start, m.end) not in other]
        return settle(named, drugs)

    def labels(self, *texts: str) -> frozenset[str]:
        """The labels of what the lexicon and the drug names find in the texts."""
        found: set[str] = set()
        for text in texts:
            pieces = tokens(clean(text))
            matches = settle(base_vocabulary().find(pieces), find_drugs(pieces, self.drug_names))
            found.update(m.label for m in matches)
        return frozenset(found)

    def _profile(self, fact: Fact) -> Profile:
        names = names_of(fact)
        said = [
            getattr(wording, literacy)
            for wording in (fact.say.en, fact.say.zh)
            if wording is not None
            for literacy in ("low", "medium", "high")
        ]
        by_name, by_word = self.labels(*names), self.labels(*said)
        drugs = {label for label in by_name if label.startswith("drug:")}
        if fact.about is not None and fact.about.medication:
            drugs.add(drug_label(fact.about.medication))
        own = frozenset(drugs)
        if not drugs:
            drugs = {label for label in by_word if label.startswith("drug:")}
        both = by_name | by_word
        classes = {label for label in both if label.startswith("class:")}
        classes.update(label for drug in drugs for label in classes_of(drug))
        tight: set[str] = set()
        for name in names:
            synonymous = _tight_phrases().get(keys(name), frozenset())
            # A name of two things ("黑便" is stool and bleeding) is a synonym of neither.
            tight |= synonymous if len(synonymous) == 1 else frozenset()
        things = ("aspect:", "site:")
        return Profile(
            fact=fact,
            drugs=frozenset(drugs),
            own=own,
            classes=frozenset(classes),
            named=frozenset(label for label in by_name if label.startswith(things)),
            aspects=frozenset(label for label in both if label.startswith(things)),
            tight=frozenset() if drugs else frozenset(tight),
            described=bool(names),
        )


@lru_cache(maxsize=64)
def casebook_of(facts: tuple[Fact, ...]) -> Casebook:
    """The casebook of these facts; made once."""
    return Casebook(facts)


def names_of(fact: Fact) -> tuple[str, ...]:
    """All names by which a question is specific to the fact.

    Words for medicines at large are left out: they would open it to any question.
    """
    if fact.about is None:
        return ()
    names = list(fact.about.names.every())
    if fact.about.medication:
        names += synonyms(fact.about.medication)
    for name in fact.about.names.every():
        if is_known(name):
            names += synonyms(name)
    names += [other for name in names for other in _said_otherwise(name)]
    return tuple(dict.fromkeys(name for name in names if keys(name) not in _generic()))


def _joined(names: Iterable[str]) -> tuple[str, ...]:
    """English names of several words written as one: bloodthinner."""
    joined = (name.replace(" ", "").replace("-", "") for name in names if name.isascii())
    # "potassiummeds" loses its -meds as if it were -ed: a stem much shorter is another word.
    return tuple(n for n in joined if len(n) >= 8 and len("".join(keys(n))) >= len(n) - 3)


def _said_otherwise(name: str) -> tuple[str, ...]:
    """A name that ends in a word for medicines, with the other words for them."""
    first, _space, last = name.rpartition(" ")
    if first and last.lower() in _MEDICINE_WORDS:
        return tuple(f"{first} {word}" for word in ("medicine", "medication", "meds", "pill"))
    if len(name) > 2 and name.endswith("药") and not name.endswith("的药"):
        return (f"{name[:-1]}的药",)
    return ()


def classes_of(drug: str) -> frozenset[str]:
    """The labels of the classes that the drug with this label belongs to."""
    name = drug.partition(":")[2]
    known = terms.drug_for_name(name)
    english = (known.en[0] if known is not None else name).lower()
    return frozenset(
        f"class:{group}"
        for group, marks in CLASS_MEMBERS.items()
        if any(mark in english for mark in marks)
    )


def _id_pattern(facts: Sequence[Fact]) -> re.Pattern[str]:
    """Finds fact ids of several words, unless one is also an ordinary name of its fact."""
    ids = [
        fact.id
        for fact in facts
        if "-" in fact.id and keys(fact.id) not in {keys(name) for name in names_of(fact)}
    ]
    spelt = ["[-_]".join(map(re.escape, fact_id.split("-"))) for fact_id in ids]
    return re.compile(rf"\b(?:{'|'.join(spelt)})\b" if spelt else r"(?!)", re.IGNORECASE)
