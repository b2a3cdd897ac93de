"""Whatever bytes a record is made of, it opens or is refused with one clear line."""

from __future__ import annotations

import gzip
import json
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from physassist_tui.core.errors import BadInput
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.ehr.search_params import params_of
from physassist_tui.ehr.search_url import search_all
from tests.unit.ehr_record import bundle, lab, patient

SOUND = json.dumps(
    {
        **bundle(
            patient("p1"),
            lab("x", "2026-03-01", note=[{"text": "肌酐", "time": "2026-03-02T00:00:00Z"}]),
            {
                "resourceType": "MedicationRequest",
                "id": "m",
                "status": "active",
                "medicationReference": {"reference": "Medication/1"},
                "dosageInstruction": [{"timing": {"event": ["2026-03-01"]}}],
            },
            {
                "resourceType": "Encounter",
                "id": "e",
                "status": "finished",
                "period": {"start": "2026-03-01", "end": "2026-03-05"},
                "location": [{"location": {"reference": "Location/1"}}],
            },
        ),
        "type": "transaction",
    },
    ensure_ascii=False,
).encode()
LINES = b"\n".join(
    json.dumps(entry["resource"], ensure_ascii=False).encode()
    for entry in json.loads(SOUND)["entry"]
)


def _opened(path: Path) -> tuple[Record | None, str]:
    try:
        return open_record(path), ""
    except BadInput as fault:
        return None, str(fault)


def _opens_or_refuses(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        opened, fault = _opened(path)
    if opened is None:
        assert name in fault
        assert "\n" not in fault
        return
    view = opened.at(datetime(2026, 3, 3, tzinfo=UTC))
    for kind in opened.types():
        for resource in search_all(view, kind):
            assert view.read(kind, resource["id"]) == resource
        for name_, param in params_of(kind).items():
            view.search(kind, [("_sort", f"-{name_}")])
            if param.kind == "token":
                view.codes(kind, name_)


_names = st.sampled_from(["r.json", "r.ndjson", "r.json.gz", "r.ndjson.gz"])
_relaxed = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@_relaxed
@given(_names, st.binary(max_size=300))
def test_garbage(name: str, data: bytes) -> None:
    _opens_or_refuses(name, data)


@_relaxed
@given(_names, st.data())
def test_cut_short_and_spoilt(name: str, data: Any) -> None:
    content = bytearray(LINES if "ndjson" in name else SOUND)
    packed_first = data.draw(st.booleans())
    if packed_first and name.endswith(".gz"):
        content = bytearray(gzip.compress(content))
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(content) - 1))
        content[at] = data.draw(st.integers(0, 255))
    if data.draw(st.booleans()):
        del content[data.draw(st.integers(0, len(content))) :]
    if not packed_first and name.endswith(".gz"):
        content = bytearray(gzip.compress(content))
    _opens_or_refuses(name, bytes(content))


_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.sampled_from(["2026-03-01", "2026-03-05T10:00:00Z", "9999-12-31", "9999", "0000",
                       "Patient/p1", "Encounter/e", "urn:uuid:1", "#x", "Patient?identifier=1",
                       "active", "\ud800", "\x00", ""])
    | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(
        st.sampled_from(["reference", "coding", "code", "system", "display", "text", "start", "end",
                         "period", "event", "value", "identifier", "time", "diagnosis", "use",
                         "location", "activity", "detail", "status", "resourceType"]),
        inner,
        max_size=4,
    ),
    max_leaves=12,
)  # fmt: skip


@_relaxed
@given(
    st.sampled_from(["Observation", "Encounter", "Condition", "MedicationRequest", "CarePlan",
                     "Procedure", "Patient", "Medication", "Basic", "Bundle", "Appointment"]),
    st.dictionaries(
        st.sampled_from(["id", "status", "code", "subject", "encounter", "period", "meta", "name",
                         "effectiveDateTime", "effectivePeriod", "issued", "authoredOn", "text",
                         "clinicalStatus", "abatementDateTime", "recordedDate", "hospitalization",
                         "location", "diagnosis", "activity", "medicationReference", "birthDate",
                         "performedPeriod", "identifier", "dosageInstruction", "dispenseRequest",
                         "value", "component", "contained", "start", "end", "note"]),
        _json,
        max_size=6,
    ),
    st.none() | _json,
)  # fmt: skip
@example("Observation", {"status": {"coding": ["2026-03-05T10:00:00Z"]}}, None)
@example("Observation", {"note": [[{"time": "2026-03-05"}]]}, None)
@example("Encounter", {"period": {"start": "2026-03-01", "end": "9999-12-31"}}, None)
def test_elements_of_any_shape(kind: str, elements: dict[str, Any], url: Any) -> None:
    resource = {"resourceType": kind, "id": "x", **elements}
    content = bundle(resource, patient("p1"))
    content["entry"][0]["fullUrl"] = url
    _opens_or_refuses("r.json", json.dumps(content).encode())
    _opens_or_refuses("r.ndjson", json.dumps(resource).encode())
