"""The commands, gathered."""

from __future__ import annotations

import click

from physassist_tui import __version__
from physassist_tui.cli.texts import Group, option
from physassist_tui.i18n import _, msg

HELP = msg(
    "Play a physician's assistant between a physician, a patient and an EHR, in English or "
    "Chinese; every play is recorded and graded by the same rules.\n\n"
    "For evaluation and training. Not for the care of real patients."
).msgid


_PLACES = {
    "demo": "physassist_tui.cli.demo:demo",
    "play": "physassist_tui.cli.play:play",
    "resume": "physassist_tui.cli.play:resume",
    "replay": "physassist_tui.cli.replay:replay",
    "score": "physassist_tui.cli.score:score",
    "review": "physassist_tui.cli.review:review",
    "report": "physassist_tui.cli.report:report",
    "study": "physassist_tui.cli.study:study",
    "export": "physassist_tui.cli.export:export",
    "compare": "physassist_tui.cli.compare:compare",
    "import": "physassist_tui.cli.importing:import_session",
    "sessions": "physassist_tui.cli.sessions:sessions",
    "workspace": "physassist_tui.cli.workspace:workspace",
    "records": "physassist_tui.cli.records:records",
    "ehr": "physassist_tui.cli.ehr:ehr",
    "scenarios": "physassist_tui.cli.scenarios:scenarios",
    "db": "physassist_tui.cli.db:db",
    "doctor": "physassist_tui.cli.doctor:doctor",
}


class _Lazy(Group):
    """Loads a command's module when it is asked for: start-up pays only for what it runs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order in which people meet them."""
        del ctx
        return list(_PLACES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        from importlib import import_module

        del ctx
        place = _PLACES.get(cmd_name)
        if place is None:
            return None
        module, name = place.split(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=_Lazy, invoke_without_command=True, help=HELP)
@option("--lang", metavar="en|zh", help=msg("Language of the interface.").msgid)
@option("--version", is_flag=True, help=msg("Show the version and leave.").msgid)
@click.pass_context
def app(ctx: click.Context, lang: str | None, version: bool) -> int:
    """Runs the command named; with none, opens the library, or says what to do next."""
    del lang  # read before the commands are, so that help and errors are in it
    if version:
        click.echo(f"physassist {__version__}")
    elif ctx.invoked_subcommand is None:
        from physassist_tui.cli.shared import full_screen, recordings_path, show_app

        if full_screen():
            return show_app(recordings_path(None))
        click.echo(ctx.get_help())
        click.echo()
        click.echo(_("To begin: physassist play"))
    return 0
