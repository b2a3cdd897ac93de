"""What a new score says otherwise than the one before it, in lines."""

from __future__ import annotations

from collections.abc import Sequence

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import check_name, verdict_name
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, _, msg
from physassist_tui.score.change import Changed, ChangedItem, Value
from physassist_tui.score.keeping import Kept


def change_lines(kept: Kept) -> list[str]:
    """The difference to the score before; nothing where this is the first."""
    change = kept.change
    if change is None:
        return []
    if not change:
        return ["", _("The same as the score before.")]
    lines = ["", _("Changed since the score before")]
    if kept.went_on:
        lines.append("  " + _("The session has gone on since."))
    lines += [_item(one) for one in change.items]
    lines += _values(change.figures)
    lines += [_line(check_name(one.name), one.before, one.now) for one in change.checks]
    if change.identity:
        lines.append("  " + _("It was scored in another way:"))
        lines += ["  " + line for line in _values(change.identity)]
    return lines


def _item(one: ChangedItem) -> str:
    name = msg("turn {turn}, {item}", turn=one.turn, item=one_line(one.item))
    return _line(name, _grade(one.before), _grade(one.now))


def _grade(grade: str | None) -> str:
    return _("no such item") if grade is None else verdict_name(Verdict(grade)).render()


def _values(changed: Sequence[Changed]) -> list[str]:
    return [_line(one.name, one.before, one.now) for one in changed]


def _line(name: Message | str, before: Value, now: Value) -> str:
    return "  " + _("{name}: {before} → {now}", name=name, before=_value(before), now=_value(now))


def _value(value: Value) -> str:
    match value:
        case None:
            return _("unknown")
        case bool():
            return _("yes") if value else _("no")
        case float():
            return f"{value * 100:.1f}%"
        case _:
            return one_line(str(value))
