"""Choosing a scenario from the list, in lines."""

from __future__ import annotations

from pathlib import Path

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import _, current_language, msg, nmsg
from physassist_tui.library import list_scenarios
from physassist_tui.plain.printer import say
from physassist_tui.plain.reading import Interrupted, Reader, reader_for_terminal


def choose_scenario(root: Path | None) -> str | None:
    """Lists the scenarios and asks for a number or an id until one is given; `None`: none is.

    Raises `BadInput` where there is nothing to choose from, or nobody to ask.
    """
    entries = [entry for entry in list_scenarios(root) if not entry.problems]
    if not entries:
        raise BadInput(msg("There is no scenario that can be played."))
    say(_("Scenarios"))
    language = current_language()
    for number, entry in enumerate(entries, start=1):
        turns = nmsg("{n} turn", "{n} turns", entry.turns)
        title = one_line(entry.title.text(language))
        say(
            _(
                "{number}. {title} ({id}, L{difficulty}, {turns})",
                number=number,
                title=title,
                id=entry.id,
                difficulty=entry.difficulty,
                turns=turns,
            )
        )
    return _ask(reader_for_terminal(), [entry.id for entry in entries])


def _ask(reader: Reader, ids: list[str]) -> str | None:
    while True:
        try:
            given = reader.read(_("Number of the scenario (1–{last}, q leaves): ", last=len(ids)))
        except Interrupted:
            return None
        if given is None:
            raise BadInput(msg("Name a scenario; `physassist scenarios list` shows them."))
        if given.strip().lower() in ("q", "quit", "退出"):
            return None
        text = given.strip()
        if text in ids:
            return text
        if text.isdecimal() and 1 <= int(text) <= len(ids):
            return ids[int(text) - 1]
        say(
            _(
                "'{given}' is not in the list; give a number from 1 to {last}.",
                given=text,
                last=len(ids),
            )
        )
