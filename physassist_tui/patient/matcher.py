"""Which facts a question asks about, decided by rule.

`read` gives a `Reading`: for each fact whether the question is *on* it (its topic, and not
about something else) and whether it is *specific* to it (names it). Bounds, so that a list of
names is no key to every lock:

- a question that names more than `MOST_SPECIFIC` different things is specific to none;
- one that names more than `MOST_NAMED`, lists more than `MOST_LISTED`, or spans every kind of
  topic at once, asks nothing;
- a text of more than `LONGEST` characters asks nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from physassist_tui.core.patient import Question
from physassist_tui.core.words import Topic
from physassist_tui.patient import lexicon
from physassist_tui.patient.aspects import ASPECTS
from physassist_tui.patient.denied import denied_places, quoted_places
from physassist_tui.patient.drugs import UNKNOWN
from physassist_tui.patient.profile import Casebook, Profile
from physassist_tui.patient.talk import (
    SmallTalk,
    is_dump,
    is_order,
    is_order_whole,
    small_talk,
)
from physassist_tui.patient.text import Match, Token, clean, sentences, tokens
from physassist_tui.patient.unknown import find_unknown

MOST_SPECIFIC = 3
MOST_NAMED = 8
MOST_LISTED = 12
LONGEST = 1000

Kind = Literal["question", "order", "too_much", "too_long", "empty"]

TOOL_TOPICS: dict[str, Topic] = {
    "get_chief_complaint": Topic.CHIEF_COMPLAINT,
    "get_symptom_history": Topic.SYMPTOM_HISTORY,
    "get_medication_adherence": Topic.MEDICATION_ADHERENCE,
    "get_social_history": Topic.SOCIAL_HISTORY,
    "get_functional_status": Topic.FUNCTIONAL_STATUS,
    "get_pain_assessment": Topic.PAIN,
}
"""The topic that each typed tool asks for, by the part of its name after the last dot."""

_ASPECT_TOPICS = {f"aspect:{aspect.id}": aspect.topics for aspect in ASPECTS}
_PRONOUN = re.compile(
    r"\b(?:it|them|that one|this one|those)\b|它|这个药|那个药|这药|那药|这种药|那种药",
    re.IGNORECASE,
)
_FOLLOW_UP = re.compile(
    r"^\W*(?:and |so |but |then |ok,? )*(?:why|when|since when|how (?:long|often|much|many|bad)"
    r"|what (?:happened|made you|do you mean)|for how long|tell me more|go on|really|are you sure"
    r"|say (?:it|that) again|pardon|which one)\b"
    r"|^\W*(?:那|然后|所以)?(?:您|你)?(?:为什么|为啥|怎么会|多久|多长时间|什么时候|从什么时候|多少|几次|多频繁"
    r"|具体|再说|详细|还有呢|后来|然后呢|真的|确定)",
    re.IGNORECASE,
)
_LIST_BREAK = re.compile(r"[,，、;；/|\n•·]|\band\b|\bor\b|和|或|以及|还有")


@dataclass(frozen=True)
class Reading:
    """What a question asks.

    `on` and `specific` are fact ids. `things` are the labels of what it names; `topics` those
    it touches. `refers` says that it leans on the question before it.
    """

    kind: Kind
    on: frozenset[str] = frozenset()
    specific: frozenset[str] = frozenset()
    topics: frozenset[Topic] = frozenset()
    things: frozenset[str] = frozenset()
    refers: bool = False
    vague_medicine: bool = False
    results: bool = False
    courtesy: SmallTalk | None = None


@dataclass(frozen=True)
class _Sentence:
    """One sentence that asks. Labels, not facts; `names` and `denied` hold fact ids too."""

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


def connect(readings: Iterable[Reading]) -> list[Reading]:
    """The readings of a conversation's questions; one that leans on another is filled in."""
    connected: list[Reading] = []
    for reading in readings:
        before = next((r for r in reversed(connected) if r.on or r.things), None)
        leans = reading.refers and before is not None
        connected.append(_lean(reading, before) if leans and before else reading)
    return connected


def _lean(reading: Reading, before: Reading) -> Reading:
    """A follow-up is on what the question before was on; it is specific to nothing by that."""
    return replace(
        reading,
        on=before.on,
        topics=before.topics or reading.topics,
        things=before.things,
        vague_medicine=reading.vague_medicine and not before.things,
        results=reading.results or before.results,
    )


def read(question: Question, book: Casebook) -> Reading:
    """What one question asks, by itself."""
    tool = (question.via or "").rpartition(".")[2]
    if tool in TOOL_TOPICS:
        words = " ".join(value for value in question.arguments.values() if isinstance(value, str))
        return _read_tool(TOOL_TOPICS[tool], _heard(words), book)
    text = question.text or " ".join(
        value for value in question.arguments.values() if isinstance(value, str)
    )
    return _read_text(_heard(text), book)


def _heard(text: str) -> str:
    """The cleaned text; of a very long one only enough to see that it is too long."""
    return clean(" ".join(text.split())[: 4 * LONGEST])


def _read_tool(topic: Topic, words: str, book: Casebook) -> Reading:
    """A typed tool asks for its topic; what it is given narrows that, and can name things.

    Only a symptom or a drug can be given; neither opens facts of a topic far from the tool's.
    """
    near = lexicon.CLINICAL if topic in lexicon.CLINICAL else frozenset({topic})
    if topic is Topic.MEDICATION_ADHERENCE:
        near = frozenset(Topic)
    asked = _Sentence(topics=frozenset({topic}))
    parts = [asked]
    if words:
        refused = _refusal(words)
        if refused is not None:
            return refused
        spoken = sentences(book.id_pattern.sub(" ", words))
        if any(is_order(s) or is_dump(s) for s in spoken):
            return Reading("order")
        told = [_read_sentence(s, book, tool=topic) for s in spoken]
        if _too_much(told):
            return Reading("too_much", topics=frozenset({topic}))
        narrowed = any(s.names or s.denied or s.drugs or s.classes or s.aspects for s in told)
        parts = [_on_tool(s, topic) for s in told] if narrowed else [asked]
    reading = _decide(parts, book)
    allowed = {p.fact.id for p in book.profiles if p.fact.topic in near}
    return replace(
        reading,
        on=reading.on & allowed,
        specific=reading.specific & allowed,
        topics=frozenset({topic}),
        vague_medicine=False,
    )


def _on_tool(part: _Sentence, topic: Topic) -> _Sentence:
    """The sentence on the tool's topic, unless all it names is a medicine out of place."""
    if topic is not Topic.MEDICATION_ADHERENCE and part.drugs and not part.aspects:
        return part
    return replace(part, topics=part.topics | {topic})


def _read_text(text: str, book: Casebook) -> Reading:
    courtesy = small_talk(text)
    refused = _refusal(text)
    if refused is not None:
        return replace(refused, courtesy=courtesy if courtesy == "greeting" else None)
    spoken = sentences(book.id_pattern.sub(" ", text))
    orders = [s for s in spoken if is_order(s)]
    dumps = [s for s in spoken if s not in orders and is_dump(s)]
    asking = [s for s in spoken if s not in orders and s not in dumps]
    parts = [_read_sentence(s, book) for s in asking]
    if any(p.quoted for p in parts) and any(p.unquoted for p in parts):
        parts = [_read_sentence(s, book, quotes_count=False) for s in asking]
    if _too_much(parts):
        return Reading("too_much", courtesy=courtesy)
    parts = _without_weak(parts)
    reading = replace(_decide(_carried(parts), book), courtesy=courtesy)
    if not (reading.on or reading.topics or reading.things):
        if orders:
            return Reading("order")
        if dumps:
            return Reading("too_much")
    named_nothing = not reading.things and not any(p.classes for p in parts)
    pronoun = bool(_PRONOUN.search(text))
    leans = pronoun or bool(_FOLLOW_UP.search(text))
    refers = named_nothing and leans and not any(p.strong for p in parts)
    vague = refers and pronoun and Topic.MEDICATION_ADHERENCE in reading.topics
    return replace(
        reading,
        refers=refers,
        vague_medicine=vague,
        on=frozenset() if vague else reading.on,
    )


def _refusal(text: str) -> Reading | None:
    """The reading of a text that asks nothing by its form."""
    if not any(char.isalnum() for char in text):
        return Reading("empty")
    if len(text) > LONGEST:
        return Reading("too_long")
    if is_order_whole(text):
        return Reading("order")
    listed = [piece for piece in _LIST_BREAK.split(text) if 0 < len(piece.split()) <= 4]
    return Reading("too_much") if len(listed) > MOST_LISTED else None


def _without_weak(parts: Sequence[_Sentence]) -> list[_Sentence]:
    """The sentences; weak words show a topic only where nothing in the text is plainer."""
    plain = any(part.strong or part.things for part in parts)
    return [
        replace(part, topics=frozenset()) if plain and not (part.strong or part.things) else part
        for part in parts
    ]


def _carried(parts: Sequence[_Sentence]) -> list[_Sentence]:
    """Each sentence with the medicines of the one before, unless it leads away from them."""
    carried: list[_Sentence] = []
    drugs: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    for part in parts:
        if part.drugs or part.names or part.other:
            drugs, names = part.drugs, part.names
        elif drugs:
            part = replace(part, drugs=drugs, names=names)  # noqa: PLW2901
        carried.append(part)
    return carried


def _read_sentence(
    sentence: str, book: Casebook, tool: Topic | None = None, *, quotes_count: bool = True
) -> _Sentence:
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
    return _Sentence(
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
    if strong:
        return frozenset(strong)
    if any(label.startswith("site:") for label in labels):
        return lexicon.CLINICAL
    return frozenset(Topic(label[5:]) for label in labels if label.startswith("weak:"))


def _too_much(parts: Sequence[_Sentence]) -> bool:
    things = {thing for part in parts for thing in part.things | part.denied_things}
    topics = {topic for part in parts for topic in part.topics}
    families = {"clinical" if topic in lexicon.CLINICAL else str(topic) for topic in topics}
    plain = not any(part.aspects or part.names for part in parts)
    return len(things) > MOST_NAMED or (plain and len(families) > 3)


def _decide(parts: Sequence[_Sentence], book: Casebook) -> Reading:
    named = {thing for part in parts for thing in part.things}
    keyed = known_things(named.union(*(part.denied_things for part in parts)))
    on: set[str] = set()
    specific: set[str] = set()
    for profile in book.profiles:
        fact_id = profile.fact.id
        if any(fact_id in part.names for part in parts):
            on.add(fact_id)
            if len(keyed) <= MOST_SPECIFIC:
                specific.add(fact_id)
        elif any(fact_id in p.denied or profile.drugs & p.denied for p in parts):
            continue
        elif any(_is_on(profile, part) for part in parts):
            on.add(fact_id)
    return Reading(
        "question",
        on=frozenset(on),
        specific=frozenset(specific),
        topics=frozenset(topic for part in parts for topic in part.topics),
        things=frozenset(named),
        results=any(part.results for part in parts),
    )


def known_things(things: Iterable[str]) -> frozenset[str]:
    """Those of the things that a question could be specific to: known medicines, facts' names."""
    return frozenset(
        t for t in things if t.startswith(("=", "drug:")) and not t.lstrip("=").startswith(UNKNOWN)
    )


def _is_on(profile: Profile, part: _Sentence) -> bool:
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
    if topic not in part.topics or (topic in part.named_topics and not part.other):
        return False
    return _fits_aspects(profile, part)


def _fits_aspects(profile: Profile, part: _Sentence) -> bool:
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
