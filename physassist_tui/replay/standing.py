"""What a session was played on, so that a replay can show what the live screen showed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from physassist_tui.core import events as ev
from physassist_tui.core.errors import BadInput
from physassist_tui.core.scenario import Limits
from physassist_tui.core.state import SessionState
from physassist_tui.core.tools import Toolset
from physassist_tui.core.view import AssistantView, Banner
from physassist_tui.i18n import Lang, msg
from physassist_tui.play.assistant_view import assistant_view
from physassist_tui.play.casting import Budgets
from physassist_tui.play.guards import limits_left

if TYPE_CHECKING:
    from physassist_tui.ehr.record import Record
    from physassist_tui.library import Loaded
    from physassist_tui.replay.replay import Replay


@dataclass(frozen=True)
class Standing:
    """The chart's banner, the tools, the clock and the limits of one session.

    `changed` says that the scenario is no longer the one that was played.
    """

    title: str
    language: Lang
    banner: Banner
    toolset: Toolset
    clock: datetime
    turn_count: int
    limits: Limits
    budgets: Budgets
    changed: bool = False
    deliverables: tuple[str, ...] = ()
    long_task: bool = False

    def now(self, active_ms: int) -> datetime:
        """The scenario's clock after so much active time."""
        return self.clock + timedelta(milliseconds=active_ms)

    def view(self, state: SessionState, session: str = "") -> AssistantView:
        """What the assistant saw when `state` was so."""
        call = state.pending_call
        spec = self.toolset.tool(call.tool) if call is not None else None
        return assistant_view(
            state,
            session=session,
            title=self.title,
            language=self.language,
            now=self.now(state.active_ms),
            banner=self.banner,
            toolset=self.toolset,
            turn_count=self.turn_count,
            limits=limits_left(state, self.limits, self.budgets, state.active_ms),
            waits_for_patient=spec is not None and spec.kind == "patient",
            deliverables=self.deliverables,
            long_task=self.long_task,
        )


def standing_of(
    loaded: Loaded, started: ev.SessionStartedData, record: Record | None = None
) -> Standing:
    """What `started` was played on. `record` saves opening the scenario's record again."""
    from physassist_tui.ehr.banner import banner
    from physassist_tui.ehr.record import open_record
    from physassist_tui.ehr.toolsets import toolset

    scenario, language = loaded.scenario, started.language
    store = (record or open_record(loaded.record_path)).at(scenario.clock)
    chart = banner(store, scenario.patient, scenario.encounter, scenario.clock, language)
    return Standing(
        title=scenario.title.text(language),
        language=language,
        banner=chart,
        toolset=toolset(started.toolset, writes=scenario.has_write_turn),
        clock=scenario.clock,
        turn_count=len(scenario.turns),
        limits=scenario.limits,
        budgets=Budgets.of(started.limits),
        changed=loaded.content_hash != started.scenario_hash,
        deliverables=scenario.deliverables,
        long_task=scenario.long_task,
    )


def bare_standing(replay: Replay) -> Standing:
    """What a recording alone tells of its standing, where its scenario is not here: no chart.

    Raises `BadInput` where it has no start.
    """
    from physassist_tui.ehr.toolsets import NAMES, toolset

    started = replay.started
    if started is None:
        raise BadInput(msg("The recording has no start."))
    tools = toolset(started.toolset) if started.toolset in NAMES else Toolset(started.toolset, ())
    return Standing(
        title=started.scenario,
        language=started.language,
        banner=Banner("", None, "", "", "", "", ()),
        toolset=tools,
        clock=replay.events[0].at,
        turn_count=replay.turn_count,
        limits=Limits(),
        budgets=Budgets.of(started.limits),
    )
