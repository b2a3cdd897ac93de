"""`physassist doctor`: what works here, and how to mend what does not."""

from __future__ import annotations

from pathlib import Path

import click

from physassist_tui.cli.shared import db_option, json_option, lang_option, print_json
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.foreign import one_line
from physassist_tui.i18n import Message, _, msg


@click.command(
    cls=Command,
    help=msg(
        "Say which models, keys, terminal features and languages work here, and how to mend what "
        "does not.\n\n"
        "Leaves with 1 where something is missing that a play needs. Shows no key, only where "
        "one was found, and calls no model unless --call names it."
    ).msgid,
)
@option(
    "--call",
    "called",
    multiple=True,
    metavar="MODEL",
    help=msg("Make one short call to this model or profile; may be given several times.").msgid,
)
@lang_option
@db_option
@json_option
def doctor(called: tuple[str, ...], lang: str | None, db: Path | None, as_json: bool) -> int:
    """Checks everything and says what it found."""
    from physassist_tui.cli.doctor_checks import Check, all_checks

    del lang
    checks: list[Check] = []
    for check in all_checks(db, called):
        checks.append(check)
        if not as_json:
            click.echo(_line(check.state, check.area, check.found, check.mend))
    fine = all(check.state != "not" for check in checks if check.needed)
    if as_json:
        print_json({"ok": fine, "checks": [check.to_json() for check in checks]})
    else:
        click.echo()
        click.echo(_("What a play needs is here.") if fine else _("A play cannot be started yet."))
    return 0 if fine else 1


def _line(state: str, area: Message, found: Message, mend: Message | None) -> str:
    signs = {"ok": _("[ok]"), "note": _("[note]"), "not": _("[not ok]")}
    told = _("{sign} {area}: {found}", sign=signs[state], area=area, found=found)
    return one_line(told if mend is None else _("{told} → {mend}", told=told, mend=mend))
