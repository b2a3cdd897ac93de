"""Processes of `physassist` forked from one that has imported it.

Most tests of commands ask what is printed, what is kept and how it ends: real processes, with
files, environment and exit status of their own, hundreds of them. Each would import the same
modules for the third of a second in which it then does its work. What starting itself loads,
costs and needs of the terminal is tested with processes that are started anew.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Done = subprocess.CompletedProcess[str]


def physassist(
    arguments: Sequence[str],
    *,
    environ: Mapping[str, str],
    typed: str = "",
    cwd: Path = ROOT,
    timeout: float = 60,
) -> Done:
    """Runs `physassist` with these arguments, text as its standard input and this environment.

    Raises `subprocess.TimeoutExpired` as `subprocess.run` does.
    """
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as given,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as out,
        tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as err,
    ):
        given.write(typed)
        given.seek(0)
        status = _server().run(
            {"argv": list(arguments), "environ": dict(environ), "cwd": str(cwd)},
            [given.fileno(), out.fileno(), err.fileno()],
            timeout,
        )
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(list(arguments), status, out.read(), err.read())


class _Server:
    """The process that forks: one a process of the tests, ended with it."""

    def __init__(self) -> None:
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._asked = ours
        with its:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.programs", str(its.fileno())],
                cwd=ROOT, pass_fds=[its.fileno()], start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip

    def run(self, request: dict[str, object], streams: list[int], timeout: float) -> int:
        self._asked.settimeout(timeout)
        socket.send_fds(self._asked, [json.dumps(request).encode()], streams)
        try:
            answer = self._asked.recv(64)
        except TimeoutError:
            _server.cache_clear()
            os.killpg(self._process.pid, signal.SIGKILL)
            raise subprocess.TimeoutExpired(str(request["argv"]), timeout) from None
        assert answer, "the process that forks has ended"
        return int(answer)


@lru_cache(maxsize=1)
def _server() -> _Server:
    return _Server()


def _serve(asked: socket.socket) -> list[str] | None:
    """Forks a process a request; gives, in each such process, what it is to be called with."""
    while True:
        data, streams, *_ = socket.recv_fds(asked, 1 << 18, 3)
        if not data:
            return None
        child = os.fork()
        if not child:
            request = json.loads(data)
            for number, stream in enumerate(streams):
                os.dup2(stream, number)
                os.close(stream)
            asked.close()
            os.chdir(request["cwd"])
            os.environ.clear()
            os.environ.update(request["environ"])
            argv: list[str] = request["argv"]
            return argv
        for stream in streams:
            os.close(stream)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        asked.send(str(status).encode())


def _main() -> None:
    import gc
    import importlib
    import pkgutil
    import runpy

    import physassist_tui

    # All that commands import on their way, but the screens and the library that calls models.
    rooms = [
        each.name for each in pkgutil.walk_packages(physassist_tui.__path__, "physassist_tui.")
    ]
    theirs = ["fhir.resources.R4B.medicationrequest", "fhir.resources.R4B.servicerequest"]
    for name in (*rooms, *theirs, "fhirpathpy", "sqlite_utils"):
        if not name.startswith(("physassist_tui.tui", "physassist_tui.__main__")):
            importlib.import_module(name)
    gc.freeze()
    argv = _serve(socket.socket(fileno=int(sys.argv[1])))
    if argv is not None:
        sys.argv[1:] = argv
        runpy.run_module("physassist_tui", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    _main()
