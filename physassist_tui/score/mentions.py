"""Where a text names something that is measured or taken: analytes and drugs, either language.

The longest name wins where names overlap, so that 肌酐 in 肌酐清除率 is no creatinine and
potassium in potassium chloride no potassium.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from types import MappingProxyType

from physassist_tui.score.folded import fold, is_chinese
from physassist_tui.terms import analytes, drugs

OTHER = "other"
"""What a name stands for that we know to be none of the analytes: a ratio, a urine value."""


@dataclass(frozen=True)
class Mention:
    """A name at `start`:`end`. `ids` are what it may stand for: `a:…`, `d:…`, `x` or `other`.

    `implied` where the words name a finding and by it what was measured: hyperkalemia.
    """

    start: int
    end: int
    ids: frozenset[str]
    implied: bool = False


_DECOYS = (
    "BUN/creatinine ratio",
    "BUN/Cr ratio",
    "BUN:creatinine ratio",
    "BUN to creatinine ratio",
    "尿素氮/肌酐比值",
    "尿素氮肌酐比",
    "neutrophil-to-lymphocyte ratio",
    "sodium bicarbonate",
    "sodium chloride",
    "normal saline",
    "calcium channel blocker",
    "calcium gluconate",
    "calcium carbonate",
    "magnesium sulfate",
    "potassium-sparing",
    "potassium supplement",
    "potassium phosphate",
    "sodium polystyrene",
    "sodium zirconium",
    "low-sodium",
    "low sodium",
    "sodium restriction",
    "低钠",
    "限钠",
    "低盐",
    "碳酸氢钠",
    "氯化钠",
    "葡萄糖酸钙",
    "碳酸钙",
    "硫酸镁",
    "补钾",
    "保钾",
    "葡萄糖注射液",
    "glucose tolerance",
    "dextrose",
    "iron supplement",
    "albumin infusion",
    "creatinine-based",
    "LDL receptor",
    "QT-prolonging",
    "blood pressure medication",
    "降压药",
    "sugar-free",
    "sugar substitute",
    "ideal body weight",
    "IBW",
    "predicted body weight",
    "adjusted body weight",
    "理想体重",
    "标准体重",
    "osmol gap",
    "osmolal gap",
    "osmolar gap",
    "osmotic gap",
    "stool osmolar gap",
    "delta gap",
    "strong ion gap",
    "A-a gap",
    "care gap",
    "treatment gap",
    "gap in",
    "渗透压间隙",
    "渗透间隙",
    "组织间隙",
    "椎间隙",
    "关节间隙",
    "降糖药",
)
# What clinicians say for an analyte without its name: "gap 11", "BNP (NT-pro) 3450".
_SAID_FOR: tuple[tuple[str, str], ...] = (
    ("gap", "a:anion-gap"),
    ("间隙", "a:anion-gap"),
    ("BNP (NT-pro)", "a:nt-probnp"),
    ("BNP (NT-proBNP)", "a:nt-probnp"),
    ("BNP, NT-pro", "a:nt-probnp"),
    ("pro BNP", "a:nt-probnp"),
    ("weighs", "a:weight"),
    ("weighed", "a:weight"),
    ("weighing", "a:weight"),
    ("satting", "a:spo2"),
    ("sugar", "a:glucose"),
)
# Findings that imply what was measured: "tachy to 104", "hyperkalemia (5.4)".
_IMPLIED: Mapping[str, str] = MappingProxyType(
    {
        "a:heart-rate": "tachy|tachycardia|tachycardic|brady|bradycardia|bradycardic"
        "|心动过速|心动过缓",
        "a:respiratory-rate": "tachypnea|tachypnoea|tachypneic|tachypnoeic",
        "a:temperature": "febrile|发热|发烧|高热",
        "a:blood-pressure": "hypotensive|hypotension|hypertensive|低血压",
        "a:potassium": "hyperkalemia|hyperkalaemia|hyperkalemic|hyperkalaemic|hypokalemia"
        "|hypokalaemia|hypokalemic|hypokalaemic|高钾血症|低钾血症|高血钾|低血钾|高钾|低钾",
        "a:sodium": "hyponatremia|hyponatraemia|hyponatremic|hyponatraemic|hypernatremia"
        "|hypernatraemia|hypernatremic|hypernatraemic|低钠血症|高钠血症|低血钠|高血钠",
        "a:calcium": "hypocalcemia|hypocalcaemia|hypercalcemia|hypercalcaemia|低钙血症|高钙血症",
        "a:glucose": "hyperglycemia|hyperglycaemia|hyperglycemic|hyperglycaemic|hypoglycemia"
        "|hypoglycaemia|hypoglycemic|hypoglycaemic|高血糖|低血糖",
        "a:wbc": "leukocytosis|leucocytosis|leukopenia|leucopenia",
        "a:platelets": "thrombocytopenia|thrombocytosis",
        "a:hemoglobin": "anemia|anaemia|anemic|anaemic|贫血",
        "a:magnesium": "hypomagnesemia|hypomagnesaemia|hypermagnesemia|低镁血症",
        "a:phosphate": "hypophosphatemia|hyperphosphatemia|低磷血症|高磷血症",
    }
)
_FLUID_BEFORE = re.compile(
    r"(?:urine|urinary|urine spot|CSF|cerebrospinal|pleural(?: fluid)?|ascit\w*(?: fluid)?"
    r"|peritoneal|synovial|fluid|dialysate|drain|尿液?|脑脊液|胸水|腹水|胸腔积液|腹腔积液)\s?$",
    re.IGNORECASE,
)
_FLUID_NAME = re.compile(r"urin|尿(?!素|酸)|fluid", re.IGNORECASE)
_OTHER_AFTER = re.compile(
    r"\s?(?:clearance|ratio|index|supplement(?:s|ation)?|replacement|infusion|drip|tablets?"
    r"|level goal|binder|清除率|比值|制剂|补充)",
    re.IGNORECASE,
)


def _body_and_tail(name: str) -> tuple[str, str]:
    escaped = re.escape(fold(name)).replace(r"\ ", r"[\s\-]*").replace(r"\-", r"[\s\-]?")
    last = fold(name)[-1]
    if is_chinese(last) or last in "+-":
        tail = ""
    elif len(name) <= 2:
        # K, Na, Cr, T: the sign or the value may follow directly.
        tail = (
            r"(?![A-Za-z])(?!\d*[A-Za-z]?\d*-?[A-Za-z])" if name.isalpha() else r"(?![A-Za-z0-9])"
        )
    else:
        tail = r"(?:s|es|'s)?(?![A-Za-z])" if last.isalpha() else r"(?![A-Za-z0-9])"
    return escaped, tail


def _cased(name: str) -> bool:
    """Short abbreviations mean what they say only in their own case: K, Na, Cr, PT, Fe."""
    return name.isascii() and len(name) <= 2


@lru_cache(maxsize=1)
def _known() -> tuple[tuple[str, str], ...]:
    pairs = [(name, f"a:{analyte.id}") for analyte in analytes() for name in analyte.names]
    pairs += [(name, f"d:{drug.id}") for drug in drugs() for name in drug.names]
    pairs += _SAID_FOR
    pairs += [(name, meaning) for meaning, names in _IMPLIED.items() for name in names.split("|")]
    pairs += [(decoy, OTHER) for decoy in _DECOYS]
    return tuple(pairs)


_Patterns = Mapping[str, re.Pattern[str]]


@dataclass(frozen=True)
class _Finder:
    """The names by their first character, in small letters, and where one of them may begin.

    A Latin name begins where a word begins; any other character may begin one.
    """

    patterns: _Patterns
    start: re.Pattern[str]

    @classmethod
    def of(cls, patterns: _Patterns) -> _Finder:
        """The finder of the names that `patterns` match."""
        chinese = "".join(sorted(first for first in patterns if is_chinese(first)))
        other = r"[^\x00-\x7f\u3400-\u9fff]" + (f"|[{chinese}]" if chinese else "")
        return cls(patterns, re.compile(rf"(?<![A-Za-z0-9])[A-Za-z0-9]|{other}"))


@lru_cache(maxsize=256)
def _finders(extra: tuple[str, ...]) -> tuple[_Finder, _Finder]:
    """The finders of the names: of those in any case, and of those in their own."""
    loose, exact = _patterns(extra)
    return _Finder.of(loose), _Finder.of(exact)


@lru_cache(maxsize=256)
def _patterns(extra: tuple[str, ...]) -> tuple[_Patterns, _Patterns]:
    if not extra:
        return _by_first(_known_names())
    # Only the names that begin as one of the further ones do are put together anew.
    firsts = {_first(name) for name in extra}
    near = frozenset(name for name in _known_names() if _first(name) in firsts)
    loose, exact = _by_first(near | frozenset(extra))
    all_loose, all_exact = _patterns(())
    return {**all_loose, **loose}, {**all_exact, **exact}


@lru_cache(maxsize=1)
def _known_names() -> frozenset[str]:
    # A charge sign is read by the name without it.
    names = {name for name, _ in _known() if not name.endswith("-")}
    return frozenset(name for name in names if name.strip())


def _first(name: str) -> str:
    return fold(name)[0].casefold()


def _by_first(names: Iterable[str]) -> tuple[_Patterns, _Patterns]:
    ordered = sorted(names, key=len, reverse=True)
    return (
        _compiled((n for n in ordered if not _cased(n)), re.IGNORECASE),
        _compiled((n for n in ordered if _cased(n)), re.NOFLAG),
    )


def _compiled(names: Iterable[str], flags: re.RegexFlag) -> _Patterns:
    by_first: dict[str, list[str]] = {}
    for name in names:
        by_first.setdefault(_first(name), []).append(name)
    return {first: re.compile(_pattern_of(found), flags) for first, found in by_first.items()}


def _pattern_of(names: Iterable[str]) -> str:
    """Names that begin with the same character, the first that matches winning.

    What they share stands once: said again for each it would take long to compile.
    """
    parts = [(*_body_and_tail(name), is_chinese(name[0])) for name in names]
    return "|".join(
        ("" if chinese else r"(?<![A-Za-z0-9])") + f"(?:{'|'.join(p[0] for p in same)}){tail}"
        for (tail, chinese), same in groupby(parts, key=itemgetter(1, 2))
    )


def _matches(text: str, finder: _Finder) -> Iterator[tuple[int, int]]:
    """Where a name of `finder` stands, left to right and without overlaps."""
    end = 0
    for start in finder.start.finditer(text):
        if start.start() < end:
            continue
        pattern = finder.patterns.get(start.group().casefold())
        match = pattern.match(text, start.start()) if pattern is not None else None
        if match is not None and match.end() > match.start():
            end = match.end()
            yield match.span()


_SHAPE = re.compile(r"[\s\-]+|'s$")


def _key(name: str) -> str:
    return _SHAPE.sub("", fold(name)).casefold()


@lru_cache(maxsize=1)
def _meanings() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, meaning in _known():
        found.setdefault(_key(name), set()).add(meaning)
    return {key: frozenset(ids) for key, ids in found.items()}


def _ids(written: str, extra: frozenset[str]) -> frozenset[str]:
    key = _key(written)
    for form in (key, key.removesuffix("s"), key.removesuffix("es")):
        ids = _meanings().get(form, frozenset())
        if form in extra:
            return ids | {"x"}
        if ids:
            return ids
    return frozenset({OTHER})


@lru_cache(maxsize=1)
def _implying() -> frozenset[str]:
    return frozenset(_key(name) for names in _IMPLIED.values() for name in names.split("|"))


@lru_cache(maxsize=1)
def _analyte_ids() -> frozenset[str]:
    return frozenset(f"a:{analyte.id}" for analyte in analytes())


def mentions(text: str, extra: Iterable[str] = ()) -> tuple[Mention, ...]:
    """The names in `text`, in order. `extra` are further names, which get the id `x`."""
    return _mentions(text, tuple(sorted({name for name in extra if name.strip()})))


# Every item of a turn asks the same of the same request.
@lru_cache(maxsize=512)
def _mentions(text: str, further: tuple[str, ...]) -> tuple[Mention, ...]:
    folded = fold(text)
    keys = frozenset(_key(name) for name in further)
    found: list[Mention] = []
    taken = [False] * len(folded)
    for finder in _finders(further):
        for start, end in _matches(folded, finder):
            if any(taken[start:end]):
                continue
            taken[start:end] = [True] * (end - start)
            ids = _placed(folded, start, end, keys)
            implied = "x" not in ids and _key(folded[start:end]) in _implying()
            found.append(Mention(start, end, ids, implied))
    for pair in _BOTH_OF_BLOOD.finditer(folded):
        if not any(taken[pair.start() : pair.end()]):
            found.append(Mention(pair.start(), pair.start() + 1, frozenset({"a:hemoglobin"})))
            found.append(Mention(pair.end() - 1, pair.end(), frozenset({"a:hematocrit"})))
    return tuple(sorted(found, key=lambda m: m.start))


# H/H 9.8/29.4 is haemoglobin over haematocrit.
_BOTH_OF_BLOOD = re.compile(r"(?<![A-Za-z])H\s?[/&]\s?H(?![A-Za-z])")


def _placed(text: str, start: int, end: int, extra: frozenset[str]) -> frozenset[str]:
    """What the name means where it stands: of another fluid it is another thing."""
    written = text[start:end]
    ids = _ids(written, extra)
    if "x" in ids:
        return ids
    if not _FLUID_NAME.search(written) and _FLUID_BEFORE.search(text[max(0, start - 20) : start]):
        fluid = re.search(
            r"(urine|urinary|尿)\s?$", text[max(0, start - 10) : start], re.IGNORECASE
        )
        urine = {f"a:urine-{i[2:]}" for i in ids if i.startswith("a:")} if fluid else set()
        return frozenset(urine & _analyte_ids()) or frozenset({OTHER})
    if _OTHER_AFTER.match(text, end) and any(i.startswith("a:") for i in ids):
        return frozenset({OTHER})
    return ids
