"""What one sentence names and denies, and whether it is on a fact."""

from __future__ import annotations

from dataclasses import dataclass

from physassist_tui.core.words import Topic
from physassist_tui.patient import lexicon
from physassist_tui.patient.aspects import ASKED_BY_NAME, ASPECTS
from physassist_tui.patient.denied import denied_places, quoted_places
from physassist_tui.patient.drugs import UNKNOWN
from physassist_tui.patient.profile import Casebook, Profile
from physassist_tui.patient.text import Match, Token, tokens
from physassist_tui.patient.unknown import find_unknown

_ASPECT_TOPICS = {f"aspect:{aspect.id}": aspect.topics for aspect in ASPECTS}


@dataclass(frozen=True)
class Sentence:
    """One sentence that asks. Labels; `names` and `denied` hold fact ids too."""

    topics: frozenset[Topic] = frozenset()
    names: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()
    drugs: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    aspects: frozenset[str] = frozenset()
    things: frozenset[str] = frozenset()
    denied_things: frozenset[str] = frozenset()
    named_topics: frozenset[Topic] = frozenset()
    quoted: bool = False
    unquoted: bool = False
    other: bool = False
    results: bool = False
    strong: bool = False


def read_sentence(
    sentence: str, book: Casebook, tool: Topic | None = None, *, quotes_count: bool = True
) -> Sentence:
    """What the sentence names. `tool` is the topic of the typed tool that it was given to.

    With `quotes_count` false, what stands between quotation marks is not asked.
    """
    text = tokens(sentence)
    matches = book.find(text)
    han = sum(token.kind == "han" for token in text)
    chinese = han > sum(token.kind == "word" for token in text)
    matches += find_unknown(text, matches, sentence, chinese=chinese)
    if tool is Topic.MEDICATION_ADHERENCE:
        matches += _all_unknown(text, matches)
    things = [m for m in matches if m.label.startswith(("name:", "drug:", "class:"))]
    things = [m for m in things if not any(other.covers(m) for other in things)]
    denied = denied_places(text, sentence, things)
    quoted = quoted_places(text, sentence, things)
    if not quotes_count:
        denied |= quoted
    out = [m for m in things if m.start in denied]
    hidden = {at for m in out for at in range(m.start, m.end)}
    kept = [m for m in matches if m.start not in hidden]
    labels = frozenset(m.label for m in kept)
    named = {label[5:] for label in labels if label.startswith("name:")}
    named |= {p.fact.id for p in book.profiles if (p.tight | p.own) & labels}
    return Sentence(
        topics=_topics(labels),
        names=frozenset(named),
        named_topics=frozenset(p.fact.topic for p in book.profiles if p.fact.id in named),
        denied=frozenset(m.label.removeprefix("name:") for m in out),
        drugs=frozenset(label for label in labels if label.startswith("drug:")),
        classes=frozenset(label for label in labels if label.startswith("class:")),
        aspects=frozenset(label for label in labels if label.startswith(("aspect:", "site:"))),
        things=_things(kept),
        denied_things=_things(out),
        quoted=bool(quoted),
        unquoted=any(m.start not in quoted for m in things),
        other="other:" in labels,
        results="result:" in labels,
        strong=any(label.startswith("topic:") for label in labels),
    )


def _all_unknown(text: tuple[Token, ...], matches: list[Match]) -> list[Match]:
    """In the `drug` of the medication tool, words that nothing is known of are names."""
    if any(m.label.startswith(("drug:", "name:", "class:", "topic:")) for m in matches):
        return []
    words = [at for at, t in enumerate(text) if t.kind in ("word", "han")]
    ordinary = {"all", "any", "every", "them", "the", "your", "everything", "所", "有", "全", "部"}
    if all(text[at].key in ordinary for at in words):
        return []
    return [Match(words[0], words[-1] + 1, UNKNOWN + text[words[0]].key)]


def _things(matches: list[Match]) -> frozenset[str]:
    """One label per different thing that is named, whatever it is called by."""
    kinds = ("drug:", "class:", "aspect:", "site:", "name:")
    named = [m for m in matches if m.label.startswith(kinds)]
    widest = [m for m in named if not any(other.covers(m) for other in named)]
    by_place: dict[tuple[int, int], list[str]] = {}
    for match in widest:
        by_place.setdefault((match.start, match.end), []).append(match.label)
    order = {kind: rank for rank, kind in enumerate(kinds)}
    things: set[str] = set()
    for labels in by_place.values():
        labels.sort(key=lambda label: (order[label.partition(":")[0] + ":"], label))
        own = any(label.startswith("name:") for label in labels)
        things.add(("=" if own else "") + labels[0])
    return frozenset(things)


def _topics(labels: frozenset[str]) -> frozenset[Topic]:
    strong = {Topic(label[6:]) for label in labels if label.startswith("topic:")}
    for label in labels:
        if label.startswith(("drug:", "class:")) and not label.startswith(UNKNOWN):
            strong.add(Topic.MEDICATION_ADHERENCE)
        elif label.startswith("aspect:"):
            strong |= _ASPECT_TOPICS[label]
    if any(label.startswith("site:") for label in labels) and (strong & lexicon.CLINICAL):
        strong |= lexicon.CLINICAL
    if strong or any(label.startswith(("name:", "result:")) for label in labels):
        return frozenset(strong)
    if any(label.startswith("site:") for label in labels):
        return lexicon.CLINICAL
    return frozenset(Topic(label[5:]) for label in labels if label.startswith("weak:"))


def is_on(profile: Profile, part: Sentence) -> bool:
    """Whether the sentence is on the fact's topic and not about something else."""
    topic = profile.fact.topic
    if profile.drugs:
        if part.drugs and not profile.drugs & part.drugs:
            return part.other and bool(profile.classes & part.classes)
        if profile.drugs & part.drugs or profile.classes & part.classes:
            return True
    elif topic is Topic.MEDICATION_ADHERENCE and part.drugs:
        return False
    if topic is Topic.MEDICATION_ADHERENCE and part.classes:
        return bool(profile.classes & part.classes)
    if profile.named & part.aspects:
        return True
    if profile.named and profile.named <= ASKED_BY_NAME:
        return False
    if topic not in part.topics or (topic in part.named_topics and not part.other):
        return False
    return _fits_aspects(profile, part)


def _fits_aspects(profile: Profile, part: Sentence) -> bool:
    topic = profile.fact.topic
    focus = {
        label for label in part.aspects if topic in _ASPECT_TOPICS.get(label, lexicon.CLINICAL)
    }
    if not focus or profile.aspects & focus:
        return True
    if not profile.described and not profile.aspects:
        return True
    if topic is Topic.PAIN:
        sites = {label for label in profile.aspects if label.startswith("site:")}
        return not sites or not any(label.startswith("site:") for label in focus)
    return False
