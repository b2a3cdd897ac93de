"""The line above a chart: who the patient is, since when they are here, what they react to."""

from __future__ import annotations

from datetime import date, datetime

from physassist_tui.core.view import Banner
from physassist_tui.ehr.chart_displays import NONE_KNOWN, substance
from physassist_tui.ehr.chart_words import CLASS, SEX, plain_word
from physassist_tui.ehr.dates import Moment, parse_date
from physassist_tui.ehr.fhirtext import concept_code, human_name, nodes, part
from physassist_tui.ehr.paging import every_page
from physassist_tui.ehr.persons import age_at, allergy_name
from physassist_tui.ehr.presence import NoSuchChart
from physassist_tui.ehr.protocol import EhrError, EhrStore, Resource
from physassist_tui.i18n import Lang, format_datetime, msg

_INPATIENT = frozenset({"IMP", "ACUTE", "NONAC", "OBSENC", "SS"})
_NOT_AN_ALLERGY = frozenset({"entered-in-error", "refuted"})
_OVER = frozenset({"inactive", "resolved"})


def banner(
    store: EhrStore, patient: str, encounter: str | None, clock: datetime, lang: Lang
) -> Banner:
    """The banner of `patient` (Patient/id) at `clock`.

    A patient without a name is called by an identifier or the reference. `allergies` holds what
    is recorded, so that none recorded and "no known allergies" stay apart. Raises
    `NoSuchChart` where there is no such patient.
    """
    try:
        resource = store.read("Patient", patient.rpartition("/")[2])
    except EhrError as error:
        raise NoSuchChart(msg("{reference} is not in the record", reference=patient)) from error
    birth_date = str(resource.get("birthDate") or "")
    return Banner(
        name=_name(resource) or patient,
        age=age_at(birth_date, clock.date()),
        sex=plain_word(str(resource.get("gender") or "unknown"), lang, SEX),
        birth_date=birth_date,
        patient=patient,
        admission=_admission(store, patient, encounter, clock, lang),
        allergies=_allergies(store, patient, lang),
    )


def _name(resource: Resource) -> str:
    name = human_name(resource.get("name"))
    if name:
        return name
    return next(
        (str(one["value"]) for one in nodes(resource.get("identifier")) if one.get("value")), ""
    )


def _admission(
    store: EhrStore, patient: str, encounter: str | None, clock: datetime, lang: Lang
) -> str:
    if encounter is None:
        return ""
    try:
        current = store.read("Encounter", encounter.rpartition("/")[2])
    except EhrError:
        # It has not begun at this clock.
        return ""
    kind = concept_code(current.get("class"))
    start = str(part(current, "period").get("start") or "")
    if kind not in _INPATIENT:
        words = plain_word(kind, lang, CLASS)
        when = _day_text(start, clock)
        return f"{words} {when}".strip()
    day = _days_between(start, clock)
    number = _number(store, patient, current, clock)
    if day is None:
        return msg("Admission {number}", number=number).render(lang)
    return msg("Admission {number} (day {day})", number=number, day=day).render(lang)


def _local_day(text: str, clock: datetime) -> date | None:
    span = parse_date(text)
    if span is None:
        return None
    try:
        whole = datetime.fromisoformat(text)
    except ValueError:
        return None
    return (whole.astimezone(clock.tzinfo) if whole.tzinfo is not None else whole).date()


def _day_text(text: str, clock: datetime) -> str:
    day = _local_day(text, clock)
    return format_datetime(day) if day is not None else text


def _days_between(start: str, clock: datetime) -> int | None:
    day = _local_day(start, clock)
    return (clock.date() - day).days + 1 if day is not None else None


def _number(store: EhrStore, patient: str, current: Resource, clock: datetime) -> int:
    """Which admission this is, counting those that began before it.

    A stay that is part of another (an ICU stay) is no admission of its own; one that is part of
    the emergency visit it came from is.
    """
    moment = Moment.of(clock)
    stays = {
        f"Encounter/{one.get('id')}": one
        for one in every_page(store, "Encounter", [("patient", patient)])
        if concept_code(one.get("class")) in _INPATIENT
    }
    starts = []
    for one in stays.values():
        span = parse_date(str(part(one, "period").get("start") or ""))
        within = str(part(one, "partOf").get("reference")) in stays
        if span is not None and not within and one.get("id") != current.get("id"):
            starts.append(moment.placed(span)[0])
    own = parse_date(str(part(current, "period").get("start") or ""))
    if own is None:
        return len(starts) + 1
    began = moment.placed(own)[0]
    return sum(1 for start in starts if start < began) + 1


def _allergies(store: EhrStore, patient: str, lang: Lang) -> tuple[str, ...]:
    standing: list[str] = []
    none_known: list[str] = []
    for one in every_page(store, "AllergyIntolerance", [("patient", patient)]):
        if concept_code(one.get("verificationStatus")) in _NOT_AN_ALLERGY:
            continue
        name = allergy_name(one)
        none = NONE_KNOWN.get(concept_code(one.get("code")) or "")
        if none is not None:
            none_known.append(none.render(lang))
        elif name and concept_code(one.get("clinicalStatus")) not in _OVER:
            standing.append(substance(name, lang))
    return tuple(dict.fromkeys(standing or none_known))
