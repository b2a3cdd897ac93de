"""Who may sit in which seat, and who speaks for the patient."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from physassist_tui.core.errors import BadInput
from physassist_tui.core.patient import PatientPlayer
from physassist_tui.core.words import Seat
from physassist_tui.i18n import Lang, Message, msg, several
from physassist_tui.library import Loaded
from physassist_tui.patient.grounded import VERSION, GroundedPatient
from physassist_tui.play.casting import (
    COPILOT_PREFIX,
    GROUNDED,
    HUMAN,
    MODEL_PREFIX,
    PHYSICIAN_PLAYER,
    SCRIPT_PREFIX,
    SCRIPTS,
)

MODEL_PATIENT_VERSION = "model/1"
"""What the identity of a score names for a patient whom a model puts into words."""

_ALLOWED: Mapping[Seat, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        Seat.PATIENT: ((GROUNDED, HUMAN), (MODEL_PREFIX,)),
        Seat.PHYSICIAN: ((PHYSICIAN_PLAYER, HUMAN), (MODEL_PREFIX,)),
        Seat.ASSISTANT: ((HUMAN,), (SCRIPT_PREFIX, MODEL_PREFIX, COPILOT_PREFIX)),
    }
)
"""Who may sit in each seat: names, and beginnings of names."""


def patient_player(name: str, loaded: Loaded, language: Lang, seed: int) -> PatientPlayer | None:
    """Whoever answers for the patient at once; `None` where a person or a model is waited for.

    Raises `BadInput` for a name that there is not.
    """
    check_player(Seat.PATIENT, name)
    if name != GROUNDED:
        return None
    return GroundedPatient(loaded.scenario.facts, loaded.scenario.persona, language, seed=seed)


def patient_version(name: str) -> str:
    """Name and version of the patient's player, for the identity of a score."""
    if name == GROUNDED:
        return VERSION
    return MODEL_PATIENT_VERSION if name.startswith(MODEL_PREFIX) else name


def check_player(seat: Seat, name: str) -> None:
    """Raises `BadInput` where nobody of that name can sit in `seat`.

    Whether a model can be reached, and whether there is a script, is for its maker to say.
    """
    names, prefixes = _ALLOWED[seat]
    if name in names or any(name.startswith(p) and name != p for p in prefixes):
        return
    players = several([*names, *(_told(prefix) for prefix in prefixes)])
    match seat:
        case Seat.PATIENT:
            message = msg(
                "There is no patient player '{name}'. There is: {players}.",
                name=name,
                players=players,
            )
        case Seat.PHYSICIAN:
            message = msg(
                "There is no physician player '{name}'. There is: {players}.",
                name=name,
                players=players,
            )
        case Seat.ASSISTANT:
            message = msg(
                "There is no assistant player '{name}'. There is: {players}.",
                name=name,
                players=players,
            )
    raise BadInput(message)


def _told(prefix: str) -> str | Message:
    if prefix == SCRIPT_PREFIX:
        return several(prefix + script for script in SCRIPTS)
    return prefix + "NAME"
