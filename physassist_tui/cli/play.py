"""`physassist play` and `physassist resume`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.on_server import ehr_option, played_on
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
from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import current_language, msg

if TYPE_CHECKING:
    from physassist_tui.play.casting import Budgets
    from physassist_tui.play.opening import Opened
    from physassist_tui.store.recordings import Recordings

HUMAN = "human"
MODELS = ("model:", "copilot:")
USUAL = (HUMAN, "script", "grounded")
"""Assistant, physician and patient as the app seats them."""

headless_option = option("--headless", is_flag=True, help=msg("No person in any seat.").msgid)
step_option = option(
    "--step",
    is_flag=True,
    help=msg("Begin paused: you let each move of a model or script happen.").msgid,
)


@click.command(
    cls=Command,
    help=msg(
        "Play a scenario: you, a model or a script in the assistant's seat.\n\n"
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
        "Who assists: human, model:NAME, copilot:NAME (it proposes, you decide), script:gold, "
        "script:null, script:echo, script:dump or script:wrong-patient."
    ).msgid,
)
@option(
    "--patient",
    default="grounded",
    metavar="PLAYER",
    help=msg(
        "Who is the patient: grounded, model:NAME or human; with --record NAME, the patient's id."
    ).msgid,
)
@option(
    "--physician",
    default="script",
    metavar="PLAYER",
    help=msg("Who is the physician: script, human or model:NAME.").msgid,
)
@option(
    "--goal",
    metavar="TEXT",
    help=msg("What a model physician is to find out or get done, in your words.").msgid,
)
@option(
    "--record",
    metavar="NAME[/ID]",
    help=msg("A free session on an imported record, without requests or rubric.").msgid,
)
@option("--encounter", metavar="ID", help=msg("The stay of a free session.").msgid)
@ehr_option
@option(
    "--clock",
    metavar="TIME",
    help=msg("The time of a free session; else the end of its stay or of the chart.").msgid,
)
@option(
    "--max-seconds",
    type=float,
    metavar="NUMBER",
    help=msg("End the session after so many seconds of active time.").msgid,
)
@option(
    "--max-tokens",
    type=int,
    metavar="NUMBER",
    help=msg("End the session once its models have used so many tokens.").msgid,
)
@option(
    "--max-cost",
    type=float,
    metavar="USD",
    help=msg("End the session once its models have cost so many US dollars.").msgid,
)
@lang_option
@option(
    "--scenario-lang",
    type=click.Choice(["en", "zh"]),
    help=msg("Language of the play, where it differs from the interface's.").msgid,
)
@plain_option
@headless_option
@step_option
@option(
    "--seed",
    type=click.IntRange(0, 2**63 - 1),  # what SQLite can hold
    default=0,
    metavar="NUMBER",
    help=msg("Seed of whatever is drawn by chance.").msgid,
)
@option(
    "--trials",
    type=click.IntRange(1, 1000),
    metavar="NUMBER",
    help=msg("Play it so many times, without a person, and give pass@k and pass^k.").msgid,
)
@library_option
@db_option
@json_option
def play(
    scenario: str | None,
    assistant: str,
    patient: str,
    physician: str,
    goal: str | None,
    record: str | None,
    encounter: str | None,
    ehr_url: str | None,
    clock: str | None,
    max_seconds: float | None,
    max_tokens: int | None,
    max_cost: float | None,
    lang: str | None,
    scenario_lang: str | None,
    plain: bool,
    headless: bool,
    step: bool,
    seed: int,
    trials: int | None,
    root: Path | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Plays a scenario from its start."""
    from physassist_tui.library import load_scenario
    from physassist_tui.play.casting import Casting
    from physassist_tui.play.opening import start

    del lang
    _check_alone(record, {"SCENARIO": scenario, "--encounter": encounter, "--clock": clock})
    free = None
    if record is not None and ehr_url is not None:
        raise BadInput(msg("--ehr is for scenarios; --record is played on the imported record."))
    if record is not None:
        from physassist_tui.cli.free import free_session

        free = free_session(record, patient, physician, encounter, clock)
        patient, physician = free.patient, free.physician
    seats = (assistant, physician, patient)
    _check_seats(seats, goal, headless=headless, as_json=as_json, step=step)
    _check_trials(trials, seed, headless=headless, free=record is not None)
    budgets = _budgets(max_seconds, max_tokens, max_cost)
    attended = not headless and (step or not _by_scripts(seats))
    on_screen = attended and full_screen(plain=plain)
    if scenario is None and not free:
        untouched = scenario_lang is None and seed == 0 and not budgets.limits()
        untouched = untouched and seats == USUAL and not step and ehr_url is None
        if on_screen and untouched:
            return show_app(recordings_path(db), root)
        if headless:
            raise BadInput(msg("Name a scenario; `physassist scenarios list` shows them."))
        from physassist_tui.plain.choose import choose_scenario

        scenario = choose_scenario(root)
        if scenario is None:
            return 0
    loaded = free.loaded if free else load_scenario(scenario or "", root)
    language = scenario_language(scenario_lang, loaded)
    with_goal = physician.startswith(MODELS)
    casting = Casting(
        assistant,
        language,
        patient=patient,
        # A model physician is given the seat with its goal, once there is a session.
        physician=HUMAN if with_goal else physician,
        seed=seed,
        budgets=budgets,
    )
    with open_recordings(db) as recordings, played_on(ehr_url) as ehr:

        def seated(opened: Opened) -> None:
            from physassist_tui.core.words import Seat

            if with_goal:
                opened.director.change_seat(Seat.PHYSICIAN, physician, goal or "")

        if trials is not None:
            from physassist_tui.cli.trials import play_trials

            return play_trials(
                loaded, recordings, casting, trials, ehr=ehr, seated=seated, as_json=as_json
            )
        opened = start(loaded, recordings, casting, progress=progress_on_stderr, ehr=ehr)
        seated(opened)
        if on_screen:
            if step:
                opened.director.pause("person")
            return show_app(recordings, root, opened)
        if attended:
            from physassist_tui.plain.session import play_in_lines

            return play_in_lines(opened, recordings, step=step)
        return _play_headless(opened, recordings, as_json=as_json)


@click.command(
    cls=Command,
    help=msg(
        "Go on with a session after a quit, a crash or a kill.\n\n"
        "SESSION is an id or the start of one; without it, the last unfinished session."
    ).msgid,
)
@click.argument("session", required=False)
@ehr_option
@lang_option
@plain_option
@headless_option
@step_option
@library_option
@db_option
@json_option
def resume(
    session: str | None,
    ehr_url: str | None,
    lang: str | None,
    plain: bool,
    headless: bool,
    step: bool,
    root: Path | None,
    db: Path | None,
    as_json: bool,
) -> int:
    """Goes on where the session's events end."""
    from physassist_tui.play.opening import go_on

    del lang
    with open_recordings(db, create=False) as recordings, played_on(ehr_url) as ehr:
        found = recordings.resolve(session) if session else recordings.latest_unfinished()
        if found is None:
            raise BadInput(msg("No unfinished session is recorded; `physassist play` starts one."))
        from physassist_tui.study.playing import check_free

        check_free(recordings, found)
        events = recordings.events(found)
        started = next(e.data for e in events if e.kind == "session_started")
        loaded = scenario_of(found, started.scenario, root)
        opened = go_on(loaded, recordings, found, events, progress=progress_on_stderr, ehr=ehr)
        now = opened.director.casting
        players = (now.assistant, now.physician, now.patient)
        if headless or as_json or (_by_scripts(players) and not step):
            _check_nobody(players)
            return _play_headless(opened, recordings, as_json=as_json)
        if full_screen(plain=plain):
            if step:
                opened.director.pause("person")
            return show_app(recordings, root, opened)
        from physassist_tui.plain.session import play_in_lines

        return play_in_lines(opened, recordings, step=step)


def _check_alone(record: str | None, given: dict[str, str | None]) -> None:
    """Raises `BadInput` for options that only a free session has, and for a scenario beside it."""
    scenario = given.pop("SCENARIO")
    if record is not None and scenario is not None:
        raise BadInput(msg("Play a scenario or a --record, not both."))
    for name, value in given.items():
        if record is None and value is not None:
            raise BadInput(msg("{option} is for a free session: give --record too.", option=name))


def _check_seats(
    seats: tuple[str, str, str], goal: str | None, *, headless: bool, as_json: bool, step: bool
) -> None:
    """Raises `BadInput` where nobody of such a name can sit there, before anything is recorded."""
    from physassist_tui.core.words import Seat
    from physassist_tui.play.patients import check_player

    for seat, player in zip((Seat.ASSISTANT, Seat.PHYSICIAN, Seat.PATIENT), seats, strict=True):
        check_player(seat, player)
    if headless:
        _check_nobody(seats)
        if step:
            raise BadInput(msg("--step is for a person who watches; leave --headless out."))
    elif as_json and not _by_scripts(seats):
        raise BadInput(msg("--json is for plays without a person: add --headless."))
    model_physician = seats[1].startswith(MODELS)
    if model_physician and not (goal or "").strip():
        raise BadInput(msg("A model physician needs its goal: --goal TEXT."))
    if goal is not None and not model_physician:
        raise BadInput(msg("--goal is for a model physician: --physician model:NAME."))
    names = [player.partition(":")[2] for player in seats if player.startswith(MODELS)]
    if names:
        from physassist_tui.llm import open_model, preload

        for name in names:
            open_model(name)
        preload()


def _check_trials(trials: int | None, seed: int, *, headless: bool, free: bool) -> None:
    """Raises `BadInput` where several trials cannot be played so."""
    if trials is None:
        return
    if not headless:
        raise BadInput(msg("--trials is for plays without a person: add --headless."))
    if free:
        raise BadInput(msg("--trials is for scenarios: a free session has nothing to pass."))
    if seed + trials > 2**63:
        raise BadInput(msg("--seed is too large for so many trials; each takes the next one."))


def _check_nobody(players: tuple[str, str, str]) -> None:
    if players[0] == HUMAN:
        raise BadInput(msg("--headless has no person: give --assistant a player, as script:gold."))
    for player in players:
        if player == HUMAN or player.startswith("copilot:"):
            raise BadInput(msg("--headless has no person, and {player} needs one.", player=player))


def _by_scripts(players: tuple[str, ...]) -> bool:
    return not any(player == HUMAN or player.startswith(MODELS) for player in players)


def _budgets(seconds: float | None, tokens: int | None, cost: float | None) -> Budgets:
    from physassist_tui.play.casting import Budgets

    given = {"--max-seconds": seconds, "--max-tokens": tokens, "--max-cost": cost}
    for name, value in given.items():
        if value is not None and not 0 < value < float("inf"):
            raise BadInput(msg("{option} must be a number above 0.", option=name))
    return Budgets(seconds=seconds, tokens=tokens, cost_usd=cost)


def _play_headless(opened: Opened, recordings: Recordings, *, as_json: bool) -> int:
    from physassist_tui.core.words import EndReason
    from physassist_tui.plain.score_lines import score_lines
    from physassist_tui.play.headless import run
    from physassist_tui.score.keeping import score_and_keep

    ended = run(opened)
    kept = score_and_keep(recordings, opened.director.session, opened.loaded, opened.record)
    if as_json:
        print_json(kept.result(current_language()))
    else:
        click.echo("\n".join(score_lines(kept)))
    if ended in (EndReason.PROVIDER_FAILED, EndReason.CONTEXT_FULL):
        detail = opened.director.state.ended_detail
        raise ServiceFailed(msg("The model gave no answer. {detail}", detail=one_line(detail)))
    return 0
