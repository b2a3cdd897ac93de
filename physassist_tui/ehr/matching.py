"""Which of a record's codes a caller means by a name or a code.

A query is held against the *keys* of the record (system, code, name), best way first: the same
code; the same analyte or drug under another name or language; the beginning of an ICD code;
words of the name, in British or American spelling. The first way that finds anything decides, so
`potassium` finds potassium and not every name that has the word in it. What finds nothing finds
nothing: never everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

from physassist_tui import terms
from physassist_tui.ehr.chart_words import CATEGORY, folded
from physassist_tui.ehr.extract import fold
from physassist_tui.ehr.fhirtext import codings, concept_text, items, nodes
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.spelling import american, has_two_spellings

LOINC = "http://loinc.org"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
NEAREST = 8
_ICD_LIKE = re.compile(r"[A-Za-z]?\d[0-9A-Za-z.]*\*?")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CATEGORY_NAMES: tuple[frozenset[str], ...] = (
    frozenset({"laboratory", "lab", "labs", "化验", "检验", "实验室", "实验室检查"}),
    frozenset({"vital-signs", "vitals", "vital", "vs", "生命体征"}),
    frozenset({"rad", "radiology", "imaging", "影像", "放射"}),
    frozenset({"mb", "microbiology", "micro", "微生物"}),
    frozenset({"social-history", "social", "社会史"}),
    frozenset({"problem-list-item", "problem-list", "problems", "问题列表"}),
    frozenset({"encounter-diagnosis", "就诊诊断"}),
    frozenset({"medication", "drug", "药物"}),
    frozenset({"food", "食物"}),
    frozenset({"environment", "环境"}),
)


class Key(NamedTuple):
    """One way in which a record names something."""

    system: str
    code: str
    name: str

    @property
    def label(self) -> str:
        """The name with the code beside it."""
        return f"{self.name} ({self.code})" if self.code and self.code != self.name else self.name


def concept_keys(concept: object) -> list[Key]:
    """The keys of a CodeableConcept, Coding or bare code, or of a list of them."""
    found: list[Key] = []
    for one in items(concept):
        if isinstance(one, str):
            found.append(Key("", one, one))
            continue
        text = concept_text(one)
        for coding in codings(one):
            code = str(coding.get("code", ""))
            name = str(coding.get("display") or text or code)
            found.append(Key(str(coding.get("system", "")), code, name))
            if text and text != name:
                found.append(Key(str(coding.get("system", "")), code, text))
        if not codings(one) and text:
            found.append(Key("", "", text))
    return found


def code_keys(resource: Resource) -> list[Key]:
    """What `code` and its like are held against, for each type of resource."""
    kind = resource.get("resourceType")
    keys = concept_keys(resource.get("code"))
    if kind == "Observation":
        for part in nodes(resource.get("component")):
            keys += concept_keys(part.get("code"))
    elif kind == "AllergyIntolerance":
        for reaction in nodes(resource.get("reaction")):
            keys += concept_keys(reaction.get("substance"))
    return keys


def category_keys(resource: Resource) -> list[Key]:
    """The categories of a resource; of a CarePlan also its title and activities."""
    keys = concept_keys(resource.get("category"))
    if resource.get("resourceType") == "CarePlan":
        keys += concept_keys(resource.get("title"))
    return keys


def report_keys(resource: Resource) -> list[Key]:
    """The kind of a report: its category and its code."""
    return concept_keys(resource.get("category")) + concept_keys(resource.get("code"))


def document_keys(resource: Resource) -> list[Key]:
    """The kind of a document: its type and its category."""
    return concept_keys(resource.get("type")) + concept_keys(resource.get("category"))


def matching_codes(query: str, vocabulary: Iterable[Key]) -> frozenset[Key]:
    """The keys of `vocabulary` that a `code` means."""
    return _first(query, list(vocabulary), _CODE_WAYS)


def matching_names(query: str, vocabulary: Iterable[Key]) -> frozenset[Key]:
    """The keys of what `query` is a usual name of, in either language; a code is no name."""
    return _first(query, list(vocabulary), (_named_analyte, _same_test, _same_drug))


def holding(query: str, vocabulary: Iterable[Key]) -> frozenset[Key]:
    """The keys whose names hold `query` as it stands, in British or American spelling."""
    wanted = american(fold(query.strip()))
    return frozenset(key for key in vocabulary if wanted and wanted in american(fold(key.name)))


def has_other_names(query: str) -> bool:
    """Whether something may be meant whose name does not hold `query` as it stands."""
    named = bool(_analytes_named(query)) or terms.drug_for_name(query) is not None
    return named or has_two_spellings(fold(query))


def matching_categories(query: str, vocabulary: Iterable[Key]) -> frozenset[Key]:
    """The keys that a `category` or a kind of report or document means."""
    return _first(query, list(vocabulary), (_same_code, _same_category, _words))


def matching_drugs(query: str, vocabulary: Iterable[Key]) -> frozenset[Key]:
    """The keys that a drug's name or a part of one means, in any of its names."""
    keys = list(vocabulary)
    exact = frozenset(key for key in keys if _same_code(query)(key))
    drug = terms.drug_for_name(query)
    same: frozenset[Key] = frozenset()
    if drug is not None:
        same = frozenset(key for key in keys if _is_drug(key, drug))
    contains = _words(query)
    return exact | same | frozenset(key for key in keys if contains(key))


def matching_words(query: str, vocabulary: Iterable[Key]) -> frozenset[Key]:
    """The keys whose names have the words of `query`, whatever else they are."""
    test = _words(query)
    return frozenset(key for key in vocabulary if test(key))


def _is_drug(key: Key, drug: terms.Drug) -> bool:
    if drug.rxnorm is not None and key.system == RXNORM and key.code == drug.rxnorm:
        return True
    named = terms.drug_in(key.name)
    if named is not None and named.id == drug.id:
        return True
    # A product of two drugs is named by both: drug_in gives only one of them.
    text = fold(key.name)
    return any(
        re.search(rf"(?<![a-z]){re.escape(fold(name))}(?![a-z])", text)
        for name in drug.en
        if len(name) > 3
    )


def nearest(query: str, vocabulary: Iterable[Key], count: int = NEAREST) -> list[Key]:
    """The keys most like `query`, best first; one for each name."""
    wanted = fold(query)
    best: dict[str, tuple[float, Key]] = {}
    for key in vocabulary:
        names = [fold(key.name), fold(terms.label(key.name, "zh")), fold(key.code)]
        score = max(_likeness(wanted, name) for name in names)
        if key.name not in best or score > best[key.name][0]:
            best[key.name] = (score, key)
    ranked = sorted(best.values(), key=lambda pair: (-pair[0], pair[1]))
    return [key for _score, key in ranked[:count]]


def _likeness(wanted: str, name: str) -> float:
    if not name:
        return 0.0
    whole = SequenceMatcher(None, wanted, name[:120]).ratio()
    words = [SequenceMatcher(None, wanted, word).ratio() for word in name[:120].split()]
    return max(whole, 0.95 * max(words, default=0.0))


Test = Callable[[Key], bool]


def _first(
    query: str, vocabulary: list[Key], ways: Iterable[Callable[[str], Test]]
) -> frozenset[Key]:
    for way in ways:
        test = way(query)
        found = frozenset(key for key in vocabulary if test(key))
        if found:
            return found
    return frozenset()


def _same_code(query: str) -> Test:
    system, bar, code = query.rpartition("|")
    wanted = code.strip().casefold()
    if bar:
        return lambda key: key.code.casefold() == wanted and key.system == system.strip()
    return lambda key: bool(key.code) and key.code.casefold() == wanted


# "creatinine level", "serum urate", 血清尿酸, 肌酐水平: the same as without.
_AROUND = re.compile(
    r"^(?:serum|plasma|blood)\s+|\s+(?:levels?|counts?|results?|values?)$"
    r"|^(?:血清|血浆|血)|(?:水平|浓度|结果|数值|计数)$",
    re.IGNORECASE,
)
_SAME_TESTS = (frozenset({"urea", "urea-nitrogen"}),)
"""Analytes that are one test: laboratories report the one or the other."""


def _analytes_named(query: str) -> tuple[terms.Analyte, ...]:
    exact = terms.analytes_for_name(query)
    return exact or terms.analytes_for_name(_AROUND.sub("", query.strip()))


def _is_of(analytes: Iterable[terms.Analyte]) -> Test:
    every = tuple(analytes)
    codes = {code for one in every for code in one.loinc}
    ids = {one.id for one in every}

    def test(key: Key) -> bool:
        if key.system in (LOINC, "") and key.code in codes:
            return True
        return any(one.id in ids for one in terms.analytes_for_name(key.name))

    return test if every else lambda _key: False


def _named_analyte(query: str) -> Test:
    return _is_of(_analytes_named(query))


def _same_analyte(query: str) -> Test:
    coded = terms.analyte_for_code(query)
    return _is_of(_analytes_named(query) or ((coded,) if coded is not None else ()))


def _same_test(query: str) -> Test:
    ids = {one.id for one in _analytes_named(query)}
    kin = {other for group in _SAME_TESTS if ids & group for other in group}
    return _is_of(one for one in map(terms.analyte_by_id, kin) if one is not None)


def _same_drug(query: str) -> Test:
    drug = terms.drug_for_name(query)
    if drug is None:
        return lambda _key: False
    return lambda key: _is_drug(key, drug)


def _icd_prefix(query: str) -> Test:
    if not _ICD_LIKE.fullmatch(query.strip()):
        return lambda _key: False
    wanted = query.strip().rstrip("*").replace(".", "").casefold()

    def test(key: Key) -> bool:
        # Only the ICDs are hierarchies of prefixes; a SNOMED or LOINC code is not.
        if key.system and "icd" not in key.system.casefold():
            return False
        return key.code.replace(".", "").casefold().startswith(wanted)

    return test


def _words(query: str) -> Test:
    wanted = fold(query)
    spelled = american(wanted).split()
    parts = [part for part in spelled if any(char.isalnum() for char in part)]
    in_name = [_in_name(part) for part in parts]

    def test(key: Key) -> bool:
        name = american(fold(key.name))
        if all(found(name) for found in in_name):
            return True
        return bool(_CHINESE.search(query)) and wanted in fold(terms.label(key.name, "zh"))

    return test if parts else lambda _key: False


def _in_name(part: str) -> Callable[[str], bool]:
    """Part of a name; one or two Latin letters must be a word of it, or they would find all."""
    if len(part) < 3 and part.isascii():
        word = re.compile(rf"(?<![a-z0-9]){re.escape(part)}(?![a-z0-9])")
        return lambda name: word.search(name) is not None
    return lambda name: part in name


def _same_category(query: str) -> Test:
    wanted = folded(query)
    names = next((group for group in _CATEGORY_NAMES if wanted in group), frozenset({wanted}))

    def test(key: Key) -> bool:
        spelled = {folded(key.code), folded(key.name)}
        spelled |= {folded(word) for word in CATEGORY.get(key.code, ())}
        return bool(spelled & names)

    return test


_CODE_WAYS = (_same_code, _same_analyte, _same_test, _same_drug, _icd_prefix, _words)
