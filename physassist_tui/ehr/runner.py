"""Checks and carries out the calls of the EHR tools, for one session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from physassist_tui.core.scenario import Limits
from physassist_tui.core.state import Call
from physassist_tui.core.tools import Outcome, Toolset, ToolSpec
from physassist_tui.ehr import orders, writes
from physassist_tui.ehr.completion import Completion, complete
from physassist_tui.ehr.entries import PART_CHARACTERS, Entries, Entry
from physassist_tui.ehr.persons import owner_of
from physassist_tui.ehr.protocol import EhrError, EhrFault, EhrStore, Resource
from physassist_tui.ehr.reads import Reader
from physassist_tui.ehr.shown import PartsShown, cut
from physassist_tui.ehr.toolsets import ORDER_CANCEL, ORDER_LIST
from physassist_tui.ehr.validation import Refused, check_value, error_json, validate
from physassist_tui.i18n import Lang, msg

_SHARE_OF_SHOWN = 2
"""A part of a divided entry is at most half of what a model is shown, so that one always fits."""


class ToolRunner:
    """The tools of one session over one store.

    `forked_from` are the sessions whose events a fork shares, the first one first.
    `validate` tells whether a call can be carried out, `run` carries it out. A call that is run
    again with the same id, as after a crash, gives the same result and writes nothing twice.
    """

    def __init__(
        self,
        store: EhrStore,
        toolset: Toolset,
        *,
        patient: str,
        encounter: str | None,
        lang: Lang,
        limits: Limits,
        session: str,
        forked_from: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._toolset = toolset
        self._patient = patient
        self._encounter = encounter
        self._lang = lang
        self._limits = limits
        self._session = session
        self._forked_from = tuple(forked_from)
        part = min(PART_CHARACTERS, limits.shown_characters // _SHARE_OF_SHOWN)
        self._reader = Reader(store, patient=patient, encounter=encounter, lang=lang, part=part)
        self._parts = PartsShown()
        self._set_up()

    def _set_up(self) -> None:
        """What another toolset's runner needs besides."""

    def remember(self, calls: Iterable[Call]) -> None:
        """Takes in what a resumed session had been shown, so that the last part of a long note
        completes it."""
        self._parts.remember(calls)

    def validate(
        self, name: object, arguments: object, *, person: bool = True
    ) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        """(the arguments in their final types, None), or (None, the error JSON). Never raises.

        A tool for people only is none where no `person` calls.
        """
        try:
            _tool, values = validate(self._toolset.offered(person=person), name, arguments)
        except Refused as refused:
            error = error_json(
                refused.message, self._lang, field=refused.field, allowed=refused.allowed
            )
            return None, error
        return values, None

    def slip(
        self, name: str, arguments: Mapping[str, Any], *, now: datetime
    ) -> dict[str, Any] | None:
        """What is wrong with a call that a person has not made yet, as an error JSON, or `None`.

        Nothing is written. `now` is the time at which it would be made.
        """
        values, error = self.validate(name, arguments)
        tool = self._toolset.tool(name)
        if values is None or tool is None:
            return error
        try:
            self._try(tool, values, now)
        except EhrError as refused:
            told = refused.message, self._lang
            return error_json(*told, field=refused.field, allowed=refused.allowed)
        except EhrFault:
            return None  # nothing is known against the call; made, it will say so
        return None

    def _try(self, tool: ToolSpec, values: Mapping[str, Any], now: datetime) -> None:
        """Raises `EhrError` where it can be seen that the call would be refused."""

    def value_fault(self, name: str, param: str, value: object) -> dict[str, Any] | None:
        """What is wrong with one value, as an error JSON; `None` where nothing is."""
        tool = self._toolset.tool(name)
        try:
            if tool is not None:
                check_value(tool, param, value)
        except Refused as refused:
            return error_json(
                refused.message, self._lang, field=refused.field, allowed=refused.allowed
            )
        return None

    def run(
        self,
        call_id: str,
        name: str,
        validated: Mapping[str, Any],
        *,
        now: datetime,
        person: bool,
        seat: str,
    ) -> Outcome:
        """What a read, write or control call gives. Patient tools are the director's.

        A person is shown everything; a model at most `limits.shown_characters`.
        """
        tool = self._toolset.tool(name)
        if tool is None or tool.kind == "patient":
            raise ValueError(f"{name} is not a tool of the EHR")
        try:
            if tool.kind == "read":
                return self._shown(self._read(tool, validated, now), person, ())
            if tool.kind == "file":
                return self._file(validated, call_id)
            if tool.kind == "write":
                return self._write(tool, validated, call_id, now, person, seat)
            if name == ORDER_LIST:
                return self._shown(self._order_list(now), person, ())
            if name == ORDER_CANCEL:
                return self._cancel(validated, now, person)
        except EhrError as error:
            shown = error_json(error.message, self._lang, field=error.field, allowed=error.allowed)
            return Outcome(ok=False, result=shown)
        except EhrFault as fault:
            shown = error_json(fault.message, self._lang)
            return Outcome(ok=False, result={**shown, "kind": fault.kind})
        return Outcome(ok=True, result={"ready": True})

    def complete(self, tool: str, param: str, prefix: str) -> list[Completion]:
        """What could fill a parameter, of this session's patient; nothing from a failing EHR."""
        try:
            return complete(
                self._store,
                self._toolset,
                tool,
                param,
                prefix,
                self._lang,
                patient=self._patient,
                session=self._session,
                forked_from=self._forked_from,
                reader=self._reader,
            )
        except EhrFault:
            # The call itself will say so; a list of suggestions need not.
            return []

    def _read(self, tool: ToolSpec, values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        return self._reader.run(tool, values, now)

    def _file(self, values: Mapping[str, Any], call_id: str) -> Outcome:
        raise ValueError(f"{call_id}: {self._toolset.name} has no workspace for {values['path']}")

    def _forget(self) -> None:
        """The session has written something: what was found is no longer all there is."""
        self._reader.forget()

    def _whose(self, values: Mapping[str, Any]) -> str:
        """`Patient/id` of whom a write is for. Raises `EhrError` where there is no such patient."""
        return self._reader.patient_ref(values.get("patient"))

    def _built(self, tool: ToolSpec, values: Mapping[str, Any], stamp: writes.Writing) -> Resource:
        return writes.build(tool.resource or "", values, stamp)

    def _shown(
        self, result: dict[str, Any], person: bool, written: tuple[Resource, ...]
    ) -> Outcome:
        whole: list[Entry] = list(result.get("entries", ()))
        text = None
        if not person:
            text, whole = cut(result, self._limits.shown_characters, self._lang)
        refs = self._parts.whole(whole)
        return Outcome(ok=True, result=result, shown=text, refs=refs, written=written)

    def _write(
        self,
        tool: ToolSpec,
        values: Mapping[str, Any],
        call_id: str,
        now: datetime,
        person: bool,
        seat: str,
    ) -> Outcome:
        patient = self._whose(values)
        placed = self._placed()
        earlier = next(
            (one for one in placed if writes.tag_of(one, writes.CALL_TAG) == call_id), None
        )
        if earlier is None:
            writing = writes.Writing(
                session=self._session,
                call_id=call_id,
                seat=seat,
                number=max((orders.number_of(one) for one in placed), default=0) + 1,
                now=now,
                patient=patient,
                encounter=self._encounter if patient == self._patient else None,
            )
            resource = self._store.create(self._built(tool, values, writing))
            self._forget()
        else:
            resource = earlier
        result = self._listing([resource], now)
        ref = f"{resource['resourceType']}/{resource['id']}"
        result = {"created": ref, "order": f"#{orders.number_of(resource)}", **result}
        return self._shown(result, person, (resource,))

    def _placed(self) -> list[Resource]:
        return orders.session_orders(self._store, self._session, self._forked_from)

    def _order_list(self, now: datetime) -> dict[str, Any]:
        placed = self._placed()
        result = self._listing(placed, now)
        if not placed:
            hint = msg("No order has been placed in this session.").render(self._lang)
            result["hint"] = hint
        return result

    def _cancel(self, values: Mapping[str, Any], now: datetime, person: bool) -> Outcome:
        found = orders.order_named(
            self._store, self._session, str(values["order"]), self._forked_from
        )
        number = f"#{orders.number_of(found)}"
        if not orders.is_active(found):
            raise EhrError(msg("{order} has already been cancelled.", order=number), field="order")
        changed = writes.cancelled(found, values.get("reason"))
        self._store.put(changed)
        self._forget()
        result = self._listing([changed], now)
        ref = f"{changed['resourceType']}/{changed['id']}"
        return self._shown({"cancelled": ref, "order": number, **result}, person, (changed,))

    def _listing(self, placed: list[Resource], now: datetime) -> dict[str, Any]:
        made = Entries(self._reader.references, now)
        entries: list[Entry] = []
        for one in placed:
            number = f"#{orders.number_of(one)}"
            patient = owner_of(one)
            entry = {"order": number, **made.entry(one)}
            if patient != self._patient:
                entry["patient"] = patient
            entries.append(entry)
        return {"total": len(entries), "page": 1, "pages": min(1, len(entries)), "entries": entries}
