"""Codes by name: what a word means among the codes that exist, and what comes nearest to it.

All of it goes through the store, so nothing after the clock is ever named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from physassist_tui.ehr.extract import fold
from physassist_tui.ehr.protocol import Code, EhrStore, Params
from physassist_tui.ehr.search_params import code_param
from physassist_tui.terms import analyte_for_code, analyte_for_name, drug_for_name

LOINC = "http://loinc.org"
RXNORM = "http://www.nlm.nih.gov/research/umls/rxnorm"
_ALIKE = 0.45


def existing_codes(store: EhrStore, resource_type: str, params: Params = ()) -> Sequence[Code]:
    """The codes that a type's resources have at the clock, commonest first.

    `params` narrow it, as `[("patient", "ex-17")]`. Empty where the type has no codes.
    """
    param = code_param(resource_type)
    return () if param is None else store.codes(resource_type, param, params)


def codes_for_name(
    store: EhrStore, resource_type: str, text: str, params: Params = ()
) -> list[Code]:
    """The existing codes that a code or a name means, in either language.

    In this order: the code itself (`system|code` too); the codes of the analyte or drug that
    `terms` knows by the name, and codes displayed by one of the analyte's names; displays that
    are the text; that hold one of the drug's names; that hold the text. The first of these
    that finds any decides. Empty where nothing is meant.
    """
    codes = existing_codes(store, resource_type, params)
    wanted = fold(text.strip())
    if not wanted:
        return []
    named, measured, names = _codes_in_terms(text), _analyte_names(text), _drug_names(text)
    tests: tuple[Callable[[Code], bool], ...] = (
        lambda one: wanted in (fold(one.code), fold(f"{one.system}|{one.code}")),
        lambda one: (one.system, one.code) in named or fold(one.display) in measured,
        lambda one: fold(one.display) == wanted,
        lambda one: any(name in fold(one.display) for name in names),
        lambda one: wanted in fold(one.display),
    )
    for test in tests:
        found = [one for one in codes if test(one)]
        if found:
            return found
    return []


def _codes_in_terms(text: str) -> set[tuple[str, str]]:
    found: set[tuple[str, str]] = set()
    analyte = analyte_for_name(text)
    if analyte is not None:
        found.update((LOINC, code) for code in analyte.loinc)
    drug = drug_for_name(text)
    if drug is not None and drug.rxnorm is not None:
        found.add((RXNORM, drug.rxnorm))
    return found


def _analyte_names(text: str) -> set[str]:
    analyte = analyte_for_name(text)
    return set() if analyte is None else {fold(name) for name in (*analyte.en, *analyte.zh)}


def _drug_names(text: str) -> list[str]:
    drug = drug_for_name(text)
    return [] if drug is None else [fold(name) for name in drug.names]


def nearest_codes(
    store: EhrStore, resource_type: str, text: str, limit: int = 5, params: Params = ()
) -> list[tuple[str, str]]:
    """(code, display) of the existing codes most like a text, the most alike first.

    Codes with nothing in common with it are not given; where none is alike, the commonest are.
    """
    codes = existing_codes(store, resource_type, params)
    wanted = fold(text.strip())
    rated = sorted(
        ((_likeness(wanted, one), one) for one in codes),
        key=lambda pair: (-pair[0], -pair[1].count),
    )
    alike = [one for likeness, one in rated if likeness >= _ALIKE]
    return _distinct(alike or list(codes), limit)


def _distinct(codes: Sequence[Code], limit: int) -> list[tuple[str, str]]:
    seen: list[tuple[str, str]] = []
    shown: set[str] = set()
    for one in codes:
        label = fold(one.display or one.code)
        if label not in shown:
            shown.add(label)
            seen.append((one.code, one.display))
        if len(seen) >= limit:
            break
    return seen


def _likeness(wanted: str, code: Code) -> float:
    """0 to 1: the best of the code, the display, its words, and its names in `terms`."""
    names = [fold(code.code), fold(code.display)]
    if code.system == LOINC:
        analyte = analyte_for_code(code.code)
        if analyte is not None:
            names += [fold(name) for name in (*analyte.en, *analyte.zh)]
    return max((_alike(wanted, name) for name in names if name), default=0.0)


def _alike(wanted: str, name: str) -> float:
    if wanted in name:
        return 0.9 + 0.1 * len(wanted) / len(name)
    words = name.split()
    each = [max(_ratio(word, other) for other in words) for word in wanted.split()]
    by_word = sum(each) / len(each) if each else 0.0
    return 0.9 * max(by_word, _ratio(wanted, name))


def _ratio(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()
