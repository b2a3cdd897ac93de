"""What the set-up says of a scenario before it is played: nothing of what it tests. Pure."""

from __future__ import annotations

from physassist_tui.core.names import category_name, specialty_name
from physassist_tui.core.scenario import Scenario
from physassist_tui.i18n import _, nmsg, several


def about(scenario: Scenario) -> str:
    """Turns or task, tools and limits, a line each."""
    limits = scenario.limits
    if scenario.long_task:
        return "\n".join(_long(scenario))
    lines = [
        nmsg("{n} turn", "{n} turns", len(scenario.turns)).render(),
        _("Tools: {toolset}", toolset=scenario.toolset),
        nmsg(
            "Limit: {n} tool call a turn",
            "Limit: {n} tool calls a turn",
            limits.tool_calls_per_turn,
        ).render(),
        _("No limit over the session")
        if limits.tool_calls is None
        else nmsg(
            "Limit: {n} tool call in the session",
            "Limit: {n} tool calls in the session",
            limits.tool_calls,
        ).render(),
        _same(limits.repeated_calls),
    ]
    return "\n".join(lines)


def _long(scenario: Scenario) -> list[str]:
    limits = scenario.limits
    kind = category_name(scenario.category).render()
    if scenario.specialty is not None:
        specialty = specialty_name(scenario.specialty).render()
        kind = _("{specialty}, {category}", specialty=specialty, category=kind)
    lines = [
        _("A long task: {kind}", kind=kind),
        _("There is no patient to ask: chart, orders and a written plan are the work."),
        _("It can be left and gone on with at any time; drafts and unsaved text wait for you."),
        _("Tools: {toolset}", toolset=scenario.toolset),
    ]
    if limits.tool_calls is not None:
        lines.append(
            nmsg(
                "Limit: {n} tool call in the session",
                "Limit: {n} tool calls in the session",
                limits.tool_calls,
            ).render()
        )
    if scenario.deliverables:
        paths = several(scenario.deliverables)
        lines.append(_("To be written: {paths}", paths=paths))
    return [*lines, _same(limits.repeated_calls)]


def _same(count: int) -> str:
    return nmsg(
        "The same call {n} time in a row ends the session",
        "The same call {n} times in a row ends the session",
        count,
    ).render()
