"""The one line for each kind of fault: what happened, and what the person can do."""

from __future__ import annotations

from physassist_tui.i18n import Message, msg
from physassist_tui.llm.keys import SERVICE, own_server, provider_of, usual_names
from physassist_tui.llm.model import FaultKind
from physassist_tui.llm.profiles import ModelSettings


def advice(
    kind: FaultKind,
    name: str,
    settings: ModelSettings,
    *,
    retry_after_s: float | None = None,
) -> Message:
    """What to tell the person. Holds the model's name, no address, no key, no provider's words."""
    if kind == "no_key":
        return _no_key(name, settings)
    if kind == "rate_limited" and retry_after_s is not None:
        return msg(
            "{model}: too many calls for this key; the provider asks to wait {seconds} seconds. "
            "Wait and go on, or change the model.",
            model=name,
            seconds=round(retry_after_s),
        )
    if kind == "unreachable" and settings.base_url is not None:
        return msg(
            "{model}: nothing answers at its base_url. Start the server, or mend the address; "
            "`physassist doctor` shows it.",
            model=name,
        )
    if kind == "no_such_model" and settings.base_url is not None:
        return msg(
            "{model}: the server has no such model, or its address is another: check the model's "
            "name and the base_url, which mostly ends in /v1.",
            model=name,
        )
    return Message(_LINES[kind].msgid, {"model": name})


def _no_key(name: str, settings: ModelSettings) -> Message:
    if settings.key_env is not None:
        return msg(
            "{model}: there is no key in {variable}. Set it and start again, or change the model.",
            model=name,
            variable=settings.key_env,
        )
    if own_server(settings):
        return msg(
            "{model}: the server asks for a key. Name in its profile the environment variable "
            "that holds it (`key_env`), or: keyring set {service} PROFILE",
            model=name,
            service=SERVICE,
        )
    provider = provider_of(settings.model or "")
    if provider is None:
        return msg(
            "{model}: there is no key for its provider. `physassist doctor` shows which keys are "
            "here.",
            model=name,
        )
    return msg(
        "{model}: there is no key. Set {variable}, or: keyring set {service} {provider}",
        model=name,
        variable=usual_names(provider)[0],
        service=SERVICE,
        provider=provider,
    )


_LINES: dict[FaultKind, Message] = {
    "refused": msg(
        "{model}: the provider refuses the key. Set a valid one and start again, or change the "
        "model; `physassist doctor` shows where the key comes from."
    ),
    "not_allowed": msg(
        "{model}: the provider does not let this key use the model, or its credit is spent. "
        "Change the model, or the account."
    ),
    "no_such_model": msg(
        "{model}: the provider has no such model. Check the name, as `openai/gpt-4o`, or change "
        "the model."
    ),
    "rate_limited": msg(
        "{model}: too many calls for this key, also after waiting. Wait and go on, or change the "
        "model."
    ),
    "overloaded": msg(
        "{model}: the provider is overloaded, also after several tries. Wait and go on, or change "
        "the model."
    ),
    "server_error": msg(
        "{model}: the provider has a fault of its own, also after several tries. Wait and go on, "
        "or change the model."
    ),
    "unreachable": msg(
        "{model}: the provider cannot be reached. Check the network and proxy, then go on; or "
        "take over yourself."
    ),
    "timed_out": msg(
        "{model}: nothing came within the time allowed. Go on to try again, give its profile a "
        "longer `timeout_s`, or change the model."
    ),
    "cut_off": msg(
        "{model}: the connection broke off in the middle of the answer, more than once. Go on to "
        "try again, or change the model."
    ),
    "garbled": msg(
        "{model}: what came is no answer that can be read, more than once. Go on to try again, or "
        "change the model; with a server of your own, check that it speaks OpenAI's protocol."
    ),
    "content_filter": msg(
        "{model}: the provider's content filter stopped the answer. Change the model, or take "
        "over for this turn."
    ),
    "context_full": msg(
        "{model}: the session has become longer than the model can read. Change to a model with "
        "a longer context, or take over."
    ),
    "bad_request": msg(
        "{model}: the provider does not accept the call. Check the settings of its profile "
        "(temperature, reasoning_effort, seed, max_output_tokens), or change the model."
    ),
}
