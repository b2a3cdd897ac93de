"""Named models with their settings, from `models.toml`.

The file is the one that `PHYSASSIST_MODELS` names, else `models.toml` in the user's
configuration folder. A key for a provider has no place in it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Message, msg, several

VARIABLE = "PHYSASSIST_MODELS"
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh")
_KEYS = re.compile(r"(api_?)?key|token|secret|password|authorization|bearer|credentials?", re.I)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class ModelSettings:
    """How a model is called; `None` leaves it to the provider.

    `model` is litellm's name, `base_url` the address of an OpenAI-compatible server of one's
    own, `timeout_s` how many seconds may pass without anything new from the model, `key_env`
    the environment variable that holds the key. `profile` is the profile they came from.
    """

    model: str | None = None
    base_url: str | None = None
    temperature: float | None = None
    reasoning_effort: str | None = None
    max_output_tokens: int | None = None
    seed: int | None = None
    timeout_s: float | None = None
    key_env: str | None = None
    profile: str | None = None

    def parameters(self) -> dict[str, Any]:
        """What of it shapes the answers, for the record of a call. No address, no key."""
        named = ("temperature", "reasoning_effort", "max_output_tokens", "seed", "timeout_s")
        given = {name: getattr(self, name) for name in named}
        return {name: value for name, value in given.items() if value is not None}


def profiles_path(environ: Mapping[str, str] = os.environ) -> Path:
    """Where the profiles are, whether or not there are any."""
    named = environ.get(VARIABLE, "")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("physassist", appauthor=False) / "models.toml"


def load_profiles(path: Path | None = None) -> dict[str, ModelSettings]:
    """The profiles by name; none where the file is not there and was not asked for by name.

    Raises `BadInput` that names the file, the profile and the field at fault.
    """
    import tomllib

    place = path or profiles_path()
    try:
        text = place.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        if path is None and not os.environ.get(VARIABLE):
            return {}
        raise BadInput(msg("There is no file of model profiles at {path}.", path=place)) from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            msg("The model profiles in {path} cannot be read: {reason}", path=place, reason=error)
        ) from error
    try:
        whole = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # The parser's own words quote no line, so that no key that stands there can come out.
        raise BadInput(
            msg("The model profiles in {path} are no TOML: {reason}", path=place, reason=error)
        ) from None
    return {name: _profile(place, name, table) for name, table in _tables(place, whole)}


def resolve(name: str, settings: ModelSettings | None = None) -> ModelSettings:
    """The settings for a name: its profile's or, where it is none, the name itself as a model's.

    Fields given in `settings` go before. Raises `BadInput`.
    """
    if not name.strip() or any(c.isspace() or not c.isprintable() for c in name):
        raise BadInput(
            msg(
                "A model is named as `openai/gpt-4o`, or by a profile; {name} is neither.",
                name=repr(name),
            )
        )
    found = {} if "/" in name else load_profiles()
    base = found.get(name) or ModelSettings(model=name)
    if settings is None:
        return base
    given = {f.name: getattr(settings, f.name) for f in fields(settings)}
    whole = replace(base, **{key: value for key, value in given.items() if value is not None})
    _check(msg("the model {name}", name=name), whole)
    return whole


def _tables(path: Path, whole: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    profiles = whole.get("profiles", {})
    for other in whole:
        if other != "profiles":
            _refuse_key(path, other)
            raise BadInput(
                msg(
                    "{path}: `{name}` has no place there; write tables `[profiles.NAME]`.",
                    path=path,
                    name=one_line(other),
                )
            )
    if not isinstance(profiles, dict):
        raise BadInput(msg("{path}: write each profile as a table `[profiles.NAME]`.", path=path))
    for name, table in profiles.items():
        if not isinstance(table, dict):
            _refuse_key(path, name)
        if not isinstance(table, dict) or not _NAME.fullmatch(name):
            raise BadInput(
                msg(
                    "{path}: a profile is a table `[profiles.NAME]` whose name is letters, "
                    "digits, `.`, `_` and `-`; {name} is not.",
                    path=path,
                    name=one_line(name),
                )
            )
    return list(profiles.items())


def _profile(path: Path, name: str, table: dict[str, Any]) -> ModelSettings:
    kinds: dict[str, tuple[type, ...]] = {
        "model": (str,),
        "base_url": (str,),
        "temperature": (float, int),
        "reasoning_effort": (str,),
        "max_output_tokens": (int,),
        "seed": (int,),
        "timeout_s": (float, int),
        "key_env": (str,),
    }
    where = msg("{path}, profile {name}", path=path, name=name)
    for field, value in table.items():
        kind = kinds.get(field)
        if kind is None:
            _refuse_key(where, field)
            raise BadInput(
                msg(
                    "{where}: there is no field {field}; there are: {known}",
                    where=where,
                    field=one_line(field),
                    known=several(kinds),
                )
            )
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadInput(
                msg("{where}: `{field}` is of the wrong kind.", where=where, field=field)
            )
    found = ModelSettings(**table, profile=name)
    if not found.model:
        raise BadInput(
            msg('{where}: `model` is missing, as `model = "openai/gpt-4o"`.', where=where)
        )
    _check(where, found)
    return found


def _refuse_key(where: object, field: str) -> None:
    if _KEYS.fullmatch(field):
        raise BadInput(
            msg(
                "{where}: a key has no place in this file ({field}). Remove it, and put the key "
                "into the environment variable that `key_env` names, or into the system keyring: "
                "keyring set physassist PROVIDER",
                where=where,
                field=field,
            )
        )


def _check(where: Message, found: ModelSettings) -> None:
    """Raises `BadInput` for a value out of its range, without showing what may be a secret."""
    if found.base_url is not None:
        _check_address(where, found.base_url)
    if found.key_env is not None and not re.fullmatch(r"[A-Z_][A-Z0-9_]{0,63}", found.key_env):
        raise BadInput(
            msg(
                "{where}: `key_env` is the name of an environment variable, as MY_KEY, never the "
                "key itself.",
                where=where,
            )
        )
    if found.reasoning_effort is not None and found.reasoning_effort not in EFFORTS:
        raise BadInput(
            msg("{where}: `reasoning_effort` is one of {known}.", where=where, known=_list(EFFORTS))
        )
    bounds = {
        "temperature": (0, 2),
        "max_output_tokens": (1, 10_000_000),
        "timeout_s": (0.05, 86_400),
    }
    for field, (low, high) in bounds.items():
        value = getattr(found, field)
        if value is not None and not low <= value <= high:
            raise BadInput(
                msg(
                    "{where}: `{field}` lies between {low} and {high}.",
                    where=where, field=field, low=low, high=high,
                )
            )  # fmt: skip


def _check_address(where: Message, address: str) -> None:
    try:
        parts = urlsplit(address)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        raise BadInput(
            msg(
                "{where}: `base_url` is an address as http://127.0.0.1:8080/v1.",
                where=where,
            )
        )
    if parts.username or parts.password or parts.query or parts.fragment:
        raise BadInput(
            msg(
                "{where}: `base_url` holds no user, password or query; a key belongs into the "
                "environment variable that `key_env` names, or into the system keyring.",
                where=where,
            )
        )


def _list(names: tuple[str, ...]) -> Message:
    return several(names)
