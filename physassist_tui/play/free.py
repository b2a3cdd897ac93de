"""Free sessions: any patient of an imported record, without requests or rubric.

A free session has an id that says all it stands on, `record:NAME/PATIENT?clock=…&encounter=…`,
in place of a scenario's, and so it is found again from its recording alone. Its hash is that of
the patient's chart: it can be gone on with as long as the chart is the same.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import parse_qs, quote, unquote, urlencode

from physassist_tui.core.bilingual import Bilingual
from physassist_tui.core.errors import BadInput
from physassist_tui.core.free_scenario import FreeScenario
from physassist_tui.core.scenario import Source
from physassist_tui.ehr.dates import parse_date
from physassist_tui.ehr.entries import date_of
from physassist_tui.ehr.extract import reference_key
from physassist_tui.ehr.gate import DIRECTORY, encounter_of
from physassist_tui.ehr.imports.kept import Kept, chart_hash, kept_record, read_chart
from physassist_tui.ehr.protocol import Resource
from physassist_tui.i18n import LANGUAGES, msg, several
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.library.load import rubric_hash
from physassist_tui.library.yaml_lines import LineMap

PREFIX = "record:"
TOOLSET = "physassist"
_LATEST = 9998
"""The last year that a clock may be in: it moves on with the session."""


@dataclass(frozen=True)
class Chart:
    """What a free session is on: names as they are in the record, the clock aware."""

    record: str
    patient: str
    clock: datetime
    encounter: str | None = None

    @property
    def id(self) -> str:
        """What stands where a session names its scenario."""
        told = {"clock": self.clock.isoformat()}
        if self.encounter:
            told["encounter"] = self.encounter
        return f"{PREFIX}{self.record}/{quote(self.patient)}?{urlencode(told, safe=':')}"

    @classmethod
    def of(cls, text: str) -> Chart:
        """The chart of an id. Raises `BadInput`."""
        place, _mark, told = text.removeprefix(PREFIX).partition("?")
        record, _slash, patient = place.partition("/")
        given = parse_qs(told)
        try:
            clock = datetime.fromisoformat(given["clock"][0])
        except (KeyError, ValueError) as error:
            raise BadInput(msg("'{id}' names no record and clock.", id=text)) from error
        return cls(record, unquote(patient), clock, given.get("encounter", [None])[0])


def is_free(scenario_id: str) -> bool:
    """Whether an id is that of a free session."""
    return scenario_id.startswith(PREFIX)


def load_played(scenario_id: str, root: Path | None = None) -> Loaded:
    """What a session was played on, by the id in its recording; as `load_scenario` otherwise."""
    if is_free(scenario_id):
        return load_free(Chart.of(scenario_id))
    return load_scenario(scenario_id, root)


def load_free(chart: Chart, folder: Path | None = None) -> Loaded:
    """What a free session stands on. Raises `BadInput` where the record or patient is not there."""
    kept = kept_record(chart.record, folder)
    scenario = _scenario(kept, chart)
    facts = {
        "chart": chart_hash(kept.file, chart.patient),
        "patient": chart.patient,
        "encounter": chart.encounter,
        "clock": chart.clock.isoformat(),
        "toolset": scenario.toolset,
    }
    whole = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()
    return Loaded(
        scenario=scenario,
        folder=kept.file.parent,
        record_path=kept.chart_path(chart.patient),
        content_hash=f"sha256:{whole}",
        rubric_hash=rubric_hash(scenario),
        file=kept.file,
        lines=LineMap(),
    )


def chart_of(
    record: str,
    patient: str,
    *,
    encounter: str | None = None,
    clock: str | None = None,
    folder: Path | None = None,
) -> Chart:
    """The chart that a person asks for: ids or identifiers, a date or a time for the clock.

    Without a clock it is the end of the encounter, or else the last that the chart holds.
    `BadInput` names what is not there, with the nearest.
    """
    kept = kept_record(record, folder)
    found = kept.patient(patient)
    resources = read_chart(kept.file, found.id)
    stay = _encounter(resources, encounter) if encounter else None
    last = last_moment(resources, stay)
    now = last if clock is None else _clock(clock, last)
    return Chart(record, found.id, now, stay)


def last_moment(
    resources: Mapping[str, Mapping[str, Resource]], encounter: str | None = None
) -> datetime:
    """The end of an encounter or of the last thing in a chart, aware, to the second.

    In the offset that it is written with, UTC where it has none; a day without a time ends at
    its last second. The patient's own dates and what stands outside a patient's time do not
    count. Where nothing is dated it is the start of 2000.
    """
    latest: tuple[int, datetime] | None = None
    for kind, by_id in resources.items():
        if kind == "Patient" or kind in DIRECTORY:
            continue
        for resource in by_id.values():
            if encounter is not None and f"Encounter/{encounter}" not in (
                f"{kind}/{resource['id']}",
                encounter_of(resource),
            ):
                continue
            for text in date_of(resource):
                when = _end(text)
                if when is not None and (latest is None or when[0] > latest[0]):
                    latest = when
    return latest[1] if latest is not None else datetime(2000, 1, 1, tzinfo=UTC)


def _end(text: str) -> tuple[int, datetime] | None:
    span = parse_date(text) if text else None
    if span is None or not text[:4].isdigit() or int(text[:4]) > _LATEST:
        return None
    if len(text) > 10:
        try:
            written = datetime.fromisoformat(text)
        except ValueError:
            return None
        aware = written if written.tzinfo else written.replace(tzinfo=UTC)
    else:
        aware = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=span.high - 1)
    return int(aware.timestamp()), aware.replace(microsecond=0)


def _clock(text: str, like: datetime) -> datetime:
    """A clock as typed: with an offset, or in that of `like`; a bare day is its last second."""
    try:
        given = datetime.fromisoformat(text)
    except ValueError as error:
        message = msg(
            "--clock {text} is no date or time, as 2026-03-04 or 2026-03-04T09:30-05:00.",
            text=text,
        )
        raise BadInput(message) from error
    if len(text) <= 10:
        given = given.replace(hour=23, minute=59, second=59)
    return given if given.tzinfo else given.replace(tzinfo=like.tzinfo)


def _encounter(resources: Mapping[str, Mapping[str, Resource]], given: str) -> str:
    wanted = reference_key(given).removeprefix("Encounter/")
    stays = resources.get("Encounter", {})
    if wanted in stays:
        return wanted
    for name, stay in stays.items():
        numbers = stay.get("identifier")
        if isinstance(numbers, list) and any(
            isinstance(one, dict) and one.get("value") == wanted for one in numbers
        ):
            return name
    newest = sorted(stays, key=lambda name: date_of(stays[name])[0], reverse=True)
    near = [name for name in newest if name.startswith(wanted)] or newest
    raise BadInput(
        msg(
            "There is no encounter {id} of this patient; there is: {near}",
            id=wanted,
            near=several(near[:5]) or "-",
        )
    )


def _scenario(kept: Kept, chart: Chart) -> FreeScenario:
    title = msg("Free session on {record}", record=chart.record)
    texts = {lang: title.render(lang) for lang in LANGUAGES}
    return FreeScenario(
        id=chart.id,
        title=Bilingual(**texts),
        source=Source(record=kept.manifest.source, licence=kept.manifest.licence),
        clock=chart.clock,
        patient=f"Patient/{chart.patient}",
        encounter=f"Encounter/{chart.encounter}" if chart.encounter else None,
        toolset=TOOLSET,
    )
