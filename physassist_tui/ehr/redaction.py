"""What the clock hides inside a resource that exists; rules 4 and 5 of `gate`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from physassist_tui.ehr import extract
from physassist_tui.ehr.closings import CLOSINGS, closing_dates
from physassist_tui.ehr.dates import Moment, parse_date
from physassist_tui.ehr.gate import DIRECTORY
from physassist_tui.ehr.plans import is_date, is_plan, stays_whole
from physassist_tui.ehr.protocol import Resource

ComesLater = Callable[[str], bool]
"""Whether `Type/id` is a resource of the record that does not exist yet."""


_ACTIVE = {
    "coding": [
        {
            "system": "http://terminology.hl7.org/CodeSystem/condition-clinical",
            "code": "active",
            "display": "Active",
        }
    ]
}
_OVER = frozenset({"inactive", "remission", "resolved"})
_AT_DISCHARGE = frozenset({"DD", "billing"})
"""Uses of an Encounter's diagnosis that are known at its end only (diagnosis-role)."""
_DISCHARGER = "DIS"
"""Who lets the patient go (v3-ParticipationType)."""


def redacted(resource: Resource, moment: Moment, comes_later: ComesLater) -> Resource:
    """A resource that exists, as it was at the clock. `resource` itself is not changed."""
    gate = _Redaction(resource, moment, comes_later)
    if resource["resourceType"] in DIRECTORY:
        shown = dict(resource)
        if isinstance(resource.get("meta"), dict):
            shown["meta"] = gate.node(resource["meta"], ("meta",))[0]
        return shown
    open_again = any(gate.after(text) for text in closing_dates(resource))
    shown, changed = gate.top()
    if open_again:
        _reopen(shown)
    if open_again or changed:
        shown.pop("text", None)
    return shown


def _reopen(shown: Resource) -> None:
    """Takes back what the end of the resource brought."""
    kind = shown["resourceType"]
    rule = CLOSINGS[kind]
    if str(shown.get(rule.status)) in rule.closed:
        shown[rule.status] = rule.open
    for path in rule.drop:
        _drop(shown, path.split("."))
    if kind == "Condition":
        codes = {token.code for token in extract.tokens(shown.get("clinicalStatus"))}
        if codes & _OVER:
            shown["clinicalStatus"] = _ACTIVE
        _drop(shown, ["abatementDateTime"])
    if kind == "Encounter" and isinstance(shown.get("diagnosis"), list):
        kept = [item for item in shown["diagnosis"] if not _of_discharge(item)]
        _set_or_drop(shown, "diagnosis", kept)
    if kind == "Encounter" and isinstance(shown.get("participant"), list):
        there = [_not_yet_discharging(item) for item in shown["participant"]]
        _set_or_drop(shown, "participant", [item for item in there if item is not None])
    if kind == "Encounter" and isinstance(shown.get("location"), list):
        shown["location"] = [_stay_open(item) for item in shown["location"]]
    if kind == "CarePlan" and isinstance(shown.get("activity"), list):
        shown["activity"] = [_activity_open(item) for item in shown["activity"]]


def _of_discharge(diagnosis: Any) -> bool:
    use = diagnosis.get("use") if isinstance(diagnosis, dict) else None
    return any(token.code in _AT_DISCHARGE for token in extract.tokens(use))


def _not_yet_discharging(participant: Any) -> Any:
    """A participant without the part of discharger; `None` where it has no other."""
    types = participant.get("type") if isinstance(participant, dict) else None
    if not isinstance(types, list):
        return participant
    kept = [one for one in types if _DISCHARGER not in {t.code for t in extract.tokens(one)}]
    if len(kept) == len(types):
        return participant
    return {**participant, "type": kept} if kept else None


def _stay_open(location: Any) -> Any:
    if not isinstance(location, dict) or location.get("status") != "completed":
        return location
    period = location.get("period")
    over = isinstance(period, dict) and "end" in period
    return location if over else {**location, "status": "active"}


def _activity_open(activity: Any) -> Any:
    if not isinstance(activity, dict):
        return activity
    kept = {k: v for k, v in activity.items() if k not in ("outcomeReference", "progress")}
    kept.pop("outcomeCodeableConcept", None)
    detail = kept.get("detail")
    if isinstance(detail, dict) and detail.get("status") in ("completed", "stopped", "cancelled"):
        kept["detail"] = {**detail, "status": "in-progress"}
    return kept


def _drop(node: dict[str, Any], path: list[str]) -> None:
    if len(path) == 1:
        node.pop(path[0], None)
        node.pop("_" + path[0], None)
        return
    child = node.get(path[0])
    if isinstance(child, dict):
        child = dict(child)
        _drop(child, path[1:])
        _set_or_drop(node, path[0], child)


def _set_or_drop(node: dict[str, Any], key: str, value: Any) -> None:
    if value in ({}, []):
        node.pop(key, None)
    else:
        node[key] = value


class _Redaction:
    """One pass over one resource. `node` and its kin give (what is left, whether it changed)."""

    def __init__(self, resource: Resource, moment: Moment, comes_later: ComesLater) -> None:
        self._resource = resource
        self._moment = moment
        self._comes_later = comes_later

    def after(self, text: str) -> bool:
        """Whether a date begins after the clock."""
        span = parse_date(text)
        return span is not None and self._moment.before_start(span)

    def top(self) -> tuple[Resource, bool]:
        shown, changed, _begins_later = self._fields(self._resource, ())
        return shown, changed

    def node(self, node: Any, path: tuple[str, ...]) -> tuple[Any, bool]:
        """What is left of an element; `None` where nothing is."""
        if stays_whole(self._resource, path):
            return node, False
        if isinstance(node, list):
            return self._list(node, path)
        if isinstance(node, dict):
            if self._is_later_reference(node):
                return None, True
            if self._is_later_period(node):
                return None, True
            left, changed, _begins_later = self._fields(node, path)
            return (left or None) if changed else left, changed
        return node, False

    def _list(self, items: list[Any], path: tuple[str, ...]) -> tuple[Any, bool]:
        kept: list[Any] = []
        changed = False
        for item in items:
            if isinstance(item, str):
                if is_date(path[-1], item) and self.after(item):
                    changed = True
                    continue
            elif isinstance(item, dict):
                if self._is_later_reference(item):
                    changed = True
                    continue
                left, item_changed, begins_later = self._fields(item, path)
                changed = changed or item_changed
                if begins_later or not left:
                    continue
                kept.append(left)
                continue
            elif isinstance(item, list):
                left_of, item_changed = self._list(item, path)
                changed = changed or item_changed
                if left_of is not None:
                    kept.append(left_of)
                continue
            kept.append(item)
        return (kept or None) if changed else items, changed

    def _fields(
        self, node: dict[str, Any], path: tuple[str, ...]
    ) -> tuple[dict[str, Any], bool, bool]:
        """The fields left, whether any went, and whether the element itself begins later."""
        left: dict[str, Any] = {}
        changed = begins_later = False
        for key, child in node.items():
            if isinstance(child, dict | list):
                kept, child_changed = self.node(child, (*path, key))
                changed = changed or child_changed
                if kept is None:
                    begins_later = begins_later or self._is_own(child)
                else:
                    left[key] = kept
            elif isinstance(child, str) and self._is_later_date(key, child, path):
                changed = True
                begins_later = begins_later or key != "end"
            else:
                left[key] = child
        if changed:
            for key in [k for k in left if k.startswith("_") and k[1:] in node]:
                if key[1:] not in left:
                    del left[key]
        return left, changed, begins_later

    def _is_later_date(self, key: str, text: str, path: tuple[str, ...]) -> bool:
        return is_date(key, text) and self.after(text) and not is_plan(self._resource, (*path, key))

    def _is_later_reference(self, node: dict[str, Any]) -> bool:
        target = node.get("reference")
        return isinstance(target, str) and self._comes_later(extract.reference_key(target))

    def _is_later_period(self, node: dict[str, Any]) -> bool:
        start = node.get("start")
        return isinstance(start, str) and is_date("start", start) and self.after(start)

    def _is_own(self, child: Any) -> bool:
        """Whether a lost child takes its list item with it: a period or a reference does."""
        return isinstance(child, dict) and (
            self._is_later_reference(child) or self._is_later_period(child)
        )
