"""How a session comes under way: begun, gone on with, or forked off another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from physassist_tui import __version__
from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import SessionState, fold
from physassist_tui.core.words import Seat
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.store import EmbeddedStore
from physassist_tui.i18n import msg, several
from physassist_tui.library import Loaded
from physassist_tui.play.casting import Budgets, Casting
from physassist_tui.play.director import Director
from physassist_tui.play.patients import patient_version
from physassist_tui.play.recorder import Recorder
from physassist_tui.play.stage import Stage

EVENT_SCHEMA_VERSION = 1


def begun(loaded: Loaded, store: EhrStore, recorder: Recorder, casting: Casting) -> Director:
    """A new session, with its first request made where the script asks."""
    if casting.language not in loaded.scenario.languages:
        raise BadInput(
            msg(
                "{scenario} cannot be played in that language; it is complete in: {languages}.",
                scenario=loaded.scenario.id,
                languages=several(loaded.scenario.languages),
            )
        )
    director = Director(Stage(loaded, store, recorder, casting))
    director.begin_with(
        ev.SessionStartedData(
            scenario=loaded.scenario.id,
            scenario_hash=loaded.content_hash,
            rubric_hash=loaded.rubric_hash,
            toolset=loaded.scenario.toolset,
            seats=casting.seats(),
            language=casting.language,
            seed=casting.seed,
            limits=loaded.scenario.limits.model_dump() | casting.budgets.limits(),
            app_version=__version__,
            schema_version=EVENT_SCHEMA_VERSION,
            patient_version=patient_version(casting.patient),
            requests=casting.requests,
            ehr="embedded" if isinstance(store, EmbeddedStore) else "server",
            trial=casting.trial,
        )
    )
    return director


def gone_on(
    loaded: Loaded, store: EhrStore, recorder: Recorder, events: Sequence[ev.AnyEvent]
) -> Director:
    """A session as its events left it, with a call that was cut short carried out.

    Raises `BadInput` where the session is over, or the scenario is no longer the same.
    """
    state = fold(events)
    started = state.started
    if started is None:
        raise BadInput(msg("The recording has no start; it cannot be resumed."))
    if state.ended is not None:
        raise BadInput(msg("This session is over; it can be scored but not resumed."))
    _check_same(started, loaded)
    director = Director(Stage(loaded, store, recorder, casting_of(state, started), events))
    director.begin_again()
    return director


def forked(
    loaded: Loaded,
    store: EhrStore,
    recorder: Recorder,
    prefix: Sequence[ev.AnyEvent],
    parent: str,
    budgets: Budgets | None = None,
) -> Director:
    """A new session that goes on after `prefix`, the events of `parent` up to a boundary.

    Whoever sat there sits there still; the scenario's next request is made where none waits
    for an answer. Raises `BadInput` where the scenario is no longer the same.
    """
    state = fold(prefix)
    before = state.started
    if before is None:
        raise BadInput(msg("The recording has no start; it cannot be forked."))
    _check_same(before, loaded)
    casting = casting_of(state, before)
    given = casting.budgets if budgets is None else budgets
    changed = {
        "seats": dict(state.seats),
        "limits": loaded.scenario.limits.model_dump() | given.limits(),
        "app_version": __version__,
        "schema_version": EVENT_SCHEMA_VERSION,
        "patient_version": patient_version(casting.patient),
        "trial": None,
        "parent_session": parent,
        "parent_seq": prefix[-1].seq,
    }
    director = Director(Stage(loaded, store, recorder, replace(casting, budgets=given), prefix))
    director.begin_with(before.model_copy(update=changed))
    return director


def casting_of(state: SessionState, started: ev.SessionStartedData) -> Casting:
    """Who sits where in a recorded session, after its last change."""
    return Casting(
        assistant=state.player(Seat.ASSISTANT),
        language=started.language,
        patient=state.player(Seat.PATIENT),
        physician=state.player(Seat.PHYSICIAN),
        seed=started.seed,
        budgets=Budgets.of(started.limits),
        requests=started.requests,
        trial=started.trial,
    )


def _check_same(started: ev.SessionStartedData, loaded: Loaded) -> None:
    if started.scenario_hash != loaded.content_hash:
        raise BadInput(
            msg(
                "{scenario} has changed since this session began; a score over two versions "
                "would mean nothing. Put the old version back, or start a new session.",
                scenario=started.scenario,
            )
        )
