"""Imported records in lines: what was brought in, what is there, one patient's chart."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from physassist_tui.core.events import ToolReturnedData
from physassist_tui.core.foreign import one_line
from physassist_tui.core.scenario import Limits
from physassist_tui.ehr.banner import banner
from physassist_tui.ehr.imports.kept import Kept, PatientRow
from physassist_tui.ehr.imports.manifest import Manifest
from physassist_tui.ehr.record import open_record
from physassist_tui.ehr.runner import ToolRunner
from physassist_tui.ehr.toolsets import toolset
from physassist_tui.i18n import Lang, _, current_language, format_datetime, nmsg, several
from physassist_tui.plain import printer
from physassist_tui.plain.printer import say
from physassist_tui.play.free import TOOLSET, Chart
from physassist_tui.terms import label

SHOWN_PATIENTS = 20
SHOWN_ROWS = 5
SHOWN_FAULTS = 10
SUMMARY = (
    *("Encounter.search", "Condition.search", "AllergyIntolerance.search"),
    *("MedicationRequest.search", "MedicationAdministration.search", "Observation.search"),
    *("Procedure.search", "DiagnosticReport.search", "DocumentReference.search"),
)


def import_lines(manifest: Manifest) -> list[str]:
    """What an import brought: every type with what was read and kept, and all that was not."""
    lines = [
        _("Imported {record} from {source}", record=manifest.name, source=one_line(manifest.source))
    ]
    lines += _types(manifest)
    lines += _labs(manifest)
    lines += _faults(manifest)
    if manifest.aside:
        left = nmsg("{n} file left aside", "{n} files left aside", len(manifest.aside)).render()
        names = one_line(several(manifest.aside[:SHOWN_FAULTS]).render())
        lines.append(_("{head}: {value}", head=left, value=names))
    lines += _about(manifest)
    return lines


def _types(manifest: Manifest) -> Iterator[str]:
    for kind, count in manifest.counts.items():
        told = _("{read} read, {kept} kept", read=count.read, kept=count.kept)
        if count.same:
            told += _("; ") + nmsg("{n} there twice", "{n} there twice", count.same).render()
        if count.refused:
            told += _("; ") + nmsg("{n} refused", "{n} refused", count.refused).render()
        said = manifest.announced.get(kind)
        if said is not None and said != count.read:
            told += _("; ") + _("the server said {n}", n=said)
        yield "  " + _("{head}: {value}", head=kind, value=told)


def _labs(manifest: Manifest) -> Iterator[str]:
    labs = manifest.labs
    if labs is None:
        return
    yield _(
        "Laboratory values put back: {n}. Left out: {empty} without a number, {others} of people "
        "who are not in the record.",
        n=labs.put_back,
        empty=labs.without_value,
        others=labs.without_patient,
    )


def _faults(manifest: Manifest) -> Iterator[str]:
    if not manifest.refused:
        return
    yield nmsg(
        "{n} line is not in the record:", "{n} lines are not in the record:", manifest.refused
    ).render()
    for fault in manifest.told[:SHOWN_FAULTS]:
        yield "  " + one_line(fault)
    more = manifest.refused - min(len(manifest.told), SHOWN_FAULTS)
    if more > 0:
        yield "  " + nmsg("and {n} more", "and {n} more", more).render()


def _about(manifest: Manifest) -> Iterator[str]:
    resources = nmsg("{n} resource", "{n} resources", manifest.resources).render()
    patients = nmsg("{n} patient", "{n} patients", manifest.patients).render()
    days = _days(manifest.first, manifest.last)
    yield _("{resources} of {patients}, {days}", resources=resources, patients=patients, days=days)
    licence = one_line(manifest.licence) or _("not told; --licence tells it")
    yield _("Licence of the record: {licence}", licence=licence)


def _days(first: str | None, last: str | None) -> str:
    if first is None or last is None:
        return _("no dates")
    return _("{first} to {last}", first=one_line(first), last=one_line(last))


def list_line(manifest: Manifest) -> str:
    """A record in one line, with its licence and what is missing from it."""
    line = _(
        "{name}  {patients}  {resources}  {days}  {licence}",
        name=manifest.name,
        patients=nmsg("{n} patient", "{n} patients", manifest.patients).render(),
        resources=nmsg("{n} resource", "{n} resources", manifest.resources).render(),
        days=_days(manifest.first, manifest.last),
        licence=one_line(manifest.licence) or _("licence not told"),
    )
    if manifest.refused:
        line += "  " + nmsg(
            "{n} line refused", "{n} lines refused", manifest.refused
        ).render()  # fmt: skip
    return line


def show_lines(kept: Kept) -> list[str]:
    """A record with its types and its first patients."""
    manifest = kept.manifest
    people = kept.patients()
    lines = [
        _("Record {name}", name=manifest.name),
        _("Source: {source}", source=one_line(manifest.source)),
        _("Imported: {when}", when=format_datetime(datetime.fromisoformat(manifest.imported_at))),
        *_about(manifest),
        *_types(manifest),
        *_labs(manifest),
        *_faults(manifest),
        "",
        *(patient_line(one) for one in people[:SHOWN_PATIENTS]),
    ]
    if len(people) > SHOWN_PATIENTS:
        lines.append(
            _(
                "… of {n} patients; `physassist records search {name} WORDS` finds others.",
                n=len(people),
                name=manifest.name,
            )
        )
    return lines


def patient_line(row: PatientRow) -> str:
    """A patient in one line."""
    parts = [row.id, row.name or _("(no name)"), row.sex, row.birth]
    parts += [nmsg("{n} resource", "{n} resources", row.resources).render()]
    if row.first is not None:
        parts.append(_days(row.first, row.last))
    numbers = [one for one in row.identifiers if one != row.id][:3]
    return "  ".join(one_line(part) for part in (*parts, *numbers) if part)


def _results(kept: Kept, chart: Chart, lang: Lang) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each search of the summary gives, the newest few; nothing where there is nothing."""
    store = open_record(kept.chart_path(chart.patient)).at(chart.clock)
    runner = ToolRunner(
        store,
        toolset(TOOLSET),
        patient=f"Patient/{chart.patient}",
        encounter=None,
        lang=lang,
        limits=Limits(),
        session="",
    )
    for tool in SUMMARY:
        values, _fault = runner.validate(tool, {"_count": SHOWN_ROWS})
        outcome = runner.run(
            "summary", tool, values or {}, now=chart.clock, person=True, seat="human"
        )
        if outcome.result.get("total"):
            yield tool, outcome.result


def chart_json(kept: Kept, chart: Chart, lang: Lang) -> dict[str, Any]:
    """One patient's chart in short, for a program: the patient, the clock, each search."""
    return {
        "record": kept.manifest.name,
        "licence": kept.manifest.licence,
        "patient": kept.patient(chart.patient).to_json(),
        "clock": chart.clock.isoformat(),
        "chart": dict(_results(kept, chart, lang)),
    }


def say_chart(kept: Kept, chart: Chart) -> None:
    """Prints one patient's chart in short."""
    lang = current_language()
    store = open_record(kept.chart_path(chart.patient)).at(chart.clock)
    head = banner(store, f"Patient/{chart.patient}", None, chart.clock, lang)
    say(patient_line(kept.patient(chart.patient)))
    named = several(one_line(label(name, lang)) for name in head.allergies)
    say(_("Allergies: {allergies}", allergies=named or _("none recorded")))
    say(_("Now: {now}", now=format_datetime(chart.clock)))
    licence = one_line(kept.manifest.licence) or _("not told")
    say(_("Licence of the record: {licence}", licence=licence))
    for tool, result in _results(kept, chart, lang):
        say()
        whole = {**result, "page": 1, "pages": 1}
        printer.returned(tool, ToolReturnedData(call_id="summary", ok=True, result=whole),
                         chart.clock.tzinfo)  # fmt: skip
    say()
    say(
        _(
            "To play on this chart: physassist play --record {record} --patient {patient}",
            record=kept.manifest.name,
            patient=chart.patient,
        )
    )
