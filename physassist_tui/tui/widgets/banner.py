"""Whose chart this is, what time it is there, what not to give."""

from __future__ import annotations

from physassist_tui.core.view import AssistantView
from physassist_tui.i18n import _, current_language, format_datetime, nmsg, several
from physassist_tui.terms import label
from physassist_tui.tui.content import Content, line
from physassist_tui.tui.widgets.flow import Flow


class PatientBanner(Flow):
    """The line above the panes."""

    GAP = " · "

    def __init__(self) -> None:
        super().__init__(id="banner")

    def draw(self, view: AssistantView) -> None:
        """Shows the banner of the view."""
        self.show(banner_parts(view))


def banner_parts(view: AssistantView) -> list[Content]:
    """Who, how old, since when here, the time in the chart, allergies, the case."""
    banner, lang = view.banner, current_language()
    age = _("age unknown") if banner.age is None else nmsg("{n} year", "{n} years", banner.age)
    who = _(
        "{name}, {age}, {sex}, born {born}",
        name=banner.name,
        age=age,
        sex=banner.sex,
        born=banner.birth_date,
    )
    names = several(label(name, lang) for name in banner.allergies).render()
    parts = [line(who, "bold")]
    if banner.admission:
        parts.append(line(banner.admission))
    parts.append(line(_("Now: {now}", now=format_datetime(view.now))))
    parts.append(line(_("Allergies: {allergies}", allergies=names or _("none recorded")), "bold"))
    parts.append(line(view.title))
    return parts
