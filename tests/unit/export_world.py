"""Recordings to export: a real play of a shipped scenario, and one with people planted in it."""

from __future__ import annotations

import base64
import json
from functools import cache
from pathlib import Path
from typing import Any

from physassist_tui.core import events as ev
from physassist_tui.core.words import Seat
from physassist_tui.ehr.record import Record, open_record
from physassist_tui.export.source import Source
from physassist_tui.i18n import Lang
from physassist_tui.library import load_scenario
from physassist_tui.play.headless import play_script
from physassist_tui.replay import standing_of
from tests.unit.store_samples import asked, numbered, said, started

SCENARIO = "medication-safety/atrial-fibrillation-day-3"


@cache
def played(lang: Lang = "en") -> tuple[Source, Record]:
    """The gold play of a shipped scenario, and its record."""
    loaded = load_scenario(SCENARIO)
    record = open_record(loaded.record_path)
    events = tuple(play_script(loaded, language=lang, record=record))
    assert isinstance(events[0], ev.SessionStarted)
    return Source("01PLAY", events, standing_of(loaded, events[0].data, record)), record


PEOPLE: list[dict[str, Any]] = [
    {
        "resourceType": "Patient", "id": "pt-secret-77",
        "identifier": [{"system": "urn:mrn", "value": "MRN-4471902"}, {"value": "Z9"}],
        "name": [{"family": "Okonkwo-Reyes", "given": ["Philippa", "J"], "prefix": ["Mrs."]},
                 {"text": "欧阳秀英", "family": "欧阳", "given": ["秀英"]}],
        "telecom": [{"system": "phone", "value": "(617) 555-0182"},
                    {"system": "email", "value": "pippa@home.example"}],
        "address": [{"line": ["12 Larkspur Rise"], "city": "Quincy", "postalCode": "02169"}],
        "birthDate": "1951-07-04",
        "contact": [{"name": {"text": "Tobias Okonkwo"}}],
    },
    {
        "resourceType": "Practitioner", "id": "prac-secret-3",
        "identifier": [{"value": "NPI1669572"}],
        "name": [{"family": "May", "given": ["Theodora"]}, {"family": "王", "given": ["建国"]}],
    },
    {"resourceType": "RelatedPerson", "id": "rel-secret-1", "name": [{"text": "Ms. Ana Quiroga"}]},
]  # fmt: skip

SECRETS = (
    "Okonkwo", "Reyes", "Philippa", "欧阳", "秀英", "MRN-4471902", "Z9\"", "555-0182",
    "pippa@home", "Larkspur", "Quincy", "Tobias", "Theodora", "建国", "王医生", "老王", "Quiroga",
    "pt-secret-77", "prac-secret-3", "rel-secret-1", "OKONKWO", "philippa", "Dr. May",
    "123-45-6789", "13812345678", "S. Ibarra", "NPI1669572", "02169",
)  # fmt: skip
"""What no redacted export may hold, as it is planted below."""


def record_of_people(folder: Path) -> Record:
    """A record with the people in it."""
    entries = [{"resource": one} for one in PEOPLE]
    path = folder / "record.json"
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": entries}
    path.write_text(json.dumps(bundle, ensure_ascii=False), encoding="utf-8")
    return open_record(path)


def planted() -> Source:
    """A session in which the people come up everywhere something can."""
    note = "OKONKWO-REYES, PHILIPPA seen by Dr. May on 2026-03-04; philippa did well. 王医生查房。"
    letter = {
        "resourceType": "DocumentReference", "id": "d1", "status": "current",
        "content": [{"attachment": {
            "contentType": "text/plain", "data": base64.b64encode(note.encode()).decode()}}],
        "subject": {"reference": "Patient/pt-secret-77", "display": "Philippa Okonkwo-Reyes"},
        "author": [{"reference": "Practitioner/other", "display": "Dr. S. Ibarra"}],
        "identifier": [{"value": "Z9"}],
    }  # fmt: skip
    told = {
        "ref": "Patient/pt-secret-77", "name": "Philippa Okonkwo-Reyes", "birthDate": "1951-07-04",
        "identifiers": "MRN: MRN-4471902", "address": "12 Larkspur Rise, Quincy, MA, 02169",
        "telecom": "(617) 555-0182, pippa@home.example", "text": f"{note} NPI1669572",
    }  # fmt: skip
    person = {"entries": [told], "total": 1}
    arguments = {"patient": "Patient/pt-secret-77", "Philippa": "why"}
    data: list[ev.EventData] = [
        started(parent_session=None),
        asked("How is Mrs. Okonkwo-Reyes? 欧阳秀英女士今天怎么样？"),
        ev.ToolCalledData(call_id="c3", tool="Patient.read", arguments_given=arguments,
                          arguments=arguments),
        ev.ToolReturnedData(call_id="c3", ok=True, result=person,
                            shown=json.dumps(person, ensure_ascii=False)[:-30]),
        said("Philippa, did Tobias call Dr. May on March 4?"),
        said("My daughter Ana Quiroga did. 老王来过，欧阳太太也在。", Seat.PATIENT, Seat.ASSISTANT),
        ev.ToolCalledData(call_id="c7", tool="DocumentReference.create", arguments_given={},
                          arguments={}),
        ev.ResourceWrittenData(call_id="c7", resource=letter),
        ev.ToolReturnedData(call_id="c7", ok=True, result={"entries": [letter], "total": 1}),
        ev.ProposedData(proposal_id="p", act={"answer": "Ask Theodora May."}),
        ev.DecidedData(proposal_id="p", decision="reject", reason="Not Theodora"),
        ev.ModelCalledData(provider="x", model="m", first_token_ms=1, total_ms=2, usage=None,
                           finish_reason="stop", text="Philippa.",
                           reasoning="prac-secret-3, rel-secret-1"),
        ev.SeatChangedData(changed=Seat.ASSISTANT, from_player="human", to_player="model:m",
                           note="Quiroga will call; SSN 123-45-6789"),
        ev.MarkedData(label="note", text="call 13812345678 about Larkspur Rise", marked_seq=4),
        ev.AnsweredData(text="She (born 1951-07-04) is fine, 建国 and Dr. May agree. 王医生同意。"),
        ev.SessionEndedData(reason="completed", detail="Okonkwo-Reyes done"),
    ]  # fmt: skip
    return Source("01M8MT68Y1J19J812HA8295XEB", tuple(numbered(data)))
