"""What is taken out of an export: the rules' file, and the rules where none is given."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from physassist_tui.core.errors import BadInput
from physassist_tui.i18n import msg

MOST_WEEKS = 52


class Rules(BaseModel):
    """What to take out. The five kinds are taken out unless a file says `false`.

    `also` are further words to take out, `patterns` regular expressions, `keep` words that stay
    though they are somebody's name. All dates move by one number of weeks, so that weekdays and
    the days between stay as they were; `seed` makes it the same number each time (and lets
    whoever knows it move them back).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    names: bool = True
    identifiers: bool = True
    contacts: bool = True
    addresses: bool = True
    dates: bool = True
    seed: int | str | None = None
    also: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    keep: tuple[str, ...] = Field(default=())

    @field_validator("patterns")
    @classmethod
    def _compiles(cls, patterns: tuple[str, ...]) -> tuple[str, ...]:
        for pattern in patterns:
            try:
                found = re.compile(pattern).match("")
            except re.error as error:
                raise ValueError(f"{pattern}: {error}") from error
            if found is not None:
                raise ValueError(f"{pattern}: it matches nothing at all")
        return patterns

    def shift_days(self) -> int:
        """By how many days dates move: whole weeks, never none; 0 where dates stay."""
        if not self.dates:
            return 0
        from random import Random

        draw = Random(secrets.token_bytes(16) if self.seed is None else f"shift {self.seed}")
        weeks = draw.randint(1, MOST_WEEKS)
        return 7 * weeks * draw.choice((-1, 1))


DEFAULT = Rules()


def read_rules(path: Path) -> Rules:
    """The rules of a YAML file. Raises `BadInput` that names the field."""
    import yaml

    try:
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        reason = " ".join(str(getattr(error, "strerror", None) or error).split())
        raise BadInput(msg("{file} cannot be read: {reason}", file=path, reason=reason)) from error
    try:
        return Rules.model_validate({} if given is None else given)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"]) or "-"
        raise BadInput(
            msg("{file}: {field}: {reason}", file=path, field=field, reason=first["msg"])
        ) from error
