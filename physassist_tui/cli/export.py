"""`physassist export`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from physassist_tui.cli.shared import db_option, lang_option, library_option
from physassist_tui.cli.texts import Command, option
from physassist_tui.core.errors import BadInput
from physassist_tui.core.foreign import one_line
from physassist_tui.core.words import Seat
from physassist_tui.i18n import _, current_language, msg, nmsg, several

if TYPE_CHECKING:
    from physassist_tui.cli.recorded import Recorded
    from physassist_tui.export.redaction import Find, Redactor, Rules
    from physassist_tui.export.source import Source

FORMATS = ("jsonl", "cast", "html", "svg", "inspect", "chat", "fhir")
_SHOWN = ("jsonl", "cast", "html", "svg")


@click.command(
    cls=Command,
    help=msg(
        "Write a recording in another form, from its events.\n\n"
        "SESSION is an id or the start of one, or a file of JSON lines. jsonl: our own, for "
        "`physassist import`. cast: for asciinema. html: a transcript to read and print. svg: a "
        "still. inspect: an eval log for Inspect AI. chat: OpenAI chat messages. fhir: a Bundle "
        "of what was written."
    ).msgid,
)
@click.argument("session", metavar="SESSION|FILE")
@option(
    "--to",
    "form",
    type=click.Choice(FORMATS),
    required=True,
    help=msg("The form to write.").msgid,
)
@option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help=msg("Where to write it, a file or a folder; without it, standard output.").msgid,
)
@option("--turns", metavar="2-3", help=msg("These turns only.").msgid)
@option(
    "--seats",
    metavar="SEATS",
    help=msg(
        "What these seats said and did only: physician, assistant, patient, with commas."
    ).msgid,
)
@option(
    "--redact",
    "rules_file",
    type=click.Path(path_type=Path),
    metavar="RULES",
    help=msg("Take out what the rules of this YAML file say.").msgid,
)
@option(
    "--redact-default",
    is_flag=True,
    help=msg(
        "Take out names, identifiers, contacts and addresses, and move all dates by the same "
        "number of weeks."
    ).msgid,
)
@option(
    "--dry-run",
    is_flag=True,
    help=msg("Write nothing; list what would be taken out, where and how often.").msgid,
)
@option(
    "--at",
    metavar="PLACE",
    help=msg("svg: the moment to show: turn:2, mark:1, seq:40 or end.").msgid,
)
@option(
    "--size",
    metavar="COLSxROWS",
    help=msg("cast, svg: the terminal's size in cells (100x30); svg shows the last ROWS.").msgid,
)
@option(
    "--idle-cap",
    type=float,
    default=3.0,
    metavar="SECONDS",
    help=msg("cast: the longest wait.").msgid,
)
@option(
    "--cast-version",
    type=click.Choice(["3", "2"]),
    default="3",
    help=msg("cast: 2 is for asciinema before 3.0.").msgid,
)
@option("--raw", is_flag=True, help=msg("html: add each result as JSON, folded.").msgid)
@option("--transaction", is_flag=True, help=msg("fhir: a transaction, to send to a server.").msgid)
@lang_option
@library_option
@db_option
def export(
    session: str,
    form: str,
    out: Path | None,
    turns: str | None,
    seats: str | None,
    rules_file: Path | None,
    redact_default: bool,
    dry_run: bool,
    lang: str | None,
    root: Path | None,
    db: Path | None,
    **more: Any,
) -> int:
    """Exports a recording."""
    from physassist_tui.cli.recorded import recorded

    del lang
    rules = _rules(rules_file, default=redact_default or dry_run)
    if seats and form not in _SHOWN:
        raise BadInput(msg("--seats is for {forms}.", forms=several(_SHOWN)))
    found = recorded(session, db, root)
    source, redactor = _source(found, turns, seats, rules)
    if dry_run:
        if redactor is not None:
            _print_finds(redactor)
        return 0
    score = None if source.part or (source.redacted and redactor is None) else found.score
    if score is not None and redactor is not None:
        score = redactor.value(score)
    if out is not None and out.is_dir():
        out = out / _name(form, source)
    _write(out, _made(form, source, score, more))
    return 0


def _name(form: str, source: Source) -> str:
    """What the file in a folder is called."""
    if form == "inspect":
        from physassist_tui.export.inspect_log import log_name

        return log_name(source)
    session = "".join(one if one.isalnum() or one in "-_" else "-" for one in source.session)
    return f"{session}.{form}.json" if form in ("chat", "fhir") else f"{session}.{form}"


def _rules(file: Path | None, *, default: bool) -> Rules | None:
    if file is None and not default:
        return None
    from physassist_tui.export.redaction import DEFAULT, read_rules

    return DEFAULT if file is None else read_rules(file)


def _source(
    found: Recorded, turns: str | None, seats: str | None, rules: Rules | None
) -> tuple[Source, Redactor | None]:
    from physassist_tui.export.source import Source, only_seats, only_turns, turn_range

    replay = found.replay
    source = Source(
        replay.session,
        tuple(replay.events),
        found.standing,
        part=found.part,
        redacted=found.redacted,
    )
    if turns:
        source = only_turns(source, *turn_range(turns))
    if seats:
        source = only_seats(source, _seats(seats))
    if rules is None:
        return source, None
    from physassist_tui.export.redaction import redacted

    return redacted(source, rules, found.record)


def _seats(text: str) -> list[Seat]:
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    known = {seat.value: seat for seat in Seat}
    wrong = next((name for name in names if name not in known), None)
    if wrong is not None or not names:
        raise BadInput(
            msg("There is no seat {name}: {seats}.", name=wrong or text, seats=several(known))
        )
    return [known[name] for name in names]


def _made(
    form: str, source: Source, score: dict[str, Any] | None, more: dict[str, Any]
) -> Iterable[str]:
    from physassist_tui.plain.replay_lines import ReplayLines

    lang = current_language()
    match form:
        case "jsonl":
            from physassist_tui.export.json_lines import json_lines

            return json_lines(source)
        case "cast":
            from physassist_tui.cli.replay import pace_of
            from physassist_tui.export.cast import Terminal, cast

            cols, rows = _size(more["size"]) or (100, 30)
            lines = ReplayLines(source.replay, source.standing)
            pace = pace_of(1.0, more["idle_cap"])
            terminal = Terminal(cols, rows)
            return cast(
                source, lines, lang, pace, terminal, 2 if more["cast_version"] == "2" else 3
            )
        case "html":
            from physassist_tui.export.page import page

            return [page(source, lang, raw=more["raw"])]
        case "svg":
            from physassist_tui.export.still import still
            from physassist_tui.replay import place_of

            replay = source.replay
            lines = ReplayLines(replay, source.standing)
            size = _size(more["size"])
            at = place_of(replay, more["at"] or "end")
            return [still(source, lines, at, *(size or ()))]
        case "inspect":
            from physassist_tui.export.inspect_log import inspect_log

            return [_json(inspect_log(source, score))]
        case "chat":
            from physassist_tui.export.chat import chat

            return [_json(chat(source))]
        case _:
            from physassist_tui.export.fhir import bundle

            return [_json(bundle(source, transaction=more["transaction"]))]


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    cols, _x, rows = text.lower().partition("x")
    if not (cols.isdecimal() and rows.isdecimal() and 20 <= int(cols) <= 500 and int(rows) >= 5):
        raise BadInput(msg("{text} is no size: give columns and rows, as 100x30.", text=text))
    return int(cols), int(rows)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def _write(out: Path | None, parts: Iterable[str]) -> None:
    if out is None or str(out) == "-":
        for part in parts:
            click.echo(part, nl=False)
        return
    try:
        with out.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
            file.writelines(parts)
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadInput(
            msg("{file} cannot be written: {reason}", file=out, reason=reason)
        ) from error


def _print_finds(redactor: Redactor) -> None:
    from physassist_tui.export.redaction import finds_in_order

    finds = finds_in_order(redactor.finds.values())
    for find in finds:
        click.echo(_find_line(find))
    total = sum(find.count for find in finds)
    click.echo(nmsg("{n} place would be changed.", "{n} places would be changed.", total).render())
    click.echo(
        _(
            "Names that nobody in the record bears cannot be known; read the export before you "
            "share it, and add them to `also` in a file of rules."
        )
    )


_MOST_SEQS = 8


def _find_line(find: Find) -> str:
    kinds = {
        "name": msg("person's name"),
        "id": msg("identifier"),
        "contact": msg("contact"),
        "address": msg("address"),
        "word": msg("word"),
        "date": msg("date"),
    }
    seqs = [str(seq) if seq else _("head") for seq in find.seqs[:_MOST_SEQS]]
    if len(find.seqs) > _MOST_SEQS:
        seqs.append("…")
    return _(
        "{kind}: {text} → {sign}, {count} times, in events {events}",
        kind=kinds[find.kind],
        text=one_line(find.text),
        sign=find.sign,
        count=find.count,
        events=several(seqs),
    )
