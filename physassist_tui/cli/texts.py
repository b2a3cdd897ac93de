"""Click in both languages: help texts and usage errors through our catalogues."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, cast

import click

from physassist_tui.cli.help_layout import Layout
from physassist_tui.i18n import _, several

_Decorated = TypeVar("_Decorated", bound=Callable[..., Any] | click.Command)


class _Context(click.Context):
    """What a command runs in; its help fits the terminal in either language."""

    formatter_class = Layout


class _Translated:
    """Help written as an English msgid, read in the interface language."""

    help: str | None
    context_class: type[click.Context] = _Context

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the help in the interface language."""
        del ctx
        if self.help:
            formatter.write_paragraph()
            with formatter.indentation():
                for paragraph in _(self.help).split("\n\n"):
                    formatter.write_text(paragraph)
                    formatter.write_paragraph()

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes how the command is called, under a translated head."""
        pieces = cast(click.Command, self).collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=_("Usage: "))

    def _write_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = [
            p.get_help_record(ctx)
            for p in cast(click.Command, self).get_params(ctx)
            if isinstance(p, click.Option)
        ]
        known = [record for record in records if record is not None]
        if known:
            with formatter.section(_("Options")):
                formatter.write_dl(known)

    def get_short_help_str(self, limit: int = 60) -> str:
        """The first sentence of the help, in the interface language."""
        del limit
        text = _(self.help) if self.help else ""
        first = re.split(r"(?<=。)|(?<=[.])\s", text, maxsplit=1)[0]
        return first.rstrip(".。")


class Option(click.Option):
    """An option whose help line is translated."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """The option and its help in the interface language."""
        record = super().get_help_record(ctx)
        if record is None or not self.help:
            return record
        told = record[1].replace(self.help, _(self.help))
        return record[0], told.replace("[required", "[" + _("required"))


class Command(_Translated, click.Command):
    """A command whose help is translated."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options_metavar = "[…]"

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options under a translated head."""
        self._write_options(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, described in the interface language."""
        return _help_option(super().get_help_option(ctx))


class Group(_Translated, click.Group):
    """A group of such commands."""

    command_class = Command
    group_class = type

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.options_metavar = "[…]"
        self.subcommand_metavar = "…"

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options and the commands under translated heads."""
        self._write_options(ctx, formatter)
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        with formatter.section(_("Commands")):
            formatter.write_dl(
                [(name, command.get_short_help_str()) for name, command in commands if command]
            )

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """`--help`, described in the interface language."""
        return _help_option(super().get_help_option(ctx))


def _help_option(option: click.Option | None) -> click.Option | None:
    if option is not None:
        option.help = _("Show this help and leave.")
    return option


def option(*names: str, **settings: Any) -> Callable[[_Decorated], _Decorated]:
    """`click.option` with a translated help line."""
    return click.option(*names, cls=Option, **settings)


def usage_line(error: click.ClickException) -> str:
    """A usage error as one line in the interface language that names the place and the mend."""
    ctx = getattr(error, "ctx", None)
    where = ctx.command_path if ctx is not None else "physassist"
    return _("{fault} `{command} --help` shows what there is.", fault=_fault(error), command=where)


def _fault(error: click.ClickException) -> str:
    match error:
        case click.NoSuchOption(option_name=name, possibilities=near):
            if near:
                return _(
                    "There is no option {option}; did you mean {near}?",
                    option=name,
                    near=several(sorted(near)),
                )
            return _("There is no option {option}.", option=name)
        case click.MissingParameter(param=param):
            return _("{param} is missing.", param=_shown_name(param) if param else "?")
        case click.BadParameter(param=click.Parameter() as param):
            if isinstance(param.type, click.Choice):
                return _(
                    "{param} must be one of: {choices}.",
                    param=_shown_name(param),
                    choices=several(map(str, param.type.choices)),
                )
            if isinstance(param.type, click.IntRange):
                return _(
                    "{param} must be a whole number from {low} to {high}.",
                    param=_shown_name(param),
                    low=param.type.min,
                    high=param.type.max,
                )
            return _(
                "{param} cannot be read: {reason}", param=_shown_name(param), reason=error.message
            )
        case click.BadOptionUsage(option_name=name):
            return _("The option {option} lacks its value, or takes none.", option=name)
        case click.UsageError(message=message) if message.startswith("No such command"):
            return _("There is no such command: {name}.", name=message.split("'")[1])
        case click.UsageError(message=message) if "unexpected extra argument" in message:
            return _("Too much was given: {rest}", rest=message.split("(")[-1].rstrip(")."))
        case _:
            return error.format_message()


def _shown_name(param: click.Parameter) -> str:
    return (
        max(param.opts, key=len) if isinstance(param, click.Option) else param.human_readable_name
    )
