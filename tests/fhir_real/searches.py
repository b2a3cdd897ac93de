"""Searches over a record, drawn from what the record holds and a little beside it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from physassist_tui.ehr import extract
from physassist_tui.ehr.dates import parse_date
from physassist_tui.ehr.protocol import Resource
from physassist_tui.ehr.record import Record
from physassist_tui.ehr.search_params import SearchParam, params_of

Search = tuple[str, list[tuple[str, str]]]
_PREFIXES = ("", "ge", "le", "gt", "lt", "eq", "ne", "sa", "eb", "ap")
_FAR = datetime.fromisoformat("9000-01-01T00:00:00+00:00")


class Searches:
    """Draws searches that find something about half of the time."""

    def __init__(self, record: Record, seed: int) -> None:
        self._random = random.Random(seed)
        self._bodies: dict[str, list[Resource]] = {}
        self._about: list[Resource] = []
        store = record.at(_FAR)
        for kind in record.types():
            found = store.search(kind, [("_count", "1000")])
            self._bodies[kind] = [entry["resource"] for entry in found["entry"]]

    def drawn(self, count: int) -> Iterator[Search]:
        """`count` searches."""
        kinds = sorted(self._bodies)
        for _ in range(count):
            kind = self._random.choice([*kinds, "Flag", "Goal"])
            bodies = self._bodies.get(kind, [])
            # Mostly all that is asked is true of one resource.
            one = self._random.choice(bodies) if bodies and self._random.random() < 0.8 else None
            self._about = bodies if one is None else [one]
            params = [pair for _n in range(self._random.choice((0, 1, 1, 2, 2, 3)))
                      if (pair := self._pair(kind)) is not None]  # fmt: skip
            if self._random.random() < 0.6:
                own = [name for name in ("patient", "subject") if name in params_of(kind)]
                if own:
                    params.append((self._random.choice(own), self._patient(kind)))
            yield kind, [*params, *self._controls(kind)]

    def clocks(self, count: int) -> Iterator[datetime]:
        """Clocks at and between what the record dates, and one after all of it."""
        dates = [
            text
            for kind in ("Encounter", "Observation", "Condition")
            for one in self._bodies.get(kind, [])
            for text in _dates(one)
            if len(text) > 19
        ]
        for _ in range(count):
            yield datetime.fromisoformat(self._random.choice(dates)) + timedelta(
                hours=self._random.choice((-30, -1, 0, 1, 20, 400))
            )
        yield _FAR

    def _patient(self, kind: str) -> str:
        keys = [
            key
            for one in self._about
            for path in params_of(kind)["patient"].paths
            for node in extract.elements(one, path)
            for key in extract.references(node)
            if key.startswith("Patient/")
        ]
        keys = keys or [f"Patient/{one['id']}" for one in self._bodies["Patient"]]
        name = self._random.choice(keys).partition("/")[2]
        return self._random.choice((name, f"Patient/{name}", f"http://x.test/fhir/Patient/{name}"))

    def _pair(self, kind: str) -> tuple[str, str] | None:
        known = params_of(kind)
        if self._random.random() < 0.12:
            return self._ids()
        names = sorted(known)
        told = [name for name in names if self._values(known[name])]
        param = known[self._random.choice(told if told and self._random.random() < 0.9 else names)]
        if self._random.random() < 0.05:
            return f"{param.name}:missing", self._random.choice(("true", "false"))
        values = self._values(param)
        if not values:
            return (param.name, "1999-01") if param.kind == "date" else (param.name, "nothing")
        draw = {"token": self._token, "date": self._date, "reference": self._reference}
        return draw.get(param.kind, self._string)(param.name, values)

    def _ids(self) -> tuple[str, str]:
        names = [str(one["id"]) for one in self._about]
        drawn = [self._random.choice(names) for _ in range(self._random.randint(1, 3)) if names]
        return "_id", ",".join([*drawn, "nobody"])

    def _values(self, param: SearchParam) -> list[Any]:
        picked = self._random.sample(self._about, min(12, len(self._about)))
        return [
            node for one in picked for path in param.paths for node in extract.elements(one, path)
        ]

    def _token(self, name: str, nodes: Sequence[Any]) -> tuple[str, str] | None:
        node = self._random.choice(nodes)
        tokens = list(extract.tokens(node))
        words = list(extract.words(node))
        if words and (not tokens or self._random.random() < 0.25):
            text = self._random.choice(words)
            return f"{name}:text", text[: self._random.randint(2, 12)].strip() or "a"
        if not tokens:
            return None
        drawn = [self._one_token(self._random.choice(tokens)) for _ in range(1)]
        if self._random.random() < 0.2:
            drawn.append("no-such-code")
        modifier = ":not" if self._random.random() < 0.1 else ""
        return name + modifier, ",".join(drawn)

    def _one_token(self, token: extract.Token) -> str:
        code = token.code.replace("\\", "\\\\").replace(",", "\\,").replace("|", "\\|")
        code = code.replace("$", "\\$")
        code = self._random.choice((code, code, code, code.upper(), code.lower()))
        system = self._random.choice((None, token.system, token.system, "http://no.test"))
        return code if system is None else f"{system}|{code}"

    def _date(self, name: str, nodes: Sequence[Any]) -> tuple[str, str] | None:
        texts = [text for node in nodes for text in _dates(node) if parse_date(text)]
        if not texts:
            return None
        text = self._random.choice(texts)
        cut = self._random.choice((4, 7, 10, len(text)))
        return name, self._random.choice(_PREFIXES) + text[: min(cut, len(text))]

    def _reference(self, name: str, nodes: Sequence[Any]) -> tuple[str, str] | None:
        keys = [key for node in nodes for key in extract.references(node)]
        if not keys:
            return None
        key = self._random.choice(keys)
        return name, self._random.choice((key, key, key.rpartition("/")[2]))

    def _string(self, name: str, nodes: Sequence[Any]) -> tuple[str, str] | None:
        texts = [text for node in nodes for text in extract.strings(node)]
        if not texts:
            return None
        text = self._random.choice(texts).split(",")[0].replace("\\", "")
        modifier = self._random.choice(("", "", ":exact", ":contains"))
        return name + modifier, text[: self._random.randint(1, 8)].strip() or "a"

    def _controls(self, kind: str) -> list[tuple[str, str]]:
        controls = []
        if self._random.random() < 0.4:
            name = self._random.choice(["_id", *sorted(params_of(kind))])
            controls.append(("_sort", self._random.choice(("", "-")) + name))
        if self._random.random() < 0.5:
            controls.append(("_count", self._random.choice(("0", "1", "7", "40"))))
        if self._random.random() < 0.1:
            controls.append(("_summary", "count"))
        return controls


def _dates(node: Any) -> Iterator[str]:
    if isinstance(node, str):
        if parse_date(node):
            yield node
    elif isinstance(node, list):
        for item in node:
            yield from _dates(item)
    elif isinstance(node, dict):
        for child in node.values():
            yield from _dates(child)
