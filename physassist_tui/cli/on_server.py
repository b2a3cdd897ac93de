"""`--ehr URL`: a play whose chart a FHIR server holds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from physassist_tui.cli.texts import option
from physassist_tui.i18n import _, msg

if TYPE_CHECKING:
    from physassist_tui.ehr.server.server import EhrServer

ehr_option = option(
    "--ehr",
    "ehr_url",
    metavar="URL",
    help=msg(
        "Play on a FHIR R4 server that the record was loaded to (`physassist ehr load`), as "
        "http://127.0.0.1:8080/fhir; PHYSASSIST_EHR_TOKEN is the bearer token of one that asks "
        "for it."
    ).msgid,
)


@contextmanager
def played_on(address: str | None) -> Iterator[EhrServer | None]:
    """The server at an address, `None` where none is given.

    In the end says which sessions are over and still have something there.
    """
    if address is None:
        yield None
        return
    from physassist_tui.ehr.server.server import EhrServer

    server = EhrServer(address)
    try:
        yield server
    finally:
        server.close()
        for session in server.left_behind:
            click.echo(
                _(
                    "What session {session} wrote is still on the FHIR server; "
                    "`physassist ehr clean {session} --ehr URL` removes it.",
                    session=session,
                ),
                err=True,
            )
