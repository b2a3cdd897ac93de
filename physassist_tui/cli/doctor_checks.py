"""What `physassist doctor` looks at, one small function a thing. None calls a model."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from physassist_tui.core.errors import BadInput, PhysassistError
from physassist_tui.i18n import LANGUAGES, Message, msg, nmsg, several

State = Literal["ok", "note", "not"]
_PROVED_UP_TO = 50_000_000  # bytes; proving a larger file takes longer than one waits here
_WIDTH, _HEIGHT = 80, 24
_PACKAGES = ("textual", "litellm", "keyring", "fhir.resources", "sqlite-utils", "prompt_toolkit")


@dataclass(frozen=True)
class Check:
    """What was found, and how to mend it. `needed`: no play without it."""

    name: str
    area: Message
    state: State
    found: Message
    mend: Message | None = None
    needed: bool = False

    def to_json(self) -> dict[str, object]:
        """As `doctor --json` prints it."""
        return {
            "name": self.name,
            "state": self.state,
            "needed": self.needed,
            "found": self.found.render(),
            "mend": None if self.mend is None else self.mend.render(),
        }


def all_checks(db: Path | None, called: tuple[str, ...]) -> Iterator[Check]:
    """Everything, in the order in which a play needs it."""
    from physassist_tui.cli.doctor_models import model_checks

    yield versions()
    yield from recordings(db)
    yield scenarios()
    yield ehr()
    yield from terminal(os.environ)
    yield from languages()
    yield from model_checks(called)


def versions() -> Check:
    """Python and the packages that we stand on."""
    from importlib.metadata import PackageNotFoundError, version

    from physassist_tui import __version__

    found: list[str] = []
    missing: list[str] = []
    for name in _PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            missing.append(name)
    area = msg("Versions")
    if missing:
        return Check(
            "versions", area, "not",
            msg("missing packages: {names}", names=several(missing)),
            msg("install physassist anew, with all it depends on"), needed=True,
        )  # fmt: skip
    python = ".".join(map(str, sys.version_info[:3]))
    told = msg(
        "physassist {ours}, Python {python}, {packages}",
        ours=__version__, python=python, packages=several(found),
    )  # fmt: skip
    return Check("versions", area, "ok", told, needed=True)


def recordings(db: Path | None) -> Iterator[Check]:
    """Whether plays can be recorded, and the recordings are whole."""
    from physassist_tui.cli.shared import recordings_path

    path = recordings_path(db)
    area = msg("Recordings")
    refused = _cannot_write(path)
    mend = msg("name another file with PHYSASSIST_DB or --db, or make the folder writable")
    if refused is not None:
        told = msg("{path} cannot be written: {reason}", path=path, reason=refused)
        yield Check("recordings", area, "not", told, mend, needed=True)
        return
    if not path.exists():
        told = msg("none yet; plays will be recorded in {path}", path=path)
        yield Check("recordings", area, "ok", told, needed=True)
        return
    yield _whole(path, area)


def _cannot_write(path: Path) -> str | None:
    """Why the file cannot be written, or made; `None` where it can. Leaves nothing behind."""
    folder = next(each for each in (path.parent, *path.parent.parents) if each.exists())
    try:
        if path.exists():
            with path.open("r+b"):
                pass
        with tempfile.TemporaryFile(dir=folder):
            return None
    except OSError as error:
        return error.strerror or type(error).__name__


def _whole(path: Path, area: Message) -> Check:
    from physassist_tui.store.connection import OlderVersion
    from physassist_tui.store.recordings import Recordings

    try:
        with Recordings.open(path, create=False, readonly=True) as opened:
            count = len(opened.sessions())
            if path.stat().st_size > _PROVED_UP_TO:
                told = nmsg(
                    "{n} session in {path}, too large to be proved here",
                    "{n} sessions in {path}, too large to be proved here", count, path=path,
                )  # fmt: skip
                mend = msg("physassist db verify proves them")
                return Check("recordings", area, "note", told, mend, needed=True)
            faults = opened.verify()
    except OlderVersion as error:
        return Check("recordings", area, "note", error.message, msg("the next play does"))
    except PhysassistError as error:
        mend = msg("name another file with PHYSASSIST_DB or --db")
        return Check("recordings", area, "not", error.message, mend, needed=True)
    if faults:
        told = nmsg("{n} fault in {path}", "{n} faults in {path}", len(faults), path=path)
        mend = msg("physassist db verify shows what; new plays are recorded all the same")
        return Check("recordings", area, "not", told, mend)
    told = nmsg("{n} whole session in {path}", "{n} whole sessions in {path}", count, path=path)
    return Check("recordings", area, "ok", told, needed=True)


def scenarios() -> Check:
    """Whether the shipped scenarios are here."""
    from physassist_tui.library import list_scenarios

    count = len(list_scenarios())
    told = nmsg("{n} scenario", "{n} scenarios", count)
    mend = None if count else msg("install physassist anew; its scenarios are missing")
    return Check(
        "scenarios", msg("Scenarios"), "ok" if count else "not", told, mend, needed=True
    )  # fmt: skip


def ehr() -> Check:
    """Whether the store that comes with us answers, on a shipped record."""
    from physassist_tui.ehr.record import open_record
    from physassist_tui.library import list_scenarios, load_scenario

    area = msg("FHIR server")
    entries = list_scenarios()
    try:
        if not entries:
            raise BadInput(msg("there is no scenario whose record could be opened"))
        loaded = load_scenario(entries[0].id)
        store = open_record(loaded.record_path).at(loaded.scenario.clock)
        found = store.search("Patient", [])
    except PhysassistError as error:
        mend = msg("install physassist anew, or set PHYSASSIST_CACHE to a writable folder")
        return Check("ehr", area, "not", error.message, mend, needed=True)
    told = nmsg(
        "none is needed; the embedded store answers ({n} patient in {record})",
        "none is needed; the embedded store answers ({n} patients in {record})",
        int(found["total"]), record=entries[0].id,
    )  # fmt: skip
    return Check("ehr", area, "ok", told, needed=True)


def terminal(environ: Mapping[str, str]) -> Iterator[Check]:
    """Size, colours, characters and multiplexer. Lines need none of it."""
    area = msg("Terminal")
    name = environ.get("TERM", "")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Check("terminal", area, "note", msg("none here; play in lines, or with --headless"))
        return
    if name in ("", "dumb"):
        told = msg("TERM is {name}, so plays are in lines", name=repr(name))
        yield Check("terminal", area, "note", told, msg("set TERM, as xterm-256color"))
        return
    size = os.get_terminal_size(sys.stdout.fileno())
    small = size.columns < _WIDTH or size.lines < _HEIGHT
    told = msg("{width} × {height}, TERM={name}", width=size.columns, height=size.lines, name=name)
    wider = msg("make it {width} × {height} or larger", width=_WIDTH, height=_HEIGHT)
    yield Check("terminal", area, "note" if small else "ok", told, wider if small else None)
    yield _colours(environ, name)
    yield _characters(environ)


def _colours(environ: Mapping[str, str], name: str) -> Check:
    area = msg("Colours")
    if environ.get("NO_COLOR"):
        return Check("colours", area, "note", msg("none, as NO_COLOR wishes"))
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Check("colours", area, "ok", msg("16 million"))
    if "256color" in name or "direct" in name:
        return Check("colours", area, "ok", msg("256"))
    mend = (
        msg('in tmux: set -g default-terminal "tmux-256color"')
        if environ.get("TMUX")
        else msg("set TERM, as xterm-256color, where the terminal can show them")
    )
    return Check("colours", area, "note", msg("16 or fewer"), mend)


def _characters(environ: Mapping[str, str]) -> Check:
    area = msg("Characters")
    named = next((environ[v] for v in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(v)), "")
    if "utf-8" in named.lower() or "utf8" in named.lower():
        return Check("characters", area, "ok", msg("UTF-8"))
    told = msg("the locale {name} is not UTF-8; Chinese and signs may not show", name=repr(named))
    return Check("characters", area, "note", told, msg("set LANG, as C.UTF-8"))


def languages() -> Iterator[Check]:
    """Whether each language has its catalogue."""
    area = msg("Languages")
    probe = msg("Options")
    lacking = [lang for lang in LANGUAGES if lang != "en" and probe.render(lang) == probe.msgid]
    if lacking:
        yield Check(
            "languages", area, "not", msg("no catalogue for {names}", names=several(lacking)),
            msg("install physassist anew; its catalogues are missing"),
        )  # fmt: skip
        return
    yield Check("languages", area, "ok", msg("{names}", names=several(LANGUAGES)))
