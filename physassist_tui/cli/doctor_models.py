"""The part of `physassist doctor` about models: keys, profiles, servers. Shows no key."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import TYPE_CHECKING

from physassist_tui.core.errors import PhysassistError
from physassist_tui.i18n import Message, msg, several

if TYPE_CHECKING:
    from physassist_tui.cli.doctor_checks import Check
    from physassist_tui.llm.profiles import ModelSettings

_KEYRING_S = 5.0
_ADDRESS_S = 2.0


def model_checks(called: tuple[str, ...]) -> Iterator[Check]:
    """Keys, then profiles and their servers, then the models that were asked to be called."""
    yield from _keys()
    yield from _profiles()
    for name in called:
        yield _call(name)


def _keys() -> Iterator[Check]:
    from physassist_tui.cli.doctor_checks import Check
    from physassist_tui.llm.keys import KNOWN_PROVIDERS, SERVICE, usual_names

    area = msg("Keys")
    found = [
        f"{provider} ({name})"
        for provider in KNOWN_PROVIDERS
        for name in usual_names(provider)
        if os.environ.get(name, "").strip()
    ]
    held, trouble = _in_keyring()
    found += [f"{name} (keyring)" for name in held]
    if found:
        yield Check("keys", area, "ok", msg("{names}", names=several(found)))
    else:
        yield Check(
            "keys", area, "note", msg("none; only people, scripts and local models can play"),
            msg(
                "set the provider's variable, as OPENAI_API_KEY, or: keyring set {service} "
                "PROVIDER", service=SERVICE,
            ),
        )  # fmt: skip
    if trouble:
        yield Check("keyring", msg("Keyring"), "note", trouble)


def _in_keyring() -> tuple[list[str], Message | None]:
    """The names under which the keyring holds a key of ours, and what is wrong with it.

    It is asked in a thread: a locked keyring may wait for its owner for ever.
    """
    from physassist_tui.llm.keys import KNOWN_PROVIDERS, from_keyring, keyring_is_here

    if not keyring_is_here():
        return [], msg("no system keyring here; keys come from the environment alone")
    found: list[str] = []
    done: list[bool] = []

    def ask() -> None:
        found.extend(name for name in KNOWN_PROVIDERS if from_keyring(name))
        done.append(True)

    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(_KEYRING_S)
    if not done:
        return list(found), msg("the system keyring does not answer; unlock it")
    return found, None


def _profiles() -> Iterator[Check]:
    from physassist_tui.cli.doctor_checks import Check
    from physassist_tui.llm.profiles import load_profiles, profiles_path

    area = msg("Profiles")
    try:
        profiles = load_profiles()
    except PhysassistError as error:
        yield Check("profiles", area, "not", error.message)
        return
    if not profiles:
        yield Check(
            "profiles", area, "ok", msg("none; they would be in {path}", path=profiles_path())
        )
        return
    with ThreadPoolExecutor(8) as pool:
        answers = dict(zip(profiles, pool.map(_answers, profiles.values()), strict=True))
    for name, settings in profiles.items():
        yield _profile(name, settings, answers[name])


def _profile(name: str, settings: ModelSettings, answers: bool | None) -> Check:
    from physassist_tui.cli.doctor_checks import Check
    from physassist_tui.llm.advice import advice
    from physassist_tui.llm.keys import find_key, needs_key

    area = msg("Profile {name}", name=name)
    label = f"profile {name}"
    if answers is False:
        told = msg("nothing answers at {address}", address=settings.base_url)
        return Check(label, area, "not", told, msg("start the server, or mend the base_url"))
    key = find_key(settings)
    if key is None and needs_key(settings):
        return Check(label, area, "not", advice("no_key", name, settings))
    told = msg("{model}", model=settings.model)
    if answers:
        told = msg("{model}, {address} answers", model=settings.model, address=settings.base_url)
    if key is not None:
        told = msg("{told}, key in {place}", told=told, place=f"{key.source} ({key.name})")
    return Check(label, area, "ok", told)


def _answers(settings: ModelSettings) -> bool | None:
    """Whether anything speaks HTTP at the base URL; `None` where there is none. Sends no key."""
    if settings.base_url is None:
        return None
    from urllib.error import HTTPError, URLError
    from urllib.request import urlopen

    from physassist_tui.llm.keys import spare_loopback

    spare_loopback()
    try:
        with urlopen(settings.base_url.rstrip("/") + "/models", timeout=_ADDRESS_S):
            return True
    except HTTPError:
        return True  # it speaks, if only to refuse
    except (URLError, OSError, ValueError):
        return False


def _call(name: str) -> Check:
    from physassist_tui.cli.doctor_checks import Check
    from physassist_tui.llm import open_model
    from physassist_tui.llm.model import ProviderFault
    from physassist_tui.llm.profiles import ModelSettings

    area = msg("Call of {name}", name=name)
    label = f"call {name}"
    try:
        model = open_model(name, ModelSettings(max_output_tokens=64))
        said = model.complete([{"role": "user", "content": "Reply with the word OK."}])
    except ProviderFault as fault:
        return Check(label, area, "not", fault.message)
    except PhysassistError as error:
        return Check(label, area, "not", error.message)
    told = msg("answered in {ms} ms: {text}", ms=said.total_ms, text=repr(said.text[:60]))
    return Check(label, area, "ok", told)
