"""`physassist ehr load|check|clean`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.shared import (
    json_option,
    lang_option,
    library_option,
    print_json,
    progress_on_stderr,
)
from physassist_tui.cli.texts import Group, option
from physassist_tui.core.errors import AnswerIsNo, BadInput
from physassist_tui.i18n import _, msg, nmsg

if TYPE_CHECKING:
    from physassist_tui.ehr.protocol import Resource
    from physassist_tui.ehr.server.server import EhrServer


@click.group(cls=Group, help=msg("Records and sessions on a FHIR R4 server.").msgid)
def ehr() -> None:
    """What `--ehr URL` of play needs on a server."""


@ehr.command(
    "load",
    help=msg(
        "Bring a record to a FHIR R4 server, under its own ids.\n\n"
        "RECORD is a scenario's id or folder, the name of an imported record, or a file (a "
        "Bundle, NDJSON) or folder of NDJSON files. What is there already and the same is left "
        "as it is; what differs is not overwritten without --replace. Leaves with 1 where the "
        "server cannot take a record, or has other content under its ids. PHYSASSIST_EHR_TOKEN "
        "is the bearer token of a server that asks for one."
    ).msgid,
)
@click.argument("record")
@option("--to", "url", required=True, metavar="URL", help=msg("The server's address.").msgid)
@option("--replace", is_flag=True, help=msg("Overwrite what differs on the server.").msgid)
@library_option
@lang_option
@json_option
def load(
    record: str, url: str, replace: bool, root: Path | None, lang: str | None, as_json: bool
) -> int:
    """Loads a record."""
    from physassist_tui.ehr.server.loading import Loader

    del lang
    key, resources = _record(record, root)
    with _server(url) as server:
        loader = Loader(server.fetcher, key, replace=replace, done=_progress)
        done = loader.load(resources)
    if as_json:
        print_json(done.to_json())
        return 0
    line = nmsg(
        "{n} resource: {written} written, {replaced} of them in place of others; "
        "{already} were there.",
        "{n} resources: {written} written, {replaced} of them in place of others; "
        "{already} were there.",
        done.resources,
        written=done.written,
        replaced=done.replaced,
        already=done.already,
    )
    click.echo(line)
    return 0


@ehr.command(
    "check",
    help=msg(
        "Say what a FHIR R4 server lacks, by its own CapabilityStatement. Leaves with 1 where "
        "it cannot be played on or loaded to."
    ).msgid,
)
@click.argument("url")
@lang_option
@json_option
def check(url: str, lang: str | None, as_json: bool) -> int:
    """Checks a server."""
    from physassist_tui.ehr.server.checking import remarks

    del lang
    with _server(url) as server:
        told = server.capabilities
        found = remarks(told)
    lacks = {use: any(use in one.needed_for for one in found) for use in ("play", "load")}
    if as_json:
        print_json(
            {
                "fhir": told.version,
                "software": told.software,
                "play": not lacks["play"],
                "load": not lacks["load"],
                "remarks": [
                    {"text": one.text.render(), "stops": sorted(one.needed_for)} for one in found
                ],
            }
        )
        return int(any(lacks.values()))
    for one in found:
        click.echo(one.text.render())
    if lacks["play"]:
        click.echo(_("It cannot be played on."))
    if lacks["load"]:
        click.echo(_("A record cannot be loaded to it."))
    if not any(lacks.values()):
        click.echo(_("FHIR {version}: it can be loaded to and played on.", version=told.version))
    return int(any(lacks.values()))


@ehr.command(
    "clean",
    help=msg(
        "Remove what sessions left on a FHIR R4 server: of SESSION (an id or the start of one), "
        "or with --all of every session, also one that is being played.\n\n"
        "An unfinished session puts its own back when it is resumed. Leaves with 1 where "
        "SESSION has nothing there."
    ).msgid,
)
@click.argument("session", required=False)
@option("--ehr", "url", required=True, metavar="URL", help=msg("The server's address.").msgid)
@option("--all", "every", is_flag=True, help=msg("What any session left.").msgid)
@option("--dry-run", is_flag=True, help=msg("List it, and remove nothing.").msgid)
@lang_option
@json_option
def clean(
    session: str | None, url: str, every: bool, dry_run: bool, lang: str | None, as_json: bool
) -> int:
    """Removes what sessions left."""
    from physassist_tui.ehr.server.cleaning import clean as remove_all
    from physassist_tui.ehr.server.cleaning import leftovers

    del lang
    if session is not None and every:
        raise BadInput(msg("Name a session or give --all, not both."))
    if session is None and not (every or dry_run):
        raise BadInput(msg("Name a session, or give --all; --dry-run lists what there is."))
    with _server(url) as server:
        left = leftovers(server.fetcher, session)
        if session is not None and not left:
            raise AnswerIsNo(
                msg("The FHIR server has nothing of session {session}.", session=session)
            )
        if not dry_run:
            remove_all(server.fetcher, left)
    if as_json:
        print_json({"removed": not dry_run, "sessions": [one.to_json() for one in left]})
        return 0
    for one in left:
        click.echo(f"{one.session}  {' '.join('/'.join(key) for key in one.keys)}")
    count = sum(len(one.keys) for one in left)
    if dry_run:
        click.echo(nmsg("{n} resource would be removed.", "{n} resources would be removed.", count))
    else:
        click.echo(nmsg("{n} resource removed.", "{n} resources removed.", count))
    return 0


@contextmanager
def _server(url: str) -> Iterator[EhrServer]:
    from physassist_tui.ehr.server.server import EhrServer

    server = EhrServer(url)
    try:
        yield server
    finally:
        server.close()


def _record(given: str, root: Path | None) -> tuple[str, Iterator[Resource]]:
    """The key and the resources of what is to be loaded."""
    from physassist_tui.ehr.imports.kept import every_kept, kept_record, list_kept
    from physassist_tui.ehr.loader import load_shelf
    from physassist_tui.ehr.server.loading import every_resource
    from physassist_tui.ehr.server.server import record_key
    from physassist_tui.library import load_scenario

    path = Path(given)
    if not path.exists() and any(
        not isinstance(one, BadInput) and one.manifest.name == given for one in list_kept()
    ):
        file = kept_record(given).file
        return record_key(file), every_kept(file)
    if not path.exists() or (path / "scenario.yaml").exists():
        path = load_scenario(given, root).record_path
    return record_key(path), every_resource(load_shelf(path, progress_on_stderr))


def _progress(done: int, total: int | None) -> None:
    if sys.stderr.isatty():
        line = nmsg("{n} resource sent", "{n} resources sent", done)
        end = total is not None and done >= total
        click.echo(f"{line} / {total}" + ("\n" if end else "\r"), err=True, nl=False)
