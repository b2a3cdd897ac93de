"""What any store asks of a resource before it lays it over the record."""

from __future__ import annotations

from collections.abc import Callable

from physassist_tui.ehr.protocol import EhrError, Resource
from physassist_tui.ehr.r4_types import require_type
from physassist_tui.ehr.shelf import copy_json
from physassist_tui.i18n import msg


def created(
    resource: Resource, fresh_id: Callable[[str], str], is_taken: Callable[[str, str], bool]
) -> Resource:
    """A copy of a new resource, with an id where it had none.

    `EhrError` where its type is not R4's or its id is taken.
    """
    kind = require_type(str(resource.get("resourceType", "")))
    stored: Resource = copy_json(resource)
    if not stored.get("id"):
        stored["id"] = fresh_id(kind)
    elif is_taken(kind, str(stored["id"])):
        message = msg("{type} {id} exists already.", type=kind, id=stored["id"])
        raise EhrError(message, field="id")
    return stored


def check_version(resource: Resource) -> None:
    """Raises `EhrError` where it cannot be a version of a resource: no R4 type, or no id."""
    require_type(str(resource.get("resourceType", "")))
    if not resource.get("id"):
        raise EhrError(msg("A resource needs an id."), field="id")
