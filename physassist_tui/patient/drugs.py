"""Names of medicines in a text: exact, misspelt, or only looking like one.

Knows what the terms room knows, and the names below that are easily mistaken for another
(after the list of confused drug names of the Institute for Safe Medication Practices, 2024),
so that a question about one is never taken for a question about its look-alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from physassist_tui import terms
from physassist_tui.patient.text import HAN, Match, Token, Vocabulary, clean, keys, words

UNKNOWN = "drug:?"
"""Prefix of the label of something that is a medicine by its looks, but not known."""

_LOOKALIKES = words(
    "prednisone prednisolone methylprednisolone hydrocortisone hydralazine hydroxyzine metformin"
    " metoprolol metronidazole metolazone clonidine clonazepam clozapine olanzapine quinine"
    " quinidine nifedipine nimodipine nicardipine felodipine amlodipine amiloride losartan"
    " valsartan candesartan telmisartan glipizide glimepiride glyburide gliclazide tramadol"
    " trazodone bupropion buspirone sertraline cetirizine carvedilol captopril chlorpromazine"
    " chlorpropamide dopamine dobutamine vincristine vinblastine hydrocodone oxycodone"
    " hydromorphone morphine codeine atorvastatin rosuvastatin lovastatin pravastatin"
    " pitavastatin simvastatin enalapril ramipril lisinopril fosinopril apixaban edoxaban"
    " rivaroxaban dabigatran warfarin cefazolin cefuroxime cefixime cefepime ceftriaxone"
    " levothyroxine liothyronine clopidogrel ticlopidine ticagrelor ibuprofen fenoprofen"
    " ketoprofen flurbiprofen naproxen methotrexate fluoxetine fluvoxamine duloxetine paroxetine"
    " oxcarbazepine carbamazepine lamotrigine lamivudine penicillin penicillamine amoxicillin"
    " ampicillin amantadine rimantadine ranitidine famotidine nizatidine tizanidine tiagabine"
    " sitagliptin saxagliptin linagliptin sumatriptan dapagliflozin canagliflozin empagliflozin"
    " ertugliflozin propranolol propafenone bisoprolol bisacodyl atenolol torsemide furosemide"
    " bumetanide alprazolam lorazepam diazepam temazepam oxazepam nortriptyline amitriptyline"
    " desipramine imipramine loratadine desloratadine omeprazole esomeprazole lansoprazole"
    " pantoprazole rabeprazole spironolactone terbinafine terbutaline tacrolimus sirolimus"
    " rifampin rifaximin risperidone ropinirole sulfadiazine sulfasalazine levetiracetam"
    " levocetirizine acetazolamide acetaminophen paracetamol aspirin digoxin doxepin insulin"
    " heparin enoxaparin gabapentin pregabalin allopurinol colchicine celecoxib meloxicam"
    " diclofenac cyclosporine cycloserine azathioprine azithromycin erythromycin clarithromycin"
    " diltiazem verapamil amiodarone dronedarone hydrochlorothiazide chlorthalidone indapamide"
    " escitalopram citalopram venlafaxine mirtazapine zolpidem quetiapine haloperidol"
)

_LOOKALIKES_ZH = words(
    "泼尼松 泼尼松龙 甲泼尼龙 氢化可的松 肼屈嗪 羟嗪 二甲双胍 美托洛尔 甲硝唑"
    " 可乐定 氯硝西泮 氯氮平 奥氮平 奎宁 奎尼丁 硝苯地平 尼莫地平 尼卡地平 非洛地平"
    " 氨氯地平 左氨氯地平 阿米洛利 氯沙坦 缬沙坦 坎地沙坦 替米沙坦 格列吡嗪 格列美脲"
    " 格列本脲 格列齐特 曲马多 曲唑酮 卡维地洛 卡托普利 多巴胺 多巴酚丁胺 吗啡"
    " 可待因 双氢可待因 阿托伐他汀 瑞舒伐他汀 洛伐他汀 普伐他汀 匹伐他汀 辛伐他汀"
    " 依那普利 雷米普利 赖诺普利 福辛普利 阿哌沙班 艾多沙班 利伐沙班 达比加群 华法林"
    " 左甲状腺素 氯吡格雷 替格瑞洛 布洛芬 酮洛芬 萘普生 甲氨蝶呤 氟西汀 度洛西汀"
    " 帕罗西汀 卡马西平 奥卡西平 拉莫三嗪 拉米夫定 青霉素 阿莫西林 氨苄西林 金刚烷胺"
    " 雷尼替丁 法莫替丁 西格列汀 沙格列汀 利格列汀 达格列净 卡格列净 恩格列净"
    " 普萘洛尔 普罗帕酮 比索洛尔 阿替洛尔 托拉塞米 呋塞米 阿普唑仑 劳拉西泮 地西泮"
    " 艾司唑仑 阿米替林 氯雷他定 奥美拉唑 艾司奥美拉唑 兰索拉唑 泮托拉唑 雷贝拉唑"
    " 螺内酯 他克莫司 利福平 对乙酰氨基酚 扑热息痛 阿司匹林 地高辛 胰岛素 肝素"
    " 加巴喷丁 普瑞巴林 别嘌醇 秋水仙碱 塞来昔布 美洛昔康 双氯芬酸 氧氟沙星"
    " 左氧氟沙星 莫西沙星 阿奇霉素 胺碘酮 氢氯噻嗪 吲达帕胺 西酞普兰 艾司西酞普兰"
    " 沙丁胺醇 左沙丁胺醇"
)

_LATIN_TAIL = re.compile(
    r"^[a-z]{3,}(?:pril|sartan|statin|olol|dipine|prazole|conazole|cillin|mycin|floxacin|gliptin"
    r"|gliflozin|glutide|xaban|oxetine|azepam|zolam|umab|tinib|parin|thiazide|setron|triptan"
    r"|tidine|formin|glitazone|dronate|cycline|codone|barbital|azine|zine|pine|tine|zole|zin|xin"
    r"|cin|rin|vir|fen|profen|oxin|arin|pam|lam|ban|lol|ril|tan|mab|nib)$"
)
_NOT_DRUGS = frozenset(
    words(
        "april program programs precise singular activate activated creator cortex augment"
        " augmented meantime ambient concord lyrics aspiring neural pristine pakistan"
        " pineapple margin origin within begin cousin coffin captain certain maintain"
        " mountain obtain remain retain contain explain complain curtain fountain bargain"
        " turbine routine magazine vaccine engine machine quarantine valentine urban suburban"
        " turban satan spartan often listen determine examine imagine medicine genuine"
        " discipline feminine heroine melanin satin violin herein berlin florin puffin"
    )
)
_HAN_TAIL = re.compile(
    rf"[{HAN}]{{1,3}}(?:沙坦|普利|地平|洛尔|他汀|沙班|列汀|列净|拉唑|西林|沙星|霉素|替丁|西泮|唑仑|单抗"
    r"|替尼|肝素|格雷|双胍|西汀|洛芬|昔康|昔布|噻嗪|唑酮|洛韦|特罗|可的松|莫司|肽注射液|鲁肽)"
)
_HAN_BEFORE = ("左旋", "艾司", "双氢", "氢化", "去甲", "去氧", "左", "右")
_HAN_AFTER = ("龙",)


@dataclass(frozen=True)
class DrugNames:
    """The names that are known; `latin` holds one-word Latin names by their first letter."""

    vocabulary: Vocabulary
    latin: Mapping[str, tuple[tuple[str, str], ...]]


def drug_label(name: str) -> str:
    """The label of a medicine by any of its names; its own name where nobody knows it."""
    found = terms.drug_for_name(name)
    if found is not None:
        return f"drug:{found.id}"
    return f"drug:{' '.join(keys(name))}"


def is_known(name: str) -> bool:
    """Whether a name, as a whole, is the name of a medicine."""
    return terms.drug_for_name(name) is not None or keys(name) in _known_keys()


@lru_cache(maxsize=1)
def _known_keys() -> frozenset[tuple[str, ...]]:
    return frozenset(keys(name) for name in (*_LOOKALIKES, *_LOOKALIKES_ZH))


def synonyms(name: str) -> tuple[str, ...]:
    """All names of the medicine that has this name, itself among them."""
    found = terms.drug_for_name(name)
    return (name, *found.names) if found is not None else (name,)


@lru_cache(maxsize=1)
def _known_pairs() -> tuple[tuple[str, str], ...]:
    from_terms = [(name, f"drug:{drug.id}") for drug in terms.drugs() for name in drug.names]
    known = {keys(name) for name, _label in from_terms}
    ours = [
        (name, drug_label(name))
        for name in (*_LOOKALIKES, *_LOOKALIKES_ZH)
        if keys(name) not in known
    ]
    return tuple(from_terms + ours)


def drug_names(own: Iterable[tuple[str, str]] = ()) -> DrugNames:
    """The known names and a patient's `own` pairs of name and label."""
    own = tuple(own)
    latin = dict(_known_latin())
    for first, pairs in _by_first_letter(own).items():
        latin[first] = tuple(sorted({*latin.get(first, ()), *pairs}))
    return DrugNames(Vocabulary(own, _known_vocabulary()), latin)


def _by_first_letter(
    pairs: Iterable[tuple[str, str]],
) -> dict[str, tuple[tuple[str, str], ...]]:
    found: dict[str, set[tuple[str, str]]] = {}
    for name, label in pairs:
        word = clean(name).lower()
        if re.fullmatch(r"[a-z]{6,}", word):
            found.setdefault(word[0], set()).add((word, label))
    return {first: tuple(sorted(names)) for first, names in found.items()}


@lru_cache(maxsize=1)
def _known_latin() -> Mapping[str, tuple[tuple[str, str], ...]]:
    return _by_first_letter(_known_pairs())


@lru_cache(maxsize=1)
def _known_vocabulary() -> Vocabulary:
    return Vocabulary(_known_pairs())


def find_drugs(text: tuple[Token, ...], names: DrugNames) -> list[Match]:
    """Every medicine that the tokens name: known, misspelt, or unknown by its looks.

    The longest name at a place wins: 泼尼松龙 does not also name 泼尼松.
    """
    exact = _longest(names.vocabulary.find(text))
    found = [_guarded(match, text) for match in exact]
    taken = {at for match in found for at in range(match.start, match.end)}
    for at, token in enumerate(text):
        if token.kind == "word" and at not in taken:
            label = _by_spelling(token.text, names)
            if label is not None:
                found.append(Match(at, at + 1, label))
    found += _han_by_looks(text, taken)
    return sorted(found, key=lambda m: m.start)


def _longest(matches: list[Match]) -> list[Match]:
    return [m for m in matches if not any(other.covers(m) for other in matches)]


def _guarded(match: Match, text: tuple[Token, ...]) -> Match:
    """The match, or an unknown drug where a Chinese prefix or ending makes it another."""
    if text[match.start].kind != "han":
        return match
    before = "".join(t.text for t in text[max(0, match.start - 2) : match.start])
    after = text[match.end].text if match.end < len(text) else ""
    if before.endswith(_HAN_BEFORE) or after in _HAN_AFTER:
        return Match(match.start, match.end, UNKNOWN + before[-2:])
    return match


def _han_by_looks(text: tuple[Token, ...], taken: set[int]) -> list[Match]:
    han = "".join(
        t.text if t.kind == "han" and at not in taken else " " for at, t in enumerate(text)
    )
    return [
        Match(found.start(), found.end(), UNKNOWN + found.group())
        for found in _HAN_TAIL.finditer(han)
    ]


def _by_spelling(word: str, names: DrugNames) -> str | None:
    word = word.removesuffix("'s")
    if len(word) < 6 or word in _NOT_DRUGS:
        return None
    label = nearest_label(word, names.latin.get(word[0], ()))
    if label is None and _LATIN_TAIL.match(word):
        return UNKNOWN + word
    return label


@lru_cache(maxsize=4096)
def nearest_label(word: str, latin: tuple[tuple[str, str], ...]) -> str | None:
    """The label of the one drug whose name `word` misspells, else `None`.

    One slip is forgiven in names of 6 letters or more, two in names of 9 or more (a slip is a
    letter too much, too little, other, or swapped with its neighbour). The first letter must
    be right and the length may differ by one. A word as near to one drug as to another
    misspells neither. `latin` are the names with its first letter.
    """
    best: dict[int, set[str]] = {}
    for name, label in latin:
        if abs(len(name) - len(word)) > 1:
            continue
        allowed = 2 if len(name) >= 9 else 1
        slips = _slips(word, name)
        if slips <= allowed:
            best.setdefault(slips, set()).add(label)
    if not best:
        return None
    nearest = best[min(best)]
    return next(iter(nearest)) if len(nearest) == 1 else None


def _slips(a: str, b: str) -> int:
    """Damerau-Levenshtein distance (optimal string alignment)."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, char in enumerate(a, start=1):
        new = [i]
        for j, other in enumerate(b, start=1):
            cost = min(row[j] + 1, new[j - 1] + 1, row[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            new.append(cost)
        before, row = row, new
    return row[-1]
