"""`physassist play` and `physassist resume`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import (
    db_option,
    full_screen,
    json_option,
    lang_option,
    library_option,
    open_recordings,
    plain_option,
    print_json,
    progress_on_stderr,
    recordings_path,
    scenario_language,
    scenario_of,
    show_app,
)
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import current_language, msg

if TYPE_CHECKING:
    from physassist_tui.play.opening import Opened
    from physassist_tui.store.recordings import Recordings

HUMAN = "human"


@click.command(
    cls=Command,
    help=msg(
        "Play a scenario: you, or a script, in the assistant's seat.\n\n"
        "SCENARIO is an id of `physassist scenarios list` or a folder; without it you choose "
        "from the library, or from a list where there is no terminal to draw on."
    ).msgid,
)
@click.argument("scenario", required=False)
@option(
    "--assistant",
    default=HUMAN,
    metavar="PLAYER",
    help=msg(
        "Who assists: human, script:gold, script:null, script:echo, script:dump or "
        "script:wrong-patient."
    ).msgid,
)
@option("--patient", default="grounded", metavar="PLAYER", help=msg("Who is the patient.").msgid)
@option("--physician", default="script", metavar="PLAYER", help=msg("Who is the physician.").msgid)
@lang_option
@option(
    "--scenario-lang",
    type=click.Choice(["en", "zh"]),
    help=msg("Language of the play, where it differs from the interface's.").msgid,
)
@plain_option
@option("--headless", is_flag=True, help=msg("No person in any seat.").msgid)
@option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),  # what SQLite can hold
    default=0,
    metavar="NUMBER",
    help=msg("Seed of whatever is drawn by chance.").msgid,
)
@library_option
@db_option
@json_option
def play(
    scenario: str | None,
    assistant: str,
    patient: str,
    physician: str,
    lang: str | None,
    scenario_lang: str | None,
    plain: bool,
    headless: bool,
    seed: int,
    root: Path | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Plays a scenario from its start."""
    from physassist_tui.library import load_scenario
    from physassist_tui.play.casting import GROUNDED, Casting
    from physassist_tui.play.opening import start

    del lang
    _check_seats(assistant, physician, headless=headless, as_json=as_json)
    on_screen = assistant == HUMAN and not headless and full_screen(plain=plain)
    if scenario is None:
        if on_screen and scenario_lang is None and seed == 0 and patient == GROUNDED:
            return show_app(recordings_path(db), root)
        if headless:
            raise BadInput(msg("Name a scenario; `physassist scenarios list` shows them."))
        from physassist_tui.plain.choose import choose_scenario

        scenario = choose_scenario(root)
        if scenario is None:
            return 0
    loaded = load_scenario(scenario, root)
    language = scenario_language(scenario_lang, loaded)
    casting = Casting(assistant, language, patient=patient, physician=physician, seed=seed)
    with open_recordings(db) as recordings:
        opened = start(loaded, recordings, casting, progress=progress_on_stderr)
        if on_screen:
            return show_app(recordings, root, opened)
        if not headless and assistant == HUMAN:
            from physassist_tui.plain.session import play_in_lines

            return play_in_lines(opened, recordings)
        return _play_by_script(opened, recordings, as_json=as_json)


@click.command(
    cls=Command,
    help=msg(
        "Go on with a session after a quit, a crash or a kill.\n\n"
        "SESSION is an id or the start of one; without it, the last unfinished session."
    ).msgid,
)
@click.argument("session", required=False)
@lang_option
@plain_option
@library_option
@db_option
@json_option
def resume(
    session: str | None,
    lang: str | None,
    plain: bool,
    root: Path | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Goes on where the session's events end."""
    from physassist_tui.play.opening import go_on

    del lang
    with open_recordings(db, create=False) as recordings:
        found = recordings.resolve(session) if session else recordings.latest_unfinished()
        if found is None:
            raise BadInput(msg("No unfinished session is recorded; `physassist play` starts one."))
        events = recordings.events(found)
        started = next(e.data for e in events if e.kind == "session_started")
        loaded = scenario_of(found, started.scenario, root)
        opened = go_on(loaded, recordings, found, events, progress=progress_on_stderr)
        if opened.director.casting.assistant == HUMAN:
            if full_screen(plain=plain):
                return show_app(recordings, root, opened)
            from physassist_tui.plain.session import play_in_lines

            return play_in_lines(opened, recordings)
        return _play_by_script(opened, recordings, as_json=as_json)


def _check_seats(assistant: str, physician: str, *, headless: bool, as_json: bool) -> None:
    if headless and assistant == HUMAN:
        raise BadInput(msg("--headless has no person: give --assistant a player, as script:gold."))
    if as_json and assistant == HUMAN:
        raise BadInput(msg("--json is for plays without a person: add --headless."))
    if assistant.startswith(("model:", "copilot:")):
        raise BadInput(
            msg("Models cannot take a seat in this version; give --assistant human or script:…")
        )
    if physician != "script":
        raise BadInput(
            msg("There is no physician player '{name}'. There is: script.", name=physician)
        )


def _play_by_script(opened: Opened, recordings: Recordings, *, as_json: bool) -> int:
    from physassist_tui.plain.score_lines import score_lines
    from physassist_tui.play.headless import run
    from physassist_tui.score.keeping import score_and_keep

    run(opened)
    kept = score_and_keep(recordings, opened.director.session, opened.loaded, opened.record)
    if as_json:
        print_json(kept.result(current_language()))
    else:
        click.echo("\n".join(score_lines(kept)))
    return 0
