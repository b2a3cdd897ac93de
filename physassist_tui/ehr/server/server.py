"""A FHIR server that sessions are played on: connected once, a store for each session."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.protocol import EhrFault
from physassist_tui.ehr.server.capabilities import Capabilities, read_capabilities
from physassist_tui.ehr.server.chart import ServerChart
from physassist_tui.ehr.server.checking import lacking_for_play
from physassist_tui.ehr.server.connection import Connection
from physassist_tui.ehr.server.fetching import Fetcher
from physassist_tui.ehr.server.layer import Layer
from physassist_tui.ehr.server.marks import RECORD_TAG, tag_codes
from physassist_tui.ehr.server.store import ServerStore
from physassist_tui.i18n import msg


class EhrServer:
    """One server. Nothing is asked of it before it is needed."""

    def __init__(
        self,
        address: str,
        environ: Mapping[str, str] = os.environ,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        """`BadInput` for what is no address."""
        self.connection = Connection(address, environ, wait)
        self._stores: dict[str, ServerStore] = {}

    @property
    def left_behind(self) -> tuple[str, ...]:
        """The sessions that ended and whose resources could not be removed."""
        return tuple(session for session, one in self._stores.items() if one.left_behind)

    def close(self) -> None:
        """Lets the connections go."""
        self.connection.close()

    @cached_property
    def capabilities(self) -> Capabilities:
        """What the server declares, asked once. Raises `EhrFault`."""
        return read_capabilities(self.connection)

    @cached_property
    def fetcher(self) -> Fetcher:
        """Reads and searches. Raises `EhrFault`."""
        return Fetcher(self.connection, self.capabilities)

    def store(
        self,
        record: Path,
        patient: str,
        clock: datetime,
        session: str,
        *,
        fresh: bool,
        counts: Mapping[str, int] | None = None,
    ) -> ServerStore:
        """The store of a session on the record at a path, whose patient is `Patient/id`.

        `fresh`: the session begins now. `counts` says how many resources of each type the record
        has. `BadInput` where the server has not the patient, or of another record, or only a
        part of the record; `EhrFault` where it fails or cannot do what a play needs.
        """
        problems = lacking_for_play(self.capabilities)
        if problems:
            raise EhrFault(
                msg("The FHIR server cannot be played on. {problem}", problem=problems[0]),
                "ehr_rejected",
            )
        key = self._record_seen(record, patient)
        if key:
            self._check_whole(key, counts or {})
        layer = Layer(self.fetcher, session, fresh=fresh)
        store = ServerStore(ServerChart(self.fetcher, key), layer, clock)
        self._stores[session] = store
        return store

    def _check_whole(self, key: str, counts: Mapping[str, int]) -> None:
        """A record that was loaded in part would be a chart with gaps."""
        for kind, wanted in counts.items():
            if not self.capabilities.declares(kind, "_tag"):
                continue
            there = self.fetcher.count(kind, [("_tag", f"{RECORD_TAG}|{key}")])
            if there is not None and there < wanted:
                raise BadInput(
                    msg(
                        "The FHIR server has {n} of {wanted} {type} of this record; "
                        "`physassist ehr load` brings the rest there.",
                        n=there,
                        wanted=wanted,
                        type=kind,
                    )
                )

    def _record_seen(self, record: Path, patient: str) -> str:
        """The key of the record that a session sees; empty where the patient is of none."""
        kind, _slash, name = patient.partition("/")
        found = self.fetcher.read(kind, name)
        if found is None:
            raise BadInput(
                msg(
                    "The FHIR server has no {patient}; `physassist ehr load` brings the record "
                    "there.",
                    patient=patient,
                )
            )
        records = tag_codes(found, RECORD_TAG)
        key = record_key(record)
        if records and key not in records:
            raise BadInput(
                msg(
                    "The FHIR server has {patient} of another record, or of another version of "
                    "it; `physassist ehr load` brings this one there.",
                    patient=patient,
                )
            )
        return key if records else ""


def record_key(path: Path) -> str:
    """What a record is told apart by on a server: the start of the hash of its files.

    Raises `BadInput` where there is no such file.
    """
    from physassist_tui.ehr.imports.kept import chart_at, chart_hash
    from physassist_tui.ehr.json_input import bad, file_fault
    from physassist_tui.ehr.ndjson import ndjson_files

    chart = None if path.exists() else chart_at(path)
    if chart is not None:
        return chart_hash(*chart).removeprefix("sha256:")[:32]
    if not path.exists():
        raise bad(path, msg("there is no such file or folder."))
    files = ndjson_files(path) if path.is_dir() else [path]
    whole = hashlib.sha256()
    try:
        for file in files:
            whole.update(hashlib.sha256(file.read_bytes()).digest())
    except OSError as error:
        raise file_fault(path, error) from error
    return whole.hexdigest()[:32]
