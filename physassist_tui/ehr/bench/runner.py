"""Checks and carries out the calls of PhysicianBench's tools, for one session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from physassist_tui.core.state import Call
from physassist_tui.core.tools import WRITE_FILE, FileWrite, Outcome, ToolSpec
from physassist_tui.ehr import orders, writes
from physassist_tui.ehr.bench import creates
from physassist_tui.ehr.bench.searches import BenchReader
from physassist_tui.ehr.bench.workspace import Workspace, file_write, path_in
from physassist_tui.ehr.completion import Completion
from physassist_tui.ehr.fhirtext import items
from physassist_tui.ehr.protocol import EhrError, EhrFault, EhrStore, Resource
from physassist_tui.ehr.runner import ToolRunner
from physassist_tui.ehr.validation import error_json
from physassist_tui.i18n import msg, several

_MOST_ALLOWED = 10


class BenchRunner(ToolRunner):
    """See `ToolRunner`; searches without a patient, creates by the paper's names, a workspace."""

    def _set_up(self) -> None:
        self._bench = BenchReader(
            self._store, self._reader, encounter=self._encounter, lang=self._lang
        )
        self._workspace = Workspace()

    def remember(self, calls: Iterable[Call]) -> None:
        """Takes in what a resumed session had been shown and had written to its workspace."""
        known = tuple(calls)
        super().remember(known)
        for call in known:
            if call.tool == WRITE_FILE and call.ok and call.arguments is not None:
                self._workspace.add(_file_of(call.arguments), call.call_id)

    def value_fault(self, name: str, param: str, value: object) -> dict[str, Any] | None:
        """See `ToolRunner`; also a path that the workspace refuses, and a date that is none."""
        fault = super().value_fault(name, param, value)
        tool = self._toolset.tool(name)
        if fault is not None or tool is None:
            return fault
        try:
            if name == WRITE_FILE and param == "path":
                path_in(str(value))
            elif tool.kind == "read":
                self._bench.check(tool, param, str(value).strip())
        except EhrError as error:
            return error_json(error.message, self._lang, field=error.field, allowed=error.allowed)
        except EhrFault:
            return None  # nothing is known against the value; the call itself will say so
        return None

    def complete(self, tool: str, param: str, prefix: str) -> list[Completion]:
        """See `ToolRunner`; a file is one of those that the workspace has."""
        spec = self._toolset.tool(tool)
        wanted = spec.param(param) if spec is not None else None
        if wanted is not None and wanted.completes == "file":
            return [Completion(path, "") for path in self._workspace.paths if prefix in path]
        return super().complete(tool, param, prefix)

    def _read(self, tool: ToolSpec, values: Mapping[str, Any], now: datetime) -> dict[str, Any]:
        return self._bench.run(tool, values, now)

    def _forget(self) -> None:
        super()._forget()
        self._bench.forget()

    def _whose(self, values: Mapping[str, Any]) -> str:
        try:
            return self._reader.patient_ref(values["patient_reference"])
        except EhrError as error:
            raise EhrError(
                error.message, field="patient_reference", allowed=error.allowed
            ) from error

    def _built(self, tool: ToolSpec, values: Mapping[str, Any], stamp: writes.Writing) -> Resource:
        chart = _Chart(self._store, self._session, self._forked_from)
        return creates.build(tool.name, values, stamp, chart)

    def _try(self, tool: ToolSpec, values: Mapping[str, Any], now: datetime) -> None:
        """See `ToolRunner`: a date that is none, somebody unknown, a day that is past, a path."""
        if tool.kind == "file":
            path_in(str(values["path"]))
        elif tool.kind == "read":
            # Whose chart there is, is an answer of the EHR's, and costs the call.
            for param in values.keys() - {"patient", "encounter"}:
                self._bench.check(tool, param, str(values[param]).strip())
        elif tool.kind == "write":
            writing = writes.Writing(
                session=self._session,
                call_id="draft",
                seat="assistant",
                number=1,
                now=now,
                patient=self._whose(values),
                encounter=self._encounter,
            )
            chart = _Drafted(self._store, self._session, self._forked_from)
            creates.build(tool.name, values, writing, chart)

    def _file(self, values: Mapping[str, Any], call_id: str) -> Outcome:
        file = _file_of(values)
        characters = self._workspace.add(file, call_id)
        result = {"written": file.path, "mode": file.mode, "characters": characters}
        return Outcome(ok=True, result=result, files=(file,))


def _file_of(values: Mapping[str, Any]) -> FileWrite:
    return file_write(str(values["path"]), str(values["content"]), str(values.get("mode", "w")))


class _Chart:
    """See `creates.Chart`."""

    def __init__(self, store: EhrStore, session: str, forked_from: Sequence[str]) -> None:
        self._store = store
        self._session = session
        self._forked_from = forked_from

    def existing(self, field: str, given: str, kinds: tuple[str, ...]) -> str:
        """See `creates.Chart`."""
        kind, slash, resource_id = given.partition("/")
        if slash and kind not in kinds:
            raise EhrError(
                msg(
                    "{field} must refer to one of: {kinds}; {value} does not.",
                    field=field,
                    kinds=several(kinds),
                    value=given,
                ),
                field=field,
                allowed=self._there(kinds),
            )
        for one in (kind,) if slash else kinds:
            if self._has(one, resource_id if slash else given):
                return f"{one}/{resource_id if slash else given}"
        raise EhrError(
            msg("{field}: there is no {value} in this EHR.", field=field, value=given),
            field=field,
            allowed=self._there(kinds),
        )

    def order(self, field: str, given: str) -> str:
        """See `creates.Chart`."""
        said = given.strip()
        if "/" in said:
            return self.existing(field, said, ("ServiceRequest",))
        try:
            found = orders.order_named(self._store, self._session, said, self._forked_from)
        except EhrError as error:
            if self._has("ServiceRequest", said):
                return f"ServiceRequest/{said}"
            raise EhrError(error.message, field=field, allowed=error.allowed) from error
        if found["resourceType"] != "ServiceRequest":
            raise EhrError(
                msg(
                    "{order} is no ServiceRequest, but a {kind}.",
                    order=said,
                    kind=found["resourceType"],
                ),
                field=field,
            )
        return f"ServiceRequest/{found['id']}"

    def _has(self, kind: str, resource_id: str) -> bool:
        try:
            self._store.read(kind, resource_id)
        except EhrError:
            return False
        return True

    def _there(self, kinds: tuple[str, ...]) -> list[str]:
        found: list[str] = []
        for kind in kinds[:1]:
            bundle = self._store.search(kind, [("_count", str(_MOST_ALLOWED))])
            found += [f"{kind}/{one['resource']['id']}" for one in items(bundle.get("entry"))]
        return found


class _Drafted(_Chart):
    """The chart as it will be once the drafts are signed: a number not given yet may be theirs."""

    def order(self, field: str, given: str) -> str:
        """See `creates.Chart`."""
        number = given.strip().removeprefix("#")
        placed = orders.session_orders(self._store, self._session, self._forked_from)
        last = max((orders.number_of(one) for one in placed), default=0)
        if number.isdecimal() and int(number) > last:
            return f"ServiceRequest/draft-{int(number)}"
        return super().order(field, given)
