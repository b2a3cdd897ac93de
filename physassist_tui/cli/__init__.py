"""The command line. Each command is thin: it reads its arguments and calls one function.

Exit status: 0 done, 1 the answer is no, 2 usage or bad input, 3 a service failed,
130 interrupted. What a program reads goes to standard output, all else to standard error.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from physassist_tui.i18n import _, choose_language, use_language


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Runs one command and leaves with its exit status."""
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Runs one command and gives its exit status. Never lets a traceback out."""
    status = _run(arguments)
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        # What is left of our output can go nowhere; Python would try again and leave with 120.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if status == 0 and not isinstance(error, BrokenPipeError):
            return _fail(_("The system refused: {reason}", reason=error), 3)
    return status


def _run(arguments: Sequence[str]) -> int:
    # What a command loads it keeps; looking through it for garbage again and again only delays
    # the first prompt.
    gc.set_threshold(50_000)
    _open_closed_streams()
    # No pydantic plugin is wanted, and looking for some in every installed package takes time.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

    import click

    from physassist_tui.cli.app import app
    from physassist_tui.cli.texts import usage_line
    from physassist_tui.core.errors import PhysassistError

    use_language(choose_language(_wished_language(arguments)))
    _speak_utf8()
    try:
        status = app.main(args=list(arguments), prog_name="physassist", standalone_mode=False)
    except PhysassistError as error:
        return _fail(str(error), error.exit_status)
    except click.ClickException as error:
        return _fail(usage_line(error), 2)
    except (KeyboardInterrupt, click.Abort):
        return _fail(_("Interrupted."), 130)
    except BrokenPipeError:
        # Whoever read our output has gone; the rest is for nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _fail(_("The system refused: {reason}", reason=error), 3)
    except Exception as error:
        if os.environ.get("PHYSASSIST_DEBUG"):
            raise
        return _fail(
            _(
                "A fault inside physassist: {kind}: {reason}. What you played is saved; "
                "`physassist resume` goes on. PHYSASSIST_DEBUG=1 shows where it happened.",
                kind=type(error).__name__,
                reason=error,
            ),
            3,
        )
    return status if isinstance(status, int) else 0


def _wished_language(arguments: Sequence[str]) -> str | None:
    for at, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and at + 1 < len(arguments):
            return arguments[at + 1]
    return None


def _open_closed_streams() -> None:
    # Started with `<&-` Python has no such stream, and the next file that is opened, as the
    # recordings, would get its number.
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _speak_utf8() -> None:
    # A C locale must neither crash on Chinese nor change what a program reads of us.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def _fail(text: str, status: int) -> int:
    from physassist_tui.core.foreign import visible

    try:
        print(f"physassist: {visible(text)}", file=sys.stderr, flush=True)  # noqa: T201
    except OSError:
        # Nobody can be told; the status still says it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())
    return status
