"""What a new score says otherwise than the one before it, in lines."""

from __future__ import annotations

from physassist_tui.core.foreign import one_line
from physassist_tui.core.names import check_name, verdict_name
from physassist_tui.core.words import Verdict
from physassist_tui.i18n import Message, _, msg
from physassist_tui.report.naming import figure_name, key_name
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
    for one in change.figures:
        lines.append(_line(figure_name(one.name.replace(".", "_", 1)), one.before, one.now))
    lines += [_line(check_name(one.name), one.before, one.now) for one in change.checks]
    if change.identity:
        lines.append("  " + _("It was scored in another way:"))
        lines += ["  " + _key(one) for one in change.identity]
    return lines


def _item(one: ChangedItem) -> str:
    name = msg("turn {turn}, {item}", turn=one.turn, item=one_line(one.item))
    return _line(name, _grade(one.before), _grade(one.now))


def _grade(grade: str | None) -> str:
    return _("no such item") if grade is None else verdict_name(Verdict(grade)).render()


def _key(one: Changed) -> str:
    values = [_("none") if v in (None, "null") else _short(str(v)) for v in (one.before, one.now)]
    return _line(key_name(one.name), *values)


def _short(value: str) -> str:
    """A hash by its first digits: enough to tell two apart."""
    head, _colon, digits = value.partition(":")
    return f"{head}:{digits[:12]}…" if head == "sha256" else value


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
