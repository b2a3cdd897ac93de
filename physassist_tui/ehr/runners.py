"""The runner that a toolset's calls are carried out by."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from physassist_tui.core.scenario import Limits
from physassist_tui.core.tools import Toolset
from physassist_tui.ehr.protocol import EhrStore
from physassist_tui.ehr.toolsets import PHYSICIANBENCH
from physassist_tui.i18n import Lang

if TYPE_CHECKING:
    from physassist_tui.ehr.runner import ToolRunner


def runner_for(
    store: EhrStore,
    toolset: Toolset,
    *,
    patient: str,
    encounter: str | None,
    lang: Lang,
    limits: Limits,
    session: str,
    forked_from: Sequence[str] = (),
) -> ToolRunner:
    """The tools of one session over one store; loaded only here, where the first is used."""
    if toolset.name == PHYSICIANBENCH:
        from physassist_tui.ehr.bench.runner import BenchRunner as Runner
    else:
        from physassist_tui.ehr.runner import ToolRunner as Runner  # type: ignore[assignment]
    return Runner(
        store,
        toolset,
        patient=patient,
        encounter=encounter,
        lang=lang,
        limits=limits,
        session=session,
        forked_from=forked_from,
    )
