"""Drugs that are easily taken for each other: of one class, or used for the same thing."""

from __future__ import annotations

from physassist_tui.check.mutation.words import drugs_in
from physassist_tui.terms import Drug, drug_by_id

_CLASSES = (
    "apixaban rivaroxaban edoxaban dabigatran warfarin",
    "enoxaparin heparin",
    "clopidogrel ticagrelor prasugrel",
    "metformin glipizide glimepiride",
    "sitagliptin linagliptin saxagliptin",
    "empagliflozin dapagliflozin canagliflozin",
    "semaglutide dulaglutide liraglutide exenatide",
    "insulin-glargine insulin-detemir insulin-degludec",
    "insulin-aspart insulin-lispro",
    "lisinopril enalapril ramipril benazepril captopril perindopril",
    "losartan valsartan irbesartan candesartan telmisartan olmesartan",
    "amlodipine nifedipine felodipine",
    "diltiazem verapamil",
    "metoprolol bisoprolol carvedilol atenolol propranolol",
    "atorvastatin rosuvastatin simvastatin pravastatin",
    "furosemide torsemide bumetanide",
    "hydrochlorothiazide chlorthalidone indapamide",
    "spironolactone eplerenone",
    "omeprazole pantoprazole esomeprazole lansoprazole rabeprazole",
    "allopurinol febuxostat",
    "colchicine naproxen ibuprofen",
    "prednisone prednisolone methylprednisolone dexamethasone hydrocortisone",
    "ferrous-sulfate iron-sucrose",
    "ceftriaxone cefepime cefazolin cefuroxime",
    "ciprofloxacin levofloxacin moxifloxacin",
    "amoxicillin penicillin",
    "azithromycin clarithromycin erythromycin",
    "levetiracetam valproate lamotrigine carbamazepine",
    "sertraline escitalopram fluoxetine citalopram",
    "methotrexate hydroxychloroquine",
)


def sibling(drug_id: str, texts: tuple[str, ...] = ()) -> Drug | None:
    """Another drug of the same class that none of the texts names; `None` where we know none."""
    named = {drug.id for text in texts for _span, drug in drugs_in(text)}
    for line in _CLASSES:
        members = line.split()
        if drug_id not in members:
            continue
        for member in members:
            found = drug_by_id(member)
            if found is not None and member != drug_id and member not in named:
                return found
    return None
