"""The options of a free session: `play --record NAME --patient ID`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg

if TYPE_CHECKING:
    from physassist_tui.library import Loaded

PLAYERS = ("grounded", "human")
USUAL_PHYSICIAN = "script"


@dataclass(frozen=True)
class Free:
    """What a free session stands on, and who is the patient and the physician in it."""

    loaded: Loaded
    patient: str
    physician: str


def free_session(
    record: str, patient: str, physician: str, encounter: str | None, clock: str | None
) -> Free:
    """The free session that is asked for. Raises `BadInput`.

    `record` is NAME/PATIENT, and then `patient` is who plays the patient; or it is NAME alone,
    and `patient` is the patient's id unless it is a player's name. A record of one patient
    needs none. A free session has no script: where none is named a person is the physician.
    """
    from physassist_tui.ehr.imports.kept import kept_record
    from physassist_tui.play.free import chart_of, load_free

    name, slash, wanted = record.partition("/")
    player = patient
    if not slash and patient not in PLAYERS and not patient.startswith("model:"):
        wanted, player = patient, PLAYERS[0]
    if not wanted:
        people = kept_record(name).patients()
        if len(people) != 1:
            raise BadInput(
                msg(
                    "Which patient of {record}? Give --patient ID; `physassist records search "
                    "{record}` lists them.",
                    record=name,
                )
            )
        wanted = people[0].id
    chart = chart_of(name, wanted, encounter=encounter, clock=clock)
    asks = "human" if physician == USUAL_PHYSICIAN else physician
    return Free(load_free(chart), player, asks)
