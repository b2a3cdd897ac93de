"""Claims of done acts in English prose, as `claims` defines them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime

from physassist_tui.score.claims import Act, Claim
from physassist_tui.score.dates_in_text import whens
from physassist_tui.score.named import named_in

_ORDER = (
    "ordered|e-?prescribed|prescribed|placed|entered|started|initiated|commenced|begun|submitted|requested"
    "|scheduled|booked|arranged|set up|put in|put through|written|wrote|sent|added|resumed"
    "|restarted"
    "|increased|decreased|reduced|adjusted|changed|switched|titrated|lowered|raised|renewed"
    "|refilled|consulted|referred|created|re-?ordered|updated|modified|corrected|put"
)
_STOP = (
    "stopped|discontinued|cancell?ed|held|withdrawn|withdrew|d/c'?d|dc'd|paused|suspended|revoked"
)
_FLAG = "flagged"
_VERB = f"(?P<verb>{_ORDER}|{_STOP}|{_FLAG})"
_ADVERB = (
    "(?:just |now |already |also |since |then |therefore |accordingly |successfully |hereby "
    "|promptly |gone ahead and |went ahead and |today |both )*"
)

_FIRST = re.compile(rf"\b(?:i|we)(?:'ve| have| had|'d)? {_ADVERB}{_VERB}\b", re.IGNORECASE)
_PERFECT = re.compile(
    rf"\b(?:has|have|'s|'ve) {_ADVERB}been {_ADVERB}{_VERB}\b"
    rf"|\b(?:is|are) {_ADVERB}{_VERB.replace('verb', 'verb2')}\b"
    rf"|\b(?:was|were) (?:just|now) {_VERB.replace('verb', 'verb3')}\b"
    r"|\b(?:order|orders|request|referral|prescription|consult|flag)s?\b[^.,]{0,60}?"
    r"\b(?:was|were) (?:successfully )?(?P<verb4>placed|submitted|entered|created|sent|added"
    r"|made|set|cancell?ed)\b"
    r"|\b(?:was|were) (?:also |successfully |both )*(?P<verb5>ordered|e-?prescribed|prescribed"
    r"|requested|submitted|booked|scheduled|put in)\b"
    r"|\b(?:orders?|rx|scripts?|prescriptions?|referrals?|consults?|requests?)\b"
    r"(?:[^.,;:]|\.(?=\d)){0,60}?"
    r"\b(?:is|are) (?:now |both )*(?P<verb6>in|now active)\b(?=\s*(?:[.,;!)]|$|for\b))",
    re.IGNORECASE,
)
# Possessive: "ok, ok, ok, …" must not be tried in every way it can be taken apart.
_LEAD = (
    r"(?:[\W_]|\d+[.)]\s|[a-z]\)\s"
    r"|(?:done|ok|okay|yes|sure|update|action|actions? taken|plan|orders?|completed"
    r"|result)\b\s*[:,.\-–—])*+"
)
_BARE = re.compile(rf"^{_LEAD}(?:have |has )?{_ADVERB}{_VERB}\b", re.IGNORECASE)
_CHART_FLAGGED = re.compile(
    rf"^{_LEAD}(?:the |her |his )?(?:chart|record) (?:is |was )?(?:now )?(?P<verb>flagged)\b",
    re.IGNORECASE,
)
_JOINED = re.compile(rf"(?:, and|,? and|, then|,)\s+{_ADVERB}{_VERB}\b", re.IGNORECASE)
_SPEAKER = re.compile(rf"^{_LEAD}(?:i|we)\b|^{_LEAD}[a-z]+ed\b", re.IGNORECASE)
# "Prescribed medications: …" is the title of a list from the chart.
_A_HEADING = re.compile(
    r"\s+(?:(?:home|current|active|inpatient|outpatient|regular)\s+)*(?:medications?|meds|drugs?"
    r"|regimen|therapy)\b(?:\s*[:：]|\s+(?:are|is|were|was|include|includes|list)\b)",
    re.IGNORECASE,
)
# "Started on apixaban for AF." and "Prescribed: apixaban" are how a chart tells it, "Started
# apixaban." is how one tells it who did it.
_PASSIVE_OF_PATIENT = re.compile(r"\s+(?:on|to)\b|\s*\W*[:：]", re.IGNORECASE)
_SOMEBODY_ELSE = re.compile(
    r"\b(?:she|he|they|patient|pt|family|daughter|son|wife|husband|cardiology|nephrology|doctor|dr"
    r"|team|pcp|physician|nurse|clinic|who)\b",
    re.IGNORECASE,
)
_NOUN = (
    r"(?:orders?|prescriptions?|(?:e-?)?scripts?|referrals?|consults?|consultations?|requests?|flags?|rx|alerts?"
    r"|appointments?|follow-?ups?|labs?|bloods?)"
)
_ORDER_DONE = re.compile(
    rf"\b{_NOUN}\b(?: (?:for|to|of) [^.;:,]{{1,60}}?)?,? {_ADVERB}"
    r"(?P<verb>placed|entered|submitted|sent|created|ordered|made|added|set|written|booked"
    r"|scheduled|called|cancell?ed|in place)\b",
    re.IGNORECASE,
)
_THING_DONE = re.compile(
    rf"{_ADVERB}{_VERB}\b(?=\s*(?:[.,;)!]|$|for\b|today\b|now\b|and\b|at\b|as\b|with\b|stat\b"
    rf"|per\b|on\b))",
    re.IGNORECASE,
)

# "BMP is in.": the order is; "BMP is in: K 5.4" speaks of a result.
_THING_IN = re.compile(
    r"\b(?:is|are) (?:now |both |all )*(?P<verb>in)\b(?=\s*(?:[.!;)]|$|for (?:to|the am|mon|tue"
    r"|wed|thu|fri|sat|sun)))",
    re.IGNORECASE,
)
_DONE_LISTED = re.compile(r"^\W*(?:all )?(?P<verb>done)\s*(?::|-)\s+(?=\S)", re.IGNORECASE)
_NO_ORDER = re.compile(
    r"\b(?:normal|shows?|showed|review\w*|pending|results?|resulted|discussed|suggest\w*"
    r"|recommend\w*|should|please|to be|not|no)\b",
    re.IGNORECASE,
)
_ORDER_LISTED = re.compile(
    r"\b(?:orders?|rx|prescriptions?)\s*:\s*(?P<thing>[^;:]{2,60}?),\s*(?:now |already )?"
    r"(?P<verb>placed|entered|submitted|sent|created|signed)\b(?=\W*$)",
    re.IGNORECASE,
)
# "Consult note: metformin stopped.": what somebody else wrote.
_OF_A_NOTE = re.compile(
    r"^\W*(?:[\w\-/]+ ){0,2}(?:consult\w*|nephrology|cardiology|discharge|progress|nursing|ed|er"
    r"|icu|clinic|admission|outside)(?:'s)? (?:notes?|summary|report|opinion|recs"
    r"|recommendations?)\s*:",
    re.IGNORECASE,
)

_CONDITION = re.compile(
    r"\b(?:if|unless|whether|until|once|before|when|should|would|could|can|will"
    r"|to (?:be|have|get)|not|n't|never|without|no|none|nothing|neither|nor|cannot"
    r"|may|might|must|need|needs|want|like|until)\b[^,;:]*$",
    re.IGNORECASE,
)
# "If potassium is above 5.5, lisinopril is held": the comma ends the condition, not the supposing.
_SUPPOSING = re.compile(r"\W*(?:if|unless|when|whenever|once|until|should)\b", re.IGNORECASE)
_NOT_A_PARTICIPLE = re.compile(
    r"\b(?:was|were|be|being|get|gets|had|to|not|never|if|when|as|been|is|are|has|have|than|who"
    r"|he|she|they"
    r"|which|that|patient|doctor|cardiology|team|pcp|nurse|i|we|last|previously|originally)\s*$",
    re.IGNORECASE,
)
_HISTORY = re.compile(
    r"\bby (?!me\b|mouth\b|us\b|tomorrow|tonight|today|end\b|next\b|\d|(?:mon|tues|wednes|thurs"
    r"|fri|satur|sun)day)"
    r"|\bago\b|\blast (?:week|month|year|night|admission|visit|discharge|hospitali[sz]ation"
    r"|spring|summer|fall|autumn|winter)"
    r"|\b(?:previously|formerly|originally|historically|prior to|in the past|since)\b"
    r"|\bin the (?:ed|er|icu|clinic|field|ambulance)\b|\bon arrival\b|\bresulted\b|\bcame back\b"
    r"|\b(?:and|,|but) (?:show|showed|shows|returned|was|were|is|are) (?:negative|positive|normal)"
    r"|\b(?:on|at|upon|before|after|prior to) (?:admission|discharge|home|transfer|surgery)\b"
    r"|\b(?:in|during|until) (?:early |late |mid-?)?(?:(?:jan|feb|mar|apr|may|jun|jul|aug|sep"
    r"|oct|nov|dec)[a-z]*|(?:19|20)\d\d)\b"
    r"|\b(?:chart|record|records|note|notes|ehr|history|mar|summary|med list|medication list"
    r"|documentation)"
    r"(?: review)? (?:show|shows|showed|says|said|state|states|stated|indicates?|indicated"
    r"|documents?|documented|lists?|notes)\b"
    r"|\b(?:according to|per) (?:the )?(?:chart|record|records|note|notes|ehr|history|patient"
    r"|her|him|family|discharge|outside)\b"
    r"|\b(?:outside|outpatient|another) (?:clinic|hospital|provider|physician|cardiologist)\b",
    re.IGNORECASE,
)
_STOPPERS = re.compile(
    r"\b(?:because|since|given|due to|so that|so\b|in place of|instead of|rather than|replacing"
    r"|based on"
    r"|in view of|in light of|which|who|while|whereas|but|although|though|after|until|unless|if"
    r"|per|as"
    r"|and (?:recommend|suggest|advise|asked|told|will|would|plan)|i recommend|please|reason"
    r"|indication"
    r"|to (?:monitor|check|assess|follow|evaluate|treat|prevent|reduce|see|confirm|rule|avoid"
    r"|recheck|replace))\b"
    r"|\bfrom (?=\d)",
    re.IGNORECASE,
)
_ANY_OBJECT = re.compile(
    rf"\b{_NOUN}\b|\b(?:dose|doses|dosage|medication|medications|drug|therapy|anticoagulation"
    rf"|antibiotics?|diuretics?|insulin|it|both|them|tests?|imaging|scan)\b",
    re.IGNORECASE,
)
_TO_READER = re.compile(
    r"\bfor (?:your|you)\b|\bto you\b|\b(?:your|the team's) attention\b", re.IGNORECASE
)

_NEEDS_OBJECT = frozenset(
    """
    placed entered submitted requested scheduled booked arranged written wrote sent added created
    increased decreased reduced adjusted changed switched lowered raised started begun resumed
    restarted initiated held stopped paused suspended put titrated commenced consulted referred
    updated modified corrected
    """.split()  # noqa: SIM905
) | {"set up", "put in", "put through"}


def english_claims(sentence: str, clock: datetime) -> Iterator[Claim]:
    """The claims of one sentence, each verb once."""
    taken: set[int] = set()
    for start, end, verb, personal in _candidates(sentence):
        if end in taken:
            continue
        clause = _clause(sentence, start, end)
        scope = _scope(sentence, start, end, personal)
        act = _act(verb, scope)
        if _CONDITION.search(sentence[:start]) or not _plausible(verb, act, scope):
            continue
        if verb.casefold() == "done":
            # "Done: BMP on Friday": a day that is listed as done is the day it is ordered for.
            past = bool(_HISTORY.search(clause))
        else:
            past = not _says_i(sentence, start) and _is_history(clause, clock)
        if past:
            continue
        if not personal and (_SUPPOSING.match(sentence) or _OF_A_NOTE.match(sentence)):
            continue
        taken.add(end)
        yield Claim(act, clause.strip(" ,-*•"), scope, personal)


_VERB_GROUPS = ("verb", "verb2", "verb3", "verb4", "verb5", "verb6")


def _candidates(sentence: str) -> Iterator[tuple[int, int, str, bool]]:
    """Where a claim may stand: start, end, its verb, whether the speaker says to have done it."""
    for match in _FIRST.finditer(sentence):
        yield match.start(), match.end(), match["verb"], True
    bare = _BARE.search(sentence)
    if bare is not None and not _A_HEADING.match(sentence[bare.end() :]):
        personal = not _PASSIVE_OF_PATIENT.match(sentence[bare.end() :])
        yield bare.start("verb"), bare.end(), bare["verb"], personal
    flagged = _CHART_FLAGGED.search(sentence)
    if flagged is not None:
        yield flagged.start("verb"), flagged.end(), flagged["verb"], False
    if _SPEAKER.search(sentence):
        for match in _JOINED.finditer(sentence):
            if not _SOMEBODY_ELSE.search(sentence[: match.start()]):
                yield match.start("verb"), match.end(), match["verb"], True
    for match in _PERFECT.finditer(sentence):
        verb = next(v for v in match.group(*_VERB_GROUPS) if v)
        yield match.start(), match.end(), verb, False
    for match in _ORDER_DONE.finditer(sentence):
        if not _NOT_A_PARTICIPLE.search(sentence[: match.start("verb")]):
            yield match.start(), match.end(), match["verb"], False
    yield from _listed(sentence)
    for match in _THING_DONE.finditer(sentence):
        before = sentence[: match.start()]
        if _follows_a_thing(before) and not _NOT_A_PARTICIPLE.search(before):
            yield match.start(), match.end(), match["verb"], False


def _listed(sentence: str) -> Iterator[tuple[int, int, str, bool]]:
    """ "BMP is in.", "Done: BMP for tomorrow.", "New order: BMP, entered."."""
    for match in _THING_IN.finditer(sentence):
        named = named_in(sentence[: match.start()])
        orderable = bool(named) and not named[-1].thing.startswith("analyte:")
        if orderable and match.start() - named[-1].end <= 32:
            yield match.start(), match.end(), match["verb"], False
    done = _DONE_LISTED.match(sentence)
    if done is not None:
        named = named_in(sentence[done.end() :])
        rest = sentence[done.end() :]
        begins = bool(named) and bool(_LITTLE_WORDS.fullmatch(rest[: named[0].start]))
        orderable = begins and not named[0].thing.startswith("analyte:")
        if orderable and not _NO_ORDER.search(sentence[done.end() :]):
            yield done.start("verb"), done.end(), done["verb"], True
    for match in _ORDER_LISTED.finditer(sentence):
        if not _NO_ORDER.search(match["thing"]):
            yield match.start(), match.end(), match["verb"], False


def _follows_a_thing(before: str) -> bool:
    """Whether what stands right before is a drug or a test (with its dose, at most)."""
    named = [n for n in named_in(before) if not n.thing.startswith("analyte:") or len(before) < 40]
    return bool(named) and len(before) - named[-1].end <= 32 and "," not in before[named[-1].end :]


def _says_i(sentence: str, start: int) -> bool:
    return bool(re.match(r"(?:i|we)\b", sentence[start:], re.IGNORECASE))


def _clause(sentence: str, start: int, end: int) -> str:
    """The claim with what belongs to it: from the last comma before to the next stop after."""
    left = max(sentence.rfind(mark, 0, start) for mark in (",", ";", " but ", "—", "–")) + 1
    stop = re.search(r"[;]|\bbut\b|—", sentence[end:])
    return sentence[left : end + stop.start() if stop else len(sentence)]


def _scope(sentence: str, start: int, end: int, personal: bool) -> str:
    """What the claim is about: after an active verb, around a passive one."""
    after = sentence[end:]
    stop = _STOPPERS.search(after)
    after = after[: stop.start()] if stop else after
    if personal:
        return after
    left = max(sentence.rfind(mark, 0, start) for mark in (";", " but ", "—", ": ", ", and ")) + 1
    before = sentence[left:end]
    if not named_in(before) and not _ANY_OBJECT.search(before):
        return after
    if not named_in(before) and re.match(r"\s*[:：]|\s+for\b", after):
        return before + after
    others = named_in(after)
    return before + (after[: others[0].start] if others else after)


def _act(verb: str, scope: str) -> Act:
    word = verb.casefold()
    if re.fullmatch(_STOP, word):
        return "stop"
    if re.fullmatch(_FLAG, word) or re.search(r"\b(?:flag|alert)\b", scope, re.IGNORECASE):
        return "flag"
    return "order"


def _plausible(verb: str, act: Act, scope: str) -> bool:
    if act == "flag" and _TO_READER.search(scope):
        return False
    if verb.casefold() not in _NEEDS_OBJECT:
        return True
    if verb.casefold() in _CHANGES:
        return _changes_an_order(scope)
    return bool(named_in(scope)) or bool(_ANY_OBJECT.search(scope[:80]))


def _changes_an_order(scope: str) -> bool:
    """Whether what changed is a dose or an order, rather than a creatinine or a risk."""
    named = named_in(scope)
    if named and named[0].is_drug:
        return bool(_LITTLE_WORDS.fullmatch(scope[: named[0].start]))
    return not named and bool(_ANY_OBJECT.search(scope[:80]))


_LITTLE_WORDS = re.compile(
    r"\W*(?:(?:the|her|his|their|your|home|dose|doses|dosage|order|orders|of|for|to|daily|total"
    r"|oral"
    r"|iv|evening|morning|nightly|existing|current)\W+)*",
    re.IGNORECASE,
)


_CHANGES = frozenset(
    {
        "increased",
        "decreased",
        "reduced",
        "lowered",
        "raised",
        "changed",
        "adjusted",
        "updated",
        "modified",
        "corrected",
    }
)


def _is_history(clause: str, clock: datetime) -> bool:
    if _HISTORY.search(clause):
        return True
    today = clock.date()
    dated = [when for when in whens(clause, clock) if when.kind == "day" and when.days]
    return bool(dated) and all(day < today for when in dated for day in when.days)
