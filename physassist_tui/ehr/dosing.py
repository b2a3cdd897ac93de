"""Doses, routes and frequencies as a prescriber writes them, read into FHIR data types.

Each reader gives `None` for what it cannot read with certainty: an order is then refused with
what would have been taken, because a dose that is guessed is worse than none. Units are UCUM
(ucum.org); routes are SNOMED CT codes of the FHIR R4 example value set "SNOMED CT Route Codes";
timing codes are those of HL7 v3 GTSAbbreviation.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Any

SNOMED = "http://snomed.info/sct"
UCUM = "http://unitsofmeasure.org"
TIMING_CODES = "http://terminology.hl7.org/CodeSystem/v3-GTSAbbreviation"

_UNITS: tuple[tuple[str, str, str], ...] = (
    # UCUM code, unit as written in the resource, spellings
    ("mg", "mg", "mg|mgs|milligram|milligrams|毫克"),
    ("g", "g", "g|gm|gms|gram|grams|克"),
    ("ug", "mcg", "mcg|mcgs|ug|μg|microgram|micrograms|微克"),
    ("ng", "ng", "ng|nanogram|nanograms|纳克"),
    ("kg", "kg", "kg|公斤|千克"),
    ("mL", "mL", "ml|mls|cc|milliliter|milliliters|millilitre|millilitres|毫升"),
    ("L", "L", "l|liter|liters|litre|litres|升"),
    ("meq", "mEq", "meq|meqs|milliequivalent|milliequivalents|毫当量"),
    ("mmol", "mmol", "mmol|millimole|millimoles|毫摩尔|毫摩"),
    ("[iU]", "IU", "iu|国际单位|international unit|international units"),
    ("[USP'U]", "units", "u|unit|units|单位"),
    ("%", "%", "%|percent"),
    ("{tbl}", "tablet", "tablet|tablets|tab|tabs|片"),
    ("{cap}", "capsule", "capsule|capsules|cap|caps|粒"),
    ("{puff}", "puff", "puff|puffs|inhalation|inhalations|actuation|actuations|喷|吸|揿|掀"),
    ("{spray}", "spray", "spray|sprays"),
    ("[drp]", "drop", "drop|drops|gtt|gtts|滴"),
    ("{patch}", "patch", "patch|patches|贴"),
    ("{vial}", "vial", "vial|vials|瓶"),
    ("{amp}", "ampule", "ampule|ampules|ampoule|ampoules|amp|支"),
    ("{bag}", "bag", "bag|bags|袋"),
    ("{packet}", "packet", "packet|packets|sachet|sachets|包"),
    ("{supp}", "suppository", "suppository|suppositories|枚|栓"),
    ("{appl}", "application", "application|applications"),
    ("{lozenge}", "lozenge", "lozenge|lozenges"),
    ("{dose}", "dose", "dose|doses|剂|次量"),
    ("[tsp_us]", "teaspoon", "tsp|teaspoon|teaspoons"),
    ("[tbs_us]", "tablespoon", "tbsp|tablespoon|tablespoons"),
    ("[in_i]", "inch", "inch|inches"),
)
_PER: tuple[tuple[str, str, str], ...] = (
    ("kg", "kg", "kg|kilogram|公斤|千克"),
    ("m2", "m2", "m2|m²|sq m|平方米"),
    ("min", "min", "min|minute|分钟|分"),
    ("h", "h", "h|hr|hour|小时|时"),
    ("d", "day", "d|day|天|日"),
    ("mL", "mL", "ml|毫升"),
)
_TEXT_DOSES = frozenset(
    {
        "sliding scale",
        "per sliding scale",
        "per protocol",
        "as directed",
        "titrate to effect",
        "遵医嘱",
        "按方案",
        "按血糖调整",
        "滑动胰岛素",
    }
)
DOSE_EXAMPLES = ("2.5 mg", "1 g", "10 units", "2 tablets", "40 mEq", "5 mL", "两片", "500毫克")

_CHINESE_DIGITS = {"零": 0, "一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6}
_CHINESE_DIGITS |= {"七": 7, "八": 8, "九": 9}
_NUMBER_WORDS = {
    "half a": 0.5,
    "half": 0.5,
    "one half": 0.5,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "eight": 8,
    "ten": 10,
    "twelve": 12,
    "a": 1,
    "an": 1,
}
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\s*/\s*\d+|\d*\.\d+|\d+"
_HAN = "零一二两三四五六七八九十百半"


def plain(text: str) -> str:
    """Text for reading: full-width made half, one case, single spaces, one kind of dash."""
    text = unicodedata.normalize("NFKC", text).casefold().replace("µ", "μ")
    text = re.sub(r"[–—−~～至]", "-", text)
    return " ".join(text.split())


def number(text: str) -> float | None:
    """A number written in digits, as a fraction, in English words or in Chinese."""
    text = text.strip()
    if text in _NUMBER_WORDS:
        return _NUMBER_WORDS[text]
    if re.fullmatch(r"\d+\s*/\s*\d+", text):
        over, under = (int(part) for part in text.split("/"))
        return over / under if under else None
    if re.fullmatch(_NUMBER, text):
        return float(text.replace(",", ""))
    return _chinese_number(text)


def _chinese_number(text: str) -> float | None:
    if not text or any(char not in _HAN for char in text):
        return None
    if text == "半":
        return 0.5
    if text.endswith("半") and len(text) > 1:
        return None
    total, digit = 0, 0
    for char in text:
        if char == "百":
            total, digit = total + max(digit, 1) * 100, 0
        elif char == "十":
            total, digit = total + max(digit, 1) * 10, 0
        elif char == "半":
            return None
        else:
            digit = _CHINESE_DIGITS[char]
    return float(total + digit)


def _spelled(rows: tuple[tuple[str, str, str], ...]) -> dict[str, tuple[str, str]]:
    return {plain(word): (code, unit) for code, unit, words in rows for word in words.split("|")}


_UNIT_WORDS = _spelled(_UNITS)
_PER_WORDS = _spelled(_PER)
_UNIT_PATTERN = "|".join(re.escape(w) for w in sorted(_UNIT_WORDS, key=len, reverse=True))
_PER_PATTERN = "|".join(re.escape(w) for w in sorted(_PER_WORDS, key=len, reverse=True))
_WORD_PATTERN = "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
_ONE_NUMBER = rf"(?:{_NUMBER}|(?:{_WORD_PATTERN})(?= )|[{_HAN}]+)"
_DOSE = re.compile(
    rf"(?:每次|一次|give |take |infuse )?"
    rf"(?P<low>{_ONE_NUMBER})(?:\s*(?:{_UNIT_PATTERN})?\s*(?:-|to)\s*(?P<high>{_ONE_NUMBER}))?"
    rf"\s*-?\s*(?P<unit>{_UNIT_PATTERN})(?![a-z])(?P<half>半)?"
    rf"(?P<per>(?:\s*(?:/|per |每)\s*(?:{_PER_PATTERN})(?![a-z0-9])){{0,2}})"
)
_TOTAL_AFTER = re.compile(
    rf"\s*[(,;=]?\s*(?:{_ONE_NUMBER})\s*-?\s*(?:{_UNIT_PATTERN})(?![a-z]).*", re.DOTALL
)


@dataclass(frozen=True)
class Dose:
    """A dose read: the part of a `Dosage.doseAndRate` that it makes. Empty: text alone."""

    dose_and_rate: dict[str, Any]


def read_dose(text: str) -> Dose | None:
    """`2.5 mg`, `1-2 tablets`, `两片`, `0.1 mcg/kg/min`; `None` where no dose can be read.

    A per-time dose becomes a rate. A dose of zero, and a number without a unit, are no doses.
    """
    said = plain(text)
    if said in _TEXT_DOSES:
        return Dose({})
    match = _DOSE.match(said)
    if match is None:
        return None
    low = number(match["low"])
    high = number(match["high"]) if match["high"] else None
    if low is None or (match["high"] and high is None):
        return None
    if match["half"]:
        low += 0.5
    if low <= 0 or low > 10_000_000 or (high is not None and high <= low):
        return None
    code, unit = _UNIT_WORDS[match["unit"]]
    time = False
    for word in re.findall(_PER_PATTERN, match["per"]):
        per_code, per_unit = _PER_WORDS[word]
        code, unit = f"{code}/{per_code}", f"{unit}/{per_unit}"
        time = time or per_code in ("min", "h", "d")
    if not _tail_is_words(said[match.end() :]):
        return None
    stem = "rate" if time else "dose"
    if high is None:
        return Dose({f"{stem}Quantity": _quantity(low, unit, code)})
    ends = {"low": _quantity(low, unit, code), "high": _quantity(high, unit, code)}
    return Dose({f"{stem}Range": ends})


def _tail_is_words(tail: str) -> bool:
    """Whether what follows a dose leaves it as it is: words, or the same dose put otherwise."""
    tail = tail.strip()
    if tail.startswith(("/", "per ", "每")):
        return False
    return not tail or not re.search(r"\d", tail) or bool(re.match(r"[(（]", tail))


def _quantity(value: float, unit: str, code: str) -> dict[str, Any]:
    shown: float | int = int(value) if value == int(value) else value
    return {"value": shown, "unit": unit, "system": UCUM, "code": code}


_ROUTES: tuple[tuple[str, str, str], ...] = (
    ("26643006", "Oral route", "oral|orally|po|p.o.|mouth|os|口服|经口"),
    (
        "47625008",
        "Intravenous route",
        "iv|i.v.|intravenous|intravenously|ivp|ivpb|iv push|iv drip|iv infusion|iv bolus|静脉|静注"
        "|静脉注射|静脉滴注|静脉输注|静滴|静推|静脉泵入|泵入",
    ),
    (
        "34206005",
        "Subcutaneous route",
        "sc|sq|s.c.|subq|sub-q|subcut|subcutaneous|subcutaneously|皮下|皮下注射",
    ),
    ("78421000", "Intramuscular route", "im|i.m.|intramuscular|intramuscularly|肌注|肌肉|肌肉注射"),
    (
        "447694001",
        "Respiratory tract route",
        "inhaled|inhalation|inh|inhale|nebulized|nebulised|nebulizer|neb|nebs|吸入|雾化|雾化吸入",
    ),
    (
        "37839007",
        "Sublingual route",
        "sl|s.l.|sublingual|sublingually|under the tongue|舌下|舌下含服",
    ),
    ("54471007", "Buccal route", "buccal|颊黏膜|口腔黏膜"),
    ("6064005", "Topical route", "topical|topically|top|to skin|外用|局部外用|涂抹"),
    ("45890007", "Transdermal route", "transdermal|patch|透皮|经皮|贴敷"),
    ("37161004", "Per rectum", "pr|p.r.|rectal|rectally|rectum|直肠|直肠给药|灌肠|纳肛"),
    ("16857009", "Vaginal route", "vaginal|vaginally|pv|vagina|阴道|阴道给药"),
    ("46713006", "Nasal route", "nasal|intranasal|intranasally|nasally|鼻|鼻用|鼻腔|鼻内|经鼻"),
    (
        "54485002",
        "Ophthalmic route",
        "ophthalmic|eye|eyes|both eyes|left eye|right eye|in the eye|in the eyes|眼|滴眼|点眼|眼用",
    ),
    ("10547007", "Otic route", "otic|ear|ears|in the ear|耳|滴耳|耳用"),
    ("127492001", "Nasogastric route", "ng|ngt|nasogastric|via ng tube|ng tube|鼻饲|胃管|经鼻胃管"),
    ("127490009", "Gastrostomy route", "peg|g-tube|gtube|gastrostomy|胃造瘘|经胃造瘘"),
    ("372464004", "Intradermal route", "intradermal|皮内|皮内注射"),
    ("72607000", "Intrathecal route", "intrathecal|鞘内|鞘内注射"),
    ("404820008", "Epidural route", "epidural|硬膜外"),
    ("417255000", "Intraosseous route", "io|intraosseous|骨内|骨髓腔"),
    ("12130007", "Intra-articular route", "intra-articular|intraarticular|关节腔|关节腔内"),
)
_ROUTE_OF = {
    plain(word).replace(".", ""): (code, display)
    for code, display, words in _ROUTES
    for word in words.split("|")
}
SNOMED_ROUTES_ZH = {
    code: next(word for word in words.split("|") if not word.isascii())
    for code, _display, words in _ROUTES
}
"""The Chinese word for each SNOMED CT route."""
ROUTE_EXAMPLES = (
    "oral",
    "IV",
    "subcutaneous",
    "intramuscular",
    "inhaled",
    "sublingual",
    "topical",
    "transdermal",
    "rectal",
    "nasal",
    "ophthalmic",
    "nasogastric",
)
_ROUTE_EXTRA = re.compile(
    r"\s*(?:route|injection|infusion|push|bolus|drip|tube|给药|途径|over .*|via .*|into .*|\(.*\))$"
)


def read_route(text: str) -> tuple[str, str] | None:
    """(SNOMED code, display) of a route, in either language; `None` where it is not known."""
    # OD, OS, OU and ID are left out on purpose: each is misread too often (ISMP list of
    # error-prone abbreviations, 2024).
    said = re.sub(r"^(?:via|by|per|经)\s+", "", plain(text).replace(".", "").strip())
    for _round in range(3):
        if said in _ROUTE_OF:
            return _ROUTE_OF[said]
        shorter = _ROUTE_EXTRA.sub("", said).strip()
        if shorter == said:
            break
        said = shorter
    return None


def routes_by_code() -> dict[str, str]:
    """The display of each SNOMED CT route that is known."""
    return {code: display for code, display, _words in _ROUTES}


def routes() -> tuple[tuple[str, str], ...]:
    """(English word, Chinese word) of each route, the commonest first."""
    rows = []
    for _code, _display, words in _ROUTES:
        spellings = words.split("|")
        chinese = next(word for word in spellings if not word.isascii())
        rows.append((spellings[0] if len(spellings[0]) > 2 else spellings[0].upper(), chinese))
    return tuple(rows)
