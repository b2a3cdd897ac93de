"""What a call used and cost, as far as it is known."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from physassist_tui.llm.keys import own_server
from physassist_tui.llm.profiles import ModelSettings


@dataclass(frozen=True)
class Used:
    """`usage` as the provider gave it; `None` for whatever is not known."""

    usage: dict[str, Any] | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    cost_usd: float | None = None


def used(
    litellm: Any, chunks: Sequence[Any], settings: ModelSettings, provider: str, model: str
) -> Used:
    """What the chunks say that was used, and its price in US dollars.

    litellm counts tokens itself where a provider says nothing; that is a guess, and not taken.
    """
    told = [u for chunk in chunks if (u := getattr(chunk, "usage", None)) is not None]
    if not told:
        return Used()
    whole = told[-1] if len(told) == 1 else _total(chunks)
    tokens_in = _count(getattr(whole, "prompt_tokens", None))
    tokens_out = _count(getattr(whole, "completion_tokens", None))
    cost = None
    if tokens_in is not None and tokens_out is not None and not _unpriced(settings, provider):
        cost = _cost(litellm, whole, provider, model)
    return Used(_plain(whole), tokens_in, tokens_out, cost)


def _total(chunks: Sequence[Any]) -> Any:
    from litellm.litellm_core_utils.streaming_handler import calculate_total_usage

    return calculate_total_usage(chunks=list(chunks))


def _plain(usage: Any) -> dict[str, Any]:
    import json

    found: dict[str, Any] = json.loads(usage.model_dump_json(exclude_none=True))
    return found


def _count(told: object) -> int | None:
    # No call uses 0 tokens: a server that does not count says so.
    return told if isinstance(told, int) and not isinstance(told, bool) and told > 0 else None


def _unpriced(settings: ModelSettings, provider: str) -> bool:
    # A server of one's own may call its model as it likes; the name gives no price.
    elsewhere = (f"{provider.upper()}_API_BASE", f"{provider.upper()}_BASE_URL")
    azure = provider.startswith("azure")
    return own_server(settings) or (not azure and any(os.environ.get(v) for v in elsewhere))


def _cost(litellm: Any, usage: Any, provider: str, model: str) -> float | None:
    given = getattr(usage, "cost", None)
    if isinstance(given, int | float) and not isinstance(given, bool) and given > 0:
        return float(given)
    try:
        prices = litellm.cost_per_token(
            model=model, custom_llm_provider=provider, usage_object=usage,
            prompt_tokens=usage.prompt_tokens, completion_tokens=usage.completion_tokens,
        )  # fmt: skip
    except Exception:  # noqa: BLE001
        # litellm raises bare `Exception` for a model that its list of prices does not hold.
        return None
    cost = float(sum(prices))
    return cost if cost > 0 else None
