"""`says`: a short closed statement, by bilingual term groups and their standing in the answer.

Passes when every group of `each` has a term that counts and no term of `none` is affirmed. A
term counts where it is affirmed (where it is denied, with `negated`). What only repeats the
request is no statement, and a paste of results states nothing. See docs/graders.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from physassist_tui.core.bilingual import BilingualTerms
from physassist_tui.core.graders import GraderSpec, SaysGrader
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, msg, several
from physassist_tui.score.folded import fold
from physassist_tui.score.grade import Grade, TurnContext
from physassist_tui.score.mentions import OTHER, mentions
from physassist_tui.score.negation import Standing, standings_of
from physassist_tui.score.passages import passage_with
from physassist_tui.score.paste import is_paste
from physassist_tui.score.repeats import masked
from physassist_tui.score.shown import requests, shown_texts
from physassist_tui.score.wording import clause_words
from physassist_tui.terms import analyte_for_name

SAYS_VERSION = 4


@dataclass(frozen=True)
class Occurrence:
    """A term of group `group` (-1: of `none`) at `start`:`end` of the answer."""

    group: int
    term: str
    start: int
    end: int
    standing: Standing


def grade_says(spec: GraderSpec, context: TurnContext) -> Grade:
    """Grades the `says` of `spec` on the answer, in whichever language it is written."""
    wanted = spec.says
    if wanted is None:
        raise ValueError("this is no says grader")
    answer = context.answer
    if not answer.strip():
        return _grade(Verdict.FAIL, msg("The answer is empty."), context)
    if is_paste(answer, shown_texts(context), context.paste_bounds):
        because = msg("The answer is a paste of results, which states nothing.")
        return _grade(Verdict.FAIL, because, context)
    text = masked(answer, requests(context))
    found = occurrences(text, wanted)
    forbidden = next((o for o in found if o.group < 0 and o.standing == "affirmed"), None)
    if forbidden is not None:
        because = msg("The answer says “{term}”, which it must not.", term=forbidden.term)
        return _grade(Verdict.FAIL, because, context, clause_words(answer, forbidden.start))
    right: Standing = "denied" if wanted.negated else "affirmed"
    deciding: list[Occurrence] = []
    for number, group in enumerate(wanted.each):
        mine = [o for o in found if o.group == number]
        hit = next((o for o in mine if o.standing == right), None)
        if hit is None:
            words = clause_words(answer, mine[0].start) if mine else ""
            because = _missing(group, mine, context)
            return _grade(Verdict.FAIL, because, context, words)
        deciding.append(hit)
    if wanted.together:
        near = _near(text, [o for o in found if o.standing == right], len(wanted.each))
        if near is None:
            apart = several(o.term for o in deciding)
            because = msg("The answer says this only apart from each other: {terms}.", terms=apart)
            return _grade(Verdict.FAIL, because, context, _clauses(answer, deciding))
        deciding = near
    words = _clauses(answer, deciding)
    terms = several(o.term for o in deciding)
    if wanted.negated:
        because = msg("The answer denies: {terms}.", terms=terms)
    else:
        because = msg("The answer says: {terms}.", terms=terms)
    return _grade(Verdict.PASS, because, context, words)


def _near(text: str, right: Sequence[Occurrence], groups: int) -> list[Occurrence] | None:
    """One that counts of each group, all in one passage; `None` where no passage has them."""
    of_group = [[o for o in right if o.group == number] for number in range(groups)]
    near = passage_with(text, tuple(tuple(sorted(o.start for o in group)) for group in of_group))
    if near is None:
        return None
    return [
        next(o for o in group if o.start == at) for group, at in zip(of_group, near, strict=True)
    ]


def _clauses(answer: str, deciding: Sequence[Occurrence]) -> str:
    return " … ".join(dict.fromkeys(clause_words(answer, o.start) for o in deciding))


def _grade(verdict: Verdict, because: Message, context: TurnContext, words: str = "") -> Grade:
    return Grade(verdict, "says", SAYS_VERSION, because, (context.read_seq,), words)


def _missing(group: BilingualTerms, mine: Sequence[Occurrence], context: TurnContext) -> Message:
    terms = getattr(group, context.language) or group.every()
    wanted = " / ".join(terms[:4])
    if not mine:
        return msg("The answer names none of: {terms}.", terms=wanted)
    reasons: dict[Standing, Message] = {
        "affirmed": msg("The answer affirms “{term}” where it should deny it.", term=mine[0].term),
        "denied": msg("The answer denies “{term}”.", term=mine[0].term),
        "open": msg("The answer leaves “{term}” open.", term=mine[0].term),
        "supposed": msg("The answer names “{term}” only as a condition.", term=mine[0].term),
        "asked": msg("The answer only asks about “{term}”.", term=mine[0].term),
        "of_others": msg("The answer says “{term}” of somebody else.", term=mine[0].term),
    }
    return reasons[mine[0].standing]


def occurrences(text: str, spec: SaysGrader) -> list[Occurrence]:
    """Every place where a term of `spec` stands in `text`, in order.

    Where terms overlap the longest one stands there and no other. A term inside a longer name
    of another thing (肌酐 in 肌酐清除率) is not there at all.
    """
    folded = fold(text)
    lowered = folded.lower()
    raw = [
        (match.start(), match.end(), number, term)
        for number, term, part in _terms(spec)
        if part in lowered
        for match in _places(term, folded, lowered)
    ]
    spans = {(start, end) for start, end, _, _ in raw}
    standings = standings_of(text)
    found = [
        Occurrence(number, term, start, end, standings.of(start, end))
        for start, end, number, term in raw
        if not any(a <= start and end <= b and b - a > end - start for a, b in spans)
    ]
    found = [o for o in found if not _inside_other_name(folded, o)]
    return sorted(found, key=lambda o: (o.start, -o.end))


def _places(term: str, text: str, lowered: str) -> Iterator[re.Match[str]]:
    """Where a term stands in folded `text`, left to right and without overlaps.

    Looked for where its first part stands in small letters: that is found far faster.
    """
    first = _first_part(term)
    # A pattern takes ſ and ı for s and i, which they are no capital letters of.
    if not first or len(lowered) != len(text) or "ſ" in text or "ı" in text:
        yield from term_pattern(term).finditer(text)
        return
    end, at = 0, lowered.find(first)
    if at < 0:
        return
    pattern = term_pattern(term)
    while at >= 0:
        # A long word begins one letter earlier, or two where a hyphen follows it.
        for start in range(max(end, at - 2), at + 1):
            match = pattern.match(text, start)
            if match is not None:
                yield match
                end = match.end()
                break
        at = lowered.find(first, max(at + 1, end))


@lru_cache(maxsize=256)
def _terms(spec: SaysGrader) -> tuple[tuple[int, str, str], ...]:
    """The terms of `spec` in order, each with its group and its surest part."""
    groups = [*enumerate(spec.each), (-1, spec.none)]
    return tuple(
        (number, term, _surest_part(term))
        for number, group in groups
        for term in group.every()
        if term.strip()
    )


def _inside_other_name(text: str, occurrence: Occurrence) -> bool:
    """Whether the term is a known name that stands inside a longer name of another thing."""
    own = mentions(occurrence.term)
    if len(own) != 1 or own[0].end - own[0].start < len(occurrence.term.strip()):
        return False
    if own[0].ids == {OTHER}:
        return False
    around = max(0, occurrence.start - 40)
    for mention in mentions(text[around : occurrence.end + 40]):
        start, end = mention.start + around, mention.end + around
        inside = start <= occurrence.start and occurrence.end <= end
        if inside and end - start > occurrence.end - occurrence.start:
            return not (mention.ids & own[0].ids)
    return False


# As small words these are no abbreviations: AS, IT, ALL are.
_SMALL_WORDS = re.compile(
    r"a|am|an|as|at|be|by|do|go|he|hi|if|in|is|it|me|my|no|of|on|or|so|to|up|us|we|all|and|are"
    r"|but|can|did|for|had|has|her|him|his|how|its|may|nor|not|now|off|old|one|our|out|own|ran"
    r"|rub|she|the|too|two|use|was|who|why|yet|you|cap|tab|pain|aids?|ill"
)


_PART = re.compile(r"[A-Za-z]+|\d+|[\u3400-\u9fff]+")


def _surest_part(term: str) -> str:
    """A part of the term that stands in small letters wherever its pattern matches; may be empty.

    A text is searched for it far faster than for the pattern.
    """
    parts = _PART.findall(fold(term))
    # A long word's first letter may have a hyphen behind it: a-fib.
    sure = [part[1:] if len(part) > 3 and part.isascii() else part for part in parts]
    return max(sure, key=len, default="").lower()


@lru_cache(maxsize=16_384)
def _first_part(term: str) -> str:
    """What stands in small letters where a match begins, or one or two characters after; or
    nothing, where the term begins otherwise.
    """
    found = _PART.match(fold(term).strip())
    if found is None:
        return ""
    part = found[0]
    return (part[1:] if len(part) > 3 and part.isascii() else part).lower()


@lru_cache(maxsize=16_384)
def term_pattern(term: str) -> re.Pattern[str]:
    """Matches a term: whole words with plural, free white space and hyphens; Chinese as it is."""
    folded = fold(term).strip()
    pieces = [piece for piece in re.split(r"[\s\-]+", folded) if piece]
    body = r"[\s\-]*".join(_piece_pattern(piece) for piece in pieces)
    if not body:
        return re.compile(r"(?!)")
    tail = _tail(folded)
    if folded.isascii() and folded.isalpha() and analyte_for_name(folded) is not None:
        tail = f"(?:{tail}|{_VALUE_AT_ONCE if len(folded) > 1 else _POINT_AT_ONCE})"
    return re.compile(_head(folded) + body + tail, _flags(folded))


# eGFR39>30, Cr1.62mg/dL: the value follows its name at once; CA125, 2b and K2 are names.
_POINT_AT_ONCE = r"(?=\d+\.\d)"
_VALUE_AT_ONCE = (
    r"(?=\d+\.\d|\d+(?![A-Za-z0-9])|\d+(?:mg|mmol|umol|ug|g/|ml|mEq))"
    r"(?!(?<=[Cc][Aa])(?:125|153|199|15-3|19-9|72))"
)
_GLUED_TO = "".join(
    f"|(?<={name})"
    for name in (
        *("eGFR", "GFR", "CrCl", "Ccr", "Cr", "BUN", "AG", "INR", "Hb", "HGB", "Hgb", "WBC", "PLT"),
        *("Na", "Cl", "Ca", "Mg", "Glu", "GLU", "Lac", "BNP", "CRP", "PCT", "ALT", "AST"),
    )
)
"""Names to whose end a number is written at once."""


def _head(term: str) -> str:
    """A word begins here, and a number does: "5 mg" is not in "2.5 mg", 五毫克 not in 十五毫克."""
    if term[0].isdecimal():
        return rf"(?:(?<![A-Za-z0-9]){_GLUED_TO}|(?<=(?<![A-Za-z])[KT])(?=\d\.))(?<!\d[.,])"
    if term[0] in _CHINESE_DIGITS:
        return f"(?<![{_CHINESE_DIGITS}点])"
    return r"(?<![A-Za-z0-9])" if term[0].isascii() and term[0].isalnum() else ""


def _tail(term: str) -> str:
    """A word ends here, and a number does: "below 5" is not in "below 5.5" nor in "below 50"."""
    last = term[-1]
    if last.isdecimal():
        return r"(?![A-Za-z0-9])(?![.,]\d)"
    if last in _CHINESE_DIGITS:
        return f"(?![{_CHINESE_DIGITS}点])"
    if last.isascii() and last.isalpha():
        return r"(?:s|es|'s|s')?(?![A-Za-z0-9])"
    return r"(?![A-Za-z0-9])" if last.isascii() and last.isalnum() else ""


_CHINESE_DIGITS = "零〇一二两三四五六七八九十百千万"
_NUMBER = re.compile(r"(?<![\d.])(\d+)(?:\.(\d+))?(?![\d.])")


def _piece_pattern(piece: str) -> str:
    """A piece of a term without white space; 5 is also 5.0, a-fib is afib."""
    if re.fullmatch(r"[A-Za-z]{4,}", piece):
        return piece[0] + "-?" + piece[1:]
    parts, at = [], 0
    for number in _NUMBER.finditer(piece):
        zeros = "0*" if number[2] else r"(?:\.0+(?!\d))?"
        parts += [re.escape(piece[at : number.end()]), zeros]
        at = number.end()
    written = "".join(parts) + re.escape(piece[at:])
    return re.sub(r"(\\?[<>≤≥=]+)", r"\1\\s*", written)


def _flags(folded: str) -> re.RegexFlag:
    cased = (
        folded.isascii() and folded.isupper() and bool(_SMALL_WORDS.fullmatch(folded.casefold()))
    )
    return re.NOFLAG if cased else re.IGNORECASE
