"""The lines of the library's list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.content import Content

from physassist_tui.core.names import category_name, specialty_name
from physassist_tui.core.words import Category, Specialty
from physassist_tui.i18n import Lang, _, format_datetime, format_percent, nmsg, several
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.shelf import Played

if TYPE_CHECKING:
    from physassist_tui.ehr.imports.manifest import Manifest
    from physassist_tui.library import Entry
    from physassist_tui.store.recordings import Summary

LANGUAGE_NAMES: dict[str, str] = {"en": "English", "zh": "中文"}
_INDENT = "\n    "


def category_text(entry: Entry) -> str:
    """What the entry stands under."""
    if entry.problems:
        return _("Cannot be played")
    try:
        category = category_name(Category(entry.category)).render()
    except ValueError:
        return entry.category
    return _("Long tasks: {category}", category=category) if is_long(entry) else category


def is_long(entry: Entry) -> bool:
    """Whether it is a long task."""
    return entry.toolset == "physicianbench"


def specialty_text(entry: Entry) -> str:
    """Whose task a long task is; empty for none."""
    try:
        return specialty_name(Specialty(entry.specialty)).render()
    except ValueError:
        return entry.specialty


def sought_text(entry: Entry) -> str:
    """What the search box looks through beside title and id."""
    return f"{category_text(entry)} {specialty_text(entry)} {entry.specialty}"


def scenario_row(entry: Entry, played: Played | None, lang: Lang) -> Content:
    """A scenario: its title, then what it is and how it went; a broken one with its fault."""
    title = line(entry.title.text(lang), "bold")
    if entry.problems:
        return joined(title, line(str(entry.problems[0])), by=_INDENT)
    size = nmsg("{n} turn", "{n} turns", entry.turns).render()
    if is_long(entry) and entry.tool_calls is not None:
        size = nmsg(
            "up to {n} tool call", "up to {n} tool calls", entry.tool_calls
        ).render()  # fmt: skip
    facts = [
        *([specialty_text(entry)] if entry.specialty else []),
        _("difficulty {level}", level=entry.difficulty),
        languages_text(entry.languages),
        size,
        played_text(played),
    ]
    return joined(title, line(" · ".join(facts)), by=_INDENT)


def session_row(session: Summary, title: str) -> Content:
    """A session that was left: its scenario, then when, where and its id."""
    facts = [
        _("left {when}", when=format_datetime(session.last_at.astimezone())),
        _("turn {turn}", turn=session.turn),
        LANGUAGE_NAMES.get(session.language, session.language),
        session.id,
    ]
    return joined(line(title, "bold"), line(" · ".join(facts)), by=_INDENT)


def record_row(manifest: Manifest) -> Content:
    """An imported record: its name, then what it holds and its licence."""
    facts = [
        nmsg("{n} patient", "{n} patients", manifest.patients).render(),
        nmsg("{n} resource", "{n} resources", manifest.resources).render(),
        manifest.licence or _("licence not told"),
    ]
    if manifest.refused:
        facts.append(nmsg("{n} line refused", "{n} lines refused", manifest.refused).render())
    return joined(line(manifest.name, "bold"), line(" · ".join(facts)), by=_INDENT)


def languages_text(languages: tuple[Lang, ...]) -> str:
    """The languages of a scenario, each in itself."""
    return several(LANGUAGE_NAMES[one] for one in languages).render()


def played_text(played: Played | None) -> str:
    """How often a person played it, and how it went."""
    if played is None:
        return _("not played yet")
    times = nmsg("played {n} time", "played {n} times", played.times).render()
    if played.best is None or played.last is None:
        return times
    return _(
        "{times}, mRS last {last}, best {best}",
        times=times,
        last=format_percent(played.last),
        best=format_percent(played.best),
    )
