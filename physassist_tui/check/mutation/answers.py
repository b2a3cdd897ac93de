"""Changed gold answers, each aimed at one item."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta

from physassist_tui.check.mutation import words as w
from physassist_tui.check.mutation.model import Kind
from physassist_tui.check.mutation.reading import Answer, Hit, Reading
from physassist_tui.check.mutation.words import Edit, Span
from physassist_tui.core.graders import ValueGrader
from physassist_tui.i18n import Lang, Message, msg
from physassist_tui.score.clauses import Sentence
from physassist_tui.score.dates_in_text import whens

FindWords = Callable[[str], list[Span]]


@dataclass(frozen=True)
class ChangedAnswer:
    """An answer that violates the item at `item` of the rubric.

    `around`: the change bears on how the words of a whole sentence stand, not on its own only.
    """

    item: int
    kind: Kind
    change: Message
    edits: tuple[Edit, ...]
    around: bool

    @property
    def spans(self) -> tuple[Span, ...]:
        """What was changed, in the gold answer."""
        return tuple((edit.start, max(edit.end, edit.start + 1)) for edit in self.edits)


def changed_answers(answer: Answer, other_name: str) -> Iterator[ChangedAnswer]:
    """Every changed answer. `other_name` is what another patient of the record is called."""
    made: set[tuple[int, tuple[Edit, ...]]] = set()
    for reading in answer.readings:
        if not reading.hits:
            continue
        value = reading.leaf.value
        found = (
            _of_value(answer, reading, value, other_name)
            if value is not None
            else _of_says(answer, reading)
        )
        for one in found:
            if one.edits and (one.item, one.edits) not in made:
                made.add((one.item, one.edits))
                yield one


def _chinese(answer: Answer) -> bool:
    return answer.context.language == "zh"


# A value.


def _of_value(
    answer: Answer, reading: Reading, value: ValueGrader, other_name: str
) -> Iterator[ChangedAnswer]:
    text, hits, item = answer.text, reading.hits, reading.item
    for at in range(3):
        edits = [
            edit
            for hit in hits
            for edit in _number(text, hit.start, hit.number_end, at, bare=hit.number_end >= hit.end)
        ]
        yield ChangedAnswer(item, Kind.DOSE, _became(text, edits), tuple(edits), False)
    edits = [
        Edit(hit.number_end, hit.end, f" {other}")
        for hit in hits
        if hit.number_end and (other := w.other_unit(text[hit.number_end : hit.end]))
    ]
    if len(edits) == len(hits):
        yield ChangedAnswer(item, Kind.UNIT, _became(text, edits), tuple(edits), False)
    edits = [Edit(h.start, h.start, "不是" if _chinese(answer) else "not ") for h in hits]
    change = msg("denied: “{was}”", was=" … ".join(text[h.start : h.end] for h in hits))
    yield ChangedAnswer(item, Kind.NEGATION, change, tuple(edits), True)
    # The name of another patient, before the number.
    edits = [Edit(hit.start, hit.start, f"{other_name} ") for hit in hits]
    change = msg("said of another patient, {name}", name=other_name)
    yield ChangedAnswer(item, Kind.PATIENT, change, tuple(edits), True)
    if value.day_matters and value.from_ is not None:
        yield _another_day(answer, reading)
    edits = [Edit(hit.start, hit.end, "") for hit in hits]
    yield ChangedAnswer(item, Kind.OMISSION, _left_out(text, edits), tuple(edits), True)


def _another_day(answer: Answer, reading: Reading) -> ChangedAnswer:
    """The number with another day at its side, in place of any day that its clause names."""
    clock = answer.context.scenario.clock
    day = (clock - timedelta(days=400)).date()
    chinese = f"{day.year}年{day.month}月{day.day}日 "
    told = chinese if _chinese(answer) else f"on {day.isoformat()} "
    edits = [Edit(hit.start, hit.start, told) for hit in reading.hits]
    for start, end in sorted({answer.clause_of(hit.start) for hit in reading.hits}):
        edits += [
            Edit(start + when.start, start + when.end, "")
            for when in whens(answer.text[start:end], clock)
        ]
    change = msg("dated {day}", day=day.isoformat())
    return ChangedAnswer(reading.item, Kind.DATE, change, tuple(edits), True)


# A statement.


def _of_says(answer: Answer, reading: Reading) -> Iterator[ChangedAnswer]:
    text, item = answer.text, reading.item
    carriers = answer.carriers(reading)
    inside = [h for h in reading.hits if any(s.start <= h.start < s.end for s in carriers)]
    edits = [Edit(s.start, s.end, "") for s in carriers]
    yield ChangedAnswer(item, Kind.OMISSION, _left_out(text, edits), tuple(edits), True)
    yield _denials(answer, reading, inside)
    yield _of_others(answer, reading, inside)
    for kind, find, swap in (
        (Kind.DRUG, _drug_spans, _drug_swap(answer)),
        (Kind.FREQUENCY, _frequency_spans, w.other_frequency),
        (Kind.DATE, _day_spans, w.other_day),
    ):
        spans = _required(answer, reading, carriers, find)
        edits = [Edit(a, b, swap(text[a:b])) for a, b in spans]
        yield ChangedAnswer(item, kind, _became(text, edits), tuple(edits), False)
    numbers = _required(answer, reading, carriers, _number_spans)
    for at in range(3):
        edits = [edit for a, b in numbers for edit in _number(text, a, b, at)]
        yield ChangedAnswer(item, Kind.DOSE, _became(text, edits), tuple(edits), False)


def _required(
    answer: Answer, reading: Reading, carriers: Sequence[Sentence], find: FindWords
) -> list[Span]:
    """The words of a kind that the item cannot be met without.

    Those that its own text names, some term of its grader names as well, and a carrying
    sentence repeats; and where some group of its words is met only by words of the kind, these.
    What no term names is left to the request: "Bactrim?" "No."
    """
    text = answer.text
    item = answer.context.turn.rubric[reading.item]
    own = item.text.text(answer.context.language)
    named = {_key(own[a:b]) for a, b in find(own)}
    found = find(text)
    carried = (
        {_key(text[a:b]) for a, b in found if any(s.start <= a < s.end for s in carriers)}
        & named
        & _listed(reading, find, answer.context.language)
    )
    spans = [(a, b) for a, b in found if _key(text[a:b]) in carried]
    for group in range(reading.groups):
        hits = [h for h in reading.hits if h.group == group]
        inside = [[(a, b) for a, b in found if h.start <= a and b <= h.end] for h in hits]
        if hits and all(inside):
            spans += [span for one in inside for span in one]
    return sorted(set(spans))


def _listed(reading: Reading, find: FindWords, lang: Lang) -> set[str]:
    """The words of a kind that any term of the item names, in a language."""
    says = reading.leaf.says
    terms = (
        [term for group in says.each for term in getattr(group, lang)] if says is not None else []
    )
    return {_key(term[a:b]) for term in terms for a, b in find(term)}


def _key(written: str) -> str:
    drug = w.drugs_in(written)
    # Glargine is an insulin: a reader takes one for the other.
    return drug[0][1].id.partition("-")[0] if drug else re.sub(r"[\s,]", "", written.casefold())


def _drug_spans(text: str) -> list[Span]:
    return [span for span, _drug in w.drugs_in(text)]


def _drug_swap(answer: Answer) -> Callable[[str], str]:
    turn = answer.context.turn
    texts = [answer.text, *(t for item in turn.rubric for t in (item.text.en, item.text.zh) if t)]
    drug = w.decoy(texts)
    return lambda written: w.name_in(drug, written)


def _frequency_spans(text: str) -> list[Span]:
    return [m.span() for m in w.FREQUENCY.finditer(text)]


def _day_spans(text: str) -> list[Span]:
    return [day for _whole, day in w.dates_in(text)]


def _number_spans(text: str) -> list[Span]:
    taken = [whole for whole, _day in w.dates_in(text)] + _frequency_spans(text)
    return [
        m.span() for m in w.NUMBER.finditer(text) if not any(a <= m.start() < b for a, b in taken)
    ]


# What both are changed by.


def _number(text: str, start: int, end: int, at: int, *, bare: bool = False) -> Iterator[Edit]:
    """The number in `text[start:end]` times ten, a tenth of it, or one near it.

    A `bare` one, without a unit, is taken seven times instead of ten: a haemoglobin of 93 is
    one of 9.3 g/dL in other words.
    """
    found = re.search(r"\d+(?:,\d{3})*(?:\.\d+)?", text[start : end or len(text)])
    if found is not None:
        a, b = start + found.start(), start + found.end()
        yield Edit(a, b, w.other_numbers(found.group(), times="7" if bare else "10")[at])


def _denials(answer: Answer, reading: Reading, hits: Sequence[Hit]) -> ChangedAnswer:
    """The first words of each sentence that meet the item, denied; the further ones left out.

    Two denials in a row would be read as one of the other.
    """
    text, says = answer.text, reading.leaf.says
    change = w.affirmed if says is not None and says.negated else w.denied
    edits: dict[Span, Edit] = {}
    denied: set[int] = set()
    for hit in sorted(hits, key=lambda one: one.start):
        a, b = w.piece_of(text, answer.clause_of(hit.start), hit.start, hit.end)
        if (a, b) in edits:
            continue
        sentence = answer.sentence_of(hit.start).start
        inside = [one.start - a for one in hits if a <= one.start < b]
        at = w.best_denied(text[a:b], inside, _chinese(answer))
        new = "" if sentence in denied else change(text[a:b], at, _chinese(answer))
        denied.add(sentence)
        edits[a, b] = Edit(a, b, new)
    found = tuple(edits.values())
    return ChangedAnswer(reading.item, Kind.NEGATION, _became(text, found), found, True)


def _of_others(answer: Answer, reading: Reading, hits: Sequence[Hit]) -> ChangedAnswer:
    text = answer.text
    clauses = sorted({answer.clause_of(hit.start) for hit in hits})
    edits = tuple(Edit(a, b, w.of_another(text[a:b], _chinese(answer))) for a, b in clauses)
    return ChangedAnswer(reading.item, Kind.PATIENT, _became(text, edits), edits, True)


def _became(text: str, edits: Sequence[Edit]) -> Message:
    return msg(
        "“{was}” became “{now}”",
        was=" … ".join(dict.fromkeys(text[e.start : e.end].strip() for e in edits)),
        now=" … ".join(dict.fromkeys(e.new.strip() for e in edits)),
    )


def _left_out(text: str, edits: Sequence[Edit]) -> Message:
    return msg("left out “{was}”", was=" … ".join(text[e.start : e.end].strip() for e in edits))
