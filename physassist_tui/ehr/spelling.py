"""British and American spelling of medical words made one, for comparing names."""

from __future__ import annotations

import re
from functools import lru_cache

_STEMS: tuple[tuple[str, str], ...] = (
    ("aem", "em"),  # anaemia, haemoglobin, ischaemic, uraemia
    ("anaesth", "anesth"),
    ("paed", "ped"),
    ("gynaec", "gynec"),
    ("faec", "fec"),
    ("caec", "cec"),
    ("oedem", "edem"),
    ("oesoph", "esoph"),
    ("oestr", "estr"),
    ("coeli", "celi"),
    ("foet", "fet"),
    ("rrhoea", "rrhea"),
    ("pnoea", "pnea"),
    ("leuco", "leuko"),
    ("tumour", "tumor"),
    ("sulph", "sulf"),
    ("fibre", "fiber"),
    ("normalised", "normalized"),
    ("ionised", "ionized"),
)
_AMERICAN = dict(_STEMS)
_BRITISH = re.compile("|".join(_AMERICAN))
_EITHER = re.compile("|".join(part for pair in _STEMS for part in pair))


@lru_cache(maxsize=8192)
def american(folded: str) -> str:
    """Text without case (`fold`) with the British stems that medicine uses spelled as American."""
    return _BRITISH.sub(lambda match: _AMERICAN[match.group()], folded)


def has_two_spellings(folded: str) -> bool:
    """Whether the text (without case) holds a stem that is spelled in two ways."""
    return _EITHER.search(folded) is not None
