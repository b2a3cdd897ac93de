"""What a person chose, in a small JSON file in the user's configuration folder."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal

from physassist_tui.core.errors import BadInput, ServiceFailed
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import LANGUAGES, Lang, msg

VARIABLE = "PHYSASSIST_CONFIG"
ThemeChoice = Literal["dark", "light"]
SendKey = Literal["enter", "ctrl+j"]
THEME_CHOICES: tuple[ThemeChoice, ...] = ("dark", "light")
SEND_KEYS: tuple[SendKey, ...] = ("enter", "ctrl+j")


@dataclass(frozen=True)
class Settings:
    """The settings. `language` is `None` where the person chose none: the locale decides.

    `send_key` sends what the composer holds; the other of `SEND_KEYS` makes a new line.
    `rater` is who reviewed last. The others were chosen last when a play was set up: the
    players, what a model physician is to find out, the budgets (`None`: no limit), the language.
    """

    language: Lang | None = None
    theme: ThemeChoice = "dark"
    send_key: SendKey = "enter"
    reduced_motion: bool = False
    high_contrast: bool = False
    assistant: str = "human"
    physician: str = "script"
    patient: str = "grounded"
    goal: str = ""
    minutes: float | None = None
    tokens: int | None = None
    cost_usd: float | None = None
    play_language: Lang | None = None
    rater: str = ""


def default_path(environ: Mapping[str, str] = os.environ) -> Path:
    """The file that `PHYSASSIST_CONFIG` names (`~` is the home), else the user's own."""
    named = environ.get(VARIABLE, "")
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("physassist", appauthor=False) / "settings.json"


def load_settings(path: Path) -> Settings:
    """The settings in the file, or the defaults where there is none.

    Raises `BadInput` with the file and the field where it is no file of settings. A field that
    is unknown (of a newer version) is passed over.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as error:
        raise _bad(path, one_line(str(error))) from error
    if not isinstance(data, dict):
        raise _bad(path, "{…}")
    values: dict[str, Any] = {}
    for field in fields(Settings):
        if field.name in data:
            if not _fits(field.name, data[field.name]):
                raise _bad(path, f"{field.name}: {one_line(repr(data[field.name]))[:60]}")
            values[field.name] = data[field.name]
    return Settings(**values)


def save_settings(path: Path, settings: Settings) -> None:
    """Writes the file anew, whole or not at all. A file that cannot be read is kept beside it.

    Raises `ServiceFailed` where the disk refuses.
    """
    text = json.dumps(asdict(settings), ensure_ascii=False, indent=2) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _keep_unreadable(path)
        fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    except OSError as error:
        raise ServiceFailed(
            msg("The settings cannot be written to {path}: {reason}.", path=path, reason=error)
        ) from error


def _keep_unreadable(path: Path) -> None:
    try:
        load_settings(path)
    except BadInput:
        path.replace(path.with_name(path.name + ".unreadable"))


def _fits(name: str, value: object) -> bool:
    match name:
        case "language" | "play_language":
            return value is None or value in LANGUAGES
        case "theme":
            return value in THEME_CHOICES
        case "send_key":
            return value in SEND_KEYS
        case "assistant" | "physician" | "patient" | "goal" | "rater":
            return isinstance(value, str)
        case "minutes" | "tokens" | "cost_usd":
            if isinstance(value, bool) or (name == "tokens" and isinstance(value, float)):
                return False
            return value is None or (isinstance(value, int | float) and value > 0)
        case _:
            return isinstance(value, bool)


def _bad(path: Path, reason: str) -> BadInput:
    return BadInput(
        msg(
            "The settings in {path} cannot be read ({reason}); the defaults are used.",
            path=path,
            reason=reason,
        )
    )
