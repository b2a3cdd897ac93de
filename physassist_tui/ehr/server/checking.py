"""What a server lacks, in plain words, by its own CapabilityStatement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from physassist_tui.ehr.server.capabilities import Capabilities
from physassist_tui.ehr.server.layer import WRITTEN
from physassist_tui.i18n import Message, msg, several

READ = (
    "Patient",
    "Encounter",
    "Condition",
    "AllergyIntolerance",
    "Observation",
    "MedicationRequest",
    "Procedure",
    "DiagnosticReport",
    "DocumentReference",
    "ServiceRequest",
)
"""The types without which no chart is read."""


@dataclass(frozen=True)
class Remark:
    """One finding. `needed_for` is `play`, `load` or empty: what cannot be done without it."""

    text: Message
    needed_for: frozenset[str] = frozenset()


def remarks(capabilities: Capabilities, types: Iterable[str] = ()) -> list[Remark]:
    """All that is missing, what stands in the way first. `types` are those of a record to load."""
    found = [
        *(Remark(one, frozenset({"play"})) for one in lacking_for_play(capabilities)),
        *(Remark(one, frozenset({"load"})) for one in lacking_for_load(capabilities)),
    ]
    if not capabilities.transaction:
        found.append(
            Remark(msg("It takes no transactions: a record is loaded one resource at a time."))
        )
    wanted = dict.fromkeys((*READ, *WRITTEN, *types))
    absent = [kind for kind in wanted if kind not in capabilities.types]
    if absent:
        text = msg(
            "It does not say that it holds {types}; they are tried all the same.",
            types=several(absent),
        )
        found.append(Remark(text))
    slow = [
        kind
        for kind in wanted
        if kind in capabilities.types
        and kind != "Patient"
        and not any(capabilities.declares(kind, name) for name in ("patient", "subject"))
    ]
    if slow:
        text = msg(
            "It has no search by patient on {types}: all of them are fetched for each search.",
            types=several(slow),
        )
        found.append(Remark(text))
    untagged = [
        kind for kind in WRITTEN if kind in capabilities.types
        and not capabilities.declares(kind, "_tag")
    ]  # fmt: skip
    if untagged:
        text = msg(
            "It has no search by _tag on {types}: all of them are looked through for what a "
            "session left.",
            types=several(untagged),
        )
        found.append(Remark(text))
    return found


def lacking_for_play(capabilities: Capabilities) -> list[Message]:
    """What a play cannot do without; empty where it has all."""
    problems = []
    for kind in READ:
        support = capabilities.types.get(kind)
        if support is not None and not (support.can("read") and support.can("search-type")):
            problems.append(msg("{type} cannot be read and searched.", type=kind))
    if "Patient" not in capabilities.types:
        problems.append(msg("It holds no Patient."))
    return problems + _lacking_for_writes(capabilities, WRITTEN)


def lacking_for_load(capabilities: Capabilities) -> list[Message]:
    """What a record cannot be loaded without; empty where it has all."""
    return _lacking_for_writes(capabilities, READ, delete=False)


def _lacking_for_writes(
    capabilities: Capabilities, kinds: Iterable[str], *, delete: bool = True
) -> list[Message]:
    own_ids, removes = [], []
    for kind in kinds:
        support = capabilities.types.get(kind)
        if support is None:
            continue
        if not (support.can("update") and support.update_create):
            own_ids.append(kind)
        if delete and not support.can("delete"):
            removes.append(kind)
    problems = []
    if own_ids:
        problems.append(
            msg(
                "It takes no {types} under an id of ours (update as create).",
                types=several(own_ids),
            )
        )
    if removes:
        problems.append(
            msg(
                "It deletes no {types}: what a session writes would stay.",
                types=several(removes),
            )
        )
    return problems
