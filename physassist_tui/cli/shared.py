"""Options and openings that several commands share."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from physassist_tui.cli.texts import option
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import LANGUAGES, Lang, choose_language, current_language, msg, nmsg

if TYPE_CHECKING:
    from physassist_tui.library import Loaded
    from physassist_tui.play.opening import Opened
    from physassist_tui.store.recordings import Recordings
    from physassist_tui.tui.app import PhysassistApp

FREE = "record:"
"""How the id of a free session begins (`play.free`), in place of a scenario's."""

lang_option = option(
    "--lang",
    type=click.Choice(["en", "zh"]),
    help=msg("Language of the interface, and of the play unless --scenario-lang says else.").msgid,
)
db_option = option(
    "--db",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help=msg("The recordings file (else PHYSASSIST_DB, else the user's data folder).").msgid,
)
json_option = option(
    "--json", "as_json", is_flag=True, help=msg("Print JSON for a program to read.").msgid
)
library_option = option(
    "--scenarios",
    "root",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help=msg("A folder of scenarios of your own, in place of the shipped ones.").msgid,
)

plain_option = option(
    "--plain",
    is_flag=True,
    help=msg("Play in lines, also on a terminal (so does PHYSASSIST_PLAIN=1).").msgid,
)


def full_screen(*, plain: bool = False) -> bool:
    """Whether the app can be shown: a terminal that can be drawn on, and no wish for lines."""
    if plain or os.environ.get("PHYSASSIST_PLAIN", "") not in ("", "0"):
        return False
    terminal = os.environ.get("TERM", "")
    return sys.stdin.isatty() and sys.stdout.isatty() and terminal not in ("", "dumb")


def show_app(
    recordings: Recordings | Path,
    root: Path | None = None,
    opened: Opened | None = None,
    first: Callable[[PhysassistApp], None] | None = None,
    *,
    alone: bool = False,
) -> int:
    """Shows the full-screen app; gives the exit status. It may begin with what `first` shows,
    and end with that where it is `alone`.

    The recordings may be open, or the path of a file that the app opens after its first frame.
    """
    from physassist_tui.tui.running import run_app

    status, farewell = run_app(
        recordings,
        root=root,
        language=wished_language(),
        opened=opened,
        first=first,
        alone=alone,
    )
    if farewell is not None:
        click.echo(farewell.render())
    return status


def wished_language() -> Lang | None:
    """The language that an option or the environment asks for; `None`: neither does."""
    wishes: list[str] = []
    context = click.get_current_context(silent=True)
    while context is not None:
        wishes.append(context.params.get("lang") or "")
        context = context.parent
    wishes.append(os.environ.get("PHYSASSIST_LANG", ""))
    asked = next((wish for wish in wishes if wish.lower().startswith(LANGUAGES)), None)
    return None if asked is None else choose_language(asked)


def recordings_path(db: Path | None) -> Path:
    """The recordings file that the option, the environment or the user's folder names."""
    from physassist_tui.store.paths import default_path

    return db or default_path(os.environ)


def open_recordings(db: Path | None, *, create: bool = True, readonly: bool = False) -> Recordings:
    """The recordings file that the option, the environment or the user's folder names.

    A file that must be there already is named in the error where it is not. One of an older
    version is brought up to date first, also where it is only to be read.
    """
    from physassist_tui.store.connection import OlderVersion
    from physassist_tui.store.recordings import Recordings

    path = recordings_path(db)
    if (readonly or not create) and not path.exists():
        raise BadInput(
            msg("There are no recordings at {path} yet; `physassist play` makes them.", path=path)
        )
    try:
        return Recordings.open(path, create=create, readonly=readonly)
    except OlderVersion:
        Recordings.open(path).close()
    return Recordings.open(path, create=create, readonly=readonly)


def scenario_of(session: str, scenario: str, root: Path | None) -> Loaded:
    """The scenario that a session was played on; where it is not here, the option to give.

    Of a free session the record that it is on.
    """
    from physassist_tui.library import ScenarioProblems, load_scenario

    if scenario.startswith(FREE):
        from physassist_tui.play.free import load_played

        return load_played(scenario, root)

    try:
        return load_scenario(scenario, root)
    except ScenarioProblems:
        raise
    except BadInput as error:
        raise BadInput(
            msg(
                "Session {session} was played on {scenario}, which is not among the scenarios "
                "here; give the folder that has it with --scenarios.",
                session=session,
                scenario=scenario,
            )
        ) from error


def scenario_language(wish: str | None, loaded: Loaded) -> Lang:
    """The language of a play: as wished, else the interface's, else the scenario's first."""
    languages = loaded.scenario.languages
    if wish is not None:
        return choose_language(wish)
    current = current_language()
    return current if current in languages else languages[0]


def print_json(value: Any) -> None:
    """One JSON value on standard output, characters as they are."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def progress_on_stderr(done: int, total: int | None) -> None:
    """Says how far the indexing of a large record is, where a person would see it."""
    if sys.stderr.isatty():
        line = nmsg("{n} resource indexed", "{n} resources indexed", done)
        end = "\n" if total is not None and done >= total else "\r"
        click.echo(f"{line} {'' if total is None else f'/ {total}'}", err=True, nl=False)
        click.echo(end, err=True, nl=False)
