"""The library: what can be played, what was played and how it went, and what was left."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from physassist_tui.core.errors import PhysassistError
from physassist_tui.core.foreign import visible
from physassist_tui.i18n import _, current_language, msg
from physassist_tui.tui.content import line, plain
from physassist_tui.tui.keys import key
from physassist_tui.tui.screens.library_rows import (
    category_text,
    is_long,
    record_row,
    scenario_row,
    session_row,
    sought_text,
)
from physassist_tui.tui.shelf import FREE, Shelf, read_shelf, wanted
from physassist_tui.tui.widgets.field import Field
from physassist_tui.tui.widgets.key_bar import KeyBar

if TYPE_CHECKING:
    from physassist_tui.ehr.imports.kept import Kept
    from physassist_tui.library import Entry
    from physassist_tui.store.recordings import Summary
    from physassist_tui.tui.app import PhysassistApp
    from physassist_tui.tui.screens.plan import Plan


@dataclass(frozen=True)
class Row:
    """What stands behind a line: a scenario, a session that was left, a record, or a heading."""

    entry: Entry | None = None
    session: Summary | None = None
    record: Kept | None = None

    @property
    def name(self) -> str:
        """The id of what it is; empty for a heading."""
        if self.record is not None:
            return f"{FREE}{self.record.manifest.name}"
        one = self.entry or self.session
        return "" if one is None else one.id


HEADING = Row()


class LibraryScreen(Screen[None]):
    """Scenarios by category under a search box; sessions to go on with stand first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("slash", "search", msg("search"), msg("Goes to the search box.")),
        key("escape", "to_list", msg("list"), msg("Goes back to the list."), show=False),
        key("r", "resume_last", msg("resume"), msg("Goes on with the session played last.")),
        key(
            "c", "compare", msg("compare"),
            msg("Sets sessions of this scenario side by side, turn by turn."),
        ),
        key(
            "v", "review", msg("review"),
            msg("Grades a session of this scenario as a person, blind."),
        ),
        key(
            "p", "replay", msg("replay"),
            msg("Plays a session of this scenario back as it was shown."),
        ),
        key(
            "h", "report", msg("HTML report"),
            msg("Writes the report on all sessions as a page into this folder."), show=False,
        ),
        key("f5", "reload", msg("reload"), msg("Reads the library and the recordings again.")),
    ]  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self._shelf: Shelf | None = None
        self._fault = ""
        self._query = ""
        self._rows: list[Row] = []

    def compose(self) -> ComposeResult:
        """Title, search box, list, keys."""
        yield Static(plain(_("physassist · library")), classes="title")
        yield Field(value=self._query, placeholder=visible(_("Search the scenarios")), id="search")
        yield OptionList(id="shelf", markup=False)
        yield KeyBar()

    def on_mount(self) -> None:
        """The list has the focus."""
        self.query_one("#shelf").focus()
        self._draw()

    def on_screen_resume(self) -> None:
        """Reads again: a session may have been played meanwhile."""
        self.call_after_refresh(self.action_reload)

    async def redraw(self) -> None:
        """Draws every text again; what was typed and chosen stays."""
        focused = self.focused.id if self.focused else "shelf"
        await self.recompose()
        self.query_one(f"#{focused}").focus()
        self._draw()

    def action_reload(self) -> None:
        """Reads the library again, off the event loop."""
        self._read()

    @work(exclusive=True, group="shelf")
    async def _read(self) -> None:
        app = self._physassist
        try:
            self._shelf = await asyncio.to_thread(read_shelf, app.root, lambda: app.recordings)
            self._fault = ""
        except PhysassistError as error:
            self._shelf, self._fault = None, str(error)
        self._draw()

    @property
    def _physassist(self) -> PhysassistApp:
        app: Any = self.app
        return app  # type: ignore[no-any-return]

    # The list

    def _draw(self) -> None:
        if not self.query("#shelf"):  # not composed yet, or the app is leaving
            return
        shelf = self.query_one("#shelf", OptionList)
        chosen = self._chosen()
        shelf.clear_options()
        self._rows = []
        for row, option in self._options():
            self._rows.append(row)
            shelf.add_option(option)
        shelf.highlighted = self._place_of(chosen)
        self.refresh_bindings()

    def _options(self) -> Iterator[tuple[Row, Option]]:
        if self._shelf is None:
            text = self._fault or _("Reading the library …")
            yield HEADING, Option(plain(text), disabled=True)
            return
        lang = current_language()
        left = [one for one in self._shelf.unfinished if self._session_wanted(one)]
        if left:
            yield HEADING, _head(_("To go on with"))
            for one in left:
                yield (
                    Row(session=one),
                    Option(session_row(one, self._shelf.title(one.scenario, lang))),
                )
        entries = [
            entry for entry in self._shelf.entries if wanted(entry, self._query, sought_text(entry))
        ]
        entries.sort(key=lambda entry: (bool(entry.problems), is_long(entry), entry.category))
        category = None
        for entry in entries:
            if category_text(entry) != category:
                category = category_text(entry)
                yield HEADING, _head(category)
            yield Row(entry), Option(scenario_row(entry, self._shelf.played.get(entry.id), lang))
        words = self._query.casefold().split()
        records = [
            one
            for one in self._shelf.records
            if all(word in one.manifest.name.casefold() for word in words)
        ]
        if records:
            yield HEADING, _head(_("Your records, for free sessions"))
            for kept in records:
                yield Row(record=kept), Option(record_row(kept.manifest))
        if not entries and not left and not records:
            yield HEADING, _head(_("Nothing matches; Escape and / search again."))

    def _session_wanted(self, session: Summary) -> bool:
        assert self._shelf is not None
        for entry in self._shelf.entries:
            if entry.id == session.scenario:
                return wanted(entry, self._query, sought_text(entry))
        return not self._query

    def _chosen(self) -> str:
        at = self.query_one("#shelf", OptionList).highlighted
        return self._rows[at].name if at is not None and at < len(self._rows) else ""

    def _place_of(self, chosen: str) -> int | None:
        rows = [(at, row) for at, row in enumerate(self._rows) if row.name]
        for at, row in rows:
            if row.name == chosen:
                return at
        return rows[0][0] if rows else None

    # What a person does

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filters while it is typed."""
        if event.value != self._query:
            self._query = event.value
            self._draw()

    def on_input_submitted(self) -> None:
        """Goes to what was found."""
        self.query_one("#shelf").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Sets a play up, goes on with a session, or says what is wrong with a scenario."""
        row = self._rows[event.option_index]
        if row.session is not None:
            self._physassist.resume_session(row.session.id)
        elif row.record is not None:
            self._choose_patient(row.record)
        elif row.entry is not None and not row.entry.problems:
            self._set_up(row.entry)
        elif row.entry is not None:
            from physassist_tui.tui.screens.problems import ProblemsScreen

            self.app.push_screen(ProblemsScreen(row.entry))

    def _choose_patient(self, kept: Kept) -> None:
        from physassist_tui.tui.screens.record import RecordScreen

        def chosen(patient: str | None) -> None:
            if patient is not None:
                self._physassist.open_free(kept.manifest.name, patient)

        self.app.push_screen(RecordScreen(kept), chosen)

    def _set_up(self, entry: Entry) -> None:
        from physassist_tui.tui.screens.setup import SetupScreen

        app = self._physassist

        def chosen(plan: Plan | None) -> None:
            if plan is not None:
                app.open_session(plan)

        app.push_screen(SetupScreen(entry, app.settings), chosen)

    def action_search(self) -> None:
        """Goes to the search box."""
        self.query_one("#search").focus()

    def action_to_list(self) -> None:
        """Goes back to the list."""
        self.query_one("#shelf").focus()

    def on_key(self, event: Any) -> None:
        """Down leaves the search box for the list, as people expect."""
        if event.key == "down" and self.focused is self.query_one("#search"):
            event.stop()
            self.action_to_list()

    def action_resume_last(self) -> None:
        """Goes on with the session played last."""
        if self._shelf and self._shelf.unfinished:
            self._physassist.resume_session(self._shelf.unfinished[0].id)

    def action_compare(self) -> None:
        """Chooses sessions of the scenario in the list, and sets them side by side."""
        from physassist_tui.tui.screens.sessions import compare_some

        entry = self._entry()
        if entry is not None:
            compare_some(self._physassist, entry.id, entry.title)

    def action_review(self) -> None:
        """Chooses a session of the scenario in the list, and reviews it."""
        from physassist_tui.tui.screens.sessions import review_one

        entry = self._entry()
        if entry is not None:
            review_one(self._physassist, entry.id, entry.title)

    def action_replay(self) -> None:
        """Chooses a session of the scenario in the list, and replays it."""
        from physassist_tui.tui.screens.sessions import replay_one

        entry = self._entry()
        if entry is not None:
            replay_one(self._physassist, entry.id, entry.title)

    @work(exclusive=True, group="report")
    async def action_report(self) -> None:
        """Writes the report on all sessions."""
        from physassist_tui.tui.comparing import report_to_file

        await report_to_file(self._physassist)

    def _entry(self) -> Entry | None:
        """The scenario that is chosen, or that of the session that is."""
        if not self.query("#shelf"):
            return None
        chosen = self._chosen()
        for row in self._rows:
            if row.name and row.name == chosen:
                wanted_id = row.session.scenario if row.session is not None else chosen
                entries = self._shelf.entries if self._shelf is not None else ()
                return next((one for one in entries if one.id == wanted_id), None)
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Resume is there only where something was left."""
        del parameters
        if action in ("compare", "review", "replay"):
            return self._entry() is not None
        if action == "resume_last":
            return bool(self._shelf and self._shelf.unfinished)
        return True


def _head(text: str) -> Option:
    return Option(line(text), disabled=True)
