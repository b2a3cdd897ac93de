"""The orders and flags that a session has placed: listed by number, found, cancelled."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from physassist_tui.ehr.paging import every_page
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.ehr.writes import CANCELLED_STATUS, ORDER_TAG, SESSION_TAG, tag_of
from physassist_tui.i18n import msg

_KINDS = tuple(CANCELLED_STATUS)
_NUMBER = re.compile(r"(?:#|no\.?|order|第|医嘱)?\s*#?\s*(\d{1,6})\s*号?", re.IGNORECASE)


def number_of(resource: Resource) -> int:
    """The order's number in its session; 0 for a resource that is no session's order."""
    return int(tag_of(resource, ORDER_TAG) or 0)


def session_orders(
    store: EhrStore, session: str, forked_from: Sequence[str] = ()
) -> list[Resource]:
    """What the session has placed, cancelled or not, in the order in which it was placed.

    A fork has what it shares with the sessions that it was `forked_from`.
    """
    tags = ",".join(f"{SESSION_TAG}|{one}" for one in (*forked_from, session))
    found = [resource for kind in _KINDS for resource in every_page(store, kind, [("_tag", tags)])]
    return sorted(found, key=number_of)


def order_named(
    store: EhrStore, session: str, given: str, forked_from: Sequence[str] = ()
) -> Resource:
    """The order that a number (#1), an id or a reference names. Raises `EhrError`."""
    orders = session_orders(store, session, forked_from)
    said = unicodedata.normalize("NFKC", given).strip()
    number = _NUMBER.fullmatch(said)
    for resource in orders:
        ref = f"{resource['resourceType']}/{resource['id']}"
        if said in (ref, resource["id"]) or (number and int(number[1]) == number_of(resource)):
            return resource
    allowed = [f"#{number_of(one)}" for one in orders if is_active(one)]
    if _in_record(store, said):
        raise EhrError(
            msg("{order} was not placed in this session; it cannot be cancelled here.", order=said),
            field="order",
            allowed=allowed,
        )
    if not orders:
        raise EhrError(msg("No order has been placed in this session."), field="order")
    raise EhrError(
        msg("There is no order {order} in this session.", order=said),
        field="order",
        allowed=allowed,
    )


def is_active(resource: Resource) -> bool:
    """Whether an order has not been cancelled."""
    return bool(resource.get("status") != CANCELLED_STATUS[resource["resourceType"]])


def _in_record(store: EhrStore, ref: str) -> bool:
    kind, slash, resource_id = ref.partition("/")
    kinds = (kind,) if slash else _KINDS
    for one in kinds:
        if one in _KINDS:
            try:
                store.read(one, resource_id if slash else ref)
            except EhrError:
                continue
            return True
    return False
