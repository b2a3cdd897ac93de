"""Standing check: a medication ordered against a recorded allergy.

By ingredient, and by class where the labels of the class say so. The classes are told by the
stems of their names (USAN and INN stems, and what they are called in Chinese):

- penicillins, cephalosporins, macrolides, fluoroquinolones, tetracyclines: each US label
  contraindicates the drug after a hypersensitivity reaction to another of its class (US
  prescribing information of amoxicillin, ceftriaxone, azithromycin, levofloxacin and
  doxycycline as in force in 2024, section 4 or its older equal);
- sulfonamide antibiotics (the same, of sulfamethoxazole-trimethoprim);
- aspirin and the other NSAIDs (FDA class labelling: contraindicated after asthma, urticaria
  or another allergic-type reaction to aspirin or any NSAID);
- ACE inhibitors (FDA class labelling: contraindicated after angioedema with any of them).

A penicillin allergy is not held against a cephalosporin or a carbapenem: by the practice
parameter on drug allergy of 2022 (Khan et al., J Allergy Clin Immunol 2022;150:1333) most
such patients may have them. Nor are sulfonamides that are not antibiotics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from physassist_tui.ehr.fhirtext import codings, concept_text, items
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.i18n import Message, msg
from physassist_tui.score.evidence import search_record
from physassist_tui.score.finding import Finding
from physassist_tui.score.folded import fold
from physassist_tui.score.named import drugs_in
from physassist_tui.score.orders import Order
from physassist_tui.terms import drug_by_id

_CLASSES: Mapping[str, re.Pattern[str]] = {
    name: re.compile("|".join(stems), re.IGNORECASE)
    for name, stems in {
        "penicillins": (r"\w*cillins?\b", r"\bpen ?v ?k\b", r"\bunasyn\b", "西林|青霉素|盘尼西林"),
        "cephalosporins": (r"\b(?:cef|ceph)[a-z]+", "头孢|先锋霉素"),
        "macrolides": (r"\w+thromycin\b", r"\bmacrolides?\b", "红霉素|克拉霉素|阿奇霉素|大环内酯"),
        "fluoroquinolones": (r"\w+floxacin\b", r"\b(?:fluoro)?quinolones?\b", "沙星|喹诺酮"),
        "tetracyclines": (
            r"\b(?:doxy|mino|demeclo|ome|sare|tetra)cyclines?\b",
            "四环素|多西环素|米诺环素|强力霉素",
        ),
        "sulfonamide antibiotics": (
            r"\bsul(?:f|ph)a\b",
            r"\bsul(?:f|ph)onamides?\b",
            r"\bsul(?:f|ph)a(?:methoxazole|diazine|methizole)\b",
            r"\bsulfisoxazole\b",
            "磺胺|新诺明",
        ),
        "NSAIDs": (
            r"\bnsaids?\b",
            r"non-?steroidal anti-?inflammator\w+",
            r"\b(?:acetylsalicylic|aspirin|ibuprofen|naproxen|diclofenac|celecoxib|meloxicam)\b",
            r"\b(?:ketorolac|indometh?acin|etodolac|piroxicam|ketoprofen|sulindac)\b",
            r"\b(?:nabumetone|oxaprozin|etoricoxib|parecoxib|loxoprofen)\b",
            "非甾体|阿司匹林|布洛芬|萘普生|双氯芬酸|塞来昔布|美洛昔康|酮咯酸",
            "吲哚美辛|依托考昔|帕瑞昔布|洛索洛芬",
        ),
        "ACE inhibitors": (
            r"\b(?!april)[a-z]+pril\b",
            r"\bace[- ]?inhibitors?\b",
            r"\bacei\b",
            r"angiotensin[- ]converting",
            "普利|血管紧张素转换酶抑制|ACE抑制",
        ),
    }.items()
}


def allergy_conflicts(orders: Sequence[Order], record: EhrStore) -> Iterator[Finding]:
    """Medication orders in force at the session's end, against what their patient's chart
    says of allergies and intolerances at the clock.

    Allergies that are resolved, inactive, refuted or entered in error do not count. A chart
    that cannot be searched for allergies shows none.
    """
    for order in orders:
        if order.kind != "MedicationRequest" or not order.in_force or order.subject is None:
            continue
        for allergy in _allergies(record, order.subject):
            shared = _shared(_texts_of_order(order), _texts(allergy))
            if shared is None:
                continue
            name = concept_text(allergy.get("code")) or f"AllergyIntolerance/{allergy.get('id')}"
            because = msg(
                "{drug} is ordered against a recorded allergy to {allergy} ({shared}).",
                drug=order.label,
                allergy=name,
                shared=shared,
            )
            yield Finding("allergy_conflicts", order.turn, because, (order.seq,), order.label)
            break


def _allergies(record: EhrStore, patient: str) -> list[Resource]:
    try:
        found = search_record(record, "AllergyIntolerance", patient)
    except EhrError:
        # The order names a patient who is not in this record.
        return []
    return [allergy for allergy in found if _counts(allergy)]


def _counts(allergy: Resource) -> bool:
    clinical = {c.get("code") for c in codings(allergy.get("clinicalStatus"))}
    verified = {c.get("code") for c in codings(allergy.get("verificationStatus"))}
    return not clinical & {"inactive", "resolved"} and not verified & {
        "refuted",
        "entered-in-error",
    }


def _texts(allergy: Resource) -> tuple[str, ...]:
    concepts = [allergy.get("code")]
    for reaction in items(allergy.get("reaction")):
        if isinstance(reaction, dict):
            concepts.append(reaction.get("substance"))
    texts = [concept_text(concept) for concept in concepts]
    texts += [str(c.get("display", "")) for concept in concepts for c in codings(concept)]
    return tuple(dict.fromkeys(text for text in texts if text))


def _texts_of_order(order: Order) -> tuple[str, ...]:
    return order.names


def _shared(order: Sequence[str], allergy: Sequence[str]) -> Message | None:
    """What an order and an allergy have in common: the ingredient, or else the class."""
    ours = frozenset().union(*(ingredients(text) for text in order))
    theirs = frozenset().union(*(ingredients(text) for text in allergy))
    if ours & theirs:
        return msg("the same ingredient")
    both = classes(order) & classes(allergy)
    return next((_class_name(name) for name in _CLASSES if name in both), None)


def _class_name(name: str) -> Message:
    names = {
        "penicillins": msg("penicillins"),
        "cephalosporins": msg("cephalosporins"),
        "macrolides": msg("macrolides"),
        "fluoroquinolones": msg("fluoroquinolones"),
        "tetracyclines": msg("tetracyclines"),
        "sulfonamide antibiotics": msg("sulfonamide antibiotics"),
        "NSAIDs": msg("aspirin and other NSAIDs"),
        "ACE inhibitors": msg("ACE inhibitors"),
    }
    return names[name]


@lru_cache(maxsize=2048)
def ingredients(text: str) -> frozenset[str]:
    """The ingredients that a drug's name names: those we know, else its own words.

    A combination's id joins its ingredients with hyphens; salts and forms are left out.
    """
    known = drugs_in(text)
    if known:
        parts = set(known)
        for drug_id in known:
            parts |= (
                {part for part in drug_id.split("-") if len(part) > 4}
                if _combined(drug_id)
                else set()
            )
        return frozenset(parts)
    words = re.findall(r"[a-z]{5,}", fold(text).casefold())
    return frozenset(word for word in words if word not in _NOT_INGREDIENTS)


def _combined(drug_id: str) -> bool:
    drug = drug_by_id(drug_id)
    return drug is not None and any("/" in name for name in drug.en)


def classes(names: Sequence[str]) -> frozenset[str]:
    """The drug classes of ours that names (of a drug, or of the class itself) belong to."""
    texts = [fold(name) for name in names]
    for name in names:
        for drug_id in drugs_in(name):
            drug = drug_by_id(drug_id)
            texts.extend(drug.en if drug is not None else ())
    return frozenset(
        name for name, pattern in _CLASSES.items() if any(pattern.search(text) for text in texts)
    )


_OTHER_WORDS = """
allergy allergic intolerance adverse reaction hypersensitivity oral tablet tablets capsule
capsules injection injectable solution suspension extended release delayed powder cream
ointment sodium potassium calcium magnesium chloride hydrochloride sulfate acetate phosphate
maleate succinate tartrate bromide citrate mesylate besylate human substance drugs drug class
medication medicine product products containing agents agent propensity disposition topical
inhalation spray drops patch other known adhesive antibiotic antibiotics inhibitor inhibitors
"""
_NOT_INGREDIENTS = frozenset(_OTHER_WORDS.split())
