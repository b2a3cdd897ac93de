"""Clinical names in English and Chinese: analytes and drugs with their codes. A leaf.

The tables (`chemistry`, `blood`, `measures`, `drug_names`, and `substances` for labels) are our
own compilation of facts: LOINC codes as laboratories use them, molar masses in g/mol, names as
clinicians of both languages write them. `lookup` finds a name or a code in them.
"""

from physassist_tui.terms.lookup import (
    analyte_by_id,
    analyte_for_code,
    analyte_for_name,
    analytes,
    analytes_for_name,
    drug_by_id,
    drug_for_name,
    drug_in,
    drugs,
    label,
)
from physassist_tui.terms.model import Analyte, Drug

__all__ = [
    "Analyte",
    "Drug",
    "analyte_by_id",
    "analyte_for_code",
    "analyte_for_name",
    "analytes",
    "analytes_for_name",
    "drug_by_id",
    "drug_for_name",
    "drug_in",
    "drugs",
    "label",
]
