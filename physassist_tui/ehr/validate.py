"""Is a resource valid FHIR R4? Asked of what is written and by the check room; not at opening,
where it would cost some thirty times the reading of the file.

The models are those of `fhir.resources.R4B` (there is no plain R4 in it; for the types used
here the two say the same).
"""

from __future__ import annotations

import importlib
from functools import cache
from typing import TYPE_CHECKING, Any

from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.r4_types import R4_TYPES
from physassist_tui.i18n import _

if TYPE_CHECKING:
    from pydantic import BaseModel


def validate_resource(resource: Resource) -> list[str]:
    """The faults of a resource, each `path: what is wrong`; empty where it is valid.

    Paths are FHIRPath-like (`dosageInstruction[0].route`). The words behind the colon come
    from the models and are English.
    """
    from pydantic import ValidationError

    kind = resource.get("resourceType")
    if not isinstance(kind, str) or kind not in R4_TYPES:
        return ["resourceType: " + _("not a resource type of FHIR R4")]
    model = _model(kind)
    if model is None:
        return ["resourceType: " + _("{kind} cannot be checked", kind=kind)]
    try:
        model.model_validate(resource)
    except ValidationError as error:
        return list(dict.fromkeys(_fault(one) for one in error.errors(include_url=False)))
    return []


@cache
def _model(kind: str) -> type[BaseModel] | None:
    try:
        module = importlib.import_module(f"fhir.resources.R4B.{kind.lower()}")
    except ModuleNotFoundError:
        return None
    model: type[BaseModel] = getattr(module, kind)
    return model


def _fault(error: Any) -> str:
    path = ""
    for part in error["loc"]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return f"{path.lstrip('.') or 'resource'}: {error['msg']}"
