"""Whether a call's arguments are what its tool takes, and the error that lets a caller mend it.

Takes anything that JSON can hold and raises nothing.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from difflib import get_close_matches
from typing import Any

from physassist_tui.core.tools import Param, Toolset, ToolSpec
from physassist_tui.ehr.bench.declared import MAX_COUNT as MAX_BENCH_COUNT
from physassist_tui.ehr.chart_words import choice_for
from physassist_tui.ehr.toolsets import MAX_COUNT
from physassist_tui.i18n import Lang, Message, msg, several

MAX_SPOKEN = 20_000
MAX_TEXT = 4000
MAX_FILE = 200_000
MAX_SHORT = 300
MAX_SHOWN_VALUE = 60
NEAREST = 5

_LONGEST: Mapping[str, int] = {
    "question": MAX_SPOKEN,
    "note": MAX_TEXT,
    "detail": MAX_TEXT,
    "indication": MAX_TEXT,
    "reason": MAX_TEXT,
    "query": MAX_TEXT,
    "note_text": MAX_TEXT,
    "message_text": MAX_TEXT,
    "description": MAX_TEXT,
    "reason_display": MAX_TEXT,
    "content": MAX_FILE,
}
_KEPT_WHOLE = frozenset({"content"})
"""Text whose white space is part of it."""

_BOUNDS: Mapping[str, tuple[int, int]] = {
    "_count": (1, MAX_COUNT),
    "count": (1, MAX_BENCH_COUNT),
    "page": (1, 1_000_000),
    "num_refills": (0, 99),
    "minutes_duration": (1, 1440),
    "duration_days": (1, 3650),
}
_DATE = re.compile(
    r"(?P<year>\d{4})(?:-(?P<month>\d{2})(?:-(?P<day>\d{2})"
    r"(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:\d{2})?)?)?)?"
)


class Refused(Exception):
    """Arguments that a tool does not take. Becomes the error JSON of `error_json`."""

    def __init__(
        self, message: Message, *, field: str | None = None, allowed: Iterable[str] = ()
    ) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.allowed = tuple(allowed)

    def __str__(self) -> str:
        return self.message.render()


def error_json(
    message: Message, lang: Lang, *, field: str | None = None, allowed: Iterable[str] = ()
) -> dict[str, Any]:
    """`{"error", "field"?, "allowed"?}` with the error in `lang`."""
    error: dict[str, Any] = {"error": message.render(lang)}
    if field is not None:
        error["field"] = field
    listed = list(allowed)
    if listed:
        error["allowed"] = listed
    return error


def validate(toolset: Toolset, name: object, arguments: object) -> tuple[ToolSpec, dict[str, Any]]:
    """The tool and its arguments in their final types. Raises `Refused`.

    Text is stripped; an absent or null optional argument is left out; a whole number written as
    text is taken for an integer, and a number for a text; dates keep their precision.
    """
    tool = _tool_named(toolset, name)
    given = _as_mapping(arguments)
    for key in given:
        if tool.param(key) is None:
            raise _unknown_param(tool, key)
    values: dict[str, Any] = {}
    for param in tool.params:
        value = given.get(param.name)
        if value is not None:
            values[param.name] = _value(param, value)
        elif param.required:
            raise Refused(
                msg("{tool} needs {field}.", tool=tool.name, field=param.name),
                field=param.name,
                allowed=param.choices,
            )
    _check_span(values)
    return tool, values


def check_value(tool: ToolSpec, name: str, value: object) -> None:
    """Raises `Refused` where `value` cannot stand for the parameter `name`, whatever else is given.

    For a form, which asks field by field before the call is whole.
    """
    param = tool.param(name)
    if param is None:
        raise _unknown_param(tool, name)
    _value(param, value)


def _tool_named(toolset: Toolset, name: object) -> ToolSpec:
    names = [tool.name for tool in toolset.tools]
    if isinstance(name, str):
        tool = toolset.tool(name)
        if tool is not None:
            return tool
    shown = _shown(name)
    folded = {known.casefold(): known for known in names}
    sought = name.casefold()[:MAX_SHORT] if isinstance(name, str) else ""
    close = get_close_matches(sought, folded, n=NEAREST, cutoff=0.4)
    nearest = [folded[match] for match in close]
    if nearest:
        raise Refused(
            msg(
                "There is no tool {name}. Nearest: {nearest}.",
                name=shown,
                nearest=several(nearest),
            ),
            field="tool",
            allowed=nearest,
        )
    raise Refused(msg("There is no tool {name}.", name=shown), field="tool", allowed=names)


def _as_mapping(arguments: object) -> dict[str, Any]:
    if arguments is None:
        return {}
    if isinstance(arguments, dict):
        return {key if isinstance(key, str) else str(key): v for key, v in arguments.items()}
    raise Refused(msg("The arguments must be a JSON object of names and values."))


def _unknown_param(tool: ToolSpec, key: str) -> Refused:
    known = [param.name for param in tool.params]
    shown = _shown(key)
    nearest = tool.params_like(key.casefold()[:MAX_SHORT], 0.5)[:NEAREST]
    if nearest:
        message = msg(
            "{tool} takes no {field}; did you mean {nearest}?",
            tool=tool.name,
            field=shown,
            nearest=" / ".join(nearest),
        )
    elif known:
        message = msg("{tool} takes no {field}.", tool=tool.name, field=shown)
    else:
        message = msg("{tool} takes no arguments.", tool=tool.name)
    return Refused(message, field=str(shown), allowed=known)


def _value(param: Param, value: object) -> Any:
    if param.type == "integer":
        return _integer(param, value)
    if param.type == "number":
        return _number(param, value)
    text = _text(param, value)
    if param.type == "date":
        return _date(param, text)
    if param.choices:
        return _choice(param, text)
    return text


def _integer(param: Param, value: object) -> int:
    whole: int | None = None
    if isinstance(value, bool):
        whole = None
    elif isinstance(value, int):
        whole = value
    elif isinstance(value, float) and math.isfinite(value) and value == int(value):
        whole = int(value)
    elif isinstance(value, str):
        text = _normal(value)
        if re.fullmatch(r"[+-]?\d{1,9}(\.0+)?", text, re.ASCII):
            whole = int(float(text))
    if whole is None:
        raise Refused(
            msg(
                "{field} must be a whole number, not {value}.",
                field=param.name,
                value=_shown(value),
            ),
            field=param.name,
        )
    low, high = _BOUNDS.get(param.name, (0, 1_000_000_000))
    if not low <= whole <= high:
        raise Refused(
            msg("{field} must be from {low} to {high}.", field=param.name, low=low, high=high),
            field=param.name,
            allowed=(f"{low}–{high}",),
        )
    return whole


def _number(param: Param, value: object) -> float:
    number: float | None = None
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        number = float(value)
    elif isinstance(value, str) and re.fullmatch(
        r"[+-]?\d{1,15}(\.\d{1,15})?", _normal(value), re.ASCII
    ):
        number = float(_normal(value))
    if number is None:
        raise Refused(
            msg("{field} must be a number, not {value}.", field=param.name, value=_shown(value)),
            field=param.name,
        )
    return number


def _text(param: Param, value: object) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Refused(
            msg("{field} must be text, not {value}.", field=param.name, value=_shown(value)),
            field=param.name,
            allowed=param.choices,
        )
    if isinstance(value, float) and not math.isfinite(value):
        raise Refused(
            msg("{field} must be text, not {value}.", field=param.name, value=_shown(value)),
            field=param.name,
            allowed=param.choices,
        )
    given = value if isinstance(value, str) else _number_text(value)
    text = _held(given) if param.name in _KEPT_WHOLE else _plain(given)
    if not text.strip():
        raise Refused(
            msg("{field} is empty; leave it out or say what it is.", field=param.name)
            if not param.required
            else msg("{field} is empty.", field=param.name),
            field=param.name,
            allowed=param.choices,
        )
    longest = _LONGEST.get(param.name, MAX_SHORT)
    if len(text) > longest:
        raise Refused(
            msg(
                "{field} is {length} characters long; the most is {longest}.",
                field=param.name,
                length=len(text),
                longest=longest,
            ),
            field=param.name,
        )
    return text


def _number_text(value: int | float) -> str:
    # Python refuses to write integers of more than 4,300 digits.
    too_long = isinstance(value, int) and abs(value) >= 10**MAX_SHORT
    return "9" * (MAX_SPOKEN + 1) if too_long else repr(value)


def _date(param: Param, text: str) -> str:
    text = _normal(text)
    match = _DATE.fullmatch(text)
    if match is None:
        raise Refused(
            msg(
                "{field} must be a date as 2026-03-04, not {value}.",
                field=param.name,
                value=_shown(text),
            ),
            field=param.name,
            allowed=("YYYY-MM-DD", "YYYY-MM", "YYYY"),
        )
    try:
        first_day(text)
        if len(text) > len("2026-03-04"):
            text = text.replace(" ", "T")
            datetime.fromisoformat(text)
    except ValueError:
        raise Refused(
            msg("{field}: there is no {value} in the calendar.", field=param.name, value=text),
            field=param.name,
            allowed=("YYYY-MM-DD", "YYYY-MM", "YYYY"),
        ) from None
    return text


def first_day(text: str) -> date:
    """The first day of a date of any precision. Raises `ValueError` where there is none."""
    parts = [int(part) for part in text[:10].split("-")]
    year, month, day = (*parts, 1, 1)[:3]
    return date(year, month, day)


def _check_span(values: dict[str, Any]) -> None:
    start, end = values.get("date_from"), values.get("date_to")
    if start is None or end is None:
        return
    # Compared at the coarser of the two precisions: 2026-03-04 to 2026-03 is a span.
    width = min(len(start), len(end), len("2026-03-04"))
    late = start[:width] > end[:width]
    if not late and len(start) > len("2026-03-04") and len(end) > len("2026-03-04"):
        late = _later(start, end)
    if late:
        raise Refused(
            msg("date_from ({start}) is later than date_to ({end}).", start=start, end=end),
            field="date_from",
        )


def _later(start: str, end: str) -> bool:
    one, other = datetime.fromisoformat(start), datetime.fromisoformat(end)
    if (one.tzinfo is None) != (other.tzinfo is None):
        one, other = one.replace(tzinfo=None), other.replace(tzinfo=None)
    return one > other


def _choice(param: Param, text: str) -> str:
    chosen = choice_for(text, param.choices)
    if chosen is not None:
        return chosen
    raise Refused(
        msg(
            "{field} cannot be {value}; it is one of: {allowed}.",
            field=param.name,
            value=_shown(text),
            allowed=several(param.choices),
        ),
        field=param.name,
        allowed=param.choices,
    )


def _normal(text: str) -> str:
    """Full-width digits and signs made plain, white space off the ends."""
    return unicodedata.normalize("NFKC", text).strip()


def _plain(text: str) -> str:
    """Text that SQLite, JSON and a screen can all hold: no lone surrogates, no NUL."""
    return _held(text).strip()


def _held(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")


def _shown(value: object) -> str | Message:
    """A value as an error names it: short, on one line."""
    if isinstance(value, dict):
        return msg("an object")
    if isinstance(value, list | tuple):
        return msg("a list")
    if isinstance(value, int) and abs(value) >= 10**MAX_SHORT:
        return "…"
    text = value if isinstance(value, str) else repr(value)
    text = " ".join(_plain(text).split())
    return text if len(text) <= MAX_SHOWN_VALUE else text[: MAX_SHOWN_VALUE - 1] + "…"
