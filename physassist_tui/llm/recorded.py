"""A model call as it is recorded, in whatever seat it was made and however it went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from physassist_tui.core.events import ModelCalledData

if TYPE_CHECKING:
    from physassist_tui.i18n import Lang
    from physassist_tui.llm.model import Completed, ProviderFault

STOPPED = "stopped"
"""The finish reason of a call that a person or a budget stopped."""


def came_back(
    completed: Completed,
    *,
    prompt: str,
    text: str,
    reasoning: str | None = None,
    rejected: str | None = None,
) -> ModelCalledData:
    """A call that came back. `text` and `reasoning` are what is kept of what the model said.

    `prompt` is the version of the words that it was told; `rejected` see `ModelCalledData`.
    """
    return ModelCalledData(
        provider=completed.provider,
        model=completed.model,
        first_token_ms=completed.first_token_ms,
        total_ms=completed.total_ms,
        usage=completed.usage,
        finish_reason=completed.finish_reason,
        cost_usd=completed.cost_usd,
        tokens_in=completed.tokens_in,
        tokens_out=completed.tokens_out,
        text=text,
        reasoning=reasoning,
        rejected=rejected,
        attempts=completed.attempts,
        parameters={**completed.parameters, "prompt": prompt},
    )


def failed(fault: ProviderFault, lang: Lang, *, prompt: str) -> ModelCalledData:
    """A call that gave nothing."""
    return ModelCalledData(
        provider=fault.provider,
        model=fault.model,
        first_token_ms=None,
        total_ms=fault.total_ms,
        usage=None,
        finish_reason=None,
        error=fault.message.render(lang),
        fault=fault.kind,
        attempts=fault.attempts,
        parameters={"prompt": prompt},
    )


def stopped(model: str, *, prompt: str, total_ms: int) -> ModelCalledData:
    """A call that was stopped: what it used is unknown, and what it wrote is left out."""
    return ModelCalledData(
        provider="",
        model=model,
        first_token_ms=None,
        total_ms=total_ms,
        usage=None,
        finish_reason=STOPPED,
        parameters={"prompt": prompt},
    )
