"""Puts signs in place of what is to be taken out, and notes what, where and how often."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from physassist_tui.core import events as ev
from physassist_tui.export.redaction.dates import DateShift, days_in
from physassist_tui.export.redaction.originals import Kind, Original, originals_of
from physassist_tui.export.redaction.rules import Rules
from physassist_tui.export.redaction.words import Words
from physassist_tui.export.source import Source
from physassist_tui.replay import Standing

if TYPE_CHECKING:
    from physassist_tui.ehr.record import Record

_SIGN = {"name": "NAME", "id": "ID", "contact": "CONTACT", "address": "ADDRESS", "word": "WORD"}
_PATTERNS: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("contact", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (
        "contact",
        re.compile(r"(?<![\d-])(?:\+?1[ .-])?(?:\(\d{3}\) ?|\d{3}[.-])\d{3}[.-]\d{4}(?!\d)"),
    ),
    ("contact", re.compile(r"(?<!\d)(?:\+?86[ -]?)?1[3-9]\d(?:[ -]?\d{4}){2}(?!\d)")),
    ("contact", re.compile(r"(?<!\d)0\d{2,3}-\d{7,8}(?!\d)")),
    ("id", re.compile(r"(?<!\d)\d{17}[\dXx](?!\d)")),
    ("id", re.compile(r"(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])")),
    ("id", re.compile(r"(?i)(?<=\bMRN)[ :：#]*(?:no\.? ?)?[A-Z]*-?\d[\w-]{3,}")),
    (
        "id",
        re.compile(
            r"(?<=病历号|住院号|门诊号|登记号|身份证)(?:码|号码)?[ :：#]*[A-Za-z]*-?\d[\w-]{3,}"
        ),
    ),
)
_AS_IS = frozenset({"resourceType", "system", "call_id", "tool", "sender", "recipient", "changed"})
"""Keys whose values are closed words or addresses of code systems."""


@dataclass
class Find:
    """What was taken out: as it was written, what stands for it, how often and where."""

    kind: Kind
    text: str
    sign: str
    count: int = 0
    seqs: list[int] = field(default_factory=list)


class Redactor:
    """One session's redaction. `finds` grows as texts go through it."""

    def __init__(self, rules: Rules, originals: Sequence[Original], shift: DateShift) -> None:
        self.rules = rules
        self.shift = shift
        self.finds: dict[tuple[Kind, str], Find] = {}
        self._words = Words(originals)
        self._own = [re.compile(pattern) for pattern in rules.patterns]
        self._patterns = [p for p in _PATTERNS if _wanted(p[0], rules)]
        self._signs: dict[tuple[str, str], str] = {}
        self._counts: dict[str, int] = {}
        self._seq = 0

    def text(self, text: str) -> str:
        """`text` with nothing in it that the rules take out."""
        if not text:
            return text
        new = self._words.put(text, self._put)
        for pattern in self._own:
            new = pattern.sub(lambda m: self._found("word", m.group(), m.group()), new)
        for kind, known in self._patterns:
            new = known.sub(lambda m, k=kind: self._found(k, m.group(), m.group()), new)  # type: ignore[misc]
        return self.shift.text(new, self._moved)

    def value(self, value: Any, key: str = "") -> Any:
        """JSON with every text in it gone through; attachments are opened and closed again."""
        match value:
            case str():
                return value if key in _AS_IS else self.text(value)
            case list():
                return [self.value(one, key) for one in value]
            case dict() if key == "identifier" and self.rules.identifiers and "value" in value:
                new = {k: self.value(v, k) for k, v in value.items() if k != "value"}
                return new | {"value": self._identifier(value["value"])}
            case dict() if isinstance(value.get("data"), str) and "contentType" in value:
                new = {k: self.value(v, k) for k, v in value.items() if k not in _SEALED}
                return new | {"data": self._attachment(value["data"])}
            case dict():
                loose = key in ("arguments_given", "arguments", "with")
                return {(self.text(k) if loose else k): self.value(v, k) for k, v in value.items()}
            case _:
                return value

    def event(self, event: ev.AnyEvent) -> ev.AnyEvent:
        """The event without what is taken out. What it is, and its number, stay."""
        self._seq = event.seq
        data = event.data.model_dump(mode="json")
        new: dict[str, Any]
        if isinstance(event, ev.SessionStarted):
            new = {**data, "parent_session": self.session(event.data.parent_session)}
        else:
            new = {k: self.value(v, k) for k, v in data.items() if k != "shown"}
        if isinstance(event, ev.ToolReturned) and event.data.shown is not None:
            new["shown"] = self._shown(event.data.shown)
        at = event.at + timedelta(days=self.shift.days)
        return event.model_copy(update={"at": at, "data": type(event.data).model_validate(new)})

    def about(self, standing: Standing) -> Standing:
        """What the session was played on, gone through as well."""
        self._seq = 0
        chart = standing.banner
        return replace(
            standing,
            title=self.text(standing.title),
            clock=standing.clock + timedelta(days=self.shift.days),
            banner=replace(
                chart,
                name=self.text(chart.name),
                birth_date=self.text(chart.birth_date),
                patient=self.text(chart.patient),
                admission=self.text(chart.admission),
                allergies=tuple(self.text(one) for one in chart.allergies),
            ),
        )

    def session(self, name: str | None) -> str | None:
        """The session's id, which holds its day, by another name."""
        if name is None:
            return None
        return f"redacted-{sha256(f'{self.shift.days} {name}'.encode()).hexdigest()[:16]}"

    def _shown(self, shown: str) -> str:
        """What a player was shown: JSON, perhaps cut short, and else a text."""
        try:
            return json.dumps(self.value(json.loads(shown)), ensure_ascii=False)
        except (ValueError, RecursionError):
            return self.text(shown)

    def _identifier(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        new = self.text(value)
        return new if new != value else self._found("id", value, value)

    def _attachment(self, data: str) -> str:
        try:
            text = base64.b64decode(data, validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            return ""  # what cannot be read cannot be looked through
        return base64.b64encode(self.text(text).encode()).decode()

    def _put(self, original: Original, written: str) -> str:
        return self._found(original.kind, written, original.group)

    def _found(self, kind: Kind, written: str, group: str) -> str:
        sign = self._signs.get((kind, group))
        if sign is None:
            self._counts[kind] = self._counts.get(kind, 0) + 1
            sign = self._signs[kind, group] = f"REDACTED-{_SIGN[kind]}-{self._counts[kind]}"
        self._note(kind, written, sign)
        return sign

    def _moved(self, old: str, new: str) -> None:
        self._note("date", old, new)

    def _note(self, kind: Kind, written: str, sign: str) -> None:
        find = self.finds.setdefault((kind, written), Find(kind, written, sign))
        find.count += 1
        if not find.seqs or find.seqs[-1] != self._seq:
            find.seqs.append(self._seq)


_SEALED = frozenset({"data", "hash", "size"})


def _wanted(kind: Kind, rules: Rules) -> bool:
    return rules.contacts if kind == "contact" else rules.identifiers


def redacted(source: Source, rules: Rules, record: Record | None) -> tuple[Source, Redactor]:
    """The source without what the rules take out, and what that was.

    `record` names the people in it; without one, only those are known that the events name.
    """
    dumps = [event.data.model_dump(mode="json") for event in source.events]
    originals = originals_of(record, dumps, rules)
    texts = [json.dumps(one, ensure_ascii=False) for one in dumps]
    known = days_in(texts)
    standing = source.standing
    year = standing.clock.year if standing else max(known, default=date(2000, 1, 1)).year
    redactor = Redactor(rules, originals, DateShift(rules.shift_days(), year, known))
    session = redactor.session(source.session) or ""
    events = tuple(redactor.event(event) for event in source.events)
    about = redactor.about(standing) if standing is not None else None
    made = replace(source, session=session, events=events, standing=about, redacted=True)
    return made, redactor


def finds_in_order(finds: Iterable[Find]) -> list[Find]:
    """By kind, then by what stands for it, then as written."""
    return sorted(finds, key=lambda find: (find.kind, _number(find.sign), find.sign, find.text))


def _number(sign: str) -> int:
    last = sign.rpartition("-")[2]
    return int(last) if last.isdecimal() else 0
