"""Names that a sentence holds without asking about them: denied, quoted, somebody else's."""

from __future__ import annotations

import re

from physassist_tui.patient.text import Match, Token, keys

_STARTERS = tuple(
    keys(phrase)
    for phrase in (
        "not", "don't mean", "do not mean", "didn't mean", "never mind", "apart from",
        "other than", "except", "except for", "besides", "aside from", "instead of",
        "rather than", "leave aside", "leaving aside", "set aside", "not counting",
        "not including", "excluding", "not ask whether you take", "not asking if you take",
        "not ask whether you took", "skip over", "not worried about", "not interested in",
        "without counting",
    )
)  # fmt: skip
_BETWEEN = frozenset(keys("the your about that talk mean any for ask a my"))
_JOINS = frozenset((*keys("or nor and the your about"), "/", "、", "和", "跟", "与", "或", "及"))

_HAN_STARTERS = re.compile(
    r"(?:(?<!是)不是(?:问|说|指|想问|要问|讲)?|不(?:问|说|谈|管|指|算|包括)|先不(?:问|说|谈|管)|别(?:说|提|管|问|谈|聊|讲)|不想(?:问|说|谈)|不用(?:说|问)"
    r"|除了|除去|除掉|除开|撇开|抛开|而非|没(?:问|说))"
    r"(?:您|你|的|那个|这个|吃|关于|过|了|用|在吃)*$"
)
_HAN_AFTER = re.compile(
    r"^(?:片|胶囊|药)?(?:以外|之外|除外|不算|先不说|先不谈|不用说|就不说|就不问|不问|先放|不谈)"
)
_HAN_JOIN = re.compile(r"[和跟与或及]|还有")

_KIN_EN = (
    r"wife|husband|mother|mom|mum|father|dad|son|daughter|brother|sister|neighbou?r|friend"
    r"|roommate|partner|aunt|uncle|cousin|grandmother|grandfather|child"
)
_KIN_ZH = (
    "老伴|老婆|老公|爱人|妻子|丈夫|妈妈|妈|爸爸|爸|父亲|母亲|儿子|女儿|哥哥|弟弟|姐姐|妹妹|邻居|朋友|室友"
    "|同事|奶奶|爷爷|孩子|隔壁床|邻床"
)
_OTHERS = re.compile(
    rf"\b(?:your|my|his|her|their) (?:{_KIN_EN})(?:'s)?(?: (?:also|still|usually|is|was|ever))*"
    r" (?:takes?|took|taking|uses?|used|using|on|stopped|stops?)\b"
    rf"|(?:你|您|我)的?(?:{_KIN_ZH})(?:也|还|在|现在|是不是|有没有|以前|是)*(?:吃|服|用|打|停)",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"[\"“「『《](.*?)[\"”」』》]")


def denied_places(text: tuple[Token, ...], sentence: str, things: list[Match]) -> set[int]:
    """The starts of those `things` that the sentence denies or lays at another's door."""
    starts = {match.start: match.end for match in things}
    denied: set[int] = set()
    text_keys = tuple(t.key for t in text)
    for at in range(len(text_keys)):
        for phrase in _STARTERS:
            if text_keys[at : at + len(phrase)] == phrase and not _why(text_keys, at):
                _deny_from(at + len(phrase), text_keys, starts, denied)
    if text_keys[:1] == ("forget",):  # An order; inside a sentence it asks about forgetting.
        _deny_from(1, text_keys, starts, denied)
    _deny_han(text, starts, denied)
    for found in _OTHERS.finditer(sentence):
        denied |= _until_mark(text, found.end(), starts)
    return denied


def quoted_places(text: tuple[Token, ...], sentence: str, things: list[Match]) -> set[int]:
    """The starts of those `things` that stand between quotation marks."""
    spans = [found.span(1) for found in _QUOTED.finditer(sentence)]
    return {
        match.start
        for match in things
        if any(a <= text[match.start].start and text[match.end - 1].end <= b for a, b in spans)
    }


def _why(text_keys: tuple[str, ...], at: int) -> bool:
    return at > 0 and text_keys[at - 1] == "why"


def _deny_from(
    at: int, text_keys: tuple[str, ...], starts: dict[int, int], denied: set[int]
) -> None:
    while at < len(text_keys) and at not in starts and text_keys[at] in _BETWEEN:
        at += 1
    while at in starts:
        denied.add(at)
        at = starts[at]
        after = at
        while after < len(text_keys) and after not in starts and text_keys[after] in _JOINS:
            after += 1
        if after == at:
            break
        at = after


def _deny_han(text: tuple[Token, ...], starts: dict[int, int], denied: set[int]) -> None:
    for start in sorted(starts):
        end = starts[start]
        before = "".join(t.text for t in text[max(0, start - 12) : start])
        after = "".join(t.text for t in text[end : end + 6])
        joined = any(
            other in denied
            and 0 < start - starts[other] <= 2
            and (
                text[starts[other]].key == "、"
                or _HAN_JOIN.fullmatch("".join(t.text for t in text[starts[other] : start]))
            )
            for other in starts
            if other < start
        )
        if _HAN_STARTERS.search(before) or _HAN_AFTER.match(after) or joined:
            denied.add(start)


def _until_mark(text: tuple[Token, ...], offset: int, starts: dict[int, int]) -> set[int]:
    found: set[int] = set()
    for at, token in enumerate(text):
        if token.start < offset:
            continue
        if token.kind == "mark":
            break
        if at in starts:
            found.add(at)
    return found
