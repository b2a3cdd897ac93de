"""FHIRPath on one R4 resource: compiled once per expression, evaluated many times."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from physassist_tui.ehr.protocol import Resource


class BadPath(Exception):
    """An expression that is not FHIRPath, or that cannot be evaluated on a resource."""


Compiled = Callable[[Resource], list[Any]]


@lru_cache(maxsize=512)
def _compiled(expression: str) -> Compiled:
    import fhirpathpy
    from fhirpathpy.models import models

    from physassist_tui.score.fhirpath_syntax import syntax_fault

    # The library would evaluate what it understands of it, and so grade by luck.
    fault = syntax_fault(expression)
    if fault is not None:
        raise BadPath(f"{expression}: {fault}")
    compiled = fhirpathpy.compile(expression, models["r4"])
    return lambda resource: compiled(resource, None)


def evaluate(resource: Resource, expression: str) -> list[Any]:
    """What `expression` gives on `resource`, as a list of plain values.

    Raises `BadPath` with the parser's own words where the expression does not parse or cannot
    be evaluated.
    """
    try:
        return list(_compiled(expression)(resource))
    except BadPath:
        raise
    # The library raises `Exception` itself; it has no class of its own to catch.
    except Exception as fault:
        raise BadPath(f"{expression}: {fault}") from fault


def holds(resource: Resource, expression: str) -> bool:
    """Whether `expression` is true of `resource`. An empty expression is true of any.

    By the rule of singleton evaluation (FHIRPath 2.0, section 4.5): nothing is not true, one
    boolean is itself, one thing of another kind is true, several are an error (`BadPath`).
    """
    return not expression.strip() or _holds(json.dumps(resource), expression)


# Of many plays that differ in one resource, every other is asked about again.
@lru_cache(maxsize=1024)
def _holds(resource: str, expression: str) -> bool:
    found = evaluate(json.loads(resource), expression)
    if len(found) > 1:
        raise BadPath(f"{expression}: gives {len(found)} values, not one that is true or false")
    return bool(found) and found[0] is not False
