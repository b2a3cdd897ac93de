"""The session as OpenAI chat messages: what the assistant saw and did, undone parts left out."""

from __future__ import annotations

from typing import Any

from physassist_tui.core.errors import BadInput
from physassist_tui.core.state import fold
from physassist_tui.core.view import AssistantView
from physassist_tui.export.source import Source
from physassist_tui.i18n import msg
from physassist_tui.play.prompting import functions, messages


def view_of(source: Source) -> AssistantView:
    """What the assistant saw at the end. Raises `BadInput` where the scenario is not here."""
    if source.standing is None:
        raise BadInput(
            msg(
                "The messages begin with the chart's head, which needs the scenario "
                "{scenario}; give the folder that has it with --scenarios.",
                scenario=source.started.scenario,
            )
        )
    return source.standing.view(fold(source.events), source.session)


def chat(source: Source) -> dict[str, Any]:
    """`{"messages": […], "tools": […]}`, as OpenAI's chat completions and fine-tuning take them."""
    view = view_of(source)
    return {
        "messages": messages(view),
        "tools": [
            {
                "type": "function",
                "function": {
                    "name": one.name,
                    "description": one.description,
                    "parameters": one.parameters,
                },
            }
            for one in functions(view)
        ],
    }
