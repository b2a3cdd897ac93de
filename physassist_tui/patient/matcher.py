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
from physassist_tui.patient.drugs import UNKNOWN
from physassist_tui.patient.profile import Casebook
from physassist_tui.patient.sentence import Sentence, is_on, read_sentence
from physassist_tui.patient.talk import (
    SmallTalk,
    asks_about_worry,
    asks_for_more,
    is_dump,
    is_order,
    is_order_whole,
    small_talk,
)
from physassist_tui.patient.text import clean, sentences

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

_PRONOUN = re.compile(
    r"\b(?:it|them|that one|this one|those)\b|它|这个药|那个药|这药|那药|这种药|那种药",
    re.IGNORECASE,
)
_FOLLOW_UP = re.compile(
    r"^\W*(?:and |so |but |then |ok,? )*(?:why|when|since when|how (?:long|often|much|many|bad)"
    r"|what (?:happened|made you|do you mean)|for how long|tell me more|go on|really|are you sure"
    r"|say (?:it|that) again|pardon|which one|(?:which|what) brand|who told you)\b"
    r"|^\W*(?:那|然后|所以)?(?:您|你)?(?:为什么|为啥|怎么会|多久|多长时间|什么时候|从什么时候|多少|几次|多频繁"
    r"|一(?:天|次)(?:吃|用|打|服)?几|每(?:天|次)(?:吃|用|打|服)?几|谁(?:让|叫|给|建议)|(?:什么|啥)牌子"
    r"|具体|再说|详细|还有呢|后来|然后呢|真的|确定)",
    re.IGNORECASE,
)
_NEW_MATTER = re.compile(
    r"\b(?:hospital|go home|going home|live|old|name|people|doctor|nurse|discharged?|period|weather"
    r"|(?:day|time|date|month|year) is it)\b|住院|出院|回家|手术|几口|岁|月经|例假|几号|天气",
    re.IGNORECASE,
)
"""Words of questions that lean on nothing, though they begin like those that do."""
_LIST_BREAK = re.compile(r"[,，、;；/|\n•·]|\band\b|\bor\b|和|或|以及|还有")


@dataclass(frozen=True)
class Reading:
    """What a question asks.

    `on` and `specific` are fact ids. `things` are the labels of what it names; `topics` those
    it touches. `refers` says that it leans on the question before it, `other` that it leads
    away from what was told, `more` that it invites whatever else there is,
    `worry` that it asks how the patient bears it.
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
    other: bool = False
    more: bool = False
    worry: bool = False


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
    asked = Sentence(topics=frozenset({topic}))
    parts = [asked]
    if words:
        refused = _refusal(words)
        if refused is not None:
            return refused
        spoken = sentences(book.id_pattern.sub(" ", words))
        if any(is_order(s) or is_dump(s) for s in spoken):
            return Reading("order")
        told = [read_sentence(s, book, tool=topic) for s in spoken]
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


def _on_tool(part: Sentence, topic: Topic) -> Sentence:
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
    parts = [read_sentence(s, book) for s in asking]
    if any(p.quoted for p in parts) and any(p.unquoted for p in parts):
        parts = [read_sentence(s, book, quotes_count=False) for s in asking]
    if _too_much(parts):
        return Reading("too_much", courtesy=courtesy)
    parts = _without_weak(parts)
    reading = replace(
        _decide(_carried(parts), book),
        courtesy=courtesy,
        more=asks_for_more(text),
        worry=asks_about_worry(text),
    )
    if not (reading.on or reading.topics or reading.things):
        if orders:
            return Reading("order")
        if dumps:
            return Reading("too_much")
    named_nothing = not reading.things and not any(p.classes for p in parts)
    pronoun = bool(_PRONOUN.search(text))
    leans = (pronoun or bool(_FOLLOW_UP.search(text))) and not _NEW_MATTER.search(text)
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


def _without_weak(parts: Sequence[Sentence]) -> list[Sentence]:
    """The sentences; weak words show a topic only where nothing in the text is plainer."""
    plain = any(part.strong or part.things for part in parts)
    return [
        replace(part, topics=frozenset()) if plain and not (part.strong or part.things) else part
        for part in parts
    ]


def _carried(parts: Sequence[Sentence]) -> list[Sentence]:
    """Each sentence with the medicines of the one before, unless it leads away from them."""
    carried: list[Sentence] = []
    drugs: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    for part in parts:
        if part.drugs or part.names or part.other:
            drugs, names = part.drugs, part.names
        elif drugs:
            part = replace(part, drugs=drugs, names=names)  # noqa: PLW2901
        carried.append(part)
    return carried


def _too_much(parts: Sequence[Sentence]) -> bool:
    things = {thing for part in parts for thing in part.things | part.denied_things}
    topics = {topic for part in parts for topic in part.topics}
    families = {"clinical" if topic in lexicon.CLINICAL else str(topic) for topic in topics}
    plain = not any(part.aspects or part.names for part in parts)
    return len(things) > MOST_NAMED or (plain and len(families) > 3)


def _decide(parts: Sequence[Sentence], book: Casebook) -> Reading:
    named = {thing for part in parts for thing in part.things}
    keyed = _different(parts, book)
    on: set[str] = set()
    specific: set[str] = set()
    for profile in book.profiles:
        fact_id = profile.fact.id
        if any(fact_id in part.names for part in parts):
            on.add(fact_id)
            if keyed <= MOST_SPECIFIC:
                specific.add(fact_id)
        elif any(fact_id in p.denied or profile.drugs & p.denied for p in parts):
            continue
        elif any(is_on(profile, part) for part in parts):
            on.add(fact_id)
    return Reading(
        "question",
        on=frozenset(on),
        specific=frozenset(specific),
        topics=frozenset(topic for part in parts for topic in part.topics),
        things=frozenset(named),
        results=any(part.results for part in parts),
        other=any(part.other for part in parts),
    )


def _different(parts: Sequence[Sentence], book: Casebook) -> int:
    """How many different things that could be asked for are named, denied ones too.

    All names of one fact are one thing: "painkillers over the counter, like Advil". So are the
    names of one medicine that no fact is about.
    """
    facts = {fact_id for part in parts for fact_id in part.names | part.denied}
    known = known_things(t for part in parts for t in part.things | part.denied_things)
    drugs = {thing.lstrip("=") for thing in known if thing.lstrip("=").startswith("drug:")}
    told_of = {drug for p in book.profiles if p.fact.id in facts for drug in p.drugs}
    ids = {p.fact.id for p in book.profiles}
    return len(facts & ids) + len(drugs - told_of)


def known_things(things: Iterable[str]) -> frozenset[str]:
    """Those of the things that a question could be specific to: known medicines, facts' names."""
    return frozenset(
        t for t in things if t.startswith(("=", "drug:")) and not t.lstrip("=").startswith(UNKNOWN)
    )
