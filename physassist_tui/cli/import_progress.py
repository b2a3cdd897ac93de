"""How far an import is: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from physassist_tui.i18n import _, format_percent, nmsg

_STEP = 0.1
_EVERY = 5000
"""Where the whole is not known: a line for so many resources."""

Done = Callable[[int, int | None], None]


@contextmanager
def shown_progress() -> Iterator[Done]:
    """Shows on standard error what it is told; takes it away again where it can."""
    if not sys.stderr.isatty():
        yield _Lines().done
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(_("Importing"), total=None)

        def done(at: int, whole: int | None) -> None:
            bar.update(task, completed=at, total=whole)

        yield done


class _Lines:
    """A line at every tenth, or for every few thousand resources."""

    def __init__(self) -> None:
        self._told = 0.0

    def done(self, at: int, whole: int | None) -> None:
        """See `Done`."""
        if whole:
            share = at / whole
            if share >= self._told + _STEP:
                self._told = share
                click.echo(_("Importing: {share} read", share=format_percent(share)), err=True)
        elif at >= self._told + _EVERY:
            self._told = at
            click.echo(nmsg("{n} resource read", "{n} resources read", at).render(), err=True)
