"""The drugs, analytes and services that a text names, in either language.

What the terms room knows by name, found where it stands in free text; and the services that
clinicians order under several names (`services`). English names are matched by whole words,
those of three letters or fewer as they are written (`Na` is sodium, `na` is nothing); Chinese
names as they stand. The longest name wins: `insulin glargine` is not `insulin`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from physassist_tui.score.folded import fold
from physassist_tui.score.services import SERVICES
from physassist_tui.terms import analytes, drugs

_SHORT = 3


@dataclass(frozen=True)
class Named:
    """A thing that a text names. `thing` is `drug:id`, `analyte:id` or `service:id`."""

    thing: str
    start: int
    end: int

    @property
    def is_drug(self) -> bool:
        """Whether it is a drug."""
        return self.thing.startswith("drug:")


@lru_cache(maxsize=4096)
def named_in(text: str) -> tuple[Named, ...]:
    """Everything that `text` names, in order; a longer name hides the names inside it."""
    narrow = fold(text)
    index, patterns = _names()
    found = []
    at = 0
    while (start := _START.search(narrow, at)) is not None:
        at = start.start()
        pattern = patterns.get(narrow[at].casefold())
        match = pattern.match(narrow, at) if pattern is not None else None
        if match is None:
            at += 1
            continue
        name = match.group(1)
        thing = index.get(name) or index[name.casefold()]
        found.append(Named(thing, at, match.end()))
        at = match.end()
    return tuple(found)


def things_in(text: str) -> frozenset[str]:
    """The things that `text` names."""
    return frozenset(named.thing for named in named_in(text))


def drugs_in(text: str) -> frozenset[str]:
    """The ids of the drugs that `text` names."""
    return frozenset(n.thing.partition(":")[2] for n in named_in(text) if n.is_drug)


_START = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9]|[\u3400-\u9fff]")


@lru_cache(maxsize=1)
def _names() -> tuple[Mapping[str, str], Mapping[str, re.Pattern[str]]]:
    """What each name stands for, and a pattern of the names that begin with each character."""
    index: dict[str, str] = {}
    for thing, names in _all_names():
        for name in names:
            narrow = fold(name)
            key = narrow if len(narrow) <= _SHORT else narrow.casefold()
            index.setdefault(key, thing)
    by_first: dict[str, list[str]] = {}
    for key in sorted(index, key=len, reverse=True):
        by_first.setdefault(key[0].casefold(), []).append(_part(key))
    patterns = {
        first: re.compile(f"({'|'.join(parts)})(?:s(?![A-Za-z0-9]))?")
        for first, parts in by_first.items()
    }
    return index, patterns


def _all_names() -> Iterable[tuple[str, tuple[str, ...]]]:
    for drug in drugs():
        yield f"drug:{drug.id}", drug.names
    for service, names in SERVICES:
        yield f"service:{service}", names
    for analyte in analytes():
        yield f"analyte:{analyte.id}", analyte.names


def _part(key: str) -> str:
    escaped = re.escape(key)
    case = escaped if len(key) <= _SHORT else f"(?i:{escaped})"
    # A Chinese name may stand against anything; a Latin one ends where its word ends.
    return rf"{case}(?=s?(?![A-Za-z0-9]))" if key[-1].isascii() else case


_GENERIC_EN_WORDS = """
a an and the of for to in on at by with from per via or not no now today tomorrow tonight
this that these those it its is are was were be been being has have had i ve m we us our
you your patient patients pt her his their she he they me my as so also just already new
repeat recheck check follow followup up order orders ordered ordering request requests
requested referral referrals referred flag flags flagged chart record placed place entered
entry submitted sent put set added add prescription prescriptions prescribed started start
cancelled canceled cancel stopped stop discontinued hold held test tests lab labs study
level levels panel serum plasma blood urine dose doses daily twice once three times mg mcg
ml day days week weeks month months hour hours morning evening night routine urgent asap
stat priority done complete completed please requested asked above below earlier previous
system ehr emr successfully active scheduled schedule booked arranged service consult
consultation evaluation visit safety clinical administrative allergy category code detail
note reason due will be within next first then all both one two another time
medication medications drug drugs therapy treatment tablet tablets capsule oral orally
"""
_GENERIC_EN = frozenset(_GENERIC_EN_WORDS.split())
_WORD = re.compile(r"[A-Za-z][A-Za-z\-]{2,}")
_CHINESE_RUN = re.compile(r"[\u3400-\u9fff]+")
_GENERIC_ZH = re.compile(
    "医嘱|处方|申请单|申请|检查|检验|化验|复查|监测|会诊|转诊|标记|标识|标签|警示|提醒|提示|病历|患者|病人"
    "|已经|已|为其|为|了|的|及|和|与|并|请|明天|明日|今天|今日|明早|今晚|上午|下午|早晨|清晨|尽快|紧急|常规"
    "|开具|开立|下达|提交|录入|创建|新建|添加|安排|预约|按|要求|一次|每日|每天|口服|静脉|皮下|用药|药物|治疗"
    "|系统|成功|完成|您|我|她|他|其|本次|一项|一条|一个|该|此|于|在|将|到|至|从|给|开|下|做|查|行|项目|血清"
)


def content_words(text: str) -> frozenset[str]:
    """The words that tell one order from another: no order talk, times, doses or fillers.

    English words in lower case without a plural's s; Chinese as overlapping pairs of
    characters of what remains once the generic words are taken out.
    """
    narrow = fold(text)
    words = {
        word[:-1] if word.endswith("s") and len(word) > 4 else word
        for word in (match.group().casefold() for match in _WORD.finditer(narrow))
        if word not in _GENERIC_EN
    }
    pairs: set[str] = set()
    for run in _CHINESE_RUN.findall(_GENERIC_ZH.sub(" ", narrow)):
        pairs.update(run[at : at + 2] for at in range(len(run) - 1))
    return frozenset(words | pairs)
