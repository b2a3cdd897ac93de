"""One imported record: its patients, to open one of them as a free session."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.foreign import visible
from physassist_tui.i18n import _, msg, nmsg
from physassist_tui.tui.content import joined, line
from physassist_tui.tui.keys import key
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar
from physassist_tui.tui.widgets.paragraph import Slip

if TYPE_CHECKING:
    from physassist_tui.ehr.imports.kept import Kept, PatientRow

MOST = 200
"""How many patients are drawn at once; the search box finds the others."""


class RecordScreen(Screen["str | None"]):
    """Gives the id of the chosen patient. The licence of the record stands above the list."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("slash", "search", msg("search"), msg("Goes to the search box.")),
        key("escape", "leave", msg("back"), msg("Goes back to where you were.")),
    ]

    def __init__(self, kept: Kept) -> None:
        super().__init__()
        self._kept = kept
        self._query = ""
        self._found: Sequence[PatientRow] = ()
        self._slip = ""

    def compose(self) -> ComposeResult:
        """The record with its licence, a search box, the patients."""
        manifest = self._kept.manifest
        name = _("Choose a patient of {record}", record=manifest.name)
        licence = _("Licence of the record: {licence}", licence=manifest.licence or _("not told"))
        yield Static(joined(line(name), line(licence), by=" · "), classes="title")
        yield Field(value=self._query, placeholder=visible(_("Name, number or birth date")))
        yield OptionList(id="patients", markup=False)
        yield Slip(text=self._slip, id="record-slip")
        yield KeyBar()

    def on_mount(self) -> None:
        """Reads the patients, off the event loop."""
        self.query_one(OptionList).focus()
        self._read()

    async def redraw(self) -> None:
        """Draws every text in the language of the moment."""
        at = self.query_one(OptionList).highlighted
        await self.recompose()
        self._draw(at)
        self.query_one(OptionList).focus()

    @work(exclusive=True)
    async def _read(self) -> None:
        try:
            self._found = await asyncio.to_thread(self._kept.patients, self._query)
            self._slip = ""
        except PhysassistError as error:
            self._found, self._slip = (), str(error)
        more = len(self._found) - MOST
        if more > 0:
            self._slip = nmsg("{n} more; / searches", "{n} more; / searches", more).render()
        self._draw(0)

    def _draw(self, at: int | None) -> None:
        shown = self.query_one(OptionList)
        shown.clear_options()
        shown.add_options(Option(_row(one)) for one in self._found[:MOST])
        shown.highlighted = at if self._found else None
        self.query_one("#record-slip", Slip).tell(self._slip)

    # What a person does

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        if event.value != self._query:
            self._query = event.value
            self._read()

    @on(Input.Submitted)
    def _to_list(self) -> None:
        self.query_one(OptionList).focus()

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._found[event.option_index].id)

    def action_search(self) -> None:
        """Goes to the search box."""
        self.query_one(Field).focus()

    def action_leave(self) -> None:
        """Leaves without a patient."""
        self.dismiss(None)


def _row(one: PatientRow) -> Content:
    facts = [one.sex, one.birth, nmsg("{n} resource", "{n} resources", one.resources).render()]
    if one.first and one.last:
        facts.append(_("{first} to {last}", first=one.first, last=one.last))
    numbers = [number for number in one.identifiers[:2] if number != one.id]
    facts += [one.id, *numbers]
    return joined(
        line(one.name or _("(no name)"), "bold"),
        line(" · ".join(fact for fact in facts if fact)),
        by="\n    ",
    )
