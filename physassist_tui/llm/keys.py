"""Keys: from the environment or the system keyring, read at each call, kept nowhere."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from typing import Literal

from physassist_tui.llm.profiles import ModelSettings

SERVICE = "physassist"
_LOCAL_PROVIDERS = frozenset(
    ("ollama", "ollama_chat", "lm_studio", "llamafile", "hosted_vllm", "vllm", "xinference",
     "docker_model_runner", "lemonade", "oobabooga")
)  # fmt: skip
_OWN_SIGN_IN = frozenset(
    ("bedrock", "bedrock_converse", "sagemaker", "sagemaker_chat", "vertex_ai", "vertex_ai_beta",
     "github_copilot", "oci", "watsonx", "snowflake")
)  # fmt: skip
_USUAL: Mapping[str, tuple[str, ...]] = {
    "gemini": ("GEMINI_API_KEY", "GOOGLE_API_KEY"),
    "together_ai": ("TOGETHER_API_KEY", "TOGETHERAI_API_KEY", "TOGETHER_AI_API_KEY"),
    "zai": ("ZAI_API_KEY",),
    "volcengine": ("ARK_API_KEY", "VOLCENGINE_API_KEY"),
    "huggingface": ("HF_TOKEN", "HUGGINGFACE_API_KEY"),
    "cohere": ("COHERE_API_KEY", "CO_API_KEY"),
    "cohere_chat": ("COHERE_API_KEY", "CO_API_KEY"),
    "azure_ai": ("AZURE_AI_API_KEY",),
    "fireworks_ai": ("FIREWORKS_API_KEY", "FIREWORKS_AI_API_KEY"),
    "perplexity": ("PERPLEXITYAI_API_KEY", "PERPLEXITY_API_KEY"),
    "openrouter": ("OPENROUTER_API_KEY", "OR_API_KEY"),
    "replicate": ("REPLICATE_API_KEY", "REPLICATE_API_TOKEN"),
}
KNOWN_PROVIDERS = (
    "openai", "anthropic", "gemini", "azure", "mistral", "deepseek", "dashscope", "moonshot",
    "zai", "volcengine", "xai", "groq", "openrouter", "together_ai", "fireworks_ai", "cohere",
    "perplexity", "nvidia_nim", "huggingface", "cerebras",
)  # fmt: skip
"""The providers that `physassist doctor` looks for keys of; others work as well."""


@dataclass(frozen=True)
class Key:
    """A key and where it was found. Its text shows in no `repr`."""

    text: str = field(repr=False)
    source: Literal["environment", "keyring"]
    name: str


def provider_of(model: str) -> str | None:
    """What stands before the first `/` of litellm's name; `None` where nothing does."""
    head, slash, _ = model.partition("/")
    return head.lower() if slash else None


def usual_names(provider: str) -> tuple[str, ...]:
    """The environment variables in which a provider's key is usually kept."""
    return _USUAL.get(provider, (f"{provider.upper().replace('-', '_')}_API_KEY",))


def needs_key(settings: ModelSettings) -> bool:
    """Whether a key must be found before a call: not for local servers or other sign-ins."""
    provider = provider_of(settings.model or "")
    if provider is None or provider in _LOCAL_PROVIDERS | _OWN_SIGN_IN:
        return settings.key_env is not None
    if settings.key_env is not None:
        return True
    return provider in KNOWN_PROVIDERS and not own_server(settings)


def own_server(settings: ModelSettings) -> bool:
    """Whether the calls go to a server of one's own, not to the provider's."""
    provider = provider_of(settings.model or "") or ""
    if provider in _LOCAL_PROVIDERS:
        return True
    return settings.base_url is not None and not provider.startswith("azure")


def find_key(settings: ModelSettings, environ: Mapping[str, str] = os.environ) -> Key | None:
    """The key for a call, else `None`.

    In this order: the variable that `key_env` names; the keyring under the profile's name; the
    provider's usual variables; the keyring under the provider's name. A provider's own key goes
    to that provider's own address only: with a `base_url` the last two are passed over, unless
    the provider has no other address (Azure).
    """
    if settings.key_env is not None:
        text = environ.get(settings.key_env, "").strip()
        return Key(text, "environment", settings.key_env) if text else None
    if settings.profile is not None and (key := from_keyring(settings.profile)):
        return key
    provider = provider_of(settings.model or "")
    if provider is None or provider in _OWN_SIGN_IN or own_server(settings):
        return None
    for name in usual_names(provider):
        if text := environ.get(name, "").strip():
            return Key(text, "environment", name)
    return from_keyring(provider)


def from_keyring(name: str) -> Key | None:
    """The key kept in the system keyring under `name`; `None` also where there is no keyring."""
    import keyring
    from keyring.errors import KeyringError

    try:
        text = keyring.get_password(SERVICE, name)
    except (KeyringError, OSError, RuntimeError):
        return None
    return Key(text.strip(), "keyring", name) if text and text.strip() else None


def spare_loopback(environ: MutableMapping[str, str] = os.environ) -> None:
    """Keeps calls to this machine off any proxy: a server of one's own is not behind it."""
    here = ("localhost", "127.0.0.1", "::1")
    given = environ.get("no_proxy") or environ.get("NO_PROXY") or ""
    spared = [each.strip() for each in given.split(",") if each.strip()]
    if "*" not in spared:
        whole = ",".join([*spared, *(each for each in here if each not in spared)])
        environ["no_proxy"] = environ["NO_PROXY"] = whole


def keyring_is_here() -> bool:
    """Whether this machine has a system keyring that can be asked."""
    import keyring
    from keyring.backends.fail import Keyring as NoKeyring
    from keyring.backends.null import Keyring as EmptyKeyring

    return not isinstance(keyring.get_keyring(), NoKeyring | EmptyKeyring)
