"""What a judge is sent: one turn's items, the true evidence and the answer. Never the gold.

The wording is in `prompts/judge.LANG.md`; its SHA-256 is the prompt's hash, which belongs to a
score's identity. Text that is not ours stands between fences that it cannot close: the fence's
name is a hash over that very text.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from physassist_tui.core.scenario import RubricItem
from physassist_tui.ehr.order_text import order_text
from physassist_tui.i18n import Lang
from physassist_tui.score.file_grader import texts_read
from physassist_tui.score.grade import TurnContext
from physassist_tui.score.relevance import bounded, terms_of
from physassist_tui.score.transcript import Entry, transcript

EVIDENCE_CHARACTERS = 48_000
"""The most of the evidence that a judge is sent; beyond it the least relevant lines go."""

ANSWER_CHARACTERS = 24_000
"""The most of an answer that a judge is sent."""


@dataclass(frozen=True)
class Prompt:
    """A prompt file, read. `hash` is of its bytes."""

    hash: str
    system: str
    user: str
    again: str
    words: Mapping[str, str]


@dataclass(frozen=True)
class JudgeRequest:
    """The first messages to a judge. `hash` is over all of them."""

    items: tuple[str, ...]
    answer: str
    messages: tuple[dict[str, Any], ...]
    prompt: Prompt
    lang: Lang

    @property
    def hash(self) -> str:
        """The SHA-256 of the messages: the same hash is the same question."""
        told = json.dumps(self.messages, ensure_ascii=False, sort_keys=True)
        return "sha256:" + hashlib.sha256(told.encode()).hexdigest()


@lru_cache(maxsize=4)
def prompt_of(lang: Lang) -> Prompt:
    """The judge's prompt in `lang`."""
    file = files("physassist_tui.score.judge").joinpath("prompts", f"judge.{lang}.md")
    data = file.read_bytes()
    parts = re.split(r"^# (\w+)\n", data.decode("utf-8"), flags=re.MULTILINE)
    sections = {name: text.strip() for name, text in zip(parts[1::2], parts[2::2], strict=True)}
    words = dict(line.split(": ", 1) for line in sections["words"].splitlines())
    return Prompt(
        "sha256:" + hashlib.sha256(data).hexdigest(),
        sections["system"],
        sections["user"],
        sections["again"],
        MappingProxyType(words),
    )


def judged_items(items: Sequence[RubricItem]) -> tuple[RubricItem, ...]:
    """The items that a judge has a say in."""
    return tuple(i for i in items if any(leaf.judge is not None for leaf in i.grader.leaves()))


def guidance_of(item: RubricItem) -> str:
    """The notes of an item's author for whoever grades it, a model or a person."""
    notes = [
        spec.guidance
        for leaf in item.grader.leaves()
        if (spec := leaf.judge or leaf.human) is not None and spec.guidance.strip()
    ]
    return " ".join(dict.fromkeys(note.strip() for note in notes))


def sound(text: str) -> str:
    """`text` as it can be sent and compared: half surrogate pairs are replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def judge_request(context: TurnContext) -> JudgeRequest:
    """What a judge is asked of an answered turn; its items must hold one for a judge."""
    lang, prompt = context.language, prompt_of(context.language)
    items = judged_items(context.turn.rubric)
    told = _told_items(items, prompt, lang)
    request = _request(context)
    answer = sound(texts_read(items, context))
    evidence, was_cut = _evidence(context, items, prompt)
    shown = _cut(answer, ANSWER_CHARACTERS, prompt)
    cut = was_cut or shown != answer
    foreign = "\n".join((evidence, request, shown))
    values = {
        "fence": "DATA-" + hashlib.sha256(foreign.encode()).hexdigest()[:16],
        "now": context.scenario.clock.strftime("%Y-%m-%d %H:%M %z"),
        "cut": " " + prompt.words["cut"] if cut else "",
        "evidence": evidence,
        "request": request,
        "answer": shown,
        "items": told,
    }
    messages = (
        {"role": "system", "content": fill(prompt.system, values)},
        {"role": "user", "content": fill(prompt.user, values)},
    )
    return JudgeRequest(tuple(i.id for i in items), answer, messages, prompt, lang)


def fill(template: str, values: Mapping[str, object]) -> str:
    """A template with its `{{names}}` filled, in one pass: a value is never read again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: str(values[match[1]]), template)


def _told_items(items: Sequence[RubricItem], prompt: Prompt, lang: Lang) -> str:
    lines = []
    for item in items:
        values = {"id": json.dumps(item.id), "text": item.text.text(lang)}
        lines.append("- " + fill(prompt.words["item"], values))
        where = f"[{item.in_file}]" if item.in_file else ""
        note = " ".join(filter(None, (where, guidance_of(item))))
        if note:
            lines.append("  " + fill(prompt.words["note"], {"note": note}))
    return sound("\n".join(lines))


def _request(context: TurnContext) -> str:
    put = context.played
    told = [put.request, put.answer_format or ""] if put is not None else []
    return sound("\n".join(text for text in told if text))


def evidence_terms(context: TurnContext, items: Sequence[RubricItem]) -> dict[str, int]:
    """What to look for in a transcript for the sake of these items."""
    item_texts = [t for i in items for t in (i.text.en, i.text.zh, guidance_of(i)) if t]
    return terms_of((" ".join(item_texts), 3), (_request(context), 2), (context.answer, 1))


def _evidence(
    context: TurnContext, items: Sequence[RubricItem], prompt: Prompt
) -> tuple[str, bool]:
    """The evidence as text, and whether something of it was left out."""
    here = context.state.turn_number
    entries = [
        entry
        for entry in transcript(context.state, context.answer_seq)
        if entry.kind != "request" or entry.turn != here
    ]
    kept = bounded(entries, evidence_terms(context, items), here, EVIDENCE_CHARACTERS)
    blocks = [_block(entry, lines, prompt) for entry, lines in kept]
    orders = [f"{w.ref}: {_order(w.resource)}" for w in context.state.written]
    if orders:
        blocks.append("\n".join((f"[{prompt.words['orders']}]", *orders)))
    was_cut = any(isinstance(line, int) for _entry, lines in kept for line in lines)
    return sound("\n\n".join(blocks) or prompt.words["none"]), was_cut


def _order(resource: Mapping[str, Any]) -> str:
    status = resource.get("status") or "-"
    return f"{order_text(dict(resource))} ({status})"


def _block(entry: Entry, lines: Sequence[str | int], prompt: Prompt) -> str:
    head = f"[{fill(prompt.words[entry.kind], {'turn': entry.turn})}] {entry.head}".rstrip()
    told = [
        fill(prompt.words["left_out"], {"n": line}) if isinstance(line, int) else line
        for line in lines
    ]
    return "\n".join((head, *told))


def _cut(text: str, most: int, prompt: Prompt) -> str:
    if len(text) <= most:
        return text
    left_out = fill(prompt.words["left_out"], {"n": len(text) - most})
    return f"{text[: most // 2]}\n{left_out}\n{text[len(text) - most // 2 :]}"
