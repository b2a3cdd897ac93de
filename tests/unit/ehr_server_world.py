"""A server with a record on it, and sessions played there. Not a test."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from physassist_tui.core.view import CallTool
from physassist_tui.ehr.loader import load_shelf
from physassist_tui.ehr.server.loading import Loader, Loading, every_resource
from physassist_tui.ehr.server.marks import LAYER_TAG, tag_codes
from physassist_tui.ehr.server.server import EhrServer, record_key
from physassist_tui.library import Loaded, load_scenario
from physassist_tui.play.casting import Casting
from physassist_tui.play.opening import Opened, start
from physassist_tui.play.recorder import MemorySink
from tests.fhir_server.lax import LaxServer

MINI = Path(__file__).resolve().parents[1] / "scenarios" / "mini"
ORDER = {"service_type": "Potassium, serum", "priority": "routine"}


class World:
    """A lax server that has the small scenario's record; what was waited is in `waits`."""

    def __init__(self, server: LaxServer, environ: Mapping[str, str] | None = None) -> None:
        self.server = server
        self.waits: list[float] = []
        self.environ = dict(environ or {})
        self._made: list[EhrServer] = []
        self.mini: Loaded = load_scenario(str(MINI))
        self.ehr = self.connected()

    def connected(self) -> EhrServer:
        """Another program's connection."""
        made = EhrServer(self.server.base, self.environ, self.waits.append)
        self._made.append(made)
        return made

    def close(self) -> None:
        """Lets all connections go."""
        for one in self._made:
            one.close()

    def reconnect(self) -> None:
        """As a program that starts now."""
        self.ehr = self.connected()

    def begin(self, session: str = "01SESSION", ehr: EhrServer | None = None) -> Opened:
        """A person's session on the server."""
        sink = MemorySink()
        return start(self.mini, sink, Casting("human", "en"), session=session, ehr=ehr or self.ehr)

    def layer(self, session: str) -> list[dict[str, Any]]:
        """What the server holds of a session."""
        return [one for one in self.server.everything() if session in tag_codes(one, LAYER_TAG)]


def loaded_to(ehr: EhrServer, path: Path, *, replace: bool = False) -> Loading:
    """Loads a record."""
    loader = Loader(ehr.fetcher, record_key(path), replace=replace, done=lambda _done, _total: None)
    return loader.load(every_resource(load_shelf(path, lambda _done, _total: None)))


@contextmanager
def world(
    server: LaxServer | None = None, environ: Mapping[str, str] | None = None
) -> Iterator[World]:
    """The small scenario on a lax server."""
    with server or LaxServer() as running:
        made = World(running, environ)
        loaded_to(made.ehr, made.mini.record_path)
        running.asked.clear()
        try:
            yield made
        finally:
            made.close()


def call(opened: Opened, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a call gives, as it is recorded."""
    events = opened.director.act(CallTool(tool, arguments))
    (returned,) = [event for event in events if event.kind == "tool_returned"]
    result: dict[str, Any] = json.loads(json.dumps(returned.data.result))
    return result
